// test: verify
// jaxlib: accept
// abs: plain
func.func @f(%arg0: tensor<4x?xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<4x?xf32>
  return
}
// -----
// jaxlib: reject
// abs: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.abs"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// abs: result rank differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.abs"(%arg0) : (tensor<4xf32>) -> tensor<4x1xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// abs: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.abs"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// abs: two operands
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.abs"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// abs: operand not a tensor
func.func @f(%arg0: f32) {
  %0 = "stablehlo.abs"(%arg0) : (f32) -> f32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// abs: unranked operand
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// cbrt: plain
func.func @f(%arg0: tensor<4x?xf32>) {
  %0 = stablehlo.cbrt %arg0 : tensor<4x?xf32>
  return
}
// -----
// jaxlib: reject
// cbrt: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.cbrt"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cbrt: result rank differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.cbrt"(%arg0) : (tensor<4xf32>) -> tensor<4x1xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cbrt: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.cbrt"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cbrt: two operands
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.cbrt"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// cbrt: operand not a tensor
func.func @f(%arg0: f32) {
  %0 = "stablehlo.cbrt"(%arg0) : (f32) -> f32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cbrt: unranked operand
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.cbrt %arg0 : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// ceil: plain
func.func @f(%arg0: tensor<4x?xf32>) {
  %0 = stablehlo.ceil %arg0 : tensor<4x?xf32>
  return
}
// -----
// jaxlib: reject
// ceil: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.ceil"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// ceil: result rank differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.ceil"(%arg0) : (tensor<4xf32>) -> tensor<4x1xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// ceil: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.ceil"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// ceil: two operands
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.ceil"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// ceil: operand not a tensor
func.func @f(%arg0: f32) {
  %0 = "stablehlo.ceil"(%arg0) : (f32) -> f32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// ceil: unranked operand
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.ceil %arg0 : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// cosine: plain
func.func @f(%arg0: tensor<4x?xf32>) {
  %0 = stablehlo.cosine %arg0 : tensor<4x?xf32>
  return
}
// -----
// jaxlib: reject
// cosine: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.cosine"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cosine: result rank differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.cosine"(%arg0) : (tensor<4xf32>) -> tensor<4x1xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cosine: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.cosine"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cosine: two operands
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.cosine"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// cosine: operand not a tensor
func.func @f(%arg0: f32) {
  %0 = "stablehlo.cosine"(%arg0) : (f32) -> f32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cosine: unranked operand
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.cosine %arg0 : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// count_leading_zeros: plain
func.func @f(%arg0: tensor<4x?xi32>) {
  %0 = stablehlo.count_leading_zeros %arg0 : tensor<4x?xi32>
  return
}
// -----
// jaxlib: reject
// count_leading_zeros: result shape differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.count_leading_zeros"(%arg0) : (tensor<4xi32>) -> tensor<5xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// count_leading_zeros: result rank differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.count_leading_zeros"(%arg0) : (tensor<4xi32>) -> tensor<4x1xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// count_leading_zeros: result element type differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.count_leading_zeros"(%arg0) : (tensor<4xi32>) -> tensor<4xi16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// count_leading_zeros: two operands
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.count_leading_zeros"(%arg0, %arg0) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// count_leading_zeros: operand not a tensor
func.func @f(%arg0: i32) {
  %0 = "stablehlo.count_leading_zeros"(%arg0) : (i32) -> i32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// count_leading_zeros: unranked operand
func.func @f(%arg0: tensor<*xi32>) {
  %0 = stablehlo.count_leading_zeros %arg0 : tensor<*xi32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// exponential: plain
func.func @f(%arg0: tensor<4x?xf32>) {
  %0 = stablehlo.exponential %arg0 : tensor<4x?xf32>
  return
}
// -----
// jaxlib: reject
// exponential: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.exponential"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// exponential: result rank differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.exponential"(%arg0) : (tensor<4xf32>) -> tensor<4x1xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// exponential: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.exponential"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// exponential: two operands
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.exponential"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// exponential: operand not a tensor
func.func @f(%arg0: f32) {
  %0 = "stablehlo.exponential"(%arg0) : (f32) -> f32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// exponential: unranked operand
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.exponential %arg0 : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// exponential_minus_one: plain
func.func @f(%arg0: tensor<4x?xf32>) {
  %0 = stablehlo.exponential_minus_one %arg0 : tensor<4x?xf32>
  return
}
// -----
// jaxlib: reject
// exponential_minus_one: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.exponential_minus_one"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// exponential_minus_one: result rank differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.exponential_minus_one"(%arg0) : (tensor<4xf32>) -> tensor<4x1xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// exponential_minus_one: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.exponential_minus_one"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// exponential_minus_one: two operands
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.exponential_minus_one"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// exponential_minus_one: operand not a tensor
func.func @f(%arg0: f32) {
  %0 = "stablehlo.exponential_minus_one"(%arg0) : (f32) -> f32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// exponential_minus_one: unranked operand
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.exponential_minus_one %arg0 : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// floor: plain
func.func @f(%arg0: tensor<4x?xf32>) {
  %0 = stablehlo.floor %arg0 : tensor<4x?xf32>
  return
}
// -----
// jaxlib: reject
// floor: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.floor"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// floor: result rank differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.floor"(%arg0) : (tensor<4xf32>) -> tensor<4x1xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// floor: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.floor"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// floor: two operands
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.floor"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// floor: operand not a tensor
func.func @f(%arg0: f32) {
  %0 = "stablehlo.floor"(%arg0) : (f32) -> f32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// floor: unranked operand
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.floor %arg0 : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// log: plain
func.func @f(%arg0: tensor<4x?xf32>) {
  %0 = stablehlo.log %arg0 : tensor<4x?xf32>
  return
}
// -----
// jaxlib: reject
// log: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.log"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// log: result rank differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.log"(%arg0) : (tensor<4xf32>) -> tensor<4x1xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// log: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.log"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// log: two operands
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.log"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// log: operand not a tensor
func.func @f(%arg0: f32) {
  %0 = "stablehlo.log"(%arg0) : (f32) -> f32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// log: unranked operand
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.log %arg0 : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// log_plus_one: plain
func.func @f(%arg0: tensor<4x?xf32>) {
  %0 = stablehlo.log_plus_one %arg0 : tensor<4x?xf32>
  return
}
// -----
// jaxlib: reject
// log_plus_one: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.log_plus_one"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// log_plus_one: result rank differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.log_plus_one"(%arg0) : (tensor<4xf32>) -> tensor<4x1xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// log_plus_one: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.log_plus_one"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// log_plus_one: two operands
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.log_plus_one"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// log_plus_one: operand not a tensor
func.func @f(%arg0: f32) {
  %0 = "stablehlo.log_plus_one"(%arg0) : (f32) -> f32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// log_plus_one: unranked operand
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.log_plus_one %arg0 : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// logistic: plain
func.func @f(%arg0: tensor<4x?xf32>) {
  %0 = stablehlo.logistic %arg0 : tensor<4x?xf32>
  return
}
// -----
// jaxlib: reject
// logistic: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.logistic"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// logistic: result rank differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.logistic"(%arg0) : (tensor<4xf32>) -> tensor<4x1xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// logistic: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.logistic"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// logistic: two operands
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.logistic"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// logistic: operand not a tensor
func.func @f(%arg0: f32) {
  %0 = "stablehlo.logistic"(%arg0) : (f32) -> f32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// logistic: unranked operand
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.logistic %arg0 : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// negate: plain
func.func @f(%arg0: tensor<4x?xf32>) {
  %0 = stablehlo.negate %arg0 : tensor<4x?xf32>
  return
}
// -----
// jaxlib: reject
// negate: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.negate"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// negate: result rank differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.negate"(%arg0) : (tensor<4xf32>) -> tensor<4x1xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// negate: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.negate"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// negate: two operands
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.negate"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// negate: operand not a tensor
func.func @f(%arg0: f32) {
  %0 = "stablehlo.negate"(%arg0) : (f32) -> f32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// negate: unranked operand
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.negate %arg0 : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// not: plain
func.func @f(%arg0: tensor<4x?xi32>) {
  %0 = stablehlo.not %arg0 : tensor<4x?xi32>
  return
}
// -----
// jaxlib: reject
// not: result shape differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.not"(%arg0) : (tensor<4xi32>) -> tensor<5xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// not: result rank differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.not"(%arg0) : (tensor<4xi32>) -> tensor<4x1xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// not: result element type differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.not"(%arg0) : (tensor<4xi32>) -> tensor<4xi16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// not: two operands
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.not"(%arg0, %arg0) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// not: operand not a tensor
func.func @f(%arg0: i32) {
  %0 = "stablehlo.not"(%arg0) : (i32) -> i32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// not: unranked operand
func.func @f(%arg0: tensor<*xi32>) {
  %0 = stablehlo.not %arg0 : tensor<*xi32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// popcnt: plain
func.func @f(%arg0: tensor<4x?xi32>) {
  %0 = stablehlo.popcnt %arg0 : tensor<4x?xi32>
  return
}
// -----
// jaxlib: reject
// popcnt: result shape differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.popcnt"(%arg0) : (tensor<4xi32>) -> tensor<5xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// popcnt: result rank differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.popcnt"(%arg0) : (tensor<4xi32>) -> tensor<4x1xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// popcnt: result element type differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.popcnt"(%arg0) : (tensor<4xi32>) -> tensor<4xi16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// popcnt: two operands
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.popcnt"(%arg0, %arg0) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// popcnt: operand not a tensor
func.func @f(%arg0: i32) {
  %0 = "stablehlo.popcnt"(%arg0) : (i32) -> i32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// popcnt: unranked operand
func.func @f(%arg0: tensor<*xi32>) {
  %0 = stablehlo.popcnt %arg0 : tensor<*xi32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// round_nearest_afz: plain
func.func @f(%arg0: tensor<4x?xf32>) {
  %0 = stablehlo.round_nearest_afz %arg0 : tensor<4x?xf32>
  return
}
// -----
// jaxlib: reject
// round_nearest_afz: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.round_nearest_afz"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// round_nearest_afz: result rank differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.round_nearest_afz"(%arg0) : (tensor<4xf32>) -> tensor<4x1xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// round_nearest_afz: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.round_nearest_afz"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// round_nearest_afz: two operands
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.round_nearest_afz"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// round_nearest_afz: operand not a tensor
func.func @f(%arg0: f32) {
  %0 = "stablehlo.round_nearest_afz"(%arg0) : (f32) -> f32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// round_nearest_afz: unranked operand
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.round_nearest_afz %arg0 : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// round_nearest_even: plain
func.func @f(%arg0: tensor<4x?xf32>) {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<4x?xf32>
  return
}
// -----
// jaxlib: reject
// round_nearest_even: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.round_nearest_even"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// round_nearest_even: result rank differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.round_nearest_even"(%arg0) : (tensor<4xf32>) -> tensor<4x1xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// round_nearest_even: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.round_nearest_even"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// round_nearest_even: two operands
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.round_nearest_even"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// round_nearest_even: operand not a tensor
func.func @f(%arg0: f32) {
  %0 = "stablehlo.round_nearest_even"(%arg0) : (f32) -> f32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// round_nearest_even: unranked operand
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// rsqrt: plain
func.func @f(%arg0: tensor<4x?xf32>) {
  %0 = stablehlo.rsqrt %arg0 : tensor<4x?xf32>
  return
}
// -----
// jaxlib: reject
// rsqrt: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.rsqrt"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// rsqrt: result rank differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.rsqrt"(%arg0) : (tensor<4xf32>) -> tensor<4x1xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// rsqrt: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.rsqrt"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// rsqrt: two operands
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.rsqrt"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// rsqrt: operand not a tensor
func.func @f(%arg0: f32) {
  %0 = "stablehlo.rsqrt"(%arg0) : (f32) -> f32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// rsqrt: unranked operand
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.rsqrt %arg0 : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// sign: plain
func.func @f(%arg0: tensor<4x?xf32>) {
  %0 = stablehlo.sign %arg0 : tensor<4x?xf32>
  return
}
// -----
// jaxlib: reject
// sign: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.sign"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sign: result rank differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.sign"(%arg0) : (tensor<4xf32>) -> tensor<4x1xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sign: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.sign"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sign: two operands
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.sign"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// sign: operand not a tensor
func.func @f(%arg0: f32) {
  %0 = "stablehlo.sign"(%arg0) : (f32) -> f32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sign: unranked operand
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.sign %arg0 : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// sine: plain
func.func @f(%arg0: tensor<4x?xf32>) {
  %0 = stablehlo.sine %arg0 : tensor<4x?xf32>
  return
}
// -----
// jaxlib: reject
// sine: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.sine"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sine: result rank differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.sine"(%arg0) : (tensor<4xf32>) -> tensor<4x1xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sine: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.sine"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sine: two operands
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.sine"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// sine: operand not a tensor
func.func @f(%arg0: f32) {
  %0 = "stablehlo.sine"(%arg0) : (f32) -> f32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sine: unranked operand
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.sine %arg0 : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// sqrt: plain
func.func @f(%arg0: tensor<4x?xf32>) {
  %0 = stablehlo.sqrt %arg0 : tensor<4x?xf32>
  return
}
// -----
// jaxlib: reject
// sqrt: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.sqrt"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sqrt: result rank differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.sqrt"(%arg0) : (tensor<4xf32>) -> tensor<4x1xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sqrt: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.sqrt"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sqrt: two operands
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.sqrt"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// sqrt: operand not a tensor
func.func @f(%arg0: f32) {
  %0 = "stablehlo.sqrt"(%arg0) : (f32) -> f32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// sqrt: unranked operand
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.sqrt %arg0 : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// tan: plain
func.func @f(%arg0: tensor<4x?xf32>) {
  %0 = stablehlo.tan %arg0 : tensor<4x?xf32>
  return
}
// -----
// jaxlib: reject
// tan: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.tan"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tan: result rank differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.tan"(%arg0) : (tensor<4xf32>) -> tensor<4x1xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tan: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.tan"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tan: two operands
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.tan"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// tan: operand not a tensor
func.func @f(%arg0: f32) {
  %0 = "stablehlo.tan"(%arg0) : (f32) -> f32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tan: unranked operand
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.tan %arg0 : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// tanh: plain
func.func @f(%arg0: tensor<4x?xf32>) {
  %0 = stablehlo.tanh %arg0 : tensor<4x?xf32>
  return
}
// -----
// jaxlib: reject
// tanh: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.tanh"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tanh: result rank differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.tanh"(%arg0) : (tensor<4xf32>) -> tensor<4x1xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tanh: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.tanh"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tanh: two operands
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.tanh"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// tanh: operand not a tensor
func.func @f(%arg0: f32) {
  %0 = "stablehlo.tanh"(%arg0) : (f32) -> f32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// tanh: unranked operand
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.tanh %arg0 : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// add: plain
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// add: operand shapes differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// add: no implicit broadcast of a scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// add: operand element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf16>) {
  %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// add: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.add"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<2xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// add: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.add"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// add: one operand
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.add"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: accept
// and: plain
func.func @f(%arg0: tensor<4xi32>) {
  %0 = stablehlo.and %arg0, %arg0 : tensor<4xi32>
  return
}
// -----
// jaxlib: reject
// and: operand shapes differ
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<5xi32>) {
  %0 = "stablehlo.and"(%arg0, %arg1) : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// and: no implicit broadcast of a scalar
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = "stablehlo.and"(%arg0, %arg1) : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// and: operand element types differ
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi16>) {
  %0 = "stablehlo.and"(%arg0, %arg1) : (tensor<4xi32>, tensor<4xi16>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// and: result shape differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.and"(%arg0, %arg0) : (tensor<4xi32>, tensor<4xi32>) -> tensor<2xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// and: result element type differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.and"(%arg0, %arg0) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// and: one operand
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.and"(%arg0) : (tensor<4xi32>) -> tensor<4xi32>  // error: PA0105
  return
}
// -----
// jaxlib: accept
// atan2: plain
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.atan2 %arg0, %arg0 : tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// atan2: operand shapes differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = "stablehlo.atan2"(%arg0, %arg1) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// atan2: no implicit broadcast of a scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.atan2"(%arg0, %arg1) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// atan2: operand element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf16>) {
  %0 = "stablehlo.atan2"(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// atan2: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.atan2"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<2xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// atan2: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.atan2"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// atan2: one operand
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.atan2"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: accept
// divide: plain
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.divide %arg0, %arg0 : tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// divide: operand shapes differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = "stablehlo.divide"(%arg0, %arg1) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// divide: no implicit broadcast of a scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.divide"(%arg0, %arg1) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// divide: operand element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf16>) {
  %0 = "stablehlo.divide"(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// divide: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.divide"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<2xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// divide: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.divide"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// divide: one operand
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.divide"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: accept
// maximum: plain
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.maximum %arg0, %arg0 : tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// maximum: operand shapes differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = "stablehlo.maximum"(%arg0, %arg1) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// maximum: no implicit broadcast of a scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.maximum"(%arg0, %arg1) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// maximum: operand element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf16>) {
  %0 = "stablehlo.maximum"(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// maximum: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.maximum"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<2xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// maximum: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.maximum"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// maximum: one operand
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.maximum"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: accept
// minimum: plain
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.minimum %arg0, %arg0 : tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// minimum: operand shapes differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = "stablehlo.minimum"(%arg0, %arg1) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// minimum: no implicit broadcast of a scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.minimum"(%arg0, %arg1) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// minimum: operand element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf16>) {
  %0 = "stablehlo.minimum"(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// minimum: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.minimum"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<2xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// minimum: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.minimum"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// minimum: one operand
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.minimum"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: accept
// multiply: plain
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// multiply: operand shapes differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = "stablehlo.multiply"(%arg0, %arg1) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// multiply: no implicit broadcast of a scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.multiply"(%arg0, %arg1) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// multiply: operand element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf16>) {
  %0 = "stablehlo.multiply"(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// multiply: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.multiply"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<2xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// multiply: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.multiply"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// multiply: one operand
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.multiply"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: accept
// or: plain
func.func @f(%arg0: tensor<4xi32>) {
  %0 = stablehlo.or %arg0, %arg0 : tensor<4xi32>
  return
}
// -----
// jaxlib: reject
// or: operand shapes differ
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<5xi32>) {
  %0 = "stablehlo.or"(%arg0, %arg1) : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// or: no implicit broadcast of a scalar
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = "stablehlo.or"(%arg0, %arg1) : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// or: operand element types differ
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi16>) {
  %0 = "stablehlo.or"(%arg0, %arg1) : (tensor<4xi32>, tensor<4xi16>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// or: result shape differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.or"(%arg0, %arg0) : (tensor<4xi32>, tensor<4xi32>) -> tensor<2xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// or: result element type differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.or"(%arg0, %arg0) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// or: one operand
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.or"(%arg0) : (tensor<4xi32>) -> tensor<4xi32>  // error: PA0105
  return
}
// -----
// jaxlib: accept
// power: plain
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.power %arg0, %arg0 : tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// power: operand shapes differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = "stablehlo.power"(%arg0, %arg1) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// power: no implicit broadcast of a scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.power"(%arg0, %arg1) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// power: operand element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf16>) {
  %0 = "stablehlo.power"(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// power: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.power"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<2xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// power: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.power"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// power: one operand
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.power"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: accept
// remainder: plain
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.remainder %arg0, %arg0 : tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// remainder: operand shapes differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = "stablehlo.remainder"(%arg0, %arg1) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// remainder: no implicit broadcast of a scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.remainder"(%arg0, %arg1) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// remainder: operand element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf16>) {
  %0 = "stablehlo.remainder"(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// remainder: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.remainder"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<2xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// remainder: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.remainder"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// remainder: one operand
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.remainder"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: accept
// shift_left: plain
func.func @f(%arg0: tensor<4xi32>) {
  %0 = stablehlo.shift_left %arg0, %arg0 : tensor<4xi32>
  return
}
// -----
// jaxlib: reject
// shift_left: operand shapes differ
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<5xi32>) {
  %0 = "stablehlo.shift_left"(%arg0, %arg1) : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_left: no implicit broadcast of a scalar
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = "stablehlo.shift_left"(%arg0, %arg1) : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_left: operand element types differ
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi16>) {
  %0 = "stablehlo.shift_left"(%arg0, %arg1) : (tensor<4xi32>, tensor<4xi16>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_left: result shape differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.shift_left"(%arg0, %arg0) : (tensor<4xi32>, tensor<4xi32>) -> tensor<2xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_left: result element type differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.shift_left"(%arg0, %arg0) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_left: one operand
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.shift_left"(%arg0) : (tensor<4xi32>) -> tensor<4xi32>  // error: PA0105
  return
}
// -----
// jaxlib: accept
// shift_right_arithmetic: plain
func.func @f(%arg0: tensor<4xi32>) {
  %0 = stablehlo.shift_right_arithmetic %arg0, %arg0 : tensor<4xi32>
  return
}
// -----
// jaxlib: reject
// shift_right_arithmetic: operand shapes differ
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<5xi32>) {
  %0 = "stablehlo.shift_right_arithmetic"(%arg0, %arg1) : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_right_arithmetic: no implicit broadcast of a scalar
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = "stablehlo.shift_right_arithmetic"(%arg0, %arg1) : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_right_arithmetic: operand element types differ
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi16>) {
  %0 = "stablehlo.shift_right_arithmetic"(%arg0, %arg1) : (tensor<4xi32>, tensor<4xi16>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_right_arithmetic: result shape differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.shift_right_arithmetic"(%arg0, %arg0) : (tensor<4xi32>, tensor<4xi32>) -> tensor<2xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_right_arithmetic: result element type differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.shift_right_arithmetic"(%arg0, %arg0) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_right_arithmetic: one operand
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.shift_right_arithmetic"(%arg0) : (tensor<4xi32>) -> tensor<4xi32>  // error: PA0105
  return
}
// -----
// jaxlib: accept
// shift_right_logical: plain
func.func @f(%arg0: tensor<4xi32>) {
  %0 = stablehlo.shift_right_logical %arg0, %arg0 : tensor<4xi32>
  return
}
// -----
// jaxlib: reject
// shift_right_logical: operand shapes differ
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<5xi32>) {
  %0 = "stablehlo.shift_right_logical"(%arg0, %arg1) : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_right_logical: no implicit broadcast of a scalar
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = "stablehlo.shift_right_logical"(%arg0, %arg1) : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_right_logical: operand element types differ
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi16>) {
  %0 = "stablehlo.shift_right_logical"(%arg0, %arg1) : (tensor<4xi32>, tensor<4xi16>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_right_logical: result shape differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.shift_right_logical"(%arg0, %arg0) : (tensor<4xi32>, tensor<4xi32>) -> tensor<2xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_right_logical: result element type differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.shift_right_logical"(%arg0, %arg0) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// shift_right_logical: one operand
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.shift_right_logical"(%arg0) : (tensor<4xi32>) -> tensor<4xi32>  // error: PA0105
  return
}
// -----
// jaxlib: accept
// subtract: plain
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.subtract %arg0, %arg0 : tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// subtract: operand shapes differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = "stablehlo.subtract"(%arg0, %arg1) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// subtract: no implicit broadcast of a scalar
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.subtract"(%arg0, %arg1) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// subtract: operand element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf16>) {
  %0 = "stablehlo.subtract"(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// subtract: result shape differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.subtract"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<2xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// subtract: result element type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.subtract"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// subtract: one operand
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.subtract"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0105
  return
}
// -----
// jaxlib: accept
// xor: plain
func.func @f(%arg0: tensor<4xi32>) {
  %0 = stablehlo.xor %arg0, %arg0 : tensor<4xi32>
  return
}
// -----
// jaxlib: reject
// xor: operand shapes differ
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<5xi32>) {
  %0 = "stablehlo.xor"(%arg0, %arg1) : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// xor: no implicit broadcast of a scalar
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = "stablehlo.xor"(%arg0, %arg1) : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// xor: operand element types differ
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi16>) {
  %0 = "stablehlo.xor"(%arg0, %arg1) : (tensor<4xi32>, tensor<4xi16>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// xor: result shape differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.xor"(%arg0, %arg0) : (tensor<4xi32>, tensor<4xi32>) -> tensor<2xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// xor: result element type differs
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.xor"(%arg0, %arg0) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// xor: one operand
func.func @f(%arg0: tensor<4xi32>) {
  %0 = "stablehlo.xor"(%arg0) : (tensor<4xi32>) -> tensor<4xi32>  // error: PA0105
  return
}
// -----
// jaxlib: accept
// dynamic result of a static add
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.add"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<?xf32>
  return
}
// -----
// jaxlib: accept
// static result of a dynamic add
func.func @f(%arg0: tensor<?xf32>) {
  %0 = "stablehlo.add"(%arg0, %arg0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// mixed static and dynamic operands
func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<4xf32>) {
  %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<?xf32>, tensor<4xf32>) -> tensor<5xf32>  // error: PA0112
  return
}
// -----
// jaxlib: accept
// bounded operands
func.func @f(%arg0: tensor<?xf32, #stablehlo.bounds<4>>) {
  %0 = stablehlo.add %arg0, %arg0 : tensor<?xf32, #stablehlo.bounds<4>>
  return
}
// -----
// jaxlib: accept
// bounded operand, plain dynamic result
func.func @f(%arg0: tensor<?xf32, #stablehlo.bounds<4>>) {
  %0 = "stablehlo.add"(%arg0, %arg0) : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?xf32>
  return
}
// -----
// jaxlib: accept
// bounds differ between operands
func.func @f(%arg0: tensor<?xf32, #stablehlo.bounds<4>>, %arg1: tensor<?xf32, #stablehlo.bounds<5>>) {
  %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32, #stablehlo.bounds<5>>) -> tensor<?xf32, #stablehlo.bounds<4>>
  return
}
// -----
// jaxlib: reject
// bounds on a static dim
func.func @f(%arg0: tensor<4xf32, #stablehlo.bounds<4>>) {  // error: PA0123
  %0 = stablehlo.abs %arg0 : tensor<4xf32, #stablehlo.bounds<4>>
  return
}
// -----
// jaxlib: reject
// bounds of wrong rank
func.func @f(%arg0: tensor<?x?xf32, #stablehlo.bounds<4>>) {  // error: PA0123
  %0 = stablehlo.abs %arg0 : tensor<?x?xf32, #stablehlo.bounds<4>>
  return
}
// -----
// jaxlib: accept
// other encoding on a tensor
func.func @f(%arg0: tensor<4xf32, "enc">) {
  %0 = stablehlo.abs %arg0 : tensor<4xf32, "enc">
  return
}
// -----
// jaxlib: accept
// negative bound
func.func @f(%arg0: tensor<?xf32, #stablehlo.bounds<-4>>) {  // error: PA0004
  %0 = stablehlo.abs %arg0 : tensor<?xf32, #stablehlo.bounds<-4>>
  return
}
// -----
// jaxlib: accept
// accuracy: default mode
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// accuracy: highest
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// accuracy: tolerance
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-3, rtol = 1.0e-3, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// accuracy: tolerance without numbers
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// accuracy: highest with tolerance numbers
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// accuracy: default with ulps
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<4xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// accuracy: negative atol
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = -1.0, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// accuracy: negative ulps
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<ulps = -1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// accuracy: unknown mode
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<FOO>>} : tensor<4xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// accuracy: mode missing
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.0>} : tensor<4xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// accuracy: wrong attribute kind
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.exponential %arg0 {result_accuracy = 1 : i64} : tensor<4xf32>  // error: PA0109
  return
}
// -----
// jaxlib: accept
// accuracy attribute on an op that has none
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.abs %arg0 {result_accuracy = 1 : i64} : tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// abs of complex gives real
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.abs %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// abs of complex giving complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.abs %arg0 : tensor<4xcomplex<f32>>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// abs of complex giving wider real
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.abs %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf64>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// real: complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.real %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// real: real operand
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.real %arg0 : tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// real: complex result
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.real %arg0 : tensor<4xcomplex<f32>>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// real: wider result
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.real %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf64>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// real: integer operand
func.func @f(%arg0: tensor<4xi32>) {
  %0 = stablehlo.real %arg0 : tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// real: result shape
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.real %arg0 : (tensor<4xcomplex<f32>>) -> tensor<3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// imag: complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.imag %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// imag: real operand
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.imag %arg0 : tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// imag: complex result
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.imag %arg0 : tensor<4xcomplex<f32>>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// imag: wider result
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.imag %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf64>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// imag: integer operand
func.func @f(%arg0: tensor<4xi32>) {
  %0 = stablehlo.imag %arg0 : tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// imag: result shape
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.imag %arg0 : (tensor<4xcomplex<f32>>) -> tensor<3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// complex: f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.complex %arg0, %arg0 : tensor<4xcomplex<f32>>
  return
}
// -----
// jaxlib: accept
// complex: f64
func.func @f(%arg0: tensor<4xf64>) {
  %0 = stablehlo.complex %arg0, %arg0 : tensor<4xcomplex<f64>>
  return
}
// -----
// jaxlib: reject
// complex: f16
func.func @f(%arg0: tensor<4xf16>) {
  %0 = "stablehlo.complex"(%arg0, %arg0) : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xcomplex<f16>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// complex: operands differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf64>) {
  %0 = "stablehlo.complex"(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xcomplex<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// complex: result element differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.complex"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f64>>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// complex: shapes differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<3xf32>) {
  %0 = "stablehlo.complex"(%arg0, %arg1) : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xcomplex<f32>>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// complex: custom form with a real type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.complex %arg0, %arg0 : tensor<4xf32>  // error: PA0001
  return
}
// -----
// jaxlib: accept
// is_finite: plain
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.is_finite %arg0 : (tensor<4xf32>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: reject
// is_finite: integer operand
func.func @f(%arg0: tensor<4xi32>) {
  %0 = stablehlo.is_finite %arg0 : (tensor<4xi32>) -> tensor<4xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// is_finite: float result
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.is_finite %arg0 : tensor<4xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// is_finite: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.is_finite %arg0 : (tensor<4xf32>) -> tensor<5xi1>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// is_finite: complex operand
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.is_finite %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xi1>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// convert f32 to i32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.convert %arg0 : (tensor<4xf32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: accept
// convert i32 to f32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = stablehlo.convert %arg0 : (tensor<4xi32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// convert i1 to f32
func.func @f(%arg0: tensor<4xi1>) {
  %0 = stablehlo.convert %arg0 : (tensor<4xi1>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// convert f32 to i1
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.convert %arg0 : (tensor<4xf32>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// convert f32 to complex<f32>
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.convert %arg0 : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return
}
// -----
// jaxlib: accept
// convert complex<f32> to f32
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.convert %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// convert f32 to f8E4M3FN
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.convert %arg0 : (tensor<4xf32>) -> tensor<4xf8E4M3FN>
  return
}
// -----
// jaxlib: accept
// convert i4 to ui64
func.func @f(%arg0: tensor<4xi4>) {
  %0 = stablehlo.convert %arg0 : (tensor<4xi4>) -> tensor<4xui64>
  return
}
// -----
// jaxlib: accept
// convert complex<f32> to complex<f64>
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.convert %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f64>>
  return
}
// -----
// jaxlib: reject
// convert: shape change
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.convert %arg0 : (tensor<4xf32>) -> tensor<5xi32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// convert: rank change
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.convert %arg0 : (tensor<4xf32>) -> tensor<4x1xi32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// convert: to token
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.convert %arg0 : (tensor<4xf32>) -> !stablehlo.token  // error: PA0111
  return
}
// -----
// jaxlib: reject
// convert: to index
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.convert %arg0 : (tensor<4xf32>) -> tensor<4xindex>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// bitcast: same width
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4xf32>) -> tensor<4xi32>
  return
}
// -----
// jaxlib: accept
// bitcast: to narrower adds a dim
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4xf32>) -> tensor<4x4xi8>
  return
}
// -----
// jaxlib: accept
// bitcast: to wider drops a dim
func.func @f(%arg0: tensor<4x2xi16>) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4x2xi16>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// bitcast: narrower without the dim
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4xf32>) -> tensor<4xi8>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// bitcast: narrower with a wrong dim
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4xf32>) -> tensor<4x2xi8>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// bitcast: wider with a wrong dim
func.func @f(%arg0: tensor<4x3xi16>) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4x3xi16>) -> tensor<4xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// bitcast: same width, other shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4xf32>) -> tensor<2x2xi32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// bitcast: complex to real
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf64>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// bitcast: i1 to i8
func.func @f(%arg0: tensor<4x8xi1>) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4x8xi1>) -> tensor<4xi8>
  return
}
// -----
// jaxlib: accept
// bitcast: i4 pairs to i8
func.func @f(%arg0: tensor<4x2xi4>) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4x2xi4>) -> tensor<4xi8>
  return
}
// -----
// jaxlib: accept
// bitcast: complex to complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}
// -----
// jaxlib: accept
// reduce_precision: plain
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// reduce_precision: no mantissa
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.reduce_precision %arg0, format = e1m0 : tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// reduce_precision: no exponent bits
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.reduce_precision %arg0, format = e0m10 : tensor<4xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// reduce_precision: negative mantissa
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 5 : i32, mantissa_bits = -1 : i32}> : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// reduce_precision: integer operand
func.func @f(%arg0: tensor<4xi32>) {
  %0 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// reduce_precision: bad format
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.reduce_precision %arg0, format = m5e10 : tensor<4xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// reduce_precision: 64-bit attribute
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 5 : i64, mantissa_bits = 1 : i64}> : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0109 PA0109
  return
}
// -----
// jaxlib: reject
// reduce_precision: attribute missing
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 5 : i32}> : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0108
  return
}
// -----
// jaxlib: accept
// compare: plain
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.compare LT, %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: reject
// compare: result not boolean
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.compare LT, %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi8>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// compare: shapes differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xi1>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// compare: element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf16>) {
  %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xi1>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// compare: result shape
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.compare LT, %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xi1>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// compare: unknown direction
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.compare LTX, %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// compare: direction missing
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.compare"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>  // error: PA0108
  return
}
// -----
// jaxlib: reject
// compare: unknown type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.compare LT, %arg0, %arg0, FOO : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// compare: unranked
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.compare LT, %arg0, %arg0 : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xi1>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// compare: FLOAT on f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: TOTALORDER on f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: SIGNED on f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, SIGNED : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: UNSIGNED on f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, UNSIGNED : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: NOTYPE on f32
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, NOTYPE : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: FLOAT on i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, FLOAT : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: TOTALORDER on i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, TOTALORDER : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: SIGNED on i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: UNSIGNED on i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, UNSIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: NOTYPE on i32
func.func @f(%arg0: tensor<4xi32>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, NOTYPE : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: FLOAT on ui32
func.func @f(%arg0: tensor<4xui32>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, FLOAT : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: TOTALORDER on ui32
func.func @f(%arg0: tensor<4xui32>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, TOTALORDER : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: SIGNED on ui32
func.func @f(%arg0: tensor<4xui32>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, SIGNED : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: UNSIGNED on ui32
func.func @f(%arg0: tensor<4xui32>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, UNSIGNED : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: NOTYPE on ui32
func.func @f(%arg0: tensor<4xui32>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, NOTYPE : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: FLOAT on i1
func.func @f(%arg0: tensor<4xi1>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, FLOAT : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: TOTALORDER on i1
func.func @f(%arg0: tensor<4xi1>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, TOTALORDER : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: SIGNED on i1
func.func @f(%arg0: tensor<4xi1>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, SIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: UNSIGNED on i1
func.func @f(%arg0: tensor<4xi1>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: NOTYPE on i1
func.func @f(%arg0: tensor<4xi1>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, NOTYPE : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: FLOAT on complex<f32>
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, FLOAT : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: TOTALORDER on complex<f32>
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, TOTALORDER : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: SIGNED on complex<f32>
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, SIGNED : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: UNSIGNED on complex<f32>
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, UNSIGNED : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: NOTYPE on complex<f32>
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.compare EQ, %arg0, %arg0, NOTYPE : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: ordering of complex
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.compare LT, %arg0, %arg0 : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: accept
// compare: ordering of complex, FLOAT
func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.compare LT, %arg0, %arg0, FLOAT : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  return
}
// -----
// jaxlib: reject
// compare: chlo direction attribute
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.compare"(%arg0, %arg0) <{comparison_direction = #chlo<comparison_direction EQ>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>  // error: PA0109
  return
}
// -----
// jaxlib: accept
// select: elementwise predicate
func.func @f(%arg0: tensor<4xi1>, %arg1: tensor<i1>, %arg2: tensor<4xf32>, %arg3: tensor<5xf32>, %arg4: tensor<4xi32>) {
  %0 = stablehlo.select %arg0, %arg2, %arg2 : tensor<4xi1>, tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// select: scalar predicate
func.func @f(%arg0: tensor<4xi1>, %arg1: tensor<i1>, %arg2: tensor<4xf32>, %arg3: tensor<5xf32>, %arg4: tensor<4xi32>) {
  %0 = stablehlo.select %arg1, %arg2, %arg2 : tensor<i1>, tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// select: predicate shape
func.func @f(%arg0: tensor<4xi1>, %arg1: tensor<i1>, %arg2: tensor<4xf32>, %arg3: tensor<5xf32>, %arg4: tensor<4xi32>) {
  %0 = stablehlo.select %arg0, %arg3, %arg3 : tensor<4xi1>, tensor<5xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// select: predicate not boolean
func.func @f(%arg0: tensor<4xi1>, %arg1: tensor<i1>, %arg2: tensor<4xf32>, %arg3: tensor<5xf32>, %arg4: tensor<4xi32>) {
  %0 = stablehlo.select %arg4, %arg2, %arg2 : tensor<4xi32>, tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// select: branches differ
func.func @f(%arg0: tensor<4xi1>, %arg1: tensor<i1>, %arg2: tensor<4xf32>, %arg3: tensor<5xf32>, %arg4: tensor<4xi32>) {
  %0 = "stablehlo.select"(%arg0, %arg2, %arg3) : (tensor<4xi1>, tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// select: branch element types differ
func.func @f(%arg0: tensor<4xi1>, %arg1: tensor<i1>, %arg2: tensor<4xf32>, %arg3: tensor<5xf32>, %arg4: tensor<4xi32>) {
  %0 = "stablehlo.select"(%arg0, %arg2, %arg4) : (tensor<4xi1>, tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// select: result shape
func.func @f(%arg0: tensor<4xi1>, %arg1: tensor<i1>, %arg2: tensor<4xf32>, %arg3: tensor<5xf32>, %arg4: tensor<4xi32>) {
  %0 = "stablehlo.select"(%arg0, %arg2, %arg2) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// select: result element type
func.func @f(%arg0: tensor<4xi1>, %arg1: tensor<i1>, %arg2: tensor<4xf32>, %arg3: tensor<5xf32>, %arg4: tensor<4xi32>) {
  %0 = "stablehlo.select"(%arg0, %arg2, %arg2) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf64>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// select: rank-one predicate of size one
func.func @f(%arg0: tensor<1xi1>, %arg1: tensor<4xf32>) {
  %0 = stablehlo.select %arg0, %arg1, %arg1 : tensor<1xi1>, tensor<4xf32>  // error: PA0112
  return
}
// -----
// jaxlib: accept
// clamp: scalar limits
func.func @f(%arg0: tensor<f32>, %arg1: tensor<4xf32>, %arg2: tensor<5xf32>, %arg3: tensor<f16>) {
  %0 = stablehlo.clamp %arg0, %arg1, %arg0 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// clamp: tensor limits
func.func @f(%arg0: tensor<f32>, %arg1: tensor<4xf32>, %arg2: tensor<5xf32>, %arg3: tensor<f16>) {
  %0 = stablehlo.clamp %arg1, %arg1, %arg1 : tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// clamp: mixed limits
func.func @f(%arg0: tensor<f32>, %arg1: tensor<4xf32>, %arg2: tensor<5xf32>, %arg3: tensor<f16>) {
  %0 = stablehlo.clamp %arg0, %arg1, %arg1 : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// clamp: min shape
func.func @f(%arg0: tensor<f32>, %arg1: tensor<4xf32>, %arg2: tensor<5xf32>, %arg3: tensor<f16>) {
  %0 = stablehlo.clamp %arg2, %arg1, %arg0 : (tensor<5xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// clamp: max shape
func.func @f(%arg0: tensor<f32>, %arg1: tensor<4xf32>, %arg2: tensor<5xf32>, %arg3: tensor<f16>) {
  %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<f32>, tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// clamp: limit element type
func.func @f(%arg0: tensor<f32>, %arg1: tensor<4xf32>, %arg2: tensor<5xf32>, %arg3: tensor<f16>) {
  %0 = stablehlo.clamp %arg3, %arg1, %arg0 : (tensor<f16>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// clamp: result shape
func.func @f(%arg0: tensor<f32>, %arg1: tensor<4xf32>, %arg2: tensor<5xf32>, %arg3: tensor<f16>) {
  %0 = stablehlo.clamp %arg0, %arg1, %arg0 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<5xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// uniform_quantize: float to float
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.uniform_quantize %arg0 : tensor<4xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// uniform_quantize: integer to float
func.func @f(%arg0: tensor<4xi8>) {
  %0 = stablehlo.uniform_quantize %arg0 : (tensor<4xi8>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// uniform_quantize: float to integer
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.uniform_quantize %arg0 : (tensor<4xf32>) -> tensor<4xi8>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// uniform_dequantize: float to float
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.uniform_dequantize %arg0 : tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// uniform_dequantize: integer to float
func.func @f(%arg0: tensor<4xi8>) {
  %0 = stablehlo.uniform_dequantize %arg0 : (tensor<4xi8>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// uniform_dequantize: float to integer
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.uniform_dequantize %arg0 : (tensor<4xf32>) -> tensor<4xi8>  // error: PA0110
  return
}
