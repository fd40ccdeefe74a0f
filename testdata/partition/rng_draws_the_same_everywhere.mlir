// test: partition
// Every device draws all numbers and slices out its shard.
// collectives: all_gather=0, all_reduce=0, all_to_all=0, collective_permute=0
module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%arg0: tensor<2xui64>) -> (tensor<2xui64>, tensor<16x4xui32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
    %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<16x4xui32>)
    %c = stablehlo.constant dense<[8, 4]> : tensor<2xi64>
    %low = stablehlo.constant dense<0.0> : tensor<f32>
    %high = stablehlo.constant dense<1.0> : tensor<f32>
    %0 = stablehlo.rng %low, %high, %c, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<8x4xf32>
    return %output_state, %output, %0 : tensor<2xui64>, tensor<16x4xui32>, tensor<8x4xf32>
  }
}
