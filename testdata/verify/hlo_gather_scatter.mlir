// test: verify
// jaxlib: accept
// gather: rows
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>
  return
}
// -----
// jaxlib: accept
// gather: no collapsed dims
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x2x8xf32>
  return
}
// -----
// jaxlib: accept
// gather: index vector dim at the end
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  return
}
// -----
// jaxlib: accept
// gather: batching dims
func.func @f(%arg0: tensor<5x4x8xf32>, %arg1: tensor<5x3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<5x4x8xf32>, tensor<5x3x1xi32>) -> tensor<5x3x8xf32>
  return
}
// -----
// jaxlib: accept
// gather: sorted flag
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>, indices_are_sorted = true}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>
  return
}
// -----
// jaxlib: reject
// gather: result shape
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x7xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// gather: result rank
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<24xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// gather: slice sizes too few
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// gather: slice size too large
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 9>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x9xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// gather: negative slice size
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, -1>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// gather: collapsed dim of size two
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// gather: collapsed dim out of range
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// gather: offset dim out of range
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// gather: offset dims not sorted
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x2x8xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// gather: offset dims repeated
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x2x8xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// gather: too few offset dims
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x2x8xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// gather: index map length
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// gather: index map out of range
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// gather: index vector dim out of range
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// gather: negative index vector dim
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = -1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// gather: element type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf64>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// gather: batching dims of different count
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// gather: dim both collapsed and batching
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// gather: collapsed dims not sorted
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1, 0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// gather: float indices
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xf32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<3x1xf32>) -> tensor<3x8xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// gather: unknown key
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, foo = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// gather: key twice
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>  // error: PA0014
  return
}
// -----
// jaxlib: accept
// gather: dynamic operand
func.func @f(%arg0: tensor<?x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<?x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>
  return
}
// -----
// jaxlib: accept
// gather: dynamic indices
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<?x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<?x1xi32>) -> tensor<?x8xf32>
  return
}
// -----
// jaxlib: accept
// gather: slice size zero
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 0, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x0x8xf32>
  return
}
// -----
// jaxlib: accept
// dynamic_gather: plain
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<2xi32>, %arg3: tensor<3xi32>, %arg4: tensor<2xf32>) {
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x?xf32>
  return
}
// -----
// jaxlib: accept
// dynamic_gather: static result
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<2xi32>, %arg3: tensor<3xi32>, %arg4: tensor<2xf32>) {
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x8xf32>
  return
}
// -----
// jaxlib: reject
// dynamic_gather: slice size length
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<2xi32>, %arg3: tensor<3xi32>, %arg4: tensor<2xf32>) {
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg3) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<3x?xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// dynamic_gather: float slice sizes
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<2xi32>, %arg3: tensor<3xi32>, %arg4: tensor<2xf32>) {
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg4) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<2xf32>) -> tensor<3x?xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// dynamic_gather: result rank
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<2xi32>, %arg3: tensor<3xi32>, %arg4: tensor<2xf32>) {
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x?x?xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// dynamic_gather: offset dims
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<2xi32>, %arg3: tensor<3xi32>, %arg4: tensor<2xf32>) {
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x?xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// dynamic_gather: element type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<2xi32>, %arg3: tensor<3xi32>, %arg4: tensor<2xf32>) {
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x?xi32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// scatter: rows
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x8xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: accept
// scatter: flags
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x8xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = true, unique_indices = true}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: accept
// scatter: window smaller than the operand
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x5xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: accept
// scatter: batching dims
func.func @f(%arg0: tensor<5x4x8xf32>, %arg1: tensor<5x3x1xi32>, %arg2: tensor<5x3x8xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<5x4x8xf32>, tensor<5x3x1xi32>, tensor<5x3x8xf32>) -> tensor<5x4x8xf32>
  return
}
// -----
// jaxlib: reject
// scatter: window too large
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x9xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({  // error: PA0112
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x9xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// scatter: update rank
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({  // error: PA0112
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// scatter: update scatter dims
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<4x8xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({  // error: PA0112
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// scatter: result shape
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x8xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({  // error: PA0111
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<3x8xf32>
  return
}
// -----
// jaxlib: reject
// scatter: result element type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x8xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({  // error: PA0111
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf64>
  return
}
// -----
// jaxlib: reject
// scatter: float indices
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xf32>, %arg2: tensor<3x8xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({  // error: PA0110
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<3x1xf32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: accept
// scatter: update element type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x8xf64>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf64>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// scatter: window dims not sorted
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x2x8xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({  // error: PA0126
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x2x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// scatter: inserted dim out of range
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x8xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({  // error: PA0126
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// scatter: operand dims length
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x8xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({  // error: PA0126
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// scatter: operand dims out of range
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x8xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [5], index_vector_dim = 1>}> ({  // error: PA0126
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// scatter: index vector dim out of range
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x8xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 4>}> ({  // error: PA0126
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// scatter: window dims count
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x8xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({  // error: PA0126
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// scatter: body returns other type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x8xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({  // error: PA0124
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare LT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// scatter: body arg count
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x8xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({  // error: PA0124
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>, %arg5: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// scatter: body arg type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x8xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({  // error: PA0124
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// scatter: body arg not scalar
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x8xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({  // error: PA0124
  ^bb0(%arg3: tensor<1xf32>, %arg4: tensor<1xf32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<1xf32>
    stablehlo.return %1 : tensor<1xf32>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// scatter: body returns nothing
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x8xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({  // error: PA0124
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: accept
// scatter: body promotes the element type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x8xf32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f64>
    stablehlo.return %1 : tensor<f64>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf64>
  return
}
// -----
// jaxlib: accept
// torch_index_select: plain
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2xi64>, %arg2: tensor<2xf32>) {
  %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<4x8xf32>, tensor<2xi64>) -> tensor<4x2xf32>
  return
}
// -----
// jaxlib: accept
// torch_index_select: float index
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2xi64>, %arg2: tensor<2xf32>) {
  %0 = "stablehlo.torch_index_select"(%arg0, %arg2) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<4x8xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  return
}
// -----
// jaxlib: accept
// torch_index_select: result shape
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2xi64>, %arg2: tensor<2xf32>) {
  %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<4x8xf32>, tensor<2xi64>) -> tensor<4x3xf32>
  return
}
// -----
// jaxlib: accept
// torch_index_select: dim out of range
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2xi64>, %arg2: tensor<2xf32>) {
  %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 5 : i64}> : (tensor<4x8xf32>, tensor<2xi64>) -> tensor<4x2xf32>
  return
}
// -----
// jaxlib: accept
// torch_index_select: result element type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2xi64>, %arg2: tensor<2xf32>) {
  %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<4x8xf32>, tensor<2xi64>) -> tensor<4x2xi32>
  return
}
// -----
// jaxlib: reject
// torch_index_select: attribute missing
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2xi64>, %arg2: tensor<2xf32>) {
  %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{dim = 0 : i64}> : (tensor<4x8xf32>, tensor<2xi64>) -> tensor<2x8xf32>  // error: PA0108
  return
}
