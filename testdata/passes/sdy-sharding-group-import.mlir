// test: pass sdy-sharding-group-import
// Groups are numbered from 0; a value that is in one twice stays in it once.
func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) {
  sdy.sharding_group %arg0 group_id=12 : tensor<8xf32>
  sdy.sharding_group %arg1 group_id=7 : tensor<8xf32>
  sdy.sharding_group %arg0 group_id=12 : tensor<8xf32>
  return
}
// -----
// Groups that share a value become one.
func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8xf32>) {
  sdy.sharding_group %arg0 group_id=30 : tensor<8xf32>
  sdy.sharding_group %arg1 group_id=20 : tensor<8xf32>
  sdy.sharding_group %arg2 group_id=10 : tensor<8xf32>
  sdy.sharding_group %arg3 group_id=20 : tensor<8xf32>
  sdy.sharding_group %arg3 group_id=30 : tensor<8xf32>
  return
}
