// test: rules
module {
  func.func @f0(%a0: tensor<f32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [] : (tensor<f32>) -> tensor<4x5xf32>
    return
  }
  func.func @f1(%a0: tensor<4xf32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [0] : (tensor<4xf32>) -> tensor<4x5xf32>
    return
  }
  func.func @f2(%a0: tensor<5xf32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [1] : (tensor<5xf32>) -> tensor<4x5xf32>
    return
  }
  func.func @f3(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<4x5xf32>
    return
  }
  func.func @f4(%a0: tensor<4x5xf32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [1, 0] : (tensor<4x5xf32>) -> tensor<5x4xf32>
    return
  }
  func.func @f5(%a0: tensor<1xf32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [0] : (tensor<1xf32>) -> tensor<1x3xf32>
    return
  }
  func.func @f6(%a0: tensor<1x1xf32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [1, 2] : (tensor<1x1xf32>) -> tensor<3x1x1xf32>
    return
  }
  func.func @f7(%a0: tensor<0xf32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [0] : (tensor<0xf32>) -> tensor<0x4xf32>
    return
  }
  func.func @f8(%a0: tensor<1xf32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [0] : (tensor<1xf32>) -> tensor<0x4xf32>
    return
  }
  func.func @f9(%a0: tensor<2x1x3xf32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [0, 1, 2] : (tensor<2x1x3xf32>) -> tensor<2x7x3x9xf32>
    return
  }
  func.func @f10(%a0: tensor<f32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [] : (tensor<f32>) -> tensor<1xf32>
    return
  }
  func.func @f11(%a0: tensor<f32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [] : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f12(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<2x5xf32>
    return
  }
  func.func @f13(%a0: tensor<f32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [] : (tensor<f32>) -> tensor<1x8x2x1xf32>
    return
  }
  func.func @f14(%a0: tensor<f32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [] : (tensor<f32>) -> tensor<5x1x2xf32>
    return
  }
  func.func @f15(%a0: tensor<5xf32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [0] : (tensor<5xf32>) -> tensor<5x1x8x1xf32>
    return
  }
  func.func @f16(%a0: tensor<2xf32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [1] : (tensor<2xf32>) -> tensor<1x2x1xf32>
    return
  }
  func.func @f17(%a0: tensor<1xf32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [0] : (tensor<1xf32>) -> tensor<1x8x3x8xf32>
    return
  }
  func.func @f18(%a0: tensor<f32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [] : (tensor<f32>) -> tensor<3xf32>
    return
  }
  func.func @f19(%a0: tensor<8xf32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [3] : (tensor<8xf32>) -> tensor<1x8x1x8xf32>
    return
  }
  func.func @f20(%a0: tensor<1x8x3xf32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [1, 2, 0] : (tensor<1x8x3xf32>) -> tensor<3x5x8xf32>
    return
  }
  func.func @f21(%a0: tensor<5x3x1xf32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [2, 3, 0] : (tensor<5x3x1xf32>) -> tensor<3x8x5x3xf32>
    return
  }
  func.func @f22(%a0: tensor<1xf32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [0] : (tensor<1xf32>) -> tensor<5xf32>
    return
  }
  func.func @f23(%a0: tensor<8xf32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [1] : (tensor<8xf32>) -> tensor<3x8xf32>
    return
  }
  func.func @f24(%a0: tensor<1x3x1xf32>) {
    %0 = stablehlo.broadcast_in_dim %a0, dims = [1, 2, 0] : (tensor<1x3x1xf32>) -> tensor<1x1x3xf32>
    return
  }
  func.func @f25(%a0: tensor<4xf32>) {
    %0 = stablehlo.broadcast %a0, sizes = [2, 3] : (tensor<4xf32>) -> tensor<2x3x4xf32>
    return
  }
  func.func @f26(%a0: tensor<4x1xf32>) {
    %0 = stablehlo.broadcast %a0, sizes = [1] : (tensor<4x1xf32>) -> tensor<1x4x1xf32>
    return
  }
  func.func @f27(%a0: tensor<f32>) {
    %0 = stablehlo.transpose %a0, dims = [] : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f28(%a0: tensor<0x1x2xf32>) {
    %0 = stablehlo.transpose %a0, dims = [1, 2, 0] : (tensor<0x1x2xf32>) -> tensor<1x2x0xf32>
    return
  }
  func.func @f29(%a0: tensor<3x3x0xf32>) {
    %0 = stablehlo.transpose %a0, dims = [2, 1, 0] : (tensor<3x3x0xf32>) -> tensor<0x3x3xf32>
    return
  }
  func.func @f30(%a0: tensor<5x2x1xf32>) {
    %0 = stablehlo.transpose %a0, dims = [0, 2, 1] : (tensor<5x2x1xf32>) -> tensor<5x1x2xf32>
    return
  }
  func.func @f31(%a0: tensor<3x2x8x3x1xf32>) {
    %0 = stablehlo.transpose %a0, dims = [4, 2, 3, 0, 1] : (tensor<3x2x8x3x1xf32>) -> tensor<1x8x3x3x2xf32>
    return
  }
  func.func @f32(%a0: tensor<8xf32>) {
    %0 = stablehlo.transpose %a0, dims = [0] : (tensor<8xf32>) -> tensor<8xf32>
    return
  }
  func.func @f33(%a0: tensor<0xf32>) {
    %0 = stablehlo.transpose %a0, dims = [0] : (tensor<0xf32>) -> tensor<0xf32>
    return
  }
  func.func @f34(%a0: tensor<5x1x2xf32>) {
    %0 = stablehlo.transpose %a0, dims = [2, 0, 1] : (tensor<5x1x2xf32>) -> tensor<2x5x1xf32>
    return
  }
  func.func @f35(%a0: tensor<3xf32>) {
    %0 = stablehlo.transpose %a0, dims = [0] : (tensor<3xf32>) -> tensor<3xf32>
    return
  }
  func.func @f36(%a0: tensor<2x5x5x2xf32>) {
    %0 = stablehlo.transpose %a0, dims = [3, 0, 2, 1] : (tensor<2x5x5x2xf32>) -> tensor<2x2x5x5xf32>
    return
  }
  func.func @f37(%a0: tensor<8x5x3xf32>) {
    %0 = stablehlo.transpose %a0, dims = [0, 2, 1] : (tensor<8x5x3xf32>) -> tensor<8x3x5xf32>
    return
  }
  func.func @f38(%a0: tensor<0x3x8xf32>) {
    %0 = stablehlo.transpose %a0, dims = [2, 0, 1] : (tensor<0x3x8xf32>) -> tensor<8x0x3xf32>
    return
  }
  func.func @f39(%a0: tensor<4x1x6xf32>) {
    %0 = stablehlo.reverse %a0, dims = [0] : tensor<4x1x6xf32>
    return
  }
  func.func @f40(%a0: tensor<4x1x6xf32>) {
    %0 = stablehlo.reverse %a0, dims = [1] : tensor<4x1x6xf32>
    return
  }
  func.func @f41(%a0: tensor<4x1x6xf32>) {
    %0 = stablehlo.reverse %a0, dims = [0, 1, 2] : tensor<4x1x6xf32>
    return
  }
  func.func @f42(%a0: tensor<4x1x6xf32>) {
    %0 = stablehlo.reverse %a0, dims = [] : tensor<4x1x6xf32>
    return
  }
  func.func @f43(%a0: tensor<4x1x6xf32>) {
    %0 = stablehlo.reverse %a0, dims = [2] : tensor<4x1x6xf32>
    return
  }
  func.func @f44(%a0: tensor<8xf32>) {
    %0 = stablehlo.slice %a0 [0:8] : (tensor<8xf32>) -> tensor<8xf32>
    return
  }
  func.func @f45(%a0: tensor<8x4xf32>) {
    %0 = stablehlo.slice %a0 [0:8, 1:3] : (tensor<8x4xf32>) -> tensor<8x2xf32>
    return
  }
  func.func @f46(%a0: tensor<8x4xf32>) {
    %0 = stablehlo.slice %a0 [0:8:2, 0:4] : (tensor<8x4xf32>) -> tensor<4x4xf32>
    return
  }
  func.func @f47(%a0: tensor<1x4xf32>) {
    %0 = stablehlo.slice %a0 [0:1, 0:2] : (tensor<1x4xf32>) -> tensor<1x2xf32>
    return
  }
  func.func @f48(%a0: tensor<8xf32>) {
    %0 = stablehlo.slice %a0 [3:4] : (tensor<8xf32>) -> tensor<1xf32>
    return
  }
  func.func @f49(%a0: tensor<8xf32>) {
    %0 = stablehlo.slice %a0 [3:3] : (tensor<8xf32>) -> tensor<0xf32>
    return
  }
  func.func @f50(%a0: tensor<f32>) {
    %0 = stablehlo.slice %a0 [] : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f51(%a0: tensor<8x1xf32>) {
    %0 = stablehlo.slice %a0 [0:4, 0:1:3] : (tensor<8x1xf32>) -> tensor<4x1xf32>
    return
  }
  func.func @f52(%a0: tensor<8x1xf32>) {
    %0 = stablehlo.slice %a0 [0:4, 0:0] : (tensor<8x1xf32>) -> tensor<4x0xf32>
    return
  }
  func.func @f53(%a0: tensor<1x2xf32>) {
    %0 = stablehlo.slice %a0 [0:1, 0:0:3] : (tensor<1x2xf32>) -> tensor<1x0xf32>
    return
  }
  func.func @f54(%a0: tensor<3xf32>) {
    %0 = stablehlo.slice %a0 [0:1:2] : (tensor<3xf32>) -> tensor<1xf32>
    return
  }
  func.func @f55(%a0: tensor<16x3xf32>) {
    %0 = stablehlo.slice %a0 [11:16:2, 0:3:2] : (tensor<16x3xf32>) -> tensor<3x2xf32>
    return
  }
  func.func @f56(%a0: tensor<1x2x1xf32>) {
    %0 = stablehlo.slice %a0 [1:1:3, 0:2, 0:0:3] : (tensor<1x2x1xf32>) -> tensor<0x2x0xf32>
    return
  }
  func.func @f57(%a0: tensor<16x1x16xf32>) {
    %0 = stablehlo.slice %a0 [8:16, 0:1, 0:7:2] : (tensor<16x1x16xf32>) -> tensor<8x1x4xf32>
    return
  }
  func.func @f58(%a0: tensor<2x8xf32>) {
    %0 = stablehlo.slice %a0 [0:2:3, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
    return
  }
  func.func @f59(%a0: tensor<16x3x3x1xf32>) {
    %0 = stablehlo.slice %a0 [0:16, 0:2:2, 0:0, 0:1:2] : (tensor<16x3x3x1xf32>) -> tensor<16x1x0x1xf32>
    return
  }
  func.func @f60(%a0: tensor<1x16x5xf32>) {
    %0 = stablehlo.slice %a0 [0:1, 2:4:3, 0:3:3] : (tensor<1x16x5xf32>) -> tensor<1x1x1xf32>
    return
  }
  func.func @f61(%a0: tensor<16x3x2x8xf32>) {
    %0 = stablehlo.slice %a0 [0:16:3, 0:3, 0:2:3, 8:8] : (tensor<16x3x2x8xf32>) -> tensor<6x3x1x0xf32>
    return
  }
  func.func @f62(%a0: tensor<8x5x2xf32>) {
    %0 = stablehlo.slice %a0 [0:8:3, 0:5, 2:2:2] : (tensor<8x5x2xf32>) -> tensor<3x5x0xf32>
    return
  }
  func.func @f63(%a0: tensor<8x1xf32>) {
    %0 = stablehlo.slice %a0 [0:1:3, 0:1:3] : (tensor<8x1xf32>) -> tensor<1x1xf32>
    return
  }
  func.func @f64(%a0: tensor<1x8x1x2xf32>) {
    %0 = stablehlo.slice %a0 [0:1:3, 0:8:3, 1:1:2, 0:2:3] : (tensor<1x8x1x2xf32>) -> tensor<1x3x0x1xf32>
    return
  }
  func.func @f65(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    return
  }
  func.func @f66(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<9x4xf32>
    return
  }
  func.func @f67(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [1, 0], high = [-1, 0], interior = [0, 0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    return
  }
  func.func @f68(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [-1, 0], high = [0, 2], interior = [0, 0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<7x6xf32>
    return
  }
  func.func @f69(%a0: tensor<1x4xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [0, 0], high = [0, 0], interior = [3, 0] : (tensor<1x4xf32>, tensor<f32>) -> tensor<1x4xf32>
    return
  }
  func.func @f70(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [0, 0], high = [0, 0], interior = [1, 0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<15x4xf32>
    return
  }
  func.func @f71(%a0: tensor<1x4xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [1, 0], high = [2, 0], interior = [0, 0] : (tensor<1x4xf32>, tensor<f32>) -> tensor<4x4xf32>
    return
  }
  func.func @f72(%a0: tensor<f32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [], high = [], interior = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f73(%a0: tensor<0x4xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<0x4xf32>, tensor<f32>) -> tensor<2x4xf32>
    return
  }
  func.func @f74(%a0: tensor<3xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [-3], high = [0], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<0xf32>
    return
  }
  func.func @f75(%a0: tensor<3xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [-2], high = [0], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<1xf32>
    return
  }
  func.func @f76(%a0: tensor<8x5xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [1, -1], high = [0, 2], interior = [0, 0] : (tensor<8x5xf32>, tensor<f32>) -> tensor<9x6xf32>
    return
  }
  func.func @f77(%a0: tensor<3xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [2], high = [1], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
    return
  }
  func.func @f78(%a0: tensor<3x0xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [0, 1], high = [0, 0], interior = [1, 1] : (tensor<3x0xf32>, tensor<f32>) -> tensor<5x1xf32>
    return
  }
  func.func @f79(%a0: tensor<1x2x1xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [2, 0, 0], high = [2, 2, 0], interior = [1, 0, 0] : (tensor<1x2x1xf32>, tensor<f32>) -> tensor<5x4x1xf32>
    return
  }
  func.func @f80(%a0: tensor<5x3x2x3xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [0, 1, 1, 0], high = [1, 0, 1, -1], interior = [0, 0, 1, 0] : (tensor<5x3x2x3xf32>, tensor<f32>) -> tensor<6x4x5x2xf32>
    return
  }
  func.func @f81(%a0: tensor<2x5x5x2xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [-1, 0, 0, 0], high = [0, 0, 1, 1], interior = [0, 0, 0, 0] : (tensor<2x5x5x2xf32>, tensor<f32>) -> tensor<1x5x6x3xf32>
    return
  }
  func.func @f82(%a0: tensor<8x2x3x1xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [-1, -1, -1, 2], high = [1, 0, 1, 0], interior = [1, 0, 0, 0] : (tensor<8x2x3x1xf32>, tensor<f32>) -> tensor<15x1x3x3xf32>
    return
  }
  func.func @f83(%a0: tensor<0x8x0xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [1, 0, -1], high = [0, 0, 1], interior = [0, 0, 0] : (tensor<0x8x0xf32>, tensor<f32>) -> tensor<1x8x0xf32>
    return
  }
  func.func @f84(%a0: tensor<5x3x2xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [-1, 0, 0], high = [-1, 0, 0], interior = [0, 0, 0] : (tensor<5x3x2xf32>, tensor<f32>) -> tensor<3x3x2xf32>
    return
  }
  func.func @f85(%a0: tensor<1x2xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [1, -1], high = [0, 1], interior = [0, 1] : (tensor<1x2xf32>, tensor<f32>) -> tensor<2x3xf32>
    return
  }
  func.func @f86(%a0: tensor<2x2xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [0, 1], high = [0, 0], interior = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x4xf32>
    return
  }
  func.func @f87(%a0: tensor<5x3xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.pad %a0, %a1, low = [0, 2], high = [0, 2], interior = [1, 0] : (tensor<5x3xf32>, tensor<f32>) -> tensor<9x7xf32>
    return
  }
  func.func @f88(%a0: tensor<8x4xf32>, %a1: tensor<i32>, %a2: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %a0, %a1, %a2, sizes = [8, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f89(%a0: tensor<8x4xf32>, %a1: tensor<i32>, %a2: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %a0, %a1, %a2, sizes = [2, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
    return
  }
  func.func @f90(%a0: tensor<8x4xf32>, %a1: tensor<i32>, %a2: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %a0, %a1, %a2, sizes = [1, 2] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    return
  }
  func.func @f91(%a0: tensor<1x4xf32>, %a1: tensor<i32>, %a2: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %a0, %a1, %a2, sizes = [1, 1] : (tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
    return
  }
  func.func @f92(%a0: tensor<8xf32>, %a1: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %a0, %a1, sizes = [1] : (tensor<8xf32>, tensor<i32>) -> tensor<1xf32>
    return
  }
  func.func @f93(%a0: tensor<8x4xf32>, %a1: tensor<i32>, %a2: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %a0, %a1, %a2, sizes = [0, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<0x4xf32>
    return
  }
  func.func @f94(%a0: tensor<0x4xf32>, %a1: tensor<i32>, %a2: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %a0, %a1, %a2, sizes = [0, 4] : (tensor<0x4xf32>, tensor<i32>, tensor<i32>) -> tensor<0x4xf32>
    return
  }
  func.func @f95(%a0: tensor<f32>) {
    %0 = stablehlo.dynamic_slice %a0, sizes = [] : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f96(%a0: tensor<1x1x1xf32>, %a1: tensor<i32>, %a2: tensor<i32>, %a3: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %a0, %a1, %a2, %a3, sizes = [1, 1, 1] : (tensor<1x1x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1xf32>
    return
  }
  func.func @f97(%a0: tensor<2x3x4x5xf32>, %a1: tensor<i32>, %a2: tensor<i32>, %a3: tensor<i32>, %a4: tensor<i32>) {
    %0 = stablehlo.dynamic_slice %a0, %a1, %a2, %a3, %a4, sizes = [2, 1, 4, 3] : (tensor<2x3x4x5xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x1x4x3xf32>
    return
  }
  func.func @f98(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>, %a2: tensor<i32>, %a3: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %a2, %a3 : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f99(%a0: tensor<8x4xf32>, %a1: tensor<2x4xf32>, %a2: tensor<i32>, %a3: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %a2, %a3 : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f100(%a0: tensor<8x4xf32>, %a1: tensor<2x1xf32>, %a2: tensor<i32>, %a3: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %a2, %a3 : (tensor<8x4xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f101(%a0: tensor<8x4xf32>, %a1: tensor<8x0xf32>, %a2: tensor<i32>, %a3: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %a2, %a3 : (tensor<8x4xf32>, tensor<8x0xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f102(%a0: tensor<8x4xf32>, %a1: tensor<1x1xf32>, %a2: tensor<i32>, %a3: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %a2, %a3 : (tensor<8x4xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f103(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f104(%a0: tensor<8x4xf32>, %a1: tensor<2x4xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f105(%a0: tensor<8x4xf32>, %a1: tensor<2x1xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f106(%a0: tensor<8x4xf32>, %a1: tensor<8x0xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<8x0xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f107(%a0: tensor<8x4xf32>, %a1: tensor<1x1xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f108(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>, %a2: tensor<i32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %a2 : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f109(%a0: tensor<8x4xf32>, %a1: tensor<2x4xf32>, %a2: tensor<i32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %a2 : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f110(%a0: tensor<8x4xf32>, %a1: tensor<2x1xf32>, %a2: tensor<i32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %a2 : (tensor<8x4xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f111(%a0: tensor<8x4xf32>, %a1: tensor<8x0xf32>, %a2: tensor<i32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %a2 : (tensor<8x4xf32>, tensor<8x0xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f112(%a0: tensor<8x4xf32>, %a1: tensor<1x1xf32>, %a2: tensor<i32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %a2 : (tensor<8x4xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f113(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>, %a2: tensor<i32>) {
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %a2, %c1 : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f114(%a0: tensor<8x4xf32>, %a1: tensor<2x4xf32>, %a2: tensor<i32>) {
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %a2, %c1 : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f115(%a0: tensor<8x4xf32>, %a1: tensor<2x1xf32>, %a2: tensor<i32>) {
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %a2, %c1 : (tensor<8x4xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f116(%a0: tensor<8x4xf32>, %a1: tensor<8x0xf32>, %a2: tensor<i32>) {
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %a2, %c1 : (tensor<8x4xf32>, tensor<8x0xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f117(%a0: tensor<8x4xf32>, %a1: tensor<1x1xf32>, %a2: tensor<i32>) {
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %a2, %c1 : (tensor<8x4xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f118(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>) {
    %c0 = sdy.constant dense<0> : tensor<i32>
    %c1 = sdy.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f119(%a0: tensor<8x4xf32>, %a1: tensor<2x4xf32>) {
    %c0 = sdy.constant dense<0> : tensor<i32>
    %c1 = sdy.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f120(%a0: tensor<8x4xf32>, %a1: tensor<2x1xf32>) {
    %c0 = sdy.constant dense<0> : tensor<i32>
    %c1 = sdy.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f121(%a0: tensor<8x4xf32>, %a1: tensor<8x0xf32>) {
    %c0 = sdy.constant dense<0> : tensor<i32>
    %c1 = sdy.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<8x0xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f122(%a0: tensor<8x4xf32>, %a1: tensor<1x1xf32>) {
    %c0 = sdy.constant dense<0> : tensor<i32>
    %c1 = sdy.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f123(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>) {
    %i0 = stablehlo.constant dense<0> : tensor<i32>
    %c0 = stablehlo.negate %i0 : tensor<i32>
    %i1 = stablehlo.constant dense<1> : tensor<i32>
    %c1 = stablehlo.negate %i1 : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f124(%a0: tensor<8x4xf32>, %a1: tensor<2x4xf32>) {
    %i0 = stablehlo.constant dense<0> : tensor<i32>
    %c0 = stablehlo.negate %i0 : tensor<i32>
    %i1 = stablehlo.constant dense<1> : tensor<i32>
    %c1 = stablehlo.negate %i1 : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f125(%a0: tensor<8x4xf32>, %a1: tensor<2x1xf32>) {
    %i0 = stablehlo.constant dense<0> : tensor<i32>
    %c0 = stablehlo.negate %i0 : tensor<i32>
    %i1 = stablehlo.constant dense<1> : tensor<i32>
    %c1 = stablehlo.negate %i1 : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f126(%a0: tensor<8x4xf32>, %a1: tensor<8x0xf32>) {
    %i0 = stablehlo.constant dense<0> : tensor<i32>
    %c0 = stablehlo.negate %i0 : tensor<i32>
    %i1 = stablehlo.constant dense<1> : tensor<i32>
    %c1 = stablehlo.negate %i1 : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<8x0xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f127(%a0: tensor<8x4xf32>, %a1: tensor<1x1xf32>) {
    %i0 = stablehlo.constant dense<0> : tensor<i32>
    %c0 = stablehlo.negate %i0 : tensor<i32>
    %i1 = stablehlo.constant dense<1> : tensor<i32>
    %c1 = stablehlo.negate %i1 : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f128(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>) {
    %i0 = stablehlo.iota dim = 0 : tensor<1xi32>
    %c0 = stablehlo.reshape %i0 : (tensor<1xi32>) -> tensor<i32>
    %i1 = stablehlo.iota dim = 0 : tensor<1xi32>
    %c1 = stablehlo.reshape %i1 : (tensor<1xi32>) -> tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f129(%a0: tensor<8x4xf32>, %a1: tensor<2x4xf32>) {
    %i0 = stablehlo.iota dim = 0 : tensor<1xi32>
    %c0 = stablehlo.reshape %i0 : (tensor<1xi32>) -> tensor<i32>
    %i1 = stablehlo.iota dim = 0 : tensor<1xi32>
    %c1 = stablehlo.reshape %i1 : (tensor<1xi32>) -> tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f130(%a0: tensor<8x4xf32>, %a1: tensor<2x1xf32>) {
    %i0 = stablehlo.iota dim = 0 : tensor<1xi32>
    %c0 = stablehlo.reshape %i0 : (tensor<1xi32>) -> tensor<i32>
    %i1 = stablehlo.iota dim = 0 : tensor<1xi32>
    %c1 = stablehlo.reshape %i1 : (tensor<1xi32>) -> tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f131(%a0: tensor<8x4xf32>, %a1: tensor<8x0xf32>) {
    %i0 = stablehlo.iota dim = 0 : tensor<1xi32>
    %c0 = stablehlo.reshape %i0 : (tensor<1xi32>) -> tensor<i32>
    %i1 = stablehlo.iota dim = 0 : tensor<1xi32>
    %c1 = stablehlo.reshape %i1 : (tensor<1xi32>) -> tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<8x0xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f132(%a0: tensor<8x4xf32>, %a1: tensor<1x1xf32>) {
    %i0 = stablehlo.iota dim = 0 : tensor<1xi32>
    %c0 = stablehlo.reshape %i0 : (tensor<1xi32>) -> tensor<i32>
    %i1 = stablehlo.iota dim = 0 : tensor<1xi32>
    %c1 = stablehlo.reshape %i1 : (tensor<1xi32>) -> tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f133(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>) {
    %i0 = stablehlo.constant dense<0> : tensor<i64>
    %c0 = stablehlo.convert %i0 : (tensor<i64>) -> tensor<i32>
    %i1 = stablehlo.constant dense<1> : tensor<i64>
    %c1 = stablehlo.convert %i1 : (tensor<i64>) -> tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f134(%a0: tensor<8x4xf32>, %a1: tensor<2x4xf32>) {
    %i0 = stablehlo.constant dense<0> : tensor<i64>
    %c0 = stablehlo.convert %i0 : (tensor<i64>) -> tensor<i32>
    %i1 = stablehlo.constant dense<1> : tensor<i64>
    %c1 = stablehlo.convert %i1 : (tensor<i64>) -> tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f135(%a0: tensor<8x4xf32>, %a1: tensor<2x1xf32>) {
    %i0 = stablehlo.constant dense<0> : tensor<i64>
    %c0 = stablehlo.convert %i0 : (tensor<i64>) -> tensor<i32>
    %i1 = stablehlo.constant dense<1> : tensor<i64>
    %c1 = stablehlo.convert %i1 : (tensor<i64>) -> tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f136(%a0: tensor<8x4xf32>, %a1: tensor<8x0xf32>) {
    %i0 = stablehlo.constant dense<0> : tensor<i64>
    %c0 = stablehlo.convert %i0 : (tensor<i64>) -> tensor<i32>
    %i1 = stablehlo.constant dense<1> : tensor<i64>
    %c1 = stablehlo.convert %i1 : (tensor<i64>) -> tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<8x0xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f137(%a0: tensor<8x4xf32>, %a1: tensor<1x1xf32>) {
    %i0 = stablehlo.constant dense<0> : tensor<i64>
    %c0 = stablehlo.convert %i0 : (tensor<i64>) -> tensor<i32>
    %i1 = stablehlo.constant dense<1> : tensor<i64>
    %c1 = stablehlo.convert %i1 : (tensor<i64>) -> tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f138(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c0 : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f139(%a0: tensor<8x4xf32>, %a1: tensor<2x4xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c0 : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f140(%a0: tensor<8x4xf32>, %a1: tensor<2x1xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c0 : (tensor<8x4xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f141(%a0: tensor<8x4xf32>, %a1: tensor<8x0xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c0 : (tensor<8x4xf32>, tensor<8x0xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f142(%a0: tensor<8x4xf32>, %a1: tensor<1x1xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c0 : (tensor<8x4xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f143(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = sdy.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f144(%a0: tensor<8x4xf32>, %a1: tensor<2x4xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = sdy.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f145(%a0: tensor<8x4xf32>, %a1: tensor<2x1xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = sdy.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f146(%a0: tensor<8x4xf32>, %a1: tensor<8x0xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = sdy.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<8x0xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f147(%a0: tensor<8x4xf32>, %a1: tensor<1x1xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = sdy.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<8x4xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return
  }
  func.func @f148(%a0: tensor<f32>, %a1: tensor<f32>) {
    %0 = stablehlo.dynamic_update_slice %a0, %a1 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f149(%a0: tensor<1x3xf32>, %a1: tensor<1x1xf32>, %a2: tensor<i32>, %a3: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %a2, %a3 : (tensor<1x3xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
    return
  }
  func.func @f150(%a0: tensor<1x3xf32>, %a1: tensor<1x1xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %c0, %c1 : (tensor<1x3xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
    return
  }
  func.func @f151(%a0: tensor<0x3xf32>, %a1: tensor<0x3xf32>, %a2: tensor<i32>, %a3: tensor<i32>) {
    %0 = stablehlo.dynamic_update_slice %a0, %a1, %a2, %a3 : (tensor<0x3xf32>, tensor<0x3xf32>, tensor<i32>, tensor<i32>) -> tensor<0x3xf32>
    return
  }
}
