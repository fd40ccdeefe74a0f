// test: partition
// A cumulative reduction by xor: every device gets the totals of the blocks before its own.
// collectives: all_gather=1, all_reduce=0
module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%arg0: tensor<16x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = "stablehlo.reduce_window"(%arg0, %c) <{padding = dense<[[15, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 16, 1>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %1 = stablehlo.xor %a, %b : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<16x3xi32>, tensor<i32>) -> tensor<16x3xi32>
    return %0 : tensor<16x3xi32>
  }
}
