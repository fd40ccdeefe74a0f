module @jit_unrolled attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg1: tensor<4x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}]>}, %arg2: tensor<4x32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}) -> (tensor<8x16xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg1 [0:1, 0:16, 0:32] : (tensor<4x16x32xf32>) -> tensor<1x16x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x32xf32>) -> tensor<16x32xf32>
    %2 = stablehlo.slice %arg2 [0:1, 0:32, 0:16] : (tensor<4x32x16xf32>) -> tensor<1x32x16xf32>
    %3 = stablehlo.reshape %2 : (tensor<1x32x16xf32>) -> tensor<32x16xf32>
    %4 = stablehlo.dot_general %arg0, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %5 = call @relu(%4) : (tensor<8x32xf32>) -> tensor<8x32xf32>
    %6 = stablehlo.dot_general %5, %3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %7 = stablehlo.add %arg0, %6 : tensor<8x16xf32>
    %8 = stablehlo.slice %arg1 [1:2, 0:16, 0:32] : (tensor<4x16x32xf32>) -> tensor<1x16x32xf32>
    %9 = stablehlo.reshape %8 : (tensor<1x16x32xf32>) -> tensor<16x32xf32>
    %10 = stablehlo.slice %arg2 [1:2, 0:32, 0:16] : (tensor<4x32x16xf32>) -> tensor<1x32x16xf32>
    %11 = stablehlo.reshape %10 : (tensor<1x32x16xf32>) -> tensor<32x16xf32>
    %12 = stablehlo.dot_general %7, %9, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %13 = call @relu(%12) : (tensor<8x32xf32>) -> tensor<8x32xf32>
    %14 = stablehlo.dot_general %13, %11, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %15 = stablehlo.add %7, %14 : tensor<8x16xf32>
    %16 = stablehlo.slice %arg1 [2:3, 0:16, 0:32] : (tensor<4x16x32xf32>) -> tensor<1x16x32xf32>
    %17 = stablehlo.reshape %16 : (tensor<1x16x32xf32>) -> tensor<16x32xf32>
    %18 = stablehlo.slice %arg2 [2:3, 0:32, 0:16] : (tensor<4x32x16xf32>) -> tensor<1x32x16xf32>
    %19 = stablehlo.reshape %18 : (tensor<1x32x16xf32>) -> tensor<32x16xf32>
    %20 = stablehlo.dot_general %15, %17, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %21 = call @relu(%20) : (tensor<8x32xf32>) -> tensor<8x32xf32>
    %22 = stablehlo.dot_general %21, %19, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %23 = stablehlo.add %15, %22 : tensor<8x16xf32>
    %24 = stablehlo.slice %arg1 [3:4, 0:16, 0:32] : (tensor<4x16x32xf32>) -> tensor<1x16x32xf32>
    %25 = stablehlo.reshape %24 : (tensor<1x16x32xf32>) -> tensor<16x32xf32>
    %26 = stablehlo.slice %arg2 [3:4, 0:32, 0:16] : (tensor<4x32x16xf32>) -> tensor<1x32x16xf32>
    %27 = stablehlo.reshape %26 : (tensor<1x32x16xf32>) -> tensor<32x16xf32>
    %28 = stablehlo.dot_general %23, %25, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %29 = call @relu(%28) : (tensor<8x32xf32>) -> tensor<8x32xf32>
    %30 = stablehlo.dot_general %29, %27, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %31 = stablehlo.add %23, %30 : tensor<8x16xf32>
    return %31 : tensor<8x16xf32>
  }
  func.func private @relu(%arg0: tensor<8x32xf32>) -> tensor<8x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x32xf32>
    return %1 : tensor<8x32xf32>
  }
}
