// test: partition
// Manual axes of size one, as JAX writes them: every device is alone in its group, and the other axes stay sharded.
// collectives: all_reduce=0, all_gather=0, reduce_scatter=0, collective_permute=0
module @jit_f attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=1, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 1 : i64}, {name = "y", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x4xf32> {jax.result_info = "result"}) {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0], [1], [2], [3]]> : tensor<4x1xi64>, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %21 = stablehlo.add %arg1, %arg2 : tensor<f32>
      %22 = sdy.sharding_constraint %21 <@mesh, []> : tensor<f32>
      stablehlo.return %22 : tensor<f32>
    }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %1 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 0], [1, 1], [2, 2], [3, 3]]> : tensor<4x2xi64>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %2 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0], [1], [2], [3]]> : tensor<4x1xi64>, use_global_device_ids}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %3 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0], [1], [2], [3]]> : tensor<4x1xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %21 = stablehlo.add %arg1, %arg2 : tensor<f32>
      %22 = sdy.sharding_constraint %21 <@mesh, []> : tensor<f32>
      stablehlo.return %22 : tensor<f32>
    }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 0], [1, 1], [2, 2], [3, 3]]> : tensor<4x2xi64>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %5 = stablehlo.add %0, %1 : tensor<8x4xf32>
    %6 = sdy.sharding_constraint %5 <@mesh, [{?}, {?}]> : tensor<8x4xf32>
    %7 = stablehlo.add %6, %2 : tensor<8x4xf32>
    %8 = sdy.sharding_constraint %7 <@mesh, [{?}, {?}]> : tensor<8x4xf32>
    %9 = stablehlo.add %8, %arg0 : tensor<8x4xf32>
    %10 = sdy.sharding_constraint %9 <@mesh, [{?}, {?}]> : tensor<8x4xf32>
    %11 = stablehlo.add %10, %3 : tensor<8x4xf32>
    %12 = sdy.sharding_constraint %11 <@mesh, [{?}, {?}]> : tensor<8x4xf32>
    %13 = stablehlo.convert %c : (tensor<i32>) -> tensor<f32>
    %14 = sdy.sharding_constraint %13 <@mesh, []> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %16 = sdy.sharding_constraint %15 <@mesh, [{?}, {?}]> : tensor<8x4xf32>
    %17 = stablehlo.add %12, %16 : tensor<8x4xf32>
    %18 = sdy.sharding_constraint %17 <@mesh, [{?}, {?}]> : tensor<8x4xf32>
    %19 = stablehlo.add %18, %4 : tensor<8x4xf32>
    %20 = sdy.sharding_constraint %19 <@mesh, [{?}, {?}]> : tensor<8x4xf32>
    return %20 : tensor<8x4xf32>
  }
}
