// test: verify
// jaxlib: reject
// chlo._asin_acos_kernel: `tensor<2xcomplex<f32>>` and `tensor<0x3xcomplex<f32>>` have different types
func.func @g(%a0: tensor<2xcomplex<f32>>) {
  %r = "chlo._asin_acos_kernel"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<0x3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo._asin_acos_kernel: accepted
func.func @g(%a0: tensor<2x3xcomplex<f32>>) {
  %r = "chlo._asin_acos_kernel"(%a0) : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  func.return
}
// -----
// jaxlib: accept
// chlo._asin_acos_kernel: accepted, unknown sizes
func.func @g(%a0: tensor<0x3xcomplex<f32>>) {
  %r = "chlo._asin_acos_kernel"(%a0) : (tensor<0x3xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  func.return
}
// -----
// jaxlib: reject
// chlo.acos: expected both `tensor<*xf32>` and `tensor<2x3xf32>` to be ranked, or both unranked
func.func @g(%a0: tensor<*xf32>) {
  %r = "chlo.acos"(%a0) : (tensor<*xf32>) -> tensor<2x3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.acos: `tensor<2xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "chlo.acos"(%a0) : (tensor<2xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.acos: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.acos"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.acos: accepted, unknown sizes
func.func @g(%a0: tensor<1x3xf32>) {
  %r = "chlo.acos"(%a0) : (tensor<1x3xf32>) -> tensor<?x3xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.acosh: expected both `tensor<*xf32>` and `tensor<2x?xf32>` to be ranked, or both unranked
func.func @g(%a0: tensor<*xf32>) {
  %r = "chlo.acosh"(%a0) : (tensor<*xf32>) -> tensor<2x?xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.acosh: `tensor<2xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "chlo.acosh"(%a0) : (tensor<2xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.acosh: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.acosh"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.acosh: accepted, unknown sizes
func.func @g(%a0: tensor<3xf32>) {
  %r = "chlo.acosh"(%a0) : (tensor<3xf32>) -> tensor<?xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.asin: expected both `tensor<2x3xf32>` and `tensor<*xf32>` to be ranked, or both unranked
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.asin"(%a0) : (tensor<2x3xf32>) -> tensor<*xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.asin: `tensor<2x3xf32>` and `tensor<f32>` have different types
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.asin"(%a0) : (tensor<2x3xf32>) -> tensor<f32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.asin: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.asin"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.asin: accepted, unknown sizes
func.func @g(%a0: tensor<2x0xf32>) {
  %r = "chlo.asin"(%a0) : (tensor<2x0xf32>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.asinh: expected both `tensor<*xf32>` and `tensor<2x3xf32>` to be ranked, or both unranked
func.func @g(%a0: tensor<*xf32>) {
  %r = "chlo.asinh"(%a0) : (tensor<*xf32>) -> tensor<2x3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.asinh: `tensor<2xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "chlo.asinh"(%a0) : (tensor<2xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.asinh: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.asinh"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.asinh: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.asinh"(%a0) : (tensor<2x3xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.atan: expected both `tensor<*xf32>` and `tensor<?x3xf32>` to be ranked, or both unranked
func.func @g(%a0: tensor<*xf32>) {
  %r = "chlo.atan"(%a0) : (tensor<*xf32>) -> tensor<?x3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.atan: `tensor<f32>` and `tensor<3xf32>` have different types
func.func @g(%a0: tensor<f32>) {
  %r = "chlo.atan"(%a0) : (tensor<f32>) -> tensor<3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.atan: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.atan"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.atan: accepted, unknown sizes
func.func @g(%a0: tensor<0x3xf32>) {
  %r = "chlo.atan"(%a0) : (tensor<0x3xf32>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.atanh: `tensor<2xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "chlo.atanh"(%a0) : (tensor<2xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.atanh: expected both `tensor<2x3xf32>` and `tensor<*xf32>` to be ranked, or both unranked
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.atanh"(%a0) : (tensor<2x3xf32>) -> tensor<*xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// chlo.atanh: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.atanh"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.atanh: accepted, unknown sizes
func.func @g(%a0: tensor<2x1xf32>) {
  %r = "chlo.atanh"(%a0) : (tensor<2x1xf32>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.bessel_i1e: expected both `tensor<*xf32>` and `tensor<2x3xf32>` to be ranked, or both unranked
func.func @g(%a0: tensor<*xf32>) {
  %r = "chlo.bessel_i1e"(%a0) : (tensor<*xf32>) -> tensor<2x3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.bessel_i1e: `tensor<2xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "chlo.bessel_i1e"(%a0) : (tensor<2xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.bessel_i1e: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.bessel_i1e"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.bessel_i1e: accepted, unknown sizes
func.func @g(%a0: tensor<0x4xf32>) {
  %r = "chlo.bessel_i1e"(%a0) : (tensor<0x4xf32>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.conj: expected both `tensor<*xf32>` and `tensor<2x3xf32>` to be ranked, or both unranked
func.func @g(%a0: tensor<*xf32>) {
  %r = "chlo.conj"(%a0) : (tensor<*xf32>) -> tensor<2x3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.conj: `tensor<f64>` and `tensor<2x?xf32>` have different types
func.func @g(%a0: tensor<f64>) {
  %r = "chlo.conj"(%a0) : (tensor<f64>) -> tensor<2x?xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.conj: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.conj"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.conj: accepted, unknown sizes
func.func @g(%a0: tensor<2x2xf32>) {
  %r = "chlo.conj"(%a0) : (tensor<2x2xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.cosh: `tensor<2xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "chlo.cosh"(%a0) : (tensor<2xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.cosh: expected both `tensor<2x3xf32>` and `tensor<*xf32>` to be ranked, or both unranked
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.cosh"(%a0) : (tensor<2x3xf32>) -> tensor<*xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// chlo.cosh: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.cosh"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.cosh: accepted, unknown sizes
func.func @g(%a0: tensor<1x3xf32>) {
  %r = "chlo.cosh"(%a0) : (tensor<1x3xf32>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.sinh: expected both `tensor<*xf32>` and `tensor<2x3xf32>` to be ranked, or both unranked
func.func @g(%a0: tensor<*xf32>) {
  %r = "chlo.sinh"(%a0) : (tensor<*xf32>) -> tensor<2x3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.sinh: `tensor<2xf32>` and `tensor<4xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "chlo.sinh"(%a0) : (tensor<2xf32>) -> tensor<4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.sinh: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.sinh"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.sinh: accepted, unknown sizes
func.func @g(%a0: tensor<2x0xf32>) {
  %r = "chlo.sinh"(%a0) : (tensor<2x0xf32>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.square: expected both `tensor<*xf32>` and `tensor<0x3xf32>` to be ranked, or both unranked
func.func @g(%a0: tensor<*xf32>) {
  %r = "chlo.square"(%a0) : (tensor<*xf32>) -> tensor<0x3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.square: `tensor<f32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<f32>) {
  %r = "chlo.square"(%a0) : (tensor<f32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.square: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.square"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.square: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.square"(%a0) : (tensor<2x3xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.tan: expected both `tensor<*xf32>` and `tensor<2x3xf32>` to be ranked, or both unranked
func.func @g(%a0: tensor<*xf32>) {
  %r = "chlo.tan"(%a0) : (tensor<*xf32>) -> tensor<2x3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.tan: `tensor<2xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "chlo.tan"(%a0) : (tensor<2xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.tan: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.tan"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.tan: accepted, unknown sizes
func.func @g(%a0: tensor<1x3xf32>) {
  %r = "chlo.tan"(%a0) : (tensor<1x3xf32>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.digamma: expected both `tensor<*xf32>` and `tensor<3x2xf32>` to be ranked, or both unranked
func.func @g(%a0: tensor<*xf32>) {
  %r = "chlo.digamma"(%a0) : (tensor<*xf32>) -> tensor<3x2xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.digamma: `tensor<1xf32>` and `tensor<3xf32>` have different types
func.func @g(%a0: tensor<1xf32>) {
  %r = "chlo.digamma"(%a0) : (tensor<1xf32>) -> tensor<3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.digamma: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.digamma"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.digamma: accepted, unknown sizes
func.func @g(%a0: tensor<2x2xf32>) {
  %r = "chlo.digamma"(%a0) : (tensor<2x2xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.erf: expected both `tensor<2x3xf32>` and `tensor<*xf32>` to be ranked, or both unranked
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.erf"(%a0) : (tensor<2x3xf32>) -> tensor<*xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.erf: `tensor<0xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<0xf32>) {
  %r = "chlo.erf"(%a0) : (tensor<0xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.erf: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.erf"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.erf: accepted, unknown sizes
func.func @g(%a0: tensor<2x0xf32>) {
  %r = "chlo.erf"(%a0) : (tensor<2x0xf32>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.erf_inv: expected both `tensor<*xf32>` and `tensor<2x2xf32>` to be ranked, or both unranked
func.func @g(%a0: tensor<*xf32>) {
  %r = "chlo.erf_inv"(%a0) : (tensor<*xf32>) -> tensor<2x2xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.erf_inv: `tensor<2xf32>` and `tensor<0x2xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "chlo.erf_inv"(%a0) : (tensor<2xf32>) -> tensor<0x2xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.erf_inv: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.erf_inv"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.erf_inv: accepted, unknown sizes
func.func @g(%a0: tensor<2x0xf32>) {
  %r = "chlo.erf_inv"(%a0) : (tensor<2x0xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.erfc: expected both `tensor<*xf32>` and `tensor<2x?xf32>` to be ranked, or both unranked
func.func @g(%a0: tensor<*xf32>) {
  %r = "chlo.erfc"(%a0) : (tensor<*xf32>) -> tensor<2x?xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.erfc: `tensor<3xf32>` and `tensor<4xf32>` have different types
func.func @g(%a0: tensor<3xf32>) {
  %r = "chlo.erfc"(%a0) : (tensor<3xf32>) -> tensor<4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.erfc: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.erfc"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.erfc: accepted, unknown sizes
func.func @g(%a0: tensor<?xf32>) {
  %r = "chlo.erfc"(%a0) : (tensor<?xf32>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.lgamma: expected both `tensor<*xf32>` and `tensor<2x3xf32>` to be ranked, or both unranked
func.func @g(%a0: tensor<*xf32>) {
  %r = "chlo.lgamma"(%a0) : (tensor<*xf32>) -> tensor<2x3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.lgamma: `tensor<2x3xf32>` and `tensor<f32>` have different types
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.lgamma"(%a0) : (tensor<2x3xf32>) -> tensor<f32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.lgamma: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.lgamma"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.lgamma: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.lgamma"(%a0) : (tensor<2x3xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.is_inf: expected both `tensor<*xf32>` and `tensor<?x3xi1, #stablehlo.bounds<2, ?>>` to be ranked, or both unranked
func.func @g(%a0: tensor<*xf32>) {
  %r = "chlo.is_inf"(%a0) : (tensor<*xf32>) -> tensor<?x3xi1, #stablehlo.bounds<2, ?>>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.is_inf: expected type `tensor<2xi1>` for the result, found `tensor<2x3xi1>`
func.func @g(%a0: tensor<2xf32>) {
  %r = "chlo.is_inf"(%a0) : (tensor<2xf32>) -> tensor<2x3xi1>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// chlo.is_inf: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.is_inf"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  func.return
}
// -----
// jaxlib: accept
// chlo.is_inf: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.is_inf"(%a0) : (tensor<2x3xf32>) -> tensor<2x?xi1>
  func.return
}
// -----
// jaxlib: reject
// chlo.is_neg_inf: expected both `tensor<*xf32>` and `tensor<2x3xi1>` to be ranked, or both unranked
func.func @g(%a0: tensor<*xf32>) {
  %r = "chlo.is_neg_inf"(%a0) : (tensor<*xf32>) -> tensor<2x3xi1>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.is_neg_inf: expected type `tensor<i1>` for the result, found `tensor<2x3xi1>`
func.func @g(%a0: tensor<f32>) {
  %r = "chlo.is_neg_inf"(%a0) : (tensor<f32>) -> tensor<2x3xi1>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// chlo.is_neg_inf: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.is_neg_inf"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  func.return
}
// -----
// jaxlib: accept
// chlo.is_neg_inf: accepted, unknown sizes
func.func @g(%a0: tensor<1x3xf32>) {
  %r = "chlo.is_neg_inf"(%a0) : (tensor<1x3xf32>) -> tensor<?x3xi1>
  func.return
}
// -----
// jaxlib: reject
// chlo.is_pos_inf: expected both `tensor<*xf32>` and `tensor<2x3xi1>` to be ranked, or both unranked
func.func @g(%a0: tensor<*xf32>) {
  %r = "chlo.is_pos_inf"(%a0) : (tensor<*xf32>) -> tensor<2x3xi1>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.is_pos_inf: expected type `tensor<0xi1>` for the result, found `tensor<?x3xi1>`
func.func @g(%a0: tensor<0xf32>) {
  %r = "chlo.is_pos_inf"(%a0) : (tensor<0xf32>) -> tensor<?x3xi1>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// chlo.is_pos_inf: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "chlo.is_pos_inf"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  func.return
}
// -----
// jaxlib: accept
// chlo.is_pos_inf: accepted, unknown sizes
func.func @g(%a0: tensor<0x3xf32>) {
  %r = "chlo.is_pos_inf"(%a0) : (tensor<0x3xf32>) -> tensor<?x3xi1>
  func.return
}
// -----
// jaxlib: reject
// chlo.next_after: `tensor<3xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.next_after"(%a0, %a1) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.next_after: the operands and results `tensor<2x?xf32>, tensor<2x3xf32>, tensor<2x0xf32>` have different shapes
func.func @g(%a0: tensor<2x?xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.next_after"(%a0, %a1) : (tensor<2x?xf32>, tensor<2x3xf32>) -> tensor<2x0xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// chlo.next_after: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.next_after"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.next_after: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<?x3xf32>) {
  %r = "chlo.next_after"(%a0, %a1) : (tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<*xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.polygamma: the operands and results `tensor<2x0xf32>, tensor<2x3xf32>` have different shapes
func.func @g(%a0: tensor<*xf32>, %a1: tensor<2x0xf32>) {
  %r = "chlo.polygamma"(%a0, %a1) : (tensor<*xf32>, tensor<2x0xf32>) -> tensor<2x3xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// chlo.polygamma: `tensor<?xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<?xf32>, %a1: tensor<*xf32>) {
  %r = "chlo.polygamma"(%a0, %a1) : (tensor<?xf32>, tensor<*xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.polygamma: expected type `tensor<2x3xf32>` for the result, found `tensor<2x?xf32, #stablehlo.bounds<?, 2>>`
func.func @g(%a0: tensor<?x?xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.polygamma"(%a0, %a1) : (tensor<?x?xf32>, tensor<2x3xf32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 2>>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// chlo.polygamma: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.polygamma"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.polygamma: accepted, unknown sizes
func.func @g(%a0: tensor<2x2xf32>, %a1: tensor<?x?xf32>) {
  %r = "chlo.polygamma"(%a0, %a1) : (tensor<2x2xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.zeta: `tensor<2x3xf32>` and `tensor<4xf32>` have different types
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<*xf32>) {
  %r = "chlo.zeta"(%a0, %a1) : (tensor<2x3xf32>, tensor<*xf32>) -> tensor<4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.zeta: the operands and results `tensor<2x?xf32>, tensor<2x3xf32>, tensor<2x6xf32>` have different shapes
func.func @g(%a0: tensor<2x?xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.zeta"(%a0, %a1) : (tensor<2x?xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// chlo.zeta: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.zeta"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.zeta: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.zeta"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.mulhi: `tensor<2x4xi8>` and `tensor<2x3xi4>` have different types
func.func @g(%a0: tensor<2x4xi8>, %a1: tensor<2x3xi4>) {
  %r = "chlo.mulhi"(%a0, %a1) : (tensor<2x4xi8>, tensor<2x3xi4>) -> tensor<2xi8>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.mulhi: expected type `tensor<2x3xi32>` for the result, found `tensor<?x3xi32, #stablehlo.bounds<1, ?>>`
func.func @g(%a0: tensor<?x?xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.mulhi"(%a0, %a1) : (tensor<?x?xi32>, tensor<2x3xi32>) -> tensor<?x3xi32, #stablehlo.bounds<1, ?>>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.mulhi: the operands and results `tensor<2x?xi32>, tensor<?x2xi32>, tensor<2x3xi32>` have different shapes
func.func @g(%a0: tensor<2x?xi32>, %a1: tensor<?x2xi32>) {
  %r = "chlo.mulhi"(%a0, %a1) : (tensor<2x?xi32>, tensor<?x2xi32>) -> tensor<2x3xi32>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// chlo.mulhi: accepted
func.func @g(%a0: tensor<2x3xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.mulhi"(%a0, %a1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return
}
// -----
// jaxlib: accept
// chlo.mulhi: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xi8>, %a1: tensor<2x3xi8>) {
  %r = "chlo.mulhi"(%a0, %a1) : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<?x3xi8>
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_add: expected one element type, found f8E8M0FNU and f32
func.func @g(%a0: tensor<2x3xf8E8M0FNU>, %a1: tensor<?xf32>) {
  %r = "chlo.broadcast_add"(%a0, %a1) : (tensor<2x3xf8E8M0FNU>, tensor<?xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_add: expected one element type, found f32 and complex<f32>
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_add"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_add: expected type `tensor<2x3xi1>` for the result, found `tensor<2xi1>`
func.func @g(%a0: tensor<2x3xi1>, %a1: tensor<2x3xi1>) {
  %r = "chlo.broadcast_add"(%a0, %a1) : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2xi1>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_add: expected one element type, found f64 and f32
func.func @g(%a0: tensor<2x1xf64>, %a1: tensor<?x3xf64>) {
  %r = "chlo.broadcast_add"(%a0, %a1) : (tensor<2x1xf64>, tensor<?x3xf64>) -> tensor<*xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_add: expected one element type, found ui8 and f32
func.func @g(%a0: tensor<0x1xui8>, %a1: tensor<?x3xf32>) {
  %r = "chlo.broadcast_add"(%a0, %a1) : (tensor<0x1xui8>, tensor<?x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_add: expected one element type, found bf16 and f32
func.func @g(%a0: tensor<2x1xbf16>, %a1: tensor<?x3xf32>) {
  %r = "chlo.broadcast_add"(%a0, %a1) : (tensor<2x1xbf16>, tensor<?x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_add: expected one element type, found bf16 and complex<f32>
func.func @g(%a0: tensor<2x3xbf16>, %a1: tensor<2x3xcomplex<f32>>) {
  %r = "chlo.broadcast_add"(%a0, %a1) : (tensor<2x3xbf16>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_add: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<2xcomplex<f32>>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_add"(%a0, %a1) : (tensor<2xcomplex<f32>>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_add: expected one element type, found complex<f32> and complex<f64>
func.func @g(%a0: tensor<2x3xcomplex<f32>>, %a1: tensor<4x3xcomplex<f64>>) {
  %r = "chlo.broadcast_add"(%a0, %a1) : (tensor<2x3xcomplex<f32>>, tensor<4x3xcomplex<f64>>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_add: expected one element type, found f32 and i32
func.func @g(%a0: tensor<5xf32>, %a1: tensor<2x?xf32>) {
  %r = "chlo.broadcast_add"(%a0, %a1) : (tensor<5xf32>, tensor<2x?xf32>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_add: expected one element type, found f32 and bf16
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_add"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xbf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_add: expected one element type, found f32 and f8E4M3FN
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_add"(%a0, %a1) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf8E4M3FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_add: expected one element type, found f32 and f8E8M0FNU
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_add"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf8E8M0FNU>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_add: expected one element type, found f32 and ui32
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_add"(%a0, %a1) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xui32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_atan2: expected one element type, found f32 and i8
func.func @g(%a0: tensor<2xf32>, %a1: tensor<2x3xi8>) {
  %r = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2xf32>, tensor<2x3xi8>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_atan2: expected type `tensor<2x4xf32>` for the result, found `tensor<3x2xf32>`
func.func @g(%a0: tensor<f32>, %a1: tensor<2x4xf32>) {
  %r = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<f32>, tensor<2x4xf32>) -> tensor<3x2xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_atan2: expected one element type, found complex<f64> and f32
func.func @g(%a0: tensor<2x2xcomplex<f64>>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2x2xcomplex<f64>>, tensor<2x3xf32>) -> tensor<?x3xi64>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_atan2: expected one element type, found bf16 and f32
func.func @g(%a0: tensor<2x1xbf16>, %a1: tensor<?x3xf32>) {
  %r = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2x1xbf16>, tensor<?x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_atan2: expected one element type, found complex<f32> and complex<f64>
func.func @g(%a0: tensor<2x3xcomplex<f32>>, %a1: tensor<2x3xcomplex<f64>>) {
  %r = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_atan2: expected one element type, found f32 and f64
func.func @g(%a0: tensor<2x1xf32>, %a1: tensor<*xf32>) {
  %r = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2x1xf32>, tensor<*xf32>) -> tensor<2x3xf64>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_atan2: expected one element type, found f32 and complex<f32>
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x?xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_atan2: expected one element type, found f32 and bf16
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xbf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_atan2: expected one element type, found f32 and f8E4M3FN
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf8E4M3FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_atan2: expected one element type, found f32 and ui2
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xui2>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_atan2: expected one element type, found f32 and f8E8M0FNU
func.func @g(%a0: tensor<2x1xf32>, %a1: tensor<?x6xf32>) {
  %r = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2x1xf32>, tensor<?x6xf32>) -> tensor<2x3xf8E8M0FNU>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_atan2: expected one element type, found f4E2M1FN and f32
func.func @g(%a0: tensor<2x3xf4E2M1FN>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2x3xf4E2M1FN>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_atan2: expected one element type, found f6E2M3FN and i4
func.func @g(%a0: tensor<2x3xf6E2M3FN>, %a1: tensor<2x3xf6E2M3FN>) {
  %r = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2x3xf6E2M3FN>, tensor<2x3xf6E2M3FN>) -> tensor<2x3xi4>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_atan2: expected one element type, found f8E8M0FNU and f32
func.func @g(%a0: tensor<2x3xf8E8M0FNU>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2x3xf8E8M0FNU>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_divide: expected one element type, found f32 and i1
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xi1>) {
  %r = "chlo.broadcast_divide"(%a0, %a1) : (tensor<3xf32>, tensor<2x3xi1>) -> tensor<3x2xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_divide: expected type `tensor<2x3xi1>` for the result, found `tensor<i1>`
func.func @g(%a0: tensor<2x3xi1>, %a1: tensor<2x3xi1>) {
  %r = "chlo.broadcast_divide"(%a0, %a1) : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<i1>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_divide: expected one element type, found f32 and f64
func.func @g(%a0: tensor<2x1xf32>, %a1: tensor<?x3xf64>) {
  %r = "chlo.broadcast_divide"(%a0, %a1) : (tensor<2x1xf32>, tensor<?x3xf64>) -> tensor<3x3xi8>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_divide: expected one element type, found f32 and ui32
func.func @g(%a0: tensor<2xf32>, %a1: tensor<?x3xui32>) {
  %r = "chlo.broadcast_divide"(%a0, %a1) : (tensor<2xf32>, tensor<?x3xui32>) -> tensor<?x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_divide: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<2xcomplex<f32>>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_divide"(%a0, %a1) : (tensor<2xcomplex<f32>>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_divide: expected one element type, found f32 and complex<f32>
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_divide"(%a0, %a1) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_divide: expected one element type, found f32 and f8E8M0FNU
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_divide"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf8E8M0FNU>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_divide: expected one element type, found f32 and f4E2M1FN
func.func @g(%a0: tensor<2x1xf32>, %a1: tensor<8x3xf32>) {
  %r = "chlo.broadcast_divide"(%a0, %a1) : (tensor<2x1xf32>, tensor<8x3xf32>) -> tensor<2x2xf4E2M1FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_divide: expected one element type, found f32 and bf16
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  %r = "chlo.broadcast_divide"(%a0, %a1) : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x3xbf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_divide: expected one element type, found f8E4M3FN and f32
func.func @g(%a0: tensor<2x3xf8E4M3FN>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_divide"(%a0, %a1) : (tensor<2x3xf8E4M3FN>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_divide: expected one element type, found f8E8M0FNU and i32
func.func @g(%a0: tensor<2x3xf8E8M0FNU>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_divide"(%a0, %a1) : (tensor<2x3xf8E8M0FNU>, tensor<2x3xi32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_divide: expected one element type, found i1 and f32
func.func @g(%a0: tensor<2x3xi1>, %a1: tensor<2x3xi1>) {
  %r = "chlo.broadcast_divide"(%a0, %a1) : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_divide: expected one element type, found i32 and complex<f32>
func.func @g(%a0: tensor<2x3xi32>, %a1: tensor<2x3xcomplex<f32>>) {
  %r = "chlo.broadcast_divide"(%a0, %a1) : (tensor<2x3xi32>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_divide: expected one element type, found ui32 and f32
func.func @g(%a0: tensor<2x1xui32>, %a1: tensor<?xf32>) {
  %r = "chlo.broadcast_divide"(%a0, %a1) : (tensor<2x1xui32>, tensor<?xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_maximum: expected type `tensor<3xf32>` for the result, found `tensor<2x3xf32>`
func.func @g(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_maximum: expected one element type, found i1 and f32
func.func @g(%a0: tensor<2xi1>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<2xi1>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_maximum: expected one element type, found f32 and f4E2M1FN
func.func @g(%a0: tensor<2xf32>, %a1: tensor<?x3xf32>) {
  %r = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<2xf32>, tensor<?x3xf32>) -> tensor<2x3xf4E2M1FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_maximum: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<2x3xcomplex<f32>>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<2x3xcomplex<f32>>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_maximum: expected one element type, found f32 and i1
func.func @g(%a0: tensor<4xf32>, %a1: tensor<0x3xi1>) {
  %r = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<4xf32>, tensor<0x3xi1>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_maximum: expected one element type, found f32 and ui32
func.func @g(%a0: tensor<?xf32>, %a1: tensor<2x3xui32>) {
  %r = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<?xf32>, tensor<2x3xui32>) -> tensor<5x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_maximum: expected one element type, found bf16 and complex<f32>
func.func @g(%a0: tensor<2x3xbf16>, %a1: tensor<2x3xcomplex<f32>>) {
  %r = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<2x3xbf16>, tensor<2x3xcomplex<f32>>) -> tensor<1x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_maximum: expected one element type, found f64 and f32
func.func @g(%a0: tensor<3xf64>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<3xf64>, tensor<2x3xf32>) -> tensor<2x3xf64>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_maximum: expected one element type, found f32 and complex<f32>
func.func @g(%a0: tensor<2x1xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_maximum: expected one element type, found f32 and f8E8M0FNU
func.func @g(%a0: tensor<2x1xf32>, %a1: tensor<?x3xf32>) {
  %r = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<2x1xf32>, tensor<?x3xf32>) -> tensor<2x3xf8E8M0FNU>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_maximum: expected one element type, found i2 and i8
func.func @g(%a0: tensor<2x3xi2>, %a1: tensor<2x3xi8>) {
  %r = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<2x3xi2>, tensor<2x3xi8>) -> tensor<2x3xi64>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_maximum: expected one element type, found i64 and complex<f32>
func.func @g(%a0: tensor<2x3xi64>, %a1: tensor<2x3xcomplex<f32>>) {
  %r = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<2x3xi64>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_maximum: expected one element type, found ui8 and f32
func.func @g(%a0: tensor<2x3xui8>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<2x3xui8>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_maximum: expected one element type, found ui2 and i1
func.func @g(%a0: tensor<2x?xui2>, %a1: tensor<2x3xi1>) {
  %r = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<2x?xui2>, tensor<2x3xi1>) -> tensor<2x0xui2>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_minimum: expected type `tensor<2x3xf32>` for the result, found `tensor<f32>`
func.func @g(%a0: tensor<2x1xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<f32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_minimum: expected one element type, found i1 and f32
func.func @g(%a0: tensor<2x3xi1>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2x3xi1>, tensor<2x3xf32>) -> tensor<2x?xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_minimum: expected one element type, found bf16 and f32
func.func @g(%a0: tensor<2x3xbf16>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2x3xbf16>, tensor<2x3xf32>) -> tensor<?x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_minimum: expected one element type, found bf16 and f4E2M1FN
func.func @g(%a0: tensor<2x3xbf16>, %a1: tensor<2x3xf4E2M1FN>) {
  %r = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2x3xbf16>, tensor<2x3xf4E2M1FN>) -> tensor<2x3xf4E2M1FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_minimum: expected one element type, found bf16 and i32
func.func @g(%a0: tensor<2x3xbf16>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2x3xbf16>, tensor<2x3xi32>) -> tensor<?x?xbf16, #stablehlo.bounds<2, 3>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_minimum: expected one element type, found complex<f64> and f32
func.func @g(%a0: tensor<2x3xcomplex<f64>>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2x3xcomplex<f64>>, tensor<2x3xf32>) -> tensor<2x?xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_minimum: expected one element type, found complex<f64> and ui32
func.func @g(%a0: tensor<2x3xcomplex<f64>>, %a1: tensor<2x3xui32>) {
  %r = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2x3xcomplex<f64>>, tensor<2x3xui32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_minimum: expected one element type, found f32 and f64
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf64>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_minimum: expected one element type, found f32 and i2
func.func @g(%a0: tensor<2xf32>, %a1: tensor<?x3xi2>) {
  %r = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2xf32>, tensor<?x3xi2>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_minimum: expected one element type, found f32 and complex<f64>
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f64>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_minimum: expected one element type, found f32 and bf16
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xbf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_minimum: expected one element type, found f32 and f6E2M3FN
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf6E2M3FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_minimum: expected one element type, found f32 and ui2
func.func @g(%a0: tensor<2x1xf32>, %a1: tensor<*xf32>) {
  %r = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2x1xf32>, tensor<*xf32>) -> tensor<2x3xui2>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_minimum: expected one element type, found f32 and f8E8M0FNU
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3x3xf32>) {
  %r = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x3xf8E8M0FNU>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_multiply: expected one element type, found f4E2M1FN and f32
func.func @g(%a0: tensor<1xf4E2M1FN>, %a1: tensor<?x3xf32>) {
  %r = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<1xf4E2M1FN>, tensor<?x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_multiply: expected one element type, found f32 and complex<f64>
func.func @g(%a0: tensor<4xf32>, %a1: tensor<?x3xf32>) {
  %r = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<4xf32>, tensor<?x3xf32>) -> tensor<2x3xcomplex<f64>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_multiply: expected one element type, found f32 and i4
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xi4>) {
  %r = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<3xf32>, tensor<2x3xi4>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_multiply: expected one element type, found f32 and ui32
func.func @g(%a0: tensor<4xf32>, %a1: tensor<4x3xf32>) {
  %r = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<4xf32>, tensor<4x3xf32>) -> tensor<2x3xui32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_multiply: expected type `tensor<3xf32>` for the result, found `tensor<2x3xf32>`
func.func @g(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_multiply: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<2x3xcomplex<f32>>, %a1: tensor<2x0xf32>) {
  %r = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<2x3xcomplex<f32>>, tensor<2x0xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_multiply: expected one element type, found complex<f32> and i1
func.func @g(%a0: tensor<2x3xcomplex<f32>>, %a1: tensor<2x3xi1>) {
  %r = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<2x3xcomplex<f32>>, tensor<2x3xi1>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_multiply: expected one element type, found f32 and f64
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xf64>) {
  %r = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<3xf32>, tensor<2x3xf64>) -> tensor<3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_multiply: expected one element type, found f32 and f8E4M3FN
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<0x3xf32>) {
  %r = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<2x3xf32>, tensor<0x3xf32>) -> tensor<3x2xf8E4M3FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_multiply: expected one element type, found f32 and f8E8M0FNU
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf8E8M0FNU>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_multiply: expected one element type, found f32 and bf16
func.func @g(%a0: tensor<2x1xf32>, %a1: tensor<3xbf16>) {
  %r = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<2x1xf32>, tensor<3xbf16>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_multiply: expected one element type, found f8E8M0FNU and f32
func.func @g(%a0: tensor<2x3xf8E8M0FNU>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<2x3xf8E8M0FNU>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_multiply: expected one element type, found i32 and f32
func.func @g(%a0: tensor<i32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<i32>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_multiply: expected one element type, found i32 and ui8
func.func @g(%a0: tensor<2x3xi32>, %a1: tensor<2x3xui8>) {
  %r = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<2x3xi32>, tensor<2x3xui8>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_next_after: expected type `tensor<2x3xi1>` for the result, found `tensor<2x2xi1>`
func.func @g(%a0: tensor<2x1xi1>, %a1: tensor<?x3xi1>) {
  %r = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<2x1xi1>, tensor<?x3xi1>) -> tensor<2x2xi1>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_next_after: expected one element type, found f32 and i8
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xi8>) {
  %r = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<3xf32>, tensor<2x3xi8>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_next_after: expected one element type, found f32 and complex<f32>
func.func @g(%a0: tensor<2x1xf32>, %a1: tensor<4xf32>) {
  %r = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<2x1xf32>, tensor<4xf32>) -> tensor<2x3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_next_after: expected one element type, found f32 and ui32
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xui32>) {
  %r = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<3xf32>, tensor<2x3xui32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_next_after: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<2x3xcomplex<f32>>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<2x3xcomplex<f32>>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_next_after: expected one element type, found f32 and bf16
func.func @g(%a0: tensor<?xf32>, %a1: tensor<2x3xbf16>) {
  %r = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<?xf32>, tensor<2x3xbf16>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_next_after: expected one element type, found f32 and f64
func.func @g(%a0: tensor<4xf32>, %a1: tensor<8x3xf64>) {
  %r = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<4xf32>, tensor<8x3xf64>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_next_after: expected one element type, found f32 and f6E2M3FN
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf6E2M3FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_next_after: expected one element type, found f6E2M3FN and f32
func.func @g(%a0: tensor<2x3xf6E2M3FN>, %a1: tensor<3x2xf32>) {
  %r = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<2x3xf6E2M3FN>, tensor<3x2xf32>) -> tensor<5xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_next_after: expected one element type, found f6E2M3FN and complex<f64>
func.func @g(%a0: tensor<2x3xf6E2M3FN>, %a1: tensor<2x3xcomplex<f64>>) {
  %r = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<2x3xf6E2M3FN>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xf6E2M3FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_next_after: expected one element type, found i64 and f32
func.func @g(%a0: tensor<2xi64>, %a1: tensor<?x3xf32>) {
  %r = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<2xi64>, tensor<?x3xf32>) -> tensor<2xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_next_after: expected one element type, found i32 and complex<f32>
func.func @g(%a0: tensor<2x3xi32>, %a1: tensor<2x3xcomplex<f32>>) {
  %r = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<2x3xi32>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_next_after: expected one element type, found i32 and ui2
func.func @g(%a0: tensor<2x3xi32>, %a1: tensor<?x3xui2>) {
  %r = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<2x3xi32>, tensor<?x3xui2>) -> tensor<2x3xui2>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_next_after: expected one element type, found ui8 and f32
func.func @g(%a0: tensor<3xui8>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<3xui8>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_polygamma: expected one element type, found f32 and complex<f64>
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f64>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_polygamma: expected one element type, found i32 and f4E2M1FN
func.func @g(%a0: tensor<1x3xi32>, %a1: tensor<0x3xf4E2M1FN>) {
  %r = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<1x3xi32>, tensor<0x3xf4E2M1FN>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_polygamma: expected one element type, found f32 and i8
func.func @g(%a0: tensor<*xf32>, %a1: tensor<2x3xi8>) {
  %r = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<*xf32>, tensor<2x3xi8>) -> tensor<2x0xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_polygamma: expected type `tensor<2x2xi4>` for the result, found `tensor<2x3xi4>`
func.func @g(%a0: tensor<2x2xi4>, %a1: tensor<?xi4>) {
  %r = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<2x2xi4>, tensor<?xi4>) -> tensor<2x3xi4>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_polygamma: expected one element type, found f32 and f64
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xf64>) {
  %r = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<3xf32>, tensor<2x3xf64>) -> tensor<2x1xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_polygamma: expected one element type, found i32 and complex<f64>
func.func @g(%a0: tensor<2x3x3xi32>, %a1: tensor<2x3xcomplex<f64>>) {
  %r = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<2x3x3xi32>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_polygamma: expected one element type, found bf16 and complex<f32>
func.func @g(%a0: tensor<2x3xbf16>, %a1: tensor<2x3xcomplex<f32>>) {
  %r = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<2x3xbf16>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_polygamma: expected one element type, found bf16 and f32
func.func @g(%a0: tensor<2x3xbf16>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<2x3xbf16>, tensor<2x3xf32>) -> tensor<?x3xf32, #stablehlo.bounds<0, ?>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_polygamma: expected one element type, found complex<f32> and i4
func.func @g(%a0: tensor<2x3xcomplex<f32>>, %a1: tensor<2x3xi4>) {
  %r = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<2x3xcomplex<f32>>, tensor<2x3xi4>) -> tensor<2x3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_polygamma: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<2x3xcomplex<f32>>, %a1: tensor<?x3xf32>) {
  %r = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<2x3xcomplex<f32>>, tensor<?x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_polygamma: expected one element type, found f32 and bf16
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xbf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_polygamma: expected one element type, found f32 and f4E2M1FN
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf4E2M1FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_polygamma: expected one element type, found f32 and ui2
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xui2>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_polygamma: expected one element type, found f32 and f8E8M0FNU
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf8E8M0FNU>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_power: expected one element type, found f32 and ui2
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_power"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xui2>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_power: expected one element type, found f32 and i1
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xi1>) {
  %r = "chlo.broadcast_power"(%a0, %a1) : (tensor<3xf32>, tensor<2x3xi1>) -> tensor<?x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_power: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<2x3xcomplex<f32>>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_power"(%a0, %a1) : (tensor<2x3xcomplex<f32>>, tensor<2x3xf32>) -> tensor<4x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_power: expected type `tensor<3xf32>` for the result, found `tensor<2x?xf32>`
func.func @g(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_power"(%a0, %a1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<2x?xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_power: expected one element type, found f32 and complex<f32>
func.func @g(%a0: tensor<2x2xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_power"(%a0, %a1) : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_power: expected one element type, found complex<f64> and complex<f32>
func.func @g(%a0: tensor<2x3xcomplex<f64>>, %a1: tensor<2x3xcomplex<f32>>) {
  %r = "chlo.broadcast_power"(%a0, %a1) : (tensor<2x3xcomplex<f64>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f64>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_power: expected one element type, found f64 and f32
func.func @g(%a0: tensor<f64>, %a1: tensor<?x3xf32>) {
  %r = "chlo.broadcast_power"(%a0, %a1) : (tensor<f64>, tensor<?x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_power: expected one element type, found f32 and f6E2M3FN
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_power"(%a0, %a1) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x0xf6E2M3FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_power: expected one element type, found f32 and f8E8M0FNU
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_power"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf8E8M0FNU>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_power: expected one element type, found f4E2M1FN and f32
func.func @g(%a0: tensor<2x3xf4E2M1FN>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_power"(%a0, %a1) : (tensor<2x3xf4E2M1FN>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_power: expected one element type, found i4 and f32
func.func @g(%a0: tensor<?xi4>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_power"(%a0, %a1) : (tensor<?xi4>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_power: expected one element type, found i1 and i32
func.func @g(%a0: tensor<2x3xi1>, %a1: tensor<?x3xi32>) {
  %r = "chlo.broadcast_power"(%a0, %a1) : (tensor<2x3xi1>, tensor<?x3xi32>) -> tensor<2x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_power: expected one element type, found i8 and complex<f64>
func.func @g(%a0: tensor<2x3xi8>, %a1: tensor<2x3xcomplex<f64>>) {
  %r = "chlo.broadcast_power"(%a0, %a1) : (tensor<2x3xi8>, tensor<2x3xcomplex<f64>>) -> tensor<1x3xi8>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_power: expected one element type, found i8 and f4E2M1FN
func.func @g(%a0: tensor<2x3xi8>, %a1: tensor<2x3xf4E2M1FN>) {
  %r = "chlo.broadcast_power"(%a0, %a1) : (tensor<2x3xi8>, tensor<2x3xf4E2M1FN>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_remainder: expected one element type, found f32 and f64
func.func @g(%a0: tensor<*xf32>, %a1: tensor<2x3xf64>) {
  %r = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<*xf32>, tensor<2x3xf64>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_remainder: expected one element type, found f32 and i4
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xi4>) {
  %r = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<2x3xf32>, tensor<3xi4>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_remainder: expected type `tensor<3xf32>` for the result, found `tensor<2x3xf32>`
func.func @g(%a0: tensor<3xf32>, %a1: tensor<?xf32>) {
  %r = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<3xf32>, tensor<?xf32>) -> tensor<2x3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_remainder: expected one element type, found f32 and ui8
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xui8>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_remainder: expected one element type, found bf16 and f32
func.func @g(%a0: tensor<2x3xbf16>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<2x3xbf16>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_remainder: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<2x3xcomplex<f32>>, %a1: tensor<0x3xf32>) {
  %r = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<2x3xcomplex<f32>>, tensor<0x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_remainder: expected one element type, found f32 and complex<f32>
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_remainder: expected one element type, found f32 and bf16
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xbf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_remainder: expected one element type, found f32 and f4E2M1FN
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf4E2M1FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_remainder: expected one element type, found f8E4M3FN and f32
func.func @g(%a0: tensor<2xf8E4M3FN>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<2xf8E4M3FN>, tensor<2x3xf32>) -> tensor<2x0xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_remainder: expected one element type, found i2 and f64
func.func @g(%a0: tensor<2x3xi2>, %a1: tensor<2x3xi2>) {
  %r = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<2x3xi2>, tensor<2x3xi2>) -> tensor<2xf64>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_remainder: expected one element type, found i32 and i1
func.func @g(%a0: tensor<2x1xi32>, %a1: tensor<?x3xi1>) {
  %r = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<2x1xi32>, tensor<?x3xi1>) -> tensor<?x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_remainder: expected one element type, found i64 and ui32
func.func @g(%a0: tensor<2x3xi64>, %a1: tensor<2x3xi64>) {
  %r = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x6xui32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_remainder: expected one element type, found i8 and bf16
func.func @g(%a0: tensor<2x3xi8>, %a1: tensor<2x?xi8>) {
  %r = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<2x3xi8>, tensor<2x?xi8>) -> tensor<2x3xbf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_subtract: expected one element type, found f32 and i1
func.func @g(%a0: tensor<4xf32>, %a1: tensor<?x3xf32>) {
  %r = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<4xf32>, tensor<?x3xf32>) -> tensor<2xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_subtract: expected type `tensor<2x0xf32>` for the result, found `tensor<2x3xf32>`
func.func @g(%a0: tensor<f32>, %a1: tensor<2x0xf32>) {
  %r = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<f32>, tensor<2x0xf32>) -> tensor<2x3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_subtract: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<2x1xcomplex<f32>>, %a1: tensor<?xf32>) {
  %r = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<2x1xcomplex<f32>>, tensor<?xf32>) -> tensor<2x3xi2>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_subtract: expected one element type, found complex<f32> and f8E8M0FNU
func.func @g(%a0: tensor<2x3xcomplex<f32>>, %a1: tensor<2x3xf8E8M0FNU>) {
  %r = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<2x3xcomplex<f32>>, tensor<2x3xf8E8M0FNU>) -> tensor<2x3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_subtract: expected one element type, found f32 and ui32
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x6xui32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_subtract: expected one element type, found f32 and bf16
func.func @g(%a0: tensor<2x1xf32>, %a1: tensor<?x3xf32>) {
  %r = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<2x1xf32>, tensor<?x3xf32>) -> tensor<2x3xbf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_subtract: expected one element type, found f32 and complex<f32>
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_subtract: expected one element type, found f16 and f32
func.func @g(%a0: tensor<3xf16>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<3xf16>, tensor<2x3xf32>) -> tensor<3xf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_subtract: expected one element type, found f32 and f4E2M1FN
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf4E2M1FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_subtract: expected one element type, found f32 and f8E8M0FNU
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf8E8M0FNU>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_subtract: expected one element type, found f4E2M1FN and i4
func.func @g(%a0: tensor<2x3xf4E2M1FN>, %a1: tensor<2x3xi4>) {
  %r = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<2x3xf4E2M1FN>, tensor<2x3xi4>) -> tensor<2x3xi4>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_subtract: expected one element type, found f6E2M3FN and f32
func.func @g(%a0: tensor<2x3xf6E2M3FN>, %a1: tensor<?x?xf32>) {
  %r = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<2x3xf6E2M3FN>, tensor<?x?xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_subtract: expected one element type, found i32 and complex<f32>
func.func @g(%a0: tensor<2x3xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x?xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_subtract: expected one element type, found i2 and f32
func.func @g(%a0: tensor<2x3xi2>, %a1: tensor<2x?xi2>) {
  %r = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<2x3xi2>, tensor<2x?xi2>) -> tensor<4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_zeta: expected one element type, found f32 and f64
func.func @g(%a0: tensor<0x1xf32>, %a1: tensor<?x3xf64>) {
  %r = "chlo.broadcast_zeta"(%a0, %a1) : (tensor<0x1xf32>, tensor<?x3xf64>) -> tensor<3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_zeta: expected type `tensor<2xf32>` for the result, found `tensor<2x3xf32>`
func.func @g(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "chlo.broadcast_zeta"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2x3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_zeta: expected one element type, found bf16 and f32
func.func @g(%a0: tensor<2x1xbf16>, %a1: tensor<4xf32>) {
  %r = "chlo.broadcast_zeta"(%a0, %a1) : (tensor<2x1xbf16>, tensor<4xf32>) -> tensor<2x3xbf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_zeta: expected one element type, found f32 and bf16
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_zeta"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<1x3xbf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_zeta: expected one element type, found f32 and f4E2M1FN
func.func @g(%a0: tensor<2xf32>, %a1: tensor<?x3xf32>) {
  %r = "chlo.broadcast_zeta"(%a0, %a1) : (tensor<2xf32>, tensor<?x3xf32>) -> tensor<2x3xf4E2M1FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_zeta: expected one element type, found f8E8M0FNU and f32
func.func @g(%a0: tensor<2x3xf8E8M0FNU>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_zeta"(%a0, %a1) : (tensor<2x3xf8E8M0FNU>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_zeta: expected one element type, found f32 and f8E8M0FNU
func.func @g(%a0: tensor<2xf32>, %a1: tensor<2x3xf8E8M0FNU>) {
  %r = "chlo.broadcast_zeta"(%a0, %a1) : (tensor<2xf32>, tensor<2x3xf8E8M0FNU>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_zeta: expected one element type, found f4E2M1FN and f32
func.func @g(%a0: tensor<2x1xf4E2M1FN>, %a1: tensor<?x3xf32>) {
  %r = "chlo.broadcast_zeta"(%a0, %a1) : (tensor<2x1xf4E2M1FN>, tensor<?x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.broadcast_zeta: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_zeta"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.broadcast_zeta: accepted, unknown sizes
func.func @g(%a0: tensor<*xf32>, %a1: tensor<?x3xf32>) {
  %r = "chlo.broadcast_zeta"(%a0, %a1) : (tensor<*xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.broadcast_zeta: accepted
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_zeta"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.broadcast_zeta: accepted, unknown sizes
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_zeta"(%a0, %a1) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_zeta: expected one element type, found f8E4M3FN and f8E8M0FNU
func.func @g(%a0: tensor<2x1xf8E4M3FN>, %a1: tensor<?x3xf8E8M0FNU>) {
  %r = "chlo.broadcast_zeta"(%a0, %a1) : (tensor<2x1xf8E4M3FN>, tensor<?x3xf8E8M0FNU>) -> tensor<2x3xf4E2M1FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.broadcast_zeta: accepted
func.func @g(%a0: tensor<2x1xf32>, %a1: tensor<?x3xf32>) {
  %r = "chlo.broadcast_zeta"(%a0, %a1) : (tensor<2x1xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_and: unexpected element type of result 0, `tensor<2x3xi2>`
func.func @g(%a0: tensor<3xi32>, %a1: tensor<0x2xi32>) {
  %r = "chlo.broadcast_and"(%a0, %a1) : (tensor<3xi32>, tensor<0x2xi32>) -> tensor<2x3xi2>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_and: expected type `tensor<3xi32>` for the result, found `tensor<2x3xi32>`
func.func @g(%a0: tensor<?xi32>, %a1: tensor<3xi32>) {
  %r = "chlo.broadcast_and"(%a0, %a1) : (tensor<?xi32>, tensor<3xi32>) -> tensor<2x3xi32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_and: expected one element type, found i32 and i1
func.func @g(%a0: tensor<3xi32>, %a1: tensor<?x3xi1>) {
  %r = "chlo.broadcast_and"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xi32>, tensor<?x3xi1>) -> tensor<4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_and: expected one element type, found i32 and ui32
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xui32>) {
  %r = "chlo.broadcast_and"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xi32>, tensor<2x3xui32>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_and: expected one element type, found ui2 and i32
func.func @g(%a0: tensor<3xui2>, %a1: tensor<0x3xi32>) {
  %r = "chlo.broadcast_and"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xui2>, tensor<0x3xi32>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.broadcast_and: accepted
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_and"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return
}
// -----
// jaxlib: accept
// chlo.broadcast_and: accepted, unknown sizes
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x?xi32>) {
  %r = "chlo.broadcast_and"(%a0, %a1) : (tensor<3xi32>, tensor<2x?xi32>) -> tensor<2x3xi32>
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_or: expected one element type, found ui2 and i32
func.func @g(%a0: tensor<0xui2>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_or"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<0xui2>, tensor<2x3xi32>) -> tensor<?x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_or: expected type `tensor<2x3xi32>` for the result, found `tensor<3xi32>`
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_or"(%a0, %a1) : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<3xi32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_or: expected one element type, found i64 and i32
func.func @g(%a0: tensor<3xi64>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_or"(%a0, %a1) : (tensor<3xi64>, tensor<2x3xi32>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_or: unexpected element type of result 0, `tensor<2x3xf32>`
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_or"(%a0, %a1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_or: expected one element type, found i8 and ui8
func.func @g(%a0: tensor<3xi8>, %a1: tensor<2x3xui8>) {
  %r = "chlo.broadcast_or"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 1>}> : (tensor<3xi8>, tensor<2x3xui8>) -> tensor<2x3xui8>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.broadcast_or: accepted
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_or"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return
}
// -----
// jaxlib: accept
// chlo.broadcast_or: accepted, unknown sizes
func.func @g(%a0: tensor<2xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_or"(%a0, %a1) : (tensor<2xi32>, tensor<2x3xi32>) -> tensor<2x?xi32>
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_xor: unexpected element type of result 0, `tensor<2x3xi1>`
func.func @g(%a0: tensor<2xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_xor"(%a0, %a1) : (tensor<2xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_xor: expected one element type, found i4 and i32
func.func @g(%a0: tensor<3xi4>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_xor"(%a0, %a1) : (tensor<3xi4>, tensor<2x3xi32>) -> tensor<2x3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_xor: expected type `tensor<2x3xi32>` for the result, found `tensor<2x3xi1>`
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_xor"(%a0, %a1) : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_xor: expected one element type, found i32 and ui8
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xui8>) {
  %r = "chlo.broadcast_xor"(%a0, %a1) <{broadcast_dimensions = array<i64>}> : (tensor<3xi32>, tensor<2x3xui8>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_xor: expected one element type, found ui2 and i32
func.func @g(%a0: tensor<3xui2>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_xor"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xui2>, tensor<2x3xi32>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.broadcast_xor: accepted
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_xor"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return
}
// -----
// jaxlib: accept
// chlo.broadcast_xor: accepted, unknown sizes
func.func @g(%a0: tensor<2xi32>, %a1: tensor<?x3xi32>) {
  %r = "chlo.broadcast_xor"(%a0, %a1) : (tensor<2xi32>, tensor<?x3xi32>) -> tensor<2x3xi32>
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_left: expected one element type, found f32 and i32
func.func @g(%a0: tensor<*xf32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_left"(%a0, %a1) <{broadcast_dimensions = array<i64>}> : (tensor<*xf32>, tensor<2x3xi32>) -> tensor<?x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_left: expected one element type, found i32 and f32
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_shift_left"(%a0, %a1) : (tensor<3xi32>, tensor<2x3xf32>) -> tensor<2x3xf8E4M3FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_left: expected one element type, found complex<f32> and i32
func.func @g(%a0: tensor<3xcomplex<f32>>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_left"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xcomplex<f32>>, tensor<2x3xi32>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_left: expected type `tensor<0x3xi32>` for the result, found `tensor<2x3xi32>`
func.func @g(%a0: tensor<i32>, %a1: tensor<0x3xi32>) {
  %r = "chlo.broadcast_shift_left"(%a0, %a1) : (tensor<i32>, tensor<0x3xi32>) -> tensor<2x3xi32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_left: expected one element type, found f6E2M3FN and i32
func.func @g(%a0: tensor<3xf6E2M3FN>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_left"(%a0, %a1) : (tensor<3xf6E2M3FN>, tensor<2x3xi32>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_left: expected one element type, found f8E8M0FNU and i32
func.func @g(%a0: tensor<3xf8E8M0FNU>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_left"(%a0, %a1) : (tensor<3xf8E8M0FNU>, tensor<2x3xi32>) -> tensor<2x3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_left: expected one element type, found i32 and i1
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_left"(%a0, %a1) : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_left: expected one element type, found i32 and complex<f32>
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_left"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_left: expected one element type, found i32 and bf16
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xbf16>) {
  %r = "chlo.broadcast_shift_left"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xi32>, tensor<2x3xbf16>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_left: expected one element type, found i32 and f8E4M3FN
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xf8E4M3FN>) {
  %r = "chlo.broadcast_shift_left"(%a0, %a1) : (tensor<3xi32>, tensor<2x3xf8E4M3FN>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_left: expected one element type, found i32 and f8E8M0FNU
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_left"(%a0, %a1) : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xf8E8M0FNU>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_left: expected one element type, found i32 and ui8
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_left"(%a0, %a1) : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xui8>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_left: expected one element type, found ui2 and i32
func.func @g(%a0: tensor<3xui2>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_left"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xui2>, tensor<2x3xi32>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.broadcast_shift_left: accepted
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_left"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_arithmetic: expected one element type, found f32 and i32
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2xi32>) {
  %r = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_arithmetic: expected one element type, found i32 and ui2
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xui2>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_arithmetic: expected one element type, found i32 and i1
func.func @g(%a0: tensor<6xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) : (tensor<6xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_arithmetic: expected one element type, found complex<f32> and f4E2M1FN
func.func @g(%a0: tensor<2x3xcomplex<f32>>, %a1: tensor<2x3xcomplex<f32>>) {
  %r = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) <{broadcast_dimensions = array<i64: 8>}> : (tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xf4E2M1FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_arithmetic: expected one element type, found i32 and f32
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_arithmetic: expected one element type, found complex<f64> and i32
func.func @g(%a0: tensor<3xcomplex<f64>>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) : (tensor<3xcomplex<f64>>, tensor<2x3xi32>) -> tensor<3x2xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_arithmetic: expected type `tensor<3xi32>` for the result, found `tensor<2x3xi32>`
func.func @g(%a0: tensor<3xi32>, %a1: tensor<3xi32>) {
  %r = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) : (tensor<3xi32>, tensor<3xi32>) -> tensor<2x3xi32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_arithmetic: expected one element type, found f4E2M1FN and bf16
func.func @g(%a0: tensor<3xf4E2M1FN>, %a1: tensor<1x3xbf16>) {
  %r = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) <{broadcast_dimensions = array<i64: 8>}> : (tensor<3xf4E2M1FN>, tensor<1x3xbf16>) -> tensor<2x3xbf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_arithmetic: expected one element type, found f6E2M3FN and i32
func.func @g(%a0: tensor<3xf6E2M3FN>, %a1: tensor<2x?xi32>) {
  %r = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) <{broadcast_dimensions = array<i64: -1>}> : (tensor<3xf6E2M3FN>, tensor<2x?xi32>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_arithmetic: expected one element type, found f8E8M0FNU and i32
func.func @g(%a0: tensor<3xf8E8M0FNU>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf8E8M0FNU>, tensor<2x3xi32>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_arithmetic: expected one element type, found f8E8M0FNU and ui32
func.func @g(%a0: tensor<3xf8E8M0FNU>, %a1: tensor<3xui32>) {
  %r = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xf8E8M0FNU>, tensor<3xui32>) -> tensor<2x3xf8E8M0FNU>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_arithmetic: expected one element type, found i32 and complex<f64>
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xcomplex<f64>>) {
  %r = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) : (tensor<3xi32>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_arithmetic: expected one element type, found i32 and f6E2M3FN
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xf6E2M3FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_arithmetic: expected one element type, found i32 and bf16
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<3x2xbf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_logical: expected one element type, found f32 and i32
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_right_logical"(%a0, %a1) : (tensor<3xf32>, tensor<2x3xi32>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_logical: expected one element type, found i2 and i32
func.func @g(%a0: tensor<1xi2>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_right_logical"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<1xi2>, tensor<2x3xi32>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_logical: expected one element type, found i32 and f6E2M3FN
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_right_logical"(%a0, %a1) <{broadcast_dimensions = array<i64>}> : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xf6E2M3FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_logical: expected one element type, found i32 and complex<f32>
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_right_logical"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_logical: expected one element type, found complex<f32> and i32
func.func @g(%a0: tensor<3xcomplex<f32>>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_right_logical"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xcomplex<f32>>, tensor<2x3xi32>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_logical: expected one element type, found f32 and complex<f32>
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3x?xcomplex<f32>>) {
  %r = "chlo.broadcast_shift_right_logical"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf32>, tensor<2x3x?xcomplex<f32>>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_logical: expected type `tensor<3xi32>` for the result, found `tensor<?x3xi32>`
func.func @g(%a0: tensor<3xi32>, %a1: tensor<3xi32>) {
  %r = "chlo.broadcast_shift_right_logical"(%a0, %a1) : (tensor<3xi32>, tensor<3xi32>) -> tensor<?x3xi32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_logical: expected one element type, found f6E2M3FN and i1
func.func @g(%a0: tensor<3xf6E2M3FN>, %a1: tensor<2x3xi1>) {
  %r = "chlo.broadcast_shift_right_logical"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf6E2M3FN>, tensor<2x3xi1>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_logical: expected one element type, found i32 and f32
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_shift_right_logical"(%a0, %a1) : (tensor<3xi32>, tensor<2x3xf32>) -> tensor<8x0xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_logical: expected one element type, found i32 and f8E8M0FNU
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xf8E8M0FNU>) {
  %r = "chlo.broadcast_shift_right_logical"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xi32>, tensor<2x3xf8E8M0FNU>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_logical: expected one element type, found i32 and ui2
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xui2>) {
  %r = "chlo.broadcast_shift_right_logical"(%a0, %a1) : (tensor<3xi32>, tensor<2x3xui2>) -> tensor<2x3x?xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_logical: expected one element type, found i32 and bf16
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x?xi32>) {
  %r = "chlo.broadcast_shift_right_logical"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xi32>, tensor<2x?xi32>) -> tensor<2x3xbf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_shift_right_logical: expected one element type, found ui32 and i32
func.func @g(%a0: tensor<3xui32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_right_logical"(%a0, %a1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xui32>, tensor<2x3xi32>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.broadcast_shift_right_logical: accepted
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_shift_right_logical"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_complex: expected type `tensor<2x3xcomplex<f32>>` for the result, found `tensor<2x0xcomplex<f32>>`
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_complex"(%a0, %a1) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x0xcomplex<f32>>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_complex: expected one element type, found f16 and f32
func.func @g(%a0: tensor<3xf16>, %a1: tensor<?x3xf32>) {
  %r = "chlo.broadcast_complex"(%a0, %a1) : (tensor<3xf16>, tensor<?x3xf32>) -> tensor<2x3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_complex: unexpected element type of result 0, `tensor<2x3xcomplex<f64>>`
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_complex"(%a0, %a1) <{broadcast_dimensions = array<i64: 2>}> : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f64>>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_complex: expected one element type, found f32 and f8E4M3FN
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xf8E4M3FN>) {
  %r = "chlo.broadcast_complex"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf32>, tensor<2x3xf8E4M3FN>) -> tensor<2x3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_complex: expected one element type, found f8E4M3FN and f32
func.func @g(%a0: tensor<3xf8E4M3FN>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_complex"(%a0, %a1) : (tensor<3xf8E4M3FN>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// chlo.broadcast_complex: accepted
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_complex"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>
  func.return
}
// -----
// jaxlib: accept
// chlo.broadcast_complex: accepted, unknown sizes
func.func @g(%a0: tensor<0xf32>, %a1: tensor<2x?xf32>) {
  %r = "chlo.broadcast_complex"(%a0, %a1) : (tensor<0xf32>, tensor<2x?xf32>) -> tensor<2x3xcomplex<f32>>
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_compare: expected type `tensor<2x3xi1>` for the result, found `tensor<2x8xi1>`
func.func @g(%a0: tensor<?xf32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_compare"(%a0, %a1) <{comparison_direction = #chlo<comparison_direction EQ>, compare_type = #chlo<comparison_type FLOAT>}> : (tensor<?xf32>, tensor<2x3xf32>) -> tensor<2x8xi1>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_compare: expected one element type, found i32 and f32
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_compare"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>, comparison_direction = #chlo<comparison_direction EQ>}> : (tensor<3xi32>, tensor<2x3xf32>) -> tensor<2x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_compare: expected one element type, found i1 and ui32
func.func @g(%a0: tensor<2x3xi1>, %a1: tensor<?x3xui32, #stablehlo.bounds<2, ?>>) {
  %r = "chlo.broadcast_compare"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>, comparison_direction = #chlo<comparison_direction EQ>, compare_type = #chlo<comparison_type FLOAT>}> : (tensor<2x3xi1>, tensor<?x3xui32, #stablehlo.bounds<2, ?>>) -> tensor<?x?xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_compare: expected one element type, found f32 and f8E8M0FNU
func.func @g(%a0: tensor<2xf32>, %a1: tensor<2x2xf8E8M0FNU>) {
  %r = "chlo.broadcast_compare"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>, comparison_direction = #chlo<comparison_direction EQ>}> : (tensor<2xf32>, tensor<2x2xf8E8M0FNU>) -> tensor<2x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_compare: expected one element type, found bf16 and f32
func.func @g(%a0: tensor<3xbf16>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_compare"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>, comparison_direction = #chlo<comparison_direction EQ>, compare_type = #chlo<comparison_type FLOAT>}> : (tensor<3xbf16>, tensor<2x3xf32>) -> tensor<2x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_compare: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<3xcomplex<f32>>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_compare"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>, comparison_direction = #chlo<comparison_direction EQ>, compare_type = #chlo<comparison_type FLOAT>}> : (tensor<3xcomplex<f32>>, tensor<2x3xf32>) -> tensor<2x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_compare: expected one element type, found f64 and f32
func.func @g(%a0: tensor<3xf64>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_compare"(%a0, %a1) <{broadcast_dimensions = array<i64>, comparison_direction = #chlo<comparison_direction EQ>, compare_type = #chlo<comparison_type FLOAT>}> : (tensor<3xf64>, tensor<2x3xf32>) -> tensor<2x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_compare: expected one element type, found f32 and i1
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xi1>) {
  %r = "chlo.broadcast_compare"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>, comparison_direction = #chlo<comparison_direction EQ>, compare_type = #chlo<comparison_type FLOAT>}> : (tensor<3xf32>, tensor<2x3xi1>) -> tensor<2x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_compare: expected one element type, found f32 and ui2
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x?xui2>) {
  %r = "chlo.broadcast_compare"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>, comparison_direction = #chlo<comparison_direction EQ>, compare_type = #chlo<comparison_type FLOAT>}> : (tensor<3xf32>, tensor<2x?xui2>) -> tensor<?x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_compare: expected one element type, found f4E2M1FN and f32
func.func @g(%a0: tensor<3xf4E2M1FN>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_compare"(%a0, %a1) <{broadcast_dimensions = array<i64: 5>, comparison_direction = #chlo<comparison_direction EQ>, compare_type = #chlo<comparison_type FLOAT>}> : (tensor<3xf4E2M1FN>, tensor<2x3xf32>) -> tensor<2x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_compare: expected one element type, found f4E2M1FN and i1
func.func @g(%a0: tensor<3xf4E2M1FN>, %a1: tensor<2x3xi1>) {
  %r = "chlo.broadcast_compare"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>, comparison_direction = #chlo<comparison_direction EQ>, compare_type = #chlo<comparison_type FLOAT>}> : (tensor<3xf4E2M1FN>, tensor<2x3xi1>) -> tensor<2x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_compare: expected one element type, found f8E8M0FNU and f32
func.func @g(%a0: tensor<3xf8E8M0FNU>, %a1: tensor<2x3xf32>) {
  %r = "chlo.broadcast_compare"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>, comparison_direction = #chlo<comparison_direction EQ>, compare_type = #chlo<comparison_type FLOAT>}> : (tensor<3xf8E8M0FNU>, tensor<2x3xf32>) -> tensor<2x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_compare: expected one element type, found i32 and bf16
func.func @g(%a0: tensor<3xi32>, %a1: tensor<2x3xbf16>) {
  %r = "chlo.broadcast_compare"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>, comparison_direction = #chlo<comparison_direction EQ>, compare_type = #chlo<comparison_type FLOAT>}> : (tensor<3xi32>, tensor<2x3xbf16>) -> tensor<2x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_compare: expected one element type, found i64 and i32
func.func @g(%a0: tensor<3xi64>, %a1: tensor<2x3xi32>) {
  %r = "chlo.broadcast_compare"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>, comparison_direction = #chlo<comparison_direction EQ>, compare_type = #chlo<comparison_type FLOAT>}> : (tensor<3xi64>, tensor<2x3xi32>) -> tensor<2x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_select: the choices `tensor<i1>` and `tensor<2x3xf32>` have different element types
func.func @g(%a0: tensor<i1>, %a1: tensor<i1>, %a2: tensor<2x3xf32>) {
  %r = "chlo.broadcast_select"(%a0, %a1, %a2) : (tensor<i1>, tensor<i1>, tensor<2x3xf32>) -> tensor<i1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// chlo.broadcast_select: expected type `tensor<1x3xf32>` for the result, found `tensor<2x3xf32>`
func.func @g(%a0: tensor<i1>, %a1: tensor<1x3xf32>, %a2: tensor<f32>) {
  %r = "chlo.broadcast_select"(%a0, %a1, %a2) : (tensor<i1>, tensor<1x3xf32>, tensor<f32>) -> tensor<2x3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// chlo.broadcast_select: accepted
func.func @g(%a0: tensor<2x3xi1>, %a1: tensor<3xf32>, %a2: tensor<2x3xf32>) {
  %r = "chlo.broadcast_select"(%a0, %a1, %a2) : (tensor<2x3xi1>, tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.broadcast_select: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xi1>, %a1: tensor<3xf32>, %a2: tensor<2xf32>) {
  %r = "chlo.broadcast_select"(%a0, %a1, %a2) : (tensor<2x3xi1>, tensor<3xf32>, tensor<2xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.broadcast_select: accepted
func.func @g(%a0: tensor<i1>, %a1: tensor<1x3xf32>, %a2: tensor<2x3xf32>) {
  %r = "chlo.broadcast_select"(%a0, %a1, %a2) : (tensor<i1>, tensor<1x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.broadcast_select: accepted, unknown sizes
func.func @g(%a0: tensor<i1>, %a1: tensor<?xf32>, %a2: tensor<2x?xf32>) {
  %r = "chlo.broadcast_select"(%a0, %a1, %a2) : (tensor<i1>, tensor<?xf32>, tensor<2x?xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.constant: expected type `tensor<1xi64>` for the result, found `tensor<2xi1>`
func.func @g() {
  %r = "chlo.constant"() <{value = dense<1> : tensor<1xi64>}> : () -> tensor<2xi1>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// chlo.constant: accepted
func.func @g() {
  %r = "chlo.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.constant_like: expected type `a tensor of i1` for the result, found `tensor<2xf64>`
func.func @g(%a0: tensor<*xf32>) {
  %r = "chlo.constant_like"(%a0) <{value = true}> : (tensor<*xf32>) -> tensor<2xf64>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.constant_like: expected a typed attribute `value`
func.func @g(%a0: tensor<f32>) {
  %r = "chlo.constant_like"(%a0) <{value = {}}> : (tensor<f32>) -> tensor<2xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: accept
// chlo.constant_like: accepted
func.func @g(%a0: tensor<2xf32>) {
  %r = "chlo.constant_like"(%a0) <{value = 1.0 : f32}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.constant_like: accepted, unknown sizes
func.func @g(%a0: tensor<?xi1>) {
  %r = "chlo.constant_like"(%a0) <{value = 1 : i1}> : (tensor<?xi1>) -> tensor<2xi1>
  func.return
}
// -----
// jaxlib: reject
// chlo.ragged_dot: expected type `tensor<3x11xf32>` for the result, found `tensor<5x7xf32>`
func.func @g(%a0: tensor<11x5xf32>, %a1: tensor<5xf32>, %a2: tensor<3xi64>) {
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<11x5xf32>, tensor<5xf32>, tensor<3xi64>) -> tensor<5x7xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.ragged_dot: expected at most 2 precisions (one per operand), found 3
func.func @g(%a0: tensor<11x5xf32>, %a1: tensor<3xi64>, %a2: tensor<3xi64>) {
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>, #chlo<precision DEFAULT>]}> : (tensor<11x5xf32>, tensor<3xi64>, tensor<3xi64>) -> tensor<11x7xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// chlo.ragged_dot: `tensor<1xi64>` does not match group dimension 0 of `tensor<3x2x5x7xf32>`
func.func @g(%a0: tensor<2x11x5xf32>, %a1: tensor<3x2x5x7xf32>, %a2: tensor<1xi64>) {
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<1xi64>) -> tensor<2x7xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// chlo.ragged_dot: contracting dimension 1 of `tensor<11x5xf32>` and 0 of `tensor<7xf32>` have different sizes
func.func @g(%a0: tensor<11x5xf32>, %a1: tensor<7xf32>, %a2: tensor<3xi64>) {
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<7xf32>, tensor<3xi64>) -> tensor<3x11x7xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// chlo.ragged_dot: dimension 1 in `ragged_dot_dimension_numbers` is out of range for a tensor of rank 1
func.func @g(%a0: tensor<11xui2>, %a1: tensor<5x7xf32>, %a2: tensor<3xi4>) {
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<11xui2>, tensor<5x7xf32>, tensor<3xi4>) -> tensor<3x11x7xf32>  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// chlo.ragged_dot: expected exactly one ragged dimension
func.func @g(%a0: tensor<11x5xf32>, %a1: tensor<5x7xi1>, %a2: tensor<3xi64>) {
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = []>}> : (tensor<11x5xf32>, tensor<5x7xi1>, tensor<3xi64>) -> tensor<3x11x7xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// chlo.ragged_dot: the operands have 0 and 1 contracting dimensions
func.func @g(%a0: tensor<11x5xf32>, %a1: tensor<5x7xf32>, %a2: tensor<3xi64>) {
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [], rhs_contracting_dimensions = [3], lhs_ragged_dimensions = [1]>}> : (tensor<11x5xf32>, tensor<5x7xf32>, tensor<3xi64>) -> tensor<11x5xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// chlo.ragged_dot: the operands have 0 and 1 batching dimensions
func.func @g(%a0: tensor<3x11x5xi1>, %a1: tensor<3x5x7xi1>, %a2: tensor<3xi64>) {
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<3x11x5xi1>, tensor<3x5x7xi1>, tensor<3xi64>) -> tensor<3x11x7xi1>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// chlo.ragged_dot: expected exactly one group dimension for a free ragged dimension
func.func @g(%a0: tensor<11x5xf32>, %a1: tensor<5x7xf32>, %a2: tensor<3xi64>) {
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<5x7xf32>, tensor<3xi64>) -> tensor<3x11x7xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// chlo.ragged_dot: duplicate dimension 0 in `ragged_dot_dimension_numbers`
func.func @g(%a0: tensor<3x11x5xf32>, %a1: tensor<3x5x3xi1>, %a2: tensor<3xi64>) {
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>}> : (tensor<3x11x5xf32>, tensor<3x5x3xi1>, tensor<3xi64>) -> tensor<3x11x7xf32>  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// chlo.ragged_dot: expected no group dimension for a batching or contracting ragged dimension
func.func @g(%a0: tensor<?x?x?xf32>, %a1: tensor<3x?x?x?xf32>, %a2: tensor<?xi64>) {
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [2], rhs_group_dimensions = [0]>}> : (tensor<?x?x?xf32>, tensor<3x?x?x?xf32>, tensor<?xi64>) -> tensor<?x?x7xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// chlo.ragged_dot: the group sizes `tensor<i64>` do not match `tensor<11x5xf32>`
func.func @g(%a0: tensor<11x5xf32>, %a1: tensor<5x7xf32>, %a2: tensor<i64>) {
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<11x5xf32>, tensor<5x7xf32>, tensor<i64>) -> tensor<3x11x7xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// chlo.ragged_dot: accepted
func.func @g(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  func.return
}
// -----
// jaxlib: accept
// chlo.ragged_dot: accepted, unknown sizes
func.func @g(%a0: tensor<11x?xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x?xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  func.return
}
// -----
// jaxlib: reject
// chlo.scan: `operandSegmentSizes` is [4, 1], which does not split 3 values into two lists
func.func @g(%a0: tensor<4x3xf32>, %a1: tensor<4xf32>, %a2: tensor<2xf32>) {
  %r:2 = "chlo.scan"(%a0, %a1, %a2) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 4, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({"stablehlo.return"() : () -> ()}) : (tensor<4x3xf32>, tensor<4xf32>, tensor<2xf32>) -> (tensor<4x5xf32>, tensor<2xf32>)  // error: PA0127
  func.return
}
// -----
// jaxlib: reject
// chlo.scan: expected type `tensor<2xf32>` for argument 2 of the body, found `tuple<>`
func.func @g(%a0: tensor<4x3xf32>, %a1: tensor<4xf32>, %a2: tensor<2xf32>) {
  %r:2 = "chlo.scan"(%a0, %a1, %a2) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 2, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({  // error: PA0124
  ^bb0(%b0: tensor<?xf32>, %b1: tensor<f32>, %b2: tuple<>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<5xf32>
    "stablehlo.return"(%c0) : (tensor<5xf32>) -> ()
  }) : (tensor<4x3xf32>, tensor<4xf32>, tensor<2xf32>) -> (tensor<4x5xf32>, tensor<2xf32>)
  func.return
}
// -----
// jaxlib: reject
// chlo.scan: expected 2 arguments of the body, found 0
func.func @g(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
  %r:2 = "chlo.scan"(%a0, %a1) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({"stablehlo.return"() : () -> ()}) : (tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)  // error: PA0124
  func.return
}
// -----
// jaxlib: reject
// chlo.scan: dimension 4 in `dimension` is out of range for a tensor of rank 2
func.func @g(%a0: tensor<4x3xi2>, %a1: tensor<3xi2>) {
  %r:2 = "chlo.scan"(%a0, %a1) <{dimension = 4 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({  // error: PA0126
  ^bb0(%b0: tensor<3xi2>, %b1: tensor<3xi2>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<3xi2>
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<3xi2>
    "stablehlo.return"(%c0, %c1) : (tensor<3xi2>, tensor<3xi2>) -> ()
  }) : (tensor<4x3xi2>, tensor<3xi2>) -> (tensor<4x3xi2>, tensor<3xi2>)
  func.return
}
// -----
// jaxlib: reject
// chlo.scan: expected type `tensor<4xi1>` for result 0, found `tensor<4x3xi1>`
func.func @g(%a0: tensor<4x?xi1>, %a1: tensor<3xi1>) {
  %r:2 = "chlo.scan"(%a0, %a1) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({  // error: PA0111
  ^bb0(%b0: tensor<3xi1>, %b1: tensor<3xi1>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<3xi1>
    "stablehlo.return"(%c0, %c1) : (tensor<i1>, tensor<3xi1>) -> ()
  }) : (tensor<4x?xi1>, tensor<3xi1>) -> (tensor<4x3xi1>, tensor<3xi1>)
  func.return
}
// -----
// jaxlib: reject
// chlo.scan: expected `dimension` to be at least 0, found -1
func.func @g(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>) {
  %r:2 = "chlo.scan"(%a0, %a1) <{dimension = -1 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 0, 1>}> ({  // error: PA0113
  ^bb0(%b0: tensor<3xf32>, %b1: tensor<3xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<3xf32>
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<3xf32>
    "stablehlo.return"(%c0, %c1) : (tensor<3xf32>, tensor<3xf32>) -> ()
  }) : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  func.return
}
// -----
// jaxlib: reject
// chlo.scan: expected a ranked tensor, found `tensor<*xf32>`
func.func @g(%a0: tensor<3x4xf32>, %a1: tensor<*xf32>) {
  %r:2 = "chlo.scan"(%a0, %a1) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>, is_associative = true, is_reverse = true, scan_dim_size = 4 : i64}> ({  // error: PA0110
  ^bb0(%b0: tensor<3xf32>, %b1: tensor<3xi1>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<3xf32>
    "stablehlo.return"(%c0) : (tensor<3xf32>) -> ()
  }) : (tensor<3x4xf32>, tensor<*xf32>) -> (tensor<3x4xf32>, tensor<3xf32>)
  func.return
}
// -----
// jaxlib: reject
// chlo.scan: expected the body to return 2 values, found 1
func.func @g(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>) {
  %r:2 = "chlo.scan"(%a0, %a1) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({  // error: PA0124
  ^bb0(%b0: tensor<3xf32>, %b1: tensor<3xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<3xf32>
    "stablehlo.return"(%c0) : (tensor<3xf32>) -> ()
  }) : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  func.return
}
// -----
// jaxlib: reject
// chlo.scan: expected a terminator at the end of region 0, found an empty block
func.func @g(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>) {
  %r:2 = "chlo.scan"(%a0, %a1) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({  // error: PA0114
  ^bb0:
  }) : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  func.return
}
// -----
// jaxlib: reject
// chlo.scan: expected a terminator at the end of region 0, found stablehlo.constant
func.func @g(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>) {
  %r:2 = "chlo.scan"(%a0, %a1) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({%z = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>}) : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)  // error: PA0114
  func.return
}
// -----
// jaxlib: reject
// chlo.scan: expected one block in region 0, found 0
func.func @g(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>) {
  %r:2 = "chlo.scan"(%a0, %a1) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({}) : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)  // error: PA0114
  func.return
}
// -----
// jaxlib: accept
// chlo.scan: accepted
func.func @g(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>) {
  %r:2 = "chlo.scan"(%a0, %a1) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%b0: tensor<3xf32>, %b1: tensor<3xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<3xf32>
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<3xf32>
    "stablehlo.return"(%c0, %c1) : (tensor<3xf32>, tensor<3xf32>) -> ()
  }) : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  func.return
}
// -----
// jaxlib: accept
// chlo.scan: accepted, unknown sizes
func.func @g(%a0: tensor<4x3xi1>, %a1: tensor<3xi1>) {
  %r:2 = "chlo.scan"(%a0, %a1) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%b0: tensor<3xi1>, %b1: tensor<?xi1>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<3xi1>
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<3xi1>
    "stablehlo.return"(%c0, %c1) : (tensor<3xi1>, tensor<3xi1>) -> ()
  }) : (tensor<4x3xi1>, tensor<3xi1>) -> (tensor<?x?xi1>, tensor<3xi1>)
  func.return
}
// -----
// jaxlib: reject
// chlo.scan: the size of dimension 0 of `tensor<5xf32>` differs from the length of the scan
func.func @g(%a0: tensor<4x3xf32>, %a1: tensor<5xf32>, %a2: tensor<2xf32>) {
  %r:2 = "chlo.scan"(%a0, %a1, %a2) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 2, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({  // error: PA0112
  ^bb0(%b0: tensor<3xf32>, %b1: tensor<f32>, %b2: tensor<2xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<5xf32>
    "stablehlo.return"(%c0) : (tensor<5xf32>) -> ()
  }) : (tensor<4x3xf32>, tensor<5xf32>, tensor<2xf32>) -> (tensor<4x5xf32>, tensor<2xf32>)
  func.return
}
// -----
// jaxlib: reject
// chlo.top_k: expected `k` to be at least 0, found -1
func.func @g(%a0: tensor<3x8xf32>) {
  %r:2 = "chlo.top_k"(%a0) <{k = -1 : i64}> : (tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3xi32>)  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// chlo.top_k: expected type `tensor<2xf32>` for result 0, found `tensor<3x2xf32>`
func.func @g(%a0: tensor<8xf32>) {
  %r:2 = "chlo.top_k"(%a0) <{k = 2 : i64}> : (tensor<8xf32>) -> (tensor<3x2xf32>, tensor<2xi32>)  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// chlo.top_k: expected at least 5 elements in the last dimension of `tensor<4xf32>`
func.func @g(%a0: tensor<4xf32>) {
  %r:2 = "chlo.top_k"(%a0) <{k = 5 : i64}> : (tensor<4xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)  // error: PA0113
  func.return
}
// -----
// jaxlib: accept
// chlo.top_k: accepted
func.func @g(%a0: tensor<3x8xf32>) {
  %r:2 = "chlo.top_k"(%a0) <{k = 2 : i64}> : (tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  func.return
}
// -----
// jaxlib: accept
// chlo.top_k: accepted, unknown sizes
func.func @g(%a0: tensor<3x2xi32>) {
  %r:2 = "chlo.top_k"(%a0) <{k = 2 : i64}> : (tensor<3x2xi32>) -> (tensor<3x2xi32>, tensor<3x?xi32>)
  func.return
}
