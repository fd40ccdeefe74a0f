// test: rules
module {
  func.func @f0(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
    return
  }
  func.func @f1(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
    %0:2 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64: 0>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
    return
  }
  func.func @f2(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
    return
  }
  func.func @f3(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
    %0:2 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64: 1>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>)
    return
  }
  func.func @f4(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f5(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
    %0:2 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
    return
  }
  func.func @f6(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1, 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f7(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
    %0:2 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64: 1, 0>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
    return
  }
  func.func @f8(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    return
  }
  func.func @f9(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
    %0:2 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
    return
  }
  func.func @f10(%a0: tensor<8x1x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x1x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    return
  }
  func.func @f11(%a0: tensor<8x1x4xf32>, %a1: tensor<8x1x4xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
    %0:2 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64: 1>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<8x1x4xf32>, tensor<8x1x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
    return
  }
  func.func @f12(%a0: tensor<8x1x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0, 2>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x1x4xf32>, tensor<f32>) -> tensor<1xf32>
    return
  }
  func.func @f13(%a0: tensor<8x1x4xf32>, %a1: tensor<8x1x4xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
    %0:2 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64: 0, 2>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<8x1x4xf32>, tensor<8x1x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<1xf32>, tensor<1xf32>)
    return
  }
  func.func @f14(%a0: tensor<1xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f15(%a0: tensor<1xf32>, %a1: tensor<1xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
    %0:2 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64: 0>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<1xf32>, tensor<1xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
    return
  }
  func.func @f16(%a0: tensor<0x3xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>
    return
  }
  func.func @f17(%a0: tensor<0x3xf32>, %a1: tensor<0x3xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
    %0:2 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64: 0>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<0x3xf32>, tensor<0x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
    return
  }
  func.func @f18(%a0: tensor<2x3x4x5xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1, 3>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<2x3x4x5xf32>, tensor<f32>) -> tensor<2x4xf32>
    return
  }
  func.func @f19(%a0: tensor<2x3x4x5xf32>, %a1: tensor<2x3x4x5xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
    %0:2 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64: 1, 3>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
    return
  }
  func.func @f20(%a0: tensor<f32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f21(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<f32>, %a3: tensor<f32>) {
    %0:2 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
    return
  }
  func.func @f22(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    return
  }
  func.func @f23(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<7x4xf32>
    return
  }
  func.func @f24(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<4x4xf32>
    return
  }
  func.func @f25(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<4x4xf32>
    return
  }
  func.func @f26(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<15x4xf32>
    return
  }
  func.func @f27(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 2, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    return
  }
  func.func @f28(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<9x4xf32>
    return
  }
  func.func @f29(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    return
  }
  func.func @f30(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 1, 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    return
  }
  func.func @f31(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 8, 1>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<1x4xf32>
    return
  }
  func.func @f32(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 8, 1>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[7, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    return
  }
  func.func @f33(%a0: tensor<1x4xf32>, %a1: tensor<1x4xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
    %0:2 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<1x4xf32>, tensor<1x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<1x3xf32>, tensor<1x3xf32>)
    return
  }
  func.func @f34(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, -1], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    return
  }
  func.func @f35(%a0: tensor<1x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 3, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<1x4xf32>, tensor<f32>) -> tensor<1x4xf32>
    return
  }
  func.func @f36(%a0: tensor<8x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 8, 4>, window_strides = array<i64: 8, 4>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<1x1xf32>
    return
  }
  func.func @f37(%a0: tensor<4x5x1xf32>, %a1: tensor<4x5x1xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
    %0:2 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) <{window_dimensions = array<i64: 1, 1, 3>, window_strides = array<i64: 1, 1, 2>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 1], [0, 1], [0, 0]]> : tensor<3x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<4x5x1xf32>, tensor<4x5x1xf32>, tensor<f32>, tensor<f32>) -> (tensor<8x6x0xf32>, tensor<8x6x0xf32>)
    return
  }
  func.func @f38(%a0: tensor<1x5x5x8xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>, base_dilations = array<i64: 1, 2, 1, 1>, window_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [1, 0], [0, 1]]> : tensor<4x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<1x5x5x8xf32>, tensor<f32>) -> tensor<1x5x3x9xf32>
    return
  }
  func.func @f39(%a0: tensor<8xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 1>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8xf32>, tensor<f32>) -> tensor<6xf32>
    return
  }
  func.func @f40(%a0: tensor<2x5xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 2>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<2x5xf32>, tensor<f32>) -> tensor<1x3xf32>
    return
  }
  func.func @f41(%a0: tensor<2x1x1xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 3, 2, 2>, window_strides = array<i64: 1, 2, 2>, base_dilations = array<i64: 1, 1, 2>, window_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 1], [1, 0], [0, 0]]> : tensor<3x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<2x1x1xf32>, tensor<f32>) -> tensor<1x1x0xf32>
    return
  }
  func.func @f42(%a0: tensor<4x8x5xf32>, %a1: tensor<4x8x5xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
    %0:2 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) <{window_dimensions = array<i64: 1, 1, 1>, window_strides = array<i64: 1, 1, 1>, base_dilations = array<i64: 1, 1, 1>, window_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [0, 0]]> : tensor<3x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<4x8x5xf32>, tensor<4x8x5xf32>, tensor<f32>, tensor<f32>) -> (tensor<4x9x5xf32>, tensor<4x9x5xf32>)
    return
  }
  func.func @f43(%a0: tensor<4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 1>, base_dilations = array<i64: 2>, window_dilations = array<i64: 1>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
    return
  }
  func.func @f44(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 2>, padding = dense<[[0, 0], [0, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<2x5xf32>
    return
  }
  func.func @f45(%a0: tensor<8x5x8x2xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2, 3, 1>, window_strides = array<i64: 1, 2, 1, 1>, base_dilations = array<i64: 1, 1, 1, 1>, window_dilations = array<i64: 1, 1, 1, 2>, padding = dense<[[0, 0], [1, 0], [0, 0], [1, 0]]> : tensor<4x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x5x8x2xf32>, tensor<f32>) -> tensor<7x3x6x3xf32>
    return
  }
  func.func @f46(%a0: tensor<2x5x2xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 1, 1>, window_strides = array<i64: 1, 1, 1>, base_dilations = array<i64: 1, 2, 2>, window_dilations = array<i64: 2, 1, 1>, padding = dense<[[0, 0], [0, 0], [0, 0]]> : tensor<3x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<2x5x2xf32>, tensor<f32>) -> tensor<0x9x3xf32>
    return
  }
  func.func @f47(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
    %0:2 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<15x2xf32>, tensor<15x2xf32>)
    return
  }
  func.func @f48(%a0: tensor<4x2x1xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 1, 3>, window_strides = array<i64: 2, 2, 2>, base_dilations = array<i64: 1, 1, 1>, window_dilations = array<i64: 2, 1, 2>, padding = dense<[[0, 0], [0, 0], [1, 0]]> : tensor<3x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<4x2x1xf32>, tensor<f32>) -> tensor<1x1x0xf32>
    return
  }
  func.func @f49(%a0: tensor<8x5x2x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 3, 1, 1, 2>, window_strides = array<i64: 1, 2, 2, 2>, base_dilations = array<i64: 1, 1, 1, 1>, window_dilations = array<i64: 1, 2, 1, 2>, padding = dense<[[1, 0], [0, 1], [0, 0], [1, 1]]> : tensor<4x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x5x2x4xf32>, tensor<f32>) -> tensor<7x3x1x2xf32>
    return
  }
  func.func @f50(%a0: tensor<1x4x1xf32>, %a1: tensor<1x4x1xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
    %0:2 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) <{window_dimensions = array<i64: 1, 1, 1>, window_strides = array<i64: 2, 1, 1>, base_dilations = array<i64: 2, 1, 2>, window_dilations = array<i64: 1, 1, 1>, padding = dense<[[1, 1], [1, 1], [0, 0]]> : tensor<3x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<1x4x1xf32>, tensor<1x4x1xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x6x1xf32>, tensor<2x6x1xf32>)
    return
  }
  func.func @f51(%a0: tensor<8x5x2xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 1, 3, 2>, window_strides = array<i64: 1, 1, 2>, base_dilations = array<i64: 2, 1, 1>, window_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [0, 0], [0, 0]]> : tensor<3x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x5x2xf32>, tensor<f32>) -> tensor<15x3x1xf32>
    return
  }
  func.func @f52(%a0: tensor<1x4x8x4xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 1, 1, 1>, window_strides = array<i64: 1, 1, 1, 2>, base_dilations = array<i64: 1, 1, 1, 2>, window_dilations = array<i64: 1, 1, 1, 2>, padding = dense<[[0, 0], [0, 0], [0, 0], [0, 0]]> : tensor<4x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<1x4x8x4xf32>, tensor<f32>) -> tensor<0x4x8x4xf32>
    return
  }
  func.func @f53(%a0: tensor<8x8x5x2xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 3, 1, 1, 1>, window_strides = array<i64: 1, 2, 1, 1>, base_dilations = array<i64: 1, 1, 2, 2>, window_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[1, 0], [1, 0], [0, 0], [0, 1]]> : tensor<4x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x8x5x2xf32>, tensor<f32>) -> tensor<7x5x9x4xf32>
    return
  }
  func.func @f54(%a0: tensor<4xf32>, %a1: tensor<4xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
    %0:2 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 1>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
    return
  }
  func.func @f55(%a0: tensor<1x8xf32>, %a1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 2>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<1x8xf32>, tensor<f32>) -> tensor<1x5xf32>
    return
  }
  func.func @f56(%a0: tensor<4xf32>, %a1: tensor<4xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
    %0:2 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 2>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
    return
  }
  func.func @f57(%a0: tensor<8x4xf32>, %a1: tensor<4x2xf32>, %a2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %p : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    return
  }
  func.func @f58(%a0: tensor<8x4xf32>, %a1: tensor<4x4xf32>, %a2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %p : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    return
  }
  func.func @f59(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>, %a2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %p : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    return
  }
  func.func @f60(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>, %a2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %p : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    return
  }
  func.func @f61(%a0: tensor<8x4xf32>, %a1: tensor<4x4xf32>, %a2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %p : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    return
  }
  func.func @f62(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>, %a2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 1, 1>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %p : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    return
  }
  func.func @f63(%a0: tensor<8x1xf32>, %a1: tensor<1x1xf32>, %a2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 8, 1>, window_strides = array<i64: 8, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %p : tensor<f32>
    }) : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<f32>) -> tensor<8x1xf32>
    return
  }
  func.func @f64(%a0: tensor<8x4xf32>, %a1: tensor<9x4xf32>, %a2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %p : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<9x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    return
  }
  func.func @f65(%a0: tensor<1x4xf32>, %a1: tensor<1x1xf32>, %a2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 1, 4>, window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %p : tensor<f32>
    }) : (tensor<1x4xf32>, tensor<1x1xf32>, tensor<f32>) -> tensor<1x4xf32>
    return
  }
  func.func @f66(%a0: tensor<2x5xf32>, %a1: tensor<3x3xf32>, %a2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %p : tensor<f32>
    }) : (tensor<2x5xf32>, tensor<3x3xf32>, tensor<f32>) -> tensor<2x5xf32>
    return
  }
  func.func @f67(%a0: tensor<4x8xf32>, %a1: tensor<3x3xf32>, %a2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %p : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<3x3xf32>, tensor<f32>) -> tensor<4x8xf32>
    return
  }
  func.func @f68(%a0: tensor<2xf32>, %a1: tensor<1xf32>, %a2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 1>, window_strides = array<i64: 2>, padding = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %p : tensor<f32>
    }) : (tensor<2xf32>, tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
    return
  }
  func.func @f69(%a0: tensor<2x5x5xf32>, %a1: tensor<2x3x3xf32>, %a2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 1, 1, 1>, window_strides = array<i64: 2, 2, 2>, padding = dense<[[0, 1], [1, 0], [1, 0]]> : tensor<3x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %p : tensor<f32>
    }) : (tensor<2x5x5xf32>, tensor<2x3x3xf32>, tensor<f32>) -> tensor<2x5x5xf32>
    return
  }
  func.func @f70(%a0: tensor<1x1xf32>, %a1: tensor<0x0xf32>, %a2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %p : tensor<f32>
    }) : (tensor<1x1xf32>, tensor<0x0xf32>, tensor<f32>) -> tensor<1x1xf32>
    return
  }
  func.func @f71(%a0: tensor<2xf32>, %a1: tensor<1xf32>, %a2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %p : tensor<f32>
    }) : (tensor<2xf32>, tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
    return
  }
  func.func @f72(%a0: tensor<5x5x8x2xf32>, %a1: tensor<4x7x6x4xf32>, %a2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 3, 1, 3, 1>, window_strides = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 1], [1, 1], [0, 0], [1, 1]]> : tensor<4x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %p : tensor<f32>
    }) : (tensor<5x5x8x2xf32>, tensor<4x7x6x4xf32>, tensor<f32>) -> tensor<5x5x8x2xf32>
    return
  }
  func.func @f73(%a0: tensor<4x1xf32>, %a1: tensor<5x0xf32>, %a2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %p = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %p : tensor<f32>
    }) : (tensor<4x1xf32>, tensor<5x0xf32>, tensor<f32>) -> tensor<4x1xf32>
    return
  }
  func.func @f74(%a0: tensor<8x4xf32>) {
    %0 = "stablehlo.sort"(%a0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f75(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>) {
    %0:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>, %l1: tensor<f32>, %r1: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
    return
  }
  func.func @f76(%a0: tensor<8x4xf32>) {
    %0 = "stablehlo.sort"(%a0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f77(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>) {
    %0:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>, %l1: tensor<f32>, %r1: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
    return
  }
  func.func @f78(%a0: tensor<8x1xf32>) {
    %0 = "stablehlo.sort"(%a0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<8x1xf32>) -> tensor<8x1xf32>
    return
  }
  func.func @f79(%a0: tensor<8x1xf32>, %a1: tensor<8x1xf32>) {
    %0:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>, %l1: tensor<f32>, %r1: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<8x1xf32>, tensor<8x1xf32>) -> (tensor<8x1xf32>, tensor<8x1xf32>)
    return
  }
  func.func @f80(%a0: tensor<8x1xf32>) {
    %0 = "stablehlo.sort"(%a0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<8x1xf32>) -> tensor<8x1xf32>
    return
  }
  func.func @f81(%a0: tensor<8x1xf32>, %a1: tensor<8x1xf32>) {
    %0:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>, %l1: tensor<f32>, %r1: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<8x1xf32>, tensor<8x1xf32>) -> (tensor<8x1xf32>, tensor<8x1xf32>)
    return
  }
  func.func @f82(%a0: tensor<1x8xf32>) {
    %0 = "stablehlo.sort"(%a0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<1x8xf32>) -> tensor<1x8xf32>
    return
  }
  func.func @f83(%a0: tensor<1x8xf32>, %a1: tensor<1x8xf32>) {
    %0:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>, %l1: tensor<f32>, %r1: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<1x8xf32>, tensor<1x8xf32>) -> (tensor<1x8xf32>, tensor<1x8xf32>)
    return
  }
  func.func @f84(%a0: tensor<8xf32>) {
    %0 = "stablehlo.sort"(%a0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<8xf32>) -> tensor<8xf32>
    return
  }
  func.func @f85(%a0: tensor<8xf32>, %a1: tensor<8xf32>) {
    %0:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>, %l1: tensor<f32>, %r1: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
    return
  }
  func.func @f86(%a0: tensor<1xf32>) {
    %0 = "stablehlo.sort"(%a0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<1xf32>) -> tensor<1xf32>
    return
  }
  func.func @f87(%a0: tensor<1xf32>, %a1: tensor<1xf32>) {
    %0:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>, %l1: tensor<f32>, %r1: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<1xf32>, tensor<1xf32>) -> (tensor<1xf32>, tensor<1xf32>)
    return
  }
  func.func @f88(%a0: tensor<1x1xf32>) {
    %0 = "stablehlo.sort"(%a0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<1x1xf32>) -> tensor<1x1xf32>
    return
  }
  func.func @f89(%a0: tensor<1x1xf32>, %a1: tensor<1x1xf32>) {
    %0:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>, %l1: tensor<f32>, %r1: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<1x1xf32>, tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>)
    return
  }
  func.func @f90(%a0: tensor<2x3x4xf32>) {
    %0 = "stablehlo.sort"(%a0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    return
  }
  func.func @f91(%a0: tensor<2x3x4xf32>, %a1: tensor<2x3x4xf32>) {
    %0:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>, %l1: tensor<f32>, %r1: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>)
    return
  }
  func.func @f92(%a0: tensor<2x3x4xf32>) {
    %0 = "stablehlo.sort"(%a0) <{dimension = -1 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    return
  }
  func.func @f93(%a0: tensor<2x3x4xf32>, %a1: tensor<2x3x4xf32>) {
    %0:2 = "stablehlo.sort"(%a0, %a1) <{dimension = -1 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>, %l1: tensor<f32>, %r1: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>)
    return
  }
  func.func @f94(%a0: tensor<2x3x4xf32>) {
    %0 = "stablehlo.sort"(%a0) <{dimension = -2 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    return
  }
  func.func @f95(%a0: tensor<2x3x4xf32>, %a1: tensor<2x3x4xf32>) {
    %0:2 = "stablehlo.sort"(%a0, %a1) <{dimension = -2 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>, %l1: tensor<f32>, %r1: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>)
    return
  }
  func.func @f96(%a0: tensor<2x3x4xf32>) {
    %0 = "stablehlo.sort"(%a0)  ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    return
  }
  func.func @f97(%a0: tensor<2x3x4xf32>, %a1: tensor<2x3x4xf32>) {
    %0:2 = "stablehlo.sort"(%a0, %a1)  ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>, %l1: tensor<f32>, %r1: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>)
    return
  }
  func.func @f98(%a0: tensor<1x8x1xf32>) {
    %0 = "stablehlo.sort"(%a0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<1x8x1xf32>) -> tensor<1x8x1xf32>
    return
  }
  func.func @f99(%a0: tensor<1x8x1xf32>, %a1: tensor<1x8x1xf32>) {
    %0:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>, %l1: tensor<f32>, %r1: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<1x8x1xf32>, tensor<1x8x1xf32>) -> (tensor<1x8x1xf32>, tensor<1x8x1xf32>)
    return
  }
  func.func @f100(%a0: tensor<0x4xf32>) {
    %0 = "stablehlo.sort"(%a0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<0x4xf32>) -> tensor<0x4xf32>
    return
  }
  func.func @f101(%a0: tensor<0x4xf32>, %a1: tensor<0x4xf32>) {
    %0:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>, %l1: tensor<f32>, %r1: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<0x4xf32>, tensor<0x4xf32>) -> (tensor<0x4xf32>, tensor<0x4xf32>)
    return
  }
  func.func @f102(%a0: tensor<0x4xf32>) {
    %0 = "stablehlo.sort"(%a0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<0x4xf32>) -> tensor<0x4xf32>
    return
  }
  func.func @f103(%a0: tensor<0x4xf32>, %a1: tensor<0x4xf32>) {
    %0:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>, %l1: tensor<f32>, %r1: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<0x4xf32>, tensor<0x4xf32>) -> (tensor<0x4xf32>, tensor<0x4xf32>)
    return
  }
  func.func @f104(%a0: tensor<1x0x1xf32>) {
    %0 = "stablehlo.sort"(%a0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<1x0x1xf32>) -> tensor<1x0x1xf32>
    return
  }
  func.func @f105(%a0: tensor<1x0x1xf32>, %a1: tensor<1x0x1xf32>) {
    %0:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>, %l1: tensor<f32>, %r1: tensor<f32>):
      %p = stablehlo.compare LT, %l0, %r0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<1x0x1xf32>, tensor<1x0x1xf32>) -> (tensor<1x0x1xf32>, tensor<1x0x1xf32>)
    return
  }
}
