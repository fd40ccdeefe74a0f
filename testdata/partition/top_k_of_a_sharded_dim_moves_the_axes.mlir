// test: partition
// The searched dimension is sharded and another is not: the axes move there, nothing is gathered before.
// collectives: all_to_all=1
module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%arg0: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %values, %indices = chlo.top_k(%arg0, k = 3) : tensor<8x64xf32> -> (tensor<8x3xf32>, tensor<8x3xi32>)
    return %values, %indices : tensor<8x3xf32>, tensor<8x3xi32>
  }
}
