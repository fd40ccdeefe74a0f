module @jit_step attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<128x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg2: tensor<128x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg3: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg4: tensor<128x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg5: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg6: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg7: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<128x64xf32> {jax.result_info = "result[1]['down']"}, tensor<64x128xf32> {jax.result_info = "result[1]['up']"}, tensor<128x64xf32> {jax.result_info = "result[2]['down']"}, tensor<64x128xf32> {jax.result_info = "result[2]['up']"}, tensor<128x64xf32> {jax.result_info = "result[3]['down']"}, tensor<64x128xf32> {jax.result_info = "result[3]['up']"}) {
    %0 = stablehlo.dot_general %arg6, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    %1 = call @relu(%0) : (tensor<64x128xf32>) -> tensor<64x128xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %3 = stablehlo.compare GT, %0, %2, FLOAT : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xi1>
    %4 = stablehlo.dot_general %1, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x128xf32>, tensor<128x64xf32>) -> tensor<64x64xf32>
    %5 = stablehlo.subtract %4, %arg7 : tensor<64x64xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<64x64xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %8 = stablehlo.multiply %7, %5 : tensor<64x64xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
    %10 = stablehlo.divide %9, %cst_2 : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
    %11 = stablehlo.divide %cst_3, %cst_4 : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %13 = stablehlo.multiply %12, %8 : tensor<64x64xf32>
    %14 = stablehlo.dot_general %13, %1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    %15 = stablehlo.transpose %14, dims = [1, 0] : (tensor<64x128xf32>) -> tensor<128x64xf32>
    %16 = stablehlo.dot_general %13, %arg0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x64xf32>, tensor<128x64xf32>) -> tensor<64x128xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %18 = stablehlo.select %3, %16, %17 : tensor<64x128xi1>, tensor<64x128xf32>
    %19 = stablehlo.dot_general %18, %arg6, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x128xf32>, tensor<64x64xf32>) -> tensor<128x64xf32>
    %20 = stablehlo.transpose %19, dims = [1, 0] : (tensor<128x64xf32>) -> tensor<64x128xf32>
    %cst_6 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<128x64xf32>
    %22 = stablehlo.multiply %21, %arg2 : tensor<128x64xf32>
    %cst_7 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<128x64xf32>
    %24 = stablehlo.multiply %23, %15 : tensor<128x64xf32>
    %25 = stablehlo.add %22, %24 : tensor<128x64xf32>
    %cst_8 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %27 = stablehlo.multiply %26, %arg3 : tensor<64x128xf32>
    %cst_9 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %29 = stablehlo.multiply %28, %20 : tensor<64x128xf32>
    %30 = stablehlo.add %27, %29 : tensor<64x128xf32>
    %cst_10 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<128x64xf32>
    %32 = stablehlo.multiply %31, %arg4 : tensor<128x64xf32>
    %cst_11 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<128x64xf32>
    %34 = stablehlo.multiply %33, %15 : tensor<128x64xf32>
    %35 = stablehlo.multiply %34, %15 : tensor<128x64xf32>
    %36 = stablehlo.add %32, %35 : tensor<128x64xf32>
    %cst_12 = stablehlo.constant dense<9.900000e-01> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %38 = stablehlo.multiply %37, %arg5 : tensor<64x128xf32>
    %cst_13 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %40 = stablehlo.multiply %39, %20 : tensor<64x128xf32>
    %41 = stablehlo.multiply %40, %20 : tensor<64x128xf32>
    %42 = stablehlo.add %38, %41 : tensor<64x128xf32>
    %cst_14 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<128x64xf32>
    %44 = stablehlo.multiply %43, %25 : tensor<128x64xf32>
    %45 = stablehlo.multiply %36, %36 : tensor<128x64xf32>
    %46 = stablehlo.sqrt %45 : tensor<128x64xf32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<128x64xf32>
    %48 = stablehlo.add %46, %47 : tensor<128x64xf32>
    %49 = stablehlo.divide %44, %48 : tensor<128x64xf32>
    %50 = stablehlo.subtract %arg0, %49 : tensor<128x64xf32>
    %cst_16 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %52 = stablehlo.multiply %51, %30 : tensor<64x128xf32>
    %53 = stablehlo.multiply %42, %42 : tensor<64x128xf32>
    %54 = stablehlo.sqrt %53 : tensor<64x128xf32>
    %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %56 = stablehlo.add %54, %55 : tensor<64x128xf32>
    %57 = stablehlo.divide %52, %56 : tensor<64x128xf32>
    %58 = stablehlo.subtract %arg1, %57 : tensor<64x128xf32>
    return %10, %50, %58, %25, %30, %36, %42 : tensor<f32>, tensor<128x64xf32>, tensor<64x128xf32>, tensor<128x64xf32>, tensor<64x128xf32>, tensor<128x64xf32>, tensor<64x128xf32>
  }
  func.func private @relu(%arg0: tensor<64x128xf32>) -> tensor<64x128xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<64x128xf32>
    return %1 : tensor<64x128xf32>
  }
}

