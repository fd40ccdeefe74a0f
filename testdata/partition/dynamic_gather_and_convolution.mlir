// test: partition
// Slice sizes and padding that are operands but constant.
// collectives: all_gather=0
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%arg0: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<5xi32>, %arg2: tensor<4x8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %arg3: tensor<3x3x2xf32>) -> (tensor<5x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<4x8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) {
    %sizes = stablehlo.constant dense<[1, 8]> : tensor<2xi32>
    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<6x8xf32>, tensor<5xi32>, tensor<2xi32>) -> tensor<5x8xf32>
    %padding = stablehlo.constant dense<1> : tensor<1x2xi32>
    %1 = "stablehlo.dynamic_conv"(%arg2, %arg3, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x3xf32>, tensor<3x3x2xf32>, tensor<1x2xi32>) -> tensor<4x8x2xf32>
    return %0, %1 : tensor<5x8xf32>, tensor<4x8x2xf32>
  }
}
