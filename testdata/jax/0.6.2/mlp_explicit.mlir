module @jit_mlp_explicit attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func public @main(%arg0: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %arg1: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %arg2: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x16xf32> {jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<16x32xf32> {jax.result_info = "result[1]", sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, tensor<16x32xf32> {jax.result_info = "result[2]", sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
    %0 = stablehlo.sine %arg2 : tensor<8x16xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> : tensor<8x16xf32>
    %2 = stablehlo.tanh %1 : tensor<8x16xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{"x"}, {}]> : tensor<8x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %5 = sdy.sharding_constraint %4 <@mesh, [{"x"}, {}]> : tensor<8x16xf32>
    %6 = stablehlo.add %3, %5 : tensor<8x16xf32>
    %7 = sdy.sharding_constraint %6 <@mesh, [{"x"}, {}]> : tensor<8x16xf32>
    %8 = stablehlo.negate %arg0 : tensor<16x32xf32>
    %9 = sdy.sharding_constraint %8 <@mesh, [{}, {"y"}]> : tensor<16x32xf32>
    %10 = stablehlo.multiply %9, %arg0 : tensor<16x32xf32>
    %11 = sdy.sharding_constraint %10 <@mesh, [{}, {"y"}]> : tensor<16x32xf32>
    %12 = stablehlo.exponential %11 : tensor<16x32xf32>
    %13 = sdy.sharding_constraint %12 <@mesh, [{}, {"y"}]> : tensor<16x32xf32>
    %14 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %15 = sdy.sharding_constraint %14 <@mesh, [{}, {"y"}]> : tensor<16x32xf32>
    return %7, %13, %15 : tensor<8x16xf32>, tensor<16x32xf32>, tensor<16x32xf32>
  }
}
