module @jit_step attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>}, %arg1: tensor<256x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}, %arg2: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>}, %arg3: tensor<256x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}, %arg4: tensor<2x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<2x64xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg4, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x64xf32>, tensor<64x256xf32>) -> tensor<2x256xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"x", "y"}]> : tensor<2x256xf32>
    %2 = call @relu(%1) : (tensor<2x256xf32>) -> tensor<2x256xf32>
    %3 = stablehlo.dot_general %2, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x256xf32>, tensor<256x64xf32>) -> tensor<2x64xf32>
    %4 = stablehlo.add %arg4, %3 : tensor<2x64xf32>
    %5 = stablehlo.dot_general %4, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x64xf32>, tensor<64x256xf32>) -> tensor<2x256xf32>
    %6 = sdy.sharding_constraint %5 <@mesh, [{}, {"x", "y"}]> : tensor<2x256xf32>
    %7 = call @relu(%6) : (tensor<2x256xf32>) -> tensor<2x256xf32>
    %8 = stablehlo.dot_general %7, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x256xf32>, tensor<256x64xf32>) -> tensor<2x64xf32>
    %9 = stablehlo.add %4, %8 : tensor<2x64xf32>
    return %9 : tensor<2x64xf32>
  }
  func.func private @relu(%arg0: tensor<2x256xf32>) -> tensor<2x256xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x256xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<2x256xf32>
    return %1 : tensor<2x256xf32>
  }
}

