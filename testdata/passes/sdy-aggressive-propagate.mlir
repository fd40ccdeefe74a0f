// test: pass sdy-aggressive-propagate
// The larger tensor wins a conflict between factors.
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<4x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<8x64xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x64xf32>) -> tensor<8x64xf32>
  return %0 : tensor<8x64xf32>
}
// -----
// An operand of an elementwise op takes no axis that the result could not take.
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// Factors behind one that is not divided do not count for the size of a tensor.
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%arg0: tensor<4x8x3xf32>, %arg1: tensor<48x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", ?}, {"x", ?}]>}, %arg2: tensor<4x4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> tensor<4x12xf32> {
  %0 = stablehlo.custom_call @f(%arg0, %arg1, %arg2) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, il, j], [jki, l], [k, i, j])->([k, ij]) {i=4, j=3, k=4, l=2}, custom>} : (tensor<4x8x3xf32>, tensor<48x2xf32>, tensor<4x4x3xf32>) -> tensor<4x12xf32>
  return %0 : tensor<4x12xf32>
}
