// test: partition
// Every device works on its shard of the batch.
// collectives: all_gather=0, all_to_all=0
module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%arg0: tensor<8x3x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %arg1: tensor<8x3x2xf32>) -> (tensor<8x3x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) {
    %0 = stablehlo.dot_general %arg0, %arg0, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<8x3x3xf32>, tensor<8x3x3xf32>) -> tensor<8x3x3xf32>
    %row = stablehlo.iota dim = 1 : tensor<8x3x3xi32>
    %column = stablehlo.iota dim = 2 : tensor<8x3x3xi32>
    %diagonal = stablehlo.compare EQ, %row, %column : (tensor<8x3x3xi32>, tensor<8x3x3xi32>) -> tensor<8x3x3xi1>
    %ones = stablehlo.convert %diagonal : (tensor<8x3x3xi1>) -> tensor<8x3x3xf32>
    %1 = stablehlo.add %0, %ones : tensor<8x3x3xf32>
    %2 = stablehlo.cholesky %1, lower = true : tensor<8x3x3xf32>
    %3 = "stablehlo.triangular_solve"(%2, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<8x3x3xf32>, tensor<8x3x2xf32>) -> tensor<8x3x2xf32>
    return %3 : tensor<8x3x2xf32>
  }
}
