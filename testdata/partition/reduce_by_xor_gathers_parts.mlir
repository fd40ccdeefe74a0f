// test: partition
// Compilers have no all-reduce by xor, nor by bitwise ops on integers: partial values are gathered and reduced again.
// collectives: all_reduce=0, all_gather=3
module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%arg0: tensor<10x6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<i32>) -> (tensor<6xi32>, tensor<6xi32>, tensor<6xi32>) {
    %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<10x6xi32>
    %1 = stablehlo.reduce(%0 init: %arg1) applies stablehlo.xor across dimensions = [0] : (tensor<10x6xi32>, tensor<i32>) -> tensor<6xi32>
    %2 = stablehlo.reduce(%0 init: %arg1) applies stablehlo.and across dimensions = [0] : (tensor<10x6xi32>, tensor<i32>) -> tensor<6xi32>
    %3 = stablehlo.reduce(%0 init: %arg1) applies stablehlo.or across dimensions = [0] : (tensor<10x6xi32>, tensor<i32>) -> tensor<6xi32>
    return %1, %2, %3 : tensor<6xi32>, tensor<6xi32>, tensor<6xi32>
  }
}
