// The gradient of two attention layers. It magnifies rounding until results differ in their first digits, and some results (the gradients of `bk`)
// are zero but for rounding.
module @jit_loss attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg1: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg2: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg3: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg4: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg5: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg6: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg7: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg8: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg9: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg10: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg11: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg12: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg13: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg14: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg15: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg16: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg17: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg18: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg19: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg20: tensor<8x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg21: tensor<2xui32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<16xf32> {jax.result_info = "result[0]['bk']"}, tensor<16xf32> {jax.result_info = "result[0]['bq']"}, tensor<32x16xf32> {jax.result_info = "result[0]['d']"}, tensor<16xf32> {jax.result_info = "result[0]['g1']"}, tensor<16xf32> {jax.result_info = "result[0]['g2']"}, tensor<16x16xf32> {jax.result_info = "result[0]['k']"}, tensor<16x16xf32> {jax.result_info = "result[0]['o']"}, tensor<16x16xf32> {jax.result_info = "result[0]['q']"}, tensor<16x32xf32> {jax.result_info = "result[0]['u']"}, tensor<16x16xf32> {jax.result_info = "result[0]['v']"}, tensor<16xf32> {jax.result_info = "result[1]['bk']"}, tensor<16xf32> {jax.result_info = "result[1]['bq']"}, tensor<32x16xf32> {jax.result_info = "result[1]['d']"}, tensor<16xf32> {jax.result_info = "result[1]['g1']"}, tensor<16xf32> {jax.result_info = "result[1]['g2']"}, tensor<16x16xf32> {jax.result_info = "result[1]['k']"}, tensor<16x16xf32> {jax.result_info = "result[1]['o']"}, tensor<16x16xf32> {jax.result_info = "result[1]['q']"}, tensor<16x32xf32> {jax.result_info = "result[1]['u']"}, tensor<16x16xf32> {jax.result_info = "result[1]['v']"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg20 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<8x8x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %5 = stablehlo.subtract %arg20, %4 : tensor<8x8x16xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<8x8x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_2 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<8x8x1xf32>
    %11 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %12 = stablehlo.subtract %arg20, %11 : tensor<8x8x16xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %14 = stablehlo.add %10, %13 : tensor<8x8x1xf32>
    %15 = stablehlo.rsqrt %14 : tensor<8x8x1xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %17 = stablehlo.multiply %12, %16 : tensor<8x8x16xf32>
    %18 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %20 = stablehlo.multiply %17, %19 : tensor<8x8x16xf32>
    %21 = stablehlo.dot_general %20, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %22 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %24 = stablehlo.add %21, %23 : tensor<8x8x16xf32>
    %25 = stablehlo.dot_general %20, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %26 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %28 = stablehlo.add %25, %27 : tensor<8x8x16xf32>
    %29 = stablehlo.dot_general %20, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %30 = stablehlo.transpose %28, dims = [0, 2, 1] : (tensor<8x8x16xf32>) -> tensor<8x16x8xf32>
    %31 = stablehlo.dot_general %24, %30, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<8x16x8xf32>) -> tensor<8x8x8xf32>
    %cst_4 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x8x8xf32>
    %33 = stablehlo.divide %31, %32 : tensor<8x8x8xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %34 = stablehlo.reduce(%33 init: %cst_5) applies stablehlo.maximum across dimensions = [2] : (tensor<8x8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %36 = stablehlo.maximum %35, %34 : tensor<8x8xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x8xf32>
    %39 = stablehlo.subtract %33, %38 : tensor<8x8x8xf32>
    %40 = stablehlo.exponential %39 : tensor<8x8x8xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.reduce(%40 init: %cst_7) applies stablehlo.add across dimensions = [2] : (tensor<8x8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x8xf32>
    %44 = stablehlo.divide %40, %43 : tensor<8x8x8xf32>
    %45 = stablehlo.multiply %42, %42 : tensor<8x8x1xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %47 = stablehlo.divide %46, %45 : tensor<8x8x1xf32>
    %48 = stablehlo.dot_general %44, %29, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8xf32>, tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
    %49 = stablehlo.dot_general %48, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %50 = stablehlo.add %arg20, %49 : tensor<8x8x16xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %51 = call @_uniform(%arg21, %cst_9, %cst_10) : (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<8x8x16xf32>
    %cst_11 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x8x16xf32>
    %53 = stablehlo.compare LT, %51, %52, FLOAT : (tensor<8x8x16xf32>, tensor<8x8x16xf32>) -> tensor<8x8x16xi1>
    %54 = stablehlo.convert %53 : (tensor<8x8x16xi1>) -> tensor<8x8x16xf32>
    %55 = stablehlo.multiply %50, %54 : tensor<8x8x16xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.reduce(%50 init: %cst_12) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_13 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %59 = stablehlo.divide %57, %58 : tensor<8x8x1xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %61 = stablehlo.subtract %50, %60 : tensor<8x8x16xf32>
    %62 = stablehlo.multiply %61, %61 : tensor<8x8x16xf32>
    %cst_14 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x8x16xf32>
    %64 = stablehlo.multiply %63, %61 : tensor<8x8x16xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.reduce(%62 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_16 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %68 = stablehlo.divide %66, %67 : tensor<8x8x1xf32>
    %69 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %70 = stablehlo.subtract %50, %69 : tensor<8x8x16xf32>
    %cst_17 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %72 = stablehlo.add %68, %71 : tensor<8x8x1xf32>
    %73 = stablehlo.rsqrt %72 : tensor<8x8x1xf32>
    %74 = stablehlo.divide %73, %72 : tensor<8x8x1xf32>
    %cst_18 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %76 = stablehlo.multiply %75, %74 : tensor<8x8x1xf32>
    %77 = stablehlo.broadcast_in_dim %73, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %78 = stablehlo.multiply %70, %77 : tensor<8x8x16xf32>
    %79 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %80 = stablehlo.broadcast_in_dim %79, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %81 = stablehlo.multiply %78, %80 : tensor<8x8x16xf32>
    %82 = stablehlo.dot_general %81, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<16x32xf32>) -> tensor<8x8x32xf32>
    %83 = call @relu(%82) : (tensor<8x8x32xf32>) -> tensor<8x8x32xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x8x32xf32>
    %85 = stablehlo.compare GT, %82, %84, FLOAT : (tensor<8x8x32xf32>, tensor<8x8x32xf32>) -> tensor<8x8x32xi1>
    %86 = stablehlo.dot_general %83, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x32xf32>, tensor<32x16xf32>) -> tensor<8x8x16xf32>
    %87 = stablehlo.add %55, %86 : tensor<8x8x16xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %88 = stablehlo.reduce(%87 init: %cst_20) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_21 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %91 = stablehlo.divide %89, %90 : tensor<8x8x1xf32>
    %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %93 = stablehlo.subtract %87, %92 : tensor<8x8x16xf32>
    %94 = stablehlo.multiply %93, %93 : tensor<8x8x16xf32>
    %cst_22 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x8x16xf32>
    %96 = stablehlo.multiply %95, %93 : tensor<8x8x16xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %97 = stablehlo.reduce(%94 init: %cst_23) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %98 = stablehlo.broadcast_in_dim %97, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_24 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %100 = stablehlo.divide %98, %99 : tensor<8x8x1xf32>
    %101 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %102 = stablehlo.subtract %87, %101 : tensor<8x8x16xf32>
    %cst_25 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %104 = stablehlo.add %100, %103 : tensor<8x8x1xf32>
    %105 = stablehlo.rsqrt %104 : tensor<8x8x1xf32>
    %106 = stablehlo.divide %105, %104 : tensor<8x8x1xf32>
    %cst_26 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %108 = stablehlo.multiply %107, %106 : tensor<8x8x1xf32>
    %109 = stablehlo.broadcast_in_dim %105, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %110 = stablehlo.multiply %102, %109 : tensor<8x8x16xf32>
    %111 = stablehlo.broadcast_in_dim %arg13, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %112 = stablehlo.broadcast_in_dim %111, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %113 = stablehlo.multiply %110, %112 : tensor<8x8x16xf32>
    %114 = stablehlo.dot_general %113, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %115 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %116 = stablehlo.broadcast_in_dim %115, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %117 = stablehlo.add %114, %116 : tensor<8x8x16xf32>
    %118 = stablehlo.dot_general %113, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %119 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %120 = stablehlo.broadcast_in_dim %119, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %121 = stablehlo.add %118, %120 : tensor<8x8x16xf32>
    %122 = stablehlo.dot_general %113, %arg19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %123 = stablehlo.transpose %121, dims = [0, 2, 1] : (tensor<8x8x16xf32>) -> tensor<8x16x8xf32>
    %124 = stablehlo.dot_general %117, %123, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<8x16x8xf32>) -> tensor<8x8x8xf32>
    %cst_27 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<8x8x8xf32>
    %126 = stablehlo.divide %124, %125 : tensor<8x8x8xf32>
    %cst_28 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %127 = stablehlo.reduce(%126 init: %cst_28) applies stablehlo.maximum across dimensions = [2] : (tensor<8x8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
    %cst_29 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %129 = stablehlo.maximum %128, %127 : tensor<8x8xf32>
    %130 = stablehlo.broadcast_in_dim %129, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %131 = stablehlo.broadcast_in_dim %130, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x8xf32>
    %132 = stablehlo.subtract %126, %131 : tensor<8x8x8xf32>
    %133 = stablehlo.exponential %132 : tensor<8x8x8xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %134 = stablehlo.reduce(%133 init: %cst_30) applies stablehlo.add across dimensions = [2] : (tensor<8x8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
    %135 = stablehlo.broadcast_in_dim %134, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %136 = stablehlo.broadcast_in_dim %135, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x8xf32>
    %137 = stablehlo.divide %133, %136 : tensor<8x8x8xf32>
    %138 = stablehlo.multiply %135, %135 : tensor<8x8x1xf32>
    %cst_31 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %139 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %140 = stablehlo.divide %139, %138 : tensor<8x8x1xf32>
    %141 = stablehlo.dot_general %137, %122, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8xf32>, tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
    %142 = stablehlo.dot_general %141, %arg16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %143 = stablehlo.add %87, %142 : tensor<8x8x16xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_33 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %144 = call @_uniform(%arg21, %cst_32, %cst_33) : (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<8x8x16xf32>
    %cst_34 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x8x16xf32>
    %146 = stablehlo.compare LT, %144, %145, FLOAT : (tensor<8x8x16xf32>, tensor<8x8x16xf32>) -> tensor<8x8x16xi1>
    %147 = stablehlo.convert %146 : (tensor<8x8x16xi1>) -> tensor<8x8x16xf32>
    %148 = stablehlo.multiply %143, %147 : tensor<8x8x16xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %149 = stablehlo.reduce(%143 init: %cst_35) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %150 = stablehlo.broadcast_in_dim %149, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_36 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %151 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %152 = stablehlo.divide %150, %151 : tensor<8x8x1xf32>
    %153 = stablehlo.broadcast_in_dim %152, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %154 = stablehlo.subtract %143, %153 : tensor<8x8x16xf32>
    %155 = stablehlo.multiply %154, %154 : tensor<8x8x16xf32>
    %cst_37 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %156 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<8x8x16xf32>
    %157 = stablehlo.multiply %156, %154 : tensor<8x8x16xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %158 = stablehlo.reduce(%155 init: %cst_38) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %159 = stablehlo.broadcast_in_dim %158, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_39 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %161 = stablehlo.divide %159, %160 : tensor<8x8x1xf32>
    %162 = stablehlo.broadcast_in_dim %152, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %163 = stablehlo.subtract %143, %162 : tensor<8x8x16xf32>
    %cst_40 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %164 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %165 = stablehlo.add %161, %164 : tensor<8x8x1xf32>
    %166 = stablehlo.rsqrt %165 : tensor<8x8x1xf32>
    %167 = stablehlo.divide %166, %165 : tensor<8x8x1xf32>
    %cst_41 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %168 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %169 = stablehlo.multiply %168, %167 : tensor<8x8x1xf32>
    %170 = stablehlo.broadcast_in_dim %166, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %171 = stablehlo.multiply %163, %170 : tensor<8x8x16xf32>
    %172 = stablehlo.broadcast_in_dim %arg14, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %173 = stablehlo.broadcast_in_dim %172, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %174 = stablehlo.multiply %171, %173 : tensor<8x8x16xf32>
    %175 = stablehlo.dot_general %174, %arg18, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<16x32xf32>) -> tensor<8x8x32xf32>
    %176 = call @relu(%175) : (tensor<8x8x32xf32>) -> tensor<8x8x32xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %177 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<8x8x32xf32>
    %178 = stablehlo.compare GT, %175, %177, FLOAT : (tensor<8x8x32xf32>, tensor<8x8x32xf32>) -> tensor<8x8x32xi1>
    %179 = stablehlo.dot_general %176, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x32xf32>, tensor<32x16xf32>) -> tensor<8x8x16xf32>
    %180 = stablehlo.add %148, %179 : tensor<8x8x16xf32>
    %cst_43 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %181 = stablehlo.reduce(%180 init: %cst_43) applies stablehlo.maximum across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %cst_44 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %182 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %183 = stablehlo.maximum %182, %181 : tensor<8x8xf32>
    %184 = stablehlo.is_finite %183 : (tensor<8x8xf32>) -> tensor<8x8xi1>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %185 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %186 = stablehlo.select %184, %183, %185 : tensor<8x8xi1>, tensor<8x8xf32>
    %187 = stablehlo.broadcast_in_dim %186, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %188 = stablehlo.broadcast_in_dim %187, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %189 = stablehlo.subtract %180, %188 : tensor<8x8x16xf32>
    %190 = stablehlo.exponential %189 : tensor<8x8x16xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %191 = stablehlo.reduce(%190 init: %cst_46) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %192 = stablehlo.abs %191 : tensor<8x8xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %194 = stablehlo.compare GE, %191, %193, FLOAT : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %cst_48 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_49 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %195 = stablehlo.divide %cst_48, %cst_49 : tensor<f32>
    %196 = stablehlo.broadcast_in_dim %195, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %197 = stablehlo.negate %196 : tensor<8x8xf32>
    %198 = stablehlo.broadcast_in_dim %197, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %199 = stablehlo.pad %198, %cst_50, low = [0, 0, 0], high = [0, 0, 15], interior = [0, 0, 0] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8x16xf32>
    %200 = stablehlo.divide %196, %192 : tensor<8x8xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %201 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %202 = stablehlo.select %194, %201, %200 : tensor<8x8xi1>, tensor<8x8xf32>
    %203 = stablehlo.select %194, %200, %201 : tensor<8x8xi1>, tensor<8x8xf32>
    %204 = stablehlo.negate %202 : tensor<8x8xf32>
    %205 = stablehlo.add %203, %204 : tensor<8x8xf32>
    %206 = stablehlo.broadcast_in_dim %205, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x16xf32>
    %207 = stablehlo.multiply %206, %190 : tensor<8x8x16xf32>
    %208 = stablehlo.add %199, %207 : tensor<8x8x16xf32>
    %209 = stablehlo.dot_general %208, %176, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<8x8x32xf32>) -> tensor<16x32xf32>
    %210 = stablehlo.transpose %209, dims = [1, 0] : (tensor<16x32xf32>) -> tensor<32x16xf32>
    %211 = stablehlo.dot_general %208, %arg12, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<32x16xf32>) -> tensor<8x8x32xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %212 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<8x8x32xf32>
    %213 = stablehlo.select %178, %211, %212 : tensor<8x8x32xi1>, tensor<8x8x32xf32>
    %214 = stablehlo.dot_general %213, %174, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x32xf32>, tensor<8x8x16xf32>) -> tensor<32x16xf32>
    %215 = stablehlo.transpose %214, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %216 = stablehlo.dot_general %213, %arg18, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x32xf32>, tensor<16x32xf32>) -> tensor<8x8x16xf32>
    %217 = stablehlo.multiply %171, %216 : tensor<8x8x16xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %218 = stablehlo.reduce(%217 init: %cst_53) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<16xf32>
    %219 = stablehlo.reshape %218 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %220 = stablehlo.broadcast_in_dim %172, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %221 = stablehlo.multiply %216, %220 : tensor<8x8x16xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %222 = stablehlo.reduce(%219 init: %cst_54) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %223 = stablehlo.multiply %163, %221 : tensor<8x8x16xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %224 = stablehlo.reduce(%223 init: %cst_55) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %225 = stablehlo.reshape %224 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %226 = stablehlo.broadcast_in_dim %166, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %227 = stablehlo.multiply %221, %226 : tensor<8x8x16xf32>
    %228 = stablehlo.multiply %225, %169 : tensor<8x8x1xf32>
    %229 = stablehlo.negate %227 : tensor<8x8x16xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %230 = stablehlo.reduce(%229 init: %cst_56) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %231 = stablehlo.reshape %230 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_57 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %232 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %233 = stablehlo.divide %228, %232 : tensor<8x8x1xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %234 = stablehlo.reduce(%233 init: %cst_58) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %235 = stablehlo.broadcast_in_dim %234, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x16xf32>
    %236 = stablehlo.multiply %235, %157 : tensor<8x8x16xf32>
    %237 = stablehlo.negate %236 : tensor<8x8x16xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %238 = stablehlo.reduce(%237 init: %cst_59) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %239 = stablehlo.reshape %238 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %240 = stablehlo.add %227, %236 : tensor<8x8x16xf32>
    %241 = stablehlo.add %231, %239 : tensor<8x8x1xf32>
    %cst_60 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %242 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %243 = stablehlo.divide %241, %242 : tensor<8x8x1xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %244 = stablehlo.reduce(%243 init: %cst_61) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %245 = stablehlo.broadcast_in_dim %244, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x16xf32>
    %246 = stablehlo.add %240, %245 : tensor<8x8x16xf32>
    %247 = stablehlo.multiply %208, %147 : tensor<8x8x16xf32>
    %248 = stablehlo.add %246, %247 : tensor<8x8x16xf32>
    %249 = stablehlo.dot_general %248, %141, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<8x8x16xf32>) -> tensor<16x16xf32>
    %250 = stablehlo.transpose %249, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %251 = stablehlo.dot_general %248, %arg16, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %252 = stablehlo.dot_general %251, %137, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<8x8x8xf32>) -> tensor<8x16x8xf32>
    %253 = stablehlo.transpose %252, dims = [0, 2, 1] : (tensor<8x16x8xf32>) -> tensor<8x8x16xf32>
    %254 = stablehlo.dot_general %251, %122, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<8x8x16xf32>) -> tensor<8x8x8xf32>
    %255 = stablehlo.broadcast_in_dim %140, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x8xf32>
    %256 = stablehlo.multiply %254, %255 : tensor<8x8x8xf32>
    %257 = stablehlo.multiply %256, %133 : tensor<8x8x8xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %258 = stablehlo.reduce(%257 init: %cst_62) applies stablehlo.add across dimensions = [2] : (tensor<8x8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
    %259 = stablehlo.reshape %258 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %260 = stablehlo.negate %259 : tensor<8x8x1xf32>
    %261 = stablehlo.broadcast_in_dim %135, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x8xf32>
    %262 = stablehlo.divide %254, %261 : tensor<8x8x8xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %263 = stablehlo.reduce(%260 init: %cst_63) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %264 = stablehlo.broadcast_in_dim %263, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x8xf32>
    %265 = stablehlo.add %262, %264 : tensor<8x8x8xf32>
    %266 = stablehlo.multiply %265, %133 : tensor<8x8x8xf32>
    %cst_64 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %267 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<8x8x8xf32>
    %268 = stablehlo.divide %266, %267 : tensor<8x8x8xf32>
    %269 = stablehlo.dot_general %268, %117, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8xf32>, tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
    %270 = stablehlo.transpose %269, dims = [0, 2, 1] : (tensor<8x8x16xf32>) -> tensor<8x16x8xf32>
    %271 = stablehlo.dot_general %268, %123, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8xf32>, tensor<8x16x8xf32>) -> tensor<8x8x16xf32>
    %272 = stablehlo.transpose %270, dims = [0, 2, 1] : (tensor<8x16x8xf32>) -> tensor<8x8x16xf32>
    %273 = stablehlo.dot_general %253, %113, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<8x8x16xf32>) -> tensor<16x16xf32>
    %274 = stablehlo.transpose %273, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %275 = stablehlo.dot_general %253, %arg19, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %276 = stablehlo.reduce(%272 init: %cst_65) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<16xf32>
    %277 = stablehlo.reshape %276 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %278 = stablehlo.reduce(%277 init: %cst_66) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %279 = stablehlo.dot_general %272, %113, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<8x8x16xf32>) -> tensor<16x16xf32>
    %280 = stablehlo.transpose %279, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %281 = stablehlo.dot_general %272, %arg15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %282 = stablehlo.add %275, %281 : tensor<8x8x16xf32>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %283 = stablehlo.reduce(%271 init: %cst_67) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<16xf32>
    %284 = stablehlo.reshape %283 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %285 = stablehlo.reduce(%284 init: %cst_68) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %286 = stablehlo.dot_general %271, %113, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<8x8x16xf32>) -> tensor<16x16xf32>
    %287 = stablehlo.transpose %286, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %288 = stablehlo.dot_general %271, %arg17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %289 = stablehlo.add %282, %288 : tensor<8x8x16xf32>
    %290 = stablehlo.multiply %110, %289 : tensor<8x8x16xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %291 = stablehlo.reduce(%290 init: %cst_69) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<16xf32>
    %292 = stablehlo.reshape %291 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %293 = stablehlo.broadcast_in_dim %111, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %294 = stablehlo.multiply %289, %293 : tensor<8x8x16xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %295 = stablehlo.reduce(%292 init: %cst_70) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %296 = stablehlo.multiply %102, %294 : tensor<8x8x16xf32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %297 = stablehlo.reduce(%296 init: %cst_71) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %298 = stablehlo.reshape %297 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %299 = stablehlo.broadcast_in_dim %105, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %300 = stablehlo.multiply %294, %299 : tensor<8x8x16xf32>
    %301 = stablehlo.multiply %298, %108 : tensor<8x8x1xf32>
    %302 = stablehlo.negate %300 : tensor<8x8x16xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %303 = stablehlo.reduce(%302 init: %cst_72) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %304 = stablehlo.reshape %303 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %305 = stablehlo.add %248, %300 : tensor<8x8x16xf32>
    %cst_73 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %306 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %307 = stablehlo.divide %301, %306 : tensor<8x8x1xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %308 = stablehlo.reduce(%307 init: %cst_74) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %309 = stablehlo.broadcast_in_dim %308, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x16xf32>
    %310 = stablehlo.multiply %309, %96 : tensor<8x8x16xf32>
    %311 = stablehlo.negate %310 : tensor<8x8x16xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %312 = stablehlo.reduce(%311 init: %cst_75) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %313 = stablehlo.reshape %312 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %314 = stablehlo.add %305, %310 : tensor<8x8x16xf32>
    %315 = stablehlo.add %304, %313 : tensor<8x8x1xf32>
    %cst_76 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %316 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %317 = stablehlo.divide %315, %316 : tensor<8x8x1xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %318 = stablehlo.reduce(%317 init: %cst_77) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %319 = stablehlo.broadcast_in_dim %318, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x16xf32>
    %320 = stablehlo.add %314, %319 : tensor<8x8x16xf32>
    %321 = stablehlo.dot_general %320, %83, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<8x8x32xf32>) -> tensor<16x32xf32>
    %322 = stablehlo.transpose %321, dims = [1, 0] : (tensor<16x32xf32>) -> tensor<32x16xf32>
    %323 = stablehlo.dot_general %320, %arg2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<32x16xf32>) -> tensor<8x8x32xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %324 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<8x8x32xf32>
    %325 = stablehlo.select %85, %323, %324 : tensor<8x8x32xi1>, tensor<8x8x32xf32>
    %326 = stablehlo.dot_general %325, %81, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x32xf32>, tensor<8x8x16xf32>) -> tensor<32x16xf32>
    %327 = stablehlo.transpose %326, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %328 = stablehlo.dot_general %325, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x32xf32>, tensor<16x32xf32>) -> tensor<8x8x16xf32>
    %329 = stablehlo.multiply %78, %328 : tensor<8x8x16xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %330 = stablehlo.reduce(%329 init: %cst_79) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<16xf32>
    %331 = stablehlo.reshape %330 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %332 = stablehlo.broadcast_in_dim %79, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<8x8x16xf32>
    %333 = stablehlo.multiply %328, %332 : tensor<8x8x16xf32>
    %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %334 = stablehlo.reduce(%331 init: %cst_80) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %335 = stablehlo.multiply %70, %333 : tensor<8x8x16xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %336 = stablehlo.reduce(%335 init: %cst_81) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %337 = stablehlo.reshape %336 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %338 = stablehlo.broadcast_in_dim %73, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x16xf32>
    %339 = stablehlo.multiply %333, %338 : tensor<8x8x16xf32>
    %340 = stablehlo.multiply %337, %76 : tensor<8x8x1xf32>
    %341 = stablehlo.negate %339 : tensor<8x8x16xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %342 = stablehlo.reduce(%341 init: %cst_82) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %343 = stablehlo.reshape %342 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_83 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %344 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %345 = stablehlo.divide %340, %344 : tensor<8x8x1xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %346 = stablehlo.reduce(%345 init: %cst_84) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %347 = stablehlo.broadcast_in_dim %346, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x16xf32>
    %348 = stablehlo.multiply %347, %64 : tensor<8x8x16xf32>
    %349 = stablehlo.negate %348 : tensor<8x8x16xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %350 = stablehlo.reduce(%349 init: %cst_85) applies stablehlo.add across dimensions = [2] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x8xf32>
    %351 = stablehlo.reshape %350 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %352 = stablehlo.add %339, %348 : tensor<8x8x16xf32>
    %353 = stablehlo.add %343, %351 : tensor<8x8x1xf32>
    %cst_86 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %354 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %355 = stablehlo.divide %353, %354 : tensor<8x8x1xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %356 = stablehlo.reduce(%355 init: %cst_87) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %357 = stablehlo.broadcast_in_dim %356, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x16xf32>
    %358 = stablehlo.add %352, %357 : tensor<8x8x16xf32>
    %359 = stablehlo.multiply %320, %54 : tensor<8x8x16xf32>
    %360 = stablehlo.add %358, %359 : tensor<8x8x16xf32>
    %361 = stablehlo.dot_general %360, %48, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<8x8x16xf32>) -> tensor<16x16xf32>
    %362 = stablehlo.transpose %361, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %363 = stablehlo.dot_general %360, %arg6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %364 = stablehlo.dot_general %363, %44, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<8x8x8xf32>) -> tensor<8x16x8xf32>
    %365 = stablehlo.transpose %364, dims = [0, 2, 1] : (tensor<8x16x8xf32>) -> tensor<8x8x16xf32>
    %366 = stablehlo.dot_general %363, %29, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<8x8x16xf32>) -> tensor<8x8x8xf32>
    %367 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x8xf32>
    %368 = stablehlo.multiply %366, %367 : tensor<8x8x8xf32>
    %369 = stablehlo.multiply %368, %40 : tensor<8x8x8xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %370 = stablehlo.reduce(%369 init: %cst_88) applies stablehlo.add across dimensions = [2] : (tensor<8x8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
    %371 = stablehlo.reshape %370 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %372 = stablehlo.negate %371 : tensor<8x8x1xf32>
    %373 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x8xf32>
    %374 = stablehlo.divide %366, %373 : tensor<8x8x8xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %375 = stablehlo.reduce(%372 init: %cst_89) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %376 = stablehlo.broadcast_in_dim %375, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x8xf32>
    %377 = stablehlo.add %374, %376 : tensor<8x8x8xf32>
    %378 = stablehlo.multiply %377, %40 : tensor<8x8x8xf32>
    %cst_90 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %379 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<8x8x8xf32>
    %380 = stablehlo.divide %378, %379 : tensor<8x8x8xf32>
    %381 = stablehlo.dot_general %380, %24, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8xf32>, tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
    %382 = stablehlo.transpose %381, dims = [0, 2, 1] : (tensor<8x8x16xf32>) -> tensor<8x16x8xf32>
    %383 = stablehlo.dot_general %380, %30, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8xf32>, tensor<8x16x8xf32>) -> tensor<8x8x16xf32>
    %384 = stablehlo.transpose %382, dims = [0, 2, 1] : (tensor<8x16x8xf32>) -> tensor<8x8x16xf32>
    %385 = stablehlo.dot_general %365, %20, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<8x8x16xf32>) -> tensor<16x16xf32>
    %386 = stablehlo.transpose %385, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %387 = stablehlo.dot_general %365, %arg9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %388 = stablehlo.reduce(%384 init: %cst_91) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<16xf32>
    %389 = stablehlo.reshape %388 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_92 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %390 = stablehlo.reduce(%389 init: %cst_92) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %391 = stablehlo.dot_general %384, %20, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<8x8x16xf32>) -> tensor<16x16xf32>
    %392 = stablehlo.transpose %391, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %393 = stablehlo.dot_general %384, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %394 = stablehlo.add %387, %393 : tensor<8x8x16xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %395 = stablehlo.reduce(%383 init: %cst_93) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<16xf32>
    %396 = stablehlo.reshape %395 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %397 = stablehlo.reduce(%396 init: %cst_94) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %398 = stablehlo.dot_general %383, %20, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<8x8x16xf32>) -> tensor<16x16xf32>
    %399 = stablehlo.transpose %398, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %400 = stablehlo.dot_general %383, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16xf32>, tensor<16x16xf32>) -> tensor<8x8x16xf32>
    %401 = stablehlo.add %394, %400 : tensor<8x8x16xf32>
    %402 = stablehlo.multiply %17, %401 : tensor<8x8x16xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %403 = stablehlo.reduce(%402 init: %cst_95) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<16xf32>
    %404 = stablehlo.reshape %403 : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %cst_96 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %405 = stablehlo.reduce(%404 init: %cst_96) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    return %390, %397, %322, %405, %334, %392, %362, %399, %327, %386, %278, %285, %210, %295, %222, %280, %250, %287, %215, %274 : tensor<16xf32>, tensor<16xf32>, tensor<32x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x32xf32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<32x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x32xf32>, tensor<16x16xf32>
  }
  func.func private @_uniform(%arg0: tensor<2xui32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<8x8x16xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.convert %arg2 : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x1x1xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<1x1x1xf32>
    %4 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %5 = stablehlo.reshape %4 : (tensor<1xui32>) -> tensor<ui32>
    %6 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %7 = stablehlo.reshape %6 : (tensor<1xui32>) -> tensor<ui32>
    %8 = stablehlo.iota dim = 0 : tensor<8x8x16xui64>
    %9 = stablehlo.iota dim = 1 : tensor<8x8x16xui64>
    %10 = stablehlo.iota dim = 2 : tensor<8x8x16xui64>
    %c = stablehlo.constant dense<128> : tensor<ui64>
    %11 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<8x8x16xui64>
    %12 = stablehlo.multiply %11, %8 : tensor<8x8x16xui64>
    %c_0 = stablehlo.constant dense<16> : tensor<ui64>
    %13 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<8x8x16xui64>
    %14 = stablehlo.multiply %13, %9 : tensor<8x8x16xui64>
    %c_1 = stablehlo.constant dense<1> : tensor<ui64>
    %15 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui64>) -> tensor<8x8x16xui64>
    %16 = stablehlo.multiply %15, %10 : tensor<8x8x16xui64>
    %17 = stablehlo.add %12, %14 : tensor<8x8x16xui64>
    %18 = stablehlo.add %17, %16 : tensor<8x8x16xui64>
    %c_2 = stablehlo.constant dense<32> : tensor<ui64>
    %19 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui64>) -> tensor<8x8x16xui64>
    %20 = stablehlo.shift_right_logical %18, %19 : tensor<8x8x16xui64>
    %21 = stablehlo.convert %18 : (tensor<8x8x16xui64>) -> tensor<8x8x16xui32>
    %22 = stablehlo.convert %20 : (tensor<8x8x16xui64>) -> tensor<8x8x16xui32>
    %23:2 = call @threefry2x32(%5, %7, %22, %21) : (tensor<ui32>, tensor<ui32>, tensor<8x8x16xui32>, tensor<8x8x16xui32>) -> (tensor<8x8x16xui32>, tensor<8x8x16xui32>)
    %24 = stablehlo.xor %23#0, %23#1 : tensor<8x8x16xui32>
    %c_3 = stablehlo.constant dense<9> : tensor<ui32>
    %25 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %26 = stablehlo.shift_right_logical %24, %25 : tensor<8x8x16xui32>
    %c_4 = stablehlo.constant dense<1065353216> : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %28 = stablehlo.or %26, %27 : tensor<8x8x16xui32>
    %29 = stablehlo.bitcast_convert %28 : (tensor<8x8x16xui32>) -> tensor<8x8x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8x16xf32>
    %31 = stablehlo.subtract %29, %30 : tensor<8x8x16xf32>
    %32 = stablehlo.subtract %3, %2 : tensor<1x1x1xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2] : (tensor<1x1x1xf32>) -> tensor<8x8x16xf32>
    %34 = stablehlo.multiply %31, %33 : tensor<8x8x16xf32>
    %35 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<1x1x1xf32>) -> tensor<8x8x16xf32>
    %36 = stablehlo.add %34, %35 : tensor<8x8x16xf32>
    %37 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<1x1x1xf32>) -> tensor<8x8x16xf32>
    %38 = stablehlo.maximum %37, %36 : tensor<8x8x16xf32>
    return %38 : tensor<8x8x16xf32>
  }
  func.func private @threefry2x32(%arg0: tensor<ui32>, %arg1: tensor<ui32>, %arg2: tensor<8x8x16xui32>, %arg3: tensor<8x8x16xui32>) -> (tensor<8x8x16xui32>, tensor<8x8x16xui32>) {
    %c = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_0 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %0 = stablehlo.xor %arg0, %arg1 : tensor<ui32>
    %c_1 = stablehlo.constant dense<466688986> : tensor<ui32>
    %1 = stablehlo.xor %0, %c_1 : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %3 = stablehlo.add %arg2, %2 : tensor<8x8x16xui32>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %5 = stablehlo.add %arg3, %4 : tensor<8x8x16xui32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6:9 = stablehlo.while(%iterArg = %c_3, %iterArg_4 = %c_2, %iterArg_5 = %3, %iterArg_6 = %5, %iterArg_7 = %arg1, %iterArg_8 = %1, %iterArg_9 = %arg0, %iterArg_10 = %c, %iterArg_11 = %c_0) : tensor<i32>, tensor<i32>, tensor<8x8x16xui32>, tensor<8x8x16xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %c_12 = stablehlo.constant dense<5> : tensor<i32>
      %7 = stablehlo.compare LT, %iterArg, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7:8 = func.call @closed_call(%iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11) : (tensor<i32>, tensor<8x8x16xui32>, tensor<8x8x16xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<8x8x16xui32>, tensor<8x8x16xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %8 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      stablehlo.return %8, %7#0, %7#1, %7#2, %7#3, %7#4, %7#5, %7#6, %7#7 : tensor<i32>, tensor<i32>, tensor<8x8x16xui32>, tensor<8x8x16xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %6#2, %6#3 : tensor<8x8x16xui32>, tensor<8x8x16xui32>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<8x8x16xui32>, %arg2: tensor<8x8x16xui32>, %arg3: tensor<ui32>, %arg4: tensor<ui32>, %arg5: tensor<ui32>, %arg6: tensor<4xui32>, %arg7: tensor<4xui32>) -> (tensor<i32>, tensor<8x8x16xui32>, tensor<8x8x16xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %1 = stablehlo.slice %arg6 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.add %arg1, %arg2 : tensor<8x8x16xui32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %5 = stablehlo.shift_left %arg2, %4 : tensor<8x8x16xui32>
    %c_0 = stablehlo.constant dense<32> : tensor<ui32>
    %6 = stablehlo.subtract %c_0, %2 : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %8 = stablehlo.shift_right_logical %arg2, %7 : tensor<8x8x16xui32>
    %9 = stablehlo.or %5, %8 : tensor<8x8x16xui32>
    %10 = stablehlo.xor %3, %9 : tensor<8x8x16xui32>
    %11 = stablehlo.slice %arg6 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %12 = stablehlo.reshape %11 : (tensor<1xui32>) -> tensor<ui32>
    %13 = stablehlo.add %3, %10 : tensor<8x8x16xui32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %15 = stablehlo.shift_left %10, %14 : tensor<8x8x16xui32>
    %c_1 = stablehlo.constant dense<32> : tensor<ui32>
    %16 = stablehlo.subtract %c_1, %12 : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %18 = stablehlo.shift_right_logical %10, %17 : tensor<8x8x16xui32>
    %19 = stablehlo.or %15, %18 : tensor<8x8x16xui32>
    %20 = stablehlo.xor %13, %19 : tensor<8x8x16xui32>
    %21 = stablehlo.slice %arg6 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %22 = stablehlo.reshape %21 : (tensor<1xui32>) -> tensor<ui32>
    %23 = stablehlo.add %13, %20 : tensor<8x8x16xui32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %25 = stablehlo.shift_left %20, %24 : tensor<8x8x16xui32>
    %c_2 = stablehlo.constant dense<32> : tensor<ui32>
    %26 = stablehlo.subtract %c_2, %22 : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %28 = stablehlo.shift_right_logical %20, %27 : tensor<8x8x16xui32>
    %29 = stablehlo.or %25, %28 : tensor<8x8x16xui32>
    %30 = stablehlo.xor %23, %29 : tensor<8x8x16xui32>
    %31 = stablehlo.slice %arg6 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %32 = stablehlo.reshape %31 : (tensor<1xui32>) -> tensor<ui32>
    %33 = stablehlo.add %23, %30 : tensor<8x8x16xui32>
    %34 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %35 = stablehlo.shift_left %30, %34 : tensor<8x8x16xui32>
    %c_3 = stablehlo.constant dense<32> : tensor<ui32>
    %36 = stablehlo.subtract %c_3, %32 : tensor<ui32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %38 = stablehlo.shift_right_logical %30, %37 : tensor<8x8x16xui32>
    %39 = stablehlo.or %35, %38 : tensor<8x8x16xui32>
    %40 = stablehlo.xor %33, %39 : tensor<8x8x16xui32>
    %41 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %42 = stablehlo.add %33, %41 : tensor<8x8x16xui32>
    %43 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %44 = stablehlo.add %40, %43 : tensor<8x8x16xui32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %45 = stablehlo.add %arg0, %c_4 : tensor<i32>
    %46 = stablehlo.convert %45 : (tensor<i32>) -> tensor<ui32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<ui32>) -> tensor<8x8x16xui32>
    %48 = stablehlo.add %44, %47 : tensor<8x8x16xui32>
    return %0, %42, %48, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<8x8x16xui32>, tensor<8x8x16xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @relu(%arg0: tensor<8x8x32xf32>) -> tensor<8x8x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8x32xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x8x32xf32>
    return %1 : tensor<8x8x32xf32>
  }
}
