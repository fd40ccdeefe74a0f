// test: pass sdy-explicit-gather-scatter-batching
// A row index that counts becomes a batching dimension of a scatter.
func.func @f(%op0: tensor<4x8xf32>, %u0: tensor<4xf32>, %j: tensor<4x1xi32>) -> tensor<4x8xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.scatter"(%op0, %idx, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    stablehlo.return %y0 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x2xi32>, tensor<4xf32>) -> (tensor<4x8xf32>)
  return %r : tensor<4x8xf32>
}
// -----
// Rows counted by a gather with a second batch dimension.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x5x1xi32>) -> tensor<4x5xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x5x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 2 : (tensor<4x5x1xi32>, tensor<4x5x1xi32>) -> tensor<4x5x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x5x2xi32>) -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}
// -----
// The other index starts a window of three.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>) -> tensor<4x3xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}
// -----
// The batch is the last dimension of the result.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>) -> tensor<3x4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}
// -----
// The other index is for dimension 2.
func.func @f(%op: tensor<4x8x9xf32>, %j: tensor<4x1xi32>) -> tensor<4x8xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 2], start_index_map = [0, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8, 1>}> : (tensor<4x8x9xf32>, tensor<4x2xi32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
// -----
// A collapsed dimension that nothing indexes stays collapsed.
func.func @f(%op: tensor<4x8x9xf32>, %j: tensor<4x1xi32>) -> tensor<4x3xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<4x8x9xf32>, tensor<4x2xi32>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}
// -----
// The row index is the second column.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %j, %i, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// The row index is between two others, which are concatenated anew.
func.func @f(%op: tensor<4x8x9xf32>, %j: tensor<4x1xi32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %j, %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x3xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [1, 0, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x8x9xf32>, tensor<4x3xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// Two gathers share their indices.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r0 = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  %r1 = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  %r = stablehlo.add %r0, %r1 : tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// Two gathers share three columns; each gets a concatenation of its own.
func.func @f(%op: tensor<4x8x9xf32>, %j: tensor<4x1xi32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x3xi32>
  %r0 = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x8x9xf32>, tensor<4x3xi32>) -> tensor<4xf32>
  %r1 = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x8x9xf32>, tensor<4x3xi32>) -> tensor<4xf32>
  %r = stablehlo.add %r0, %r1 : tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// Of two indices that count, only the one for dimension 0 is taken.
func.func @f(%op: tensor<4x5x8xf32>, %j: tensor<4x5x1xi32>) -> tensor<4x5xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x5x1xi32>
  %k = stablehlo.iota dim = 1 : tensor<4x5x1xi32>
  %idx = stablehlo.concatenate %i, %k, %j, dim = 2 : (tensor<4x5x1xi32>, tensor<4x5x1xi32>, tensor<4x5x1xi32>) -> tensor<4x5x3xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x5x8xf32>, tensor<4x5x3xi32>) -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}
