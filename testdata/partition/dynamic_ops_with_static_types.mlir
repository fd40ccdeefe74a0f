// test: partition
// Shapes that are operands, although the types are static.
// collectives: all_gather=0, all_to_all=0, all_reduce=0
module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x2x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, tensor<8x9xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %size = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<8x6xf32>) -> tensor<i32>
    %rows = stablehlo.reshape %size : (tensor<i32>) -> tensor<1xi32>
    %four = stablehlo.constant dense<4> : tensor<1xi32>
    %shape = stablehlo.concatenate %rows, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %shape, dims = [0] : (tensor<8xf32>, tensor<2xi32>) -> tensor<8x4xf32>
    %1 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<2xi32>) -> tensor<8x4xi32>
    %shape3 = stablehlo.constant dense<[8, 2, 3]> : tensor<3xi32>
    %2 = stablehlo.dynamic_reshape %arg1, %shape3 : (tensor<8x6xf32>, tensor<3xi32>) -> tensor<8x2x3xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %low = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
    %high = stablehlo.constant dense<[0, 2]> : tensor<2xi32>
    %none = stablehlo.constant dense<0> : tensor<2xi32>
    %3 = stablehlo.dynamic_pad %arg1, %zero, %low, %high, %none : (tensor<8x6xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<8x9xf32>
    %limit = stablehlo.constant dense<[8, 5]> : tensor<2xi32>
    %stride = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %4 = stablehlo.real_dynamic_slice %arg1, %low, %limit, %stride : (tensor<8x6xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<8x2xf32>
    return %0, %1, %2, %3, %4 : tensor<8x4xf32>, tensor<8x4xi32>, tensor<8x2x3xf32>, tensor<8x9xf32>, tensor<8x2xf32>
  }
}
