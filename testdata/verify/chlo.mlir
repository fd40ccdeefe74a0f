// test: verify
// jaxlib: accept
// acos: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.acos %arg0 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// acos: complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = chlo.acos %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// acos: i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.acos %arg0 : tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// acos: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.acos %arg0 : tensor<4xf32> -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// acos: result element type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.acos %arg0 : tensor<4xf32> -> tensor<4xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// acos: non-tensor
func.func @f(%arg0: f32) {
  %0 = chlo.acos %arg0 : f32 -> f32  // error: PA0110
  return
}
// -----
// jaxlib: accept
// acosh: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.acosh %arg0 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// acosh: complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = chlo.acosh %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// acosh: i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.acosh %arg0 : tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// acosh: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.acosh %arg0 : tensor<4xf32> -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// acosh: result element type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.acosh %arg0 : tensor<4xf32> -> tensor<4xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// acosh: non-tensor
func.func @f(%arg0: f32) {
  %0 = chlo.acosh %arg0 : f32 -> f32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// _asin_acos_kernel: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo._asin_acos_kernel %arg0 : tensor<4xf32> -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// _asin_acos_kernel: complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = chlo._asin_acos_kernel %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// _asin_acos_kernel: i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo._asin_acos_kernel %arg0 : tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// _asin_acos_kernel: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo._asin_acos_kernel %arg0 : tensor<4xf32> -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// _asin_acos_kernel: result element type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo._asin_acos_kernel %arg0 : tensor<4xf32> -> tensor<4xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// _asin_acos_kernel: non-tensor
func.func @f(%arg0: f32) {
  %0 = chlo._asin_acos_kernel %arg0 : f32 -> f32  // error: PA0110
  return
}
// -----
// jaxlib: accept
// asin: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.asin %arg0 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// asin: complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = chlo.asin %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// asin: i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.asin %arg0 : tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// asin: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.asin %arg0 : tensor<4xf32> -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// asin: result element type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.asin %arg0 : tensor<4xf32> -> tensor<4xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// asin: non-tensor
func.func @f(%arg0: f32) {
  %0 = chlo.asin %arg0 : f32 -> f32  // error: PA0110
  return
}
// -----
// jaxlib: accept
// asinh: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.asinh %arg0 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// asinh: complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = chlo.asinh %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// asinh: i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.asinh %arg0 : tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// asinh: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.asinh %arg0 : tensor<4xf32> -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// asinh: result element type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.asinh %arg0 : tensor<4xf32> -> tensor<4xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// asinh: non-tensor
func.func @f(%arg0: f32) {
  %0 = chlo.asinh %arg0 : f32 -> f32  // error: PA0110
  return
}
// -----
// jaxlib: accept
// atan: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.atan %arg0 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// atan: complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = chlo.atan %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// atan: i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.atan %arg0 : tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// atan: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.atan %arg0 : tensor<4xf32> -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// atan: result element type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.atan %arg0 : tensor<4xf32> -> tensor<4xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// atan: non-tensor
func.func @f(%arg0: f32) {
  %0 = chlo.atan %arg0 : f32 -> f32  // error: PA0110
  return
}
// -----
// jaxlib: accept
// atanh: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.atanh %arg0 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// atanh: complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = chlo.atanh %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// atanh: i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.atanh %arg0 : tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// atanh: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.atanh %arg0 : tensor<4xf32> -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// atanh: result element type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.atanh %arg0 : tensor<4xf32> -> tensor<4xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// atanh: non-tensor
func.func @f(%arg0: f32) {
  %0 = chlo.atanh %arg0 : f32 -> f32  // error: PA0110
  return
}
// -----
// jaxlib: accept
// bessel_i1e: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.bessel_i1e %arg0 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// bessel_i1e: complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = chlo.bessel_i1e %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// bessel_i1e: i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.bessel_i1e %arg0 : tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// bessel_i1e: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.bessel_i1e %arg0 : tensor<4xf32> -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// bessel_i1e: result element type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.bessel_i1e %arg0 : tensor<4xf32> -> tensor<4xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// bessel_i1e: non-tensor
func.func @f(%arg0: f32) {
  %0 = chlo.bessel_i1e %arg0 : f32 -> f32  // error: PA0110
  return
}
// -----
// jaxlib: accept
// conj: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.conj %arg0 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// conj: complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = chlo.conj %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// conj: i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.conj %arg0 : tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// conj: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.conj %arg0 : tensor<4xf32> -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// conj: result element type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.conj %arg0 : tensor<4xf32> -> tensor<4xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// conj: non-tensor
func.func @f(%arg0: f32) {
  %0 = chlo.conj %arg0 : f32 -> f32  // error: PA0110
  return
}
// -----
// jaxlib: accept
// cosh: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.cosh %arg0 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// cosh: complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = chlo.cosh %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// cosh: i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.cosh %arg0 : tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cosh: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.cosh %arg0 : tensor<4xf32> -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cosh: result element type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.cosh %arg0 : tensor<4xf32> -> tensor<4xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cosh: non-tensor
func.func @f(%arg0: f32) {
  %0 = chlo.cosh %arg0 : f32 -> f32  // error: PA0110
  return
}
// -----
// jaxlib: accept
// digamma: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.digamma %arg0 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// digamma: complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = chlo.digamma %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// digamma: i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.digamma %arg0 : tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// digamma: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.digamma %arg0 : tensor<4xf32> -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// digamma: result element type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.digamma %arg0 : tensor<4xf32> -> tensor<4xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// digamma: non-tensor
func.func @f(%arg0: f32) {
  %0 = chlo.digamma %arg0 : f32 -> f32  // error: PA0110
  return
}
// -----
// jaxlib: accept
// erf: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.erf %arg0 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// erf: complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = chlo.erf %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// erf: i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.erf %arg0 : tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// erf: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.erf %arg0 : tensor<4xf32> -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// erf: result element type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.erf %arg0 : tensor<4xf32> -> tensor<4xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// erf: non-tensor
func.func @f(%arg0: f32) {
  %0 = chlo.erf %arg0 : f32 -> f32  // error: PA0110
  return
}
// -----
// jaxlib: accept
// erf_inv: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.erf_inv %arg0 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// erf_inv: complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = chlo.erf_inv %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// erf_inv: i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.erf_inv %arg0 : tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// erf_inv: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.erf_inv %arg0 : tensor<4xf32> -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// erf_inv: result element type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.erf_inv %arg0 : tensor<4xf32> -> tensor<4xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// erf_inv: non-tensor
func.func @f(%arg0: f32) {
  %0 = chlo.erf_inv %arg0 : f32 -> f32  // error: PA0110
  return
}
// -----
// jaxlib: accept
// erfc: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.erfc %arg0 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// erfc: complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = chlo.erfc %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// erfc: i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.erfc %arg0 : tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// erfc: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.erfc %arg0 : tensor<4xf32> -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// erfc: result element type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.erfc %arg0 : tensor<4xf32> -> tensor<4xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// erfc: non-tensor
func.func @f(%arg0: f32) {
  %0 = chlo.erfc %arg0 : f32 -> f32  // error: PA0110
  return
}
// -----
// jaxlib: accept
// lgamma: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.lgamma %arg0 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// lgamma: complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = chlo.lgamma %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// lgamma: i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.lgamma %arg0 : tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// lgamma: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.lgamma %arg0 : tensor<4xf32> -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// lgamma: result element type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.lgamma %arg0 : tensor<4xf32> -> tensor<4xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// lgamma: non-tensor
func.func @f(%arg0: f32) {
  %0 = chlo.lgamma %arg0 : f32 -> f32  // error: PA0110
  return
}
// -----
// jaxlib: accept
// sinh: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.sinh %arg0 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// sinh: complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = chlo.sinh %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// sinh: i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.sinh %arg0 : tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sinh: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.sinh %arg0 : tensor<4xf32> -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sinh: result element type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.sinh %arg0 : tensor<4xf32> -> tensor<4xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sinh: non-tensor
func.func @f(%arg0: f32) {
  %0 = chlo.sinh %arg0 : f32 -> f32  // error: PA0110
  return
}
// -----
// jaxlib: accept
// square: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.square %arg0 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// square: complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = chlo.square %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// square: i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.square %arg0 : tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// square: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.square %arg0 : tensor<4xf32> -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// square: result element type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.square %arg0 : tensor<4xf32> -> tensor<4xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// square: non-tensor
func.func @f(%arg0: f32) {
  %0 = chlo.square %arg0 : f32 -> f32  // error: PA0110
  return
}
// -----
// jaxlib: accept
// tan: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.tan %arg0 : tensor<4xf32> -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// tan: complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = chlo.tan %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// tan: i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.tan %arg0 : tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tan: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.tan %arg0 : tensor<4xf32> -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tan: result element type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.tan %arg0 : tensor<4xf32> -> tensor<4xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tan: non-tensor
func.func @f(%arg0: f32) {
  %0 = chlo.tan %arg0 : f32 -> f32  // error: PA0110
  return
}
// -----
// jaxlib: accept
// acos: unranked
func.func @f(%arg0: tensor<*xf32>) {
  %0 = chlo.acos %arg0 : tensor<*xf32> -> tensor<*xf32>
  return
}
// -----
// jaxlib: reject
// acos: single type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.acos %arg0 : tensor<4xf32>
  return  // error: PA0001
}
// -----
// jaxlib: accept
// acos: dynamic result of a static operand
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.acos %arg0 : tensor<4xf32> -> tensor<?xf32>
  return
}
// -----
// jaxlib: accept
// is_inf: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.is_inf %arg0 : tensor<4xf32> -> tensor<4xi1>
  return
}
// -----
// jaxlib: reject
// is_inf: float result
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.is_inf %arg0 : tensor<4xf32> -> tensor<4xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// is_inf: integer operand
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.is_inf %arg0 : tensor<4xi32> -> tensor<4xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// is_inf: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.is_inf %arg0 : tensor<4xf32> -> tensor<5xi1>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// is_neg_inf: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.is_neg_inf %arg0 : tensor<4xf32> -> tensor<4xi1>
  return
}
// -----
// jaxlib: reject
// is_neg_inf: float result
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.is_neg_inf %arg0 : tensor<4xf32> -> tensor<4xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// is_neg_inf: integer operand
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.is_neg_inf %arg0 : tensor<4xi32> -> tensor<4xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// is_neg_inf: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.is_neg_inf %arg0 : tensor<4xf32> -> tensor<5xi1>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// is_pos_inf: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.is_pos_inf %arg0 : tensor<4xf32> -> tensor<4xi1>
  return
}
// -----
// jaxlib: reject
// is_pos_inf: float result
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.is_pos_inf %arg0 : tensor<4xf32> -> tensor<4xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// is_pos_inf: integer operand
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.is_pos_inf %arg0 : tensor<4xi32> -> tensor<4xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// is_pos_inf: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.is_pos_inf %arg0 : tensor<4xf32> -> tensor<5xi1>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// next_after: plain
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.next_after %arg0, %arg0 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// next_after: shapes differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = chlo.next_after %arg0, %arg1 : tensor<4xf32>, tensor<5xf32> -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// next_after: element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf64>) {
  %0 = chlo.next_after %arg0, %arg1 : tensor<4xf32>, tensor<4xf64> -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// next_after: unsupported element type
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.next_after %arg0, %arg0 : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// next_after: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.next_after %arg0, %arg0 : tensor<4xf32>, tensor<4xf32> -> tensor<3xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// polygamma: plain
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.polygamma %arg0, %arg0 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// polygamma: shapes differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = chlo.polygamma %arg0, %arg1 : tensor<4xf32>, tensor<5xf32> -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// polygamma: element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf64>) {
  %0 = chlo.polygamma %arg0, %arg1 : tensor<4xf32>, tensor<4xf64> -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// polygamma: unsupported element type
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.polygamma %arg0, %arg0 : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// polygamma: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.polygamma %arg0, %arg0 : tensor<4xf32>, tensor<4xf32> -> tensor<3xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// zeta: plain
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.zeta %arg0, %arg0 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// zeta: shapes differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = chlo.zeta %arg0, %arg1 : tensor<4xf32>, tensor<5xf32> -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// zeta: element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf64>) {
  %0 = chlo.zeta %arg0, %arg1 : tensor<4xf32>, tensor<4xf64> -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// zeta: unsupported element type
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.zeta %arg0, %arg0 : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// zeta: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.zeta %arg0, %arg0 : tensor<4xf32>, tensor<4xf32> -> tensor<3xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// mulhi: plain
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.mulhi %arg0, %arg0 : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  return
}
// -----
// jaxlib: reject
// mulhi: shapes differ
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<5xi32>) {
  %0 = chlo.mulhi %arg0, %arg1 : tensor<4xi32>, tensor<5xi32> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// mulhi: element types differ
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi64>) {
  %0 = chlo.mulhi %arg0, %arg1 : tensor<4xi32>, tensor<4xi64> -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// mulhi: unsupported element type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = chlo.mulhi %arg0, %arg0 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// mulhi: result shape
func.func @f(%arg0: tensor<4xi32>) {
  %0 = chlo.mulhi %arg0, %arg0 : tensor<4xi32>, tensor<4xi32> -> tensor<3xi32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// broadcast_add: scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_add: incompatible sizes
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// broadcast_add: element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// broadcast_add: result shape
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// broadcast_add: other element type
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: accept
// broadcast_atan2: scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_atan2 %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_atan2: incompatible sizes
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = chlo.broadcast_atan2 %arg0, %arg1 : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// broadcast_atan2: element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>) {
  %0 = chlo.broadcast_atan2 %arg0, %arg1 : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// broadcast_atan2: result shape
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_atan2 %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// broadcast_atan2: other element type
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_atan2 %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: accept
// broadcast_divide: scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_divide %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_divide: incompatible sizes
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = chlo.broadcast_divide %arg0, %arg1 : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// broadcast_divide: element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>) {
  %0 = chlo.broadcast_divide %arg0, %arg1 : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// broadcast_divide: result shape
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_divide %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// broadcast_divide: other element type
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_divide %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: accept
// broadcast_maximum: scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_maximum: incompatible sizes
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// broadcast_maximum: element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>) {
  %0 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// broadcast_maximum: result shape
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// broadcast_maximum: other element type
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: accept
// broadcast_minimum: scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_minimum %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_minimum: incompatible sizes
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = chlo.broadcast_minimum %arg0, %arg1 : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// broadcast_minimum: element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>) {
  %0 = chlo.broadcast_minimum %arg0, %arg1 : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// broadcast_minimum: result shape
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_minimum %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// broadcast_minimum: other element type
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_minimum %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: accept
// broadcast_multiply: scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_multiply %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_multiply: incompatible sizes
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = chlo.broadcast_multiply %arg0, %arg1 : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// broadcast_multiply: element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>) {
  %0 = chlo.broadcast_multiply %arg0, %arg1 : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// broadcast_multiply: result shape
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_multiply %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// broadcast_multiply: other element type
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_multiply %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: accept
// broadcast_next_after: scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_next_after %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_next_after: incompatible sizes
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = chlo.broadcast_next_after %arg0, %arg1 : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// broadcast_next_after: element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>) {
  %0 = chlo.broadcast_next_after %arg0, %arg1 : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// broadcast_next_after: result shape
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_next_after %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// broadcast_next_after: other element type
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_next_after %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: accept
// broadcast_polygamma: scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_polygamma %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_polygamma: incompatible sizes
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = chlo.broadcast_polygamma %arg0, %arg1 : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// broadcast_polygamma: element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>) {
  %0 = chlo.broadcast_polygamma %arg0, %arg1 : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// broadcast_polygamma: result shape
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_polygamma %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// broadcast_polygamma: other element type
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_polygamma %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: accept
// broadcast_power: scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_power %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_power: incompatible sizes
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = chlo.broadcast_power %arg0, %arg1 : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// broadcast_power: element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>) {
  %0 = chlo.broadcast_power %arg0, %arg1 : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// broadcast_power: result shape
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_power %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// broadcast_power: other element type
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_power %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: accept
// broadcast_remainder: scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_remainder %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_remainder: incompatible sizes
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = chlo.broadcast_remainder %arg0, %arg1 : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// broadcast_remainder: element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>) {
  %0 = chlo.broadcast_remainder %arg0, %arg1 : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// broadcast_remainder: result shape
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_remainder %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// broadcast_remainder: other element type
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_remainder %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: accept
// broadcast_subtract: scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_subtract: incompatible sizes
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// broadcast_subtract: element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>) {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// broadcast_subtract: result shape
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// broadcast_subtract: other element type
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: accept
// broadcast_zeta: scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_zeta %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_zeta: incompatible sizes
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = chlo.broadcast_zeta %arg0, %arg1 : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// broadcast_zeta: element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>) {
  %0 = chlo.broadcast_zeta %arg0, %arg1 : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// broadcast_zeta: result shape
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_zeta %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// broadcast_zeta: other element type
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_zeta %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// broadcast_and: scalar
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_and %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: accept
// broadcast_and: incompatible sizes
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<5xi32>) {
  %0 = chlo.broadcast_and %arg0, %arg1 : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: reject
// broadcast_and: element types differ
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xf32>) {
  %0 = chlo.broadcast_and %arg0, %arg1 : (tensor<4xi32>, tensor<4xf32>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// broadcast_and: result shape
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_and %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// broadcast_and: other element type
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_and %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// broadcast_or: scalar
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_or %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: accept
// broadcast_or: incompatible sizes
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<5xi32>) {
  %0 = chlo.broadcast_or %arg0, %arg1 : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: reject
// broadcast_or: element types differ
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xf32>) {
  %0 = chlo.broadcast_or %arg0, %arg1 : (tensor<4xi32>, tensor<4xf32>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// broadcast_or: result shape
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_or %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// broadcast_or: other element type
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_or %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// broadcast_xor: scalar
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_xor %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: accept
// broadcast_xor: incompatible sizes
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<5xi32>) {
  %0 = chlo.broadcast_xor %arg0, %arg1 : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: reject
// broadcast_xor: element types differ
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xf32>) {
  %0 = chlo.broadcast_xor %arg0, %arg1 : (tensor<4xi32>, tensor<4xf32>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// broadcast_xor: result shape
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_xor %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// broadcast_xor: other element type
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_xor %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// broadcast_shift_left: scalar
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_shift_left %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: accept
// broadcast_shift_left: incompatible sizes
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<5xi32>) {
  %0 = chlo.broadcast_shift_left %arg0, %arg1 : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: reject
// broadcast_shift_left: element types differ
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xf32>) {
  %0 = chlo.broadcast_shift_left %arg0, %arg1 : (tensor<4xi32>, tensor<4xf32>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// broadcast_shift_left: result shape
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_shift_left %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// broadcast_shift_left: other element type
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_shift_left %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_shift_right_arithmetic: scalar
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_shift_right_arithmetic %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: accept
// broadcast_shift_right_arithmetic: incompatible sizes
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<5xi32>) {
  %0 = chlo.broadcast_shift_right_arithmetic %arg0, %arg1 : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: reject
// broadcast_shift_right_arithmetic: element types differ
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xf32>) {
  %0 = chlo.broadcast_shift_right_arithmetic %arg0, %arg1 : (tensor<4xi32>, tensor<4xf32>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// broadcast_shift_right_arithmetic: result shape
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_shift_right_arithmetic %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// broadcast_shift_right_arithmetic: other element type
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_shift_right_arithmetic %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_shift_right_logical: scalar
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_shift_right_logical %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: accept
// broadcast_shift_right_logical: incompatible sizes
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<5xi32>) {
  %0 = chlo.broadcast_shift_right_logical %arg0, %arg1 : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: reject
// broadcast_shift_right_logical: element types differ
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xf32>) {
  %0 = chlo.broadcast_shift_right_logical %arg0, %arg1 : (tensor<4xi32>, tensor<4xf32>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// broadcast_shift_right_logical: result shape
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_shift_right_logical %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// broadcast_shift_right_logical: other element type
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_shift_right_logical %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_add: size one expands
func.func @f(%arg0: tensor<4x1xf32>, %arg1: tensor<1x5xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<4x1xf32>, tensor<1x5xf32>) -> tensor<4x5xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_add: rank extension
func.func @f(%arg0: tensor<5xf32>, %arg1: tensor<4x5xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_add: explicit dims
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4x5xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_add: explicit dims wrong size
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4x5xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_add: explicit dims count
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4x5xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 0, 1>} : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_add: explicit dims out of range
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4x5xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 2>} : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}
// -----
// jaxlib: crash
// broadcast_add: explicit dims negative
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4x5xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: -1>} : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_add: explicit dims unordered
func.func @f(%arg0: tensor<4x5xf32>, %arg1: tensor<4x5x5xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 1, 0>} : (tensor<4x5xf32>, tensor<4x5x5xf32>) -> tensor<4x5x5xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_add: dynamic
func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<4xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_add: dynamic with static result
func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_add: unranked
func.func @f(%arg0: tensor<*xf32>, %arg1: tensor<4xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<*xf32>, tensor<4xf32>) -> tensor<*xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_add: dims of equal rank
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_add: empty dims with ranks differing
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4x5xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64>} : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}
// -----
// jaxlib: reject
// broadcast_add: dense dims
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4x5xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = dense<0> : tensor<1xi64>} : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// broadcast_add: result element type
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf64>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// broadcast_compare: plain
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_compare %arg0, %arg1 {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: reject
// broadcast_compare: no direction
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_compare %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>  // error: PA0108
  return
}
// -----
// jaxlib: reject
// broadcast_compare: float result
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_compare %arg0, %arg1 {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// broadcast_compare: stablehlo direction
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_compare %arg0, %arg1 {comparison_direction = #stablehlo<comparison_direction EQ>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// broadcast_compare: result shape
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_compare %arg0, %arg1 {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<4xf32>, tensor<f32>) -> tensor<5xi1>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// broadcast_compare: element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_compare %arg0, %arg1 {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<4xf32>, tensor<i32>) -> tensor<4xi1>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// broadcast_complex: plain
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_complex %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// broadcast_complex: real result
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_complex %arg0, %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// broadcast_complex: integer operands
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = chlo.broadcast_complex %arg0, %arg1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// broadcast_complex: sizes
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<3xf32>) {
  %0 = chlo.broadcast_complex %arg0, %arg1 : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xcomplex<f32>>
  return
}
// -----
// jaxlib: accept
// broadcast_select: plain
func.func @f(%arg0: tensor<i1>, %arg1: tensor<4xf32>, %arg2: tensor<f32>) {
  %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// broadcast_select: predicate type
func.func @f(%arg0: tensor<i32>, %arg1: tensor<4xf32>, %arg2: tensor<f32>) {
  %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<i32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// broadcast_select: branch element types differ
func.func @f(%arg0: tensor<i1>, %arg1: tensor<4xf32>, %arg2: tensor<i32>) {
  %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<4xf32>, tensor<i32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// broadcast_select: sizes
func.func @f(%arg0: tensor<i1>, %arg1: tensor<4xf32>, %arg2: tensor<5xf32>) {
  %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// broadcast_select: result shape
func.func @f(%arg0: tensor<i1>, %arg1: tensor<4xf32>, %arg2: tensor<f32>) {
  %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<4xf32>, tensor<f32>) -> tensor<3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// broadcast_select: predicate larger
func.func @f(%arg0: tensor<4xi1>, %arg1: tensor<f32>, %arg2: tensor<f32>) {
  %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<4xi1>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// constant: plain
func.func @f() {
  %0 = chlo.constant dense<1> : tensor<2xi32>
  return
}
// -----
// jaxlib: reject
// constant: result type
func.func @f() {
  %0 = "chlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<3xi32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// constant: value missing
func.func @f() {
  %0 = "chlo.constant"() : () -> tensor<3xi32>  // error: PA0108
  return
}
// -----
// jaxlib: reject
// constant: dynamic
func.func @f() {
  %0 = "chlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<?xi32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// constant_like: plain
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "chlo.constant_like"(%arg0) <{value = 1.0 : f32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// constant_like: other element type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "chlo.constant_like"(%arg0) <{value = 1 : i32}> : (tensor<4xf32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: reject
// constant_like: value type mismatch
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "chlo.constant_like"(%arg0) <{value = 1 : i32}> : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// constant_like: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "chlo.constant_like"(%arg0) <{value = 1.0 : f32}> : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// constant_like: string
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "chlo.constant_like"(%arg0) <{value = "x"}> : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// constant_like: value missing
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "chlo.constant_like"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0108
  return
}
// -----
// jaxlib: reject
// constant_like: dense value
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "chlo.constant_like"(%arg0) <{value = dense<1.0> : tensor<4xf32>}> : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// top_k: plain
func.func @f(%arg0: tensor<3x8xf32>) {
  %0:2 = chlo.top_k(%arg0, k = 2) : tensor<3x8xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return
}
// -----
// jaxlib: reject
// top_k: k too large
func.func @f(%arg0: tensor<3x8xf32>) {
  %0:2 = chlo.top_k(%arg0, k = 9) : tensor<3x8xf32> -> (tensor<3x9xf32>, tensor<3x9xi32>)  // error: PA0113
  return
}
// -----
// jaxlib: reject
// top_k: result size
func.func @f(%arg0: tensor<3x8xf32>) {
  %0:2 = chlo.top_k(%arg0, k = 3) : tensor<3x8xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)  // error: PA0111
  return
}
// -----
// jaxlib: reject
// top_k: index type
func.func @f(%arg0: tensor<3x8xf32>) {
  %0:2 = chlo.top_k(%arg0, k = 2) : tensor<3x8xf32> -> (tensor<3x2xf32>, tensor<3x2xi64>)  // error: PA0111
  return
}
// -----
// jaxlib: reject
// top_k: value element type
func.func @f(%arg0: tensor<3x8xf32>) {
  %0:2 = chlo.top_k(%arg0, k = 2) : tensor<3x8xf32> -> (tensor<3x2xf64>, tensor<3x2xi32>)  // error: PA0111
  return
}
// -----
// jaxlib: reject
// top_k: scalar
func.func @f(%arg0: tensor<f32>) {
  %0:2 = chlo.top_k(%arg0, k = 1) : tensor<f32> -> (tensor<f32>, tensor<i32>)  // error: PA0110
  return
}
// -----
// jaxlib: reject
// top_k: negative k
func.func @f(%arg0: tensor<3x8xf32>) {
  %0:2 = chlo.top_k(%arg0, k = -1) : tensor<3x8xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)  // error: PA0113
  return
}
// -----
// jaxlib: accept
// top_k: k zero
func.func @f(%arg0: tensor<3x8xf32>) {
  %0:2 = chlo.top_k(%arg0, k = 0) : tensor<3x8xf32> -> (tensor<3x0xf32>, tensor<3x0xi32>)
  return
}
// -----
// jaxlib: accept
// top_k: dynamic last dim
func.func @f(%arg0: tensor<3x?xf32>) {
  %0:2 = chlo.top_k(%arg0, k = 2) : tensor<3x?xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return
}
// -----
// jaxlib: accept
// top_k: integer
func.func @f(%arg0: tensor<3x8xi32>) {
  %0:2 = chlo.top_k(%arg0, k = 2) : tensor<3x8xi32> -> (tensor<3x2xi32>, tensor<3x2xi32>)
  return
}
// -----
// jaxlib: accept
// top_k: complex
func.func @f(%arg0: tensor<3x8xcomplex<f32>>) {
  %0:2 = chlo.top_k(%arg0, k = 2) : tensor<3x8xcomplex<f32>> -> (tensor<3x2xcomplex<f32>>, tensor<3x2xi32>)
  return
}
// -----
// jaxlib: accept
// ragged_dot: ragged rows
func.func @f(%arg0: tensor<2x11x5xf32>, %arg1: tensor<3x2x5x7xf32>, %arg2: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
  return
}
// -----
// jaxlib: accept
// ragged_dot: ragged contraction
func.func @f(%arg0: tensor<11x5xf32>, %arg1: tensor<5x7xf32>, %arg2: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<11x5xf32>, tensor<5x7xf32>, tensor<3xi64>) -> tensor<3x11x7xf32>
  return
}
// -----
// jaxlib: reject
// ragged_dot: no ragged dim
func.func @f(%arg0: tensor<2x11x5xf32>, %arg1: tensor<3x2x5x7xf32>, %arg2: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// ragged_dot: two ragged dims
func.func @f(%arg0: tensor<2x11x5xf32>, %arg1: tensor<3x2x5x7xf32>, %arg2: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1, 2], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// ragged_dot: no group dim
func.func @f(%arg0: tensor<2x11x5xf32>, %arg1: tensor<3x2x5x7xf32>, %arg2: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// ragged_dot: contracting sizes differ
func.func @f(%arg0: tensor<2x11x6xf32>, %arg1: tensor<3x2x5x7xf32>, %arg2: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x6xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// ragged_dot: batch sizes differ
func.func @f(%arg0: tensor<3x11x5xf32>, %arg1: tensor<3x2x5x7xf32>, %arg2: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<3x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// ragged_dot: group count differs
func.func @f(%arg0: tensor<2x11x5xf32>, %arg1: tensor<3x2x5x7xf32>, %arg2: tensor<4xi64>) {
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<4xi64>) -> tensor<2x11x7xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// ragged_dot: result shape
func.func @f(%arg0: tensor<2x11x5xf32>, %arg1: tensor<3x2x5x7xf32>, %arg2: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x8xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// ragged_dot: group dim is a batching dim
func.func @f(%arg0: tensor<2x11x5xf32>, %arg1: tensor<3x2x5x7xf32>, %arg2: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [1]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// ragged_dot: ragged dim out of range
func.func @f(%arg0: tensor<2x11x5xf32>, %arg1: tensor<3x2x5x7xf32>, %arg2: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [3], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// ragged_dot: float group sizes
func.func @f(%arg0: tensor<2x11x5xf32>, %arg1: tensor<3x2x5x7xf32>, %arg2: tensor<3xf32>) {
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xf32>) -> tensor<2x11x7xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// ragged_dot: stablehlo precision
func.func @f(%arg0: tensor<2x11x5xf32>, %arg1: tensor<3x2x5x7xf32>, %arg2: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>]}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>  // error: PA0109
  return
}
// -----
// jaxlib: accept
// ragged_dot: one precision
func.func @f(%arg0: tensor<2x11x5xf32>, %arg1: tensor<3x2x5x7xf32>, %arg2: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision HIGH>]}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
  return
}
// -----
// jaxlib: accept
// ragged_dot: element types differ
func.func @f(%arg0: tensor<2x11x5xf32>, %arg1: tensor<3x2x5x7xf64>, %arg2: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf64>, tensor<3xi64>) -> tensor<2x11x7xf32>
  return
}
// -----
// jaxlib: accept
// ragged_dot: result element type
func.func @f(%arg0: tensor<2x11x5xf32>, %arg1: tensor<3x2x5x7xf32>, %arg2: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf64>
  return
}
// -----
// jaxlib: accept
// scan: plain
func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>) {
  %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0 {
  ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
    stablehlo.return %carry, %input : tensor<3xf32>, tensor<3xf32>
  } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return
}
// -----
// jaxlib: accept
// scan: reverse
func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>) {
  %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0 attributes {is_reverse = true} {
  ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
    stablehlo.return %carry, %input : tensor<3xf32>, tensor<3xf32>
  } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return
}
// -----
// jaxlib: reject
// scan: dim out of range
func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>) {
  %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=2 {  // error: PA0126
  ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
    stablehlo.return %carry, %input : tensor<3xf32>, tensor<3xf32>
  } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return
}
// -----
// jaxlib: reject
// scan: negative dim
func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>) {
  %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=-1 {  // error: PA0113
  ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
    stablehlo.return %carry, %input : tensor<3xf32>, tensor<3xf32>
  } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return
}
// -----
// jaxlib: reject
// scan: block arg count
func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>) {
  %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0 {  // error: PA0124
  ^bb0(%input: tensor<3xf32>):
    stablehlo.return %input, %input : tensor<3xf32>, tensor<3xf32>
  } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return
}
// -----
// jaxlib: reject
// scan: input block arg keeps the scan dim
func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>) {
  %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0 {  // error: PA0124
  ^bb0(%input: tensor<4x3xf32>, %carry: tensor<3xf32>):
    stablehlo.return %carry, %carry : tensor<3xf32>, tensor<3xf32>
  } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return
}
// -----
// jaxlib: reject
// scan: carry type changes
func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>) {
  %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0 {
  ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf64>):
    stablehlo.return %carry, %input : tensor<3xf32>, tensor<3xf32>  // error: PA0104
  } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return
}
// -----
// jaxlib: reject
// scan: returns too few
func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>) {
  %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0 {  // error: PA0124
  ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
    stablehlo.return %carry : tensor<3xf32>
  } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return
}
// -----
// jaxlib: reject
// scan: output shape
func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>) {
  %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0 {  // error: PA0111
  ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
    stablehlo.return %carry, %input : tensor<3xf32>, tensor<3xf32>
  } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>)
  return
}
// -----
// jaxlib: reject
// scan: carry result type
func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>) {
  %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0 {  // error: PA0111
  ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
    stablehlo.return %carry, %input : tensor<3xf32>, tensor<3xf32>
  } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<4xf32>)
  return
}
// -----
// jaxlib: accept
// scan: scan_dim_size given and consistent
func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>) {
  %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0 attributes {scan_dim_size = 4 : i64} {
  ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
    stablehlo.return %carry, %input : tensor<3xf32>, tensor<3xf32>
  } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return
}
// -----
// jaxlib: reject
// scan: scan_dim_size inconsistent
func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>) {
  %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0 attributes {scan_dim_size = 5 : i64} {  // error: PA0112
  ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
    stablehlo.return %carry, %input : tensor<3xf32>, tensor<3xf32>
  } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return
}
// -----
// jaxlib: accept
// scan: associative flag
func.func @f(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>) {
  %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0 attributes {is_associative = true} {
  ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
    stablehlo.return %carry, %input : tensor<3xf32>, tensor<3xf32>
  } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return
}
// -----
// jaxlib: accept
// broadcast_add: sizes four and five giving 5
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<4xf32>, tensor<5xf32>) -> tensor<5xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_add: sizes four and five giving 3
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<4xf32>, tensor<5xf32>) -> tensor<3xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_add: sizes four and five giving ?
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<4xf32>, tensor<5xf32>) -> tensor<?xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_add: sizes four and five giving 1
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<4xf32>, tensor<5xf32>) -> tensor<1xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_add: sizes four and five giving rank two
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<4xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_add: ranks one and two, incompatible
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<4x5xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<3xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}
// -----
// jaxlib: reject
// broadcast_add: ranks one and two, result of the smaller rank
func.func @f(%arg0: tensor<5xf32>, %arg1: tensor<4x5xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<5xf32>, tensor<4x5xf32>) -> tensor<5xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// broadcast_add: zero and one
func.func @f(%arg0: tensor<0xf32>, %arg1: tensor<1xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<0xf32>, tensor<1xf32>) -> tensor<0xf32>
  return
}
