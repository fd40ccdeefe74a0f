module @jit_halo attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=8]> {stablehlo.mesh = {axes = [{name = "x", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<32x4xf32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x4xf32>) {
      %1 = stablehlo.slice %arg1 [3:4, 0:4] : (tensor<4x4xf32>) -> tensor<1x4xf32>
      %2 = "stablehlo.collective_permute"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7]]> : tensor<7x2xi64>}> : (tensor<1x4xf32>) -> tensor<1x4xf32>
      %3 = stablehlo.slice %arg1 [0:1, 0:4] : (tensor<4x4xf32>) -> tensor<1x4xf32>
      %4 = "stablehlo.collective_permute"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1], [3, 2], [4, 3], [5, 4], [6, 5], [7, 6]]> : tensor<7x2xi64>}> : (tensor<1x4xf32>) -> tensor<1x4xf32>
      %5 = stablehlo.concatenate %2, %arg1, %4, dim = 0 : (tensor<1x4xf32>, tensor<4x4xf32>, tensor<1x4xf32>) -> tensor<6x4xf32>
      %6 = stablehlo.slice %5 [0:4, 0:4] : (tensor<6x4xf32>) -> tensor<4x4xf32>
      %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %8 = stablehlo.multiply %7, %arg1 : tensor<4x4xf32>
      %9 = stablehlo.subtract %6, %8 : tensor<4x4xf32>
      %10 = stablehlo.slice %5 [2:6, 0:4] : (tensor<6x4xf32>) -> tensor<4x4xf32>
      %11 = stablehlo.add %9, %10 : tensor<4x4xf32>
      %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %13 = stablehlo.multiply %12, %11 : tensor<4x4xf32>
      %14 = stablehlo.add %arg1, %13 : tensor<4x4xf32>
      sdy.return %14 : tensor<4x4xf32>
    } : (tensor<32x4xf32>) -> tensor<32x4xf32>
    return %0 : tensor<32x4xf32>
  }
}