// -----
// Both columns count along dimension 0; the one for dimension 0 is taken.
func.func @f(%op: tensor<4x4xf32>, %j: tensor<4x1xi32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %i, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x4xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// All columns count in one iota: the rest is sliced out.
func.func @f(%op: tensor<4x4xf32>, %j: tensor<4x1xi32>) -> tensor<4xf32> {
  %idx = stablehlo.iota dim = 0 : tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x4xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// The column to remove is in the middle of one iota: the rest is sliced out and concatenated.
func.func @f(%op: tensor<4x8x9xf32>, %j: tensor<4x1xi32>) -> tensor<4xf32> {
  %idx = stablehlo.iota dim = 0 : tensor<4x3xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [1, 0, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x8x9xf32>, tensor<4x3xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// The column to leave is the last of one iota.
func.func @f(%op: tensor<4x8x9xf32>, %j: tensor<4x1xi32>) -> tensor<4xf32> {
  %idx = stablehlo.iota dim = 0 : tensor<4x3xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [1, 2, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x8x9xf32>, tensor<4x3xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// All columns are one broadcast iota.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>) -> tensor<4xf32> {
  %k = stablehlo.iota dim = 0 : tensor<4xi32>
  %idx = stablehlo.broadcast_in_dim %k, dims = [0] : (tensor<4xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// All columns are one select.
func.func @f(%op: tensor<4x4xf32>, %j: tensor<4x1xi32>, %w: tensor<4x2xi32>, %q: tensor<i1>) -> tensor<4xf32> {
  %k = stablehlo.iota dim = 0 : tensor<4x2xi32>
  %idx = stablehlo.select %q, %w, %k : tensor<i1>, tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x4xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// The operand that counts has two columns, so a column is sliced out of the concatenation.
func.func @f(%op: tensor<4x4x9xf32>, %j: tensor<4x1xi32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x2xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x2xi32>, tensor<4x1xi32>) -> tensor<4x3xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x4x9xf32>, tensor<4x3xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// Another operand has two columns, so a column is sliced out of the concatenation.
func.func @f(%op: tensor<4x8x9xf32>, %j: tensor<4x2xi32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x2xi32>) -> tensor<4x3xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x8x9xf32>, tensor<4x3xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// Shardy takes the part of the column's number, though columns are counted differently here.
func.func @f(%op: tensor<4x8x9xf32>, %j: tensor<4x2xi32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %j, %i, dim = 1 : (tensor<4x2xi32>, tensor<4x1xi32>) -> tensor<4x3xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [1, 0, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x8x9xf32>, tensor<4x3xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// There are fewer parts than columns; the last column is not found.
func.func @f(%op: tensor<4x8x9xf32>, %j: tensor<4x2xi32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %j, %i, dim = 1 : (tensor<4x2xi32>, tensor<4x1xi32>) -> tensor<4x3xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [1, 2, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x8x9xf32>, tensor<4x3xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// The second part does not count, though the second column does.
func.func @f(%op: tensor<4x8x9xf32>, %j: tensor<4x1xi32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x2xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x2xi32>, tensor<4x1xi32>) -> tensor<4x3xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [1, 0, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x8x9xf32>, tensor<4x3xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// Index vectors run along the middle dimension.
func.func @f(%op: tensor<4x5x8xf32>, %j: tensor<4x1x5xi32>) -> tensor<4x5xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1x5xi32>
  %k = stablehlo.iota dim = 2 : tensor<4x1x5xi32>
  %idx = stablehlo.concatenate %i, %k, %j, dim = 1 : (tensor<4x1x5xi32>, tensor<4x1x5xi32>, tensor<4x1x5xi32>) -> tensor<4x3x5xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x5x8xf32>, tensor<4x3x5xi32>) -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}
// -----
// A batch of one.
func.func @f(%op: tensor<1x8xf32>, %j: tensor<1x1xi32>) -> tensor<1xf32> {
  %i = stablehlo.iota dim = 0 : tensor<1x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<1x8xf32>, tensor<1x2xi32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
// -----
// A batch of one with a constant zero is not seen.
func.func @f(%op: tensor<1x8xf32>, %j: tensor<1x1xi32>) -> tensor<1xf32> {
  %i = stablehlo.constant dense<0> : tensor<1x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<1x8xf32>, tensor<1x2xi32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
// -----
// A dimension of unknown size that is not the batch.
func.func @f(%op: tensor<4x?xf32>, %j: tensor<4x1xi32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x?xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// A batch of unknown size.
func.func @f(%op: tensor<?x8xf32>, %j: tensor<4x1xi32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<?x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// The operand has more rows than the indices.
func.func @f(%op: tensor<5x8xf32>, %j: tensor<4x1xi32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// The operand has fewer rows than the indices.
func.func @f(%op: tensor<3x8xf32>, %j: tensor<4x1xi32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// The index that counts is for dimension 1.
func.func @f(%op: tensor<8x4xf32>, %j: tensor<4x1xi32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x4xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// The index counts along dimension 1 of the indices.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<5x4x1xi32>) -> tensor<5x4xf32> {
  %i = stablehlo.iota dim = 1 : tensor<5x4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 2 : (tensor<5x4x1xi32>, tensor<5x4x1xi32>) -> tensor<5x4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<5x4x2xi32>) -> tensor<5x4xf32>
  return %r : tensor<5x4xf32>
}
// -----
// Nothing indexes dimension 0.
func.func @f(%op: tensor<4x8x9xf32>, %j: tensor<4x1xi32>) -> tensor<4x4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1, 2], start_index_map = [1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 4, 1, 1>}> : (tensor<4x8x9xf32>, tensor<4x2xi32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}
// -----
// An index that counts and is alone stays.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>) -> tensor<4x8xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %r = "stablehlo.gather"(%op, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<4x1xi32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
// -----
// An index that counts, without a dimension of its own.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>) -> tensor<4x8xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %r = "stablehlo.gather"(%op, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
// -----
// Dimension 0 is not collapsed.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>) -> tensor<4x1xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x1xf32>
  return %r : tensor<4x1xf32>
}
// -----
// An op with batching dimensions is left alone.
func.func @f(%op: tensor<3x4x8xf32>, %j: tensor<3x4x1xi32>) -> tensor<3x4xf32> {
  %i = stablehlo.iota dim = 1 : tensor<3x4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 2 : (tensor<3x4x1xi32>, tensor<3x4x1xi32>) -> tensor<3x4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<3x4x8xf32>, tensor<3x4x2xi32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}
// -----
// An op with batching dimensions behind the one that counts.
func.func @f(%op: tensor<4x3x8xf32>, %j: tensor<4x3x1xi32>) -> tensor<4x3xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x3x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 2 : (tensor<4x3x1xi32>, tensor<4x3x1xi32>) -> tensor<4x3x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 2], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x3x8xf32>, tensor<4x3x2xi32>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}
// -----
// Indices put together along the batch.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<2x1xi32>) -> tensor<4x8xf32> {
  %i = stablehlo.iota dim = 0 : tensor<2x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 0 : (tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<4x1xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<4x1xi32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
// -----
// A concatenation in a concatenation.
func.func @f(%op: tensor<4x8x9xf32>, %j: tensor<4x1xi32>, %l: tensor<4x1xi32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %q = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %idx = stablehlo.concatenate %q, %l, dim = 1 : (tensor<4x2xi32>, tensor<4x1xi32>) -> tensor<4x3xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x8x9xf32>, tensor<4x3xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// A reshape hides the concatenation.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %h = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %idx = stablehlo.reshape %h : (tensor<4x2xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// A dynamic gather is left alone.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %ss = stablehlo.constant dense<1> : tensor<2xi32>
  %r = "stablehlo.dynamic_gather"(%op, %idx, %ss) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>, tensor<2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// Flags and other attributes are kept.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{"a"}]>]>, mhlo.x = "y"} : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// Flags and other attributes of a scatter are kept.
func.func @f(%op0: tensor<4x8xf32>, %u0: tensor<4xf32>, %j: tensor<4x1xi32>) -> tensor<4x8xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.scatter"(%op0, %idx, %u0) <{indices_are_sorted = true, unique_indices = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    stablehlo.return %y0 : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{"a"}, {}]>]>, mhlo.x = "y"} : (tensor<4x8xf32>, tensor<4x2xi32>, tensor<4xf32>) -> (tensor<4x8xf32>)
  return %r : tensor<4x8xf32>
}
// -----
// A scatter of windows.
func.func @f(%op0: tensor<4x8xf32>, %u0: tensor<4x3xf32>, %j: tensor<4x1xi32>) -> tensor<4x8xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.scatter"(%op0, %idx, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    stablehlo.return %y0 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x2xi32>, tensor<4x3xf32>) -> (tensor<4x8xf32>)
  return %r : tensor<4x8xf32>
}
// -----
// The row index of a scatter is its second column.
func.func @f(%op0: tensor<4x8xf32>, %u0: tensor<4xf32>, %j: tensor<4x1xi32>) -> tensor<4x8xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %j, %i, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.scatter"(%op0, %idx, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    stablehlo.return %y0 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x2xi32>, tensor<4xf32>) -> (tensor<4x8xf32>)
  return %r : tensor<4x8xf32>
}
// -----
// A scatter of two tensors.
func.func @f(%op0: tensor<4x8xf32>, %u0: tensor<4xf32>, %j: tensor<4x1xi32>, %op1: tensor<4x8xf32>, %u1: tensor<4xf32>) -> tensor<4x8xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r:2 = "stablehlo.scatter"(%op0, %op1, %idx, %u0, %u1) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>, %y0: tensor<f32>, %y1: tensor<f32>):
    stablehlo.return %y0, %y1 : tensor<f32>, tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x2xi32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
  %rr = stablehlo.add %r#0, %r#1 : tensor<4x8xf32>
  return %rr : tensor<4x8xf32>
}
// -----
// All columns of a scatter in one iota.
func.func @f(%op0: tensor<4x8x9xf32>, %u0: tensor<4xf32>) -> tensor<4x8x9xf32> {
  %idx = stablehlo.iota dim = 0 : tensor<4x3xi32>
  %r = "stablehlo.scatter"(%op0, %idx, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1, 2], scatter_dims_to_operand_dims = [1, 0, 2], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    stablehlo.return %y0 : tensor<f32>
  }) : (tensor<4x8x9xf32>, tensor<4x3xi32>, tensor<4xf32>) -> (tensor<4x8x9xf32>)
  return %r : tensor<4x8x9xf32>
}
// -----
// Dimension 0 of a scatter is not inserted.
func.func @f(%op0: tensor<4x8xf32>, %u0: tensor<4x1xf32>, %j: tensor<4x1xi32>) -> tensor<4x8xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.scatter"(%op0, %idx, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    stablehlo.return %y0 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x2xi32>, tensor<4x1xf32>) -> (tensor<4x8xf32>)
  return %r : tensor<4x8xf32>
}
// -----
// A scatter into more rows than there are indices.
func.func @f(%op0: tensor<5x8xf32>, %u0: tensor<4xf32>, %j: tensor<4x1xi32>) -> tensor<5x8xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.scatter"(%op0, %idx, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    stablehlo.return %y0 : tensor<f32>
  }) : (tensor<5x8xf32>, tensor<4x2xi32>, tensor<4xf32>) -> (tensor<5x8xf32>)
  return %r : tensor<5x8xf32>
}
// -----
// A scatter with one column that counts.
func.func @f(%op0: tensor<4x8xf32>, %u0: tensor<4x8xf32>, %j: tensor<4x1xi32>) -> tensor<4x8xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %r = "stablehlo.scatter"(%op0, %i, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    stablehlo.return %y0 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x1xi32>, tensor<4x8xf32>) -> (tensor<4x8xf32>)
  return %r : tensor<4x8xf32>
}
// -----
// A scatter with batching dimensions.
func.func @f(%op0: tensor<4x3x8xf32>, %u0: tensor<4x3xf32>, %j: tensor<4x3x1xi32>) -> tensor<4x3x8xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x3x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 2 : (tensor<4x3x1xi32>, tensor<4x3x1xi32>) -> tensor<4x3x2xi32>
  %r = "stablehlo.scatter"(%op0, %idx, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 2], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    stablehlo.return %y0 : tensor<f32>
  }) : (tensor<4x3x8xf32>, tensor<4x3x2xi32>, tensor<4x3xf32>) -> (tensor<4x3x8xf32>)
  return %r : tensor<4x3x8xf32>
}
// -----
// A reshape is not asked what it does.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>, %a: tensor<4xi32>, %s: tensor<i32>, %ps: tensor<i1>, %p: tensor<4x1xi1>) -> tensor<4xf32> {
  %k = stablehlo.iota dim = 0 : tensor<2x2xi32>
  %i = stablehlo.reshape %k : (tensor<2x2xi32>) -> tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// The iota runs along another dimension, which a broadcast puts first.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>, %a: tensor<4xi32>, %s: tensor<i32>, %ps: tensor<i1>, %p: tensor<4x1xi1>) -> tensor<4xf32> {
  %k = stablehlo.iota dim = 1 : tensor<1x4xi32>
  %i = stablehlo.broadcast_in_dim %k, dims = [1, 0] : (tensor<1x4xi32>) -> tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// A broadcast is not asked where it puts the dimension.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x5x1xi32>) -> tensor<4x5xf32> {
  %k = stablehlo.iota dim = 0 : tensor<5xi32>
  %i = stablehlo.broadcast_in_dim %k, dims = [1] : (tensor<5xi32>) -> tensor<4x5x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 2 : (tensor<4x5x1xi32>, tensor<4x5x1xi32>) -> tensor<4x5x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x5x2xi32>) -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}
