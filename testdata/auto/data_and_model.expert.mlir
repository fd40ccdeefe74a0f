module @jit_step attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["slow"=2, "fast"=4]> {stablehlo.mesh = {axes = [{name = "slow", size = 2 : i64}, {name = "fast", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"fast"}]>}, %arg1: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fast"}, {}]>}, %arg2: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"fast"}]>}, %arg3: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fast"}, {}]>}, %arg4: tensor<160x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"slow"}, {}]>}, %arg5: tensor<160x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"slow"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<32x128xf32> {jax.result_info = "result[1][0][0]"}, tensor<128x32xf32> {jax.result_info = "result[1][0][1]"}, tensor<32x128xf32> {jax.result_info = "result[1][1][0]"}, tensor<128x32xf32> {jax.result_info = "result[1][1][1]"}) {
    %0 = stablehlo.dot_general %arg4, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<160x32xf32>, tensor<32x128xf32>) -> tensor<160x128xf32>
    %1 = call @relu(%0) : (tensor<160x128xf32>) -> tensor<160x128xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<160x128xf32>
    %3 = stablehlo.compare GT, %0, %2, FLOAT : (tensor<160x128xf32>, tensor<160x128xf32>) -> tensor<160x128xi1>
    %4 = stablehlo.dot_general %1, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<160x128xf32>, tensor<128x32xf32>) -> tensor<160x32xf32>
    %5 = stablehlo.add %arg4, %4 : tensor<160x32xf32>
    %6 = stablehlo.dot_general %5, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<160x32xf32>, tensor<32x128xf32>) -> tensor<160x128xf32>
    %7 = call @relu(%6) : (tensor<160x128xf32>) -> tensor<160x128xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<160x128xf32>
    %9 = stablehlo.compare GT, %6, %8, FLOAT : (tensor<160x128xf32>, tensor<160x128xf32>) -> tensor<160x128xi1>
    %10 = stablehlo.dot_general %7, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<160x128xf32>, tensor<128x32xf32>) -> tensor<160x32xf32>
    %11 = stablehlo.add %5, %10 : tensor<160x32xf32>
    %12 = stablehlo.subtract %11, %arg5 : tensor<160x32xf32>
    %13 = stablehlo.multiply %12, %12 : tensor<160x32xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<160x32xf32>
    %15 = stablehlo.multiply %14, %12 : tensor<160x32xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%13 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<160x32xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<5.120000e+03> : tensor<f32>
    %17 = stablehlo.divide %16, %cst_3 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<5.120000e+03> : tensor<f32>
    %18 = stablehlo.divide %cst_4, %cst_5 : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<160x32xf32>
    %20 = stablehlo.multiply %19, %15 : tensor<160x32xf32>
    %21 = stablehlo.dot_general %20, %7, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<160x32xf32>, tensor<160x128xf32>) -> tensor<32x128xf32>
    %22 = stablehlo.transpose %21, dims = [1, 0] : (tensor<32x128xf32>) -> tensor<128x32xf32>
    %23 = stablehlo.dot_general %20, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<160x32xf32>, tensor<128x32xf32>) -> tensor<160x128xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<160x128xf32>
    %25 = stablehlo.select %9, %23, %24 : tensor<160x128xi1>, tensor<160x128xf32>
    %26 = stablehlo.dot_general %25, %5, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<160x128xf32>, tensor<160x32xf32>) -> tensor<128x32xf32>
    %27 = stablehlo.transpose %26, dims = [1, 0] : (tensor<128x32xf32>) -> tensor<32x128xf32>
    %28 = stablehlo.dot_general %25, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<160x128xf32>, tensor<32x128xf32>) -> tensor<160x32xf32>
    %29 = stablehlo.add %20, %28 : tensor<160x32xf32>
    %30 = stablehlo.dot_general %29, %1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<160x32xf32>, tensor<160x128xf32>) -> tensor<32x128xf32>
    %31 = stablehlo.transpose %30, dims = [1, 0] : (tensor<32x128xf32>) -> tensor<128x32xf32>
    %32 = stablehlo.dot_general %29, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<160x32xf32>, tensor<128x32xf32>) -> tensor<160x128xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<160x128xf32>
    %34 = stablehlo.select %3, %32, %33 : tensor<160x128xi1>, tensor<160x128xf32>
    %35 = stablehlo.dot_general %34, %arg4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<160x128xf32>, tensor<160x32xf32>) -> tensor<128x32xf32>
    %36 = stablehlo.transpose %35, dims = [1, 0] : (tensor<128x32xf32>) -> tensor<32x128xf32>
    %cst_8 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %38 = stablehlo.multiply %37, %36 : tensor<32x128xf32>
    %39 = stablehlo.subtract %arg0, %38 : tensor<32x128xf32>
    %cst_9 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %41 = stablehlo.multiply %40, %31 : tensor<128x32xf32>
    %42 = stablehlo.subtract %arg1, %41 : tensor<128x32xf32>
    %cst_10 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %44 = stablehlo.multiply %43, %27 : tensor<32x128xf32>
    %45 = stablehlo.subtract %arg2, %44 : tensor<32x128xf32>
    %cst_11 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %47 = stablehlo.multiply %46, %22 : tensor<128x32xf32>
    %48 = stablehlo.subtract %arg3, %47 : tensor<128x32xf32>
    return %17, %39, %42, %45, %48 : tensor<f32>, tensor<32x128xf32>, tensor<128x32xf32>, tensor<32x128xf32>, tensor<128x32xf32>
  }
  func.func private @relu(%arg0: tensor<160x128xf32>) -> tensor<160x128xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<160x128xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<160x128xf32>
    return %1 : tensor<160x128xf32>
  }
}

