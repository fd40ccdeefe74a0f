// test: rules
module {
  func.func @f0(%a0: tensor<8x4xf32>) {
    %0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f1(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>) {
    %0:2 = "stablehlo.all_reduce"(%a0, %a1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
    return
  }
  func.func @f2(%a0: tensor<8x4xf32>) {
    %0 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f3(%a0: tensor<8x4xf32>) {
    %0 = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f4(%a0: tensor<8x4xf32>) {
    %0 = "stablehlo.cross-replica-sum"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f5(%a0: tensor<f32>) {
    %0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f6(%a0: tensor<f32>, %a1: tensor<f32>) {
    %0:2 = "stablehlo.all_reduce"(%a0, %a1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
    return
  }
  func.func @f7(%a0: tensor<f32>) {
    %0 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f8(%a0: tensor<f32>) {
    %0 = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f9(%a0: tensor<f32>) {
    %0 = "stablehlo.cross-replica-sum"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f10(%a0: tensor<1x3xf32>) {
    %0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<1x3xf32>) -> tensor<1x3xf32>
    return
  }
  func.func @f11(%a0: tensor<1x3xf32>, %a1: tensor<1x3xf32>) {
    %0:2 = "stablehlo.all_reduce"(%a0, %a1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<1x3xf32>, tensor<1x3xf32>) -> (tensor<1x3xf32>, tensor<1x3xf32>)
    return
  }
  func.func @f12(%a0: tensor<1x3xf32>) {
    %0 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1x3xf32>) -> tensor<1x3xf32>
    return
  }
  func.func @f13(%a0: tensor<1x3xf32>) {
    %0 = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1x3xf32>) -> tensor<1x3xf32>
    return
  }
  func.func @f14(%a0: tensor<1x3xf32>) {
    %0 = "stablehlo.cross-replica-sum"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1x3xf32>) -> tensor<1x3xf32>
    return
  }
  func.func @f15(%a0: tensor<8x4xf32>, %a1: tensor<3xf32>) {
    %0:2 = "stablehlo.all_reduce"(%a0, %a1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<3xf32>) -> (tensor<8x4xf32>, tensor<3xf32>)
    return
  }
  func.func @f16(%a0: tensor<8x4xf32>) {
    %0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>) -> tensor<16x4xf32>
    return
  }
  func.func @f17(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>) {
    %0:2 = "stablehlo.all_gather"(%a0, %a1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<16x4xf32>, tensor<16x4xf32>)
    return
  }
  func.func @f18(%a0: tensor<16x4xf32>) {
    %0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<16x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f19(%a0: tensor<8x4xf32>) {
    %0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f20(%a0: tensor<16x4xf32>) {
    %0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<16x4xf32>) -> tensor<16x4xf32>
    return
  }
  func.func @f21(%a0: tensor<16x4xf32>) {
    %0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<16x4xf32>) -> tensor<8x8xf32>
    return
  }
  func.func @f22(%a0: tensor<8x4xf32>) {
    %0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>) -> tensor<8x8xf32>
    return
  }
  func.func @f23(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>) {
    %0:2 = "stablehlo.all_gather"(%a0, %a1) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
    return
  }
  func.func @f24(%a0: tensor<8x8xf32>) {
    %0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x8xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f25(%a0: tensor<8x4xf32>) {
    %0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f26(%a0: tensor<8x8xf32>) {
    %0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x8xf32>) -> tensor<16x4xf32>
    return
  }
  func.func @f27(%a0: tensor<8x8xf32>) {
    %0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return
  }
  func.func @f28(%a0: tensor<1x4xf32>) {
    %0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1x4xf32>) -> tensor<2x4xf32>
    return
  }
  func.func @f29(%a0: tensor<1x4xf32>, %a1: tensor<1x4xf32>) {
    %0:2 = "stablehlo.all_gather"(%a0, %a1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1x4xf32>, tensor<1x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
    return
  }
  func.func @f30(%a0: tensor<2x4xf32>) {
    %0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2x4xf32>) -> tensor<1x4xf32>
    return
  }
  func.func @f31(%a0: tensor<1x4xf32>) {
    %0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>}> : (tensor<1x4xf32>) -> tensor<1x4xf32>
    return
  }
  func.func @f32(%a0: tensor<2x4xf32>) {
    %0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
    return
  }
  func.func @f33(%a0: tensor<2x4xf32>) {
    %0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<1x8xf32>
    return
  }
  func.func @f34(%a0: tensor<2x3x4xf32>) {
    %0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3x4xf32>) -> tensor<2x6x4xf32>
    return
  }
  func.func @f35(%a0: tensor<2x3x4xf32>, %a1: tensor<2x3x4xf32>) {
    %0:2 = "stablehlo.all_gather"(%a0, %a1) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x6x4xf32>, tensor<2x6x4xf32>)
    return
  }
  func.func @f36(%a0: tensor<2x6x4xf32>) {
    %0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2x6x4xf32>) -> tensor<2x3x4xf32>
    return
  }
  func.func @f37(%a0: tensor<2x3x4xf32>) {
    %0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>}> : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    return
  }
  func.func @f38(%a0: tensor<2x6x4xf32>) {
    %0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x6x4xf32>) -> tensor<4x3x4xf32>
    return
  }
  func.func @f39(%a0: tensor<2x6x4xf32>) {
    %0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x6x4xf32>) -> tensor<2x6x4xf32>
    return
  }
  func.func @f40(%a0: tensor<2x6x4xf32>) {
    %0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 1 : i64, concat_dimension = 2 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x6x4xf32>) -> tensor<2x3x8xf32>
    return
  }
  func.func @f41(%a0: tensor<0x4xf32>) {
    %0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<0x4xf32>) -> tensor<0x4xf32>
    return
  }
  func.func @f42(%a0: tensor<0x4xf32>) {
    %0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<0x4xf32>) -> tensor<0x8xf32>
    return
  }
  func.func @f43(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>) {
    %0:2 = "stablehlo.all_to_all"(%a0, %a1) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
    return
  }
}
