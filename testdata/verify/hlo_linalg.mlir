// test: verify
// jaxlib: accept
// cholesky: plain
func.func @f(%arg0: tensor<4x4xf32>) {
  %0 = stablehlo.cholesky %arg0 : tensor<4x4xf32>
  return
}
// -----
// jaxlib: accept
// cholesky: batch, lower
func.func @f(%arg0: tensor<2x4x4xcomplex<f32>>) {
  %0 = stablehlo.cholesky %arg0, lower = true : tensor<2x4x4xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// cholesky: not square
func.func @f(%arg0: tensor<4x3xf32>) {
  %0 = stablehlo.cholesky %arg0 : tensor<4x3xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// cholesky: rank one
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.cholesky %arg0 : tensor<4xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// cholesky: integer
func.func @f(%arg0: tensor<4x4xi32>) {
  %0 = stablehlo.cholesky %arg0 : tensor<4x4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cholesky: result shape
func.func @f(%arg0: tensor<4x4xf32>) {
  %0 = stablehlo.cholesky %arg0 : (tensor<4x4xf32>) -> tensor<3x3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// cholesky: result element type
func.func @f(%arg0: tensor<4x4xf32>) {
  %0 = stablehlo.cholesky %arg0 : (tensor<4x4xf32>) -> tensor<4x4xf64>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// cholesky: lower not boolean
func.func @f(%arg0: tensor<4x4xf32>) {
  %0 = stablehlo.cholesky %arg0, lower = 1 : tensor<4x4xf32>
  return
}
// -----
// jaxlib: accept
// cholesky: dynamic
func.func @f(%arg0: tensor<?x4xf32>) {
  %0 = stablehlo.cholesky %arg0 : tensor<?x4xf32>
  return
}
// -----
// jaxlib: accept
// triangular_solve: left
func.func @f(%arg0: tensor<4x4xf32>, %arg1: tensor<4x2xf32>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}
// -----
// jaxlib: accept
// triangular_solve: right
func.func @f(%arg0: tensor<4x4xf32>, %arg1: tensor<2x4xf32>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
// jaxlib: accept
// triangular_solve: batch adjoint
func.func @f(%arg0: tensor<3x4x4xcomplex<f32>>, %arg1: tensor<3x4x2xcomplex<f32>>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x4x4xcomplex<f32>>, tensor<3x4x2xcomplex<f32>>) -> tensor<3x4x2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// triangular_solve: not square
func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<4x2xf32>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x3xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// triangular_solve: size mismatch
func.func @f(%arg0: tensor<4x4xf32>, %arg1: tensor<3x2xf32>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// triangular_solve: right size mismatch
func.func @f(%arg0: tensor<4x4xf32>, %arg1: tensor<4x2xf32>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// triangular_solve: batch mismatch
func.func @f(%arg0: tensor<3x4x4xf32>, %arg1: tensor<2x4x2xf32>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x4x4xf32>, tensor<2x4x2xf32>) -> tensor<2x4x2xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// triangular_solve: rank mismatch
func.func @f(%arg0: tensor<4x4xf32>, %arg1: tensor<4xf32>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// triangular_solve: element types differ
func.func @f(%arg0: tensor<4x4xf32>, %arg1: tensor<4x2xf64>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x2xf64>) -> tensor<4x2xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// triangular_solve: integer
func.func @f(%arg0: tensor<4x4xi32>, %arg1: tensor<4x2xi32>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xi32>, tensor<4x2xi32>) -> tensor<4x2xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// triangular_solve: result shape
func.func @f(%arg0: tensor<4x4xf32>, %arg1: tensor<4x2xf32>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<2x4xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// triangular_solve: invalid transpose
func.func @f(%arg0: tensor<4x4xf32>, %arg1: tensor<4x2xf32>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// triangular_solve: unknown transpose
func.func @f(%arg0: tensor<4x4xf32>, %arg1: tensor<4x2xf32>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose FOO>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// triangular_solve: attributes missing
func.func @f(%arg0: tensor<4x4xf32>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>  // error: PA0108 PA0108 PA0108 PA0108
  return
}
// -----
// jaxlib: accept
// fft: FFT
func.func @f(%arg0: tensor<3x8xcomplex<f32>>) {
  %0 = stablehlo.fft %arg0, type = FFT, length = [8] : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>
  return
}
// -----
// jaxlib: accept
// fft: IFFT 2d
func.func @f(%arg0: tensor<3x8xcomplex<f32>>) {
  %0 = stablehlo.fft %arg0, type = IFFT, length = [3, 8] : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>
  return
}
// -----
// jaxlib: accept
// fft: RFFT
func.func @f(%arg0: tensor<3x8xf32>) {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [8] : (tensor<3x8xf32>) -> tensor<3x5xcomplex<f32>>
  return
}
// -----
// jaxlib: accept
// fft: IRFFT
func.func @f(%arg0: tensor<3x5xcomplex<f32>>) {
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [8] : (tensor<3x5xcomplex<f32>>) -> tensor<3x8xf32>
  return
}
// -----
// jaxlib: accept
// fft: length mismatch
func.func @f(%arg0: tensor<3x8xcomplex<f32>>) {
  %0 = stablehlo.fft %arg0, type = FFT, length = [7] : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// fft: RFFT length mismatch
func.func @f(%arg0: tensor<3x8xf32>) {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [7] : (tensor<3x8xf32>) -> tensor<3x4xcomplex<f32>>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// fft: IRFFT length mismatch
func.func @f(%arg0: tensor<3x5xcomplex<f32>>) {
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [10] : (tensor<3x5xcomplex<f32>>) -> tensor<3x10xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// fft: real operand of FFT
func.func @f(%arg0: tensor<3x8xf32>) {
  %0 = stablehlo.fft %arg0, type = FFT, length = [8] : (tensor<3x8xf32>) -> tensor<3x8xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// fft: complex operand of RFFT
func.func @f(%arg0: tensor<3x8xcomplex<f32>>) {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [8] : (tensor<3x8xcomplex<f32>>) -> tensor<3x5xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// fft: result shape
func.func @f(%arg0: tensor<3x8xcomplex<f32>>) {
  %0 = stablehlo.fft %arg0, type = FFT, length = [8] : (tensor<3x8xcomplex<f32>>) -> tensor<3x7xcomplex<f32>>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// fft: RFFT result shape
func.func @f(%arg0: tensor<3x8xf32>) {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [8] : (tensor<3x8xf32>) -> tensor<3x8xcomplex<f32>>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// fft: four lengths
func.func @f(%arg0: tensor<2x2x2x2xcomplex<f32>>) {
  %0 = stablehlo.fft %arg0, type = FFT, length = [2, 2, 2, 2] : (tensor<2x2x2x2xcomplex<f32>>) -> tensor<2x2x2x2xcomplex<f32>>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// fft: no lengths
func.func @f(%arg0: tensor<3x8xcomplex<f32>>) {
  %0 = stablehlo.fft %arg0, type = FFT, length = [] : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// fft: more lengths than rank
func.func @f(%arg0: tensor<8xcomplex<f32>>) {
  %0 = stablehlo.fft %arg0, type = FFT, length = [3, 8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// fft: result element type
func.func @f(%arg0: tensor<3x8xcomplex<f32>>) {
  %0 = stablehlo.fft %arg0, type = FFT, length = [8] : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f64>>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// fft: unknown type
func.func @f(%arg0: tensor<3x8xcomplex<f32>>) {
  %0 = stablehlo.fft %arg0, type = DFT, length = [8] : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// fft: integer operand
func.func @f(%arg0: tensor<3x8xi32>) {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [8] : (tensor<3x8xi32>) -> tensor<3x5xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// fft: RFFT result real
func.func @f(%arg0: tensor<3x8xf32>) {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [8] : (tensor<3x8xf32>) -> tensor<3x5xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// fft: zero length RFFT
func.func @f(%arg0: tensor<3x0xf32>) {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [0] : (tensor<3x0xf32>) -> tensor<3x0xcomplex<f32>>
  return
}
// -----
// jaxlib: accept
// batch_norm_training: plain
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}
// -----
// jaxlib: reject
// batch_norm_training: scale size
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg2, %arg1) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<3xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)  // error: PA0112
  return
}
// -----
// jaxlib: reject
// batch_norm_training: scale element type
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg3, %arg1) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf64>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)  // error: PA0110
  return
}
// -----
// jaxlib: reject
// batch_norm_training: scale rank
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg0, %arg1) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)  // error: PA0110
  return
}
// -----
// jaxlib: reject
// batch_norm_training: feature index out of range
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 0.001 : f32, feature_index = 2 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)  // error: PA0126
  return
}
// -----
// jaxlib: reject
// batch_norm_training: negative feature index
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 0.001 : f32, feature_index = -1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)  // error: PA0113
  return
}
// -----
// jaxlib: reject
// batch_norm_training: epsilon of 64 bits
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 0.001 : f64, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)  // error: PA0109
  return
}
// -----
// jaxlib: reject
// batch_norm_training: result shape
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<3xf32>, tensor<4xf32>)  // error: PA0111
  return
}
// -----
// jaxlib: reject
// batch_norm_training: integer operand
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0:3 = "stablehlo.batch_norm_training"(%arg4, %arg1, %arg1) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x4xi32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)  // error: PA0110
  return
}
// -----
// jaxlib: reject
// batch_norm_training: feature index picks the wrong size
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 0.001 : f32, feature_index = 0 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)  // error: PA0112
  return
}
// -----
// jaxlib: accept
// batch_norm_inference: plain
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg1, %arg1) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}
// -----
// jaxlib: reject
// batch_norm_inference: mean size
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg2, %arg1) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<4xf32>) -> tensor<2x4xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// batch_norm_inference: scale element type
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg3, %arg1, %arg1, %arg1) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf64>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// batch_norm_inference: feature index out of range
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg1, %arg1) <{epsilon = 0.001 : f32, feature_index = 5 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// batch_norm_inference: result shape
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg1, %arg1) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x2xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// batch_norm_inference: epsilon missing
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg1, %arg1) <{feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>  // error: PA0108
  return
}
// -----
// jaxlib: accept
// batch_norm_grad: plain
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg1, %arg1, %arg0) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}
// -----
// jaxlib: reject
// batch_norm_grad: scale size
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%arg0, %arg2, %arg1, %arg1, %arg0) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)  // error: PA0112
  return
}
// -----
// jaxlib: reject
// batch_norm_grad: grad shape
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3x4xf32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg1, %arg1, %arg2) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<3x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)  // error: PA0112
  return
}
// -----
// jaxlib: reject
// batch_norm_grad: grad element type
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg1, %arg1, %arg4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xi32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)  // error: PA0110
  return
}
// -----
// jaxlib: reject
// batch_norm_grad: feature index out of range
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg1, %arg1, %arg0) <{epsilon = 0.001 : f32, feature_index = 2 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)  // error: PA0126
  return
}
// -----
// jaxlib: reject
// batch_norm_grad: result count
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0:2 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg1, %arg1, %arg0) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>)  // error: PA0106
  return
}
// -----
// jaxlib: reject
// batch_norm_grad: result shape
func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<4xf64>, %arg4: tensor<2x4xi32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg1, %arg1, %arg0) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<2xf32>)  // error: PA0111
  return
}
