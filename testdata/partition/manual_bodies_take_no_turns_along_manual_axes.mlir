// test: partition
// Devices hold different values along "z" there, so the sum over "x" and "y" must not be divided along "z" as well.
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z", "x", "y"}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"z", "x", "y"}, {}]>] out_shardings=[<@mesh, [{"z"}, {}]>] manual_axes={"z"} (%arg1: tensor<8x8xf32>) {
    %1 = func.call @squared(%arg1) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = stablehlo.dot_general %1, %arg1, contracting_dims = [0] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    sdy.return %2 : tensor<8x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
func.func private @squared(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [0] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
