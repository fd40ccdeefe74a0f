// test: rules
module {
  func.func private @dec(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.negate %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @f0() {
    %0 = stablehlo.iota dim = 0 : tensor<4x5xi32>
    return
  }
  func.func @f1() {
    %0 = stablehlo.constant dense<1.0> : tensor<4x5xf32>
    return
  }
  func.func @f2() {
    %0 = stablehlo.partition_id : tensor<ui32>
    return
  }
  func.func @f3() {
    %0 = stablehlo.replica_id : tensor<ui32>
    return
  }
  func.func @f4() {
    %0 = stablehlo.after_all : !stablehlo.token
    return
  }
  func.func @f5() {
    %0 = stablehlo.create_token : !stablehlo.token
    return
  }
  func.func @f6(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
    %0 = stablehlo.tuple %a0, %a1 : tuple<tensor<4xf32>, tensor<4xf32>>
    %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>
    return
  }
  func.func @f7(%a0: tensor<4xf32>, %a1: tensor<i1>) {
    %0 = "stablehlo.if"(%a1) ({
      %n = stablehlo.negate %a0 : tensor<4xf32>
      stablehlo.return %n : tensor<4xf32>
    }, {
      stablehlo.return %a0 : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    return
  }
  func.func @f8(%a0: tensor<4xf32>, %a1: tensor<i32>) {
    %0 = "stablehlo.case"(%a1) ({
      %n = stablehlo.negate %a0 : tensor<4xf32>
      stablehlo.return %n : tensor<4xf32>
    }, {
      stablehlo.return %a0 : tensor<4xf32>
    }) : (tensor<i32>) -> tensor<4xf32>
    return
  }
  func.func @f9(%a0: tensor<4xf32>) {
    %0 = stablehlo.while(%b = %a0) : tensor<4xf32>
    cond {
      %c = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %n = stablehlo.negate %b : tensor<4xf32>
      stablehlo.return %n : tensor<4xf32>
    }
    return
  }
  func.func @f10(%a0: tensor<4x5xf32>, %a1: tensor<4x5xf32>) {
    %0 = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    return
  }
  func.func @f11(%a0: tensor<4x5xf32>) {
    %0 = chlo.acos %a0 : tensor<4x5xf32> -> tensor<4x5xf32>
    return
  }
  func.func @f12(%a0: tensor<4x5xf32>) {
    %0 = chlo.acosh %a0 : tensor<4x5xf32> -> tensor<4x5xf32>
    return
  }
  func.func @f13(%a0: tensor<4x5xf32>) {
    %0 = chlo.asin %a0 : tensor<4x5xf32> -> tensor<4x5xf32>
    return
  }
  func.func @f14(%a0: tensor<4x5xf32>) {
    %0 = chlo.asinh %a0 : tensor<4x5xf32> -> tensor<4x5xf32>
    return
  }
  func.func @f15(%a0: tensor<4x5xf32>) {
    %0 = chlo.atan %a0 : tensor<4x5xf32> -> tensor<4x5xf32>
    return
  }
  func.func @f16(%a0: tensor<4x5xf32>) {
    %0 = chlo.atanh %a0 : tensor<4x5xf32> -> tensor<4x5xf32>
    return
  }
  func.func @f17(%a0: tensor<4x5xf32>) {
    %0 = chlo.bessel_i1e %a0 : tensor<4x5xf32> -> tensor<4x5xf32>
    return
  }
  func.func @f18(%a0: tensor<4x5xcomplex<f32>>) {
    %0 = chlo.conj %a0 : tensor<4x5xcomplex<f32>> -> tensor<4x5xcomplex<f32>>
    return
  }
  func.func @f19(%a0: tensor<4x5xf32>) {
    %0 = chlo.cosh %a0 : tensor<4x5xf32> -> tensor<4x5xf32>
    return
  }
  func.func @f20(%a0: tensor<4x5xf32>) {
    %0 = chlo.digamma %a0 : tensor<4x5xf32> -> tensor<4x5xf32>
    return
  }
  func.func @f21(%a0: tensor<4x5xf32>) {
    %0 = chlo.erf %a0 : tensor<4x5xf32> -> tensor<4x5xf32>
    return
  }
  func.func @f22(%a0: tensor<4x5xf32>) {
    %0 = chlo.erf_inv %a0 : tensor<4x5xf32> -> tensor<4x5xf32>
    return
  }
  func.func @f23(%a0: tensor<4x5xf32>) {
    %0 = chlo.erfc %a0 : tensor<4x5xf32> -> tensor<4x5xf32>
    return
  }
  func.func @f24(%a0: tensor<4x5xf32>) {
    %0 = chlo.is_inf %a0 : tensor<4x5xf32> -> tensor<4x5xi1>
    return
  }
  func.func @f25(%a0: tensor<4x5xf32>) {
    %0 = chlo.is_neg_inf %a0 : tensor<4x5xf32> -> tensor<4x5xi1>
    return
  }
  func.func @f26(%a0: tensor<4x5xf32>) {
    %0 = chlo.is_pos_inf %a0 : tensor<4x5xf32> -> tensor<4x5xi1>
    return
  }
  func.func @f27(%a0: tensor<4x5xf32>) {
    %0 = chlo.lgamma %a0 : tensor<4x5xf32> -> tensor<4x5xf32>
    return
  }
  func.func @f28(%a0: tensor<4x5xf32>) {
    %0 = chlo.sinh %a0 : tensor<4x5xf32> -> tensor<4x5xf32>
    return
  }
  func.func @f29(%a0: tensor<4x5xf32>) {
    %0 = chlo.square %a0 : tensor<4x5xf32> -> tensor<4x5xf32>
    return
  }
  func.func @f30(%a0: tensor<4x5xf32>) {
    %0 = chlo.tan %a0 : tensor<4x5xf32> -> tensor<4x5xf32>
    return
  }
  func.func @f31(%a0: tensor<4x5xf32>, %a1: tensor<4x5xf32>) {
    %0 = chlo.next_after %a0, %a1 : tensor<4x5xf32>, tensor<4x5xf32> -> tensor<4x5xf32>
    return
  }
  func.func @f32(%a0: tensor<4x5xf32>, %a1: tensor<4x5xf32>) {
    %0 = chlo.polygamma %a0, %a1 : tensor<4x5xf32>, tensor<4x5xf32> -> tensor<4x5xf32>
    return
  }
  func.func @f33(%a0: tensor<4x5xf32>, %a1: tensor<4x5xf32>) {
    %0 = chlo.zeta %a0, %a1 : tensor<4x5xf32>, tensor<4x5xf32> -> tensor<4x5xf32>
    return
  }
  func.func @f34(%a0: tensor<4x5xf32>, %a1: tensor<5xf32>) {
    %0 = chlo.broadcast_add %a0, %a1 : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
    return
  }
  func.func @f35(%a0: tensor<4x5xf32>) {
    %0, %1 = chlo.top_k(%a0, k = 2) : tensor<4x5xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
    return
  }
  func.func @f36(%a0: tensor<4x5xf32>, %a1: tensor<3xi32>) {
    %0 = "stablehlo.torch_index_select"(%a0, %a1) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<4x5xf32>, tensor<3xi32>) -> tensor<4x3xf32>
    return
  }
  func.func @f37(%a0: tensor<4x5xf32>, %a1: tensor<5x6xf32>) {
    %0 = stablehlo.einsum %a0, %a1, config = "ij,jk->ik" : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f38(%a0: tensor<4x5xf32>) {
    %0 = stablehlo.unary_einsum %a0, config = "ij->i" : (tensor<4x5xf32>) -> tensor<4xf32>
    return
  }
  func.func @f39(%a0: tensor<4x5xf32>) {
    %0 = stablehlo.get_dimension_size %a0, dim = 1 : (tensor<4x5xf32>) -> tensor<i32>
    return
  }
  func.func @f40(%a0: tensor<4x5xf32>, %a1: tensor<i32>) {
    %0 = stablehlo.set_dimension_size %a0, %a1, dim = 1 : (tensor<4x5xf32>, tensor<i32>) -> tensor<4x5xf32>
    return
  }
  func.func @f41(%a0: tensor<4x5xf32>, %a1: tensor<2xi32>) {
    %0 = stablehlo.dynamic_reshape %a0, %a1 : (tensor<4x5xf32>, tensor<2xi32>) -> tensor<5x4xf32>
    return
  }
  func.func @f42(%a0: tensor<5xf32>, %a1: tensor<2xi32>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %a0, %a1, dims = [1] : (tensor<5xf32>, tensor<2xi32>) -> tensor<4x5xf32>
    return
  }
  func.func @f43(%a0: tensor<2xi32>) {
    %0 = stablehlo.dynamic_iota %a0, dim = 0 : (tensor<2xi32>) -> tensor<4x5xi32>
    return
  }
  func.func @f44(%a0: tensor<4x5xf32>, %a1: tensor<f32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>, %a4: tensor<2xi32>) {
    %0 = stablehlo.dynamic_pad %a0, %a1, %a2, %a3, %a4 : (tensor<4x5xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<5x5xf32>
    return
  }
  func.func @f45(%a0: tensor<4x5xf32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>) {
    %0 = stablehlo.real_dynamic_slice %a0, %a1, %a2, %a3 : (tensor<4x5xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x5xf32>
    return
  }
  func.func @f46(%a0: tensor<8x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<2xi32>) {
    %0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<8x4xf32>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<5x4xf32>
    return
  }
  func.func @f47(%a0: tensor<2x8x8x3xf32>, %a1: tensor<3x3x3x16xf32>, %a2: tensor<2x2xi64>) {
    %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>}> : (tensor<2x8x8x3xf32>, tensor<3x3x3x16xf32>, tensor<2x2xi64>) -> tensor<2x8x8x16xf32>
    return
  }
  func.func @f48(%a0: tensor<4xf32>) {
    %0 = stablehlo.composite "my.op" %a0 {decomposition = @dec} : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
  func.func @f49(%a0: tensor<4xf32>) {
    %0 = func.call @dec(%a0) : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
  func.func @f50(%a0: !stablehlo.token) {
    %0:2 = "stablehlo.infeed"(%a0) <{infeed_config = "x"}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
    return
  }
  func.func @f51(%a0: tensor<4xf32>, %a1: !stablehlo.token) {
    %0 = "stablehlo.outfeed"(%a0, %a1) <{outfeed_config = "x"}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
    return
  }
  func.func @f52(%a0: tensor<4xf32>, %a1: !stablehlo.token) {
    %0 = "stablehlo.send"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
    return
  }
  func.func @f53(%a0: !stablehlo.token) {
    %0:2 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
    return
  }
  func.func @f54(%a0: tensor<4xf32>) {
    %0 = builtin.unrealized_conversion_cast %a0 : tensor<4xf32> to tensor<4xi32>
    return
  }
  func.func @f55(%a0: tensor<5x4xf32>, %a1: tensor<3x4x6xf32>, %a2: tensor<3xi32>) {
    %0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x4xf32>, tensor<3x4x6xf32>, tensor<3xi32>) -> tensor<5x6xf32>
    return
  }
}
