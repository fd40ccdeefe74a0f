// test: rules
module {
  func.func @f0(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f1(%a0: tensor<2x4x8xf32>, %a1: tensor<2x8x6xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x8xf32>, tensor<2x8x6xf32>) -> tensor<2x4x6xf32>
    return
  }
  func.func @f2(%a0: tensor<4xf32>, %a1: tensor<5xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, contracting_dims = [] x [] : (tensor<4xf32>, tensor<5xf32>) -> tensor<4x5xf32>
    return
  }
  func.func @f3(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [] x [] : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    return
  }
  func.func @f4(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, contracting_dims = [0] x [0] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
    return
  }
  func.func @f5(%a0: tensor<f32>, %a1: tensor<f32>) {
    %0 = stablehlo.dot_general %a0, %a1, contracting_dims = [] x [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f6(%a0: tensor<f32>, %a1: tensor<3x1xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, contracting_dims = [] x [] : (tensor<f32>, tensor<3x1xf32>) -> tensor<3x1xf32>
    return
  }
  func.func @f7(%a0: tensor<2x3x1x5xf32>, %a1: tensor<3x2x5x1xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [0, 1] x [1, 0], contracting_dims = [3] x [2] : (tensor<2x3x1x5xf32>, tensor<3x2x5x1xf32>) -> tensor<2x3x1x1xf32>
    return
  }
  func.func @f8(%a0: tensor<3x1xf32>, %a1: tensor<1x3xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, contracting_dims = [0, 1] x [1, 0] : (tensor<3x1xf32>, tensor<1x3xf32>) -> tensor<f32>
    return
  }
  func.func @f9(%a0: tensor<0x2xf32>, %a1: tensor<0x3xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, contracting_dims = [0] x [0] : (tensor<0x2xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
    return
  }
  func.func @f10(%a0: tensor<4x2x3x7xf32>, %a1: tensor<3x4x2xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [1] x [2], contracting_dims = [0, 2] x [1, 0] : (tensor<4x2x3x7xf32>, tensor<3x4x2xf32>) -> tensor<2x7xf32>
    return
  }
  func.func @f11(%a0: tensor<3x3x2x4xf32>, %a1: tensor<2x3xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [1], contracting_dims = [2] x [0] : (tensor<3x3x2x4xf32>, tensor<2x3xf32>) -> tensor<3x3x4xf32>
    return
  }
  func.func @f12(%a0: tensor<3x4xf32>, %a1: tensor<8xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, contracting_dims = [] x [] : (tensor<3x4xf32>, tensor<8xf32>) -> tensor<3x4x8xf32>
    return
  }
  func.func @f13(%a0: tensor<4x1x2x1xf32>, %a1: tensor<4x2x1x1xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [1] x [2] : (tensor<4x1x2x1xf32>, tensor<4x2x1x1xf32>) -> tensor<4x2x1x2x1xf32>
    return
  }
  func.func @f14(%a0: tensor<4x1x1xf32>, %a1: tensor<2x1x1xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, contracting_dims = [2] x [2] : (tensor<4x1x1xf32>, tensor<2x1x1xf32>) -> tensor<4x1x2x1xf32>
    return
  }
  func.func @f15(%a0: tensor<1x8x8x1xf32>, %a1: tensor<1x8x1xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [0, 1] x [2, 1], contracting_dims = [3] x [0] : (tensor<1x8x8x1xf32>, tensor<1x8x1xf32>) -> tensor<1x8x8xf32>
    return
  }
  func.func @f16(%a0: tensor<2x1x3xf32>, %a1: tensor<2x3x1x3xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [2] x [1], contracting_dims = [1, 0] x [2, 0] : (tensor<2x1x3xf32>, tensor<2x3x1x3xf32>) -> tensor<3x3xf32>
    return
  }
  func.func @f17(%a0: tensor<1x2xf32>, %a1: tensor<3x2x4x1xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, contracting_dims = [0, 1] x [3, 1] : (tensor<1x2xf32>, tensor<3x2x4x1xf32>) -> tensor<3x4xf32>
    return
  }
  func.func @f18(%a0: tensor<4x8x2x3x3xf32>, %a1: tensor<3x4x4x3xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [1], contracting_dims = [3, 4] x [0, 3] : (tensor<4x8x2x3x3xf32>, tensor<3x4x4x3xf32>) -> tensor<4x8x2x4xf32>
    return
  }
  func.func @f19(%a0: tensor<8x8x3x2xf32>, %a1: tensor<2x4x3x8xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [2] x [2], contracting_dims = [0, 3] x [3, 0] : (tensor<8x8x3x2xf32>, tensor<2x4x3x8xf32>) -> tensor<3x8x4xf32>
    return
  }
  func.func @f20(%a0: tensor<1x3xf32>, %a1: tensor<3x1xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [0, 1] x [1, 0], contracting_dims = [] x [] : (tensor<1x3xf32>, tensor<3x1xf32>) -> tensor<1x3xf32>
    return
  }
  func.func @f21(%a0: tensor<8x1x1x3x4xf32>, %a1: tensor<4x1x1x1x8xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [0, 1] x [4, 1], contracting_dims = [2, 4] x [3, 0] : (tensor<8x1x1x3x4xf32>, tensor<4x1x1x1x8xf32>) -> tensor<8x1x3x1xf32>
    return
  }
  func.func @f22(%a0: tensor<2x4x1x4x3xf32>, %a1: tensor<1x4x4x2x4xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [0, 2] x [3, 0], contracting_dims = [3, 1] x [1, 4] : (tensor<2x4x1x4x3xf32>, tensor<1x4x4x2x4xf32>) -> tensor<2x1x3x4xf32>
    return
  }
  func.func @f23(%a0: tensor<3x4xf32>, %a1: tensor<1x4xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [1] : (tensor<3x4xf32>, tensor<1x4xf32>) -> tensor<3x1xf32>
    return
  }
  func.func @f24(%a0: tensor<1x4xf32>, %a1: tensor<4x8xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [1] x [0], contracting_dims = [] x [] : (tensor<1x4xf32>, tensor<4x8xf32>) -> tensor<4x1x8xf32>
    return
  }
  func.func @f25(%a0: tensor<4x3x1xf32>, %a1: tensor<1x3xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [1, 2] x [1, 0], contracting_dims = [] x [] : (tensor<4x3x1xf32>, tensor<1x3xf32>) -> tensor<3x1x4xf32>
    return
  }
  func.func @f26(%a0: tensor<1x2x4xf32>, %a1: tensor<4x2x8xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, contracting_dims = [2, 1] x [0, 1] : (tensor<1x2x4xf32>, tensor<4x2x8xf32>) -> tensor<1x8xf32>
    return
  }
  func.func @f27(%a0: tensor<3x3xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.dot_general %a0, %a1, contracting_dims = [] x [] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3x3xf32>
    return
  }
  func.func @f28(%a0: tensor<1x1x4xf32>, %a1: tensor<1x2x1x4x1xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [2, 1] x [3, 2] : (tensor<1x1x4xf32>, tensor<1x2x1x4x1xf32>) -> tensor<1x2x1xf32>
    return
  }
  func.func @f29(%a0: tensor<1x2x2x2x8xf32>, %a1: tensor<2x1x2x2x1xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [1, 0] x [3, 1], contracting_dims = [3, 2] x [2, 0] : (tensor<1x2x2x2x8xf32>, tensor<2x1x2x2x1xf32>) -> tensor<2x1x8x1xf32>
    return
  }
  func.func @f30(%a0: tensor<2x4x1x2xf32>, %a1: tensor<1x2x4xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, contracting_dims = [3, 2] x [1, 0] : (tensor<2x4x1x2xf32>, tensor<1x2x4xf32>) -> tensor<2x4x4xf32>
    return
  }
  func.func @f31(%a0: tensor<3x1x2x2xf32>, %a1: tensor<8x4x3x2x2xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [2, 3] x [4, 3], contracting_dims = [0] x [2] : (tensor<3x1x2x2xf32>, tensor<8x4x3x2x2xf32>) -> tensor<2x2x1x8x4xf32>
    return
  }
  func.func @f32(%a0: tensor<8x3x4x1xf32>, %a1: tensor<8x3x1x4xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [1, 0] x [1, 0], contracting_dims = [2, 3] x [3, 2] : (tensor<8x3x4x1xf32>, tensor<8x3x1x4xf32>) -> tensor<3x8xf32>
    return
  }
  func.func @f33(%a0: tensor<1x8x4x3x4xf32>, %a1: tensor<8x4x2x1x1xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [1] x [0], contracting_dims = [0, 4] x [3, 1] : (tensor<1x8x4x3x4xf32>, tensor<8x4x2x1x1xf32>) -> tensor<8x4x3x2x1xf32>
    return
  }
  func.func @f34(%a0: tensor<3x2x4xf32>, %a1: tensor<2x3xf32>) {
    %0 = stablehlo.dot_general %a0, %a1, batching_dims = [1] x [0], contracting_dims = [0] x [1] : (tensor<3x2x4xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
    return
  }
  func.func @f35(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>) {
    %0 = stablehlo.dot %a0, %a1 : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f36(%a0: tensor<8xf32>, %a1: tensor<8x6xf32>) {
    %0 = stablehlo.dot %a0, %a1 : (tensor<8xf32>, tensor<8x6xf32>) -> tensor<6xf32>
    return
  }
  func.func @f37(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>) {
    %0 = stablehlo.dot %a0, %a1 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
    return
  }
  func.func @f38(%a0: tensor<8xf32>, %a1: tensor<8xf32>) {
    %0 = stablehlo.dot %a0, %a1 : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
    return
  }
  func.func @f39(%a0: tensor<1x8xf32>, %a1: tensor<8x1xf32>) {
    %0 = stablehlo.dot %a0, %a1 : (tensor<1x8xf32>, tensor<8x1xf32>) -> tensor<1x1xf32>
    return
  }
  func.func @f40(%a0: tensor<4x1xf32>, %a1: tensor<1x6xf32>) {
    %0 = stablehlo.dot %a0, %a1 : (tensor<4x1xf32>, tensor<1x6xf32>) -> tensor<4x6xf32>
    return
  }
}
