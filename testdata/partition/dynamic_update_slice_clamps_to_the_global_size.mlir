// test: partition
// An update that would extend past the end starts at the last valid position (openxla/xla#49118).
// collectives: all_gather=0, all_reduce=0, all_to_all=0, collective_permute=0
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%arg0: tensor<2x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<2x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<7> : tensor<i32>
    %c_1 = stablehlo.constant dense<99> : tensor<2x1xi32>
    %0 = stablehlo.dynamic_update_slice %arg0, %c_1, %c, %c_0 : (tensor<2x2xi32>, tensor<2x1xi32>, tensor<i32>, tensor<i32>) -> tensor<2x2xi32>
    return %0 : tensor<2x2xi32>
  }
}
