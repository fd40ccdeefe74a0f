module @jit_psum_of_integers_and_bools attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x16xi32> {mhlo.sharding = "{devices=[2,4]<=[8]}"}) -> (tensor<4x16xi32> {jax.result_info = "result[0]"}, tensor<8x4xi8> {jax.result_info = "result[1]"}, tensor<i32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "", mhlo.sharding = "{devices=[2,4]<=[8]}"} : (tensor<8x16xi32>) -> tensor<8x16xi32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<8x16xi32>) -> tensor<4x4xi32>
    %2:3 = call @shmap_body(%1) : (tensor<4x4xi32>) -> (tensor<4x4xi32>, tensor<4x4xi8>, tensor<i32>)
    %3 = stablehlo.custom_call @Sharding(%2#0) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<4x4xi32>) -> tensor<4x4xi32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {backend_config = "", mhlo.sharding = "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dim_replicate}"} : (tensor<4x4xi32>) -> tensor<4x16xi32>
    %5 = stablehlo.custom_call @Sharding(%2#1) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<4x4xi8>) -> tensor<4x4xi8>
    %6 = stablehlo.custom_call @SPMDShardToFullShape(%5) {backend_config = "", mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<4x4xi8>) -> tensor<8x4xi8>
    %7 = stablehlo.custom_call @Sharding(%2#2) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<i32>) -> tensor<i32>
    %8 = stablehlo.custom_call @SPMDShardToFullShape(%7) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<i32>) -> tensor<i32>
    return %4, %6, %8 : tensor<4x16xi32>, tensor<8x4xi8>, tensor<i32>
  }
  func.func private @shmap_body(%arg0: tensor<4x4xi32>) -> (tensor<4x4xi32> {jax.result_info = "[None, ('y',)]"}, tensor<4x4xi8> {jax.result_info = "[('x',), None]"}, tensor<i32> {jax.result_info = "[]"}) {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %5 = stablehlo.add %arg1, %arg2 : tensor<i32>
      stablehlo.return %5 : tensor<i32>
    }) : (tensor<4x4xi32>) -> tensor<4x4xi32>
    %c = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
    %2 = stablehlo.compare  GT, %arg0, %1,  SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %3 = stablehlo.convert %2 : (tensor<4x4xi1>) -> tensor<4x4xi8>
    %4 = "stablehlo.all_reduce"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<i8>, %arg2: tensor<i8>):
      %5 = stablehlo.maximum %arg1, %arg2 : tensor<i8>
      stablehlo.return %5 : tensor<i8>
    }) : (tensor<4x4xi8>) -> tensor<4x4xi8>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    return %0, %4, %c_0 : tensor<4x4xi32>, tensor<4x4xi8>, tensor<i32>
  }
}
