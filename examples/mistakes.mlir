module @mistakes {
  sdy.mesh @mesh = <["x"=4, "y"=2]>

  // The first argument uses an axis twice, the second one that the mesh does not have.
  func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"x"}]>},
                  %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"batch"}, {}]>}) -> tensor<8x8xf32> {
    // Three dimensions for a matrix.
    %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : tensor<8x8xf32>
    // The inner sizes of the product differ.
    %1 = stablehlo.slice %0 [0:8, 0:4] : (tensor<8x8xf32>) -> tensor<8x4xf32>
    %2 = stablehlo.dot_general %1, %0, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    // Parts of "x" that overlap.
    %3 = sdy.sharding_constraint %2 <@mesh, [{"x":(1)2}, {"x"}]> : tensor<8x8xf32>
    // Nothing defines %sum.
    %4 = stablehlo.multiply %3, %sum : tensor<8x8xf32>
    return %4 : tensor<8x8xf32>
  }
}
