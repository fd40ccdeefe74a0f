// test: rules
module {
  func.func @f0(%a0: tensor<4x4xf32>) {
    %0 = stablehlo.cholesky %a0, lower = true : tensor<4x4xf32>
    return
  }
  func.func @f1(%a0: tensor<4x4xf32>) {
    %0 = stablehlo.cholesky %a0 : tensor<4x4xf32>
    return
  }
  func.func @f2(%a0: tensor<3x4x4xf32>) {
    %0 = stablehlo.cholesky %a0, lower = true : tensor<3x4x4xf32>
    return
  }
  func.func @f3(%a0: tensor<3x4x4xf32>) {
    %0 = stablehlo.cholesky %a0 : tensor<3x4x4xf32>
    return
  }
  func.func @f4(%a0: tensor<2x3x4x4xf32>) {
    %0 = stablehlo.cholesky %a0, lower = true : tensor<2x3x4x4xf32>
    return
  }
  func.func @f5(%a0: tensor<2x3x4x4xf32>) {
    %0 = stablehlo.cholesky %a0 : tensor<2x3x4x4xf32>
    return
  }
  func.func @f6(%a0: tensor<1x1xf32>) {
    %0 = stablehlo.cholesky %a0, lower = true : tensor<1x1xf32>
    return
  }
  func.func @f7(%a0: tensor<1x1xf32>) {
    %0 = stablehlo.cholesky %a0 : tensor<1x1xf32>
    return
  }
  func.func @f8(%a0: tensor<1x4x4xf32>) {
    %0 = stablehlo.cholesky %a0, lower = true : tensor<1x4x4xf32>
    return
  }
  func.func @f9(%a0: tensor<1x4x4xf32>) {
    %0 = stablehlo.cholesky %a0 : tensor<1x4x4xf32>
    return
  }
  func.func @f10(%a0: tensor<0x4x4xf32>) {
    %0 = stablehlo.cholesky %a0, lower = true : tensor<0x4x4xf32>
    return
  }
  func.func @f11(%a0: tensor<0x4x4xf32>) {
    %0 = stablehlo.cholesky %a0 : tensor<0x4x4xf32>
    return
  }
  func.func @f12(%a0: tensor<4x4xf32>, %a1: tensor<4x5xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    return
  }
  func.func @f13(%a0: tensor<4x4xf32>, %a1: tensor<4x1xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
    return
  }
  func.func @f14(%a0: tensor<4x4xf32>, %a1: tensor<4x5xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    return
  }
  func.func @f15(%a0: tensor<4x4xf32>, %a1: tensor<4x1xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
    return
  }
  func.func @f16(%a0: tensor<4x4xf32>, %a1: tensor<4x5xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
    return
  }
  func.func @f17(%a0: tensor<4x4xf32>, %a1: tensor<4x1xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
    return
  }
  func.func @f18(%a0: tensor<4x4xf32>, %a1: tensor<5x4xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    return
  }
  func.func @f19(%a0: tensor<4x4xf32>, %a1: tensor<1x4xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
    return
  }
  func.func @f20(%a0: tensor<4x4xf32>, %a1: tensor<5x4xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    return
  }
  func.func @f21(%a0: tensor<4x4xf32>, %a1: tensor<1x4xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
    return
  }
  func.func @f22(%a0: tensor<4x4xf32>, %a1: tensor<5x4xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    return
  }
  func.func @f23(%a0: tensor<4x4xf32>, %a1: tensor<1x4xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
    return
  }
  func.func @f24(%a0: tensor<3x4x4xf32>, %a1: tensor<3x4x5xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x4x4xf32>, tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
    return
  }
  func.func @f25(%a0: tensor<3x4x4xf32>, %a1: tensor<3x4x1xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x4x4xf32>, tensor<3x4x1xf32>) -> tensor<3x4x1xf32>
    return
  }
  func.func @f26(%a0: tensor<3x4x4xf32>, %a1: tensor<3x4x5xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<3x4x4xf32>, tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
    return
  }
  func.func @f27(%a0: tensor<3x4x4xf32>, %a1: tensor<3x4x1xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<3x4x4xf32>, tensor<3x4x1xf32>) -> tensor<3x4x1xf32>
    return
  }
  func.func @f28(%a0: tensor<3x4x4xf32>, %a1: tensor<3x4x5xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x4x4xf32>, tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
    return
  }
  func.func @f29(%a0: tensor<3x4x4xf32>, %a1: tensor<3x4x1xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x4x4xf32>, tensor<3x4x1xf32>) -> tensor<3x4x1xf32>
    return
  }
  func.func @f30(%a0: tensor<3x4x4xf32>, %a1: tensor<3x5x4xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x4x4xf32>, tensor<3x5x4xf32>) -> tensor<3x5x4xf32>
    return
  }
  func.func @f31(%a0: tensor<3x4x4xf32>, %a1: tensor<3x1x4xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x4x4xf32>, tensor<3x1x4xf32>) -> tensor<3x1x4xf32>
    return
  }
  func.func @f32(%a0: tensor<3x4x4xf32>, %a1: tensor<3x5x4xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<3x4x4xf32>, tensor<3x5x4xf32>) -> tensor<3x5x4xf32>
    return
  }
  func.func @f33(%a0: tensor<3x4x4xf32>, %a1: tensor<3x1x4xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<3x4x4xf32>, tensor<3x1x4xf32>) -> tensor<3x1x4xf32>
    return
  }
  func.func @f34(%a0: tensor<3x4x4xf32>, %a1: tensor<3x5x4xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x4x4xf32>, tensor<3x5x4xf32>) -> tensor<3x5x4xf32>
    return
  }
  func.func @f35(%a0: tensor<3x4x4xf32>, %a1: tensor<3x1x4xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x4x4xf32>, tensor<3x1x4xf32>) -> tensor<3x1x4xf32>
    return
  }
  func.func @f36(%a0: tensor<2x1x4x4xf32>, %a1: tensor<2x1x4x5xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x1x4x4xf32>, tensor<2x1x4x5xf32>) -> tensor<2x1x4x5xf32>
    return
  }
  func.func @f37(%a0: tensor<2x1x4x4xf32>, %a1: tensor<2x1x4x1xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x1x4x4xf32>, tensor<2x1x4x1xf32>) -> tensor<2x1x4x1xf32>
    return
  }
  func.func @f38(%a0: tensor<2x1x4x4xf32>, %a1: tensor<2x1x4x5xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x1x4x4xf32>, tensor<2x1x4x5xf32>) -> tensor<2x1x4x5xf32>
    return
  }
  func.func @f39(%a0: tensor<2x1x4x4xf32>, %a1: tensor<2x1x4x1xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x1x4x4xf32>, tensor<2x1x4x1xf32>) -> tensor<2x1x4x1xf32>
    return
  }
  func.func @f40(%a0: tensor<2x1x4x4xf32>, %a1: tensor<2x1x4x5xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<2x1x4x4xf32>, tensor<2x1x4x5xf32>) -> tensor<2x1x4x5xf32>
    return
  }
  func.func @f41(%a0: tensor<2x1x4x4xf32>, %a1: tensor<2x1x4x1xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<2x1x4x4xf32>, tensor<2x1x4x1xf32>) -> tensor<2x1x4x1xf32>
    return
  }
  func.func @f42(%a0: tensor<2x1x4x4xf32>, %a1: tensor<2x1x5x4xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x1x4x4xf32>, tensor<2x1x5x4xf32>) -> tensor<2x1x5x4xf32>
    return
  }
  func.func @f43(%a0: tensor<2x1x4x4xf32>, %a1: tensor<2x1x1x4xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x1x4x4xf32>, tensor<2x1x1x4xf32>) -> tensor<2x1x1x4xf32>
    return
  }
  func.func @f44(%a0: tensor<2x1x4x4xf32>, %a1: tensor<2x1x5x4xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x1x4x4xf32>, tensor<2x1x5x4xf32>) -> tensor<2x1x5x4xf32>
    return
  }
  func.func @f45(%a0: tensor<2x1x4x4xf32>, %a1: tensor<2x1x1x4xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x1x4x4xf32>, tensor<2x1x1x4xf32>) -> tensor<2x1x1x4xf32>
    return
  }
  func.func @f46(%a0: tensor<2x1x4x4xf32>, %a1: tensor<2x1x5x4xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<2x1x4x4xf32>, tensor<2x1x5x4xf32>) -> tensor<2x1x5x4xf32>
    return
  }
  func.func @f47(%a0: tensor<2x1x4x4xf32>, %a1: tensor<2x1x1x4xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<2x1x4x4xf32>, tensor<2x1x1x4xf32>) -> tensor<2x1x1x4xf32>
    return
  }
  func.func @f48(%a0: tensor<1x1xf32>, %a1: tensor<1x5xf32>) {
    %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<1x1xf32>, tensor<1x5xf32>) -> tensor<1x5xf32>
    return
  }
  func.func @f49(%a0: tensor<8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = FFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
    return
  }
  func.func @f50(%a0: tensor<8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IFFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
    return
  }
  func.func @f51(%a0: tensor<8xf32>) {
    %0 = stablehlo.fft %a0, type = RFFT, length = [8] : (tensor<8xf32>) -> tensor<5xcomplex<f32>>
    return
  }
  func.func @f52(%a0: tensor<5xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IRFFT, length = [8] : (tensor<5xcomplex<f32>>) -> tensor<8xf32>
    return
  }
  func.func @f53(%a0: tensor<4x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = FFT, length = [8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
    return
  }
  func.func @f54(%a0: tensor<4x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IFFT, length = [8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
    return
  }
  func.func @f55(%a0: tensor<4x8xf32>) {
    %0 = stablehlo.fft %a0, type = RFFT, length = [8] : (tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>>
    return
  }
  func.func @f56(%a0: tensor<4x5xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IRFFT, length = [8] : (tensor<4x5xcomplex<f32>>) -> tensor<4x8xf32>
    return
  }
  func.func @f57(%a0: tensor<4x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = FFT, length = [4, 8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
    return
  }
  func.func @f58(%a0: tensor<4x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IFFT, length = [4, 8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
    return
  }
  func.func @f59(%a0: tensor<4x8xf32>) {
    %0 = stablehlo.fft %a0, type = RFFT, length = [4, 8] : (tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>>
    return
  }
  func.func @f60(%a0: tensor<4x5xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IRFFT, length = [4, 8] : (tensor<4x5xcomplex<f32>>) -> tensor<4x8xf32>
    return
  }
  func.func @f61(%a0: tensor<2x4x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = FFT, length = [8] : (tensor<2x4x8xcomplex<f32>>) -> tensor<2x4x8xcomplex<f32>>
    return
  }
  func.func @f62(%a0: tensor<2x4x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IFFT, length = [8] : (tensor<2x4x8xcomplex<f32>>) -> tensor<2x4x8xcomplex<f32>>
    return
  }
  func.func @f63(%a0: tensor<2x4x8xf32>) {
    %0 = stablehlo.fft %a0, type = RFFT, length = [8] : (tensor<2x4x8xf32>) -> tensor<2x4x5xcomplex<f32>>
    return
  }
  func.func @f64(%a0: tensor<2x4x5xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IRFFT, length = [8] : (tensor<2x4x5xcomplex<f32>>) -> tensor<2x4x8xf32>
    return
  }
  func.func @f65(%a0: tensor<2x4x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = FFT, length = [4, 8] : (tensor<2x4x8xcomplex<f32>>) -> tensor<2x4x8xcomplex<f32>>
    return
  }
  func.func @f66(%a0: tensor<2x4x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IFFT, length = [4, 8] : (tensor<2x4x8xcomplex<f32>>) -> tensor<2x4x8xcomplex<f32>>
    return
  }
  func.func @f67(%a0: tensor<2x4x8xf32>) {
    %0 = stablehlo.fft %a0, type = RFFT, length = [4, 8] : (tensor<2x4x8xf32>) -> tensor<2x4x5xcomplex<f32>>
    return
  }
  func.func @f68(%a0: tensor<2x4x5xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IRFFT, length = [4, 8] : (tensor<2x4x5xcomplex<f32>>) -> tensor<2x4x8xf32>
    return
  }
  func.func @f69(%a0: tensor<2x4x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = FFT, length = [2, 4, 8] : (tensor<2x4x8xcomplex<f32>>) -> tensor<2x4x8xcomplex<f32>>
    return
  }
  func.func @f70(%a0: tensor<2x4x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IFFT, length = [2, 4, 8] : (tensor<2x4x8xcomplex<f32>>) -> tensor<2x4x8xcomplex<f32>>
    return
  }
  func.func @f71(%a0: tensor<2x4x8xf32>) {
    %0 = stablehlo.fft %a0, type = RFFT, length = [2, 4, 8] : (tensor<2x4x8xf32>) -> tensor<2x4x5xcomplex<f32>>
    return
  }
  func.func @f72(%a0: tensor<2x4x5xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IRFFT, length = [2, 4, 8] : (tensor<2x4x5xcomplex<f32>>) -> tensor<2x4x8xf32>
    return
  }
  func.func @f73(%a0: tensor<3x2x4x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = FFT, length = [8] : (tensor<3x2x4x8xcomplex<f32>>) -> tensor<3x2x4x8xcomplex<f32>>
    return
  }
  func.func @f74(%a0: tensor<3x2x4x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IFFT, length = [8] : (tensor<3x2x4x8xcomplex<f32>>) -> tensor<3x2x4x8xcomplex<f32>>
    return
  }
  func.func @f75(%a0: tensor<3x2x4x8xf32>) {
    %0 = stablehlo.fft %a0, type = RFFT, length = [8] : (tensor<3x2x4x8xf32>) -> tensor<3x2x4x5xcomplex<f32>>
    return
  }
  func.func @f76(%a0: tensor<3x2x4x5xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IRFFT, length = [8] : (tensor<3x2x4x5xcomplex<f32>>) -> tensor<3x2x4x8xf32>
    return
  }
  func.func @f77(%a0: tensor<3x2x4x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = FFT, length = [4, 8] : (tensor<3x2x4x8xcomplex<f32>>) -> tensor<3x2x4x8xcomplex<f32>>
    return
  }
  func.func @f78(%a0: tensor<3x2x4x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IFFT, length = [4, 8] : (tensor<3x2x4x8xcomplex<f32>>) -> tensor<3x2x4x8xcomplex<f32>>
    return
  }
  func.func @f79(%a0: tensor<3x2x4x8xf32>) {
    %0 = stablehlo.fft %a0, type = RFFT, length = [4, 8] : (tensor<3x2x4x8xf32>) -> tensor<3x2x4x5xcomplex<f32>>
    return
  }
  func.func @f80(%a0: tensor<3x2x4x5xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IRFFT, length = [4, 8] : (tensor<3x2x4x5xcomplex<f32>>) -> tensor<3x2x4x8xf32>
    return
  }
  func.func @f81(%a0: tensor<3x2x4x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = FFT, length = [2, 4, 8] : (tensor<3x2x4x8xcomplex<f32>>) -> tensor<3x2x4x8xcomplex<f32>>
    return
  }
  func.func @f82(%a0: tensor<3x2x4x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IFFT, length = [2, 4, 8] : (tensor<3x2x4x8xcomplex<f32>>) -> tensor<3x2x4x8xcomplex<f32>>
    return
  }
  func.func @f83(%a0: tensor<3x2x4x8xf32>) {
    %0 = stablehlo.fft %a0, type = RFFT, length = [2, 4, 8] : (tensor<3x2x4x8xf32>) -> tensor<3x2x4x5xcomplex<f32>>
    return
  }
  func.func @f84(%a0: tensor<3x2x4x5xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IRFFT, length = [2, 4, 8] : (tensor<3x2x4x5xcomplex<f32>>) -> tensor<3x2x4x8xf32>
    return
  }
  func.func @f85(%a0: tensor<1x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = FFT, length = [8] : (tensor<1x8xcomplex<f32>>) -> tensor<1x8xcomplex<f32>>
    return
  }
  func.func @f86(%a0: tensor<1x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IFFT, length = [8] : (tensor<1x8xcomplex<f32>>) -> tensor<1x8xcomplex<f32>>
    return
  }
  func.func @f87(%a0: tensor<1x8xf32>) {
    %0 = stablehlo.fft %a0, type = RFFT, length = [8] : (tensor<1x8xf32>) -> tensor<1x5xcomplex<f32>>
    return
  }
  func.func @f88(%a0: tensor<1x5xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IRFFT, length = [8] : (tensor<1x5xcomplex<f32>>) -> tensor<1x8xf32>
    return
  }
  func.func @f89(%a0: tensor<1x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = FFT, length = [1, 8] : (tensor<1x8xcomplex<f32>>) -> tensor<1x8xcomplex<f32>>
    return
  }
  func.func @f90(%a0: tensor<1x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IFFT, length = [1, 8] : (tensor<1x8xcomplex<f32>>) -> tensor<1x8xcomplex<f32>>
    return
  }
  func.func @f91(%a0: tensor<1x8xf32>) {
    %0 = stablehlo.fft %a0, type = RFFT, length = [1, 8] : (tensor<1x8xf32>) -> tensor<1x5xcomplex<f32>>
    return
  }
  func.func @f92(%a0: tensor<1x5xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IRFFT, length = [1, 8] : (tensor<1x5xcomplex<f32>>) -> tensor<1x8xf32>
    return
  }
  func.func @f93(%a0: tensor<8x1xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = FFT, length = [1] : (tensor<8x1xcomplex<f32>>) -> tensor<8x1xcomplex<f32>>
    return
  }
  func.func @f94(%a0: tensor<8x1xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IFFT, length = [1] : (tensor<8x1xcomplex<f32>>) -> tensor<8x1xcomplex<f32>>
    return
  }
  func.func @f95(%a0: tensor<8x1xf32>) {
    %0 = stablehlo.fft %a0, type = RFFT, length = [1] : (tensor<8x1xf32>) -> tensor<8x1xcomplex<f32>>
    return
  }
  func.func @f96(%a0: tensor<8x1xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IRFFT, length = [1] : (tensor<8x1xcomplex<f32>>) -> tensor<8x1xf32>
    return
  }
  func.func @f97(%a0: tensor<8x1xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = FFT, length = [8, 1] : (tensor<8x1xcomplex<f32>>) -> tensor<8x1xcomplex<f32>>
    return
  }
  func.func @f98(%a0: tensor<8x1xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IFFT, length = [8, 1] : (tensor<8x1xcomplex<f32>>) -> tensor<8x1xcomplex<f32>>
    return
  }
  func.func @f99(%a0: tensor<8x1xf32>) {
    %0 = stablehlo.fft %a0, type = RFFT, length = [8, 1] : (tensor<8x1xf32>) -> tensor<8x1xcomplex<f32>>
    return
  }
  func.func @f100(%a0: tensor<8x1xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IRFFT, length = [8, 1] : (tensor<8x1xcomplex<f32>>) -> tensor<8x1xf32>
    return
  }
  func.func @f101(%a0: tensor<0x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = FFT, length = [8] : (tensor<0x8xcomplex<f32>>) -> tensor<0x8xcomplex<f32>>
    return
  }
  func.func @f102(%a0: tensor<0x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IFFT, length = [8] : (tensor<0x8xcomplex<f32>>) -> tensor<0x8xcomplex<f32>>
    return
  }
  func.func @f103(%a0: tensor<0x8xf32>) {
    %0 = stablehlo.fft %a0, type = RFFT, length = [8] : (tensor<0x8xf32>) -> tensor<0x5xcomplex<f32>>
    return
  }
  func.func @f104(%a0: tensor<0x5xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IRFFT, length = [8] : (tensor<0x5xcomplex<f32>>) -> tensor<0x8xf32>
    return
  }
  func.func @f105(%a0: tensor<0x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = FFT, length = [0, 8] : (tensor<0x8xcomplex<f32>>) -> tensor<0x8xcomplex<f32>>
    return
  }
  func.func @f106(%a0: tensor<0x8xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IFFT, length = [0, 8] : (tensor<0x8xcomplex<f32>>) -> tensor<0x8xcomplex<f32>>
    return
  }
  func.func @f107(%a0: tensor<0x8xf32>) {
    %0 = stablehlo.fft %a0, type = RFFT, length = [0, 8] : (tensor<0x8xf32>) -> tensor<0x5xcomplex<f32>>
    return
  }
  func.func @f108(%a0: tensor<0x5xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IRFFT, length = [0, 8] : (tensor<0x5xcomplex<f32>>) -> tensor<0x8xf32>
    return
  }
  func.func @f109(%a0: tensor<4x2xcomplex<f32>>) {
    %0 = stablehlo.fft %a0, type = IRFFT, length = [2] : (tensor<4x2xcomplex<f32>>) -> tensor<4x2xf32>
    return
  }
  func.func @f110(%a0: tensor<4x1xf32>) {
    %0 = stablehlo.fft %a0, type = RFFT, length = [1] : (tensor<4x1xf32>) -> tensor<4x1xcomplex<f32>>
    return
  }
  func.func @f111(%a0: tensor<8x4x6xf32>, %a1: tensor<6xf32>, %a2: tensor<6xf32>, %a3: tensor<6xf32>, %a4: tensor<6xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 2 : i64}> : (tensor<8x4x6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<8x4x6xf32>
    return
  }
  func.func @f112(%a0: tensor<8x4x6xf32>, %a1: tensor<6xf32>, %a2: tensor<6xf32>) {
    %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.001 : f32, feature_index = 2 : i64}> : (tensor<8x4x6xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<8x4x6xf32>, tensor<6xf32>, tensor<6xf32>)
    return
  }
  func.func @f113(%a0: tensor<8x4x6xf32>, %a1: tensor<6xf32>, %a2: tensor<6xf32>, %a3: tensor<6xf32>, %a4: tensor<8x4x6xf32>) {
    %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 2 : i64}> : (tensor<8x4x6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<8x4x6xf32>) -> (tensor<8x4x6xf32>, tensor<6xf32>, tensor<6xf32>)
    return
  }
  func.func @f114(%a0: tensor<8x4x6xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>, %a3: tensor<8xf32>, %a4: tensor<8xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 0 : i64}> : (tensor<8x4x6xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8x4x6xf32>
    return
  }
  func.func @f115(%a0: tensor<8x4x6xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
    %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.001 : f32, feature_index = 0 : i64}> : (tensor<8x4x6xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<8x4x6xf32>, tensor<8xf32>, tensor<8xf32>)
    return
  }
  func.func @f116(%a0: tensor<8x4x6xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>, %a3: tensor<8xf32>, %a4: tensor<8x4x6xf32>) {
    %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 0 : i64}> : (tensor<8x4x6xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x4x6xf32>) -> (tensor<8x4x6xf32>, tensor<8xf32>, tensor<8xf32>)
    return
  }
  func.func @f117(%a0: tensor<8x4x6xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>, %a3: tensor<4xf32>, %a4: tensor<4xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<8x4x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<8x4x6xf32>
    return
  }
  func.func @f118(%a0: tensor<8x4x6xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
    %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<8x4x6xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<8x4x6xf32>, tensor<4xf32>, tensor<4xf32>)
    return
  }
  func.func @f119(%a0: tensor<8x4x6xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>, %a3: tensor<4xf32>, %a4: tensor<8x4x6xf32>) {
    %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<8x4x6xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8x4x6xf32>) -> (tensor<8x4x6xf32>, tensor<4xf32>, tensor<4xf32>)
    return
  }
  func.func @f120(%a0: tensor<8x1xf32>, %a1: tensor<1xf32>, %a2: tensor<1xf32>, %a3: tensor<1xf32>, %a4: tensor<1xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<8x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<8x1xf32>
    return
  }
  func.func @f121(%a0: tensor<8x1xf32>, %a1: tensor<1xf32>, %a2: tensor<1xf32>) {
    %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<8x1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<8x1xf32>, tensor<1xf32>, tensor<1xf32>)
    return
  }
  func.func @f122(%a0: tensor<8x1xf32>, %a1: tensor<1xf32>, %a2: tensor<1xf32>, %a3: tensor<1xf32>, %a4: tensor<8x1xf32>) {
    %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<8x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<8x1xf32>) -> (tensor<8x1xf32>, tensor<1xf32>, tensor<1xf32>)
    return
  }
  func.func @f123(%a0: tensor<1x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<1x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<1x3xf32>
    return
  }
  func.func @f124(%a0: tensor<1x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
    %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<1x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<1x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
  func.func @f125(%a0: tensor<1x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<1x3xf32>) {
    %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<1x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<1x3xf32>) -> (tensor<1x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return
  }
  func.func @f126(%a0: tensor<5xf32>, %a1: tensor<5xf32>, %a2: tensor<5xf32>, %a3: tensor<5xf32>, %a4: tensor<5xf32>) {
    %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 0 : i64}> : (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
    return
  }
  func.func @f127(%a0: tensor<5xf32>, %a1: tensor<5xf32>, %a2: tensor<5xf32>) {
    %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.001 : f32, feature_index = 0 : i64}> : (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
    return
  }
  func.func @f128(%a0: tensor<5xf32>, %a1: tensor<5xf32>, %a2: tensor<5xf32>, %a3: tensor<5xf32>, %a4: tensor<5xf32>) {
    %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 0 : i64}> : (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
    return
  }
  func.func @f129(%a0: tensor<2xui64>) {
    %0:2 = stablehlo.rng_bit_generator %a0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8x4xui32>)
    return
  }
  func.func @f130(%a0: tensor<2xui64>) {
    %0:2 = stablehlo.rng_bit_generator %a0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui32>)
    return
  }
  func.func @f131(%a0: tensor<2xui64>) {
    %0:2 = stablehlo.rng_bit_generator %a0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
    return
  }
  func.func @f132(%a0: tensor<2xui64>) {
    %0:2 = stablehlo.rng_bit_generator %a0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0x3xui32>)
    return
  }
  func.func @f133(%a0: tensor<3xui64>) {
    %0:2 = stablehlo.rng_bit_generator %a0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<8x4xui32>)
    return
  }
  func.func @f134(%a0: tensor<3xui64>) {
    %0:2 = stablehlo.rng_bit_generator %a0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<1xui32>)
    return
  }
  func.func @f135(%a0: tensor<3xui64>) {
    %0:2 = stablehlo.rng_bit_generator %a0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<ui32>)
    return
  }
  func.func @f136(%a0: tensor<3xui64>) {
    %0:2 = stablehlo.rng_bit_generator %a0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<0x3xui32>)
    return
  }
  func.func @f137(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<2xi64>) {
    %0 = stablehlo.rng %a0, %a1, %a2, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x4xf32>
    return
  }
}
