module @jit_scan_remat attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x16x16xf32> {mhlo.sharding = "{devices=[1,2,4]<=[8]}"}, %arg1: tensor<8x16xf32> {mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<4x16x16xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<2.000000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<4x16x16xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x8x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4:5 = stablehlo.while(%iterArg = %1, %iterArg_10 = %c, %iterArg_11 = %arg1, %iterArg_12 = %2, %iterArg_13 = %3) : tensor<4x16x16xf32>, tensor<i32>, tensor<8x16xf32>, tensor<4xf32>, tensor<4x8x16xf32>
     cond {
      %c_14 = stablehlo.constant dense<4> : tensor<i32>
      %21 = stablehlo.compare  LT, %iterArg_10, %c_14,  SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %21 : tensor<i1>
    } do {
      %c_14 = stablehlo.constant dense<0> : tensor<i32>
      %21 = stablehlo.dynamic_slice %iterArg, %iterArg_10, %c_14, %c_14, sizes = [1, 16, 16] : (tensor<4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
      %22 = stablehlo.reshape %21 : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
      %23:3 = func.call @None(%iterArg_11, %22) : (tensor<8x16xf32>, tensor<16x16xf32>) -> (tensor<8x16xf32>, tensor<f32>, tensor<8x16xf32>)
      %24 = stablehlo.broadcast_in_dim %23#1, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %25 = stablehlo.dynamic_update_slice %iterArg_12, %24, %iterArg_10 : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
      %26 = stablehlo.broadcast_in_dim %23#2, dims = [1, 2] : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
      %27 = stablehlo.dynamic_update_slice %iterArg_13, %26, %iterArg_10, %c_14, %c_14 : (tensor<4x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x16xf32>
      %c_15 = stablehlo.constant dense<1> : tensor<i32>
      %28 = stablehlo.add %iterArg_10, %c_15 : tensor<i32>
      stablehlo.return %iterArg, %28, %23#0, %25, %27 : tensor<4x16x16xf32>, tensor<i32>, tensor<8x16xf32>, tensor<4xf32>, tensor<4x8x16xf32>
    }
    %5 = stablehlo.multiply %4#2, %4#2 : tensor<8x16xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %7 = stablehlo.multiply %6, %4#2 : tensor<8x16xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%5 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %9 = stablehlo.divide %8, %cst_4 : tensor<f32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%4#3 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %11 = stablehlo.add %9, %10 : tensor<f32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<f32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %14 = stablehlo.divide %12, %cst_4 : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %16 = stablehlo.multiply %15, %7 : tensor<8x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %18:6 = stablehlo.while(%iterArg = %13, %iterArg_10 = %4#4, %iterArg_11 = %1, %iterArg_12 = %c_8, %iterArg_13 = %16, %iterArg_14 = %17) : tensor<4xf32>, tensor<4x8x16xf32>, tensor<4x16x16xf32>, tensor<i32>, tensor<8x16xf32>, tensor<4x16x16xf32>
     cond {
      %c_15 = stablehlo.constant dense<4> : tensor<i32>
      %21 = stablehlo.compare  LT, %iterArg_12, %c_15,  SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %21 : tensor<i1>
    } do {
      %c_15 = stablehlo.constant dense<4> : tensor<i32>
      %21 = stablehlo.subtract %c_15, %iterArg_12 : tensor<i32>
      %c_16 = stablehlo.constant dense<1> : tensor<i32>
      %22 = stablehlo.subtract %21, %c_16 : tensor<i32>
      %23 = stablehlo.dynamic_slice %iterArg, %22, sizes = [1] : (tensor<4xf32>, tensor<i32>) -> tensor<1xf32>
      %24 = stablehlo.reshape %23 : (tensor<1xf32>) -> tensor<f32>
      %c_17 = stablehlo.constant dense<0> : tensor<i32>
      %25 = stablehlo.dynamic_slice %iterArg_10, %22, %c_17, %c_17, sizes = [1, 8, 16] : (tensor<4x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16xf32>
      %26 = stablehlo.reshape %25 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
      %27 = stablehlo.dynamic_slice %iterArg_11, %22, %c_17, %c_17, sizes = [1, 16, 16] : (tensor<4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
      %28 = stablehlo.reshape %27 : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
      %29:2 = func.call @None_0(%iterArg_13, %24, %26, %28) : (tensor<8x16xf32>, tensor<f32>, tensor<8x16xf32>, tensor<16x16xf32>) -> (tensor<8x16xf32>, tensor<16x16xf32>)
      %30 = stablehlo.broadcast_in_dim %29#1, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
      %31 = stablehlo.dynamic_update_slice %iterArg_14, %30, %22, %c_17, %c_17 : (tensor<4x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x16xf32>
      %32 = stablehlo.add %iterArg_12, %c_16 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_10, %iterArg_11, %32, %29#0, %31 : tensor<4xf32>, tensor<4x8x16xf32>, tensor<4x16x16xf32>, tensor<i32>, tensor<8x16xf32>, tensor<4x16x16xf32>
    }
    %cst_9 = stablehlo.constant dense<2.000000e-01> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
    %20 = stablehlo.multiply %19, %18#5 : tensor<4x16x16xf32>
    return %11, %20 : tensor<f32>, tensor<4x16x16xf32>
  }
  func.func private @None(%arg0: tensor<8x16xf32>, %arg1: tensor<16x16xf32>) -> (tensor<8x16xf32>, tensor<f32>, tensor<8x16xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %1 = stablehlo.tanh %0 : tensor<8x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %3 = stablehlo.divide %2, %cst_0 : tensor<f32>
    return %1, %3, %arg0 : tensor<8x16xf32>, tensor<f32>, tensor<8x16xf32>
  }
  func.func private @None_0(%arg0: tensor<8x16xf32>, %arg1: tensor<f32>, %arg2: tensor<8x16xf32>, %arg3: tensor<16x16xf32>) -> (tensor<8x16xf32>, tensor<16x16xf32>) {
    %0:4 = stablehlo.optimization_barrier %arg2, %arg3, %arg0, %arg1 : tensor<8x16xf32>, tensor<16x16xf32>, tensor<8x16xf32>, tensor<f32>
    %1 = stablehlo.dot_general %0#0, %0#1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %2 = stablehlo.tanh %1 : tensor<8x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %5 = stablehlo.subtract %4, %2 : tensor<8x16xf32>
    %cst_0 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %6 = stablehlo.divide %0#3, %cst_0 : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %8 = stablehlo.multiply %0#2, %5 : tensor<8x16xf32>
    %9 = stablehlo.multiply %8, %2 : tensor<8x16xf32>
    %10 = stablehlo.add %8, %9 : tensor<8x16xf32>
    %11 = stablehlo.dot_general %10, %0#0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
    %12 = stablehlo.transpose %11, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %13 = stablehlo.dot_general %10, %0#1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %14 = stablehlo.add %7, %13 : tensor<8x16xf32>
    return %14, %12 : tensor<8x16xf32>, tensor<16x16xf32>
  }
}
