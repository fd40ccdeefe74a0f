// test: rules
module {
  func.func @f0(%a0: tensor<4x3xf32>, %a1: tensor<4x5xf32>) {
    %0 = stablehlo.concatenate %a0, %a1, dim = 1 : (tensor<4x3xf32>, tensor<4x5xf32>) -> tensor<4x8xf32>
    return
  }
  func.func @f1(%a0: tensor<4x3xf32>) {
    %0 = stablehlo.concatenate %a0, dim = 1 : (tensor<4x3xf32>) -> tensor<4x3xf32>
    return
  }
  func.func @f2(%a0: tensor<4x3xf32>) {
    %0 = stablehlo.concatenate %a0, dim = 0 : (tensor<4x3xf32>) -> tensor<4x3xf32>
    return
  }
  func.func @f3(%a0: tensor<1x3xf32>, %a1: tensor<1x3xf32>) {
    %0 = stablehlo.concatenate %a0, %a1, dim = 0 : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
    return
  }
  func.func @f4(%a0: tensor<1x3xf32>) {
    %0 = stablehlo.concatenate %a0, dim = 0 : (tensor<1x3xf32>) -> tensor<1x3xf32>
    return
  }
  func.func @f5(%a0: tensor<0x3xf32>, %a1: tensor<2x3xf32>) {
    %0 = stablehlo.concatenate %a0, %a1, dim = 0 : (tensor<0x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
  func.func @f6(%a0: tensor<4x1xf32>, %a1: tensor<4x1xf32>, %a2: tensor<4x2xf32>) {
    %0 = stablehlo.concatenate %a0, %a1, %a2, dim = 1 : (tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x2xf32>) -> tensor<4x4xf32>
    return
  }
  func.func @f7(%a0: tensor<2x2x2xf32>, %a1: tensor<2x2x2xf32>, %a2: tensor<2x2x2xf32>) {
    %0 = stablehlo.concatenate %a0, %a1, %a2, dim = 1 : (tensor<2x2x2xf32>, tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x6x2xf32>
    return
  }
  func.func @f8(%a0: tensor<5xf32>, %a1: tensor<5xf32>) {
    %0 = stablehlo.concatenate %a0, %a1, dim = 0 : (tensor<5xf32>, tensor<5xf32>) -> tensor<10xf32>
    return
  }
  func.func @f9(%a0: tensor<0xf32>, %a1: tensor<0xf32>) {
    %0 = stablehlo.concatenate %a0, %a1, dim = 0 : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
    return
  }
  func.func @f10(%a0: tensor<8x6xf32>) {
    %s0 = stablehlo.slice %a0 [0:3, 0:6] : (tensor<8x6xf32>) -> tensor<3x6xf32>
    %s1 = stablehlo.slice %a0 [5:8, 0:6] : (tensor<8x6xf32>) -> tensor<3x6xf32>
    %0 = stablehlo.concatenate %s0, %s1, dim = 0 : (tensor<3x6xf32>, tensor<3x6xf32>) -> tensor<6x6xf32>
    return
  }
  func.func @f11(%a0: tensor<8x6xf32>, %a1: tensor<8x6xf32>) {
    %s0 = stablehlo.slice %a0 [0:3, 0:6] : (tensor<8x6xf32>) -> tensor<3x6xf32>
    %s1 = stablehlo.slice %a1 [5:8, 0:6] : (tensor<8x6xf32>) -> tensor<3x6xf32>
    %0 = stablehlo.concatenate %s0, %s1, dim = 0 : (tensor<3x6xf32>, tensor<3x6xf32>) -> tensor<6x6xf32>
    return
  }
  func.func @f12(%a0: tensor<8x6xf32>) {
    %s0 = stablehlo.slice %a0 [0:3, 0:6] : (tensor<8x6xf32>) -> tensor<3x6xf32>
    %0 = stablehlo.concatenate %s0, %a0, dim = 0 : (tensor<3x6xf32>, tensor<8x6xf32>) -> tensor<11x6xf32>
    return
  }
  func.func @f13(%a0: tensor<8x6xf32>, %a1: tensor<8x6xf32>) {
    %s0 = stablehlo.slice %a0 [0:3, 0:6] : (tensor<8x6xf32>) -> tensor<3x6xf32>
    %0 = stablehlo.concatenate %s0, %a1, dim = 0 : (tensor<3x6xf32>, tensor<8x6xf32>) -> tensor<11x6xf32>
    return
  }
  func.func @f14(%a0: tensor<8x6xf32>) {
    %0 = stablehlo.concatenate %a0, %a0, dim = 0 : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    return
  }
  func.func @f15(%a0: tensor<8x6xf32>) {
    %s0 = stablehlo.slice %a0 [0:3, 0:6] : (tensor<8x6xf32>) -> tensor<3x6xf32>
    %0 = stablehlo.concatenate %a0, %s0, %a0, dim = 0 : (tensor<8x6xf32>, tensor<3x6xf32>, tensor<8x6xf32>) -> tensor<19x6xf32>
    return
  }
  func.func @f16(%a0: tensor<8x6xf32>) {
    %s0 = stablehlo.slice %a0 [0:3, 0:6] : (tensor<8x6xf32>) -> tensor<3x6xf32>
    %0 = stablehlo.concatenate %s0, dim = 0 : (tensor<3x6xf32>) -> tensor<3x6xf32>
    return
  }
  func.func @f17(%a0: tensor<8x6xf32>) {
    %s0 = stablehlo.slice %a0 [0:3, 0:6] : (tensor<8x6xf32>) -> tensor<3x6xf32>
    %n = stablehlo.negate %s0 : tensor<3x6xf32>
    %0 = stablehlo.concatenate %s0, %n, dim = 0 : (tensor<3x6xf32>, tensor<3x6xf32>) -> tensor<6x6xf32>
    return
  }
  func.func @f18(%a0: tensor<8x6xf32>) {
    %s0 = stablehlo.slice %a0 [0:4, 0:6] : (tensor<8x6xf32>) -> tensor<4x6xf32>
    %s1 = stablehlo.slice %s0 [0:2, 0:6] : (tensor<4x6xf32>) -> tensor<2x6xf32>
    %s2 = stablehlo.slice %a0 [5:8, 0:6] : (tensor<8x6xf32>) -> tensor<3x6xf32>
    %0 = stablehlo.concatenate %s1, %s2, dim = 0 : (tensor<2x6xf32>, tensor<3x6xf32>) -> tensor<5x6xf32>
    return
  }
  func.func @f19(%a0: tensor<8x6xf32>) {
    %s0 = stablehlo.slice %a0 [0:4, 0:6] : (tensor<8x6xf32>) -> tensor<4x6xf32>
    %s1 = stablehlo.slice %s0 [0:2, 0:6] : (tensor<4x6xf32>) -> tensor<2x6xf32>
    %0 = stablehlo.concatenate %s1, %s0, dim = 0 : (tensor<2x6xf32>, tensor<4x6xf32>) -> tensor<6x6xf32>
    return
  }
  func.func @f20(%a0: tensor<8x6xf32>) {
    %s0 = stablehlo.slice %a0 [0:4, 0:6] : (tensor<8x6xf32>) -> tensor<4x6xf32>
    %s1 = stablehlo.slice %s0 [0:2, 0:6] : (tensor<4x6xf32>) -> tensor<2x6xf32>
    %0 = stablehlo.concatenate %s1, %a0, dim = 0 : (tensor<2x6xf32>, tensor<8x6xf32>) -> tensor<10x6xf32>
    return
  }
  func.func @f21(%a0: tensor<8x6xf32>) {
    %s0 = stablehlo.slice %a0 [0:8, 0:3] : (tensor<8x6xf32>) -> tensor<8x3xf32>
    %s1 = stablehlo.slice %a0 [0:8, 3:6] : (tensor<8x6xf32>) -> tensor<8x3xf32>
    %0 = stablehlo.concatenate %s0, %s1, dim = 0 : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<16x3xf32>
    return
  }
  func.func @f22(%a0: tensor<8x6xf32>) {
    %s0 = stablehlo.slice %a0 [0:8:2, 0:6] : (tensor<8x6xf32>) -> tensor<4x6xf32>
    %s1 = stablehlo.slice %a0 [0:4, 0:6] : (tensor<8x6xf32>) -> tensor<4x6xf32>
    %0 = stablehlo.concatenate %s0, %s1, dim = 0 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    return
  }
  func.func @f23(%a0: tensor<8x6xf32>) {
    %p = stablehlo.negate %a0 : tensor<8x6xf32>
    %s0 = stablehlo.slice %p [0:3, 0:6] : (tensor<8x6xf32>) -> tensor<3x6xf32>
    %s1 = stablehlo.slice %p [2:5, 0:6] : (tensor<8x6xf32>) -> tensor<3x6xf32>
    %0 = stablehlo.concatenate %s0, %s1, %p, dim = 0 : (tensor<3x6xf32>, tensor<3x6xf32>, tensor<8x6xf32>) -> tensor<14x6xf32>
    return
  }
  func.func @f24(%a0: tensor<8x6xf32>) {
    %p = stablehlo.negate %a0 : tensor<8x6xf32>
    %s0 = stablehlo.slice %p [0:3, 0:6] : (tensor<8x6xf32>) -> tensor<3x6xf32>
    %s1 = stablehlo.slice %a0 [2:5, 0:6] : (tensor<8x6xf32>) -> tensor<3x6xf32>
    %0 = stablehlo.concatenate %s0, %s1, %p, dim = 0 : (tensor<3x6xf32>, tensor<3x6xf32>, tensor<8x6xf32>) -> tensor<14x6xf32>
    return
  }
  func.func @f25(%a0: tensor<8x6xf32>, %a1: tensor<i32>) {
    %s0 = stablehlo.dynamic_slice %a0, %a1, %a1, sizes = [3, 6] : (tensor<8x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x6xf32>
    %s1 = stablehlo.slice %a0 [5:8, 0:6] : (tensor<8x6xf32>) -> tensor<3x6xf32>
    %0 = stablehlo.concatenate %s0, %s1, dim = 0 : (tensor<3x6xf32>, tensor<3x6xf32>) -> tensor<6x6xf32>
    return
  }
  func.func @f26(%a0: tensor<8x6xf32>, %a1: tensor<8x6xf32>) {
    %s0 = stablehlo.slice %a0 [0:8, 0:6] : (tensor<8x6xf32>) -> tensor<8x6xf32>
    %s1 = stablehlo.slice %a1 [0:8, 0:6] : (tensor<8x6xf32>) -> tensor<8x6xf32>
    %0 = stablehlo.concatenate %s0, %s1, dim = 0 : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>
    return
  }
  func.func @f27(%a0: tensor<8x6xf32>) {
    %s0 = stablehlo.slice %a0 [0:0, 0:6] : (tensor<8x6xf32>) -> tensor<0x6xf32>
    %s1 = stablehlo.slice %a0 [1:1, 0:6] : (tensor<8x6xf32>) -> tensor<0x6xf32>
    %0 = stablehlo.concatenate %s0, %s1, dim = 0 : (tensor<0x6xf32>, tensor<0x6xf32>) -> tensor<0x6xf32>
    return
  }
}
