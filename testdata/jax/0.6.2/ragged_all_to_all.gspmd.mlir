module @jit_ragged_all_to_all attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x8xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}, %arg1: tensor<32x8xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}, %arg2: tensor<16xi32> {mhlo.sharding = "{devices=[4]<=[4]}"}, %arg3: tensor<16xi32> {mhlo.sharding = "{devices=[4]<=[4]}"}, %arg4: tensor<16xi32> {mhlo.sharding = "{devices=[4]<=[4]}"}, %arg5: tensor<16xi32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> (tensor<32x8xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "", mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<32x8xf32>) -> tensor<32x8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<32x8xf32>) -> tensor<8x8xf32>
    %2 = stablehlo.custom_call @Sharding(%arg1) {backend_config = "", mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<32x8xf32>) -> tensor<32x8xf32>
    %3 = stablehlo.custom_call @SPMDFullToShardShape(%2) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<32x8xf32>) -> tensor<8x8xf32>
    %4 = stablehlo.custom_call @Sharding(%arg2) {backend_config = "", mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<16xi32>) -> tensor<16xi32>
    %5 = stablehlo.custom_call @SPMDFullToShardShape(%4) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<16xi32>) -> tensor<4xi32>
    %6 = stablehlo.custom_call @Sharding(%arg3) {backend_config = "", mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<16xi32>) -> tensor<16xi32>
    %7 = stablehlo.custom_call @SPMDFullToShardShape(%6) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<16xi32>) -> tensor<4xi32>
    %8 = stablehlo.custom_call @Sharding(%arg4) {backend_config = "", mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<16xi32>) -> tensor<16xi32>
    %9 = stablehlo.custom_call @SPMDFullToShardShape(%8) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<16xi32>) -> tensor<4xi32>
    %10 = stablehlo.custom_call @Sharding(%arg5) {backend_config = "", mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<16xi32>) -> tensor<16xi32>
    %11 = stablehlo.custom_call @SPMDFullToShardShape(%10) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<16xi32>) -> tensor<4xi32>
    %12 = call @shmap_body(%1, %3, %5, %7, %9, %11) : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<8x8xf32>
    %13 = stablehlo.custom_call @Sharding(%12) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %14 = stablehlo.custom_call @SPMDShardToFullShape(%13) {backend_config = "", mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<8x8xf32>) -> tensor<32x8xf32>
    return %14 : tensor<32x8xf32>
  }
  func.func private @shmap_body(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<4xi32>, %arg3: tensor<4xi32>, %arg4: tensor<4xi32>, %arg5: tensor<4xi32>) -> (tensor<8x8xf32> {jax.result_info = "[('x',), None]"}) {
    %0 = stablehlo.custom_call @ragged_all_to_all(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) {api_version = 4 : i32, backend_config = {channel_id = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}} : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
}
