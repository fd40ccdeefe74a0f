// test: pass sdy-pad-for-divisibility
// What is sliced unevenly is padded with zeros first, and a gather loses the padding again.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<7x9xf32>) -> tensor<7x9xf32> {
  %0 = sdy.all_slice [{"x"}, {}] %a out_sharding=<@m, [{"x"}, {}]> : tensor<7x9xf32>
  %1 = sdy.all_slice [{}, {"y"}] %0 out_sharding=<@m, [{"x"}, {"y"}]> : tensor<7x9xf32>
  %2 = stablehlo.tanh %1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {"y"}]>]>} : tensor<7x9xf32>
  %3 = sdy.all_gather [{}, {"y"}] %2 out_sharding=<@m, [{"x"}, {}]> : tensor<7x9xf32>
  %4 = sdy.all_gather [{"x"}, {}] %3 out_sharding=<@m, [{}, {}]> : tensor<7x9xf32>
  return %4 : tensor<7x9xf32>
}
// -----
// The padding holds a zero of the element type.
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<7xi32>, %b: tensor<7xi1>, %c: tensor<7xbf16>, %d: tensor<7xui8>) -> tensor<7xi32> {
  %0 = sdy.all_slice [{"x"}] %a out_sharding=<@m, [{"x"}]> : tensor<7xi32>
  %1 = sdy.all_slice [{"x"}] %b out_sharding=<@m, [{"x"}]> : tensor<7xi1>
  %2 = sdy.all_slice [{"x"}] %c out_sharding=<@m, [{"x"}]> : tensor<7xbf16>
  %3 = sdy.all_slice [{"x"}] %d out_sharding=<@m, [{"x"}]> : tensor<7xui8>
  return %a : tensor<7xi32>
}
// -----
// A gather that leaves axes along its dimension leaves it even.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<7x3xf32>) -> tensor<7x3xf32> {
  %0 = sdy.all_slice [{"x", "y"}, {}] %a out_sharding=<@m, [{"x", "y"}, {}]> : tensor<7x3xf32>
  %1 = sdy.all_gather [{"y"}, {}] %0 out_sharding=<@m, [{"x"}, {}]> : tensor<7x3xf32>
  %2 = stablehlo.negate %1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : tensor<7x3xf32>
  %3 = sdy.all_gather [{"x"}, {}] %2 out_sharding=<@m, [{}, {}]> : tensor<7x3xf32>
  return %3 : tensor<7x3xf32>
}
// -----
// A product masks an operand whose padding may have changed, but not one whose padding is zero.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<7x8x5xf32>, %b: tensor<7x6x5xf32>) -> tensor<8x6xf32> {
  %0 = sdy.all_slice [{"x"}, {}, {"y"}] %a out_sharding=<@m, [{"x"}, {}, {"y"}]> : tensor<7x8x5xf32>
  %1 = sdy.all_slice [{"x"}, {}, {"y"}] %b out_sharding=<@m, [{"x"}, {}, {"y"}]> : tensor<7x6x5xf32>
  %2 = stablehlo.exponential %1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}, {"y"}]>]>} : tensor<7x6x5xf32>
  %3 = stablehlo.dot_general %0, %2, contracting_dims = [0, 2] x [0, 2] : (tensor<7x8x5xf32>, tensor<7x6x5xf32>) -> tensor<8x6xf32>
  %4 = sdy.all_reduce {"x", "y"} %3 out_sharding=<@m, [{}, {}]> : tensor<8x6xf32>
  return %4 : tensor<8x6xf32>
}
// -----
// An op whose types follow from its operands grows with them; users that stay as they are see a cast.
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<7x8xf32>) -> (tensor<7x8xf32>, tensor<7x8xf32>) {
  %0 = sdy.all_slice [{"x"}, {}] %a out_sharding=<@m, [{"x"}, {}]> : tensor<7x8xf32>
  %1 = stablehlo.add %0, %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : tensor<7x8xf32>
  %2 = stablehlo.negate %1 : tensor<7x8xf32>
  %3 = stablehlo.abs %2 : tensor<7x8xf32>
  return %1, %3 : tensor<7x8xf32>, tensor<7x8xf32>
}
// -----
// Shapes with padded operands: joined, transposed, reduced, gathered, scattered, windowed.
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<7x9xf32>, %i: tensor<3x1xi32>, %u: tensor<3x9xf32>) -> tensor<7x9xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %s = sdy.all_slice [{"x"}, {}] %a out_sharding=<@m, [{"x"}, {}]> : tensor<7x9xf32>
  %0 = stablehlo.concatenate %s, %s, dim = 0 : (tensor<7x9xf32>, tensor<7x9xf32>) -> tensor<14x9xf32>
  %1 = stablehlo.transpose %s, dims = [1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"x"}]>]>} : (tensor<7x9xf32>) -> tensor<9x7xf32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<9x7xf32>, tensor<f32>) -> tensor<7xf32>
  %3 = "stablehlo.gather"(%s, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 9>} : (tensor<7x9xf32>, tensor<3x1xi32>) -> tensor<3x9xf32>
  %4 = "stablehlo.scatter"(%s, %i, %u) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<7x9xf32>, tensor<3x1xi32>, tensor<3x9xf32>) -> tensor<7x9xf32>
  %5 = "stablehlo.reduce_window"(%s, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 1, 3>} : (tensor<7x9xf32>, tensor<f32>) -> tensor<7x7xf32>
  %6 = stablehlo.pad %s, %z, low = [1, 0], high = [1, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : (tensor<7x9xf32>, tensor<f32>) -> tensor<9x9xf32>
  return %a : tensor<7x9xf32>
}
// -----
// A slice that only loses elements of the last shard reads up to the end of the padding.
sdy.mesh @m = <["x"=4]>
func.func @main(%a: tensor<8x9xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<5x9xf32> {
  %0 = stablehlo.slice %a [0:5, 0:9] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : (tensor<8x9xf32>) -> tensor<5x9xf32>
  return %0 : tensor<5x9xf32>
}
// -----
// A constant of `sdy` and an op of no known dialect stay as they are.
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<3xf32>) -> tensor<7x3xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : (tensor<3xf32>) -> tensor<7x3xf32>
  %1 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} dense<1.0> : tensor<7x3xf32>
  %2 = stablehlo.add %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : tensor<7x3xf32>
  %3 = sdy.all_gather [{"x"}, {}] %2 out_sharding=<@m, [{}, {}]> : tensor<7x3xf32>
  return %3 : tensor<7x3xf32>
}
// -----
// A mesh may be written in place.
func.func @main(%a: tensor<7x9xf32>) -> tensor<7x9xf32> {
  %0 = sdy.all_slice [{"x"}, {}] %a out_sharding=<mesh<["x"=2]>, [{"x"}, {}]> : tensor<7x9xf32>
  %1 = sdy.all_gather [{"x"}, {}] %0 out_sharding=<mesh<["x"=2]>, [{}, {}]> : tensor<7x9xf32>
  return %1 : tensor<7x9xf32>
}
// -----
// Two results of one op, which the function returns.
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<7x4xf32>, %b: tensor<7x4xi32>) -> (tensor<7x4xi32>, tensor<7x4xf32>) {
  %0 = sdy.all_slice [{"x"}, {}] %a out_sharding=<@m, [{"x"}, {}]> : tensor<7x4xf32>
  %1 = sdy.all_slice [{"x"}, {}] %b out_sharding=<@m, [{"x"}, {}]> : tensor<7x4xi32>
  %2:2 = "stablehlo.sort"(%0, %1) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<i32>, %s: tensor<i32>):
    %c = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>, <@m, [{"x"}, {}]>]>} : (tensor<7x4xf32>, tensor<7x4xi32>) -> (tensor<7x4xf32>, tensor<7x4xi32>)
  return %2#1, %2#0 : tensor<7x4xi32>, tensor<7x4xf32>
}
