// test: partition
// Device lists in any order become a mesh in that order; a replicated and a transposed sharding share it.
module attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x8xf32> {mhlo.sharding = "{devices=[4,2]0,1,3,2,6,7,5,4}"}, %arg1: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,4]0,3,6,5,1,2,7,4}"}, %arg2: tensor<8x8xf32> {mhlo.sharding = "{replicated}"}) -> (tensor<8x8xf32> {mhlo.sharding = "{devices=[2,1,4]0,3,6,5,1,2,7,4 last_tile_dim_replicate}"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.add %0, %arg2 : tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
}
