module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<256x64xf32>, %arg1: tensor<64x4x16xf32>, %arg2: tensor<64xf32>, %arg3: tensor<64xf32>, %arg4: tensor<4x16x64xf32>, %arg5: tensor<64x4x16xf32>, %arg6: tensor<64x256xf32>, %arg7: tensor<64x4x16xf32>, %arg8: tensor<256x64xf32>, %arg9: tensor<64x4x16xf32>, %arg10: tensor<64xf32>, %arg11: tensor<64xf32>, %arg12: tensor<4x16x64xf32>, %arg13: tensor<64x4x16xf32>, %arg14: tensor<64x256xf32>, %arg15: tensor<64x4x16xf32>, %arg16: tensor<1x64x64xf32>) -> (tensor<1x64x64xf32> {jax.result_info = "result"}) {
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
    %14 = stablehlo.dot_general %12, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x64xf32>, tensor<64x4x16xf32>) -> tensor<1x64x4x16xf32>
    %15 = stablehlo.dot_general %12, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x64xf32>, tensor<64x4x16xf32>) -> tensor<1x64x4x16xf32>
    %16 = stablehlo.dot_general %13, %14, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x64x4x16xf32>, tensor<1x64x4x16xf32>) -> tensor<1x4x64x64xf32>
    %cst_2 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<1x4x64x64xf32>
    %18 = stablehlo.multiply %16, %17 : tensor<1x4x64x64xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %19 = stablehlo.reduce(%18 init: %cst_3) applies stablehlo.maximum across dimensions = [3] : (tensor<1x4x64x64xf32>, tensor<f32>) -> tensor<1x4x64xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<1x4x64xf32>
    %21 = stablehlo.maximum %20, %19 : tensor<1x4x64xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2] : (tensor<1x4x64xf32>) -> tensor<1x4x64x1xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2, 3] : (tensor<1x4x64x1xf32>) -> tensor<1x4x64x64xf32>
    %24 = stablehlo.subtract %18, %23 : tensor<1x4x64x64xf32>
    %25 = stablehlo.exponential %24 : tensor<1x4x64x64xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.reduce(%25 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<1x4x64x64xf32>, tensor<f32>) -> tensor<1x4x64xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2] : (tensor<1x4x64xf32>) -> tensor<1x4x64x1xf32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 2, 3] : (tensor<1x4x64x1xf32>) -> tensor<1x4x64x64xf32>
    %29 = stablehlo.divide %25, %28 : tensor<1x4x64x64xf32>
    %30 = stablehlo.dot_general %15, %29, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x64x4x16xf32>, tensor<1x4x64x64xf32>) -> tensor<1x4x16x64xf32>
    %31 = stablehlo.transpose %30, dims = [0, 3, 1, 2] : (tensor<1x4x16x64xf32>) -> tensor<1x64x4x16xf32>
    %32 = stablehlo.dot_general %31, %arg4, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x4x16xf32>, tensor<4x16x64xf32>) -> tensor<1x64x64xf32>
    %33 = stablehlo.add %arg16, %32 : tensor<1x64x64xf32>
    %34 = stablehlo.multiply %33, %33 : tensor<1x64x64xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.reduce(%34 init: %cst_6) applies stablehlo.add across dimensions = [2] : (tensor<1x64x64xf32>, tensor<f32>) -> tensor<1x64xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %cst_7 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %38 = stablehlo.divide %36, %37 : tensor<1x64x1xf32>
    %cst_8 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %40 = stablehlo.add %38, %39 : tensor<1x64x1xf32>
    %41 = stablehlo.rsqrt %40 : tensor<1x64x1xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x64xf32>
    %43 = stablehlo.multiply %33, %42 : tensor<1x64x64xf32>
    %44 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<1x64x64xf32>
    %46 = stablehlo.multiply %43, %45 : tensor<1x64x64xf32>
    %47 = stablehlo.dot_general %46, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x64xf32>, tensor<64x256xf32>) -> tensor<1x64x256xf32>
    %48 = call @silu(%47) : (tensor<1x64x256xf32>) -> tensor<1x64x256xf32>
    %49 = stablehlo.dot_general %48, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x256xf32>, tensor<256x64xf32>) -> tensor<1x64x64xf32>
    %50 = stablehlo.add %33, %49 : tensor<1x64x64xf32>
    %51 = stablehlo.multiply %50, %50 : tensor<1x64x64xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.reduce(%51 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<1x64x64xf32>, tensor<f32>) -> tensor<1x64xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %cst_10 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %55 = stablehlo.divide %53, %54 : tensor<1x64x1xf32>
    %cst_11 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %57 = stablehlo.add %55, %56 : tensor<1x64x1xf32>
    %58 = stablehlo.rsqrt %57 : tensor<1x64x1xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x64xf32>
    %60 = stablehlo.multiply %50, %59 : tensor<1x64x64xf32>
    %61 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<1x64x64xf32>
    %63 = stablehlo.multiply %60, %62 : tensor<1x64x64xf32>
    %64 = stablehlo.dot_general %63, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x64xf32>, tensor<64x4x16xf32>) -> tensor<1x64x4x16xf32>
    %65 = stablehlo.dot_general %63, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x64xf32>, tensor<64x4x16xf32>) -> tensor<1x64x4x16xf32>
    %66 = stablehlo.dot_general %63, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x64xf32>, tensor<64x4x16xf32>) -> tensor<1x64x4x16xf32>
    %67 = stablehlo.dot_general %64, %65, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x64x4x16xf32>, tensor<1x64x4x16xf32>) -> tensor<1x4x64x64xf32>
    %cst_12 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<1x4x64x64xf32>
    %69 = stablehlo.multiply %67, %68 : tensor<1x4x64x64xf32>
    %cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %70 = stablehlo.reduce(%69 init: %cst_13) applies stablehlo.maximum across dimensions = [3] : (tensor<1x4x64x64xf32>, tensor<f32>) -> tensor<1x4x64xf32>
    %cst_14 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<1x4x64xf32>
    %72 = stablehlo.maximum %71, %70 : tensor<1x4x64xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2] : (tensor<1x4x64xf32>) -> tensor<1x4x64x1xf32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0, 1, 2, 3] : (tensor<1x4x64x1xf32>) -> tensor<1x4x64x64xf32>
    %75 = stablehlo.subtract %69, %74 : tensor<1x4x64x64xf32>
    %76 = stablehlo.exponential %75 : tensor<1x4x64x64xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.reduce(%76 init: %cst_15) applies stablehlo.add across dimensions = [3] : (tensor<1x4x64x64xf32>, tensor<f32>) -> tensor<1x4x64xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1, 2] : (tensor<1x4x64xf32>) -> tensor<1x4x64x1xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2, 3] : (tensor<1x4x64x1xf32>) -> tensor<1x4x64x64xf32>
    %80 = stablehlo.divide %76, %79 : tensor<1x4x64x64xf32>
    %81 = stablehlo.dot_general %66, %80, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x64x4x16xf32>, tensor<1x4x64x64xf32>) -> tensor<1x4x16x64xf32>
    %82 = stablehlo.transpose %81, dims = [0, 3, 1, 2] : (tensor<1x4x16x64xf32>) -> tensor<1x64x4x16xf32>
    %83 = stablehlo.dot_general %82, %arg12, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x4x16xf32>, tensor<4x16x64xf32>) -> tensor<1x64x64xf32>
    %84 = stablehlo.add %50, %83 : tensor<1x64x64xf32>
    %85 = stablehlo.multiply %84, %84 : tensor<1x64x64xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %86 = stablehlo.reduce(%85 init: %cst_16) applies stablehlo.add across dimensions = [2] : (tensor<1x64x64xf32>, tensor<f32>) -> tensor<1x64xf32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %cst_17 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %89 = stablehlo.divide %87, %88 : tensor<1x64x1xf32>
    %cst_18 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %91 = stablehlo.add %89, %90 : tensor<1x64x1xf32>
    %92 = stablehlo.rsqrt %91 : tensor<1x64x1xf32>
    %93 = stablehlo.broadcast_in_dim %92, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x64xf32>
    %94 = stablehlo.multiply %84, %93 : tensor<1x64x64xf32>
    %95 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %96 = stablehlo.broadcast_in_dim %95, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<1x64x64xf32>
    %97 = stablehlo.multiply %94, %96 : tensor<1x64x64xf32>
    %98 = stablehlo.dot_general %97, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x64xf32>, tensor<64x256xf32>) -> tensor<1x64x256xf32>
    %99 = call @silu(%98) : (tensor<1x64x256xf32>) -> tensor<1x64x256xf32>
    %100 = stablehlo.dot_general %99, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x256xf32>, tensor<256x64xf32>) -> tensor<1x64x64xf32>
    %101 = stablehlo.add %84, %100 : tensor<1x64x64xf32>
    return %101 : tensor<1x64x64xf32>
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

