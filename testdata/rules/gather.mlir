// test: rules
module {
  func.func @f0(%a0: tensor<8x4xf32>, %a1: tensor<5x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
    return
  }
  func.func @f1(%a0: tensor<8x4xf32>, %a1: tensor<5xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<5xi32>) -> tensor<5x4xf32>
    return
  }
  func.func @f2(%a0: tensor<8x4xf32>, %a1: tensor<5x2xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x4xf32>, tensor<5x2xi32>) -> tensor<5xf32>
    return
  }
  func.func @f3(%a0: tensor<8x4xf32>, %a1: tensor<5x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 4>}> : (tensor<8x4xf32>, tensor<5x1xi32>) -> tensor<5x2x4xf32>
    return
  }
  func.func @f4(%a0: tensor<8x4xf32>, %a1: tensor<5x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 8, 4>}> : (tensor<8x4xf32>, tensor<5x1xi32>) -> tensor<5x8x4xf32>
    return
  }
  func.func @f5(%a0: tensor<8x4xf32>, %a1: tensor<5x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<5x1xi32>) -> tensor<5x1x4xf32>
    return
  }
  func.func @f6(%a0: tensor<8x4xf32>, %a1: tensor<5x2xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<8x4xf32>, tensor<5x2xi32>) -> tensor<5x1x3xf32>
    return
  }
  func.func @f7(%a0: tensor<8x4xf32>, %a1: tensor<1x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<1x1xi32>) -> tensor<1x4xf32>
    return
  }
  func.func @f8(%a0: tensor<1x4xf32>, %a1: tensor<5x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<1x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
    return
  }
  func.func @f9(%a0: tensor<1x1xf32>, %a1: tensor<5x2xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<1x1xf32>, tensor<5x2xi32>) -> tensor<5x1x1xf32>
    return
  }
  func.func @f10(%a0: tensor<3x4x2xf32>, %a1: tensor<2x3x2xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi32>) -> tensor<2x3x2xf32>
    return
  }
  func.func @f11(%a0: tensor<3x4x2xf32>, %a1: tensor<2x3x2x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2x1xi32>) -> tensor<2x3x2x2xf32>
    return
  }
  func.func @f12(%a0: tensor<3x4x2x5xf32>, %a1: tensor<3x5x2xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [2], operand_batching_dims = [0, 3], start_indices_batching_dims = [0, 1], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 1, 1>}> : (tensor<3x4x2x5xf32>, tensor<3x5x2xi32>) -> tensor<3x5x2xf32>
    return
  }
  func.func @f13(%a0: tensor<8x4xf32>, %a1: tensor<1x5xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<1x5xi32>) -> tensor<4x5xf32>
    return
  }
  func.func @f14(%a0: tensor<8xf32>, %a1: tensor<i32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>}> : (tensor<8xf32>, tensor<i32>) -> tensor<f32>
    return
  }
  func.func @f15(%a0: tensor<8xf32>, %a1: tensor<i32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 3>}> : (tensor<8xf32>, tensor<i32>) -> tensor<3xf32>
    return
  }
  func.func @f16(%a0: tensor<0x4xf32>, %a1: tensor<5x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 0, 4>}> : (tensor<0x4xf32>, tensor<5x1xi32>) -> tensor<5x0x4xf32>
    return
  }
  func.func @f17(%a0: tensor<8x4xf32>, %a1: tensor<0x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<0x1xi32>) -> tensor<0x4xf32>
    return
  }
  func.func @f18(%a0: tensor<8x4xf32>, %a1: tensor<5x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 0>}> : (tensor<8x4xf32>, tensor<5x1xi32>) -> tensor<5x0xf32>
    return
  }
  func.func @f19(%a0: tensor<2x2xf32>, %a1: tensor<2xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x2xf32>, tensor<2xi32>) -> tensor<1xf32>
    return
  }
  func.func @f20(%a0: tensor<6x1x2xf32>, %a1: tensor<3xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0, 2], start_index_map = [0, 2, 1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<6x1x2xf32>, tensor<3xi32>) -> tensor<1xf32>
    return
  }
  func.func @f21(%a0: tensor<1x6x1x1xf32>, %a1: tensor<1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2], collapsed_slice_dims = [1], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<1x6x1x1xf32>, tensor<1xi32>) -> tensor<1x1x1xf32>
    return
  }
  func.func @f22(%a0: tensor<2x1xf32>, %a1: tensor<1x2x3xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x1xf32>, tensor<1x2x3xi32>) -> tensor<2x3x1xf32>
    return
  }
  func.func @f23(%a0: tensor<1xf32>, %a1: tensor<1x1x0x3xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<operand_batching_dims = [0], start_indices_batching_dims = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1>}> : (tensor<1xf32>, tensor<1x1x0x3xi32>) -> tensor<1x1x3xf32>
    return
  }
  func.func @f24(%a0: tensor<3x3xf32>, %a1: tensor<1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x3xf32>, tensor<1xi32>) -> tensor<1xf32>
    return
  }
  func.func @f25(%a0: tensor<8x4x4xf32>, %a1: tensor<1x5x3xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [1], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 8, 1, 1>}> : (tensor<8x4x4xf32>, tensor<1x5x3xi32>) -> tensor<5x8x3x1xf32>
    return
  }
  func.func @f26(%a0: tensor<2xf32>, %a1: tensor<1x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 2>}> : (tensor<2xf32>, tensor<1x1xi32>) -> tensor<2x1xf32>
    return
  }
  func.func @f27(%a0: tensor<1xf32>, %a1: tensor<0xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>}> : (tensor<1xf32>, tensor<0xi32>) -> tensor<1xf32>
    return
  }
  func.func @f28(%a0: tensor<1xf32>, %a1: tensor<1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>}> : (tensor<1xf32>, tensor<1xi32>) -> tensor<f32>
    return
  }
  func.func @f29(%a0: tensor<1x4xf32>, %a1: tensor<2xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>}> : (tensor<1x4xf32>, tensor<2xi32>) -> tensor<f32>
    return
  }
  func.func @f30(%a0: tensor<6x1x6xf32>, %a1: tensor<6x5x2xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<6x1x6xf32>, tensor<6x5x2xi32>) -> tensor<6x1x1x5xf32>
    return
  }
  func.func @f31(%a0: tensor<3x1x3xf32>, %a1: tensor<3xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2], start_index_map = [1, 0, 2], index_vector_dim = 0>, slice_sizes = array<i64: 3, 1, 3>}> : (tensor<3x1x3xf32>, tensor<3xi32>) -> tensor<3x1x3xf32>
    return
  }
  func.func @f32(%a0: tensor<4x8x4x3xf32>, %a1: tensor<4xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], operand_batching_dims = [2], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<4x8x4x3xf32>, tensor<4xi32>) -> tensor<1x4x1xf32>
    return
  }
  func.func @f33(%a0: tensor<1x4xf32>, %a1: tensor<i32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>}> : (tensor<1x4xf32>, tensor<i32>) -> tensor<1xf32>
    return
  }
  func.func @f34(%a0: tensor<8x1x1xf32>, %a1: tensor<3x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [1, 2, 0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<8x1x1xf32>, tensor<3x1xi32>) -> tensor<1x1xf32>
    return
  }
  func.func @f35(%a0: tensor<1x2xf32>, %a1: tensor<3x2x3xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<1x2xf32>, tensor<3x2x3xi32>) -> tensor<3x3x2xf32>
    return
  }
  func.func @f36(%a0: tensor<6x8x1xf32>, %a1: tensor<1x6x1x0xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], operand_batching_dims = [0], start_indices_batching_dims = [1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 7, 1>}> : (tensor<6x8x1xf32>, tensor<1x6x1x0xi32>) -> tensor<1x6x7x1x1xf32>
    return
  }
  func.func @f37(%a0: tensor<3x4xf32>, %a1: tensor<4x3x0xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<operand_batching_dims = [0, 1], start_indices_batching_dims = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x4xf32>, tensor<4x3x0xi32>) -> tensor<4x3xf32>
    return
  }
  func.func @f38(%a0: tensor<2xf32>, %a1: tensor<1x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<2xf32>, tensor<1x1xi32>) -> tensor<1x1xf32>
    return
  }
  func.func @f39(%a0: tensor<8xf32>, %a1: tensor<3x5x0xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1>}> : (tensor<8xf32>, tensor<3x5x0xi32>) -> tensor<3x1x5xf32>
    return
  }
  func.func @f40(%a0: tensor<6x6xf32>, %a1: tensor<1x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 3, 1>}> : (tensor<6x6xf32>, tensor<1x1xi32>) -> tensor<3x1xf32>
    return
  }
  func.func @f41(%a0: tensor<1x1xf32>, %a1: tensor<2x5xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>}> : (tensor<1x1xf32>, tensor<2x5xi32>) -> tensor<5xf32>
    return
  }
  func.func @f42(%a0: tensor<2x4x1xf32>, %a1: tensor<1x1x4xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [1, 2], start_indices_batching_dims = [2, 1], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 2, 1, 1>}> : (tensor<2x4x1xf32>, tensor<1x1x4xi32>) -> tensor<1x1x2x4xf32>
    return
  }
  func.func @f43(%a0: tensor<8x1x4x4xf32>, %a1: tensor<4xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 3], operand_batching_dims = [3], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 6, 1, 4, 1>}> : (tensor<8x1x4x4xf32>, tensor<4xi32>) -> tensor<6x1x4x4xf32>
    return
  }
  func.func @f44(%a0: tensor<8xf32>, %a1: tensor<0x5xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], index_vector_dim = 0>, slice_sizes = array<i64: 8>}> : (tensor<8xf32>, tensor<0x5xi32>) -> tensor<8x5xf32>
    return
  }
  func.func @f45(%a0: tensor<1x1x3xf32>, %a1: tensor<3xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [0], start_index_map = [1, 0, 2], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<1x1x3xf32>, tensor<3xi32>) -> tensor<1x3xf32>
    return
  }
  func.func @f46(%a0: tensor<1x1x3x6xf32>, %a1: tensor<3x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [3], operand_batching_dims = [2], start_indices_batching_dims = [0], start_index_map = [3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<1x1x3x6xf32>, tensor<3x1xi32>) -> tensor<1x1x3x1xf32>
    return
  }
  func.func @f47(%a0: tensor<1x8x4x6xf32>, %a1: tensor<3x1x2x8x4xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 3], operand_batching_dims = [1, 2], start_indices_batching_dims = [3, 4], start_index_map = [3, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<1x8x4x6xf32>, tensor<3x1x2x8x4xi32>) -> tensor<3x1x8x4xf32>
    return
  }
  func.func @f48(%a0: tensor<1x4x1x1xf32>, %a1: tensor<4x1x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [3], operand_batching_dims = [1, 2], start_indices_batching_dims = [0, 2], start_index_map = [3], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<1x4x1x1xf32>, tensor<4x1x1xi32>) -> tensor<4x1x1xf32>
    return
  }
  func.func @f49(%a0: tensor<2x1x1xf32>, %a1: tensor<1x2x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], operand_batching_dims = [2], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 0>, slice_sizes = array<i64: 2, 1, 1>}> : (tensor<2x1x1xf32>, tensor<1x2x1xi32>) -> tensor<2x2x1xf32>
    return
  }
  func.func @f50(%a0: tensor<2x3x1x3xf32>, %a1: tensor<3x5x3x2xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [3], start_indices_batching_dims = [2], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 3, 1, 1>}> : (tensor<2x3x1x3xf32>, tensor<3x5x3x2xi32>) -> tensor<3x3x5x1x3xf32>
    return
  }
  func.func @f51(%a0: tensor<8x1x6xf32>, %a1: tensor<1x2x3xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2], index_vector_dim = 1>, slice_sizes = array<i64: 8, 1, 1>}> : (tensor<8x1x6xf32>, tensor<1x2x3xi32>) -> tensor<1x3x8x1xf32>
    return
  }
  func.func @f52(%a0: tensor<2x2x6x6xf32>, %a1: tensor<6x1x1x2x6xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [1, 2, 3], start_indices_batching_dims = [3, 0, 4], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1, 1, 1>}> : (tensor<2x2x6x6xf32>, tensor<6x1x1x2x6xi32>) -> tensor<6x2x1x2x6xf32>
    return
  }
  func.func @f53(%a0: tensor<3xf32>, %a1: tensor<3x5x0x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<operand_batching_dims = [0], start_indices_batching_dims = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1>}> : (tensor<3xf32>, tensor<3x5x0x1xi32>) -> tensor<3x5x1xf32>
    return
  }
  func.func @f54(%a0: tensor<1x6x8xf32>, %a1: tensor<1x0x1x5x6xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 4], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<1x6x8xf32>, tensor<1x0x1x5x6xi32>) -> tensor<1x1x1x5x6xf32>
    return
  }
  func.func @f55(%a0: tensor<3xf32>, %a1: tensor<0x5x2x3xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<operand_batching_dims = [0], start_indices_batching_dims = [3], index_vector_dim = 0>, slice_sizes = array<i64: 1>}> : (tensor<3xf32>, tensor<0x5x2x3xi32>) -> tensor<5x2x3xf32>
    return
  }
  func.func @f56(%a0: tensor<6x2xf32>, %a1: tensor<6x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x2xf32>, tensor<6x1xi32>) -> tensor<6x1xf32>
    return
  }
  func.func @f57(%a0: tensor<1x6xf32>, %a1: tensor<5x2xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<1x6xf32>, tensor<5x2xi32>) -> tensor<1x5x1xf32>
    return
  }
  func.func @f58(%a0: tensor<1x6x1xf32>, %a1: tensor<1x2xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [2], start_index_map = [2], index_vector_dim = 0>, slice_sizes = array<i64: 1, 6, 1>}> : (tensor<1x6x1xf32>, tensor<1x2xi32>) -> tensor<1x2x6xf32>
    return
  }
  func.func @f59(%a0: tensor<1x8x2xf32>, %a1: tensor<2x2xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], operand_batching_dims = [2], start_indices_batching_dims = [1], start_index_map = [0, 1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<1x8x2xf32>, tensor<2x2xi32>) -> tensor<1x2xf32>
    return
  }
  func.func @f60(%a0: tensor<1x8x4x4xf32>, %a1: tensor<1x2x8xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 4], operand_batching_dims = [1], start_indices_batching_dims = [2], start_index_map = [2], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 4, 4>}> : (tensor<1x8x4x4xf32>, tensor<1x2x8xi32>) -> tensor<2x1x4x8x4xf32>
    return
  }
  func.func @f61(%a0: tensor<1x6x3x4xf32>, %a1: tensor<1x2xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2, 3], collapsed_slice_dims = [1], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<1x6x3x4xf32>, tensor<1x2xi32>) -> tensor<1x1x1x1xf32>
    return
  }
  func.func @f62(%a0: tensor<1x6x8xf32>, %a1: tensor<2xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [1], start_index_map = [1, 0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<1x6x8xf32>, tensor<2xi32>) -> tensor<1x8xf32>
    return
  }
  func.func @f63(%a0: tensor<1x2xf32>, %a1: tensor<2xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>}> : (tensor<1x2xf32>, tensor<2xi32>) -> tensor<1x1xf32>
    return
  }
  func.func @f64(%a0: tensor<1x1xf32>, %a1: tensor<2x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<1x1xf32>, tensor<2x1xi32>) -> tensor<2x1xf32>
    return
  }
  func.func @f65(%a0: tensor<1x1x3xf32>, %a1: tensor<2x3xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [1, 0, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<1x1x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
    return
  }
  func.func @f66(%a0: tensor<3x3xf32>, %a1: tensor<3x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x3xf32>, tensor<3x1xi32>) -> tensor<3xf32>
    return
  }
  func.func @f67(%a0: tensor<8x3x2xf32>, %a1: tensor<5x1x1x2xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 4], operand_batching_dims = [2], start_indices_batching_dims = [3], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 8, 3, 1>}> : (tensor<8x3x2xf32>, tensor<5x1x1x2xi32>) -> tensor<8x5x1x2x3xf32>
    return
  }
  func.func @f68(%a0: tensor<1x2x1xf32>, %a1: tensor<2x2x5xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 3], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2, 1>}> : (tensor<1x2x1xf32>, tensor<2x2x5xi32>) -> tensor<1x2x2x1x5xf32>
    return
  }
  func.func @f69(%a0: tensor<3x1xf32>, %a1: tensor<1x3xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 3, 1>}> : (tensor<3x1xf32>, tensor<1x3xi32>) -> tensor<1x3x3x1xf32>
    return
  }
  func.func @f70(%a0: tensor<4x6x1xf32>, %a1: tensor<1x2x3x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], operand_batching_dims = [2], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 4, 3, 1>}> : (tensor<4x6x1xf32>, tensor<1x2x3x1xi32>) -> tensor<1x4x3x2x3xf32>
    return
  }
  func.func @f71(%a0: tensor<4x4x1x1xf32>, %a1: tensor<3x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1, 3], operand_batching_dims = [2], start_indices_batching_dims = [1], start_index_map = [3, 0, 1], index_vector_dim = 0>, slice_sizes = array<i64: 4, 1, 1, 1>}> : (tensor<4x4x1x1xf32>, tensor<3x1xi32>) -> tensor<1x4xf32>
    return
  }
  func.func @f72(%a0: tensor<4x1x2x4xf32>, %a1: tensor<1x3xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2, 3], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [3, 2, 0], index_vector_dim = 1>, slice_sizes = array<i64: 4, 1, 1, 1>}> : (tensor<4x1x2x4xf32>, tensor<1x3xi32>) -> tensor<1x4xf32>
    return
  }
  func.func @f73(%a0: tensor<1x1xf32>, %a1: tensor<1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>}> : (tensor<1x1xf32>, tensor<1xi32>) -> tensor<f32>
    return
  }
  func.func @f74(%a0: tensor<8x3x1x2xf32>, %a1: tensor<1x1x2xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [0], operand_batching_dims = [2], start_indices_batching_dims = [1], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 1, 2>}> : (tensor<8x3x1x2xf32>, tensor<1x1x2xi32>) -> tensor<1x1x2x2xf32>
    return
  }
  func.func @f75(%a0: tensor<8x6x6x2xf32>, %a1: tensor<3x5x4xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 3], collapsed_slice_dims = [1], start_index_map = [2, 0, 3, 1], index_vector_dim = 2>, slice_sizes = array<i64: 8, 1, 1, 2>}> : (tensor<8x6x6x2xf32>, tensor<3x5x4xi32>) -> tensor<8x1x3x2x5xf32>
    return
  }
  func.func @f76(%a0: tensor<1x4x8x1xf32>, %a1: tensor<1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2], collapsed_slice_dims = [1], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<1x4x8x1xf32>, tensor<1xi32>) -> tensor<1x1x1xf32>
    return
  }
  func.func @f77(%a0: tensor<4x2xf32>, %a1: tensor<1x2xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 4, 1>}> : (tensor<4x2xf32>, tensor<1x2xi32>) -> tensor<4x2xf32>
    return
  }
  func.func @f78(%a0: tensor<4x6xf32>, %a1: tensor<3x6x1x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x6xf32>, tensor<3x6x1x1xi32>) -> tensor<3x6x1xf32>
    return
  }
  func.func @f79(%a0: tensor<4xf32>, %a1: tensor<0xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], index_vector_dim = 0>, slice_sizes = array<i64: 3>}> : (tensor<4xf32>, tensor<0xi32>) -> tensor<3xf32>
    return
  }
  func.func @f80(%a0: tensor<3x1xf32>, %a1: tensor<5x1x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x1xf32>, tensor<5x1x1xi32>) -> tensor<5x1xf32>
    return
  }
  func.func @f81(%a0: tensor<4x6xf32>, %a1: tensor<2xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 5>}> : (tensor<4x6xf32>, tensor<2xi32>) -> tensor<5xf32>
    return
  }
  func.func @f82(%a0: tensor<6x4xf32>, %a1: tensor<2x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x4xf32>, tensor<2x1xi32>) -> tensor<1xf32>
    return
  }
  func.func @f83(%a0: tensor<4xf32>, %a1: tensor<4x0xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<operand_batching_dims = [0], start_indices_batching_dims = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<4x0xi32>) -> tensor<4xf32>
    return
  }
  func.func @f84(%a0: tensor<1x6x8xf32>, %a1: tensor<1x1x2x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [2], index_vector_dim = 0>, slice_sizes = array<i64: 1, 6, 1>}> : (tensor<1x6x8xf32>, tensor<1x1x2x1xi32>) -> tensor<1x6x2x1xf32>
    return
  }
  func.func @f85(%a0: tensor<1x3x6x4xf32>, %a1: tensor<6x1x2xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1, 3], operand_batching_dims = [0, 2], start_indices_batching_dims = [1, 0], start_index_map = [1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<1x3x6x4xf32>, tensor<6x1x2xi32>) -> tensor<6x1x2xf32>
    return
  }
  func.func @f86(%a0: tensor<8xf32>, %a1: tensor<1x1xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>}> : (tensor<8xf32>, tensor<1x1xi32>) -> tensor<1xf32>
    return
  }
  func.func @f87(%a0: tensor<1xf32>, %a1: tensor<0x3xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>}> : (tensor<1xf32>, tensor<0x3xi32>) -> tensor<1x3xf32>
    return
  }
  func.func @f88(%a0: tensor<1xf32>, %a1: tensor<1x0xi32>) {
    %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<operand_batching_dims = [0], start_indices_batching_dims = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<1xf32>, tensor<1x0xi32>) -> tensor<1xf32>
    return
  }
}
