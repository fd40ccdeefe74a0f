// test: verify
// jaxlib: reject
// stablehlo.cbrt: `tensor<0xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<0xf32>) {
  %r = "stablehlo.cbrt"(%a0) : (tensor<0xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.cbrt: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.cbrt"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.cbrt: accepted, unknown sizes
func.func @g(%a0: tensor<1x3xf32>) {
  %r = "stablehlo.cbrt"(%a0) : (tensor<1x3xf32>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.ceil: `tensor<0xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<0xf32>) {
  %r = "stablehlo.ceil"(%a0) : (tensor<0xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.ceil: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.ceil"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.ceil: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.ceil"(%a0) : (tensor<2x3xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.cosine: `tensor<2xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.cosine"(%a0) : (tensor<2xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.cosine: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.cosine"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.cosine: accepted, unknown sizes
func.func @g(%a0: tensor<1x4xf32>) {
  %r = "stablehlo.cosine"(%a0) : (tensor<1x4xf32>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.exponential: `tensor<2xf32>` and `tensor<3xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.exponential"(%a0) : (tensor<2xf32>) -> tensor<3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.exponential: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.exponential"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.exponential: accepted, unknown sizes
func.func @g(%a0: tensor<?xf32>) {
  %r = "stablehlo.exponential"(%a0) : (tensor<?xf32>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.exponential_minus_one: `tensor<2xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.exponential_minus_one"(%a0) : (tensor<2xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.exponential_minus_one: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.exponential_minus_one"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.exponential_minus_one: accepted, unknown sizes
func.func @g(%a0: tensor<2x2xf32>) {
  %r = "stablehlo.exponential_minus_one"(%a0) : (tensor<2x2xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.floor: `tensor<2xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.floor"(%a0) : (tensor<2xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.floor: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.floor"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.floor: accepted, unknown sizes
func.func @g(%a0: tensor<1x3xf32>) {
  %r = "stablehlo.floor"(%a0) : (tensor<1x3xf32>) -> tensor<?x3xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.log: `tensor<2xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.log"(%a0) : (tensor<2xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.log: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.log"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.log: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.log"(%a0) : (tensor<2x3xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.log_plus_one: `tensor<2xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.log_plus_one"(%a0) : (tensor<2xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.log_plus_one: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.log_plus_one"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.log_plus_one: accepted, unknown sizes
func.func @g(%a0: tensor<0x3xf32>) {
  %r = "stablehlo.log_plus_one"(%a0) : (tensor<0x3xf32>) -> tensor<?x3xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.logistic: `tensor<2xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.logistic"(%a0) : (tensor<2xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.logistic: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.logistic"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.logistic: accepted, unknown sizes
func.func @g(%a0: tensor<0x4xf32>) {
  %r = "stablehlo.logistic"(%a0) : (tensor<0x4xf32>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.negate: `tensor<2xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.negate"(%a0) : (tensor<2xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.negate: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.negate"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.negate: accepted, unknown sizes
func.func @g(%a0: tensor<?x3xi8>) {
  %r = "stablehlo.negate"(%a0) : (tensor<?x3xi8>) -> tensor<2x3xi8>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.round_nearest_afz: `tensor<2x3xf32>` and `tensor<f32>` have different types
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.round_nearest_afz"(%a0) : (tensor<2x3xf32>) -> tensor<f32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.round_nearest_afz: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.round_nearest_afz"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.round_nearest_afz: accepted, unknown sizes
func.func @g(%a0: tensor<1x3xf32>) {
  %r = "stablehlo.round_nearest_afz"(%a0) : (tensor<1x3xf32>) -> tensor<?x3xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.round_nearest_even: `tensor<1xf32>` and `tensor<3xf32>` have different types
func.func @g(%a0: tensor<1xf32>) {
  %r = "stablehlo.round_nearest_even"(%a0) : (tensor<1xf32>) -> tensor<3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.round_nearest_even: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.round_nearest_even"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.round_nearest_even: accepted, unknown sizes
func.func @g(%a0: tensor<0x3xf32>) {
  %r = "stablehlo.round_nearest_even"(%a0) : (tensor<0x3xf32>) -> tensor<?x3xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.rsqrt: `tensor<2xf32>` and `tensor<2x2xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.rsqrt"(%a0) : (tensor<2xf32>) -> tensor<2x2xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.rsqrt: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.rsqrt"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.rsqrt: accepted, unknown sizes
func.func @g(%a0: tensor<1x?xf32>) {
  %r = "stablehlo.rsqrt"(%a0) : (tensor<1x?xf32>) -> tensor<?x3xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.sign: `tensor<0xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<0xf32>) {
  %r = "stablehlo.sign"(%a0) : (tensor<0xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.sign: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.sign"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.sign: accepted, unknown sizes
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.sign"(%a0) : (tensor<2xf32>) -> tensor<?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.sine: `tensor<2xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.sine"(%a0) : (tensor<2xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.sine: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.sine"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.sine: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.sine"(%a0) : (tensor<2x3xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.sqrt: `tensor<2x3xf32>` and `tensor<f32>` have different types
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.sqrt"(%a0) : (tensor<2x3xf32>) -> tensor<f32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.sqrt: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.sqrt"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.sqrt: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.sqrt"(%a0) : (tensor<2x3xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.tan: `tensor<2xf32>` and `tensor<1x3xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.tan"(%a0) : (tensor<2xf32>) -> tensor<1x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.tan: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.tan"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.tan: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.tan"(%a0) : (tensor<2x3xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.tanh: `tensor<2xf32>` and `tensor<4xf32>` have different types
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.tanh"(%a0) : (tensor<2xf32>) -> tensor<4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.tanh: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.tanh"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.tanh: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf16>) {
  %r = "stablehlo.tanh"(%a0) : (tensor<2x3xf16>) -> tensor<?x?xf16>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.abs: expected type `tensor<i64>` for the result, found `tensor<2x8xf32>`
func.func @g(%a0: tensor<i64>) {
  %r = "stablehlo.abs"(%a0) : (tensor<i64>) -> tensor<2x8xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// stablehlo.abs: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.abs"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.abs: accepted, unknown sizes
func.func @g(%a0: tensor<1x3xf32>) {
  %r = "stablehlo.abs"(%a0) : (tensor<1x3xf32>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.cbrt: negative tolerance ulps = -1 in a result accuracy
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.cbrt"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, rtol = 1.0, ulps = -1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: accept
// stablehlo.cbrt: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.cbrt"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, rtol = 1.0, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.cbrt: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.cbrt"(%a0) : (tensor<2x3xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.exponential: negative tolerance ulps = -1 in a result accuracy
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.exponential"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, rtol = 1.0, ulps = -1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: accept
// stablehlo.exponential: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.exponential"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, rtol = 1.0, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.exponential: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.exponential"(%a0) : (tensor<2x3xf32>) -> tensor<?x3xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.tan: negative tolerance ulps = -1 in a result accuracy
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.tan"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, rtol = 1.0, ulps = -1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: accept
// stablehlo.tan: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.tan"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, rtol = 1.0, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.tan: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.tan"(%a0) : (tensor<2x3xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.logistic: negative tolerance ulps = -1 in a result accuracy
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.logistic"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, rtol = 1.0, ulps = -1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: accept
// stablehlo.logistic: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.logistic"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, rtol = 1.0, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.logistic: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.logistic"(%a0) : (tensor<2x3xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.abs: accepted
func.func @g(%a0: tensor<2xcomplex<f32>>) {
  %r = "stablehlo.abs"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.abs: accepted, unknown sizes
func.func @g(%a0: tensor<?xf32>) {
  %r = "stablehlo.abs"(%a0) : (tensor<?xf32>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.count_leading_zeros: `tensor<3xi32>` and `tensor<2xi32>` have different types
func.func @g(%a0: tensor<3xi32>) {
  %r = "stablehlo.count_leading_zeros"(%a0) : (tensor<3xi32>) -> tensor<2xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.count_leading_zeros: accepted
func.func @g(%a0: tensor<2x3xi32>) {
  %r = "stablehlo.count_leading_zeros"(%a0) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.count_leading_zeros: accepted, unknown sizes
func.func @g(%a0: tensor<?xi32>) {
  %r = "stablehlo.count_leading_zeros"(%a0) : (tensor<?xi32>) -> tensor<?xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.popcnt: `tensor<i32>` and `tensor<2x3xi32>` have different types
func.func @g(%a0: tensor<i32>) {
  %r = "stablehlo.popcnt"(%a0) : (tensor<i32>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.popcnt: accepted
func.func @g(%a0: tensor<2x3xi32>) {
  %r = "stablehlo.popcnt"(%a0) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.popcnt: accepted, unknown sizes
func.func @g(%a0: tensor<2x1xi32>) {
  %r = "stablehlo.popcnt"(%a0) : (tensor<2x1xi32>) -> tensor<2x?xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.not: `tensor<i32>` and `tensor<2x3xi32>` have different types
func.func @g(%a0: tensor<i32>) {
  %r = "stablehlo.not"(%a0) : (tensor<i32>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.not: accepted
func.func @g(%a0: tensor<2x3xi32>) {
  %r = "stablehlo.not"(%a0) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.not: accepted, unknown sizes
func.func @g(%a0: tensor<2x2xi32>) {
  %r = "stablehlo.not"(%a0) : (tensor<2x2xi32>) -> tensor<?x?xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.is_finite: expected type `tensor<2xi1>` for the result, found `tensor<2x3xi1>`
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.is_finite"(%a0) : (tensor<2xf32>) -> tensor<2x3xi1>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// stablehlo.is_finite: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.is_finite"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.is_finite: accepted, unknown sizes
func.func @g(%a0: tensor<0x3xf32>) {
  %r = "stablehlo.is_finite"(%a0) : (tensor<0x3xf32>) -> tensor<?x3xi1>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.real: expected type `tensor<4xf32>` for the result, found `tensor<3xf32>`
func.func @g(%a0: tensor<4xf32>) {
  %r = "stablehlo.real"(%a0) : (tensor<4xf32>) -> tensor<3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// stablehlo.real: accepted
func.func @g(%a0: tensor<2x3xcomplex<f32>>) {
  %r = "stablehlo.real"(%a0) : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.real: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.real"(%a0) : (tensor<2x3xf32>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.real: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.real"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.real: accepted, unknown sizes
func.func @g(%a0: tensor<0x?xf32>) {
  %r = "stablehlo.real"(%a0) : (tensor<0x?xf32>) -> tensor<0x3xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.imag: expected type `tensor<2xf32>` for the result, found `tensor<3xf32>`
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.imag"(%a0) : (tensor<2xf32>) -> tensor<3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// stablehlo.imag: accepted
func.func @g(%a0: tensor<2x3xcomplex<f32>>) {
  %r = "stablehlo.imag"(%a0) : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.imag: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.imag"(%a0) : (tensor<2x3xf32>) -> tensor<?x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.imag: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.imag"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.imag: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.imag"(%a0) : (tensor<2x3xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.add: the operands and results `tensor<2xi1>, tensor<2x3xi1>, tensor<2x3xi1>` have different shapes
func.func @g(%a0: tensor<2xi1>, %a1: tensor<2x3xi1>) {
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.add: expected one element type, found i1 and f32
func.func @g(%a0: tensor<3xi1>, %a1: tensor<2x3xi1>) {
  %r = "stablehlo.add"(%a0, %a1) : (tensor<3xi1>, tensor<2x3xi1>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.add: expected one element type, found f32 and complex<f32>
func.func @g(%a0: tensor<3xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.add"(%a0, %a1) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.add: expected one element type, found bf16 and f32
func.func @g(%a0: tensor<2x3xbf16>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x3xbf16>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.add: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<2x3xcomplex<f32>>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x3xcomplex<f32>>, tensor<2x3xf32>) -> tensor<2xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.add: expected one element type, found complex<f64> and f4E2M1FN
func.func @g(%a0: tensor<2x3xcomplex<f64>>, %a1: tensor<2x3xcomplex<f64>>) {
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xf4E2M1FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.add: expected one element type, found f32 and f64
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<0x3xf32>) {
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x3xf32>, tensor<0x3xf32>) -> tensor<2x3xf64>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.add: expected one element type, found f32 and f8E8M0FNU
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf8E8M0FNU>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.add: expected one element type, found f32 and i1
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<4xi1>) {
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x3xf32>, tensor<4xi1>) -> tensor<2x6xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.add: expected one element type, found f32 and ui2
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xui2>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.add: expected type `tensor<2x3xf32>` for the result, found `tensor<2x?xf32, #stablehlo.bounds<?, 1>>`
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 1>>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.add: expected one element type, found f32 and f4E2M1FN
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf4E2M1FN>) {
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf4E2M1FN>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.add: the sizes of dimension 1 of `tensor<2x3xf32>, tensor<2x?xf32, #stablehlo.bounds<?, 1>>` differ
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x?xf32, #stablehlo.bounds<?, 1>>) {
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x?xf32, #stablehlo.bounds<?, 1>>) -> tensor<2x3xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.add: expected one element type, found f4E2M1FN and i64
func.func @g(%a0: tensor<2x3xf4E2M1FN>, %a1: tensor<2x3xf4E2M1FN>) {
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x3xf4E2M1FN>, tensor<2x3xf4E2M1FN>) -> tensor<2x3xi64>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.atan2: `tensor<2xf32>` and `tensor<2x3xf32>` have different types
func.func @g(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "stablehlo.atan2"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.atan2: the operands and results `tensor<2x?xf32>, tensor<2x5xf32>, tensor<2x3xf32>` have different shapes
func.func @g(%a0: tensor<2x?xf32>, %a1: tensor<2x5xf32>) {
  %r = "stablehlo.atan2"(%a0, %a1) : (tensor<2x?xf32>, tensor<2x5xf32>) -> tensor<2x3xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// stablehlo.atan2: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.atan2"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.atan2: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf16>, %a1: tensor<2x?xf16>) {
  %r = "stablehlo.atan2"(%a0, %a1) : (tensor<2x3xf16>, tensor<2x?xf16>) -> tensor<2x3xf16>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.divide: `tensor<2x3xi8>` and `tensor<2x0xi8>` have different types
func.func @g(%a0: tensor<2x3xi8>, %a1: tensor<2x?xi8>) {
  %r = "stablehlo.divide"(%a0, %a1) : (tensor<2x3xi8>, tensor<2x?xi8>) -> tensor<2x0xi8>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.divide: the operands and results `tensor<2x?xf32>, tensor<2x3xf32>, tensor<2x0xf32>` have different shapes
func.func @g(%a0: tensor<2x?xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.divide"(%a0, %a1) : (tensor<2x?xf32>, tensor<2x3xf32>) -> tensor<2x0xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// stablehlo.divide: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.divide"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.divide: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.divide"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.maximum: `tensor<2x3xi1>` and `tensor<2xi1>` have different types
func.func @g(%a0: tensor<2x3xi1>, %a1: tensor<2x3xi1>) {
  %r = "stablehlo.maximum"(%a0, %a1) : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.maximum: the operands and results `tensor<2x?xf32>, tensor<2x3xf32>, tensor<2x2xf32>` have different shapes
func.func @g(%a0: tensor<2x?xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.maximum"(%a0, %a1) : (tensor<2x?xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.maximum: expected type `tensor<?x3xf32, #stablehlo.bounds<1, ?>>` for the result, found `tensor<2x?xf32, #stablehlo.bounds<?, 3>>`
func.func @g(%a0: tensor<?x3xf32, #stablehlo.bounds<3, ?>>, %a1: tensor<?x?xf32, #stablehlo.bounds<1, ?>>) {
  %r = "stablehlo.maximum"(%a0, %a1) : (tensor<?x3xf32, #stablehlo.bounds<3, ?>>, tensor<?x?xf32, #stablehlo.bounds<1, ?>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// stablehlo.maximum: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.maximum"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.maximum: accepted, unknown sizes
func.func @g(%a0: tensor<2x?xi2>, %a1: tensor<2x3xi2>) {
  %r = "stablehlo.maximum"(%a0, %a1) : (tensor<2x?xi2>, tensor<2x3xi2>) -> tensor<2x3xi2>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.minimum: `tensor<4xi4>` and `tensor<1x3xi4>` have different types
func.func @g(%a0: tensor<4xi4>, %a1: tensor<1x3xi4>) {
  %r = "stablehlo.minimum"(%a0, %a1) : (tensor<4xi4>, tensor<1x3xi4>) -> tensor<2x3xi4>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.minimum: the operands and results `tensor<2x?xf32>, tensor<2x2xf32>, tensor<2x8xf32>` have different shapes
func.func @g(%a0: tensor<2x?xf32>, %a1: tensor<2x2xf32>) {
  %r = "stablehlo.minimum"(%a0, %a1) : (tensor<2x?xf32>, tensor<2x2xf32>) -> tensor<2x8xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// stablehlo.minimum: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.minimum"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.minimum: accepted, unknown sizes
func.func @g(%a0: tensor<2x?xi8>, %a1: tensor<2x3xi8>) {
  %r = "stablehlo.minimum"(%a0, %a1) : (tensor<2x?xi8>, tensor<2x3xi8>) -> tensor<2x3xi8>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.multiply: `tensor<2x3xf32>` and `tensor<2xf32>` have different types
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2xf32>) {
  %r = "stablehlo.multiply"(%a0, %a1) : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.multiply: the operands and results `tensor<?x3xf32>, tensor<2x3xf32>, tensor<3x3xf32>` have different shapes
func.func @g(%a0: tensor<?x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.multiply"(%a0, %a1) : (tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// stablehlo.multiply: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.multiply"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.multiply: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xi1>, %a1: tensor<2x?xi1>) {
  %r = "stablehlo.multiply"(%a0, %a1) : (tensor<2x3xi1>, tensor<2x?xi1>) -> tensor<2x3xi1>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.power: `tensor<0x3xf32>` and `tensor<3xf32>` have different types
func.func @g(%a0: tensor<0x3xf32>, %a1: tensor<3xf32>) {
  %r = "stablehlo.power"(%a0, %a1) : (tensor<0x3xf32>, tensor<3xf32>) -> tensor<8x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.power: the operands and results `tensor<2x?xf32>, tensor<2x4xf32>, tensor<2x3xf32>` have different shapes
func.func @g(%a0: tensor<2x?xf32>, %a1: tensor<2x4xf32>) {
  %r = "stablehlo.power"(%a0, %a1) : (tensor<2x?xf32>, tensor<2x4xf32>) -> tensor<2x3xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// stablehlo.power: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.power"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.power: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.power"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.remainder: `tensor<2x1xi8>` and `tensor<2x3xi8>` have different types
func.func @g(%a0: tensor<2x1xi8>, %a1: tensor<2x3xi8>) {
  %r = "stablehlo.remainder"(%a0, %a1) : (tensor<2x1xi8>, tensor<2x3xi8>) -> tensor<?x3xi8>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.remainder: expected type `tensor<2x3xf32>` for the result, found `tensor<2x?xf32, #stablehlo.bounds<?, 0>>`
func.func @g(%a0: tensor<2x?xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.remainder"(%a0, %a1) : (tensor<2x?xf32>, tensor<2x3xf32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 0>>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.remainder: the operands and results `tensor<2x?xf32>, tensor<2x4xf32>, tensor<2x3xf32>` have different shapes
func.func @g(%a0: tensor<2x?xf32>, %a1: tensor<2x4xf32>) {
  %r = "stablehlo.remainder"(%a0, %a1) : (tensor<2x?xf32>, tensor<2x4xf32>) -> tensor<2x3xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// stablehlo.remainder: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.remainder"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.remainder: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xi8>, %a1: tensor<2x?xi8>) {
  %r = "stablehlo.remainder"(%a0, %a1) : (tensor<2x3xi8>, tensor<2x?xi8>) -> tensor<2x3xi8>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.subtract: `tensor<2x3xi8>` and `tensor<3xi8>` have different types
func.func @g(%a0: tensor<2x3xi8>, %a1: tensor<3xi8>) {
  %r = "stablehlo.subtract"(%a0, %a1) : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.subtract: expected type `tensor<2x3xf32>` for the result, found `tensor<?x?xf32, #stablehlo.bounds<0, ?>>`
func.func @g(%a0: tensor<?x3xf32, #stablehlo.bounds<2, ?>>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.subtract"(%a0, %a1) : (tensor<?x3xf32, #stablehlo.bounds<2, ?>>, tensor<2x3xf32>) -> tensor<?x?xf32, #stablehlo.bounds<0, ?>>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.subtract: the operands and results `tensor<?x3xf32>, tensor<2x3xf32>, tensor<1x3xf32>` have different shapes
func.func @g(%a0: tensor<?x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.subtract"(%a0, %a1) : (tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<1x3xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// stablehlo.subtract: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.subtract"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.subtract: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.subtract"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.and: `tensor<?x3xi32>` and `tensor<i32>` have different types
func.func @g(%a0: tensor<?x3xi32>, %a1: tensor<i32>) {
  %r = "stablehlo.and"(%a0, %a1) : (tensor<?x3xi32>, tensor<i32>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.and: the operands and results `tensor<?x?xi32>, tensor<2x3xi32>, tensor<2x8xi32>` have different shapes
func.func @g(%a0: tensor<?x?xi32>, %a1: tensor<2x3xi32>) {
  %r = "stablehlo.and"(%a0, %a1) : (tensor<?x?xi32>, tensor<2x3xi32>) -> tensor<2x8xi32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.and: expected type `tensor<2x3xi32>` for the result, found `tensor<?x3xi32, #stablehlo.bounds<1, ?>>`
func.func @g(%a0: tensor<?x3xi32, #stablehlo.bounds<2, ?>>, %a1: tensor<2x3xi32>) {
  %r = "stablehlo.and"(%a0, %a1) : (tensor<?x3xi32, #stablehlo.bounds<2, ?>>, tensor<2x3xi32>) -> tensor<?x3xi32, #stablehlo.bounds<1, ?>>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// stablehlo.and: accepted
func.func @g(%a0: tensor<2x3xi32>, %a1: tensor<2x3xi32>) {
  %r = "stablehlo.and"(%a0, %a1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.and: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xi1>, %a1: tensor<2x3xi1>) {
  %r = "stablehlo.and"(%a0, %a1) : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<?x3xi1>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.or: `tensor<3xi1>` and `tensor<2x3xi1>` have different types
func.func @g(%a0: tensor<3xi1>, %a1: tensor<2x3xi1>) {
  %r = "stablehlo.or"(%a0, %a1) : (tensor<3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.or: the operands and results `tensor<2x?xi32>, tensor<2x3xi32>, tensor<2x1xi32>` have different shapes
func.func @g(%a0: tensor<2x?xi32>, %a1: tensor<2x3xi32>) {
  %r = "stablehlo.or"(%a0, %a1) : (tensor<2x?xi32>, tensor<2x3xi32>) -> tensor<2x1xi32>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// stablehlo.or: accepted
func.func @g(%a0: tensor<2x3xi32>, %a1: tensor<2x3xi32>) {
  %r = "stablehlo.or"(%a0, %a1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.or: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xi1>, %a1: tensor<2x3xi1>) {
  %r = "stablehlo.or"(%a0, %a1) : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<?x3xi1>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.xor: `tensor<2x3xi32>` and `tensor<2xi32>` have different types
func.func @g(%a0: tensor<2x3xi32>, %a1: tensor<2xi32>) {
  %r = "stablehlo.xor"(%a0, %a1) : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<2xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.xor: the operands and results `tensor<?x3xi32>, tensor<5x3xi32>, tensor<2x3xi32>` have different shapes
func.func @g(%a0: tensor<?x3xi32>, %a1: tensor<5x3xi32>) {
  %r = "stablehlo.xor"(%a0, %a1) : (tensor<?x3xi32>, tensor<5x3xi32>) -> tensor<2x3xi32>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// stablehlo.xor: accepted
func.func @g(%a0: tensor<2x3xi32>, %a1: tensor<2x3xi32>) {
  %r = "stablehlo.xor"(%a0, %a1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.xor: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xi32>, %a1: tensor<2x3xi32>) {
  %r = "stablehlo.xor"(%a0, %a1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x?xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.shift_left: `tensor<2x?xi2>` and `tensor<2xi32>` have different types
func.func @g(%a0: tensor<2x?xi2>, %a1: tensor<2xi32>) {
  %r = "stablehlo.shift_left"(%a0, %a1) : (tensor<2x?xi2>, tensor<2xi32>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.shift_left: expected type `tensor<2x6xi32>` for the result, found `tensor<2x?xi32, #stablehlo.bounds<?, 4>>`
func.func @g(%a0: tensor<2x?xi32>, %a1: tensor<2x6xi32>) {
  %r = "stablehlo.shift_left"(%a0, %a1) : (tensor<2x?xi32>, tensor<2x6xi32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// stablehlo.shift_left: accepted
func.func @g(%a0: tensor<2x3xi32>, %a1: tensor<2x3xi32>) {
  %r = "stablehlo.shift_left"(%a0, %a1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.shift_left: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xi8>, %a1: tensor<?x?xi8>) {
  %r = "stablehlo.shift_left"(%a0, %a1) : (tensor<2x3xi8>, tensor<?x?xi8>) -> tensor<?x?xi8>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.shift_right_arithmetic: `tensor<?x3xi32>` and `tensor<2xi32>` have different types
func.func @g(%a0: tensor<?x3xi32>, %a1: tensor<2xi32>) {
  %r = "stablehlo.shift_right_arithmetic"(%a0, %a1) : (tensor<?x3xi32>, tensor<2xi32>) -> tensor<3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.shift_right_arithmetic: expected type `tensor<2x3xi32>` for the result, found `tensor<2x?xi32, #stablehlo.bounds<?, 0>>`
func.func @g(%a0: tensor<2x?xi32>, %a1: tensor<2x3xi32>) {
  %r = "stablehlo.shift_right_arithmetic"(%a0, %a1) : (tensor<2x?xi32>, tensor<2x3xi32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 0>>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.shift_right_arithmetic: the operands and results `tensor<?x3xi32>, tensor<2x3xi32>, tensor<1x3xi32>` have different shapes
func.func @g(%a0: tensor<?x3xi32>, %a1: tensor<2x3xi32>) {
  %r = "stablehlo.shift_right_arithmetic"(%a0, %a1) : (tensor<?x3xi32>, tensor<2x3xi32>) -> tensor<1x3xi32>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// stablehlo.shift_right_arithmetic: accepted
func.func @g(%a0: tensor<2x3xi32>, %a1: tensor<2x3xi32>) {
  %r = "stablehlo.shift_right_arithmetic"(%a0, %a1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.shift_right_arithmetic: accepted, unknown sizes
func.func @g(%a0: tensor<2x?xi2>, %a1: tensor<2x3xi2>) {
  %r = "stablehlo.shift_right_arithmetic"(%a0, %a1) : (tensor<2x?xi2>, tensor<2x3xi2>) -> tensor<?x?xi2>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.shift_right_logical: `tensor<3xi32>` and `tensor<3xi4>` have different types
func.func @g(%a0: tensor<3xi32>, %a1: tensor<3xi4>) {
  %r = "stablehlo.shift_right_logical"(%a0, %a1) : (tensor<3xi32>, tensor<3xi4>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.shift_right_logical: expected type `tensor<2x4xi32>` for the result, found `tensor<2x?xi32, #stablehlo.bounds<?, 2>>`
func.func @g(%a0: tensor<?x?xi32>, %a1: tensor<2x4xi32>) {
  %r = "stablehlo.shift_right_logical"(%a0, %a1) : (tensor<?x?xi32>, tensor<2x4xi32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 2>>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// stablehlo.shift_right_logical: accepted
func.func @g(%a0: tensor<2x3xi32>, %a1: tensor<2x3xi32>) {
  %r = "stablehlo.shift_right_logical"(%a0, %a1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.shift_right_logical: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xi32>, %a1: tensor<2x3xi32>) {
  %r = "stablehlo.shift_right_logical"(%a0, %a1) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x?xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.complex: the operands and results `tensor<2xf32>, tensor<f32>, tensor<2xcomplex<f32>>` have different shapes
func.func @g(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  %r = "stablehlo.complex"(%a0, %a1) : (tensor<2xf32>, tensor<f32>) -> tensor<2xcomplex<f32>>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.complex: expected type `tensor<2xcomplex<f64>>` for the result, found `tensor<2xcomplex<f32>>`
func.func @g(%a0: tensor<2xf64>, %a1: tensor<2xf64>) {
  %r = "stablehlo.complex"(%a0, %a1) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xcomplex<f32>>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.complex: expected one element type, found f32 and f64
func.func @g(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  %r = "stablehlo.complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.complex: accepted
func.func @g(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "stablehlo.complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.complex: accepted, unknown sizes
func.func @g(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "stablehlo.complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xcomplex<f32>>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.compare: the operands and results `tensor<1xf32>, tensor<?xf32>, tensor<i1>` have different shapes
func.func @g(%a0: tensor<1xf32>, %a1: tensor<?xf32>) {
  %r = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<1xf32>, tensor<?xf32>) -> tensor<i1>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.compare: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<2xcomplex<f32>>, %a1: tensor<2xf32>) {
  %r = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<2xcomplex<f32>>, tensor<2xf32>) -> tensor<2xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.compare: expected one element type, found f16 and f32
func.func @g(%a0: tensor<2xf16>, %a1: tensor<2xf32>) {
  %r = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<2xf16>, tensor<2xf32>) -> tensor<2xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.compare: expected one element type, found f32 and bf16
func.func @g(%a0: tensor<2xf32>, %a1: tensor<2xbf16>) {
  %r = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<2xf32>, tensor<2xbf16>) -> tensor<2xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.compare: expected one element type, found f32 and complex<f32>
func.func @g(%a0: tensor<2xf32>, %a1: tensor<2xcomplex<f32>>) {
  %r = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<2xf32>, tensor<2xcomplex<f32>>) -> tensor<2xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.compare: expected type `tensor<2xi1>` for the result, found `tensor<?xi1, #stablehlo.bounds<0>>`
func.func @g(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xi1, #stablehlo.bounds<0>>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.compare: expected one element type, found f32 and f8E4M3FN
func.func @g(%a0: tensor<2xf32>, %a1: tensor<2xf8E4M3FN>) {
  %r = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<2xf32>, tensor<2xf8E4M3FN>) -> tensor<2xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.compare: expected one element type, found f32 and i1
func.func @g(%a0: tensor<2xf32>, %a1: tensor<i1>) {
  %r = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<2xf32>, tensor<i1>) -> tensor<2xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.compare: expected one element type, found f32 and ui2
func.func @g(%a0: tensor<2xf32>, %a1: tensor<2xui2>) {
  %r = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<2xf32>, tensor<2xui2>) -> tensor<2xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.compare: expected one element type, found f8E4M3FN and f32
func.func @g(%a0: tensor<2xf8E4M3FN>, %a1: tensor<2xf32>) {
  %r = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<2xf8E4M3FN>, tensor<2xf32>) -> tensor<2xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.compare: expected one element type, found i2 and f32
func.func @g(%a0: tensor<?xi2>, %a1: tensor<f32>) {
  %r = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<?xi2>, tensor<f32>) -> tensor<2xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.compare: expected one element type, found ui2 and f32
func.func @g(%a0: tensor<2xui2>, %a1: tensor<2xf32>) {
  %r = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<2xui2>, tensor<2xf32>) -> tensor<?xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.compare: expected one element type, found i1 and complex<f64>
func.func @g(%a0: tensor<4xi1>, %a1: tensor<2xcomplex<f64>>) {
  %r = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<4xi1>, tensor<2xcomplex<f64>>) -> tensor<2xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.compare: expected one element type, found i1 and f4E2M1FN
func.func @g(%a0: tensor<?xi1>, %a1: tensor<2xf4E2M1FN>) {
  %r = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<?xi1>, tensor<2xf4E2M1FN>) -> tensor<2xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.convert: the operands and results `tensor<f32>, tensor<2xi32>` have different shapes
func.func @g(%a0: tensor<f32>) {
  %r = "stablehlo.convert"(%a0) : (tensor<f32>) -> tensor<2xi32>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// stablehlo.convert: accepted
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.convert"(%a0) : (tensor<2xf32>) -> tensor<2xi32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.convert: accepted, unknown sizes
func.func @g(%a0: tensor<2xi1>) {
  %r = "stablehlo.convert"(%a0) : (tensor<2xi1>) -> tensor<?xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_precision: `tensor<f32>` and `tensor<2xf32>` have different types
func.func @g(%a0: tensor<f32>) {
  %r = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 5 : i32, mantissa_bits = 2 : i32}> : (tensor<f32>) -> tensor<2xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_precision: expected `mantissa_bits` to be at least 0, found -1
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 5 : i32, mantissa_bits = -1 : i32}> : (tensor<2xf32>) -> tensor<f32>  // error: PA0113
  func.return
}
// -----
// jaxlib: accept
// stablehlo.reduce_precision: accepted
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 5 : i32, mantissa_bits = 2 : i32}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.reduce_precision: accepted, unknown sizes
func.func @g(%a0: tensor<2xf16>) {
  %r = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 5 : i32, mantissa_bits = 2 : i32}> : (tensor<2xf16>) -> tensor<?xf16>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.clamp: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<complex<f32>>, %a1: tensor<2x3xf32>, %a2: tensor<f32>) {
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<complex<f32>>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.clamp: expected `min` to be a scalar or to have the shape of `tensor<f32>`, found `tensor<4xf32>`
func.func @g(%a0: tensor<4xf32>, %a1: tensor<f32>, %a2: tensor<f32>) {
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<f32>, tensor<f32>) -> tensor<2x3xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.clamp: expected one element type, found f32 and f64
func.func @g(%a0: tensor<2xf32>, %a1: tensor<2xf32>, %a2: tensor<f64>) {
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<2xf32>, tensor<2xf32>, tensor<f64>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.clamp: expected one element type, found f32 and i64
func.func @g(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<f32>) {
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<2x3xi64>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.clamp: expected one element type, found f32 and complex<f64>
func.func @g(%a0: tensor<f32>, %a1: tensor<2x3xf32>, %a2: tensor<2x3xf32>) {
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f64>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.clamp: expected one element type, found i64 and i1
func.func @g(%a0: tensor<i64>, %a1: tensor<2x3xi1>, %a2: tensor<i64>) {
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<i64>, tensor<2x3xi1>, tensor<i64>) -> tensor<2x3xi64>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.clamp: expected one element type, found f32 and ui8
func.func @g(%a0: tensor<f32>, %a1: tensor<2x3xf32>, %a2: tensor<f32>) {
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xui8>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.clamp: expected one element type, found f32 and f8E4M3FN
func.func @g(%a0: tensor<f32>, %a1: tensor<2x3xf32>, %a2: tensor<f8E4M3FN>) {
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<2x3xf32>, tensor<f8E4M3FN>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.clamp: expected one element type, found i1 and f32
func.func @g(%a0: tensor<i1>, %a1: tensor<2x3xf32>, %a2: tensor<f32>) {
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<i1>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x?xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.clamp: expected one element type, found f32 and f8E8M0FNU
func.func @g(%a0: tensor<?xf32>, %a1: tensor<2x3xf32>, %a2: tensor<f8E8M0FNU>) {
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<?xf32>, tensor<2x3xf32>, tensor<f8E8M0FNU>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.clamp: expected type `tensor<f32>` for the result, found `tensor<3xf32>`
func.func @g(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<f32>) {
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.clamp: expected one element type, found complex<f64> and i1
func.func @g(%a0: tensor<complex<f64>>, %a1: tensor<2x3x3xi1>, %a2: tensor<f32>) {
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<complex<f64>>, tensor<2x3x3xi1>, tensor<f32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.clamp: expected one element type, found f32 and bf16
func.func @g(%a0: tensor<f32>, %a1: tensor<2x3xf32>, %a2: tensor<bf16>) {
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<2x3xf32>, tensor<bf16>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.clamp: expected one element type, found f4E2M1FN and f32
func.func @g(%a0: tensor<f4E2M1FN>, %a1: tensor<2x3xf32>, %a2: tensor<f32>) {
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f4E2M1FN>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.select: the choices `tensor<2x3xi2>` and `tensor<i1>` have different types
func.func @g(%a0: tensor<i1>, %a1: tensor<2x3xi2>, %a2: tensor<i1>) {
  %r = "stablehlo.select"(%a0, %a1, %a2) : (tensor<i1>, tensor<2x3xi2>, tensor<i1>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.select: the predicate `tensor<1xi1>` is neither a scalar nor has the shape of `tensor<2x3xf32>`
func.func @g(%a0: tensor<1xi1>, %a1: tensor<2x3xf32>, %a2: tensor<2x3xf32>) {
  %r = "stablehlo.select"(%a0, %a1, %a2) : (tensor<1xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi4>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.select: expected type `tensor<2x3xf32>` for the result, found `tensor<i1>`
func.func @g(%a0: tensor<i1>, %a1: tensor<2x3xf32>, %a2: tensor<2x3xf32>) {
  %r = "stablehlo.select"(%a0, %a1, %a2) : (tensor<i1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<i1>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// stablehlo.select: accepted
func.func @g(%a0: tensor<i1>, %a1: tensor<2x3xf32>, %a2: tensor<2x3xf32>) {
  %r = "stablehlo.select"(%a0, %a1, %a2) : (tensor<i1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.select: accepted, unknown sizes
func.func @g(%a0: tensor<i1>, %a1: tensor<2x2xf32>, %a2: tensor<?x?xf32>) {
  %r = "stablehlo.select"(%a0, %a1, %a2) : (tensor<i1>, tensor<2x2xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.select: accepted
func.func @g(%a0: tensor<2x3xi1>, %a1: tensor<2x3xf32>, %a2: tensor<2x3xf32>) {
  %r = "stablehlo.select"(%a0, %a1, %a2) : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.select: accepted, unknown sizes
func.func @g(%a0: tensor<2x?xi1>, %a1: tensor<2x3xi1>, %a2: tensor<2x3xi1>) {
  %r = "stablehlo.select"(%a0, %a1, %a2) : (tensor<2x?xi1>, tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.bitcast_convert: dimension 0 of `tensor<5xi1>` and of `tensor<2xi1>` differ
func.func @g(%a0: tensor<5xi1>) {
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<5xi1>) -> tensor<2xi1>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.bitcast_convert: the ranks of `tensor<2xi1>` and `tensor<2xi2>` do not match their widths of 1 and 2 bits
func.func @g(%a0: tensor<2xi1>) {
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<2xi1>) -> tensor<2xi2>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.bitcast_convert: cannot convert between real and complex types, `tensor<f16>` and `tensor<complex<f64>>`
func.func @g(%a0: tensor<f16>) {
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<f16>) -> tensor<complex<f64>>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.bitcast_convert: 4 x 8 bits do not equal 16 bits, in `tensor<2xf16>` and `tensor<2x4xi8>`
func.func @g(%a0: tensor<2xf16>) {
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<2xf16>) -> tensor<2x4xi8>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// stablehlo.bitcast_convert: accepted
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<2xf32>) -> tensor<2xi32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.bitcast_convert: accepted, unknown sizes
func.func @g(%a0: tensor<f32>) {
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<f32>) -> tensor<?xi1>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.bitcast_convert: accepted
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<2xf32>) -> tensor<2x4xi8>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.bitcast_convert: accepted, unknown sizes
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<2xf32>) -> tensor<?xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.bitcast_convert: accepted
func.func @g(%a0: tensor<2x4xi8>) {
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<2x4xi8>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.bitcast_convert: accepted, unknown sizes
func.func @g(%a0: tensor<?xf32>) {
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<?xf32>) -> tensor<0xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.bitcast_convert: accepted
func.func @g(%a0: tensor<2x2xcomplex<f32>>) {
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<2x2xcomplex<f32>>) -> tensor<2xcomplex<f64>>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.bitcast_convert: accepted, unknown sizes
func.func @g(%a0: tensor<2x2xcomplex<f32>>) {
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<2x2xcomplex<f32>>) -> tensor<?xcomplex<f32>>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.after_all: accepted
func.func @g(%a0: !stablehlo.token, %a1: !stablehlo.token) {
  %r = "stablehlo.after_all"(%a0, %a1) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
  func.return
}
// -----
// jaxlib: accept
// stablehlo.create_token: accepted
func.func @g() {
  %r = "stablehlo.create_token"() : () -> !stablehlo.token
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_gather: `tensor<4xf32>` and `tensor<4x8xf32>` have different ranks
func.func @g(%a0: tensor<4xf32>) {
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4x8xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_gather: dimension 0 of `tensor<0x4xf32>` and of `tensor<4x8xf32>` differ
func.func @g(%a0: tensor<0x4xf32>) {
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<0x4xf32>) -> tensor<4x8xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_gather: replica id 1 appears more than once
func.func @g(%a0: tensor<?xf32>) {
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [1, 3]]> : tensor<2x2xi64>}> : (tensor<?xf32>) -> tensor<4x8xf32>  // error: PA0125
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_gather: dimension 1 of the operand is empty
func.func @g(%a0: tensor<4x0xf32>) {
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x0xf32>) -> tensor<4x7xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_gather: dimension 1 in `all_gather_dim` is out of range for a tensor of rank 1
func.func @g(%a0: tensor<4xf32>) {
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4x8xf32>  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_gather: replica id 2 is missing from the groups
func.func @g(%a0: tensor<4x4xi2>) {
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [5, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xi2>) -> tensor<4x8xi2>  // error: PA0125
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_gather: expected one result per operand: 0 operands, 1 results
func.func @g() {
  %r = "stablehlo.all_gather"() <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : () -> tensor<4x8xf32>  // error: PA0106
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_gather: expected type `tensor<…xf32>` for the result, found `tensor<2xi32>`
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<2xi32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_gather: expected `all_gather_dim` to be at least 0, found -1
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = -1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x?xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_gather: negative replica id -1
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4xf32>  // error: PA0125
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_gather: size 1 of dimension 1 of the result is not a multiple of 4
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x1xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// stablehlo.all_gather: accepted
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.all_gather: accepted, unknown sizes
func.func @g(%a0: tensor<0x4xf32>) {
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<0x4xf32>) -> tensor<?x8xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.all_gather: accepted
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_reduce: the region has an argument `f32` where it returns `tensor<i32>`
func.func @g(%a0: tensor<8xi8>) {
  %r = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({  // error: PA0124
  ^bb0(%b0: tensor<i32>, %b1: f32):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i32>
    "stablehlo.return"(%c0) : (tensor<i32>) -> ()
  }) : (tensor<8xi8>) -> tensor<4xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_reduce: expected one result per operand: 0 operands, 1 results
func.func @g() {
  %r = "stablehlo.all_reduce"() <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({  // error: PA0106
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : () -> tensor<4xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_reduce: replica id 1 appears more than once
func.func @g(%a0: tensor<4xi8>) {
  %r = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[1, 1], [1, 1]]> : tensor<2x2xi64>}> ({  // error: PA0125
  ^bb0(%b0: tensor<i32>, %b1: tensor<i32>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<4xi8>) -> tensor<4xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_reduce: replica id 2 is missing from the groups
func.func @g(%a0: tensor<4xi8>) {
  %r = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1], [4, 3]]> : tensor<2x2xi64>}> ({  // error: PA0125
  ^bb0(%b0: tensor<i32>, %b1: tensor<i32>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<4xi8>) -> tensor<4xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_reduce: expected 2 arguments of the region, found 1
func.func @g(%a0: tensor<4xi8>) {
  %r = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({  // error: PA0124
  ^bb0(%b0: tensor<i32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i8>
    "stablehlo.return"(%c0) : (tensor<i8>) -> ()
  }) : (tensor<4xi8>) -> tensor<4xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_reduce: expected type `tensor<i32>` for the result, found `tensor<4xi32>`
func.func @g(%a0: tensor<i8>) {
  %r = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({  // error: PA0111
  ^bb0(%b0: tensor<i32>, %b1: tensor<i32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i32>
    "stablehlo.return"(%c0) : (tensor<i32>) -> ()
  }) : (tensor<i8>) -> tensor<4xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_reduce: the initial value `i8` cannot be promoted to `tensor<i1>`, which the region returns
func.func @g(%a0: tensor<4xi8>) {
  %r = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({  // error: PA0124
  ^bb0(%b0: tensor<i1>, %b1: tensor<i1>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }) : (tensor<4xi8>) -> tensor<4xi1>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_reduce: expected 1 values returned by the region, found 0
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({  // error: PA0124
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_reduce: expected the region to return a tensor, found `none`
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({  // error: PA0124
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> none  // error: PA0111
    "stablehlo.return"(%c0) : (none) -> ()  // error: PA0110
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_reduce: expected stablehlo.return at the end of region 0, found stablehlo.constant
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1], [4, 3]]> : tensor<2x2xi64>}> ({%z = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>}) : (tensor<4x4xf32>) -> tensor<4x4xi4>  // error: PA0114
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_reduce: expected one block in region 0, found 0
func.func @g(%a0: tensor<4xi8>) {
  %r = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({}) : (tensor<4xi8>) -> tensor<4xi1>  // error: PA0114
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_reduce: expected stablehlo.return at the end of region 0, found an empty block
func.func @g(%a0: tensor<4xi8>) {
  %r = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({  // error: PA0114
  ^bb0:
  }) : (tensor<4xi8>) -> tensor<4xi32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.all_reduce: accepted
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.all_reduce: accepted, unknown sizes
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>) -> tensor<4x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_scatter: expected a terminator at the end of region 0, found an empty block
func.func @g(%a0: index) {
  %r = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 2 : i64}> ({  // error: PA0114
  ^bb0:
  }) : (index) -> tensor<4x2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_scatter: the region has an argument `f32` where it returns `tensor<i32>`
func.func @g(%a0: tensor<4x4xi8>) {
  %r = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64}> ({  // error: PA0124
  ^bb0(%b0: f32, %b1: tensor<i32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i32>
    "stablehlo.return"(%c0) : (tensor<i32>) -> ()
  }) : (tensor<4x4xi8>) -> tensor<4x2xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_scatter: dimension 0 of `tensor<4x4xi2>` and of `tensor<2x4xi2>` differ
func.func @g(%a0: tensor<4x4xi2>) {
  %r = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64}> ({  // error: PA0112
  ^bb0(%b0: tensor<i2>, %b1: tensor<i2>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i2>
    "stablehlo.return"(%c0) : (tensor<i2>) -> ()
  }) : (tensor<4x4xi2>) -> tensor<2x4xi2>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_scatter: negative replica id -1
func.func @g(%a0: tensor<4x4xi64>) {
  %r = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64}> ({  // error: PA0125
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<4x4xi64>) -> tensor<4x2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_scatter: replica id 3 is missing from the groups
func.func @g(%a0: tensor<f32>) {
  %r = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1], [2, 5]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64}> ({  // error: PA0125
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<f32>) -> tensor<4x2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_scatter: `tensor<f32>` and `tensor<4x2xf32>` have different ranks
func.func @g(%a0: tensor<f32>) {
  %r = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64}> ({  // error: PA0112
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<f32>) -> tensor<4x2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_scatter: size 0 of dimension 0 of the operand is not a multiple of 4
func.func @g(%a0: tensor<0x?xi8>) {
  %r = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64}> ({  // error: PA0112
  ^bb0(%b0: tensor<i32>, %b1: tensor<i32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i32>
    "stablehlo.return"(%c0) : (tensor<i32>) -> ()
  }) : (tensor<0x?xi8>) -> tensor<4x2xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_scatter: expected one block in region 0, found 0
func.func @g(%a0: tensor<4x4x2xf32>) {
  %r = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64}> ({}) : (tensor<4x4x2xf32>) -> tensor<?x2xf32>  // error: PA0114
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_scatter: the initial value `i8` cannot be promoted to `tensor<i1>`, which the region returns
func.func @g(%a0: tensor<4x4xi8>) {
  %r = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64}> ({  // error: PA0124
  ^bb0(%b0: tensor<i1>, %b1: tensor<i1>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }) : (tensor<4x4xi8>) -> tensor<4x4xi1>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_scatter: expected replica groups of rank 2, found rank 1
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<> : tensor<0xi64>, scatter_dimension = 1 : i64}> ({  // error: PA0125
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>) -> tensor<4x2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_scatter: replica id 1 appears more than once
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1], [1, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64}> ({  // error: PA0125
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<4x4xf32>) -> tensor<4x2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_scatter: expected `scatter_dimension` to be at least 0, found -1
func.func @g(%a0: tensor<4x4xi8>) {
  %r = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = -1 : i64}> ({  // error: PA0113
  ^bb0(%b0: tensor<i32>, %b1: tensor<i32>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<4x4xi8>) -> tensor<4x?xi32, #stablehlo.bounds<?, 0>>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_scatter: expected 1 values returned by the region, found 0
func.func @g(%a0: tensor<4x4xi8>) {
  %r = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64}> ({  // error: PA0124
  ^bb0(%b0: tensor<i32>, %b1: tensor<i32>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<4x4xi8>) -> tensor<i32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_scatter: expected the region to return a tensor, found `f32`
func.func @g(%a0: tensor<4x4xi8>) {
  %r = "stablehlo.reduce_scatter"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64}> ({  // error: PA0124
  ^bb0(%b0: tensor<i32>, %b1: tensor<i32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> f32  // error: PA0111
    "stablehlo.return"(%c0) : (f32) -> ()  // error: PA0110
  }) : (tensor<4x4xi8>) -> tensor<4x2xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_to_all: expected type `tensor<4xi1>` for the result, found `tensor<2x8xi1>`
func.func @g(%a0: tensor<4xi1>) {
  %r = "stablehlo.all_to_all"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64}> : (tensor<4xi1>) -> tensor<2x8xi1>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_to_all: `split_count` 2 does not divide dimension 0 of `tensor<3x4xi8>`
func.func @g(%a0: tensor<3x4xi8>) {
  %r = "stablehlo.all_to_all"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64}> : (tensor<3x4xi8>) -> tensor<2x8xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_to_all: replica id 2 appears more than once
func.func @g(%a0: tensor<3xf32>) {
  %r = "stablehlo.all_to_all"(%a0) <{replica_groups = dense<[[0, 2], [2, 3]]> : tensor<2x2xi64>, split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64}> : (tensor<3xf32>) -> tensor<8xf32>  // error: PA0125
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_to_all: negative replica id -1
func.func @g(%a0: tensor<2x8xf32>) {
  %r = "stablehlo.all_to_all"(%a0) <{replica_groups = dense<[[0, 1], [-1, 3]]> : tensor<2x2xi64>, split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64}> : (tensor<2x8xf32>) -> tensor<2x8xf32>  // error: PA0125
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_to_all: dimension 0 in `split_dimension` is out of range for a tensor of rank 0
func.func @g(%a0: tensor<f32>) {
  %r = "stablehlo.all_to_all"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64}> : (tensor<f32>) -> tensor<2x8xf32>  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_to_all: expected one result per operand: 0 operands, 1 results
func.func @g() {
  %r = "stablehlo.all_to_all"() <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 1 : i64}> : () -> tensor<2x8xf32>  // error: PA0106
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_to_all: expected `split_dimension` to be at least 0, found -1
func.func @g(%a0: tensor<4x4xi1>) {
  %r = "stablehlo.all_to_all"(%a0) <{replica_groups = dense<[[0, 8], [2, 3]]> : tensor<2x2xi64>, split_dimension = -1 : i64, concat_dimension = 1 : i64, split_count = 2 : i64}> : (tensor<4x4xi1>) -> tensor<2x?xi1>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_to_all: replica id 3 is missing from the groups
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.all_to_all"(%a0) <{replica_groups = dense<[[0, 1], [2, 8]]> : tensor<2x2xi64>, split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64}> : (tensor<4x4xf32>) -> tensor<2xf32>  // error: PA0125
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_to_all: expected groups of `split_count` = 4 replicas, found 2
func.func @g(%a0: tensor<?x?xf32>) {
  %r = "stablehlo.all_to_all"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 4 : i64}> : (tensor<?x?xf32>) -> tensor<?x?xf32, #stablehlo.bounds<?, 3>>  // error: PA0125
  func.return
}
// -----
// jaxlib: accept
// stablehlo.all_to_all: accepted
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.all_to_all"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64}> : (tensor<4x4xf32>) -> tensor<2x8xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.all_to_all: accepted, unknown sizes
func.func @g(%a0: tensor<?x4xi1>) {
  %r = "stablehlo.all_to_all"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64}> : (tensor<?x4xi1>) -> tensor<2x8xi1>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.all_to_all: expected type `tensor<2x8xf32>` for result 0, found `tensor<4x8xf32>`
func.func @g(%a0: tensor<4x4xf32>, %a1: tensor<4xi32>) {
  %r:2 = "stablehlo.all_to_all"(%a0, %a1) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64}> : (tensor<4x4xf32>, tensor<4xi32>) -> (tensor<4x8xf32>, tensor<2x4xi32>)  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// stablehlo.all_to_all: accepted
func.func @g(%a0: tensor<4x4xf32>, %a1: tensor<4x2xi32>) {
  %r:2 = "stablehlo.all_to_all"(%a0, %a1) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4x4xf32>, tensor<4x2xi32>) -> (tensor<2x8xf32>, tensor<2x4xi32>)
  func.return
}
// -----
// jaxlib: accept
// stablehlo.all_to_all: accepted, unknown sizes
func.func @g(%a0: tensor<4x4xi1>, %a1: tensor<4x2xi32>) {
  %r:2 = "stablehlo.all_to_all"(%a0, %a1) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4x4xi1>, tensor<4x2xi32>) -> (tensor<2x8xi1>, tensor<?x4xi32>)
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_permute: expected type `tensor<4xf32>` for the result, found `tensor<4x4xf32>`
func.func @g(%a0: tensor<4xf32>) {
  %r = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4x4xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_permute: expected one element type, found f64 and i32
func.func @g(%a0: tensor<4x4xf64>) {
  %r = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4x4xf64>) -> tensor<4xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_permute: negative id -1
func.func @g(%a0: tensor<2x4xf32>) {
  %r = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[-1, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<2x4xf32>) -> tensor<4x4xf32>  // error: PA0125
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_permute: expected one element type, found f32 and ui8
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4x4xf32>) -> tensor<4x4xui8>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_permute: expected one element type, found f32 and f4E2M1FN
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4x4xf32>) -> tensor<4x4xf4E2M1FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_permute: expected one element type, found bf16 and f32
func.func @g(%a0: tensor<4x4xbf16>) {
  %r = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4x4xbf16>) -> tensor<4x4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_permute: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<4x4xcomplex<f32>>) {
  %r = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_permute: 2 is a source more than once
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[2, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>  // error: PA0125
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_permute: 1 is a target more than once
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>  // error: PA0125
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_permute: expected one element type, found f64 and f32
func.func @g(%a0: tensor<4x4xf64>) {
  %r = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4x4xf64>) -> tensor<4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_permute: expected one element type, found f32 and bf16
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4x4xf32>) -> tensor<4x1xbf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_permute: expected one element type, found f32 and complex<f32>
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4x4xf32>) -> tensor<?x4xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_permute: expected one element type, found f6E2M3FN and f32
func.func @g(%a0: tensor<4x4xf6E2M3FN>) {
  %r = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4x4xf6E2M3FN>) -> tensor<3x4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_permute: expected one element type, found i32 and f32
func.func @g(%a0: tensor<i32>) {
  %r = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<i32>) -> tensor<4x4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_broadcast: expected one element type, found f32 and i1
func.func @g(%a0: tensor<0x4xf32>) {
  %r = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<0x4xf32>) -> tensor<?x4xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_broadcast: expected type `tensor<4x4xf32>` for the result, found `tensor<4xf32>`
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_broadcast: expected one element type, found bf16 and f32
func.func @g(%a0: tensor<3x4xbf16>) {
  %r = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<3x4xbf16>) -> tensor<4x4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_broadcast: expected one element type, found i1 and f32
func.func @g(%a0: tensor<4x4xi1>) {
  %r = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xi1>) -> tensor<4x4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_broadcast: replica id 2 appears more than once
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 2], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<?x4xf32>  // error: PA0125
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_broadcast: expected one element type, found complex<f32> and bf16
func.func @g(%a0: tensor<4x4xcomplex<f32>>) {
  %r = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xbf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_broadcast: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<4x4xcomplex<f32>>) {
  %r = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_broadcast: expected one element type, found complex<f32> and i64
func.func @g(%a0: tensor<4x4xcomplex<f32>>) {
  %r = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xi64>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_broadcast: expected one element type, found f16 and f32
func.func @g(%a0: tensor<4x4xf16>) {
  %r = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4x4xf16>) -> tensor<4x4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_broadcast: expected replica groups of rank 2, found rank 1
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<> : tensor<0xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4x4xf32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 3>>  // error: PA0125
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_broadcast: negative replica id -1
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[-1, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>  // error: PA0125
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_broadcast: expected one element type, found f32 and complex<f32>
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_broadcast: expected one element type, found f32 and f6E2M3FN
func.func @g(%a0: tensor<?x4xf32>) {
  %r = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<?x4xf32>) -> tensor<4x4xf6E2M3FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.collective_broadcast: expected one element type, found f32 and ui2
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4x4xf32>) -> tensor<4x4xui2>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.cross-replica-sum: `tensor<i32>` and `tensor<4x4xf32>` have different types
func.func @g(%a0: tensor<i32>) {
  %r = "stablehlo.cross-replica-sum"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<i32>) -> tensor<4x4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.cross-replica-sum: accepted
func.func @g(%a0: tensor<4x4xf32>) {
  %r = "stablehlo.cross-replica-sum"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.cross-replica-sum: accepted, unknown sizes
func.func @g(%a0: tensor<?x4xi1>) {
  %r = "stablehlo.cross-replica-sum"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<?x4xi1>) -> tensor<4x4xi1>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_grad: the operands and results `tensor<2x3xf32>, tensor<3xf32>` have different shapes
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_grad: expected one element type, found f32 and f64
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf64>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2x3xf32>) {
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf64>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_grad: expected one element type, found f32 and bf16
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xbf16>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2x3xf32>) {
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xbf16>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_grad: expected `feature_index` to be at least 0, found -1
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xi2>, %a4: tensor<2x3xf32>) {
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = -1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xi2>, tensor<2x3xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<3xf32>)  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_grad: `tensor<3xf32>` does not match dimension 0 of `tensor<2x3xf32>`
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2x3xf32>) {
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 0 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_grad: expected type `tensor<2x3xf32>` for result 0, found `tensor<2xf32>`
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2x3xf32>) {
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2xf32>, tensor<3xf32>, tensor<3xf32>)  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_grad: expected one element type, found f32 and f6E2M3FN
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2x3xf32>) {
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf6E2M3FN>)  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_grad: dimension 4 in `feature_index` is out of range for a tensor of rank 1
func.func @g(%a0: tensor<2xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2x3xf32>) {
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 4 : i64}> : (tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_grad: expected one element type, found f32 and f8E8M0FNU
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2x3xf32>) {
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 5 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf8E8M0FNU>)  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_grad: expected one element type, found f4E2M1FN and f64
func.func @g(%a0: tensor<2x3xf4E2M1FN>, %a1: tensor<3xf4E2M1FN>, %a2: tensor<3xf4E2M1FN>, %a3: tensor<?xf4E2M1FN, #stablehlo.bounds<1>>, %a4: tensor<2x3xf4E2M1FN>) {
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf4E2M1FN>, tensor<3xf4E2M1FN>, tensor<3xf4E2M1FN>, tensor<?xf4E2M1FN, #stablehlo.bounds<1>>, tensor<2x3xf4E2M1FN>) -> (tensor<2x3xf4E2M1FN>, tensor<3xf4E2M1FN>, tensor<3xf64>)  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.batch_norm_grad: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2x3xf32>) {
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}
// -----
// jaxlib: accept
// stablehlo.batch_norm_grad: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2x3xf32>) {
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<?xf32>)
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_inference: expected `feature_index` to be at least 0, found -1
func.func @g(%a0: tensor<1x3xf32>, %a1: tensor<3xcomplex<f32>>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = -1 : i64}> : (tensor<1x3xf32>, tensor<3xcomplex<f32>>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_inference: expected type `tensor<2x3xf32>` for the result, found `tensor<2xf32>`
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_inference: the operands and results `tensor<?xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>` have different shapes
func.func @g(%a0: tensor<1x6xf32>, %a1: tensor<?xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<4xf32>) {
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<1x6xf32>, tensor<?xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>) -> tensor<2x3xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_inference: `tensor<3xf32>` does not match dimension 1 of `tensor<2x1xf32>`
func.func @g(%a0: tensor<2x1xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x1xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_inference: dimension 1 in `feature_index` is out of range for a tensor of rank 1
func.func @g(%a0: tensor<3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_inference: expected one element type, found f32 and bf16
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xbf16>, %a4: tensor<3xf32>) {
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xbf16>, tensor<3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_inference: expected one element type, found f32 and f64
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf64>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_inference: expected one element type, found f32 and f8E4M3FN
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf8E4M3FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_inference: expected one element type, found f8E4M3FN and f32
func.func @g(%a0: tensor<?x3xf8E4M3FN>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<?x3xf8E4M3FN>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.batch_norm_inference: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.batch_norm_inference: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_training: expected type `tensor<0x3xf32>` for result 0, found `tensor<?xf32>`
func.func @g(%a0: tensor<0x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<0x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<?xf32>, tensor<3xf32>, tensor<3xf32>)  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_training: `tensor<3xf32>` does not match dimension 1 of `tensor<2x0xf32>`
func.func @g(%a0: tensor<2x0xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x0xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_training: the operands and results `tensor<3xf32>, tensor<8xf32>` have different shapes
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<8xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<8xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_training: dimension 1 in `feature_index` is out of range for a tensor of rank 1
func.func @g(%a0: tensor<3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_training: expected `feature_index` to be at least 0, found -1
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.0 : f32, feature_index = -1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_training: expected one element type, found f32 and f64
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.0 : f32, feature_index = 0 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x?xf32>, tensor<3xf64>, tensor<3xf32>)  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_training: expected one element type, found f32 and f8E4M3FN
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf8E4M3FN>, tensor<3xf32>)  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_training: expected one element type, found f32 and f8E8M0FNU
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf8E8M0FNU>, tensor<3xf32>, tensor<3xf32>)  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_training: expected one element type, found f6E2M3FN and f32
func.func @g(%a0: tensor<2x3xf6E2M3FN>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf6E2M3FN>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.batch_norm_training: expected one element type, found f8E8M0FNU and f32
func.func @g(%a0: tensor<2x3xf8E8M0FNU>, %a1: tensor<3xf32>, %a2: tensor<?xf32, #stablehlo.bounds<3>>) {
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf8E8M0FNU>, tensor<3xf32>, tensor<?xf32, #stablehlo.bounds<3>>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.batch_norm_training: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}
// -----
// jaxlib: accept
// stablehlo.batch_norm_training: accepted, unknown sizes
func.func @g(%a0: tensor<1x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<1x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<?x?xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast: expected type `tensor<4x2xf32>` for the result, found `tensor<3x2xf32>`
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 4>}> : (tensor<2xf32>) -> tensor<3x2xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast: expected one element type, found f32 and i32
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 3>}> : (tensor<2xf32>) -> tensor<3x4x2xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast: negative broadcast size -1
func.func @g(%a0: tensor<1xf32>) {
  %r = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: -1, 4>}> : (tensor<1xf32>) -> tensor<3x4x2xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast: expected one element type, found f8E8M0FNU and f32
func.func @g(%a0: tensor<2x4xf8E8M0FNU>) {
  %r = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 3, 4>}> : (tensor<2x4xf8E8M0FNU>) -> tensor<3x4x2xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<2xcomplex<f32>>) {
  %r = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 3, 4>}> : (tensor<2xcomplex<f32>>) -> tensor<3x4x2xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast: expected one element type, found f16 and f32
func.func @g(%a0: tensor<2xf16>) {
  %r = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 3, 4>}> : (tensor<2xf16>) -> tensor<3x4x2xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast: expected one element type, found f32 and ui8
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 3, 4>}> : (tensor<2xf32>) -> tensor<3x4x2xui8>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast: expected one element type, found f32 and f4E2M1FN
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 3, 4>}> : (tensor<2xf32>) -> tensor<3x4x2xf4E2M1FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast: expected one element type, found f32 and complex<f64>
func.func @g(%a0: tensor<?xf32>) {
  %r = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 3, 4>}> : (tensor<?xf32>) -> tensor<3x4x2xcomplex<f64>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast: expected one element type, found f4E2M1FN and f32
func.func @g(%a0: tensor<2xf4E2M1FN>) {
  %r = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 3, 4>}> : (tensor<2xf4E2M1FN>) -> tensor<3x4x2xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast: expected one element type, found i1 and f32
func.func @g(%a0: tensor<2xi1>) {
  %r = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 2, 4>}> : (tensor<2xi1>) -> tensor<?x4x2xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast: expected one element type, found i1 and f8E4M3FN
func.func @g(%a0: tensor<2xi1>) {
  %r = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 3, 4>}> : (tensor<2xi1>) -> tensor<4x3x3xf8E4M3FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast: expected one element type, found i32 and complex<f32>
func.func @g(%a0: tensor<2xi32>) {
  %r = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 3, 4>}> : (tensor<2xi32>) -> tensor<3x4x?xcomplex<f32>, #stablehlo.bounds<?, ?, 2>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast: expected one element type, found i32 and ui32
func.func @g(%a0: tensor<2xi32>) {
  %r = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 3, 4>}> : (tensor<2xi32>) -> tensor<3x?x2xui32, #stablehlo.bounds<?, 4, ?>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast_in_dim: expected dimension 0 of `tensor<0x3xf32>` to be 1 or the size of dimension 1 of `tensor<4x2x3xf32>`
func.func @g(%a0: tensor<0x3xf32>) {
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1, 0>}> : (tensor<0x3xf32>) -> tensor<4x2x3xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast_in_dim: expected one element type, found f32 and i64
func.func @g(%a0: tensor<3xf32>) {
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<3xf32>) -> tensor<4x2x3xi64>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast_in_dim: expected 2 entries in `broadcast_dimensions` (one per dimension), found 0
func.func @g(%a0: tensor<1x3xf32>) {
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64>}> : (tensor<1x3xf32>) -> tensor<4x2x3xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast_in_dim: dimension 1 in `broadcast_dimensions` is out of range for a tensor of rank 1
func.func @g(%a0: tensor<1x3xf32>) {
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1, 1>}> : (tensor<1x3xf32>) -> tensor<4xf32>  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast_in_dim: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<1x3xcomplex<f32>>) {
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<1x3xcomplex<f32>>) -> tensor<4x2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast_in_dim: duplicate dimension 1 in `broadcast_dimensions`
func.func @g(%a0: tensor<1x3xf16>) {
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1, 1>}> : (tensor<1x3xf16>) -> tensor<4x2x3xf16>  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast_in_dim: expected one element type, found f32 and f64
func.func @g(%a0: tensor<1x3xf32>) {
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1, 1>}> : (tensor<1x3xf32>) -> tensor<4x2x3xf64>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast_in_dim: expected one element type, found f32 and complex<f32>
func.func @g(%a0: tensor<1x3xf32>) {
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<1x3xf32>) -> tensor<4x2x3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast_in_dim: expected one element type, found f32 and f6E2M3FN
func.func @g(%a0: tensor<1x3xf32>) {
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<1x3xf32>) -> tensor<4x2x3xf6E2M3FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast_in_dim: expected one element type, found f32 and ui8
func.func @g(%a0: tensor<4xf32>) {
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1, 5>}> : (tensor<4xf32>) -> tensor<4x2x3xui8>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast_in_dim: expected one element type, found f6E2M3FN and f32
func.func @g(%a0: tensor<1x3xf6E2M3FN>) {
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0, 2>}> : (tensor<1x3xf6E2M3FN>) -> tensor<4x5x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast_in_dim: expected one element type, found i1 and f32
func.func @g(%a0: tensor<1x3xi1>) {
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<1x3xi1>) -> tensor<4x2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast_in_dim: expected one element type, found i4 and complex<f64>
func.func @g(%a0: tensor<1x3xi4>) {
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<1x3xi4>) -> tensor<4x2x3xcomplex<f64>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.broadcast_in_dim: expected one element type, found ui8 and f4E2M1FN
func.func @g(%a0: tensor<1x3xui8>) {
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<1x3xui8>) -> tensor<4x2x3xf4E2M1FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_broadcast_in_dim: dimension 0 of `tensor<0x3xf32>` does not match dimension 1 of `tensor<4x2x3xf32>`
func.func @g(%a0: tensor<0x3xf32>, %a1: tensor<3xi32>) {
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<0x3xf32>, tensor<3xi32>) -> tensor<4x2x3xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_broadcast_in_dim: `tensor<0xi32>` and `tensor<4x2x3xf32>` have different element types
func.func @g(%a0: tensor<0xi32>, %a1: tensor<3xi32>) {
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<0xi32>, tensor<3xi32>) -> tensor<4x2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_broadcast_in_dim: duplicate dimension 1 in `broadcast_dimensions`
func.func @g(%a0: tensor<1x1xf32>, %a1: tensor<3xi32>) {
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 1>}> : (tensor<1x1xf32>, tensor<3xi32>) -> tensor<2x4x3xf32>  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_broadcast_in_dim: expected 1 entries in `broadcast_dimensions` (one per dimension), found 2
func.func @g(%a0: tensor<1xi1>, %a1: tensor<3xi32>) {
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<1xi1>, tensor<3xi32>) -> tensor<4x2x3xi1>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_broadcast_in_dim: dimension 5 in `broadcast_dimensions` is out of range for a tensor of rank 3
func.func @g(%a0: tensor<?x?xi8>, %a1: tensor<3xi32>) {
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 5>}> : (tensor<?x?xi8>, tensor<3xi32>) -> tensor<4x2x3xi8>  // error: PA0126
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_broadcast_in_dim: accepted
func.func @g(%a0: tensor<1x3xf32>, %a1: tensor<3xi32>) {
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<1x3xf32>, tensor<3xi32>) -> tensor<4x2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_broadcast_in_dim: accepted, unknown sizes
func.func @g(%a0: tensor<1x3xf32>, %a1: tensor<3xi32>) {
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<1x3xf32>, tensor<3xi32>) -> tensor<4x2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_broadcast_in_dim: dimension 0 is listed as both expanding and not expanding
func.func @g(%a0: tensor<1x3xf32>, %a1: tensor<0xindex>) {
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 2>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>}> : (tensor<1x3xf32>, tensor<0xindex>) -> tensor<?x?x3xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_broadcast_in_dim: accepted
func.func @g(%a0: tensor<1x3xf32>, %a1: tensor<3xindex>) {
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 2>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>}> : (tensor<1x3xf32>, tensor<3xindex>) -> tensor<?x?x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_broadcast_in_dim: accepted, unknown sizes
func.func @g(%a0: tensor<1x3xf32>, %a1: tensor<3xi32>) {
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 2>, known_nonexpanding_dimensions = array<i64: 1>}> : (tensor<1x3xf32>, tensor<3xi32>) -> tensor<?x?x3xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.case: expected a scalar to select the branch, found `tensor<1xi32>`
func.func @g(%a0: tensor<1xi32>) {
  %r:2 = "stablehlo.case"(%a0) ({"stablehlo.return"() : () -> ()}) : (tensor<1xi32>) -> (tensor<2xf32>, !stablehlo.token)  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.case: expected one block in region 0, found 0
func.func @g(%a0: tensor<i32>) {
  %r:2 = "stablehlo.case"(%a0) ({}) : (tensor<i32>) -> (tensor<2xf32>, !stablehlo.token)  // error: PA0114
  func.return
}
// -----
// jaxlib: reject
// stablehlo.case: the op has 2 results, but the branches return (tensor<2xf32>)
func.func @g(%a0: tensor<i32>) {
  %r:2 = "stablehlo.case"(%a0) ({  // error: PA0106
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    "stablehlo.return"(%c0) : (tensor<2xf32>) -> ()
  }) : (tensor<i32>) -> (tensor<0xf32>, !stablehlo.token)
  func.return
}
// -----
// jaxlib: reject
// stablehlo.case: branch 0 returns (tensor<2xf32>), but branch 1 returns ()
func.func @g(%a0: tensor<i32>) {
  %r = "stablehlo.case"(%a0) ({  // error: PA0124
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    "stablehlo.return"(%c0) : (tensor<2xf32>) -> ()
  }, {"stablehlo.return"() : () -> ()}) : (tensor<i32>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.case: expected type `tensor<1xf32>` for the result, found `tensor<2xf32>`
func.func @g(%a0: tensor<i32>) {
  %r = "stablehlo.case"(%a0) ({  // error: PA0111
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<1xf32>
    "stablehlo.return"(%c0) : (tensor<1xf32>) -> ()
  }) : (tensor<i32>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.case: expected stablehlo.return at the end of region 0, found an empty block
func.func @g(%a0: tensor<i32>) {
  %r = "stablehlo.case"(%a0) ({  // error: PA0114
  ^bb0:
  }, {
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    "stablehlo.return"(%c0) : (tensor<2xf32>) -> ()
  }) : (tensor<i32>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.case: accepted
func.func @g(%a0: tensor<i32>) {
  %r = "stablehlo.case"(%a0) ({
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    "stablehlo.return"(%c0) : (tensor<2xf32>) -> ()
  }, {
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    "stablehlo.return"(%c0) : (tensor<2xf32>) -> ()
  }) : (tensor<i32>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.case: accepted, unknown sizes
func.func @g(%a0: tensor<i32>) {
  %r = "stablehlo.case"(%a0) ({
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<?xi1>
    "stablehlo.return"(%c0) : (tensor<?xi1>) -> ()
  }, {
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<?xi1>
    "stablehlo.return"(%c0) : (tensor<?xi1>) -> ()
  }) : (tensor<i32>) -> tensor<2xi1>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.case: expected type `i32` for result 0, found `tensor<2xf32>`
func.func @g(%a0: tensor<i32>) {
  %r:2 = "stablehlo.case"(%a0) ({  // error: PA0111
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> i32  // error: PA0111
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> i32  // error: PA0111
    "stablehlo.return"(%c0, %c1) : (i32, i32) -> ()  // error: PA0110
  }) : (tensor<i32>) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}
// -----
// jaxlib: reject
// stablehlo.case: expected a ranked tensor, found `!stablehlo.token`
func.func @g(%a0: tensor<i32>) {
  %r:2 = "stablehlo.case"(%a0) ({  // error: PA0110
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xi8>
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<4xi8>
    "stablehlo.return"(%c0, %c1) : (tensor<2xi8>, tensor<4xi8>) -> ()
  }) : (tensor<i32>) -> (tensor<2xi8>, !stablehlo.token)
  func.return
}
// -----
// jaxlib: reject
// stablehlo.case: expected stablehlo.return at the end of region 0, found stablehlo.constant
func.func @g(%a0: tensor<i32>) {
  %r:2 = "stablehlo.case"(%a0) ({%z = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>}) : (tensor<i32>) -> (tensor<3xf32>, !stablehlo.token)  // error: PA0114
  func.return
}
// -----
// jaxlib: reject
// stablehlo.case: expected at least one branch
func.func @g(%a0: tensor<i32>) {
  %r:2 = "stablehlo.case"(%a0) : (tensor<i32>) -> (tensor<2xf32>, !stablehlo.token)  // error: PA0107
  func.return
}
// -----
// jaxlib: accept
// stablehlo.case: accepted
func.func @g(%a0: tensor<i32>) {
  %r:2 = "stablehlo.case"(%a0) ({
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> !stablehlo.token
    "stablehlo.return"(%c0, %c1) : (tensor<2xf32>, !stablehlo.token) -> ()
  }) : (tensor<i32>) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}
// -----
// jaxlib: accept
// stablehlo.case: accepted, unknown sizes
func.func @g(%a0: tensor<i32>) {
  %r:2 = "stablehlo.case"(%a0) ({
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<?xf32>
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<4xf32>
    "stablehlo.return"(%c0, %c1) : (tensor<?xf32>, tensor<4xf32>) -> ()
  }) : (tensor<i32>) -> (tensor<2xf32>, tensor<4xf32>)
  func.return
}
// -----
// jaxlib: reject
// stablehlo.if: expected a scalar to select the branch, found `tensor<2xi1>`
func.func @g(%a0: tensor<2xi1>) {
  %r = "stablehlo.if"(%a0) ({  // error: PA0112
    "stablehlo.return"() : () -> ()
  }, {
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    "stablehlo.return"(%c0) : (tensor<2xf32>) -> ()
  }) : (tensor<2xi1>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.if: expected one block in region 0, found 0
func.func @g(%a0: tensor<i1>) {
  %r:2 = "stablehlo.if"(%a0) ({}, {"stablehlo.return"() : () -> ()}) : (tensor<i1>) -> (tensor<2xf32>, tensor<6xi32>)  // error: PA0114
  func.return
}
// -----
// jaxlib: reject
// stablehlo.if: branch 0 returns (), but branch 1 returns (tensor<0xf32>)
func.func @g(%a0: tensor<i1>) {
  %r = "stablehlo.if"(%a0) ({  // error: PA0124
    "stablehlo.return"() : () -> ()
  }, {
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<0xf32>
    "stablehlo.return"(%c0) : (tensor<0xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.if: the op has 0 results, but the branches return (tensor<?xi8>)
func.func @g(%a0: tensor<i1>) {
  "stablehlo.if"(%a0) ({  // error: PA0106
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<?xi8>
    "stablehlo.return"(%c0) : (tensor<?xi8>) -> ()
  }, {
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<?xi8>
    "stablehlo.return"(%c0) : (tensor<?xi8>) -> ()
  }) : (tensor<i1>) -> ()
  func.return
}
// -----
// jaxlib: reject
// stablehlo.if: expected a ranked tensor, found `!stablehlo.token`
func.func @g(%a0: tensor<i1>) {
  %r = "stablehlo.if"(%a0) ({  // error: PA0110
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    "stablehlo.return"(%c0) : (tensor<2xf32>) -> ()
  }, {
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    "stablehlo.return"(%c0) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> !stablehlo.token
  func.return
}
// -----
// jaxlib: reject
// stablehlo.if: expected type `tensor<2xf32>` for the result, found `tensor<f32>`
func.func @g(%a0: tensor<i1>) {
  %r = "stablehlo.if"(%a0) ({  // error: PA0111
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    "stablehlo.return"(%c0) : (tensor<2xf32>) -> ()
  }, {
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    "stablehlo.return"(%c0) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<f32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.if: accepted
func.func @g(%a0: tensor<i1>) {
  %r = "stablehlo.if"(%a0) ({
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    "stablehlo.return"(%c0) : (tensor<2xf32>) -> ()
  }, {
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    "stablehlo.return"(%c0) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.if: accepted, unknown sizes
func.func @g(%a0: tensor<i1>) {
  %r = "stablehlo.if"(%a0) ({
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    "stablehlo.return"(%c0) : (tensor<2xf32>) -> ()
  }, {
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    "stablehlo.return"(%c0) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.if: expected stablehlo.return at the end of region 1, found an empty block
func.func @g(%a0: tensor<1xi1>) {
  %r:2 = "stablehlo.if"(%a0) ({  // error: PA0114
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<3xi32>
    "stablehlo.return"(%c0, %c1) : (tensor<2xf32>, tensor<3xi32>) -> ()
  }, {
  ^bb0:
  }) : (tensor<1xi1>) -> (tensor<2xf32>, tensor<3xi32>)
  func.return
}
// -----
// jaxlib: reject
// stablehlo.if: expected type `tensor<3xi32>` for result 1, found `tensor<i1>`
func.func @g(%a0: tensor<i1>) {
  %r:2 = "stablehlo.if"(%a0) ({  // error: PA0111
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<3xi32>
    "stablehlo.return"(%c0, %c1) : (tensor<2xf32>, tensor<3xi32>) -> ()
  }, {
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<3xi32>
    "stablehlo.return"(%c0, %c1) : (tensor<2xf32>, tensor<3xi32>) -> ()
  }) : (tensor<i1>) -> (tensor<2xf32>, tensor<i1>)
  func.return
}
// -----
// jaxlib: reject
// stablehlo.if: expected stablehlo.return at the end of region 1, found stablehlo.constant
func.func @g(%a0: tensor<i1>) {
  %r:2 = "stablehlo.if"(%a0) ({
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<?xi32>
    "stablehlo.return"(%c0, %c1) : (tensor<2xf32>, tensor<?xi32>) -> ()
  }, {%z = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>}) : (tensor<i1>) -> (tensor<2xf32>, tensor<3xi32>)  // error: PA0114
  func.return
}
// -----
// jaxlib: accept
// stablehlo.if: accepted
func.func @g(%a0: tensor<i1>) {
  %r:2 = "stablehlo.if"(%a0) ({
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<3xi32>
    "stablehlo.return"(%c0, %c1) : (tensor<2xf32>, tensor<3xi32>) -> ()
  }, {
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<3xi32>
    "stablehlo.return"(%c0, %c1) : (tensor<2xf32>, tensor<3xi32>) -> ()
  }) : (tensor<i1>) -> (tensor<2xf32>, tensor<3xi32>)
  func.return
}
// -----
// jaxlib: accept
// stablehlo.if: accepted, unknown sizes
func.func @g(%a0: tensor<i1>) {
  %r:2 = "stablehlo.if"(%a0) ({
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf16>
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<3xi32>
    "stablehlo.return"(%c0, %c1) : (tensor<2xf16>, tensor<3xi32>) -> ()
  }, {
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<?xf16>
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<3xi32>
    "stablehlo.return"(%c0, %c1) : (tensor<?xf16>, tensor<3xi32>) -> ()
  }) : (tensor<i1>) -> (tensor<2xf16>, tensor<3xi32>)
  func.return
}
// -----
// jaxlib: reject
// stablehlo.while: the condition takes (tensor<2xf32>), but the operands have types ()
func.func @g() {
  %r = "stablehlo.while"() ({  // error: PA0124
  ^bb0(%b0: tensor<2xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b0: tensor<2xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    "stablehlo.return"(%c0) : (tensor<2xf32>) -> ()
  }) : () -> tensor<5xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.while: the body takes (tensor<?xf32, #stablehlo.bounds<1>>), but the operands have types (tensor<2xf32>)
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.while"(%a0) ({  // error: PA0124
  ^bb0(%b0: tensor<2xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b0: tensor<?xf32, #stablehlo.bounds<1>>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.while: expected the condition to return `tensor<i1>`, found ()
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.while"(%a0) ({  // error: PA0124
  ^bb0(%b0: tensor<2xf32>):
    "stablehlo.return"() : () -> ()
  }, {
  ^bb0(%b0: tensor<2xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    "stablehlo.return"(%c0) : (tensor<2xf32>) -> ()
  }) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.while: the results have types (tensor<2xi64>), but the operands have types (tensor<2xi8>)
func.func @g(%a0: tensor<2xi8>) {
  %r = "stablehlo.while"(%a0) ({  // error: PA0111
  ^bb0(%b0: tensor<2xi8>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b0: tensor<?xi8>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xi8>
    "stablehlo.return"(%c0) : (tensor<2xi8>) -> ()
  }) : (tensor<2xi8>) -> tensor<2xi64>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.while: the body returns (), but the operands have types (tensor<2xf32>)
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.while"(%a0) ({  // error: PA0124
  ^bb0(%b0: tensor<2xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b0: tensor<2xf32>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.while: expected one block in region 1, found 0
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.while"(%a0) ({  // error: PA0114
  ^bb0(%b0: tensor<2xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<1xi1>
    "stablehlo.return"(%c0) : (tensor<1xi1>) -> ()
  }, {}) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.while: the body takes (() -> (), tensor<2xf32>), but the operands have types (tensor<i32>, tensor<2xf32>)
func.func @g(%a0: tensor<i32>, %a1: tensor<2xf32>) {
  %r:2 = "stablehlo.while"(%a0, %a1) ({  // error: PA0124
  ^bb0(%b0: tensor<i32>, %b1: tensor<2xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b0: ()->(), %b1: tensor<2xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i64>
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    "stablehlo.return"(%c0, %c1) : (tensor<i64>, tensor<2xf32>) -> ()
  }) : (tensor<i32>, tensor<2xf32>) -> (tensor<i32>, tensor<8xf32>)
  func.return
}
// -----
// jaxlib: reject
// stablehlo.while: expected stablehlo.return at the end of region 0, found stablehlo.constant
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.while"(%a0) ({%z = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>}, {  // error: PA0114
  ^bb0(%b0: tensor<2xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.while: accepted
func.func @g(%a0: tensor<i32>, %a1: tensor<2xf32>) {
  %r:2 = "stablehlo.while"(%a0, %a1) ({
  ^bb0(%b0: tensor<i32>, %b1: tensor<2xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b0: tensor<i32>, %b1: tensor<2xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i32>
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    "stablehlo.return"(%c0, %c1) : (tensor<i32>, tensor<2xf32>) -> ()
  }) : (tensor<i32>, tensor<2xf32>) -> (tensor<i32>, tensor<2xf32>)
  func.return
}
// -----
// jaxlib: accept
// stablehlo.while: accepted, unknown sizes
func.func @g(%a0: tensor<f64>, %a1: tensor<2xf32>) {
  %r:2 = "stablehlo.while"(%a0, %a1) ({
  ^bb0(%b0: tensor<f64>, %b1: tensor<2xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b0: tensor<f64>, %b1: tensor<2xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f64>
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<?xf32>
    "stablehlo.return"(%c0, %c1) : (tensor<f64>, tensor<?xf32>) -> ()
  }) : (tensor<f64>, tensor<2xf32>) -> (tensor<f64>, tensor<2xf32>)
  func.return
}
// -----
// jaxlib: reject
// stablehlo.while: the condition takes (() -> ()), but the operands have types (tensor<2xf32>)
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.while"(%a0) ({  // error: PA0124
  ^bb0(%b0: ()->()):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b0: tensor<2xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xi1>
    "stablehlo.return"(%c0) : (tensor<2xi1>) -> ()
  }) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.while: expected stablehlo.return at the end of region 1, found an empty block
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.while"(%a0) ({  // error: PA0114
  ^bb0(%b0: i32):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0:
  }) : (tensor<2xf32>) -> tensor<4xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.while: the body takes (() -> ()), but the operands have types (tensor<2xi32>)
func.func @g(%a0: tensor<2xi32>) {
  %r = "stablehlo.while"(%a0) ({  // error: PA0124
  ^bb0(%b0: tensor<2xi32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xi32>
    "stablehlo.return"(%c0) : (tensor<2xi32>) -> ()
  }, {
  ^bb0(%b0: ()->()):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xi32>
    "stablehlo.return"(%c0) : (tensor<2xi32>) -> ()
  }) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.while: accepted
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.while"(%a0) ({
  ^bb0(%b0: tensor<2xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b0: tensor<2xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    "stablehlo.return"(%c0) : (tensor<2xf32>) -> ()
  }) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.map: the operands and results `tensor<3xf32>, tensor<2xi32>` have different shapes
func.func @g(%a0: tensor<3xf32>) {
  %r = "stablehlo.map"(%a0) <{dimensions = array<i64: -1>}> ({  // error: PA0112
  ^bb0(%b0: tensor<f32>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<3xf32>) -> tensor<2xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.map: the region has an argument `tensor<i32>` for elements of `tensor<2xf32>`
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.map"(%a0) <{dimensions = array<i64: 0>}> ({  // error: PA0124
  ^bb0(%b0: tensor<i32>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<2xf32>) -> tensor<2xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.map: expected the region to return one scalar, found ``
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.map"(%a0) <{dimensions = array<i64: 0>}> ({  // error: PA0124
  ^bb0(%b0: tensor<f32>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.map: expected `dimensions` to list all 1 dimensions in order, found [1]
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.map"(%a0) <{dimensions = array<i64: 1>}> ({  // error: PA0113
  ^bb0(%b0: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i4>
    "stablehlo.return"(%c0) : (tensor<i4>) -> ()
  }) : (tensor<2xf32>) -> tensor<2xi4>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.map: expected 1 arguments of the region (one per operand), found 0
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.map"(%a0) <{dimensions = array<i64: 0>}> ({  // error: PA0124
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<2xf32>) -> tensor<2xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.map: expected type `tensor<2xi2>` for the result, found `tensor<2xi32>`
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.map"(%a0) <{dimensions = array<i64: 0>}> ({  // error: PA0111
  ^bb0(%b0: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i2>
    "stablehlo.return"(%c0) : (tensor<i2>) -> ()
  }) : (tensor<2xf32>) -> tensor<2xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.map: expected stablehlo.return at the end of region 0, found an empty block
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0, 1>}> ({  // error: PA0114
  ^bb0:
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.map: expected one block in region 0, found 2
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.map"(%a0) <{dimensions = array<i64: 0>}> ({^bb0: "stablehlo.return"() : () -> ()  // error: PA0114
  ^bb1: "stablehlo.return"() : () -> ()}) : (tensor<2xf32>) -> tensor<2xi32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.map: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.map: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.map: expected at least one input
func.func @g() {
  %r = "stablehlo.map"() <{dimensions = array<i64: 0>}> ({  // error: PA0105
  ^bb0(%b0: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i32>
    "stablehlo.return"(%c0) : (tensor<i32>) -> ()
  }) : () -> tensor<2xi32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.map: accepted
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.map"(%a0) <{dimensions = array<i64: 0>}> ({
  ^bb0(%b0: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i32>
    "stablehlo.return"(%c0) : (tensor<i32>) -> ()
  }) : (tensor<2xf32>) -> tensor<2xi32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.map: accepted, unknown sizes
func.func @g(%a0: tensor<?xi8>) {
  %r = "stablehlo.map"(%a0) <{dimensions = array<i64: 0>}> ({
  ^bb0(%b0: tensor<i8>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i32>
    "stablehlo.return"(%c0) : (tensor<i32>) -> ()
  }) : (tensor<?xi8>) -> tensor<2xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce: expected type `tensor<2x3xi32>` for the result, found `tensor<0xi32>`
func.func @g(%a0: tensor<2x3xi8>, %a1: tensor<i8>) {
  %r = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64>}> ({  // error: PA0111
  ^bb0(%b0: tensor<i32>, %b1: tensor<i32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i32>
    "stablehlo.return"(%c0) : (tensor<i32>) -> ()
  }) : (tensor<2x3xi8>, tensor<i8>) -> tensor<0xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce: the region has an argument `tensor<3xf32>` where it returns `tensor<f32>`
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({  // error: PA0124
  ^bb0(%b0: tensor<3xf32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<f32>) -> ()
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce: the initial value `tensor<i8>` cannot be promoted to `tensor<i1>`, which the region returns
func.func @g(%a0: tensor<2x3xi8>, %a1: tensor<i8>) {
  %r = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({  // error: PA0124
  ^bb0(%b0: tensor<i1>, %b1: tensor<i1>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }) : (tensor<2x3xi8>, tensor<i8>) -> tensor<2xi1>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce: duplicate dimension 1 in `dimensions`
func.func @g(%a0: tensor<2x3xi8>, %a1: tensor<i8>) {
  %r = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1, 1>}> ({  // error: PA0126
  ^bb0(%b0: tensor<i32>, %b1: tensor<2xi32>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<2x3xi8>, tensor<i8>) -> tensor<2xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce: dimension 2 in `dimensions` is out of range for a tensor of rank 2
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  %r = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 2>}> ({"stablehlo.return"() : () -> ()}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce: elements of `tensor<2x3xi2>` cannot be promoted to `tensor<f32>`
func.func @g(%a0: tensor<2x3xi2>, %a1: tensor<f32>) {
  %r = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64>}> ({  // error: PA0124
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xi2>, tensor<f32>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce: expected 1 results (one per input), found 0
func.func @g(%a0: tensor<2x3xi8>, %a1: tensor<i8>) {
  "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({  // error: PA0106
  ^bb0(%b0: tensor<i32>, %b1: tensor<i32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i32>
    "stablehlo.return"(%c0) : (tensor<i32>) -> ()
  }) : (tensor<2x3xi8>, tensor<i8>) -> ()
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce: expected 4 arguments of the region, found 0
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>, %a2: tensor<f32>, %a3: tensor<i32>) {
  %r:2 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64: 1>}> ({"stablehlo.return"() : () -> ()}) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)  // error: PA0124
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce: expected the region to return a tensor, found `none`
func.func @g(%a0: tensor<2x3xi8>, %a1: tensor<i8>) {
  %r = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({  // error: PA0124
  ^bb0(%b0: tensor<i32>, %b1: tensor<i32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> none  // error: PA0111
    "stablehlo.return"(%c0) : (none) -> ()  // error: PA0110
  }) : (tensor<2x3xi8>, tensor<i8>) -> tensor<2xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce: expected 1 values returned by the region, found 0
func.func @g(%a0: tensor<2x3xi8>, %a1: tensor<i8>) {
  %r = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({  // error: PA0124
  ^bb0(%b0: tensor<i32>, %b1: tensor<i32>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<2x3xi8>, tensor<i8>) -> tensor<2xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce: expected stablehlo.return at the end of region 0, found an empty block
func.func @g(%a0: tensor<2x3xi2>, %a1: tensor<i2>) {
  %r = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({  // error: PA0114
  ^bb0:
  }) : (tensor<2x3xi2>, tensor<i2>) -> tensor<2xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce: expected one block in region 0, found 0
func.func @g(%a0: tensor<?x?xf32>, %a1: tensor<f32>) {
  %r = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({}) : (tensor<?x?xf32>, tensor<f32>) -> tensor<f32>  // error: PA0114
  func.return
}
// -----
// jaxlib: accept
// stablehlo.reduce: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  %r = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.reduce: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  %r = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_window: expected type `tensor<3xi32>` for the result, found `tensor<3x5xi32>`
func.func @g(%a0: tensor<4xi8>, %a1: tensor<i8>) {
  %r = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2>}> ({  // error: PA0111
  ^bb0(%b0: tensor<i32>, %b1: tensor<i32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i32>
    "stablehlo.return"(%c0) : (tensor<i32>) -> ()
  }) : (tensor<4xi8>, tensor<i8>) -> tensor<3x5xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_window: the region has an argument `tensor<1xi32>` where it returns `tensor<i32>`
func.func @g(%a0: tensor<4x6xi8>, %a1: tensor<i8>) {
  "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%b0: tensor<1xi32>, %b1: tensor<i32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i32>
    "stablehlo.return"(%c0) : (tensor<i32>) -> ()
  }) : (tensor<4x6xi8>, tensor<i8>) -> ()
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_window: expected 2 entries in `window_dilations` (one per window dimension), found 1
func.func @g(%a0: tensor<4x?xf32>, %a1: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 1>}> ({  // error: PA0113
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<4x?xf32>, tensor<f32>) -> tensor<3x10xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_window: the initial value `tensor<i8>` cannot be promoted to `tensor<i1>`, which the region returns
func.func @g(%a0: tensor<4x6xi8>, %a1: tensor<i8>) {
  %r = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%b0: tensor<i1>, %b1: tensor<i1>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }) : (tensor<4x6xi8>, tensor<i8>) -> tensor<3x5xi1>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_window: expected `window_strides` of window dimension 1 to be positive, found 0
func.func @g(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 0>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({  // error: PA0113
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x10xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_window: expected 1 values returned by the region, found 0
func.func @g(%a0: tensor<4x6xi8>, %a1: tensor<i8>) {
  %r = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%b0: tensor<i32>, %b1: tensor<3xi32>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<4x6xi8>, tensor<i8>) -> tensor<3xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_window: expected the region to return a tensor, found `index`
func.func @g(%a0: tensor<4x6xi8>, %a1: tensor<i8>) {
  %r = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%b0: tensor<i32>, %b1: tensor<i32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> index  // error: PA0111
    "stablehlo.return"(%c0) : (index) -> ()  // error: PA0110
  }) : (tensor<4x6xi8>, tensor<i8>) -> tensor<3x5xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_window: expected a positive size of window dimension 0, found 0
func.func @g(%a0: tensor<4x6xi8>, %a1: tensor<i8>) {
  %r = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 0, 2>}> ({  // error: PA0112
  ^bb0(%b0: tensor<i32>, %b1: tensor<i32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i32>
    "stablehlo.return"(%c0) : (tensor<i32>) -> ()
  }) : (tensor<4x6xi8>, tensor<i8>) -> tensor<3x5xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_window: expected 2 entries in `window_dimensions` (one per dimension), found 0
func.func @g(%a0: tensor<4x6xi8>, %a1: tensor<i8>) {
  %r = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64>}> ({  // error: PA0113
  ^bb0(%b0: tensor<i32>, %b1: ()->()):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i32>
    "stablehlo.return"(%c0) : (tensor<i32>) -> ()
  }) : (tensor<4x6xi8>, tensor<i8>) -> tensor<3x?xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_window: expected 2 arguments of the region, found 1
func.func @g(%a0: tensor<4x6xi8>, %a1: tensor<i8>) {
  %r = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%b0: tensor<i32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i32>
    "stablehlo.return"(%c0) : (tensor<i32>) -> ()
  }) : (tensor<4x6xi8>, tensor<i8>) -> tensor<4x6xi8>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_window: expected `padding` to have shape 2x2
func.func @g(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 1, 1>, padding = dense<> : tensor<0xi64>}> ({  // error: PA0113
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf64>
    "stablehlo.return"(%c0) : (tensor<2xf64>) -> ()
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x10xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_window: expected one block in region 0, found 0
func.func @g(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({}) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x10xf32>  // error: PA0114
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_window: expected 1 results (one per input), found 0
func.func @g(%a0: tensor<2x0xi8>, %a1: tensor<i8>) {
  "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>}> ({  // error: PA0106
  ^bb0(%b0: tensor<i32>, %b1: tensor<i32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i32>
    "stablehlo.return"(%c0) : (tensor<i32>) -> ()
  }) : (tensor<2x0xi8>, tensor<i8>) -> ()
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reduce_window: elements of `tensor<4x6xf32>` cannot be promoted to `tensor<i32>`
func.func @g(%a0: tensor<4x6xf32>, %a1: tensor<i8>) {
  %r = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%b0: tensor<i32>, %b1: tensor<i32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i32>
    "stablehlo.return"(%c0) : (tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<i8>) -> tensor<3x5xi32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.select_and_scatter: expected a source of type `tensor<3x3xi1>`, found `tensor<2x2xi1>`
func.func @g(%a0: tensor<4x4xi1>, %a1: tensor<2x2xi1>, %a2: tensor<i1>) {
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>}> ({  // error: PA0112
  ^bb0(%b0: tensor<i1>, %b1: tensor<i1>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b0: tensor<i1>, %b1: tensor<i1>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }) : (tensor<4x4xi1>, tensor<2x2xi1>, tensor<i1>) -> tensor<4x4xi1>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.select_and_scatter: expected two arguments `tensor<f32>` of the selecting region, found ``
func.func @g(%a0: tensor<4x4xf32>, %a1: tensor<?x?xf32>, %a2: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({"stablehlo.return"() : () -> ()}, {  // error: PA0124
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<?x?xf32>, tensor<f32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 4>>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.select_and_scatter: expected 2 entries in `window_dimensions` (one per dimension), found 0
func.func @g(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({  // error: PA0113
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.select_and_scatter: the region has an argument `tensor<ui2>` where it returns `tensor<f32>`
func.func @g(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<i2>) {
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_strides = array<i64: 2, 1>}> ({  // error: PA0124
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b0: tensor<ui2>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i2>) -> tensor<4x4xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.select_and_scatter: expected the selecting region to return `tensor<i1>`, found ``
func.func @g(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 4, 2>}> ({  // error: PA0124
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    "stablehlo.return"() : () -> ()
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.select_and_scatter: the initial value `tensor<3xi1>` cannot be promoted to `tensor<i1>`, which the region returns
func.func @g(%a0: tensor<4x4xi1>, %a1: tensor<2x2xi1>, %a2: tensor<3xi1>) {
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%b0: tensor<i1>, %b1: tensor<i1>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b0: tensor<i1>, %b1: tensor<i1>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }) : (tensor<4x4xi1>, tensor<2x2xi1>, tensor<3xi1>) -> tensor<4x4xi1>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.select_and_scatter: expected the region to return a tensor, found `none`
func.func @g(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> none  // error: PA0111
    "stablehlo.return"(%c0) : (none) -> ()  // error: PA0110
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.select_and_scatter: expected 2 entries in `window_strides` (one per window dimension), found 3
func.func @g(%a0: tensor<4x4xf32>, %a1: tensor<f32>, %a2: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2, 2>}> ({  // error: PA0113
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<f32>, tensor<f32>) -> tensor<4x4xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.select_and_scatter: expected a positive size of window dimension 0, found -1
func.func @g(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: -1, 3>}> ({  // error: PA0112
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.select_and_scatter: expected one block in region 0, found 2
func.func @g(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({^bb0: "stablehlo.return"() : () -> ()  // error: PA0114
  ^bb1: "stablehlo.return"() : () -> ()}, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.select_and_scatter: expected `window_strides` of window dimension 0 to be positive, found 0
func.func @g(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 0, 2>}> ({  // error: PA0113
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.select_and_scatter: expected 1 values returned by the region, found 0
func.func @g(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.select_and_scatter: expected 2 arguments of the region, found 3
func.func @g(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>, %b2: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.select_and_scatter: expected type `tensor<4x4xf32>` for the result, found `tensor<f32>`
func.func @g(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({  // error: PA0111
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.sort: the operands and results `tensor<4x3xf32>, tensor<0x?xf32>` have different shapes
func.func @g(%a0: tensor<4x3xf32>) {
  %r = "stablehlo.sort"(%a0) ({  // error: PA0112
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> f32  // error: PA0111
    "stablehlo.return"(%c0) : (f32) -> ()  // error: PA0110
  }) : (tensor<4x3xf32>) -> tensor<0x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.sort: expected type `tensor<4x3xi32>` for result 1, found `tensor<4x3xi1>`
func.func @g(%a0: tensor<4x3xf32>, %a1: tensor<4x3xi32>) {
  %r:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = true}> ({  // error: PA0111
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>, %b2: tensor<i32>, %b3: tensor<i32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }) : (tensor<4x3xf32>, tensor<4x3xi32>) -> (tensor<4x3xf32>, tensor<4x3xi1>)
  func.return
}
// -----
// jaxlib: reject
// stablehlo.sort: argument 1 of the comparator is `tensor<ui32>`, not `tensor<f32>`
func.func @g(%a0: tensor<4x3xf32>) {
  %r = "stablehlo.sort"(%a0) ({  // error: PA0124
  ^bb0(%b0: tensor<f32>, %b1: tensor<ui32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.sort: expected the comparator to return `tensor<i1>`, found ``
func.func @g(%a0: tensor<4x3xf32>) {
  %r = "stablehlo.sort"(%a0) <{dimension = -1 : i64}> ({  // error: PA0124
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.sort: expected 1 results (one per input), found 0
func.func @g(%a0: tensor<4x3xf32>) {
  "stablehlo.sort"(%a0) <{dimension = 1 : i64}> ({  // error: PA0106
  ^bb0(%b0: tensor<4xf32>, %b1: tensor<1xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }) : (tensor<4x3xf32>) -> ()
  func.return
}
// -----
// jaxlib: reject
// stablehlo.sort: expected 2 arguments of the comparator, found 1
func.func @g(%a0: tensor<4x3xf32>) {
  %r = "stablehlo.sort"(%a0) <{dimension = -1 : i64}> ({  // error: PA0124
  ^bb0(%b0: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.sort: expected one block in region 0, found 2
func.func @g(%a0: tensor<4x?xf32, #stablehlo.bounds<?, 0>>) {
  "stablehlo.sort"(%a0) <{dimension = -1 : i64}> ({^bb0: "stablehlo.return"() : () -> ()  // error: PA0114
  ^bb1: "stablehlo.return"() : () -> ()}) : (tensor<4x?xf32, #stablehlo.bounds<?, 0>>) -> ()
  func.return
}
// -----
// jaxlib: reject
// stablehlo.sort: `dimension` 5 is out of range for tensors of rank 2
func.func @g(%a0: tensor<4x3xf32>) {
  %r = "stablehlo.sort"(%a0) <{dimension = 5 : i64}> ({  // error: PA0126
  ^bb0(%b0: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }) : (tensor<4x3xf32>) -> tensor<4x?xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.sort: accepted
func.func @g(%a0: tensor<4x3xf32>, %a1: tensor<4x3xi32>) {
  %r:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>, %b2: tensor<i32>, %b3: tensor<i32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }) : (tensor<4x3xf32>, tensor<4x3xi32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
  func.return
}
// -----
// jaxlib: accept
// stablehlo.sort: accepted, unknown sizes
func.func @g(%a0: tensor<?x?xf32>, %a1: tensor<4x3xi32>) {
  %r:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>, %b2: tensor<i32>, %b3: tensor<i32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }) : (tensor<?x?xf32>, tensor<4x3xi32>) -> (tensor<4x?xf32>, tensor<?x3xi32>)
  func.return
}
// -----
// jaxlib: reject
// stablehlo.sort: expected type `tensor<4x3xf32>` for the result, found `tensor<4x3xf64>`
func.func @g(%a0: tensor<4x3xf32>) {
  %r = "stablehlo.sort"(%a0) <{dimension = -1 : i64}> ({  // error: PA0111
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }) : (tensor<4x3xf32>) -> tensor<4x3xf64>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.sort: expected at least one input
func.func @g() {
  %r = "stablehlo.sort"() <{dimension = -1 : i64}> ({  // error: PA0105
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }) : () -> tensor<4x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.sort: accepted
func.func @g(%a0: tensor<4x3xf32>) {
  %r = "stablehlo.sort"(%a0) <{dimension = -1 : i64}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.sort: accepted, unknown sizes
func.func @g(%a0: tensor<4x3xf32>) {
  %r = "stablehlo.sort"(%a0) <{dimension = 0 : i64}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i1>
    "stablehlo.return"(%c0) : (tensor<i1>) -> ()
  }) : (tensor<4x3xf32>) -> tensor<?x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.scatter: accepted
func.func @g(%a0: tensor<8x4xf32>, %a1: tensor<3x1xi32>, %a2: tensor<3x4xf32>) {
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = true, unique_indices = false}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.scatter: accepted
func.func @g(%a0: tensor<8x4xf32>, %a1: tensor<8x4xi32>, %a2: tensor<3x1xi32>, %a3: tensor<3x4xf32>, %a4: tensor<3x4xi32>) {
  %r:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<i32>, %b2: tensor<f32>, %b3: tensor<i32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    %c1 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<i32>
    "stablehlo.return"(%c0, %c1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<8x4xf32>, tensor<8x4xi32>, tensor<3x1xi32>, tensor<3x4xf32>, tensor<3x4xi32>) -> (tensor<8x4xf32>, tensor<8x4xi32>)
  func.return
}
// -----
// jaxlib: accept
// stablehlo.scatter: accepted
func.func @g(%a0: tensor<5x8x4xf32>, %a1: tensor<5x3x1xi32>, %a2: tensor<5x3x4xf32>) {
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<5x8x4xf32>, tensor<5x3x1xi32>, tensor<5x3x4xf32>) -> tensor<5x8x4xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.scatter: accepted
func.func @g(%a0: tensor<8x4x6xf32>, %a1: tensor<2x3xi32>, %a2: tensor<3x2x3xf32>) {
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [2, 0], index_vector_dim = 0>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<f32>
    "stablehlo.return"(%c0) : (tensor<f32>) -> ()
  }) : (tensor<8x4x6xf32>, tensor<2x3xi32>, tensor<3x2x3xf32>) -> tensor<8x4x6xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.gather: accepted
func.func @g(%a0: tensor<8x4xf32>, %a1: tensor<3x1xi32>) {
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = true}> : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.gather: accepted
func.func @g(%a0: tensor<8x4xf32>, %a1: tensor<3xi32>) {
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<3xi32>) -> tensor<3x4xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.gather: accepted
func.func @g(%a0: tensor<5x8x4xf32>, %a1: tensor<5x3x1xi32>) {
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<5x8x4xf32>, tensor<5x3x1xi32>) -> tensor<5x3x4xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.gather: accepted
func.func @g(%a0: tensor<8x4x6xf32>, %a1: tensor<2x3xi32>) {
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [2, 0], index_vector_dim = 0>, slice_sizes = array<i64: 3, 1, 2>}> : (tensor<8x4x6xf32>, tensor<2x3xi32>) -> tensor<3x3x2xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_gather: accepted
func.func @g(%a0: tensor<8x4xf32>, %a1: tensor<3x1xi32>, %a2: tensor<2xi32>) {
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true}> : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x?xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_gather: accepted
func.func @g(%a0: tensor<5x8x4xf32>, %a1: tensor<5x3x1xi32>, %a2: tensor<3xi64>) {
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>}> : (tensor<5x8x4xf32>, tensor<5x3x1xi32>, tensor<3xi64>) -> tensor<5x3x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.cholesky: expected type `tensor<2x3x3xf32>` for the result, found `tensor<4xf32>`
func.func @g(%a0: tensor<2x3x3xf32>) {
  %r = "stablehlo.cholesky"(%a0) : (tensor<2x3x3xf32>) -> tensor<4xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.cholesky: expected square matrices, found `tensor<2x5x3xf32>`
func.func @g(%a0: tensor<2x5x3xf32>) {
  %r = "stablehlo.cholesky"(%a0) : (tensor<2x5x3xf32>) -> tensor<2x3x0xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.cholesky: expected one element type, found bf16 and f32
func.func @g(%a0: tensor<2x3x3xbf16>) {
  %r = "stablehlo.cholesky"(%a0) <{lower = true}> : (tensor<2x3x3xbf16>) -> tensor<2x3x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.cholesky: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<2x3x3xcomplex<f32>>) {
  %r = "stablehlo.cholesky"(%a0) : (tensor<2x3x3xcomplex<f32>>) -> tensor<2x3x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.cholesky: expected one element type, found f32 and f64
func.func @g(%a0: tensor<3x3xf32>) {
  %r = "stablehlo.cholesky"(%a0) <{lower = true}> : (tensor<3x3xf32>) -> tensor<2x3x3xf64>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.cholesky: expected one element type, found f32 and complex<f32>
func.func @g(%a0: tensor<2x3x3xf32>) {
  %r = "stablehlo.cholesky"(%a0) : (tensor<2x3x3xf32>) -> tensor<2x2x3xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.cholesky: expected one element type, found f32 and f4E2M1FN
func.func @g(%a0: tensor<2x3x3xf32>) {
  %r = "stablehlo.cholesky"(%a0) <{lower = true}> : (tensor<2x3x3xf32>) -> tensor<2x3x3xf4E2M1FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.cholesky: expected one element type, found f4E2M1FN and f32
func.func @g(%a0: tensor<2x3x3xf4E2M1FN>) {
  %r = "stablehlo.cholesky"(%a0) <{lower = false}> : (tensor<2x3x3xf4E2M1FN>) -> tensor<2x3x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.cholesky: accepted
func.func @g(%a0: tensor<2x3x3xf32>) {
  %r = "stablehlo.cholesky"(%a0) <{lower = true}> : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.cholesky: accepted, unknown sizes
func.func @g(%a0: tensor<2x3x3xf32>) {
  %r = "stablehlo.cholesky"(%a0) : (tensor<2x3x3xf32>) -> tensor<2x3x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.triangular_solve: dimension 0 of `tensor<8x3x3xf32>` and of `tensor<2x3x4xf32>` differ
func.func @g(%a0: tensor<8x3x3xf32>, %a1: tensor<2x3x4xf32>) {
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<8x3x3xf32>, tensor<2x3x4xf32>) -> tensor<3x4xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.triangular_solve: `tensor<3x3xf32>` does not match dimension 0 of `tensor<4x1xf32>`
func.func @g(%a0: tensor<3x3xf32>, %a1: tensor<4x1xf32>) {
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<3x3xf32>, tensor<4x1xf32>) -> tensor<3x3xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.triangular_solve: expected square matrices, found `tensor<3xf32>`
func.func @g(%a0: tensor<3xf32>, %a1: tensor<4x3xf32>) {
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.triangular_solve: `tensor<3x3xf32>` and `tensor<3xf32>` have different ranks
func.func @g(%a0: tensor<3x3xf32>, %a1: tensor<3xf32>) {
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.triangular_solve: expected one element type, found bf16 and f32
func.func @g(%a0: tensor<2x3x3xbf16>, %a1: tensor<2x3x4xf32>) {
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xbf16>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.triangular_solve: expected type `tensor<4x3xf32>` for the result, found `tensor<3xf32>`
func.func @g(%a0: tensor<3x3xf32>, %a1: tensor<4x3xf32>) {
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<3x3xf32>, tensor<4x3xf32>) -> tensor<3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.triangular_solve: expected one element type, found complex<f64> and f32
func.func @g(%a0: tensor<3x3xcomplex<f64>>, %a1: tensor<4x3xf32>) {
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<3x3xcomplex<f64>>, tensor<4x3xf32>) -> tensor<4x8xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.triangular_solve: expected one element type, found complex<f64> and f4E2M1FN
func.func @g(%a0: tensor<2x3x3xcomplex<f64>>, %a1: tensor<2x3x4xcomplex<f64>>) {
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x4xcomplex<f64>>) -> tensor<2x3x4xf4E2M1FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.triangular_solve: expected one element type, found f32 and complex<f64>
func.func @g(%a0: tensor<3x3xf32>, %a1: tensor<4x3xf32>) {
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<3x3xf32>, tensor<4x3xf32>) -> tensor<3x4xcomplex<f64>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.triangular_solve: expected one element type, found f32 and f6E2M3FN
func.func @g(%a0: tensor<3x3xf32>, %a1: tensor<4x3xf32>) {
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<3x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf6E2M3FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.triangular_solve: expected NO_TRANSPOSE, TRANSPOSE or ADJOINT, found TRANSPOSE_INVALID
func.func @g(%a0: tensor<3x3xf32>, %a1: tensor<4x3xf32>) {
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>}> : (tensor<3x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.triangular_solve: expected one element type, found f32 and f64
func.func @g(%a0: tensor<3x3xf32>, %a1: tensor<4x3xf32>) {
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<3x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf64>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.triangular_solve: expected one element type, found f32 and f8E8M0FNU
func.func @g(%a0: tensor<3x3xf32>, %a1: tensor<?x3xf32>) {
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<3x3xf32>, tensor<?x3xf32>) -> tensor<4x3xf8E8M0FNU>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.triangular_solve: expected one element type, found f4E2M1FN and f32
func.func @g(%a0: tensor<3x3xf4E2M1FN>, %a1: tensor<4x3xf32>) {
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<3x3xf4E2M1FN>, tensor<4x3xf32>) -> tensor<4x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.composite: the call has type (tensor<0xf32>) -> (tensor<?xf32>), but @d has type (tensor<2xf32>) -> (tensor<3xf32>)
func.func private @d(tensor<2xf32>) -> tensor<3xf32>
func.func @g(%a0: tensor<0xf32>) {
  %r = "stablehlo.composite"(%a0) <{name = "a.b", decomposition = @d, version = 1 : i32}> : (tensor<0xf32>) -> tensor<?xf32>  // error: PA0119
  func.return
}
// -----
// jaxlib: reject
// stablehlo.composite: undefined function @f
func.func private @d(tensor<2xf32>) -> tensor<3xf32>
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.composite"(%a0) <{name = "a.b", decomposition = @f, version = 1 : i32, composite_attributes = {x = 1 : i32}}> : (tensor<2xf32>) -> tensor<3xf32>  // error: PA0115
  func.return
}
// -----
// jaxlib: reject
// stablehlo.composite: expected a name with a namespace, found "x"
func.func private @d(tensor<2xf32>) -> tensor<3xf32>
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.composite"(%a0) <{name = "x", decomposition = @d, version = 1 : i32, composite_attributes = {x = 1 : i32}}> : (tensor<2xf32>) -> tensor<0xi2>  // error: PA0113
  func.return
}
// -----
// jaxlib: accept
// stablehlo.composite: accepted
func.func private @d(tensor<2xf32>) -> tensor<3xf32>
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.composite"(%a0) <{name = "a.b", decomposition = @d, version = 1 : i32, composite_attributes = {x = 1 : i32}}> : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.concatenate: dimension 0 of `tensor<0x3xf32>` and of `tensor<2x4xf32>` differ
func.func @g(%a0: tensor<0x3xf32>, %a1: tensor<2x4xf32>) {
  %r = "stablehlo.concatenate"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<0x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.concatenate: `tensor<2x3xf32>` and `tensor<4xf32>` have different ranks
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  %r = "stablehlo.concatenate"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x7xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.concatenate: expected type `tensor<2x4xf32>` for the result, found `tensor<2x7xf32>`
func.func @g(%a0: tensor<2x4xf32>) {
  %r = "stablehlo.concatenate"(%a0) <{dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<2x7xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.concatenate: expected one element type, found f8E8M0FNU and f32
func.func @g(%a0: tensor<2x0xf8E8M0FNU>, %a1: tensor<2x4xf32>) {
  %r = "stablehlo.concatenate"(%a0, %a1) <{dimension = 2 : i64}> : (tensor<2x0xf8E8M0FNU>, tensor<2x4xf32>) -> tensor<2x7xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.concatenate: expected one element type, found f32 and complex<f32>
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x4xf32>) {
  %r = "stablehlo.concatenate"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.concatenate: expected one element type, found f64 and f32
func.func @g(%a0: tensor<2x3xf64>, %a1: tensor<7xf32>) {
  %r = "stablehlo.concatenate"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2x3xf64>, tensor<7xf32>) -> tensor<7xf4E2M1FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.concatenate: dimension 1 in `dimension` is out of range for a tensor of rank 1
func.func @g(%a0: tensor<3xf32>) {
  %r = "stablehlo.concatenate"(%a0) <{dimension = 1 : i64}> : (tensor<3xf32>) -> tensor<7xf32>  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// stablehlo.concatenate: expected `dimension` to be at least 0, found -1
func.func @g(%a0: tensor<2x2xf32>, %a1: tensor<?x4xf32>) {
  %r = "stablehlo.concatenate"(%a0, %a1) <{dimension = -1 : i64}> : (tensor<2x2xf32>, tensor<?x4xf32>) -> tensor<2x7xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.concatenate: expected one element type, found bf16 and f32
func.func @g(%a0: tensor<2x3xbf16>, %a1: tensor<2x4xf32>) {
  %r = "stablehlo.concatenate"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2x3xbf16>, tensor<2x4xf32>) -> tensor<2x4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.concatenate: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<2x3xcomplex<f32>>, %a1: tensor<2x4xf32>) {
  %r = "stablehlo.concatenate"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2x3xcomplex<f32>>, tensor<2x4xf32>) -> tensor<2x7xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.concatenate: expected one element type, found complex<f32> and f6E2M3FN
func.func @g(%a0: tensor<2x3xcomplex<f32>>, %a1: tensor<2x4xf6E2M3FN>) {
  %r = "stablehlo.concatenate"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2x3xcomplex<f32>>, tensor<2x4xf6E2M3FN>) -> tensor<2x7xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.concatenate: expected one element type, found complex<f32> and i32
func.func @g(%a0: tensor<2x3xcomplex<f32>>, %a1: tensor<2x4xi32>) {
  %r = "stablehlo.concatenate"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2x3xcomplex<f32>>, tensor<2x4xi32>) -> tensor<2x7xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.concatenate: expected one element type, found f32 and f6E2M3FN
func.func @g(%a0: tensor<2xf32>, %a1: tensor<2x4xf32>) {
  %r = "stablehlo.concatenate"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2xf32>, tensor<2x4xf32>) -> tensor<2x7xf6E2M3FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.concatenate: expected one element type, found f32 and i1
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2x4xi1>) {
  %r = "stablehlo.concatenate"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2x3xf32>, tensor<2x4xi1>) -> tensor<2x7xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.constant: expected type `tensor<0xi64>` for the result, found `tensor<f32>`
func.func @g() {
  %r = "stablehlo.constant"() <{value = dense<> : tensor<0xi64>}> : () -> tensor<f32>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// stablehlo.constant: accepted
func.func @g() {
  %r = "stablehlo.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.convolution: expected operands of equal rank, at least 2, found `tensor<2x3xf32>` and `tensor<3xf32>`
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x4xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.convolution: expected 2 entries in `window_reversal` (one per window dimension), found 1
func.func @g(%a0: tensor<4x8x6x?xf32>, %a1: tensor<3x2x3x4xf32>) {
  %r = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 2 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 2, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<4x8x6x?xf32>, tensor<3x2x3x4xf32>) -> tensor<2x4x4x4xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.convolution: expected type `tensor<2x4xf64>` for the result, found `tensor<2xf64>`
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2xf64>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.convolution: `tensor<2x3xi32>` and `tensor<4xf32>` have different element types
func.func @g(%a0: tensor<2x3xi32>, %a1: tensor<4xf32>) {
  %r = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<2x3xi32>, tensor<4xf32>) -> tensor<2x4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.convolution: 3 groups do not divide the 2 inputs of the batch
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, batch_group_count = 3 : i64, feature_group_count = 1 : i64}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<3xui32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.convolution: 0 features in 1 groups do not match 3 input features of the kernel
func.func @g(%a0: tensor<2x0xf32>, %a1: tensor<3x4xf32>) {
  %r = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<2x0xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.convolution: expected `lhs_dilation` of window dimension 1 to be positive, found -1
func.func @g(%a0: tensor<2x8x6x3xf32>, %a1: tensor<3x2x3x4xf32>) {
  %r = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 2, 1>, lhs_dilation = array<i64: 1, -1>, rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<2x8x6x3xf32>, tensor<3x2x3x4xf32>) -> tensor<2x?x4x4xf32, #stablehlo.bounds<?, 4, ?, ?>>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.convolution: expected a positive size of window dimension 1, found 0
func.func @g(%a0: tensor<2x4x4x4xi2>, %a1: tensor<3x0x2x4xi2>) {
  %r = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 2 : i64, window_strides = array<i64: 2, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>, precision_config = [#stablehlo<precision DEFAULT>]}> : (tensor<2x4x4x4xi2>, tensor<3x0x2x4xi2>) -> tensor<2x4x4x4xi2>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.convolution: expected at most 2 precisions (one per operand), found 3
func.func @g(%a0: tensor<4x8x6x3xf32>, %a1: tensor<3x2x3x4xf32>) {
  %r = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 2 : i64, feature_group_count = 1 : i64, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]}> : (tensor<4x8x6x3xf32>, tensor<3x2x3x4xf32>) -> tensor<2x4x4x4xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.convolution: expected `batch_group_count` to be at least 1, found 0
func.func @g(%a0: f32, %a1: tensor<0x4xf32>) {
  %r = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, batch_group_count = 0 : i64, feature_group_count = 1 : i64}> : (f32, tensor<0x4xf32>) -> tensor<2x4xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.convolution: 2 groups do not divide the 3 features of the input
func.func @g(%a0: tensor<2x3xi1>, %a1: tensor<3x4xi1>) {
  %r = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, batch_group_count = 1 : i64, feature_group_count = 2 : i64}> : (tensor<2x3xi1>, tensor<3x4xi1>) -> tensor<2x4xi1>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.convolution: expected 0 spatial dimensions for tensors of rank 2, found 1
func.func @g(%a0: tensor<3x4xi8>, %a1: tensor<3x4xi8>) {
  %r = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<3x4xi8>, tensor<3x4xi8>) -> tensor<2x0x4xi32>  // error: PA0113
  func.return
}
// -----
// jaxlib: accept
// stablehlo.convolution: accepted
func.func @g(%a0: tensor<2x8x6x3xf32>, %a1: tensor<3x2x3x4xf32>) {
  %r = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 2, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<2x8x6x3xf32>, tensor<3x2x3x4xf32>) -> tensor<2x4x4x4xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.convolution: accepted, unknown sizes
func.func @g(%a0: tensor<2x8x6x3xf32>, %a1: tensor<3x2x3x4xf32>) {
  %r = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 2, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<2x8x6x3xf32>, tensor<3x2x3x4xf32>) -> tensor<?x?x?x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_conv: `tensor<2x8x6x3xcomplex<f32>>` and `tensor<3x2x3x4xf32>` have different element types
func.func @g(%a0: tensor<2x8x6x3xcomplex<f32>>, %a1: tensor<3x2x3x4xf32>, %a2: tensor<2x2xi64>) {
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 2, 1>, rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<2x8x6x3xcomplex<f32>>, tensor<3x2x3x4xf32>, tensor<2x2xi64>) -> tensor<2x4x4x4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_conv: expected operands of equal rank, at least 2, found `tensor<2x8x6x3xcomplex<f32>>` and `tensor<4xcomplex<f32>>`
func.func @g(%a0: tensor<2x8x6x3xcomplex<f32>>, %a1: tensor<4xcomplex<f32>>, %a2: tensor<2x2xi64>) {
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 2, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>}> : (tensor<2x8x6x3xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<2x2xi64>) -> tensor<2x4x4x4xcomplex<f32>>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_conv: 3 groups do not divide the 2 inputs of the batch
func.func @g(%a0: tensor<2x8x6x3xi32>, %a1: tensor<3x2x3x4xi32>, %a2: tensor<2x2xi32>) {
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 3 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 2, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>}> : (tensor<2x8x6x3xi32>, tensor<3x2x3x4xi32>, tensor<2x2xi32>) -> tensor<2x?x?x4xi32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_conv: 2 features in 1 groups do not match 3 input features of the kernel
func.func @g(%a0: tensor<2x8x6x2xf32>, %a1: tensor<3x2x3x4xf32>, %a2: tensor<0x2xi32>) {
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 2, 1>, rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<2x8x6x2xf32>, tensor<3x2x3x4xf32>, tensor<0x2xi32>) -> tensor<2x?x?x4xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_conv: expected `padding` to have shape 2x2, found `tensor<2x8xi32>`
func.func @g(%a0: tensor<2x8x6x3xf32>, %a1: tensor<3x2x3x4xf32>, %a2: tensor<2x8xi32>) {
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 2, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 2>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<2x8x6x3xf32>, tensor<3x2x3x4xf32>, tensor<2x8xi32>) -> tensor<2x?x?x4xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_conv: 8 groups do not divide the 3 features of the input
func.func @g(%a0: tensor<2x8x6x3xf32>, %a1: tensor<3x2x4x4xf32>, %a2: tensor<2x2xi32>) {
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 8 : i64, window_strides = array<i64: 2, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>}> : (tensor<2x8x6x3xf32>, tensor<3x2x4x4xf32>, tensor<2x2xi32>) -> tensor<2x?x?x4xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_conv: expected `feature_group_count` to be at least 1, found -1
func.func @g(%a0: tensor<2x8x6x3xf32>, %a1: tensor<3x2x3x4xf32>, %a2: tensor<2x2xi64>) {
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = -1 : i64, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<2x8x6x3xf32>, tensor<3x2x3x4xf32>, tensor<2x2xi64>) -> tensor<2x4x4x4xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_conv: expected at most 2 precisions (one per operand), found 3
func.func @g(%a0: tensor<2x8x6x3xf32>, %a1: tensor<3x2x3x4xf32>, %a2: tensor<2x2xi32>) {
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 2, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 2>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]}> : (tensor<2x8x6x3xf32>, tensor<3x2x3x4xf32>, tensor<2x2xi32>) -> tensor<2x4x4x?xf32, #stablehlo.bounds<?, ?, ?, 4>>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_conv: 3 groups do not divide the 4 outputs of the kernel
func.func @g(%a0: tensor<?x?x6x?xf32>, %a1: tensor<3x2x3x4xf32>, %a2: tensor<2x2xi64>) {
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 3 : i64, window_strides = array<i64: 2, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<?x?x6x?xf32>, tensor<3x2x3x4xf32>, tensor<2x2xi64>) -> tensor<2x4x4x4xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_conv: accepted
func.func @g(%a0: tensor<2x8x6x3xf32>, %a1: tensor<3x2x3x4xf32>, %a2: tensor<2x2xi32>) {
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 2, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<2x8x6x3xf32>, tensor<3x2x3x4xf32>, tensor<2x2xi32>) -> tensor<2x?x?x4xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_conv: accepted, unknown sizes
func.func @g(%a0: tensor<2x8x6x3xf32>, %a1: tensor<3x2x3x4xf32>, %a2: tensor<2x2xi32>) {
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 2, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>}> : (tensor<2x8x6x3xf32>, tensor<3x2x3x4xf32>, tensor<2x2xi32>) -> tensor<2x?x?x4xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_conv: accepted
func.func @g(%a0: tensor<2x8x6x3xf32>, %a1: tensor<3x2x3x4xf32>, %a2: tensor<2x2xi64>) {
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 2, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<2x8x6x3xf32>, tensor<3x2x3x4xf32>, tensor<2x2xi64>) -> tensor<2x4x4x4xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_conv: accepted, unknown sizes
func.func @g(%a0: tensor<2x8x6x3xf32>, %a1: tensor<3x2x3x4xf32>, %a2: tensor<2x2xi64>) {
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 2, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 2>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<2x8x6x3xf32>, tensor<3x2x3x4xf32>, tensor<2x2xi64>) -> tensor<?x4x8x4xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.custom_call: expected 0 layouts in `operand_layouts`, found 1
func.func private @d()
func.func @g() {
  %r = "stablehlo.custom_call"() <{call_target_name = "x", backend_config = "a", called_computations = [@d], has_side_effect = true, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]}> : () -> tensor<?x3xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.custom_call: a layout in `result_layouts` is not a permutation of the dimensions of `tensor<f32>`
func.func private @d()
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.custom_call"(%a0) <{call_target_name = "x", api_version = 1 : i32, backend_config = "a", called_computations = [@d], operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]}> : (tensor<2x3xf32>) -> tensor<f32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.custom_call: expected `backend_config` to be a string for API version 1
func.func @g(%a0: tensor<2x?xf32>) {
  %r = "stablehlo.custom_call"(%a0) <{call_target_name = "x", backend_config = {a = 1 : i32}}> : (tensor<2x?xf32>) -> tensor<2xf32>  // error: PA0109
  func.return
}
// -----
// jaxlib: reject
// stablehlo.custom_call: unknown API version 5
func.func @g() {
  %r = "stablehlo.custom_call"() <{call_target_name = "x", api_version = 5 : i32, backend_config = {a = 1 : i32}}> : () -> tensor<2x3xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.custom_call: results have layouts, but operands do not
func.func private @d()
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.custom_call"(%a0) <{call_target_name = "x", api_version = 1 : i32, backend_config = "a", called_computations = [@d], has_side_effect = true, result_layouts = [dense<[4, 0]> : tensor<2xindex>]}> : (tensor<2x3xf32>) -> tensor<3x2xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.custom_call: operands have layouts, but results do not
func.func private @d()
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.custom_call"(%a0) <{call_target_name = "x", api_version = 1 : i32, backend_config = "a", called_computations = [@d], has_side_effect = true, operand_layouts = [dense<[0, 1]> : tensor<2xindex>]}> : (tensor<2x3xf32>) -> tensor<3x2xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.custom_call: expected `backend_config` to be a dictionary for API version 4
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.custom_call"(%a0) <{call_target_name = "x", api_version = 4 : i32, backend_config = @f}> : (tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0109
  func.return
}
// -----
// jaxlib: reject
// stablehlo.custom_call: a tuple cannot have a layout
func.func private @d()
func.func @g(%a0: tuple<>) {
  %r = "stablehlo.custom_call"(%a0) <{call_target_name = "x", api_version = 1 : i32, backend_config = "a", called_computations = [@d], has_side_effect = true, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]}> : (tuple<>) -> tensor<2x?xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: accept
// stablehlo.custom_call: accepted
func.func private @d()
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.custom_call"(%a0) <{call_target_name = "x", api_version = 1 : i32, backend_config = "a", called_computations = [@d], has_side_effect = true, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.custom_call: accepted, unknown sizes
func.func private @d()
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.custom_call"(%a0) <{call_target_name = "x", backend_config = "a", called_computations = [@d], has_side_effect = true, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]}> : (tensor<2x3xf32>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.custom_call: `tensor<3xf32>` and `tensor<4xf32>` cannot share a buffer
func.func @g(%a0: tuple<>, %a1: tensor<3xf32>) {
  %r:2 = "stablehlo.custom_call"(%a0, %a1) <{call_target_name = "x", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = []>]}> : (tuple<>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<4xf32>)  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.custom_call: operand index 1 is out of range
func.func @g(%a0: tensor<4xf32>) {
  %r:2 = "stablehlo.custom_call"(%a0) <{call_target_name = "x", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = []>]}> : (tensor<4xf32>) -> (tensor<2x3xf32>, tensor<4xf32>)  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.custom_call: output index [1] is out of range
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  %r = "stablehlo.custom_call"(%a0, %a1) <{call_target_name = "x", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = []>]}> : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.custom_call: `tensor<4xf32>` has no element [0]
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  %r:2 = "stablehlo.custom_call"(%a0, %a1) <{call_target_name = "x", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = [0]>]}> : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>, tensor<4xf32>)  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dot: expected type `tensor<i1>` for the result, found `tensor<3xi1>`
func.func @g(%a0: tensor<3xi1>, %a1: tensor<3xi1>) {
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dot: expected at most 2 precisions (one per operand), found 3
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3x4xi32>) {
  %r = "stablehlo.dot"(%a0, %a1) <{precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]}> : (tensor<2x3xf32>, tensor<3x4xi32>) -> tensor<2x4xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dot: `tensor<0xf16>` and `tensor<3xf32>` have different contracting sizes
func.func @g(%a0: tensor<0xf16>, %a1: tensor<3xf32>) {
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<0xf16>, tensor<3xf32>) -> tensor<f32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dot: expected vectors or matrices, found `tensor<2xi2>` and `tensor<i2>`
func.func @g(%a0: tensor<2xi2>, %a1: tensor<i2>) {
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<2xi2>, tensor<i2>) -> tensor<i2>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dot: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r = "stablehlo.dot"(%a0, %a1) <{precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dot: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dot: accepted
func.func @g(%a0: tensor<3xf32>, %a1: tensor<3x4xf32>) {
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<4xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dot: accepted, unknown sizes
func.func @g(%a0: tensor<3xf64>, %a1: tensor<3x4xi4>) {
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<3xf64>, tensor<3x4xi4>) -> tensor<?xi4>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dot: accepted
func.func @g(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dot: accepted, unknown sizes
func.func @g(%a0: tensor<0xf32>, %a1: tensor<?xf32>) {
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<0xf32>, tensor<?xf32>) -> tensor<f32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dot: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dot: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xi2>, %a1: tensor<?xi2>) {
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<2x3xi2>, tensor<?xi2>) -> tensor<2xi2>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dot_general: batching dimension 1 of `tensor<2x3x4xi8>` and 0 of `tensor<2x4x5xi8>` have different sizes
func.func @g(%a0: tensor<2x3x4xi8>, %a1: tensor<2x4x5xi8>) {
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [1], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xi8>, tensor<2x4x5xi8>) -> tensor<3x5xi32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dot_general: contracting dimension 2 of `tensor<2x3x4xi8>` and 1 of `tensor<2x5xi8>` have different sizes
func.func @g(%a0: tensor<2x3x4xi8>, %a1: tensor<2x5xi8>) {
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xi8>, tensor<2x5xi8>) -> tensor<2x3x5xi32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dot_general: expected type `tensor<2x3xi32>` for the result, found `tensor<2x3x5xi32>`
func.func @g(%a0: tensor<2x3x4xi8>, %a1: tensor<2x4xi8>) {
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xi8>, tensor<2x4xi8>) -> tensor<2x3x5xi32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dot_general: expected at most 2 precisions (one per operand), found 3
func.func @g(%a0: tensor<2x3x4xf32>, %a1: tensor<2x3x4xf32>) {
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]}> : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x5xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dot_general: dimension 2 in `dot_dimension_numbers` is out of range for a tensor of rank 1
func.func @g(%a0: tensor<4xf32>, %a1: tensor<2x4x5xi8>) {
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<4xf32>, tensor<2x4x5xi8>) -> tensor<2x3x2xi32>  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dot_general: the operands have 0 and 1 contracting dimensions
func.func @g(%a0: tensor<2x3x4xi8>, %a1: tensor<0x4x5xi8>) {
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xi8>, tensor<0x4x5xi8>) -> tensor<2x3x4xi8>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dot_general: the operands have 0 and 1 batching dimensions
func.func @g(%a0: tensor<2x3x4xi8>, %a1: tensor<2x4x5xi8>) {
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xi8>, tensor<2x4x5xi8>) -> tensor<4xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dot_general: duplicate dimension 0 in `dot_dimension_numbers`
func.func @g(%a0: tensor<4xf32>, %a1: tensor<2x4x5xi8>) {
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [1]>}> : (tensor<4xf32>, tensor<2x4x5xi8>) -> tensor<2x3x5xi32>  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dot_general: batching dimension 0 of `tensor<?x3x4xi8, #stablehlo.bounds<1, ?, ?>>` and 0 of `tensor<2x4xi8>` have different sizes
func.func @g(%a0: tensor<?x3x4xi8, #stablehlo.bounds<1, ?, ?>>, %a1: tensor<2x4xi8>) {
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<?x3x4xi8, #stablehlo.bounds<1, ?, ?>>, tensor<2x4xi8>) -> tensor<2x3x5xi32>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dot_general: accepted
func.func @g(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dot_general: accepted, unknown sizes
func.func @g(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<?x3x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dot_general: no known hardware supports the dot algorithm tf32 x tf32 -> f32 with 1 and 2 components and 3 primitive products
func.func @g(%a0: tensor<2x3x4xf32>, %a1: tensor<?x4x5xf32>) {
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 2, num_primitive_operations = 3, allow_imprecise_accumulation = false>}> : (tensor<2x3x4xf32>, tensor<?x4x5xf32>) -> tensor<2x3x5xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dot_general: expected DEFAULT precision with an algorithm
func.func @g(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>], algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dot_general: expected a positive lhs_component_count in a dot algorithm, found 0
func.func @g(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_iota: dimension 1 in `iota_dimension` is out of range for a tensor of rank 1
func.func @g(%a0: tensor<2xi32>) {
  %r = "stablehlo.dynamic_iota"(%a0) <{iota_dimension = 1 : i64}> : (tensor<2xi32>) -> tensor<2xi32>  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_iota: expected `iota_dimension` to be at least 0, found -1
func.func @g(%a0: tensor<2xi1>) {
  %r = "stablehlo.dynamic_iota"(%a0) <{iota_dimension = -1 : i64}> : (tensor<2xi1>) -> tensor<3x4xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_iota: accepted
func.func @g(%a0: tensor<2xi32>) {
  %r = "stablehlo.dynamic_iota"(%a0) <{iota_dimension = 1 : i64}> : (tensor<2xi32>) -> tensor<3x4xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_iota: accepted, unknown sizes
func.func @g(%a0: tensor<2xi2>) {
  %r = "stablehlo.dynamic_iota"(%a0) <{iota_dimension = 1 : i64}> : (tensor<2xi2>) -> tensor<?x4xf64>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_iota: accepted
func.func @g(%a0: tensor<2xindex>) {
  %r = "stablehlo.dynamic_iota"(%a0) <{iota_dimension = 1 : i64}> : (tensor<2xindex>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_iota: accepted, unknown sizes
func.func @g(%a0: tensor<2xi2>) {
  %r = "stablehlo.dynamic_iota"(%a0) <{iota_dimension = 1 : i64}> : (tensor<2xi2>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_pad: `tensor<2x3xi8>` and `tensor<?x?xui8>` have different element types
func.func @g(%a0: tensor<2x3xi8>, %a1: tensor<i8>, %a2: tensor<2xi32>, %a3: tensor<2xi32>, %a4: tensor<2xi32>) {
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<2x3xi8>, tensor<i8>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xui8>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_pad: `tensor<f32>` and `tensor<?x4xf32>` have different ranks
func.func @g(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>, %a4: tensor<2xi32>) {
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<f32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x4xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_pad: `tensor<2xi32>` and `tensor<2xi4>` have different types
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<f32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>, %a4: tensor<2xi4>) {
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<2x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi4>) -> tensor<f32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_pad: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<f32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>, %a4: tensor<2xi32>) {
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<2x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_pad: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xi2>, %a1: tensor<i2>, %a2: tensor<2xi32>, %a3: tensor<2xi32>, %a4: tensor<2xi32>) {
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<2x3xi2>, tensor<i2>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xi2>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_pad: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<f32>, %a2: tensor<2xindex>, %a3: tensor<2xindex>, %a4: tensor<2xindex>) {
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<2x3xf32>, tensor<f32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<4x5xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_pad: accepted, unknown sizes
func.func @g(%a0: tensor<?x5xi1>, %a1: tensor<i1>, %a2: tensor<2xindex>, %a3: tensor<2xindex>, %a4: tensor<2xindex>) {
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<?x5xi1>, tensor<i1>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<4x5xi1>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_reshape: `tensor<2xf32>` has 2 elements, but `tensor<6xf32>` has 6
func.func @g(%a0: tensor<2xf32>, %a1: tensor<1xi32>) {
  %r = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2xf32>, tensor<1xi32>) -> tensor<6xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_reshape: expected one size in `output_shape` per dimension of `tensor<6xf32>`
func.func @g(%a0: tensor<4xf32>, %a1: tensor<2xi32>) {
  %r = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<4xf32>, tensor<2xi32>) -> tensor<6xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_reshape: `tensor<4xi1>` and `tensor<6xf32>` have different element types
func.func @g(%a0: tensor<4xi1>, %a1: tensor<1xi32>) {
  %r = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<4xi1>, tensor<1xi32>) -> tensor<6xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_reshape: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<1xi32>) {
  %r = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<6xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_reshape: accepted, unknown sizes
func.func @g(%a0: tensor<?xf32>, %a1: tensor<1xi32>) {
  %r = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<?xf32>, tensor<1xi32>) -> tensor<6xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_reshape: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2xindex>) {
  %r = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2x3xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_reshape: accepted, unknown sizes
func.func @g(%a0: tensor<3x2xi1>, %a1: tensor<2xui2>) {
  %r = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<3x2xi1>, tensor<2xui2>) -> tensor<?x?xi1>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_slice: slice size 8 exceeds size 5 of dimension 1
func.func @g(%a0: tensor<4x5xi2>, %a1: tensor<i32>, %a2: tensor<i32>) {
  %r = "stablehlo.dynamic_slice"(%a0, %a1, %a2) <{slice_sizes = array<i64: 2, 8>}> : (tensor<4x5xi2>, tensor<i32>, tensor<i32>) -> tensor<2x3xi2>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_slice: expected 0 start indices, found 1
func.func @g(%a0: tensor<i32>, %a1: tensor<i32>) {
  %r = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 2, 3>}> : (tensor<i32>, tensor<i32>) -> tensor<2x3xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_slice: expected type `tensor<2x2xf32>` for the result, found `tensor<i32>`
func.func @g(%a0: tensor<4x5xf32>, %a1: tensor<i32>, %a2: tensor<i32>) {
  %r = "stablehlo.dynamic_slice"(%a0, %a1, %a2) <{slice_sizes = array<i64: 2, 2>}> : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<i32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_slice: expected 2 entries in `slice_sizes` (one per dimension), found 1
func.func @g(%a0: tensor<4x5xf32>, %a1: tensor<i32>, %a2: tensor<i32>) {
  %r = "stablehlo.dynamic_slice"(%a0, %a1, %a2) <{slice_sizes = array<i64: 2>}> : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_slice: the start indices have different types, `tensor<i32>` and `tensor<i2>`
func.func @g(%a0: tensor<8x5xf32>, %a1: tensor<i32>, %a2: tensor<i2>) {
  %r = "stablehlo.dynamic_slice"(%a0, %a1, %a2) <{slice_sizes = array<i64: 2, 3>}> : (tensor<8x5xf32>, tensor<i32>, tensor<i2>) -> tensor<2x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_slice: negative slice size -1
func.func @g(%a0: tensor<4x5xf32>, %a1: tensor<i32>, %a2: tensor<i32>) {
  %r = "stablehlo.dynamic_slice"(%a0, %a1, %a2) <{slice_sizes = array<i64: -1, 3>}> : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_slice: accepted
func.func @g(%a0: tensor<4x5xf32>, %a1: tensor<i32>, %a2: tensor<i32>) {
  %r = "stablehlo.dynamic_slice"(%a0, %a1, %a2) <{slice_sizes = array<i64: 2, 3>}> : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_slice: accepted, unknown sizes
func.func @g(%a0: tensor<3x5xf32>, %a1: tensor<i32>, %a2: tensor<i32>) {
  %r = "stablehlo.dynamic_slice"(%a0, %a1, %a2) <{slice_sizes = array<i64: 2, 3>}> : (tensor<3x5xf32>, tensor<i32>, tensor<i32>) -> tensor<?x3xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_update_slice: the size 5 of the update exceeds size 4 of dimension 0
func.func @g(%a0: tensor<4x5xi1>, %a1: tensor<5x3xi1>, %a2: tensor<i32>, %a3: tensor<i32>) {
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<4x5xi1>, tensor<5x3xi1>, tensor<i32>, tensor<i32>) -> tensor<4x5xi1>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_update_slice: `tensor<2x3xf32>` and `tensor<i32>` have different element types
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<i32>, %a2: tensor<i32>) {
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_update_slice: expected type `tensor<5x4xi1>` for the result, found `tensor<4x5xi1>`
func.func @g(%a0: tensor<5x4xi1>, %a1: tensor<2x3xi1>, %a2: tensor<i32>, %a3: tensor<i32>) {
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<5x4xi1>, tensor<2x3xi1>, tensor<i32>, tensor<i32>) -> tensor<4x5xi1>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_update_slice: the start indices have different types, `tensor<i32>` and `tensor<i2>`
func.func @g(%a0: tensor<4x5xf32>, %a1: tensor<2x3xf32>, %a2: tensor<i32>, %a3: tensor<i2>) {
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<4x5xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i2>) -> tensor<4x5xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_update_slice: `tensor<4x5xf32>` and `tensor<2xf32>` have different ranks
func.func @g(%a0: tensor<4x5xf32>, %a1: tensor<2xf32>, %a2: tensor<i32>, %a3: tensor<i32>) {
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<4x5xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.dynamic_update_slice: expected 2 start indices, found 1
func.func @g(%a0: tensor<4x5xf32>, %a1: tensor<2x3xf32>, %a2: tensor<i32>) {
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4x5xf32>, tensor<2x3xf32>, tensor<i32>) -> tensor<4x5xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_update_slice: accepted
func.func @g(%a0: tensor<4x5xf32>, %a1: tensor<2x3xf32>, %a2: tensor<i32>, %a3: tensor<i32>) {
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<4x5xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.dynamic_update_slice: accepted, unknown sizes
func.func @g(%a0: tensor<4x5xf32>, %a1: tensor<2x0xf32>, %a2: tensor<i32>, %a3: tensor<i32>) {
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<4x5xf32>, tensor<2x0xf32>, tensor<i32>, tensor<i32>) -> tensor<4x?xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.einsum: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r = "stablehlo.einsum"(%a0, %a1) <{einsum_config = "ab,bc->ac"}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.einsum: accepted, unknown sizes
func.func @g(%a0: tensor<?x?xui2>, %a1: tensor<3x?xui2>) {
  %r = "stablehlo.einsum"(%a0, %a1) <{einsum_config = "x"}> : (tensor<?x?xui2>, tensor<3x?xui2>) -> tensor<2x4xui2>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.unary_einsum: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.unary_einsum"(%a0) <{einsum_config = "ab->ba"}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.unary_einsum: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xi1>) {
  %r = "stablehlo.unary_einsum"(%a0) <{einsum_config = "ab->ba"}> : (tensor<2x3xi1>) -> tensor<?x?xi1>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.fft: expected type `tensor<2x3xcomplex<f32>>` for the result, found `tensor<2x3xf16>`
func.func @g(%a0: tensor<2x4xf32>) {
  %r = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 4>}> : (tensor<2x4xf32>) -> tensor<2x3xf16>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.fft: expected 1 to 3 lengths, at most one per dimension, found 0
func.func @g(%a0: tensor<2x4xf32>) {
  %r = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64>}> : (tensor<2x4xf32>) -> tensor<2x3xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.fft: expected an operand of complex numbers for FFT, found `tensor<2x4xf16>`
func.func @g(%a0: tensor<2x4xf16>) {
  %r = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 4>}> : (tensor<2x4xf16>) -> tensor<0x4xf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.fft: expected size 8 of dimension 1 of `tensor<2x4xf32>`
func.func @g(%a0: tensor<2x4xf32>) {
  %r = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 8>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.fft: expected an operand of f32 or f64 for RFFT, found `tensor<2x3xcomplex<f32>>`
func.func @g(%a0: tensor<2x3xcomplex<f32>>) {
  %r = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 4>}> : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf64>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.fft: accepted
func.func @g(%a0: tensor<2x4xcomplex<f32>>) {
  %r = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 4>}> : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.fft: accepted, unknown sizes
func.func @g(%a0: tensor<2x4xcomplex<f32>>) {
  %r = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 0>}> : (tensor<2x4xcomplex<f32>>) -> tensor<?x4xcomplex<f32>>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.fft: expected an operand of complex numbers for IFFT, found `tensor<2x4xf32>`
func.func @g(%a0: tensor<2x4xf32>) {
  %r = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type IFFT>, fft_length = array<i64: 4>}> : (tensor<2x4xf32>) -> tensor<?x?xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.fft: expected an operand of complex numbers for IRFFT, found `tensor<4xf32>`
func.func @g(%a0: tensor<4xf32>) {
  %r = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 4>}> : (tensor<4xf32>) -> tensor<2x4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.fft: negative length -1
func.func @g(%a0: tensor<2x4xf32>) {
  %r = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: -1>}> : (tensor<2x4xf32>) -> tensor<2x1xf64>  // error: PA0113
  func.return
}
// -----
// jaxlib: accept
// stablehlo.fft: accepted
func.func @g(%a0: tensor<2x4xf32>) {
  %r = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 4>}> : (tensor<2x4xf32>) -> tensor<2x3xcomplex<f32>>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.fft: accepted, unknown sizes
func.func @g(%a0: tensor<2x4xf32>) {
  %r = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 4>}> : (tensor<2x4xf32>) -> tensor<2x?xcomplex<f32>>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.fft: accepted
func.func @g(%a0: tensor<2x3xcomplex<f32>>) {
  %r = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 4>}> : (tensor<2x3xcomplex<f32>>) -> tensor<2x4xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.fft: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xcomplex<f32>>) {
  %r = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 4>}> : (tensor<2x3xcomplex<f32>>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.get_dimension_size: expected type `tensor<i32>` for the result, found `tensor<?xi32>`
func.func @g(%a0: tensor<2x3xi1>) {
  %r = "stablehlo.get_dimension_size"(%a0) <{dimension = 1 : i64}> : (tensor<2x3xi1>) -> tensor<?xi32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.get_dimension_size: dimension 1 in `dimension` is out of range for a tensor of rank 0
func.func @g(%a0: tensor<f32>) {
  %r = "stablehlo.get_dimension_size"(%a0) <{dimension = 1 : i64}> : (tensor<f32>) -> tensor<i32>  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// stablehlo.get_dimension_size: expected `dimension` to be at least 0, found -1
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.get_dimension_size"(%a0) <{dimension = -1 : i64}> : (tensor<2x3xf32>) -> tensor<i32>  // error: PA0113
  func.return
}
// -----
// jaxlib: accept
// stablehlo.get_dimension_size: accepted
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.get_dimension_size"(%a0) <{dimension = 1 : i64}> : (tensor<2x3xf32>) -> tensor<i32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.get_dimension_size: accepted, unknown sizes
func.func @g(%a0: tensor<1x?xf32>) {
  %r = "stablehlo.get_dimension_size"(%a0) <{dimension = 1 : i64}> : (tensor<1x?xf32>) -> tensor<i32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.set_dimension_size: expected type `tensor<2x?xi1, #stablehlo.bounds<?, 3>>` for the result, found `tensor<i32>`
func.func @g(%a0: tensor<2x3xi1>, %a1: tensor<i32>) {
  %r = "stablehlo.set_dimension_size"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2x3xi1>, tensor<i32>) -> tensor<i32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.set_dimension_size: expected the new size to be a scalar, found `tensor<2xi32>`
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<2xi32>) {
  %r = "stablehlo.set_dimension_size"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2xi32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.set_dimension_size: dimension 5 in `dimension` is out of range for a tensor of rank 2
func.func @g(%a0: tensor<2x3xi1>, %a1: tensor<i32>) {
  %r = "stablehlo.set_dimension_size"(%a0, %a1) <{dimension = 5 : i64}> : (tensor<2x3xi1>, tensor<i32>) -> tensor<i32>  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// stablehlo.set_dimension_size: expected `dimension` to be at least 0, found -1
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<i32>) {
  %r = "stablehlo.set_dimension_size"(%a0, %a1) <{dimension = -1 : i64}> : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>  // error: PA0113
  func.return
}
// -----
// jaxlib: accept
// stablehlo.set_dimension_size: accepted
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<i32>) {
  %r = "stablehlo.set_dimension_size"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.set_dimension_size: accepted, unknown sizes
func.func @g(%a0: tensor<2x3xi2>, %a1: tensor<i32>) {
  %r = "stablehlo.set_dimension_size"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2x3xi2>, tensor<i32>) -> tensor<2x?xi2, #stablehlo.bounds<?, 3>>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.get_tuple_element: expected `index` to be at least 0, found -1
func.func @g(%a0: tensor<4xf32>) {
  %r = "stablehlo.get_tuple_element"(%a0) <{index = -1 : i32}> : (tensor<4xf32>) -> tensor<i32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.get_tuple_element: element index 1 is out of range for `tuple<>`
func.func @g(%a0: tuple<>) {
  %r = "stablehlo.get_tuple_element"(%a0) <{index = 1 : i32}> : (tuple<>) -> tensor<3xi32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.get_tuple_element: expected type `tensor<i32>` for the result, found `tensor<i1>`
func.func @g(%a0: tuple<tensor<2xf32>, tensor<i32>>) {
  %r = "stablehlo.get_tuple_element"(%a0) <{index = 1 : i32}> : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i1>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// stablehlo.get_tuple_element: accepted
func.func @g(%a0: tuple<tensor<2xf32>, tensor<i32>>) {
  %r = "stablehlo.get_tuple_element"(%a0) <{index = 1 : i32}> : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.tuple: expected type `tuple<tensor<i32>>` for the result, found `tuple<tensor<2xf32>, tensor<i32>>`
func.func @g(%a0: tensor<i32>) {
  %r = "stablehlo.tuple"(%a0) : (tensor<i32>) -> tuple<tensor<2xf32>, tensor<i32>>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// stablehlo.tuple: accepted
func.func @g(%a0: tensor<2xf32>, %a1: tensor<i32>) {
  %r = "stablehlo.tuple"(%a0, %a1) : (tensor<2xf32>, tensor<i32>) -> tuple<tensor<2xf32>, tensor<i32>>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.infeed: expected 0 layouts (one per tensor), found 1
func.func @g(%a0: !stablehlo.token) {
  %r = "stablehlo.infeed"(%a0) <{infeed_config = "", layout = [[0, 1]]}> : (!stablehlo.token) -> !stablehlo.token  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.infeed: expected a token as the last result, found `tensor<4xf32>`
func.func @g(%a0: !stablehlo.token) {
  %r:2 = "stablehlo.infeed"(%a0) : (!stablehlo.token) -> (tensor<2x3xf32>, tensor<4xf32>)  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.infeed: expected tensors before the token, found `!stablehlo.token`
func.func @g(%a0: !stablehlo.token) {
  %r:2 = "stablehlo.infeed"(%a0) <{infeed_config = ""}> : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// stablehlo.infeed: accepted
func.func @g(%a0: !stablehlo.token) {
  %r:2 = "stablehlo.infeed"(%a0) <{infeed_config = "", layout = [[0, 1]]}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  func.return
}
// -----
// jaxlib: accept
// stablehlo.infeed: accepted
func.func @g(%a0: !stablehlo.token) {
  %r:2 = "stablehlo.infeed"(%a0) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  func.return
}
// -----
// jaxlib: accept
// stablehlo.outfeed: accepted
func.func @g(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  %r = "stablehlo.outfeed"(%a0, %a1) <{outfeed_config = ""}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  func.return
}
// -----
// jaxlib: accept
// stablehlo.outfeed: accepted, unknown sizes
func.func @g(%a0: tensor<?xf32>, %a1: !stablehlo.token) {
  %r = "stablehlo.outfeed"(%a0, %a1) : (tensor<?xf32>, !stablehlo.token) -> !stablehlo.token
  func.return
}
// -----
// jaxlib: reject
// stablehlo.iota: expected `iota_dimension` to be at least 0, found -1
func.func @g() {
  %r = "stablehlo.iota"() <{iota_dimension = -1 : i64}> : () -> f32  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.iota: dimension 1 in `iota_dimension` is out of range for a tensor of rank 1
func.func @g() {
  %r = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2xf16>  // error: PA0126
  func.return
}
// -----
// jaxlib: accept
// stablehlo.iota: accepted
func.func @g() {
  %r = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.optimization_barrier: the results have types (tensor<2xf32>, !stablehlo.token), but the operands have types (tensor<2xf32>)
func.func @g(%a0: tensor<2xf32>) {
  %r:2 = "stablehlo.optimization_barrier"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>, !stablehlo.token)  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// stablehlo.optimization_barrier: accepted
func.func @g(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  %r:2 = "stablehlo.optimization_barrier"(%a0, %a1) : (tensor<2xf32>, !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}
// -----
// jaxlib: accept
// stablehlo.optimization_barrier: accepted, unknown sizes
func.func @g(%a0: tensor<?xf32>, %a1: !stablehlo.token) {
  %r:2 = "stablehlo.optimization_barrier"(%a0, %a1) : (tensor<?xf32>, !stablehlo.token) -> (tensor<?xf32>, !stablehlo.token)
  func.return
}
// -----
// jaxlib: reject
// stablehlo.pad: expected 0 entries in `edge_padding_low` (one per dimension), found 2
func.func @g(%a0: tensor<f32>, %a1: tensor<f32>) {
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 1, 1>, interior_padding = array<i64: 0, 2>}> : (tensor<f32>, tensor<f32>) -> tensor<5x8xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.pad: expected one element type, found f32 and f8E4M3FN
func.func @g(%a0: tensor<1x3xf32>, %a1: tensor<f32>) {
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 0, 2>}> : (tensor<1x3xf32>, tensor<f32>) -> tensor<?x8xf8E4M3FN, #stablehlo.bounds<5, ?>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.pad: expected type `tensor<5x8xf32>` for the result, found `tensor<f32>`
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 0, 2>}> : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.pad: expected one element type, found complex<f64> and f32
func.func @g(%a0: tensor<2x3xcomplex<f64>>, %a1: tensor<f32>) {
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 0, 2>}> : (tensor<2x3xcomplex<f64>>, tensor<f32>) -> tensor<5x8xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.pad: expected one element type, found f32 and i1
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<i1>) {
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 0, 2>}> : (tensor<2x3xf32>, tensor<i1>) -> tensor<5x8xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.pad: expected one element type, found f32 and complex<f64>
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 0, 2>}> : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x8xcomplex<f64>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.pad: negative interior padding -1
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: -1, 2>}> : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x8xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.pad: expected one element type, found f32 and ui2
func.func @g(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 0, 2>}> : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x8xui2>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.pad: expected one element type, found f32 and f64
func.func @g(%a0: tensor<3xf32>, %a1: tensor<f64>) {
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 2, 2>, interior_padding = array<i64: 0, 2>}> : (tensor<3xf32>, tensor<f64>) -> tensor<5x8xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.pad: expected one element type, found f4E2M1FN and f32
func.func @g(%a0: tensor<2x3xf4E2M1FN>, %a1: tensor<f4E2M1FN>) {
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 0, 2>}> : (tensor<2x3xf4E2M1FN>, tensor<f4E2M1FN>) -> tensor<5x8xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.pad: expected one element type, found f8E8M0FNU and f32
func.func @g(%a0: tensor<2x3xf8E8M0FNU>, %a1: tensor<f32>) {
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 0, 2>}> : (tensor<2x3xf8E8M0FNU>, tensor<f32>) -> tensor<?x8xf32, #stablehlo.bounds<5, ?>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.pad: expected one element type, found i32 and f32
func.func @g(%a0: tensor<i32>, %a1: tensor<i32>) {
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 0, 2>}> : (tensor<i32>, tensor<i32>) -> tensor<5x8xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.pad: expected one element type, found ui8 and f32
func.func @g(%a0: tensor<2x3xui8>, %a1: tensor<f32>) {
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 0, 2>}> : (tensor<2x3xui8>, tensor<f32>) -> tensor<5x8xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.pad: expected one element type, found ui8 and complex<f32>
func.func @g(%a0: tensor<2x3xui8>, %a1: tensor<complex<f32>>) {
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 0, 2>}> : (tensor<2x3xui8>, tensor<complex<f32>>) -> tensor<?x?xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.partition_id: expected type `tensor<ui32>` for the result, found `tensor<0xui32>`
func.func @g() {
  %r = "stablehlo.partition_id"() : () -> tensor<0xui32>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// stablehlo.partition_id: accepted
func.func @g() {
  %r = "stablehlo.partition_id"() : () -> tensor<ui32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.replica_id: expected type `tensor<ui32>` for the result, found `tensor<0xui32>`
func.func @g() {
  %r = "stablehlo.replica_id"() : () -> tensor<0xui32>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// stablehlo.replica_id: accepted
func.func @g() {
  %r = "stablehlo.replica_id"() : () -> tensor<ui32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.real_dynamic_slice: `tensor<0xi32>` and `tensor<2xi32>` have different types
func.func @g(%a0: tensor<4x5xf32>, %a1: tensor<0xi32>, %a2: tensor<2xi32>, %a3: tensor<0xi32>) {
  %r = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<4x5xf32>, tensor<0xi32>, tensor<2xi32>, tensor<0xi32>) -> tensor<?xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.real_dynamic_slice: `tensor<2xi32>` and `tensor<?x?xf32>` have different element types
func.func @g(%a0: tensor<2xi32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>) {
  %r = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.real_dynamic_slice: expected one start index per dimension of `tensor<4xf32>`
func.func @g(%a0: tensor<4xf32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>) {
  %r = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>  // error: PA0112
  func.return
}
// -----
// jaxlib: accept
// stablehlo.real_dynamic_slice: accepted
func.func @g(%a0: tensor<4x5xf32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>) {
  %r = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<4x5xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.real_dynamic_slice: accepted, unknown sizes
func.func @g(%a0: tensor<4x5xi1>, %a1: tensor<2xi32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>) {
  %r = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<4x5xi1>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xi1>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.real_dynamic_slice: accepted
func.func @g(%a0: tensor<4x5xf32>, %a1: tensor<2xindex>, %a2: tensor<2xindex>, %a3: tensor<2xindex>) {
  %r = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<4x5xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<2x2xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.real_dynamic_slice: accepted, unknown sizes
func.func @g(%a0: tensor<4x5xi8>, %a1: tensor<2xindex>, %a2: tensor<2xindex>, %a3: tensor<2xindex>) {
  %r = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<4x5xi8>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xi8>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.recv: expected channel type 1 for a transfer from device to device, found 3
func.func @g(%a0: !stablehlo.token) {
  %r:2 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>}> : (!stablehlo.token) -> (tensor<2xf32>, tensor<4xf32>)  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.recv: expected a token as the last result, found `tensor<2xf32>`
func.func @g(%a0: !stablehlo.token) {
  %r = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> tensor<2xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.recv: expected channel type 3 for a transfer from host to device, found 2
func.func @g(%a0: !stablehlo.token) {
  %r:2 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xf32>, tensor<4xf32>)  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.recv: expected tensors before the token, found `!stablehlo.token`
func.func @g(%a0: !stablehlo.token) {
  %r:2 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// stablehlo.recv: accepted
func.func @g(%a0: !stablehlo.token) {
  %r:2 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}
// -----
// jaxlib: accept
// stablehlo.recv: accepted
func.func @g(%a0: !stablehlo.token) {
  %r:2 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}
// -----
// jaxlib: reject
// stablehlo.send: expected channel type 1 for a transfer from device to device, found 2
func.func @g(%a0: tensor<?xi1>, %a1: !stablehlo.token) {
  %r = "stablehlo.send"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>}> : (tensor<?xi1>, !stablehlo.token) -> !stablehlo.token  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.send: expected channel type 2 for a transfer from device to host, found 3
func.func @g(%a0: tensor<2xi1>, %a1: !stablehlo.token) {
  %r = "stablehlo.send"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (tensor<2xi1>, !stablehlo.token) -> !stablehlo.token  // error: PA0113
  func.return
}
// -----
// jaxlib: accept
// stablehlo.send: accepted
func.func @g(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  %r = "stablehlo.send"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  func.return
}
// -----
// jaxlib: accept
// stablehlo.send: accepted, unknown sizes
func.func @g(%a0: tensor<?xf32>, %a1: !stablehlo.token) {
  %r = "stablehlo.send"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<?xf32>, !stablehlo.token) -> !stablehlo.token
  func.return
}
// -----
// jaxlib: accept
// stablehlo.send: accepted
func.func @g(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  %r = "stablehlo.send"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  func.return
}
// -----
// jaxlib: accept
// stablehlo.send: accepted, unknown sizes
func.func @g(%a0: tensor<?xf32>, %a1: !stablehlo.token) {
  %r = "stablehlo.send"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [2, 0]]> : tensor<2x2xi64>}> : (tensor<?xf32>, !stablehlo.token) -> !stablehlo.token
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reshape: `tensor<4xf32>` has 4 elements, but `tensor<f32>` has 1
func.func @g(%a0: tensor<4xf32>) {
  %r = "stablehlo.reshape"(%a0) : (tensor<4xf32>) -> tensor<f32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reshape: expected one element type, found ui2 and f32
func.func @g(%a0: tensor<2x3xui2>) {
  %r = "stablehlo.reshape"(%a0) : (tensor<2x3xui2>) -> tensor<4xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reshape: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<3xcomplex<f32>>) {
  %r = "stablehlo.reshape"(%a0) : (tensor<3xcomplex<f32>>) -> tensor<6xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reshape: expected one element type, found complex<f32> and i8
func.func @g(%a0: tensor<2x3xcomplex<f32>>) {
  %r = "stablehlo.reshape"(%a0) : (tensor<2x3xcomplex<f32>>) -> tensor<6xi8>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reshape: expected one element type, found f16 and f8E4M3FN
func.func @g(%a0: tensor<2x3xf16>) {
  %r = "stablehlo.reshape"(%a0) : (tensor<2x3xf16>) -> tensor<6xf8E4M3FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reshape: expected one element type, found f32 and f16
func.func @g(%a0: tensor<f32>) {
  %r = "stablehlo.reshape"(%a0) : (tensor<f32>) -> tensor<12xf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reshape: expected one element type, found f32 and ui32
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.reshape"(%a0) : (tensor<2xf32>) -> tensor<3x2xui32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reshape: expected one element type, found f32 and i1
func.func @g(%a0: tensor<4xf32>) {
  %r = "stablehlo.reshape"(%a0) : (tensor<4xf32>) -> tensor<6xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reshape: expected one element type, found f16 and complex<f64>
func.func @g(%a0: tensor<f16>) {
  %r = "stablehlo.reshape"(%a0) : (tensor<f16>) -> tensor<3x2xcomplex<f64>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reshape: expected one element type, found f8E4M3FN and f32
func.func @g(%a0: tensor<2x3xf8E4M3FN>) {
  %r = "stablehlo.reshape"(%a0) : (tensor<2x3xf8E4M3FN>) -> tensor<6xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reshape: expected one element type, found i1 and f32
func.func @g(%a0: tensor<2x3xi1>) {
  %r = "stablehlo.reshape"(%a0) : (tensor<2x3xi1>) -> tensor<f32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reshape: expected one element type, found f8E8M0FNU and f32
func.func @g(%a0: tensor<3x2xf8E8M0FNU>) {
  %r = "stablehlo.reshape"(%a0) : (tensor<3x2xf8E8M0FNU>) -> tensor<6x2xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reshape: expected one element type, found f32 and bf16
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.reshape"(%a0) : (tensor<2x3xf32>) -> tensor<3x2xbf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reshape: expected one element type, found f32 and f8E8M0FNU
func.func @g(%a0: tensor<?x3xf32, #stablehlo.bounds<2, ?>>) {
  %r = "stablehlo.reshape"(%a0) : (tensor<?x3xf32, #stablehlo.bounds<2, ?>>) -> tensor<f8E8M0FNU>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reverse: expected type `tensor<0x3xf32>` for the result, found `tensor<2x3xf32>`
func.func @g(%a0: tensor<0x3xf32>) {
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 1>}> : (tensor<0x3xf32>) -> tensor<2x3xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reverse: expected one element type, found i2 and f32
func.func @g(%a0: tensor<2x3xi2>) {
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0, 1>}> : (tensor<2x3xi2>) -> tensor<3x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reverse: expected one element type, found f32 and ui2
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0, 1>}> : (tensor<2x3xf32>) -> tensor<0x3xui2>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reverse: duplicate dimension 0 in `dimensions`
func.func @g(%a0: tensor<2x3xi1>) {
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0, 0>}> : (tensor<2x3xi1>) -> tensor<2x?xi1>  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reverse: dimension 1 in `dimensions` is out of range for a tensor of rank 1
func.func @g(%a0: tensor<3xf32>) {
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0, 1>}> : (tensor<3xf32>) -> tensor<2x3xf32>  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reverse: expected one element type, found f32 and f16
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0, 1>}> : (tensor<2x3xf32>) -> tensor<2xf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reverse: expected one element type, found bf16 and complex<f64>
func.func @g(%a0: tensor<2x3x4xbf16>) {
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0, 1>}> : (tensor<2x3x4xbf16>) -> tensor<?x3xcomplex<f64>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reverse: expected one element type, found bf16 and f32
func.func @g(%a0: tensor<2x3xbf16>) {
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0, 1>}> : (tensor<2x3xbf16>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reverse: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<2x3xcomplex<f32>>) {
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0, 1>}> : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reverse: expected one element type, found complex<f32> and f6E2M3FN
func.func @g(%a0: tensor<2x3xcomplex<f32>>) {
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0, 1>}> : (tensor<2x3xcomplex<f32>>) -> tensor<3x3xf6E2M3FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reverse: expected one element type, found f32 and f6E2M3FN
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 1>}> : (tensor<2x3xf32>) -> tensor<2x3xf6E2M3FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reverse: expected one element type, found f32 and bf16
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0, 1>}> : (tensor<2x3xf32>) -> tensor<2x3xbf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reverse: expected one element type, found f32 and complex<f64>
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0, 1>}> : (tensor<2xf32>) -> tensor<2x?xcomplex<f64>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.reverse: expected one element type, found f32 and i1
func.func @g(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0, 1>}> : (tensor<2x3xf32>) -> tensor<2x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.rng: expected one element type, found `tensor<i8>, tensor<f32>, tensor<3xf32>`
func.func @g(%a0: tensor<i8>, %a1: tensor<f32>, %a2: tensor<2xi64>) {
  %r = "stablehlo.rng"(%a0, %a1, %a2) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<i8>, tensor<f32>, tensor<2xi64>) -> tensor<3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.rng: expected one size in `shape` per dimension of `tensor<f32>`
func.func @g(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<2xi64>) {
  %r = "stablehlo.rng"(%a0, %a1, %a2) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<f32>  // error: PA0112
  func.return
}
// -----
// jaxlib: reject
// stablehlo.rng: expected float parameters of a normal distribution, found `tensor<i4>`
func.func @g(%a0: tensor<i4>, %a1: tensor<i4>, %a2: tensor<2xi32>) {
  %r = "stablehlo.rng"(%a0, %a1, %a2) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<i4>, tensor<i4>, tensor<2xi32>) -> tensor<?x?xi4>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.rng: accepted
func.func @g(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<2xi64>) {
  %r = "stablehlo.rng"(%a0, %a1, %a2) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.rng: accepted, unknown sizes
func.func @g(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<2xi64>) {
  %r = "stablehlo.rng"(%a0, %a1, %a2) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x?xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.rng: accepted
func.func @g(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<2xindex>) {
  %r = "stablehlo.rng"(%a0, %a1, %a2) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<f32>, tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.rng: accepted, unknown sizes
func.func @g(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<2xi32>) {
  %r = "stablehlo.rng"(%a0, %a1, %a2) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<f32>, tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.rng_bit_generator: the initial state `tensor<1xi2>` and the output state `tensor<2xi2>` have different shapes
func.func @g(%a0: tensor<1xi2>) {
  %r:2 = "stablehlo.rng_bit_generator"(%a0) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<1xi2>) -> (tensor<2xi2>, tensor<3xui32>)  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// stablehlo.rng_bit_generator: accepted
func.func @g(%a0: tensor<2xui64>) {
  %r:2 = "stablehlo.rng_bit_generator"(%a0) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
  func.return
}
// -----
// jaxlib: accept
// stablehlo.rng_bit_generator: accepted, unknown sizes
func.func @g(%a0: tensor<2xi8>) {
  %r:2 = "stablehlo.rng_bit_generator"(%a0) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xi8>) -> (tensor<?xi8>, tensor<3xui32>)
  func.return
}
// -----
// jaxlib: reject
// stablehlo.slice: limit index 4 exceeds size 1 of dimension 0
func.func @g(%a0: tensor<1x9xf32>) {
  %r = "stablehlo.slice"(%a0) <{start_indices = array<i64: 1, 0>, limit_indices = array<i64: 4, 5>, strides = array<i64: 1, 2>}> : (tensor<1x9xf32>) -> tensor<3xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.slice: expected one element type, found f32 and i1
func.func @g(%a0: tensor<?x9xf32>) {
  %r = "stablehlo.slice"(%a0) <{start_indices = array<i64: 1, 0>, limit_indices = array<i64>, strides = array<i64: 1, 2>}> : (tensor<?x9xf32>) -> tensor<3x2xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.slice: expected type `tensor<3x4xi1>` for the result, found `tensor<2x2xi1>`
func.func @g(%a0: tensor<8x9xi1>) {
  %r = "stablehlo.slice"(%a0) <{start_indices = array<i64: 1, 0>, limit_indices = array<i64: 4, 4>, strides = array<i64: 1, 1>}> : (tensor<8x9xi1>) -> tensor<2x2xi1>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.slice: expected one element type, found i32 and complex<f64>
func.func @g(%a0: tensor<1x9xi32>) {
  %r = "stablehlo.slice"(%a0) <{start_indices = array<i64: 1, 0>, limit_indices = array<i64: 4, 4>, strides = array<i64: 1, 2>}> : (tensor<1x9xi32>) -> tensor<3x2xcomplex<f64>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.slice: expected 2 entries in `strides` (one per dimension), found 0
func.func @g(%a0: tensor<8x9xf32>) {
  %r = "stablehlo.slice"(%a0) <{start_indices = array<i64: 1, 0>, limit_indices = array<i64: 4, 4>, strides = array<i64>}> : (tensor<8x9xf32>) -> tensor<3x2xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.slice: expected one element type, found f32 and f4E2M1FN
func.func @g(%a0: tensor<8x9xf32>) {
  %r = "stablehlo.slice"(%a0) <{start_indices = array<i64: 1, 0>, limit_indices = array<i64: 4, 4>, strides = array<i64: 1, 2>}> : (tensor<8x9xf32>) -> tensor<3x2xf4E2M1FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.slice: start index 5 exceeds limit index 4 in dimension 0
func.func @g(%a0: tensor<5x9xf32>) {
  %r = "stablehlo.slice"(%a0) <{start_indices = array<i64: 5, 0>, limit_indices = array<i64: 4, 4>, strides = array<i64: 1, 2>}> : (tensor<5x9xf32>) -> tensor<3x2xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.slice: expected one element type, found f8E4M3FN and f32
func.func @g(%a0: tensor<8x2xf8E4M3FN>) {
  %r = "stablehlo.slice"(%a0) <{start_indices = array<i64: 1, 0>, limit_indices = array<i64: 4, 4>, strides = array<i64: 1, 2>}> : (tensor<8x2xf8E4M3FN>) -> tensor<3x2xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.slice: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<8x9xcomplex<f32>>) {
  %r = "stablehlo.slice"(%a0) <{start_indices = array<i64: 0>, limit_indices = array<i64: 4, 4>, strides = array<i64: 1, 2>}> : (tensor<8x9xcomplex<f32>>) -> tensor<3x2xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.slice: expected one element type, found complex<f32> and i32
func.func @g(%a0: tensor<8x9xcomplex<f32>>) {
  %r = "stablehlo.slice"(%a0) <{start_indices = array<i64: 1, 0>, limit_indices = array<i64: 4, 4>, strides = array<i64: 1, 2>}> : (tensor<8x9xcomplex<f32>>) -> tensor<2x3xi32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.slice: expected one element type, found f16 and f32
func.func @g(%a0: tensor<8x9xf16>) {
  %r = "stablehlo.slice"(%a0) <{start_indices = array<i64: 1, 0>, limit_indices = array<i64: 4, 4>, strides = array<i64: 1, 2>}> : (tensor<8x9xf16>) -> tensor<3x2xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.slice: negative start index -1 of dimension 1
func.func @g(%a0: tensor<8x9xf32>) {
  %r = "stablehlo.slice"(%a0) <{start_indices = array<i64: 1, -1>, limit_indices = array<i64: 3, 4>, strides = array<i64: 1, 2>}> : (tensor<8x9xf32>) -> tensor<3x2xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.slice: expected a positive stride of dimension 0, found 0
func.func @g(%a0: tensor<8x9xf32>) {
  %r = "stablehlo.slice"(%a0) <{start_indices = array<i64: 1, 0>, limit_indices = array<i64: 4, 4>, strides = array<i64: 0, 2>}> : (tensor<8x9xf32>) -> tensor<3x2xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.slice: expected one element type, found f32 and bf16
func.func @g(%a0: tensor<8x9xf32>) {
  %r = "stablehlo.slice"(%a0) <{start_indices = array<i64: 1, 0>, limit_indices = array<i64: 4, 4>, strides = array<i64: 1, 2>}> : (tensor<8x9xf32>) -> tensor<3x2xbf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: accept
// stablehlo.torch_index_select: accepted
func.func @g(%a0: tensor<5x6x7xf32>, %a1: tensor<2xi32>) {
  %r = "stablehlo.torch_index_select"(%a0, %a1) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<5x6x7xf32>, tensor<2xi32>) -> tensor<5x2x7xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.torch_index_select: accepted, unknown sizes
func.func @g(%a0: tensor<6x7xf32>, %a1: tensor<2xi32>) {
  %r = "stablehlo.torch_index_select"(%a0, %a1) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<6x7xf32>, tensor<2xi32>) -> tensor<5x?x7xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.torch_index_select: accepted
func.func @g(%a0: tensor<5x6x7xf32>, %a1: tensor<5x2xi32>) {
  %r = "stablehlo.torch_index_select"(%a0, %a1) <{dim = 1 : i64, batch_dims = 1 : i64}> : (tensor<5x6x7xf32>, tensor<5x2xi32>) -> tensor<5x2x7xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.torch_index_select: accepted, unknown sizes
func.func @g(%a0: tensor<5x6x7xi1>, %a1: tensor<5x2xi1>) {
  %r = "stablehlo.torch_index_select"(%a0, %a1) <{dim = 1 : i64, batch_dims = 1 : i64}> : (tensor<5x6x7xi1>, tensor<5x2xi1>) -> tensor<5x2x?xi1>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.transpose: expected type `tensor<4x2x3xf32>` for the result, found `tensor<4xf32>`
func.func @g(%a0: tensor<2x3x4xf32>) {
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf32>) -> tensor<4xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: reject
// stablehlo.transpose: expected 3 entries in `permutation` (one per dimension), found 0
func.func @g(%a0: tensor<2x3x4xf32>) {
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64>}> : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>  // error: PA0113
  func.return
}
// -----
// jaxlib: reject
// stablehlo.transpose: duplicate dimension 1 in `permutation`
func.func @g(%a0: tensor<2x3x4xi1>) {
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: 2, 1, 1>}> : (tensor<2x3x4xi1>) -> tensor<4x2x3xi1>  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// stablehlo.transpose: dimension -1 in `permutation` is out of range for a tensor of rank 3
func.func @g(%a0: tensor<2x3x4xi1>) {
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: -1, 0, 1>}> : (tensor<2x3x4xi1>) -> tensor<4x2x3xi1>  // error: PA0126
  func.return
}
// -----
// jaxlib: reject
// stablehlo.transpose: expected one element type, found f32 and i1
func.func @g(%a0: tensor<2x3x4xf32>) {
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1, 0, 1>}> : (tensor<2x3x4xf32>) -> tensor<4x2x3xi1>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.transpose: expected one element type, found complex<f32> and f32
func.func @g(%a0: tensor<2x3x4xcomplex<f32>>) {
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xcomplex<f32>>) -> tensor<4x2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.transpose: expected one element type, found complex<f32> and f4E2M1FN
func.func @g(%a0: tensor<2x3x4xcomplex<f32>>) {
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xcomplex<f32>>) -> tensor<4x2x3xf4E2M1FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.transpose: expected one element type, found complex<f32> and ui8
func.func @g(%a0: tensor<2x3x4xcomplex<f32>>) {
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xcomplex<f32>>) -> tensor<4x2x3xui8>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.transpose: expected one element type, found f64 and f32
func.func @g(%a0: tensor<2x3x4xf64>) {
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: 0, 1>}> : (tensor<2x3x4xf64>) -> tensor<4x2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.transpose: expected one element type, found f32 and f4E2M1FN
func.func @g(%a0: tensor<2x3x4xf32>) {
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf32>) -> tensor<4x2x3xf4E2M1FN>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.transpose: expected one element type, found f32 and complex<f32>
func.func @g(%a0: tensor<2x3x4xf32>) {
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: 2, 0, 0>}> : (tensor<2x3x4xf32>) -> tensor<4x2x0xcomplex<f32>>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.transpose: expected one element type, found f32 and bf16
func.func @g(%a0: tensor<2x3x4xf32>) {
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf32>) -> tensor<2x3x4xbf16>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.transpose: expected one element type, found f32 and ui8
func.func @g(%a0: tensor<3x2x4xf32>) {
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: 4, 1>}> : (tensor<3x2x4xf32>) -> tensor<4x2x3xui8>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.transpose: expected one element type, found f4E2M1FN and f32
func.func @g(%a0: tensor<2x3x4xf4E2M1FN>) {
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf4E2M1FN>) -> tensor<4x2x3xf32>  // error: PA0110
  func.return
}
// -----
// jaxlib: reject
// stablehlo.async_start: the region has arguments (tensor<2xf32>), but the operands have types ()
func.func @g() {
  %r = "stablehlo.async_start"() ({^bb0(%b0: tensor<2xf32>): %c0 = "stablehlo.all_gather"(%b0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>  // error: PA0124
    "stablehlo.return"(%c0) : (tensor<4xf32>) -> ()}) : () -> !stablehlo.future<tensor<4xf32>>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.async_start: expected stablehlo.return at the end of region 0, found an empty block
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.async_start"(%a0) ({  // error: PA0114
  ^bb0:
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<4xf32>>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.async_start: expected one collective or slice and its return in the region
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.async_start"(%a0) ({"stablehlo.return"() : () -> ()}) : (tensor<2xf32>) -> !stablehlo.future<tensor<4xf32>>  // error: PA0114
  func.return
}
// -----
// jaxlib: reject
// stablehlo.async_start: expected one block in region 0, found 0
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.async_start"(%a0) ({}) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>  // error: PA0114
  func.return
}
// -----
// jaxlib: reject
// stablehlo.async_start: expected stablehlo.return at the end of region 0, found stablehlo.constant
func.func @g(%a0: tensor<5xf32>) {
  %r = "stablehlo.async_start"(%a0) ({%z = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>}) : (tensor<5xf32>) -> !stablehlo.future<tensor<4xf32>>  // error: PA0114
  func.return
}
// -----
// jaxlib: accept
// stablehlo.async_start: accepted
func.func @g(%a0: tensor<2xf32>) {
  %r = "stablehlo.async_start"(%a0) ({^bb0(%b0: tensor<2xf32>): %c0 = "stablehlo.all_gather"(%b0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>
    "stablehlo.return"(%c0) : (tensor<4xf32>) -> ()}) : (tensor<2xf32>) -> !stablehlo.future<tensor<4xf32>>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.async_start: expected a collective or a slice in the region, found stablehlo.custom_call
func.func @g() {
  %r = "stablehlo.async_start"() ({  // error: PA0114
  ^bb0(%b0: tensor<0xf32>):
    %c0 = "stablehlo.custom_call"() <{call_target_name = "x"}> : () -> tensor<2xf32>
    "stablehlo.return"(%c0) : (tensor<2xf32>) -> ()
  }) : () -> !stablehlo.future<tensor<2xf32>>
  func.return
}
// -----
// jaxlib: reject
// stablehlo.async_done: expected type `tensor<f32>` for the result, found `tensor<5xf32>`
func.func @g(%a0: !stablehlo.future<tensor<f32>>) {
  %r = "stablehlo.async_done"(%a0) : (!stablehlo.future<tensor<f32>>) -> tensor<5xf32>  // error: PA0111
  func.return
}
// -----
// jaxlib: accept
// stablehlo.async_done: accepted
func.func @g(%a0: !stablehlo.future<tensor<4xf32>>) {
  %r = "stablehlo.async_done"(%a0) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
  func.return
}
// -----
// jaxlib: accept
// stablehlo.async_done: accepted, unknown sizes
func.func @g(%a0: !stablehlo.future<tensor<4xf32>>) {
  %r = "stablehlo.async_done"(%a0) : (!stablehlo.future<tensor<4xf32>>) -> tensor<?xf32>
  func.return
}
