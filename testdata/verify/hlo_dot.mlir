// test: verify
// jaxlib: accept
// dot_general: batch matmul
func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}
// -----
// jaxlib: accept
// dot_general: outer product
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<4xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [] x [] : (tensor<3xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return
}
// -----
// jaxlib: accept
// dot_general: full contraction
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot_general: wider result
func.func @f(%arg0: tensor<3xbf16>, %arg1: tensor<3xbf16>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0] : (tensor<3xbf16>, tensor<3xbf16>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot_general: narrower result
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f16>
  return
}
// -----
// jaxlib: accept
// dot_general: integer to float result
func.func @f(%arg0: tensor<3xi32>, %arg1: tensor<3xi32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0] : (tensor<3xi32>, tensor<3xi32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot_general: operand element types differ
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf64>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0] : (tensor<3xf32>, tensor<3xf64>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot_general: i8 by f32
func.func @f(%arg0: tensor<3xi8>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0] : (tensor<3xi8>, tensor<3xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot_general: boolean
func.func @f(%arg0: tensor<3xi1>, %arg1: tensor<3xi1>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0] : (tensor<3xi1>, tensor<3xi1>) -> tensor<i1>
  return
}
// -----
// jaxlib: accept
// dot_general: complex result of real
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0] : (tensor<3xf32>, tensor<3xf32>) -> tensor<complex<f32>>
  return
}
// -----
// jaxlib: reject
// dot_general: contracting sizes differ
func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x6x5xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x6x5xf32>) -> tensor<2x3x5xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// dot_general: batch sizes differ
func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<3x4x5xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<3x4x5xf32>) -> tensor<2x3x5xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// dot_general: result shape
func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x5x3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// dot_general: result rank
func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<6x5xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// dot_general: lists of different length
func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [2] x [0, 1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// dot_general: batch lists of different length
func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// dot_general: dim both batching and contracting
func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [0] x [0] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x4x4x5xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// dot_general: repeated contracting dim
func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x3x4xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [2, 2] x [2, 2] : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x2x3xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// dot_general: repeated batching dim
func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x3x4xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0, 0] x [0, 0], contracting_dims = [2] x [2] : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x2x3x3xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// dot_general: lhs dim out of range
func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [3] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x2x5xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// dot_general: rhs dim out of range
func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [2] x [3] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x2x5xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// dot_general: negative dim
func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [-1] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x2x5xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// dot_general: dims missing
func.func @f(%arg0: tensor<3xf32>) {
  %0 = "stablehlo.dot_general"(%arg0, %arg0) : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>  // error: PA0108
  return
}
// -----
// jaxlib: accept
// dot_general: dynamic sizes
func.func @f(%arg0: tensor<?x4xf32>, %arg1: tensor<?x5xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<?x5xf32>) -> tensor<?x5xf32>
  return
}
// -----
// jaxlib: accept
// dot_general: static result of dynamic
func.func @f(%arg0: tensor<?x4xf32>, %arg1: tensor<4x5xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x5xf32>) -> tensor<7x5xf32>
  return
}
// -----
// jaxlib: accept
// dot_general: precision
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], precision = [HIGH, HIGHEST] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot_general: empty precision
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], precision = [] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot_general: one precision
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], precision = [HIGH] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// dot_general: three precisions
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], precision = [HIGH, HIGH, HIGH] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// dot_general: unknown precision
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], precision = [LOW, LOW] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// dot_general: precision before dims
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, precision = [HIGH, HIGH], contracting_dims = [0] x [0] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>  // error: PA0001
  return
}
// -----
// jaxlib: accept
// dot_general: algorithm f32
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot_general: algorithm tf32
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot_general: algorithm tf32 x3
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot_general: algorithm bf16 f32
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot_general: algorithm bf16 x3
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot_general: algorithm bf16 x6
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot_general: algorithm bf16 x9
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 9, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// dot_general: algorithm bf16 x2
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 2, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>  // error: PA0113
  return
}
// -----
// jaxlib: accept
// dot_general: algorithm bf16 acc bf16
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = bf16, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot_general: algorithm f16 f16
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = f16, rhs_precision_type = f16, accumulation_type = f16, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot_general: algorithm f16 f32
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = f16, rhs_precision_type = f16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot_general: algorithm f64
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = f64, rhs_precision_type = f64, accumulation_type = f64, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot_general: algorithm f8
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = f8E5M2, rhs_precision_type = f8E5M2, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot_general: algorithm f8 fast
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = f8E5M2, rhs_precision_type = f8E5M2, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// dot_general: algorithm f32 imprecise
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>  // error: PA0113
  return
}
// -----
// jaxlib: accept
// dot_general: algorithm mixed f8
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = f8E4M3FN, rhs_precision_type = f8E5M2, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// dot_general: algorithm f16 by bf16
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = f16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// dot_general: algorithm components 2
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 2, rhs_component_count = 2, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// dot_general: algorithm zero components
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// dot_general: algorithm negative ops
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = -1, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// dot_general: algorithm integer types
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = i8, rhs_precision_type = i8, accumulation_type = i32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// dot_general: algorithm key missing
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = f32> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// dot_general: algorithm with HIGH precision
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], precision = [HIGH, HIGH], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>  // error: PA0113
  return
}
// -----
// jaxlib: accept
// dot_general: algorithm with DEFAULT precision
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot: matrix
func.func @f(%arg0: tensor<3x4xf32>, %arg1: tensor<4x5xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return
}
// -----
// jaxlib: accept
// dot: vectors
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot: matrix vector
func.func @f(%arg0: tensor<3x4xf32>, %arg1: tensor<4xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf32>
  return
}
// -----
// jaxlib: accept
// dot: vector matrix
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4x5xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<5xf32>
  return
}
// -----
// jaxlib: reject
// dot: inner sizes differ
func.func @f(%arg0: tensor<3x4xf32>, %arg1: tensor<6x5xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<3x4xf32>, tensor<6x5xf32>) -> tensor<3x5xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// dot: result shape
func.func @f(%arg0: tensor<3x4xf32>, %arg1: tensor<4x5xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<5x3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// dot: rank three
func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<4x5xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<2x3x4xf32>, tensor<4x5xf32>) -> tensor<2x3x5xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// dot: scalar
func.func @f(%arg0: tensor<f32>, %arg1: tensor<f32>) {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<f32>  // error: PA0112
  return
}
// -----
// jaxlib: accept
// dot: one precision
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
  %0 = stablehlo.dot %arg0, %arg1, precision = [HIGH] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot: element types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>) {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<4xf32>, tensor<4xi32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// dot: result element type
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<i32>
  return
}
// -----
// jaxlib: accept
// einsum: matmul
func.func @f(%arg0: tensor<3x4xf32>, %arg1: tensor<4x5xf32>) {
  %0 = stablehlo.einsum %arg0, %arg1, config = "ab,bc->ac" : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return
}
// -----
// jaxlib: accept
// einsum: result shape
func.func @f(%arg0: tensor<3x4xf32>, %arg1: tensor<4x5xf32>) {
  %0 = stablehlo.einsum %arg0, %arg1, config = "ab,bc->ac" : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<5x3xf32>
  return
}
// -----
// jaxlib: accept
// einsum: config nonsense
func.func @f(%arg0: tensor<3x4xf32>, %arg1: tensor<4x5xf32>) {
  %0 = stablehlo.einsum %arg0, %arg1, config = "?" : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return
}
// -----
// jaxlib: accept
// einsum: sizes differ
func.func @f(%arg0: tensor<3x4xf32>, %arg1: tensor<6x5xf32>) {
  %0 = stablehlo.einsum %arg0, %arg1, config = "ab,bc->ac" : (tensor<3x4xf32>, tensor<6x5xf32>) -> tensor<3x5xf32>
  return
}
// -----
// jaxlib: reject
// einsum: config missing
func.func @f(%arg0: tensor<3xf32>) {
  %0 = "stablehlo.einsum"(%arg0, %arg0) : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>  // error: PA0108
  return
}
// -----
// jaxlib: accept
// einsum: operand element types differ
func.func @f(%arg0: tensor<3x4xf32>, %arg1: tensor<4x5xi32>) {
  %0 = stablehlo.einsum %arg0, %arg1, config = "ab,bc->ac" : (tensor<3x4xf32>, tensor<4x5xi32>) -> tensor<3x5xf32>
  return
}
// -----
// jaxlib: reject
// einsum: unranked operand
func.func @f(%arg0: tensor<*xf32>, %arg1: tensor<4x5xf32>) {
  %0 = stablehlo.einsum %arg0, %arg1, config = "ab,bc->ac" : (tensor<*xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// unary_einsum: transpose
func.func @f(%arg0: tensor<3x4xf32>) {
  %0 = stablehlo.unary_einsum %arg0, config = "ab->ba" : (tensor<3x4xf32>) -> tensor<4x3xf32>
  return
}
// -----
// jaxlib: accept
// unary_einsum: result shape
func.func @f(%arg0: tensor<3x4xf32>) {
  %0 = stablehlo.unary_einsum %arg0, config = "ab->ba" : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}
// -----
// jaxlib: reject
// unary_einsum: config not a string
func.func @f(%arg0: tensor<3x4xf32>) {
  %0 = "stablehlo.unary_einsum"(%arg0) <{einsum_config = 1 : i64}> : (tensor<3x4xf32>) -> tensor<4x3xf32>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// unary_einsum: token operand
func.func @f(%arg0: !stablehlo.token) {
  %0 = "stablehlo.unary_einsum"(%arg0) <{einsum_config = "a->a"}> : (!stablehlo.token) -> tensor<4x3xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// unary_einsum: two operands
func.func @f(%arg0: tensor<3xf32>) {
  %0 = "stablehlo.unary_einsum"(%arg0, %arg0) <{einsum_config = "a->a"}> : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>  // error: PA0105
  return
}
