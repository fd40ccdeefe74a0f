// test: partition
// Operands are broadcast to the common shape first; each device broadcasts what it needs.
// collectives: all_gather=0, all_reduce=0
module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<6xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8x1xf32>) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x6xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<2x8xf32>) {
    %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<8x6xf32>, tensor<6xf32>) -> tensor<8x6xf32>
    %1 = chlo.broadcast_compare %arg0, %arg2 {broadcast_dimensions = array<i64: 0>, comparison_direction = #chlo<comparison_direction GT>} : (tensor<8x6xf32>, tensor<8xf32>) -> tensor<8x6xi1>
    %2 = chlo.broadcast_select %1, %arg3, %arg1 : (tensor<8x6xi1>, tensor<8x1xf32>, tensor<6xf32>) -> tensor<8x6xf32>
    %3 = stablehlo.broadcast %arg2, sizes = [2] : (tensor<8xf32>) -> tensor<2x8xf32>
    return %0, %1, %2, %3 : tensor<8x6xf32>, tensor<8x6xi1>, tensor<8x6xf32>, tensor<2x8xf32>
  }
}