// -----
// A select whose last operand is not an iota itself is judged by its second.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>, %a: tensor<4xi32>, %s: tensor<i32>, %ps: tensor<i1>, %p: tensor<4x1xi1>) -> tensor<4xf32> {
  %k = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %l = stablehlo.select %p, %k, %j : tensor<4x1xi1>, tensor<4x1xi32>
  %i = stablehlo.select %p, %j, %l : tensor<4x1xi1>, tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// A select that is judged by its second operand.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>, %a: tensor<4xi32>, %s: tensor<i32>, %ps: tensor<i1>, %p: tensor<4x1xi1>) -> tensor<4xf32> {
  %k = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %i = stablehlo.select %ps, %k, %j : tensor<i1>, tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// A select whose last operand is an iota is judged by it.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>, %s: tensor<i32>, %p: tensor<4x1xi1>) -> tensor<4xf32> {
  %a = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %b = stablehlo.iota dim = 1 : tensor<4x1xi32>
  %i = stablehlo.select %p, %a, %b : tensor<4x1xi1>, tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// The same the other way round.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>, %s: tensor<i32>, %p: tensor<4x1xi1>) -> tensor<4xf32> {
  %a = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %b = stablehlo.iota dim = 1 : tensor<4x1xi32>
  %i = stablehlo.select %p, %b, %a : tensor<4x1xi1>, tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// A clamp is taken for its operand.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>, %a: tensor<4xi32>, %s: tensor<i32>, %ps: tensor<i1>, %p: tensor<4x1xi1>) -> tensor<4xf32> {
  %k = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %i = stablehlo.clamp %s, %k, %s : (tensor<i32>, tensor<4x1xi32>, tensor<i32>) -> tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// The bounds of a clamp do not count.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>, %a: tensor<4xi32>, %s: tensor<i32>, %ps: tensor<i1>, %p: tensor<4x1xi1>) -> tensor<4xf32> {
  %k = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %i = stablehlo.clamp %k, %j, %j : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// A convert hides the iota.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>, %a: tensor<4xi32>, %s: tensor<i32>, %ps: tensor<i1>, %p: tensor<4x1xi1>) -> tensor<4xf32> {
  %k = stablehlo.iota dim = 0 : tensor<4x1xui32>
  %i = stablehlo.convert %k : (tensor<4x1xui32>) -> tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// A slice hides the iota.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>, %a: tensor<4xi32>, %s: tensor<i32>, %ps: tensor<i1>, %p: tensor<4x1xi1>) -> tensor<4xf32> {
  %k = stablehlo.iota dim = 0 : tensor<4x3xi32>
  %i = stablehlo.slice %k [0:4, 1:2] : (tensor<4x3xi32>) -> tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// A call hides the iota.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>, %a: tensor<4xi32>, %s: tensor<i32>, %ps: tensor<i1>, %p: tensor<4x1xi1>) -> tensor<4xf32> {
  %k = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %i = call @g(%k) : (tensor<4x1xi32>) -> tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func private @g(%a: tensor<4x1xi32>) -> tensor<4x1xi32> {
  return %a : tensor<4x1xi32>
}
// -----
// An addition of zero hides the iota.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>, %a: tensor<4xi32>, %s: tensor<i32>, %ps: tensor<i1>, %p: tensor<4x1xi1>) -> tensor<4xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %y = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<i32>) -> tensor<4x1xi32>
  %k = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %i = stablehlo.add %k, %y : tensor<4x1xi32>
  %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// As JAX writes it: an index that might be negative is wrapped.
