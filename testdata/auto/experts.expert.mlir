module @jit_step attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["expert"=4]> {stablehlo.mesh = {axes = [{name = "expert", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<8x32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"expert"}, {}, {}]>}, %arg2: tensor<8x128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"expert"}, {}, {}]>}, %arg3: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"expert"}, {}]>}) -> (tensor<64x32xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg3, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x32xf32>, tensor<32x8xf32>) -> tensor<64x8xf32>
    %1 = call @argmax(%0) : (tensor<64x8xf32>) -> tensor<64xi32>
    %2 = call @_one_hot(%1) : (tensor<64xi32>) -> tensor<64x8xf32>
    %3 = call @cumsum(%2) : (tensor<64x8xf32>) -> tensor<64x8xf32>
    %4 = stablehlo.multiply %3, %2 : tensor<64x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x8xf32>
    %6 = stablehlo.subtract %4, %5 : tensor<64x8xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.maximum across dimensions = [1] : (tensor<64x8xf32>, tensor<f32>) -> tensor<64xf32>
    %8 = stablehlo.convert %7 : (tensor<64xf32>) -> tensor<64xi32>
    %9 = call @_one_hot_1(%8) : (tensor<64xi32>) -> tensor<64x16xf32>
    %10 = stablehlo.dot_general %2, %9, batching_dims = [0] x [0], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<64x8xf32>, tensor<64x16xf32>) -> tensor<64x8x16xf32>
    %11 = stablehlo.dot_general %10, %arg3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x8x16xf32>, tensor<64x32xf32>) -> tensor<8x16x32xf32>
    %12 = sdy.sharding_constraint %11 <@mesh, [{"expert"}, {}, {}]> : tensor<8x16x32xf32>
    %13 = stablehlo.dot_general %12, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x32x128xf32>) -> tensor<8x16x128xf32>
    %14 = call @relu(%13) : (tensor<8x16x128xf32>) -> tensor<8x16x128xf32>
    %15 = stablehlo.dot_general %14, %arg2, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<8x128x32xf32>) -> tensor<8x16x32xf32>
    %16 = sdy.sharding_constraint %15 <@mesh, [{"expert"}, {}, {}]> : tensor<8x16x32xf32>
    %17 = stablehlo.dot_general %10, %16, contracting_dims = [2, 1] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<64x8x16xf32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
    return %17 : tensor<64x32xf32>
  }
  func.func private @argmax(%arg0: tensor<64x8xf32>) -> tensor<64xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<64x8xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<64x8xf32>, tensor<64x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<64xf32>, tensor<64xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<64xi32>
  }
  func.func private @_one_hot(%arg0: tensor<64xi32>) -> tensor<64x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
    %1 = stablehlo.iota dim = 1 : tensor<1x8xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<64x1xi32>) -> tensor<64x8xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x8xi32>) -> tensor<64x8xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<64x8xi32>, tensor<64x8xi32>) -> tensor<64x8xi1>
    %5 = stablehlo.convert %4 : (tensor<64x8xi1>) -> tensor<64x8xf32>
    return %5 : tensor<64x8xf32>
  }
  func.func private @cumsum(%arg0: tensor<64x8xf32>) -> tensor<64x8xf32> {
    %0 = call @cumsum_0(%arg0) : (tensor<64x8xf32>) -> tensor<64x8xf32>
    return %0 : tensor<64x8xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<64x8xf32>) -> tensor<64x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[63, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 64, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<64x8xf32>, tensor<f32>) -> tensor<64x8xf32>
    return %1 : tensor<64x8xf32>
  }
  func.func private @_one_hot_1(%arg0: tensor<64xi32>) -> tensor<64x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
    %1 = stablehlo.iota dim = 1 : tensor<1x16xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<64x1xi32>) -> tensor<64x16xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<64x16xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<64x16xi32>, tensor<64x16xi32>) -> tensor<64x16xi1>
    %5 = stablehlo.convert %4 : (tensor<64x16xi1>) -> tensor<64x16xf32>
    return %5 : tensor<64x16xf32>
  }
  func.func private @relu(%arg0: tensor<8x16x128xf32>) -> tensor<8x16x128xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x16x128xf32>
    return %1 : tensor<8x16x128xf32>
  }
}

