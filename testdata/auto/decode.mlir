module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x256xf32>, %arg1: tensor<256x64xf32>, %arg2: tensor<64x256xf32>, %arg3: tensor<256x64xf32>, %arg4: tensor<2x64xf32>) -> (tensor<2x64xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg4, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x64xf32>, tensor<64x256xf32>) -> tensor<2x256xf32>
    %1 = call @relu(%0) : (tensor<2x256xf32>) -> tensor<2x256xf32>
    %2 = stablehlo.dot_general %1, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x256xf32>, tensor<256x64xf32>) -> tensor<2x64xf32>
    %3 = stablehlo.add %arg4, %2 : tensor<2x64xf32>
    %4 = stablehlo.dot_general %3, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x64xf32>, tensor<64x256xf32>) -> tensor<2x256xf32>
    %5 = call @relu(%4) : (tensor<2x256xf32>) -> tensor<2x256xf32>
    %6 = stablehlo.dot_general %5, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x256xf32>, tensor<256x64xf32>) -> tensor<2x64xf32>
    %7 = stablehlo.add %3, %6 : tensor<2x64xf32>
    return %7 : tensor<2x64xf32>
  }
  func.func private @relu(%arg0: tensor<2x256xf32>) -> tensor<2x256xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x256xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<2x256xf32>
    return %1 : tensor<2x256xf32>
  }
}

