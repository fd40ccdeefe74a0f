module @jit_all_to_all_untiled attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x16x4xf32> {mhlo.sharding = "{devices=[2,4,1]<=[8]}"}) -> (tensor<16x8x4xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "", mhlo.sharding = "{devices=[2,4,1]<=[8]}"} : (tensor<8x16x4xf32>) -> tensor<8x16x4xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<8x16x4xf32>) -> tensor<4x4x4xf32>
    %2 = call @shmap_body(%1) : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
    %3 = stablehlo.custom_call @Sharding(%2) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {backend_config = "", mhlo.sharding = "{devices=[4,2,1]<=[2,4]T(1,0)}"} : (tensor<4x4x4xf32>) -> tensor<16x8x4xf32>
    return %4 : tensor<16x8x4xf32>
  }
  func.func private @shmap_body(%arg0: tensor<4x4x4xf32>) -> (tensor<4x4x4xf32> {jax.result_info = "[('y',), ('x',), None]"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2, 3] : (tensor<4x4x4xf32>) -> tensor<1x4x4x4xf32>
    %1 = "stablehlo.all_to_all"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, split_count = 4 : i64, split_dimension = 3 : i64}> : (tensor<1x4x4x4xf32>) -> tensor<4x4x4x1xf32>
    %2 = stablehlo.reshape %1 : (tensor<4x4x4x1xf32>) -> tensor<4x4x4xf32>
    return %2 : tensor<4x4x4xf32>
  }
}
