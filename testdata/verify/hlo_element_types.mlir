// test: verify
// jaxlib: reject
// abs on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.abs %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// abs on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.abs %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// abs on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.abs %arg0 : tensor<2xi8>
  return
}
// -----
// jaxlib: reject
// abs on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.abs %arg0 : tensor<2xui32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// abs on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.abs %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// abs on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.abs %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// abs on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: reject
// abs on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.abs %arg0 : tensor<2xcomplex<f32>>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// abs on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.abs %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cbrt on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.cbrt %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cbrt on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.cbrt %arg0 : tensor<2xi4>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cbrt on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.cbrt %arg0 : tensor<2xi8>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cbrt on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.cbrt %arg0 : tensor<2xui32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// cbrt on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.cbrt %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// cbrt on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.cbrt %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// cbrt on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.cbrt %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// cbrt on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.cbrt %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// cbrt on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.cbrt %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// ceil on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.ceil %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// ceil on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.ceil %arg0 : tensor<2xi4>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// ceil on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.ceil %arg0 : tensor<2xi8>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// ceil on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.ceil %arg0 : tensor<2xui32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// ceil on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.ceil %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// ceil on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.ceil %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// ceil on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.ceil %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: reject
// ceil on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.ceil %arg0 : tensor<2xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// ceil on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.ceil %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cosine on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.cosine %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cosine on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.cosine %arg0 : tensor<2xi4>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cosine on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.cosine %arg0 : tensor<2xi8>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cosine on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.cosine %arg0 : tensor<2xui32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// cosine on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.cosine %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// cosine on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.cosine %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// cosine on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.cosine %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// cosine on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.cosine %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// cosine on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.cosine %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// count_leading_zeros on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.count_leading_zeros %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// count_leading_zeros on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.count_leading_zeros %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// count_leading_zeros on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.count_leading_zeros %arg0 : tensor<2xi8>
  return
}
// -----
// jaxlib: accept
// count_leading_zeros on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.count_leading_zeros %arg0 : tensor<2xui32>
  return
}
// -----
// jaxlib: reject
// count_leading_zeros on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.count_leading_zeros %arg0 : tensor<2xbf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// count_leading_zeros on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.count_leading_zeros %arg0 : tensor<2xf8E4M3FN>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// count_leading_zeros on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.count_leading_zeros %arg0 : tensor<2xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// count_leading_zeros on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.count_leading_zeros %arg0 : tensor<2xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// count_leading_zeros on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.count_leading_zeros %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// exponential on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.exponential %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// exponential on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.exponential %arg0 : tensor<2xi4>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// exponential on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.exponential %arg0 : tensor<2xi8>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// exponential on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.exponential %arg0 : tensor<2xui32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// exponential on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.exponential %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// exponential on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.exponential %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// exponential on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.exponential %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// exponential on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.exponential %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// exponential on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.exponential %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// exponential_minus_one on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.exponential_minus_one %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// exponential_minus_one on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.exponential_minus_one %arg0 : tensor<2xi4>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// exponential_minus_one on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.exponential_minus_one %arg0 : tensor<2xi8>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// exponential_minus_one on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.exponential_minus_one %arg0 : tensor<2xui32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// exponential_minus_one on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.exponential_minus_one %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// exponential_minus_one on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.exponential_minus_one %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// exponential_minus_one on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.exponential_minus_one %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// exponential_minus_one on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.exponential_minus_one %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// exponential_minus_one on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.exponential_minus_one %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// floor on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.floor %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// floor on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.floor %arg0 : tensor<2xi4>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// floor on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.floor %arg0 : tensor<2xi8>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// floor on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.floor %arg0 : tensor<2xui32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// floor on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.floor %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// floor on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.floor %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// floor on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.floor %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: reject
// floor on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.floor %arg0 : tensor<2xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// floor on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.floor %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// log on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.log %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// log on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.log %arg0 : tensor<2xi4>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// log on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.log %arg0 : tensor<2xi8>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// log on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.log %arg0 : tensor<2xui32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// log on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.log %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// log on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.log %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// log on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.log %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// log on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.log %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// log on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.log %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// log_plus_one on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.log_plus_one %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// log_plus_one on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.log_plus_one %arg0 : tensor<2xi4>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// log_plus_one on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.log_plus_one %arg0 : tensor<2xi8>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// log_plus_one on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.log_plus_one %arg0 : tensor<2xui32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// log_plus_one on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.log_plus_one %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// log_plus_one on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.log_plus_one %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// log_plus_one on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.log_plus_one %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// log_plus_one on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.log_plus_one %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// log_plus_one on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.log_plus_one %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// logistic on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.logistic %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// logistic on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.logistic %arg0 : tensor<2xi4>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// logistic on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.logistic %arg0 : tensor<2xi8>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// logistic on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.logistic %arg0 : tensor<2xui32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// logistic on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.logistic %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// logistic on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.logistic %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// logistic on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.logistic %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// logistic on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.logistic %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// logistic on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.logistic %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// negate on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.negate %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// negate on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.negate %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// negate on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.negate %arg0 : tensor<2xi8>
  return
}
// -----
// jaxlib: accept
// negate on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.negate %arg0 : tensor<2xui32>
  return
}
// -----
// jaxlib: accept
// negate on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.negate %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// negate on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.negate %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// negate on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.negate %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// negate on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.negate %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// negate on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.negate %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// not on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.not %arg0 : tensor<2xi1>
  return
}
// -----
// jaxlib: accept
// not on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.not %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// not on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.not %arg0 : tensor<2xi8>
  return
}
// -----
// jaxlib: accept
// not on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.not %arg0 : tensor<2xui32>
  return
}
// -----
// jaxlib: reject
// not on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.not %arg0 : tensor<2xbf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// not on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.not %arg0 : tensor<2xf8E4M3FN>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// not on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.not %arg0 : tensor<2xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// not on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.not %arg0 : tensor<2xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// not on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.not %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// popcnt on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.popcnt %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// popcnt on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.popcnt %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// popcnt on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.popcnt %arg0 : tensor<2xi8>
  return
}
// -----
// jaxlib: accept
// popcnt on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.popcnt %arg0 : tensor<2xui32>
  return
}
// -----
// jaxlib: reject
// popcnt on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.popcnt %arg0 : tensor<2xbf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// popcnt on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.popcnt %arg0 : tensor<2xf8E4M3FN>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// popcnt on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.popcnt %arg0 : tensor<2xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// popcnt on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.popcnt %arg0 : tensor<2xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// popcnt on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.popcnt %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// round_nearest_afz on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.round_nearest_afz %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// round_nearest_afz on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.round_nearest_afz %arg0 : tensor<2xi4>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// round_nearest_afz on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.round_nearest_afz %arg0 : tensor<2xi8>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// round_nearest_afz on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.round_nearest_afz %arg0 : tensor<2xui32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// round_nearest_afz on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.round_nearest_afz %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// round_nearest_afz on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.round_nearest_afz %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// round_nearest_afz on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.round_nearest_afz %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: reject
// round_nearest_afz on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.round_nearest_afz %arg0 : tensor<2xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// round_nearest_afz on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.round_nearest_afz %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// round_nearest_even on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// round_nearest_even on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2xi4>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// round_nearest_even on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2xi8>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// round_nearest_even on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2xui32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// round_nearest_even on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// round_nearest_even on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// round_nearest_even on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: reject
// round_nearest_even on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// round_nearest_even on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// rsqrt on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.rsqrt %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// rsqrt on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.rsqrt %arg0 : tensor<2xi4>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// rsqrt on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.rsqrt %arg0 : tensor<2xi8>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// rsqrt on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.rsqrt %arg0 : tensor<2xui32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// rsqrt on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.rsqrt %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// rsqrt on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.rsqrt %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// rsqrt on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.rsqrt %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// rsqrt on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.rsqrt %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// rsqrt on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.rsqrt %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sign on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.sign %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// sign on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.sign %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// sign on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.sign %arg0 : tensor<2xi8>
  return
}
// -----
// jaxlib: reject
// sign on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.sign %arg0 : tensor<2xui32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// sign on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.sign %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// sign on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.sign %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// sign on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.sign %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// sign on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.sign %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// sign on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.sign %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sine on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.sine %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sine on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.sine %arg0 : tensor<2xi4>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sine on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.sine %arg0 : tensor<2xi8>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sine on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.sine %arg0 : tensor<2xui32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// sine on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.sine %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// sine on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.sine %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// sine on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.sine %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// sine on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.sine %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// sine on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.sine %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sqrt on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.sqrt %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sqrt on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.sqrt %arg0 : tensor<2xi4>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sqrt on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.sqrt %arg0 : tensor<2xi8>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sqrt on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.sqrt %arg0 : tensor<2xui32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// sqrt on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.sqrt %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// sqrt on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.sqrt %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// sqrt on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.sqrt %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// sqrt on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.sqrt %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// sqrt on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.sqrt %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tan on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.tan %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tan on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.tan %arg0 : tensor<2xi4>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tan on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.tan %arg0 : tensor<2xi8>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tan on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.tan %arg0 : tensor<2xui32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// tan on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.tan %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// tan on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.tan %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// tan on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.tan %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// tan on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.tan %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// tan on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.tan %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tanh on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.tanh %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tanh on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.tanh %arg0 : tensor<2xi4>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tanh on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.tanh %arg0 : tensor<2xi8>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tanh on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.tanh %arg0 : tensor<2xui32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// tanh on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.tanh %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// tanh on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.tanh %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// tanh on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.tanh %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// tanh on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.tanh %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// tanh on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.tanh %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// add on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.add %arg0, %arg0 : tensor<2xi1>
  return
}
// -----
// jaxlib: accept
// add on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.add %arg0, %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// add on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.add %arg0, %arg0 : tensor<2xi8>
  return
}
// -----
// jaxlib: accept
// add on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.add %arg0, %arg0 : tensor<2xui32>
  return
}
// -----
// jaxlib: accept
// add on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.add %arg0, %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// add on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.add %arg0, %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// add on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.add %arg0, %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// add on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.add %arg0, %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// add on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.add %arg0, %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// and on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.and %arg0, %arg0 : tensor<2xi1>
  return
}
// -----
// jaxlib: accept
// and on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.and %arg0, %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// and on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.and %arg0, %arg0 : tensor<2xi8>
  return
}
// -----
// jaxlib: accept
// and on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.and %arg0, %arg0 : tensor<2xui32>
  return
}
// -----
// jaxlib: reject
// and on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.and %arg0, %arg0 : tensor<2xbf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// and on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.and %arg0, %arg0 : tensor<2xf8E4M3FN>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// and on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.and %arg0, %arg0 : tensor<2xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// and on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.and %arg0, %arg0 : tensor<2xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// and on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.and %arg0, %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// atan2 on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.atan2 %arg0, %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// atan2 on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.atan2 %arg0, %arg0 : tensor<2xi4>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// atan2 on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.atan2 %arg0, %arg0 : tensor<2xi8>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// atan2 on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.atan2 %arg0, %arg0 : tensor<2xui32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// atan2 on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.atan2 %arg0, %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// atan2 on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.atan2 %arg0, %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// atan2 on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.atan2 %arg0, %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// atan2 on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.atan2 %arg0, %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// atan2 on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.atan2 %arg0, %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// divide on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.divide %arg0, %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// divide on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.divide %arg0, %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// divide on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.divide %arg0, %arg0 : tensor<2xi8>
  return
}
// -----
// jaxlib: accept
// divide on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.divide %arg0, %arg0 : tensor<2xui32>
  return
}
// -----
// jaxlib: accept
// divide on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.divide %arg0, %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// divide on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.divide %arg0, %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// divide on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.divide %arg0, %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// divide on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.divide %arg0, %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// divide on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.divide %arg0, %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// maximum on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.maximum %arg0, %arg0 : tensor<2xi1>
  return
}
// -----
// jaxlib: accept
// maximum on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.maximum %arg0, %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// maximum on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.maximum %arg0, %arg0 : tensor<2xi8>
  return
}
// -----
// jaxlib: accept
// maximum on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.maximum %arg0, %arg0 : tensor<2xui32>
  return
}
// -----
// jaxlib: accept
// maximum on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.maximum %arg0, %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// maximum on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.maximum %arg0, %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// maximum on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.maximum %arg0, %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// maximum on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.maximum %arg0, %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// maximum on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.maximum %arg0, %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// minimum on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.minimum %arg0, %arg0 : tensor<2xi1>
  return
}
// -----
// jaxlib: accept
// minimum on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.minimum %arg0, %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// minimum on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.minimum %arg0, %arg0 : tensor<2xi8>
  return
}
// -----
// jaxlib: accept
// minimum on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.minimum %arg0, %arg0 : tensor<2xui32>
  return
}
// -----
// jaxlib: accept
// minimum on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.minimum %arg0, %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// minimum on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.minimum %arg0, %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// minimum on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.minimum %arg0, %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// minimum on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.minimum %arg0, %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// minimum on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.minimum %arg0, %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// multiply on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<2xi1>
  return
}
// -----
// jaxlib: accept
// multiply on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// multiply on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<2xi8>
  return
}
// -----
// jaxlib: accept
// multiply on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<2xui32>
  return
}
// -----
// jaxlib: accept
// multiply on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// multiply on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// multiply on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// multiply on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// multiply on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// or on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.or %arg0, %arg0 : tensor<2xi1>
  return
}
// -----
// jaxlib: accept
// or on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.or %arg0, %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// or on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.or %arg0, %arg0 : tensor<2xi8>
  return
}
// -----
// jaxlib: accept
// or on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.or %arg0, %arg0 : tensor<2xui32>
  return
}
// -----
// jaxlib: reject
// or on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.or %arg0, %arg0 : tensor<2xbf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// or on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.or %arg0, %arg0 : tensor<2xf8E4M3FN>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// or on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.or %arg0, %arg0 : tensor<2xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// or on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.or %arg0, %arg0 : tensor<2xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// or on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.or %arg0, %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// power on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.power %arg0, %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// power on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.power %arg0, %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// power on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.power %arg0, %arg0 : tensor<2xi8>
  return
}
// -----
// jaxlib: accept
// power on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.power %arg0, %arg0 : tensor<2xui32>
  return
}
// -----
// jaxlib: accept
// power on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.power %arg0, %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// power on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.power %arg0, %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// power on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.power %arg0, %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// power on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.power %arg0, %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// power on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.power %arg0, %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// remainder on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.remainder %arg0, %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// remainder on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.remainder %arg0, %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// remainder on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.remainder %arg0, %arg0 : tensor<2xi8>
  return
}
// -----
// jaxlib: accept
// remainder on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.remainder %arg0, %arg0 : tensor<2xui32>
  return
}
// -----
// jaxlib: accept
// remainder on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.remainder %arg0, %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// remainder on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.remainder %arg0, %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// remainder on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.remainder %arg0, %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// remainder on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.remainder %arg0, %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// remainder on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.remainder %arg0, %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_left on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.shift_left %arg0, %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// shift_left on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.shift_left %arg0, %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// shift_left on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.shift_left %arg0, %arg0 : tensor<2xi8>
  return
}
// -----
// jaxlib: accept
// shift_left on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.shift_left %arg0, %arg0 : tensor<2xui32>
  return
}
// -----
// jaxlib: reject
// shift_left on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.shift_left %arg0, %arg0 : tensor<2xbf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_left on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.shift_left %arg0, %arg0 : tensor<2xf8E4M3FN>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_left on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.shift_left %arg0, %arg0 : tensor<2xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_left on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.shift_left %arg0, %arg0 : tensor<2xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_left on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.shift_left %arg0, %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_right_arithmetic on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.shift_right_arithmetic %arg0, %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// shift_right_arithmetic on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.shift_right_arithmetic %arg0, %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// shift_right_arithmetic on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.shift_right_arithmetic %arg0, %arg0 : tensor<2xi8>
  return
}
// -----
// jaxlib: accept
// shift_right_arithmetic on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.shift_right_arithmetic %arg0, %arg0 : tensor<2xui32>
  return
}
// -----
// jaxlib: reject
// shift_right_arithmetic on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.shift_right_arithmetic %arg0, %arg0 : tensor<2xbf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_right_arithmetic on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.shift_right_arithmetic %arg0, %arg0 : tensor<2xf8E4M3FN>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_right_arithmetic on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.shift_right_arithmetic %arg0, %arg0 : tensor<2xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_right_arithmetic on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.shift_right_arithmetic %arg0, %arg0 : tensor<2xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_right_arithmetic on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.shift_right_arithmetic %arg0, %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_right_logical on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.shift_right_logical %arg0, %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// shift_right_logical on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.shift_right_logical %arg0, %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// shift_right_logical on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.shift_right_logical %arg0, %arg0 : tensor<2xi8>
  return
}
// -----
// jaxlib: accept
// shift_right_logical on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.shift_right_logical %arg0, %arg0 : tensor<2xui32>
  return
}
// -----
// jaxlib: reject
// shift_right_logical on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.shift_right_logical %arg0, %arg0 : tensor<2xbf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_right_logical on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.shift_right_logical %arg0, %arg0 : tensor<2xf8E4M3FN>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_right_logical on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.shift_right_logical %arg0, %arg0 : tensor<2xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_right_logical on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.shift_right_logical %arg0, %arg0 : tensor<2xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_right_logical on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.shift_right_logical %arg0, %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// subtract on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.subtract %arg0, %arg0 : tensor<2xi1>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// subtract on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.subtract %arg0, %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// subtract on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.subtract %arg0, %arg0 : tensor<2xi8>
  return
}
// -----
// jaxlib: accept
// subtract on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.subtract %arg0, %arg0 : tensor<2xui32>
  return
}
// -----
// jaxlib: accept
// subtract on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.subtract %arg0, %arg0 : tensor<2xbf16>
  return
}
// -----
// jaxlib: accept
// subtract on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.subtract %arg0, %arg0 : tensor<2xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// subtract on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.subtract %arg0, %arg0 : tensor<2xf32>
  return
}
// -----
// jaxlib: accept
// subtract on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.subtract %arg0, %arg0 : tensor<2xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// subtract on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.subtract %arg0, %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// xor on i1
func.func @f(%arg0: tensor<2xi1>) {
  %0 = stablehlo.xor %arg0, %arg0 : tensor<2xi1>
  return
}
// -----
// jaxlib: accept
// xor on i4
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.xor %arg0, %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// xor on i8
func.func @f(%arg0: tensor<2xi8>) {
  %0 = stablehlo.xor %arg0, %arg0 : tensor<2xi8>
  return
}
// -----
// jaxlib: accept
// xor on ui32
func.func @f(%arg0: tensor<2xui32>) {
  %0 = stablehlo.xor %arg0, %arg0 : tensor<2xui32>
  return
}
// -----
// jaxlib: reject
// xor on bf16
func.func @f(%arg0: tensor<2xbf16>) {
  %0 = stablehlo.xor %arg0, %arg0 : tensor<2xbf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// xor on f8E4M3FN
func.func @f(%arg0: tensor<2xf8E4M3FN>) {
  %0 = stablehlo.xor %arg0, %arg0 : tensor<2xf8E4M3FN>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// xor on f32
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.xor %arg0, %arg0 : tensor<2xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// xor on complex<f32>
func.func @f(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.xor %arg0, %arg0 : tensor<2xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// xor on index
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.xor %arg0, %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// tensor of i2 through a barrier
func.func @f(%arg0: tensor<2xi2>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xi2>
  return
}
// -----
// jaxlib: accept
// tensor of i2 through a reshape
func.func @f(%arg0: tensor<2xi2>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xi2>) -> tensor<1x2xi2>
  return
}
// -----
// jaxlib: reject
// tensor of i3 through a barrier
func.func @f(%arg0: tensor<2xi3>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xi3>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tensor of i3 through a reshape
func.func @f(%arg0: tensor<2xi3>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xi3>) -> tensor<1x2xi3>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// tensor of i4 through a barrier
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xi4>
  return
}
// -----
// jaxlib: accept
// tensor of i4 through a reshape
func.func @f(%arg0: tensor<2xi4>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xi4>) -> tensor<1x2xi4>
  return
}
// -----
// jaxlib: reject
// tensor of i7 through a barrier
func.func @f(%arg0: tensor<2xi7>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xi7>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tensor of i7 through a reshape
func.func @f(%arg0: tensor<2xi7>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xi7>) -> tensor<1x2xi7>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// tensor of i16 through a barrier
func.func @f(%arg0: tensor<2xi16>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xi16>
  return
}
// -----
// jaxlib: accept
// tensor of i16 through a reshape
func.func @f(%arg0: tensor<2xi16>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xi16>) -> tensor<1x2xi16>
  return
}
// -----
// jaxlib: accept
// tensor of i64 through a barrier
func.func @f(%arg0: tensor<2xi64>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xi64>
  return
}
// -----
// jaxlib: accept
// tensor of i64 through a reshape
func.func @f(%arg0: tensor<2xi64>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xi64>) -> tensor<1x2xi64>
  return
}
// -----
// jaxlib: reject
// tensor of i128 through a barrier
func.func @f(%arg0: tensor<2xi128>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xi128>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tensor of i128 through a reshape
func.func @f(%arg0: tensor<2xi128>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xi128>) -> tensor<1x2xi128>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// tensor of ui2 through a barrier
func.func @f(%arg0: tensor<2xui2>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xui2>
  return
}
// -----
// jaxlib: accept
// tensor of ui2 through a reshape
func.func @f(%arg0: tensor<2xui2>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xui2>) -> tensor<1x2xui2>
  return
}
// -----
// jaxlib: accept
// tensor of ui4 through a barrier
func.func @f(%arg0: tensor<2xui4>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xui4>
  return
}
// -----
// jaxlib: accept
// tensor of ui4 through a reshape
func.func @f(%arg0: tensor<2xui4>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xui4>) -> tensor<1x2xui4>
  return
}
// -----
// jaxlib: reject
// tensor of ui3 through a barrier
func.func @f(%arg0: tensor<2xui3>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xui3>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tensor of ui3 through a reshape
func.func @f(%arg0: tensor<2xui3>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xui3>) -> tensor<1x2xui3>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tensor of si8 through a barrier
func.func @f(%arg0: tensor<2xsi8>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xsi8>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tensor of si8 through a reshape
func.func @f(%arg0: tensor<2xsi8>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xsi8>) -> tensor<1x2xsi8>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// tensor of f4E2M1FN through a barrier
func.func @f(%arg0: tensor<2xf4E2M1FN>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xf4E2M1FN>
  return
}
// -----
// jaxlib: accept
// tensor of f4E2M1FN through a reshape
func.func @f(%arg0: tensor<2xf4E2M1FN>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xf4E2M1FN>) -> tensor<1x2xf4E2M1FN>
  return
}
// -----
// jaxlib: accept
// tensor of f6E2M3FN through a barrier
func.func @f(%arg0: tensor<2xf6E2M3FN>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xf6E2M3FN>
  return
}
// -----
// jaxlib: accept
// tensor of f6E2M3FN through a reshape
func.func @f(%arg0: tensor<2xf6E2M3FN>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xf6E2M3FN>) -> tensor<1x2xf6E2M3FN>
  return
}
// -----
// jaxlib: accept
// tensor of f6E3M2FN through a barrier
func.func @f(%arg0: tensor<2xf6E3M2FN>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xf6E3M2FN>
  return
}
// -----
// jaxlib: accept
// tensor of f6E3M2FN through a reshape
func.func @f(%arg0: tensor<2xf6E3M2FN>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xf6E3M2FN>) -> tensor<1x2xf6E3M2FN>
  return
}
// -----
// jaxlib: accept
// tensor of f8E3M4 through a barrier
func.func @f(%arg0: tensor<2xf8E3M4>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xf8E3M4>
  return
}
// -----
// jaxlib: accept
// tensor of f8E3M4 through a reshape
func.func @f(%arg0: tensor<2xf8E3M4>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xf8E3M4>) -> tensor<1x2xf8E3M4>
  return
}
// -----
// jaxlib: accept
// tensor of f8E4M3 through a barrier
func.func @f(%arg0: tensor<2xf8E4M3>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xf8E4M3>
  return
}
// -----
// jaxlib: accept
// tensor of f8E4M3 through a reshape
func.func @f(%arg0: tensor<2xf8E4M3>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xf8E4M3>) -> tensor<1x2xf8E4M3>
  return
}
// -----
// jaxlib: accept
// tensor of f8E4M3B11FNUZ through a barrier
func.func @f(%arg0: tensor<2xf8E4M3B11FNUZ>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xf8E4M3B11FNUZ>
  return
}
// -----
// jaxlib: accept
// tensor of f8E4M3B11FNUZ through a reshape
func.func @f(%arg0: tensor<2xf8E4M3B11FNUZ>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xf8E4M3B11FNUZ>) -> tensor<1x2xf8E4M3B11FNUZ>
  return
}
// -----
// jaxlib: accept
// tensor of f8E4M3FNUZ through a barrier
func.func @f(%arg0: tensor<2xf8E4M3FNUZ>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xf8E4M3FNUZ>
  return
}
// -----
// jaxlib: accept
// tensor of f8E4M3FNUZ through a reshape
func.func @f(%arg0: tensor<2xf8E4M3FNUZ>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xf8E4M3FNUZ>) -> tensor<1x2xf8E4M3FNUZ>
  return
}
// -----
// jaxlib: accept
// tensor of f8E5M2 through a barrier
func.func @f(%arg0: tensor<2xf8E5M2>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xf8E5M2>
  return
}
// -----
// jaxlib: accept
// tensor of f8E5M2 through a reshape
func.func @f(%arg0: tensor<2xf8E5M2>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xf8E5M2>) -> tensor<1x2xf8E5M2>
  return
}
// -----
// jaxlib: accept
// tensor of f8E5M2FNUZ through a barrier
func.func @f(%arg0: tensor<2xf8E5M2FNUZ>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xf8E5M2FNUZ>
  return
}
// -----
// jaxlib: accept
// tensor of f8E5M2FNUZ through a reshape
func.func @f(%arg0: tensor<2xf8E5M2FNUZ>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xf8E5M2FNUZ>) -> tensor<1x2xf8E5M2FNUZ>
  return
}
// -----
// jaxlib: accept
// tensor of f8E8M0FNU through a barrier
func.func @f(%arg0: tensor<2xf8E8M0FNU>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xf8E8M0FNU>
  return
}
// -----
// jaxlib: accept
// tensor of f8E8M0FNU through a reshape
func.func @f(%arg0: tensor<2xf8E8M0FNU>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xf8E8M0FNU>) -> tensor<1x2xf8E8M0FNU>
  return
}
// -----
// jaxlib: accept
// tensor of f16 through a barrier
func.func @f(%arg0: tensor<2xf16>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xf16>
  return
}
// -----
// jaxlib: accept
// tensor of f16 through a reshape
func.func @f(%arg0: tensor<2xf16>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xf16>) -> tensor<1x2xf16>
  return
}
// -----
// jaxlib: reject
// tensor of tf32 through a barrier
func.func @f(%arg0: tensor<2xtf32>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xtf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tensor of tf32 through a reshape
func.func @f(%arg0: tensor<2xtf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xtf32>) -> tensor<1x2xtf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// tensor of f64 through a barrier
func.func @f(%arg0: tensor<2xf64>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xf64>
  return
}
// -----
// jaxlib: accept
// tensor of f64 through a reshape
func.func @f(%arg0: tensor<2xf64>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xf64>) -> tensor<1x2xf64>
  return
}
// -----
// jaxlib: reject
// tensor of f80 through a barrier
func.func @f(%arg0: tensor<2xf80>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xf80>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tensor of f80 through a reshape
func.func @f(%arg0: tensor<2xf80>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xf80>) -> tensor<1x2xf80>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tensor of f128 through a barrier
func.func @f(%arg0: tensor<2xf128>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xf128>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tensor of f128 through a reshape
func.func @f(%arg0: tensor<2xf128>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xf128>) -> tensor<1x2xf128>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// tensor of complex<f64> through a barrier
func.func @f(%arg0: tensor<2xcomplex<f64>>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xcomplex<f64>>
  return
}
// -----
// jaxlib: accept
// tensor of complex<f64> through a reshape
func.func @f(%arg0: tensor<2xcomplex<f64>>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xcomplex<f64>>) -> tensor<1x2xcomplex<f64>>
  return
}
// -----
// jaxlib: reject
// tensor of complex<f16> through a barrier
func.func @f(%arg0: tensor<2xcomplex<f16>>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xcomplex<f16>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tensor of complex<f16> through a reshape
func.func @f(%arg0: tensor<2xcomplex<f16>>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xcomplex<f16>>) -> tensor<1x2xcomplex<f16>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tensor of complex<i32> through a barrier
func.func @f(%arg0: tensor<2xcomplex<i32>>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xcomplex<i32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tensor of complex<i32> through a reshape
func.func @f(%arg0: tensor<2xcomplex<i32>>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xcomplex<i32>>) -> tensor<1x2xcomplex<i32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tensor of index through a barrier
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tensor of index through a reshape
func.func @f(%arg0: tensor<2xindex>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2xindex>) -> tensor<1x2xindex>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tensor of none through a barrier
func.func @f(%arg0: tensor<2xnone>) {  // error: PA0012
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2xnone>
  return
}
// -----
// jaxlib: reject
// tensor of none through a reshape
func.func @f(%arg0: tensor<2xnone>) {  // error: PA0012
  %0 = stablehlo.reshape %arg0 : (tensor<2xnone>) -> tensor<1x2xnone>
  return
}
