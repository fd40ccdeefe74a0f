module @jit_step attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["model"=4]> {stablehlo.mesh = {axes = [{name = "model", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<256x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg1: tensor<64x4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, %arg2: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg3: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg4: tensor<4x16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {}]>}, %arg5: tensor<64x4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, %arg6: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg7: tensor<64x4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, %arg8: tensor<256x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg9: tensor<64x4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, %arg10: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg11: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg12: tensor<4x16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {}]>}, %arg13: tensor<64x4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, %arg14: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg15: tensor<64x4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, %arg16: tensor<1x64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}) -> (tensor<1x64x64xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg16, %arg16 : tensor<1x64x64xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<1x64x64xf32>, tensor<f32>) -> tensor<1x64xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %cst_0 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<1x64x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %6 = stablehlo.add %4, %5 : tensor<1x64x1xf32>
    %7 = stablehlo.rsqrt %6 : tensor<1x64x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x64xf32>
    %9 = stablehlo.multiply %arg16, %8 : tensor<1x64x64xf32>
    %10 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<1x64x64xf32>
    %12 = stablehlo.multiply %9, %11 : tensor<1x64x64xf32>
    %13 = stablehlo.dot_general %12, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x64xf32>, tensor<64x4x16xf32>) -> tensor<1x64x4x16xf32>
    %14 = sdy.sharding_constraint %13 <@mesh, [{}, {}, {"model"}, {}]> : tensor<1x64x4x16xf32>
    %15 = stablehlo.dot_general %12, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x64xf32>, tensor<64x4x16xf32>) -> tensor<1x64x4x16xf32>
    %16 = sdy.sharding_constraint %15 <@mesh, [{}, {}, {"model"}, {}]> : tensor<1x64x4x16xf32>
    %17 = stablehlo.dot_general %12, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x64xf32>, tensor<64x4x16xf32>) -> tensor<1x64x4x16xf32>
    %18 = sdy.sharding_constraint %17 <@mesh, [{}, {}, {"model"}, {}]> : tensor<1x64x4x16xf32>
    %19 = stablehlo.dot_general %14, %16, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x64x4x16xf32>, tensor<1x64x4x16xf32>) -> tensor<1x4x64x64xf32>
    %cst_2 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<1x4x64x64xf32>
    %21 = stablehlo.multiply %19, %20 : tensor<1x4x64x64xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %22 = stablehlo.reduce(%21 init: %cst_3) applies stablehlo.maximum across dimensions = [3] : (tensor<1x4x64x64xf32>, tensor<f32>) -> tensor<1x4x64xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<1x4x64xf32>
    %24 = stablehlo.maximum %23, %22 : tensor<1x4x64xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<1x4x64xf32>) -> tensor<1x4x64x1xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<1x4x64x1xf32>) -> tensor<1x4x64x64xf32>
    %27 = stablehlo.subtract %21, %26 : tensor<1x4x64x64xf32>
    %28 = stablehlo.exponential %27 : tensor<1x4x64x64xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.reduce(%28 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<1x4x64x64xf32>, tensor<f32>) -> tensor<1x4x64xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2] : (tensor<1x4x64xf32>) -> tensor<1x4x64x1xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2, 3] : (tensor<1x4x64x1xf32>) -> tensor<1x4x64x64xf32>
    %32 = stablehlo.divide %28, %31 : tensor<1x4x64x64xf32>
    %33 = stablehlo.dot_general %18, %32, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x64x4x16xf32>, tensor<1x4x64x64xf32>) -> tensor<1x4x16x64xf32>
    %34 = stablehlo.transpose %33, dims = [0, 3, 1, 2] : (tensor<1x4x16x64xf32>) -> tensor<1x64x4x16xf32>
    %35 = stablehlo.dot_general %34, %arg4, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x4x16xf32>, tensor<4x16x64xf32>) -> tensor<1x64x64xf32>
    %36 = stablehlo.add %arg16, %35 : tensor<1x64x64xf32>
    %37 = sdy.sharding_constraint %36 <@mesh, [{}, {"model"}, {}]> : tensor<1x64x64xf32>
    %38 = stablehlo.multiply %37, %37 : tensor<1x64x64xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_6) applies stablehlo.add across dimensions = [2] : (tensor<1x64x64xf32>, tensor<f32>) -> tensor<1x64xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %cst_7 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %42 = stablehlo.divide %40, %41 : tensor<1x64x1xf32>
    %cst_8 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %44 = stablehlo.add %42, %43 : tensor<1x64x1xf32>
    %45 = stablehlo.rsqrt %44 : tensor<1x64x1xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x64xf32>
    %47 = stablehlo.multiply %37, %46 : tensor<1x64x64xf32>
    %48 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<1x64x64xf32>
    %50 = stablehlo.multiply %47, %49 : tensor<1x64x64xf32>
    %51 = stablehlo.dot_general %50, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x64xf32>, tensor<64x256xf32>) -> tensor<1x64x256xf32>
    %52 = call @silu(%51) : (tensor<1x64x256xf32>) -> tensor<1x64x256xf32>
    %53 = stablehlo.dot_general %52, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x256xf32>, tensor<256x64xf32>) -> tensor<1x64x64xf32>
    %54 = stablehlo.add %37, %53 : tensor<1x64x64xf32>
    %55 = sdy.sharding_constraint %54 <@mesh, [{}, {"model"}, {}]> : tensor<1x64x64xf32>
    %56 = stablehlo.multiply %55, %55 : tensor<1x64x64xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.reduce(%56 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<1x64x64xf32>, tensor<f32>) -> tensor<1x64xf32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %cst_10 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %60 = stablehlo.divide %58, %59 : tensor<1x64x1xf32>
    %cst_11 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %62 = stablehlo.add %60, %61 : tensor<1x64x1xf32>
    %63 = stablehlo.rsqrt %62 : tensor<1x64x1xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x64xf32>
    %65 = stablehlo.multiply %55, %64 : tensor<1x64x64xf32>
    %66 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<1x64x64xf32>
    %68 = stablehlo.multiply %65, %67 : tensor<1x64x64xf32>
    %69 = stablehlo.dot_general %68, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x64xf32>, tensor<64x4x16xf32>) -> tensor<1x64x4x16xf32>
    %70 = sdy.sharding_constraint %69 <@mesh, [{}, {}, {"model"}, {}]> : tensor<1x64x4x16xf32>
    %71 = stablehlo.dot_general %68, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x64xf32>, tensor<64x4x16xf32>) -> tensor<1x64x4x16xf32>
    %72 = sdy.sharding_constraint %71 <@mesh, [{}, {}, {"model"}, {}]> : tensor<1x64x4x16xf32>
    %73 = stablehlo.dot_general %68, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x64xf32>, tensor<64x4x16xf32>) -> tensor<1x64x4x16xf32>
    %74 = sdy.sharding_constraint %73 <@mesh, [{}, {}, {"model"}, {}]> : tensor<1x64x4x16xf32>
    %75 = stablehlo.dot_general %70, %72, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x64x4x16xf32>, tensor<1x64x4x16xf32>) -> tensor<1x4x64x64xf32>
    %cst_12 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<1x4x64x64xf32>
    %77 = stablehlo.multiply %75, %76 : tensor<1x4x64x64xf32>
    %cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %78 = stablehlo.reduce(%77 init: %cst_13) applies stablehlo.maximum across dimensions = [3] : (tensor<1x4x64x64xf32>, tensor<f32>) -> tensor<1x4x64xf32>
    %cst_14 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<1x4x64xf32>
    %80 = stablehlo.maximum %79, %78 : tensor<1x4x64xf32>
    %81 = stablehlo.broadcast_in_dim %80, dims = [0, 1, 2] : (tensor<1x4x64xf32>) -> tensor<1x4x64x1xf32>
    %82 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2, 3] : (tensor<1x4x64x1xf32>) -> tensor<1x4x64x64xf32>
    %83 = stablehlo.subtract %77, %82 : tensor<1x4x64x64xf32>
    %84 = stablehlo.exponential %83 : tensor<1x4x64x64xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %85 = stablehlo.reduce(%84 init: %cst_15) applies stablehlo.add across dimensions = [3] : (tensor<1x4x64x64xf32>, tensor<f32>) -> tensor<1x4x64xf32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1, 2] : (tensor<1x4x64xf32>) -> tensor<1x4x64x1xf32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [0, 1, 2, 3] : (tensor<1x4x64x1xf32>) -> tensor<1x4x64x64xf32>
    %88 = stablehlo.divide %84, %87 : tensor<1x4x64x64xf32>
    %89 = stablehlo.dot_general %74, %88, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x64x4x16xf32>, tensor<1x4x64x64xf32>) -> tensor<1x4x16x64xf32>
    %90 = stablehlo.transpose %89, dims = [0, 3, 1, 2] : (tensor<1x4x16x64xf32>) -> tensor<1x64x4x16xf32>
    %91 = stablehlo.dot_general %90, %arg12, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x4x16xf32>, tensor<4x16x64xf32>) -> tensor<1x64x64xf32>
    %92 = stablehlo.add %55, %91 : tensor<1x64x64xf32>
    %93 = sdy.sharding_constraint %92 <@mesh, [{}, {"model"}, {}]> : tensor<1x64x64xf32>
    %94 = stablehlo.multiply %93, %93 : tensor<1x64x64xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.reduce(%94 init: %cst_16) applies stablehlo.add across dimensions = [2] : (tensor<1x64x64xf32>, tensor<f32>) -> tensor<1x64xf32>
    %96 = stablehlo.broadcast_in_dim %95, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %cst_17 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %98 = stablehlo.divide %96, %97 : tensor<1x64x1xf32>
    %cst_18 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %100 = stablehlo.add %98, %99 : tensor<1x64x1xf32>
    %101 = stablehlo.rsqrt %100 : tensor<1x64x1xf32>
    %102 = stablehlo.broadcast_in_dim %101, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x64xf32>
    %103 = stablehlo.multiply %93, %102 : tensor<1x64x64xf32>
    %104 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %105 = stablehlo.broadcast_in_dim %104, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<1x64x64xf32>
    %106 = stablehlo.multiply %103, %105 : tensor<1x64x64xf32>
    %107 = stablehlo.dot_general %106, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x64xf32>, tensor<64x256xf32>) -> tensor<1x64x256xf32>
    %108 = call @silu(%107) : (tensor<1x64x256xf32>) -> tensor<1x64x256xf32>
    %109 = stablehlo.dot_general %108, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x256xf32>, tensor<256x64xf32>) -> tensor<1x64x64xf32>
    %110 = stablehlo.add %93, %109 : tensor<1x64x64xf32>
    %111 = sdy.sharding_constraint %110 <@mesh, [{}, {"model"}, {}]> : tensor<1x64x64xf32>
    return %111 : tensor<1x64x64xf32>
  }
  func.func private @silu(%arg0: tensor<1x64x256xf32>) -> tensor<1x64x256xf32> {
    %0 = stablehlo.negate %arg0 : tensor<1x64x256xf32>
    %1 = stablehlo.exponential %0 : tensor<1x64x256xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x64x256xf32>
    %3 = stablehlo.add %2, %1 : tensor<1x64x256xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x64x256xf32>
    %5 = stablehlo.divide %4, %3 : tensor<1x64x256xf32>
    %6 = stablehlo.multiply %arg0, %5 : tensor<1x64x256xf32>
    return %6 : tensor<1x64x256xf32>
  }
}

