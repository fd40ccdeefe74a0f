// test: partition
// The sorted dimension is sharded by two axes that go to two other dimensions: nothing is gathered.
// collectives: all_gather=0
module {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func @main(%arg0: tensor<4x6x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x", "y"}]>}) -> (tensor<4x6x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x", "y"}]>}) {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 2 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<4x6x64xf32>) -> tensor<4x6x64xf32>
    return %0 : tensor<4x6x64xf32>
  }
}
