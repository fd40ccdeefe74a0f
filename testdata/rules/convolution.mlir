// test: rules
module {
  func.func @f0(%a0: tensor<2x8x8x3xf32>, %a1: tensor<3x3x3x16xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x8x8x16xf32>
    return
  }
  func.func @f1(%a0: tensor<2x224x224x192xf32>, %a1: tensor<3x3x192x64xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x224x224x192xf32>, tensor<3x3x192x64xf32>) -> tensor<2x224x224x64xf32>
    return
  }
  func.func @f2(%a0: tensor<8x224x224x192xf32>, %a1: tensor<3x3x192x64xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x224x224x192xf32>, tensor<3x3x192x64xf32>) -> tensor<8x222x222x64xf32>
    return
  }
  func.func @f3(%a0: tensor<2x3xf32>, %a1: tensor<3x5xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f]x[i, o]->[b, f], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
    return
  }
  func.func @f4(%a0: tensor<4x6x8xf32>, %a1: tensor<3x6x2xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [2], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x8xf32>, tensor<3x6x2xf32>) -> tensor<4x3x4xf32>
    return
  }
  func.func @f5(%a0: tensor<4x6x8xf32>, %a1: tensor<6x2x2xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [2], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<4x6x8xf32>, tensor<6x2x2xf32>) -> tensor<4x6x4xf32>
    return
  }
  func.func @f6(%a0: tensor<4x6x8xf32>, %a1: tensor<6x6x2xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [2], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x6x8xf32>, tensor<6x6x2xf32>) -> tensor<2x6x4xf32>
    return
  }
  func.func @f7(%a0: tensor<4x6x8xf32>, %a1: tensor<6x1x2xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 6 : i64} : (tensor<4x6x8xf32>, tensor<6x1x2xf32>) -> tensor<4x6x7xf32>
    return
  }
  func.func @f8(%a0: tensor<4x6x8xf32>, %a1: tensor<12x1x2xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 6 : i64} : (tensor<4x6x8xf32>, tensor<12x1x2xf32>) -> tensor<4x12x7xf32>
    return
  }
  func.func @f9(%a0: tensor<6x2x8xf32>, %a1: tensor<6x2x8xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 6 : i64, feature_group_count = 1 : i64} : (tensor<6x2x8xf32>, tensor<6x2x8xf32>) -> tensor<1x6x1xf32>
    return
  }
  func.func @f10(%a0: tensor<6x2x8xf32>, %a1: tensor<12x2x8xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [1], pad = [[2, 2]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 3 : i64, feature_group_count = 1 : i64} : (tensor<6x2x8xf32>, tensor<12x2x8xf32>) -> tensor<2x12x5xf32>
    return
  }
  func.func @f11(%a0: tensor<1x4x1xf32>, %a1: tensor<1x4x1xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<1x4x1xf32>) -> tensor<1x1x1xf32>
    return
  }
  func.func @f12(%a0: tensor<1x1x5xf32>, %a1: tensor<1x1x5xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x5xf32>, tensor<1x1x5xf32>) -> tensor<1x1x1xf32>
    return
  }
  func.func @f13(%a0: tensor<2x4x8xf32>, %a1: tensor<8x4x16xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [3], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x8xf32>, tensor<8x4x16xf32>) -> tensor<2x8x7xf32>
    return
  }
  func.func @f14(%a0: tensor<8x12x5x4xf32>, %a1: tensor<8x4x5x3xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [1, f, 0, b]x[o, 1, 0, i]->[0, 1, b, f], window = {stride = [3, 2], pad = [[1, 0], [2, 0]], lhs_dilate = [2, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<8x12x5x4xf32>, tensor<8x4x5x3xf32>) -> tensor<2x4x4x8xf32>
    return
  }
  func.func @f15(%a0: tensor<4x8x12x2x6xf32>, %a1: tensor<8x1x2x16x16xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0, 1, 2]x[o, 2, i, 1, 0]->[b, f, 0, 1, 2], window = {stride = [3, 1, 1], pad = [[1, 1], [2, 1], [0, 3]], lhs_dilate = [2, 2, 1], rhs_dilate = [1, 1, 1]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<4x8x12x2x6xf32>, tensor<8x1x2x16x16xf32>) -> tensor<4x8x4x0x9xf32>
    return
  }
  func.func @f16(%a0: tensor<16x4xf32>, %a1: tensor<8x4xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f]x[o, i]->[b, f], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = []} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<16x4xf32>, tensor<8x4xf32>) -> tensor<4x8xf32>
    return
  }
  func.func @f17(%a0: tensor<3x2x8xf32>, %a1: tensor<3x6x16xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [f, b, 0]x[i, o, 0]->[b, f, 0], window = {stride = [1], pad = [[0, 1]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<3x2x8xf32>, tensor<3x6x16xf32>) -> tensor<1x6x0xf32>
    return
  }
  func.func @f18(%a0: tensor<2x2xf32>, %a1: tensor<2x2xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [f, b]x[o, i]->[f, b], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @f19(%a0: tensor<3x4x6xf32>, %a1: tensor<5x1x4xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0]x[0, o, i]->[b, f, 0], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x4x6xf32>, tensor<5x1x4xf32>) -> tensor<3x1x2xf32>
    return
  }
  func.func @f20(%a0: tensor<2x2x16x9x2xf32>, %a1: tensor<3x3x8x5x2xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [1, b, 2, 0, f]x[0, o, 2, 1, i]->[0, 1, f, 2, b], window = {stride = [3, 3, 2], pad = [[2, 3], [2, 0], [0, 0]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 2, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2x16x9x2xf32>, tensor<3x3x8x5x2xf32>) -> tensor<4x0x3x5x2xf32>
    return
  }
  func.func @f21(%a0: tensor<8x9x2x9x6xf32>, %a1: tensor<3x4x2x3x1xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [f, 2, b, 0, 1]x[0, o, i, 1, 2]->[1, b, 0, 2, f], window = {stride = [3, 3, 1], pad = [[0, 0], [1, 3], [1, 0]], lhs_dilate = [1, 1, 1], rhs_dilate = [2, 1, 1]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<8x9x2x9x6xf32>, tensor<3x4x2x3x1xf32>) -> tensor<3x2x2x10x4xf32>
    return
  }
  func.func @f22(%a0: tensor<4x1x8x5x5xf32>, %a1: tensor<2x2x1x16x9xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0, 1, 2]x[o, 0, i, 1, 2]->[2, b, 1, 0, f], window = {stride = [2, 2, 1], pad = [[0, 3], [0, 1], [1, 0]], lhs_dilate = [1, 1, 1], rhs_dilate = [2, 1, 1]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x1x8x5x5xf32>, tensor<2x2x1x16x9xf32>) -> tensor<0x2x0x5x2xf32>
    return
  }
  func.func @f23(%a0: tensor<4x4x3xf32>, %a1: tensor<2x3x9xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [0, b, f]x[o, i, 0]->[0, f, b], window = {stride = [1], pad = [[1, 0]], lhs_dilate = [2], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x4x3xf32>, tensor<2x3x9xf32>) -> tensor<0x2x4xf32>
    return
  }
  func.func @f24(%a0: tensor<4x9x1x9xf32>, %a1: tensor<4x2x1x16xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 1, f, 0]x[o, 0, i, 1]->[b, 1, 0, f], window = {stride = [1, 3], pad = [[1, 1], [0, 3]], lhs_dilate = [2, 1], rhs_dilate = [1, 2]} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<4x9x1x9xf32>, tensor<4x2x1x16xf32>) -> tensor<1x0x18x4xf32>
    return
  }
  func.func @f25(%a0: tensor<8x3x8xf32>, %a1: tensor<3x16x4xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [0, f, b]x[i, 0, o]->[b, f, 0], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<8x3x8xf32>, tensor<3x16x4xf32>) -> tensor<2x4x0xf32>
    return
  }
  func.func @f26(%a0: tensor<32x12x32x4x32xf32>, %a1: tensor<8x3x5x4x9xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [2, f, 1, b, 0]x[o, i, 0, 1, 2]->[b, f, 0, 1, 2], window = {stride = [2, 1, 1], pad = [[1, 0], [0, 0], [0, 1]], lhs_dilate = [1, 1, 1], rhs_dilate = [2, 2, 1]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<32x12x32x4x32xf32>, tensor<8x3x5x4x9xf32>) -> tensor<4x8x13x26x25xf32>
    return
  }
  func.func @f27(%a0: tensor<4x3x1x32xf32>, %a1: tensor<9x16x1x3xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1], window = {stride = [1, 3], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<4x3x1x32xf32>, tensor<9x16x1x3xf32>) -> tensor<4x3x0x7xf32>
    return
  }
  func.func @f28(%a0: tensor<32x12x2x3xf32>, %a1: tensor<4x3x8x4xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [1, f, 0, b]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 3], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<32x12x2x3xf32>, tensor<4x3x8x4xf32>) -> tensor<3x4x0x11xf32>
    return
  }
  func.func @f29(%a0: tensor<8x4x5x8xf32>, %a1: tensor<8x4x16x1xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 3], pad = [[0, 0], [2, 1]], lhs_dilate = [1, 2], rhs_dilate = [1, 2]} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<8x4x5x8xf32>, tensor<8x4x16x1xf32>) -> tensor<2x8x0x6xf32>
    return
  }
  func.func @f30(%a0: tensor<1x4x2x16x5xf32>, %a1: tensor<2x8x1x4x2xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0, 1, 2]x[o, 0, 1, i, 2]->[f, 2, 0, b, 1], window = {stride = [2, 2, 3], pad = [[0, 3], [1, 1], [1, 3]], lhs_dilate = [1, 2, 1], rhs_dilate = [2, 1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2x16x5xf32>, tensor<2x8x1x4x2xf32>) -> tensor<2x3x0x1x17xf32>
    return
  }
  func.func @f31(%a0: tensor<1x1x4xf32>, %a1: tensor<12x1x2xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, f]x[o, i, 0]->[b, f, 0], window = {stride = [3], pad = [[2, 0]], lhs_dilate = [2], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<1x1x4xf32>, tensor<12x1x2xf32>) -> tensor<1x12x1xf32>
    return
  }
  func.func @f32(%a0: tensor<2x2xf32>, %a1: tensor<1x2xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [f, b]x[o, i]->[f, b], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
    return
  }
  func.func @f33(%a0: tensor<4x9x1xf32>, %a1: tensor<3x9x8xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0]x[i, o, 0]->[b, f, 0], window = {stride = [2], pad = [[0, 3]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<4x9x1xf32>, tensor<3x9x8xf32>) -> tensor<4x9x0xf32>
    return
  }
  func.func @f34(%a0: tensor<4x9x1x1xf32>, %a1: tensor<2x1x8x4xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[o, i, 0, 1]->[1, f, b, 0], window = {stride = [1, 1], pad = [[0, 0], [1, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x1x1xf32>, tensor<2x1x8x4xf32>) -> tensor<0x2x4x10xf32>
    return
  }
  func.func @f35(%a0: tensor<1x8xf32>, %a1: tensor<1x12xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [f, b]x[i, o]->[b, f], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = []} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<1x8xf32>, tensor<1x12xf32>) -> tensor<2x12xf32>
    return
  }
  func.func @f36(%a0: tensor<4x3x6x12x16xf32>, %a1: tensor<2x16x9x3x1xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0, 1, 2]x[o, 0, 2, i, 1]->[1, b, 2, 0, f], window = {stride = [3, 3, 1], pad = [[2, 0], [1, 3], [0, 0]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 2]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x3x6x12x16xf32>, tensor<2x16x9x3x1xf32>) -> tensor<6x2x0x0x2xf32>
    return
  }
  func.func @f37(%a0: tensor<1x16xf32>, %a1: tensor<12x1xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [f, b]x[o, i]->[b, f], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = []} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<1x16xf32>, tensor<12x1xf32>) -> tensor<4x12xf32>
    return
  }
  func.func @f38(%a0: tensor<16x9x3x12x32xf32>, %a1: tensor<4x3x5x1x5xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [0, 2, f, b, 1]x[o, i, 0, 1, 2]->[0, f, 1, 2, b], window = {stride = [1, 1, 3], pad = [[1, 3], [2, 1], [0, 0]], lhs_dilate = [1, 2, 1], rhs_dilate = [1, 1, 1]} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<16x9x3x12x32xf32>, tensor<4x3x5x1x5xf32>) -> tensor<16x4x66x2x3xf32>
    return
  }
  func.func @f39(%a0: tensor<3x2xf32>, %a1: tensor<3x2xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f]x[o, i]->[f, b], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x3xf32>
    return
  }
  func.func @f40(%a0: tensor<12x3x4x1xf32>, %a1: tensor<8x3x1x3xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[1, b, f, 0], window = {stride = [2, 3], pad = [[1, 3], [2, 3]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<12x3x4x1xf32>, tensor<8x3x1x3xf32>) -> tensor<2x3x8x4xf32>
    return
  }
  func.func @f41(%a0: tensor<3x2x2xf32>, %a1: tensor<1x2x4xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [3], pad = [[0, 1]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x2x2xf32>, tensor<1x2x4xf32>) -> tensor<3x1x0xf32>
    return
  }
  func.func @f42(%a0: tensor<3x4x5xf32>, %a1: tensor<2x2x8xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [1], pad = [[0, 3]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<3x4x5xf32>, tensor<2x2x8xf32>) -> tensor<3x2x1xf32>
    return
  }
  func.func @f43(%a0: tensor<16x2x2xf32>, %a1: tensor<9x2x4xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [0, f, b]x[0, i, o]->[b, f, 0], window = {stride = [3], pad = [[0, 3]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<16x2x2xf32>, tensor<9x2x4xf32>) -> tensor<1x4x4xf32>
    return
  }
  func.func @f44(%a0: tensor<4x1xf32>, %a1: tensor<3x1xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f]x[o, i]->[f, b], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x1xf32>, tensor<3x1xf32>) -> tensor<3x4xf32>
    return
  }
  func.func @f45(%a0: tensor<6x3x9x4x16xf32>, %a1: tensor<4x3x1x4x4xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0, 1, 2]x[o, i, 0, 1, 2]->[1, f, b, 0, 2], window = {stride = [1, 2, 3], pad = [[2, 0], [0, 1], [2, 1]], lhs_dilate = [1, 1, 2], rhs_dilate = [1, 2, 1]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<6x3x9x4x16xf32>, tensor<4x3x1x4x4xf32>) -> tensor<0x4x3x11x11xf32>
    return
  }
  func.func @f46(%a0: tensor<4x4xf32>, %a1: tensor<8x1xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f]x[o, i]->[b, f], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = []} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<4x4xf32>, tensor<8x1xf32>) -> tensor<4x8xf32>
    return
  }
  func.func @f47(%a0: tensor<2x4x5xf32>, %a1: tensor<2x4x1xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0]x[o, i, 0]->[0, f, b], window = {stride = [1], pad = [[2, 0]], lhs_dilate = [2], rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x5xf32>, tensor<2x4x1xf32>) -> tensor<11x2x2xf32>
    return
  }
  func.func @f48(%a0: tensor<2x16x6x4x6xf32>, %a1: tensor<4x4x3x8x1xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0, 1, 2]x[o, i, 0, 2, 1]->[b, f, 0, 1, 2], window = {stride = [3, 2, 3], pad = [[2, 0], [0, 0], [2, 3]], lhs_dilate = [1, 1, 2], rhs_dilate = [1, 1, 1]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<2x16x6x4x6xf32>, tensor<4x4x3x8x1xf32>) -> tensor<2x4x2x2x3xf32>
    return
  }
  func.func @f49(%a0: tensor<4x4x32x9xf32>, %a1: tensor<8x1x4x9xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [f, b, 1, 0]x[o, 0, i, 1]->[b, f, 1, 0], window = {stride = [3, 3], pad = [[2, 3], [2, 0]], lhs_dilate = [1, 2], rhs_dilate = [2, 1]} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<4x4x32x9xf32>, tensor<8x1x4x9xf32>) -> tensor<1x8x19x5xf32>
    return
  }
  func.func @f50(%a0: tensor<4x4x32xf32>, %a1: tensor<3x4x8xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [2], pad = [[2, 3]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x4x32xf32>, tensor<3x4x8xf32>) -> tensor<4x3x15xf32>
    return
  }
  func.func @f51(%a0: tensor<9x1x3xf32>, %a1: tensor<2x1x8xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [0, f, b]x[o, i, 0]->[b, f, 0], window = {stride = [2], pad = [[1, 0]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<9x1x3xf32>, tensor<2x1x8xf32>) -> tensor<3x2x2xf32>
    return
  }
  func.func @f52(%a0: tensor<12x2xf32>, %a1: tensor<9x4xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [f, b]x[o, i]->[b, f], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = []} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<12x2xf32>, tensor<9x4xf32>) -> tensor<2x9xf32>
    return
  }
  func.func @f53(%a0: tensor<12x4x1xf32>, %a1: tensor<16x1x4xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [0, f, b]x[0, o, i]->[b, 0, f], window = {stride = [1], pad = [[0, 3]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<12x4x1xf32>, tensor<16x1x4xf32>) -> tensor<1x0x1xf32>
    return
  }
  func.func @f54(%a0: tensor<4x2xf32>, %a1: tensor<3x2xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f]x[o, i]->[f, b], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x2xf32>, tensor<3x2xf32>) -> tensor<3x4xf32>
    return
  }
  func.func @f55(%a0: tensor<3x2x2x2xf32>, %a1: tensor<2x1x9x9xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[f, 0, b, 1], window = {stride = [1, 3], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<3x2x2x2xf32>, tensor<2x1x9x9xf32>) -> tensor<2x0x3x0xf32>
    return
  }
  func.func @f56(%a0: tensor<6x1x2x8x9xf32>, %a1: tensor<1x2x16x1x6xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0, 1, 2]x[1, 0, 2, i, o]->[b, f, 1, 2, 0], window = {stride = [2, 2, 2], pad = [[0, 3], [0, 0], [0, 3]], lhs_dilate = [1, 1, 2], rhs_dilate = [1, 1, 1]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<6x1x2x8x9xf32>, tensor<1x2x16x1x6xf32>) -> tensor<3x6x4x3x2xf32>
    return
  }
  func.func @f57(%a0: tensor<1x12xf32>, %a1: tensor<9x4xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f]x[o, i]->[f, b], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = []} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<1x12xf32>, tensor<9x4xf32>) -> tensor<9x1xf32>
    return
  }
  func.func @f58(%a0: tensor<2x8x2x12x6xf32>, %a1: tensor<3x9x1x4x4xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0, 1, 2]x[0, 1, 2, o, i]->[b, 1, 2, 0, f], window = {stride = [1, 1, 2], pad = [[0, 0], [2, 0], [0, 0]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 1]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x8x2x12x6xf32>, tensor<3x9x1x4x4xf32>) -> tensor<2x6x3x0x4xf32>
    return
  }
  func.func @f59(%a0: tensor<3x16xf32>, %a1: tensor<4x4xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f]x[o, i]->[b, f], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = []} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<3x16xf32>, tensor<4x4xf32>) -> tensor<3x4xf32>
    return
  }
  func.func @f60(%a0: tensor<2x12x9xf32>, %a1: tensor<2x5x12xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [f, b, 0]x[i, 0, o]->[0, b, f], window = {stride = [1], pad = [[0, 1]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<2x12x9xf32>, tensor<2x5x12xf32>) -> tensor<6x3x12xf32>
    return
  }
  func.func @f61(%a0: tensor<3x6x9xf32>, %a1: tensor<3x2x3xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0]x[0, o, i]->[0, f, b], window = {stride = [2], pad = [[0, 1]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<3x6x9xf32>, tensor<3x2x3xf32>) -> tensor<4x2x3xf32>
    return
  }
  func.func @f62(%a0: tensor<4x4x1x2xf32>, %a1: tensor<2x6x1x2xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2], pad = [[0, 0], [1, 0]], lhs_dilate = [1, 1], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<4x4x1x2xf32>, tensor<2x6x1x2xf32>) -> tensor<4x6x1x1xf32>
    return
  }
  func.func @f63(%a0: tensor<4x2x12x32xf32>, %a1: tensor<5x6x2x1xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0, 1]x[1, o, i, 0]->[0, f, 1, b], window = {stride = [3, 1], pad = [[2, 3], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [2, 1]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x2x12x32xf32>, tensor<5x6x2x1xf32>) -> tensor<6x6x28x2xf32>
    return
  }
  func.func @f64(%a0: tensor<4x1x4x8x6xf32>, %a1: tensor<6x9x4x3x9xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [0, b, 2, 1, f]x[o, 0, 1, i, 2]->[1, 2, f, 0, b], window = {stride = [1, 1, 3], pad = [[2, 0], [2, 0], [0, 0]], lhs_dilate = [1, 1, 2], rhs_dilate = [1, 1, 1]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<4x1x4x8x6xf32>, tensor<6x9x4x3x9xf32>) -> tensor<7x0x6x0x1xf32>
    return
  }
  func.func @f65(%a0: tensor<2x2xf32>, %a1: tensor<2x3xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f]x[i, o]->[b, f], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
  func.func @f66(%a0: tensor<2x4xf32>, %a1: tensor<2x4xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f]x[o, i]->[f, b], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @f67(%a0: tensor<4x4x5x2x12xf32>, %a1: tensor<6x2x2x3x4xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f, 0, 1, 2]x[o, i, 0, 1, 2]->[1, 2, b, f, 0], window = {stride = [3, 2, 3], pad = [[0, 0], [0, 0], [0, 1]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 2]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<4x4x5x2x12xf32>, tensor<6x2x2x3x4xf32>) -> tensor<0x3x4x6x2xf32>
    return
  }
  func.func @f68(%a0: tensor<4x2xf32>, %a1: tensor<2x2xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f]x[i, o]->[b, f], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
    return
  }
  func.func @f69(%a0: tensor<8x3x9x16x5xf32>, %a1: tensor<8x3x2x4x8xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [1, f, 0, b, 2]x[0, i, 2, o, 1]->[1, b, 0, 2, f], window = {stride = [1, 1, 3], pad = [[0, 1], [2, 3], [1, 0]], lhs_dilate = [1, 2, 1], rhs_dilate = [1, 1, 1]} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<8x3x9x16x5xf32>, tensor<8x3x2x4x8xf32>) -> tensor<13x4x3x2x4xf32>
    return
  }
  func.func @f70(%a0: tensor<4x2xf32>, %a1: tensor<12x2xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f]x[o, i]->[b, f], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = []} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<4x2xf32>, tensor<12x2xf32>) -> tensor<1x12xf32>
    return
  }
  func.func @f71(%a0: tensor<2x4xf32>, %a1: tensor<2x4xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f]x[o, i]->[b, f], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @f72(%a0: tensor<3x6x4xf32>, %a1: tensor<3x1x5xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [f, 0, b]x[o, i, 0]->[b, f, 0], window = {stride = [1], pad = [[2, 3]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<3x6x4xf32>, tensor<3x1x5xf32>) -> tensor<4x3x7xf32>
    return
  }
  func.func @f73(%a0: tensor<2x2xf32>, %a1: tensor<1x6xf32>) {
    %0 = stablehlo.convolution(%a0, %a1) dim_numbers = [f, b]x[i, o]->[b, f], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = []} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x2xf32>, tensor<1x6xf32>) -> tensor<2x6xf32>
    return
  }
}
