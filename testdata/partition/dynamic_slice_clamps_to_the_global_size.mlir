// test: partition
// A start beyond the last valid one is clamped to the global size, not to that of a shard (openxla/xla#49122).
// collectives: all_gather=0
module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%arg0: tensor<2x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<2x6xi32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<7> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %c, %c_0, sizes = [2, 6] : (tensor<2x8xi32>, tensor<i32>, tensor<i32>) -> tensor<2x6xi32>
    return %0 : tensor<2x6xi32>
  }
}