func.func @f(%table: tensor<4x8xf32>, %j: tensor<4x1xi32>) -> tensor<4xf32> {
  %rows = stablehlo.iota dim = 0 : tensor<4xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %1 = stablehlo.compare LT, %rows, %0, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %c_0 = stablehlo.constant dense<4> : tensor<i32>
  %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %3 = stablehlo.add %rows, %2 : tensor<4xi32>
  %4 = stablehlo.select %1, %3, %rows : tensor<4xi1>, tensor<4xi32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
  %6 = stablehlo.concatenate %5, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %7 = "stablehlo.gather"(%table, %6) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %7 : tensor<4xf32>
}
// -----
// A gather within a region.
func.func @f(%op: tensor<4x8xf32>, %j: tensor<4x1xi32>, %p: tensor<i1>) -> tensor<4xf32> {
  %0 = "stablehlo.if"(%p) ({
    %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
    %idx = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
    %r = "stablehlo.gather"(%op, %idx) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4xf32>
    stablehlo.return %r : tensor<4xf32>
  }, {
    %c = stablehlo.constant dense<2.0> : tensor<4xf32>
    stablehlo.return %c : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
// No op of StableHLO folds, nor swaps operands.
func.func @f(%a: tensor<4xf32>, %b: tensor<4xi1>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>, tensor<4xi1>) {
  %c = stablehlo.constant dense<1.0> : tensor<4xf32>
  %k = stablehlo.constant dense<true> : tensor<4xi1>
  %0 = stablehlo.add %c, %a : tensor<4xf32>
  %1 = stablehlo.multiply %c, %a : tensor<4xf32>
  %2 = stablehlo.maximum %c, %a : tensor<4xf32>
  %3 = stablehlo.minimum %c, %a : tensor<4xf32>
  %4 = stablehlo.and %k, %b : tensor<4xi1>
  %5 = stablehlo.xor %k, %b : tensor<4xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>, tensor<4xi1>
}
// -----
// Applied twice is not folded.
func.func @f(%a: tensor<4xf32>, %b: tensor<4xi1>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>, tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.abs %a : tensor<4xf32>
  %1 = stablehlo.abs %0 : tensor<4xf32>
  %2 = stablehlo.negate %a : tensor<4xf32>
  %3 = stablehlo.negate %2 : tensor<4xf32>
  %4 = stablehlo.floor %a : tensor<4xf32>
  %5 = stablehlo.floor %4 : tensor<4xf32>
  %6 = stablehlo.not %b : tensor<4xi1>
  %7 = stablehlo.not %6 : tensor<4xi1>
  %8 = stablehlo.and %b, %b : tensor<4xi1>
  %9 = stablehlo.maximum %a, %a : tensor<4xf32>
  %10 = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<4xf32>
  %11 = stablehlo.convert %a : tensor<4xf32>
  return %1, %3, %5, %7, %8, %9, %10, %11 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>, tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
// -----
// Ops of constants and of equal operands are not folded.
func.func @f(%a: tensor<4xf32>, %b: tensor<4xi1>) -> (tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>, tensor<4xf32>, tensor<4xf32>) {
  %c = stablehlo.constant dense<1.0> : tensor<4xf32>
  %z = stablehlo.constant dense<0.0> : tensor<4xf32>
  %s = stablehlo.constant dense<0.0> : tensor<f32>
  %t = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.add %c, %c : tensor<4xf32>
  %1 = stablehlo.reshape %c : (tensor<4xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.select %b, %a, %a : tensor<4xi1>, tensor<4xf32>
  %3 = stablehlo.select %t, %a, %c : tensor<i1>, tensor<4xf32>
  %4 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %5 = stablehlo.add %a, %z : tensor<4xf32>
  %6 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<4xf32>) -> tensor<i32>
  %7 = stablehlo.slice %a [0:4] : (tensor<4xf32>) -> tensor<4xf32>
  %8 = stablehlo.transpose %a, dims = [0] : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>, tensor<4xf32>, tensor<4xf32>
}
// -----
// Functions and CHLO have constants too, and dialects stay apart.
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.tuple %a, %b : tuple<tensor<4xf32>, tensor<4xf32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>
  %2 = stablehlo.optimization_barrier %a : tensor<4xf32>
  %t = stablehlo.constant dense<true> : tensor<i1>
  %3 = "stablehlo.if"(%t) ({ stablehlo.return %a : tensor<4xf32> }, {stablehlo.return %b : tensor<4xf32>}) : (tensor<i1>) -> tensor<4xf32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %4 = "stablehlo.case"(%i) ({ stablehlo.return %a : tensor<4xf32> }, {stablehlo.return %b : tensor<4xf32>}) : (tensor<i32>) -> tensor<4xf32>
  %x = stablehlo.abs %a : tensor<4xf32>
  %k = chlo.constant dense<1.0> : tensor<4xf32>
  %5 = stablehlo.add %k, %a : tensor<4xf32>
  %6 = func.call @g(%5) : (tensor<4xf32>) -> tensor<4xf32>
  %fn = func.constant @g : (tensor<4xf32>) -> tensor<4xf32>
  %7 = func.call_indirect %fn(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %fn2 = func.constant @g : (tensor<4xf32>) -> tensor<4xf32>
  %8 = func.call_indirect %fn2(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %2, %3, %4, %5, %6, %7, %8 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
func.func private @g(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
// -----
// Constants stay in manual and named computations; sdy.constant stays apart; collectives stay though unused.
sdy.mesh @m = <["a"=2, "b"=2]>
func.func @f(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %b: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>,  tensor<4x4xf32>,  tensor<4x4xf32>) {
  %0 = sdy.all_gather [{}, {}] %a out_sharding=<@m, [{"a"}, {}]> : tensor<4x4xf32>
  %1 = sdy.all_slice [{}, {}] %a out_sharding=<@m, [{"a"}, {}]> : tensor<4x4xf32>
  %2 = sdy.all_reduce {} %a out_sharding=<@m, [{"a"}, {}]> : tensor<4x4xf32>
  %3 = sdy.reshard %a <@m, [{"a"}, {}]> : tensor<4x4xf32>
  %4 = sdy.reshard %3 <@m, [{"a"}, {}]> : tensor<4x4xf32>
  %5 = sdy.constant dense<1.0> : tensor<4x4xf32>
  %6 = sdy.constant dense<1.0> : tensor<4x4xf32>
  %7 = stablehlo.add %5, %a : tensor<4x4xf32>
  %8 = stablehlo.add %6, %a : tensor<4x4xf32>
  %9 = sdy.collective_permute %a out_sharding=<@m, [{"a"}, {}]> : tensor<4x4xf32>
  %10 = sdy.all_gather [{}, {}] %a out_sharding=<@m, [{"a"}, {}]> : tensor<4x4xf32>
  %11 = sdy.reshard %3 <@m, [{"a"}, {}]> : tensor<4x4xf32>
  %12 = sdy.manual_computation(%a) in_shardings=[<@m, [{}, {}]>] out_shardings=[<@m, [{}, {}]>] manual_axes={} (%x: tensor<4x4xf32>) {
    %x1 = stablehlo.abs %x : tensor<4x4xf32>
    %x2 = stablehlo.constant dense<1.0> : tensor<4x4xf32>
    %x3 = stablehlo.constant dense<1.0> : tensor<4x4xf32>
    %x4 = stablehlo.add %x1, %x2 : tensor<4x4xf32>
    %x5 = stablehlo.add %x4, %x3 : tensor<4x4xf32>
    sdy.return %x5 : tensor<4x4xf32> } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %13 = sdy.named_computation<"f">(%a)  (%x: tensor<4x4xf32>) {
    %x1 = stablehlo.abs %x : tensor<4x4xf32>
    %x2 = stablehlo.constant dense<1.0> : tensor<4x4xf32>
    %x3 = stablehlo.constant dense<1.0> : tensor<4x4xf32>
    %x4 = stablehlo.add %x1, %x2 : tensor<4x4xf32>
    %x5 = stablehlo.add %x4, %x3 : tensor<4x4xf32>
    sdy.return %x5 : tensor<4x4xf32> } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %x2 = stablehlo.constant dense<1.0> : tensor<4x4xf32>
  %14 = stablehlo.add %x2, %13 : tensor<4x4xf32>
  return %0, %1, %2, %4, %7, %8, %14 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}
// -----
// A block that nothing reaches.
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.abs %a : tensor<4xf32>
  return %0 : tensor<4xf32>
^bb1:
  return %a : tensor<4xf32>
}
// -----
// Equal constants are one whatever their attributes.
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.abs %a : tensor<4xf32>
  %c = stablehlo.constant {mhlo.x = 1 : i32} dense<1.0> : tensor<4xf32>
  %c1 = stablehlo.constant {mhlo.y = 1 : i32} dense<1.0> : tensor<4xf32>
  %c2 = stablehlo.constant dense<1.0> : tensor<4xf32>
  %c3 = stablehlo.constant dense<1.0> : tensor<4xf32>
  %1 = stablehlo.add %0, %c : tensor<4xf32>
  %2 = stablehlo.add %1, %c1 : tensor<4xf32>
  %3 = stablehlo.add %2, %c2 : tensor<4xf32>
  %4 = stablehlo.add %3, %c3 : tensor<4xf32>
  %t = stablehlo.constant dense<true> : tensor<i1>
  %5 = "stablehlo.if"(%t) ({
    %b1 = stablehlo.constant dense<1.0> : tensor<4xf32>
    stablehlo.return %b1 : tensor<4xf32>
  }, {
    %b2 = stablehlo.constant dense<2.0> : tensor<4xf32>
    stablehlo.return %b2 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %k2 = stablehlo.constant dense<2.0> : tensor<4xf32>
  %6 = stablehlo.add %4, %5 : tensor<4xf32>
  %7 = stablehlo.add %k2, %6 : tensor<4xf32>
  return %7 : tensor<4xf32>
}
// -----
// CHLO swaps operands of commutative ops and folds constants in the shape of a value.
func.func @f(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.abs %a : tensor<4xf32>
  %c = stablehlo.constant dense<1.0> : tensor<4xf32>
  %d = chlo.constant dense<1.0> : tensor<4xf32>
  %1 = chlo.broadcast_add %c, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = chlo.broadcast_multiply %d, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = "chlo.constant_like"(%a) {value = 3.2 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  %4 = chlo.broadcast_divide %c, %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
// -----
// More of CHLO.
func.func @f(%a: tensor<4xf32>, %b: tensor<4xi1>, %i: tensor<4xi32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xf32>, tensor<4xi32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.abs %a : tensor<4xf32>
  %c = stablehlo.constant dense<true> : tensor<4xi1>
  %d = stablehlo.constant dense<1> : tensor<4xi32>
  %k = stablehlo.constant dense<1.0> : tensor<4xf32>
  %1 = chlo.broadcast_and %c, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %2 = chlo.broadcast_or %c, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %3 = chlo.broadcast_select %c, %k, %a : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = chlo.broadcast_maximum %d, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %5 = chlo.conj %a : tensor<4xf32> -> tensor<4xf32>
  %6 = chlo.erf_inv %k : tensor<4xf32> -> tensor<4xf32>
  return %1, %2, %3, %4, %5, %6 : tensor<4xi1>, tensor<4xi1>, tensor<4xf32>, tensor<4xi32>, tensor<4xf32>, tensor<4xf32>
}
// -----
// Constants leave the bodies of reductions and the like; what is unused leaves.
func.func @f(%a: tensor<4xf32>, %i: tensor<1xi32>, %s: tensor<f32>) -> (tensor<f32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%a init: %c) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %k = stablehlo.constant dense<1.0> : tensor<f32>
    %m = stablehlo.add %x, %k : tensor<f32>
    %n = stablehlo.add %y, %m : tensor<f32>
    stablehlo.return %n : tensor<f32> }
  %2 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>):
    %k = stablehlo.constant dense<2.0> : tensor<f32>
    %m = stablehlo.add %x, %k : tensor<f32>
    stablehlo.return %m : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %k = stablehlo.constant dense<3.0> : tensor<f32>
    %m = stablehlo.add %x, %k : tensor<f32>
    %n = stablehlo.compare LT, %m, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %n : tensor<i1> }) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = "stablehlo.reduce_window"(%a, %c) <{window_dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %k = stablehlo.constant dense<4.0> : tensor<f32>
    %m = stablehlo.add %x, %k : tensor<f32>
    %n = stablehlo.add %m, %y : tensor<f32>
    stablehlo.return %n : tensor<f32> }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0]]> : tensor<1x1xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %k = stablehlo.constant dense<5.0> : tensor<f32>
    %m = stablehlo.add %x, %k : tensor<f32>
    %n = stablehlo.add %m, %y : tensor<f32>
    stablehlo.return %n : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
  %6 = "stablehlo.scatter"(%a, %i, %s) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %k = stablehlo.constant dense<6.0> : tensor<f32>
    %m = stablehlo.add %x, %k : tensor<f32>
    %n = stablehlo.add %m, %y : tensor<f32>
    stablehlo.return %n : tensor<f32> }) : (tensor<4xf32>, tensor<1xi32>, tensor<f32>) -> tensor<4xf32>
  %7 = "stablehlo.select_and_scatter"(%a, %a, %c) <{window_dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %k = stablehlo.constant dense<7.0> : tensor<f32>
    %m = stablehlo.add %x, %k : tensor<f32>
    %n = stablehlo.compare GE, %m, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %n : tensor<i1> }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %k = stablehlo.constant dense<8.0> : tensor<f32>
    %m = stablehlo.add %x, %k : tensor<f32>
    %n = stablehlo.add %m, %y : tensor<f32>
    stablehlo.return %n : tensor<f32> }) : (tensor<4xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1, %2, %3, %4, %5, %6 : tensor<f32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
// -----
// The first constant stays in front, later ones move before it; those behind a constant stay.
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %c1 = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.add %a, %c1 : tensor<f32>
  %c2 = stablehlo.constant dense<2.0> : tensor<f32>
  %c3 = stablehlo.constant dense<3.0> : tensor<f32>
  %1 = stablehlo.add %0, %c2 : tensor<f32>
  %2 = stablehlo.add %1, %c3 : tensor<f32>
  %c1_again = stablehlo.constant dense<1.0> : tensor<f32>
  %c4 = stablehlo.constant dense<4.0> : tensor<f32>
  %3 = stablehlo.add %2, %c1_again : tensor<f32>
  %4 = stablehlo.add %3, %c4 : tensor<f32>
  return %4 : tensor<f32>
}
// -----
// Constants of a loop move before it, condition first.
func.func @f(%a: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.abs %a : tensor<i32>
  %1 = stablehlo.while(%x = %0) : tensor<i32>
  cond {
    %c = stablehlo.constant dense<7> : tensor<i32>
    %2 = stablehlo.compare LT, %x, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %2 = stablehlo.add %x, %c : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }
  %c7 = stablehlo.constant dense<7> : tensor<i32>
  %3 = stablehlo.add %1, %c7 : tensor<i32>
  return %3 : tensor<i32>
}
// -----
// A chain of unused ops leaves with what only it used, loops without effect included; calls stay.
func.func private @g(%a: tensor<i32>) -> tensor<i32> {
  return %a : tensor<i32>
}
func.func @f(%a: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.abs %a : tensor<i32>
  %1 = stablehlo.while(%x = %0) : tensor<i32>
  cond {
    %c = stablehlo.constant dense<7> : tensor<i32>
    %2 = stablehlo.compare LT, %x, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %2 = stablehlo.add %x, %c : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }
  %3 = stablehlo.negate %1 : tensor<i32>
  %4 = call @g(%a) : (tensor<i32>) -> tensor<i32>
  %fn = func.constant @g : (tensor<i32>) -> tensor<i32>
  %5 = stablehlo.custom_call @effect(%4) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
  %6 = stablehlo.custom_call @none(%5) : (tensor<i32>) -> tensor<i32>
  return %a : tensor<i32>
}
