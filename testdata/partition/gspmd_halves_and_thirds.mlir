// test: partition
// Halves and thirds of six devices have no common axes, only sub-axes of one.
module attributes {mhlo.num_partitions = 6 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x12xf32> {mhlo.sharding = "{devices=[2,3]<=[6]}"}, %arg1: tensor<12x6xf32> {mhlo.sharding = "{devices=[3,2]<=[6]}"}) -> (tensor<6x6xf32> {mhlo.sharding = "{devices=[6,1]<=[6]}"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<6x12xf32>, tensor<12x6xf32>) -> tensor<6x6xf32>
    return %0 : tensor<6x6xf32>
  }
}
