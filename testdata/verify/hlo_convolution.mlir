// test: verify
// jaxlib: accept
// plain
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}
// -----
// jaxlib: accept
// padding
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x8x8x16xf32>
  return
}
// -----
// jaxlib: accept
// strides
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x3x2x16xf32>
  return
}
// -----
// jaxlib: accept
// lhs dilation
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x13x6x16xf32>
  return
}
// -----
// jaxlib: accept
// rhs dilation
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x4x6x16xf32>
  return
}
// -----
// jaxlib: accept
// reversal
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}
// -----
// jaxlib: accept
// negative padding
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[-1, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x5x6x16xf32>
  return
}
// -----
// jaxlib: accept
// feature groups
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x2x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x16xf32>) -> tensor<1x6x6x16xf32>
  return
}
// -----
// jaxlib: accept
// batch groups
func.func @f(%arg0: tensor<2x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}
// -----
// jaxlib: accept
// window larger than input gives empty
func.func @f(%arg0: tensor<1x2x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x0x6x16xf32>
  return
}
// -----
// jaxlib: accept
// wider result
func.func @f(%arg0: tensor<1x8x8x4xbf16>, %arg1: tensor<3x3x4x16xbf16>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xbf16>, tensor<3x3x4x16xbf16>) -> tensor<1x6x6x16xf32>
  return
}
// -----
// jaxlib: reject
// result spatial size
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x7x6x16xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// result batch
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// result features
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x8xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// result rank
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<6x6x16xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// input feature mismatch
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x5x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x5x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// stride zero
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// negative stride
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [-1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// stride count
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// pad shape
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// dilation zero
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// rhs dilation zero
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [1, 0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// dilation count
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [1, 1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// reversal count
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// feature group zero
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 0 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// batch group zero
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 0 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// both groups above one
func.func @f(%arg0: tensor<2x8x8x4xf32>, %arg1: tensor<3x3x2x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x2x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// features not divisible by groups
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// output features not divisible by feature groups
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x2x15xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x15xf32>) -> tensor<1x6x6x15xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// batch not divisible by batch groups
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// operand ranks differ
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// dimension numbers of other rank
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// kernel labels repeated
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 0, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// labels missing
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// unknown label
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, x]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// spatial labels not contiguous
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 2, f]x[0, 2, i, o]->[b, 0, 2, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// unknown window key
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {foo = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// window key twice
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0014
  return
}
// -----
// jaxlib: reject
// group counts missing
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0108 PA0108
  return
}
// -----
// jaxlib: accept
// precision of one entry
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>]} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}
// -----
// jaxlib: reject
// precision of wrong kind
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = ["HIGH", "HIGH"]} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// group count of 32 bits
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i32, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// window of zero size
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<0x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<0x3x4x16xf32>) -> tensor<1x8x6x16xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// operand element types differ
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf64>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf64>) -> tensor<1x6x6x16xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// integer result of float
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xi32>
  return
}
// -----
// jaxlib: accept
// narrower result
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf16>
  return
}
// -----
// jaxlib: accept
// boolean operands
func.func @f(%arg0: tensor<1x8x8x4xi1>, %arg1: tensor<3x3x4x16xi1>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xi1>, tensor<3x3x4x16xi1>) -> tensor<1x6x6x16xi1>
  return
}
// -----
// jaxlib: accept
// dynamic input
func.func @f(%arg0: tensor<?x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<?x6x6x16xf32>
  return
}
// -----
// jaxlib: accept
// dynamic input, static result
func.func @f(%arg0: tensor<?x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<3x6x6x16xf32>
  return
}
// -----
// jaxlib: accept
// dynamic spatial, static result
func.func @f(%arg0: tensor<1x?x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x?x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}
// -----
// jaxlib: accept
// empty precision
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = []} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}
// -----
// jaxlib: accept
// padding making the input negative
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[-9, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x0x6x16xf32>
  return
}
// -----
// jaxlib: accept
// dynamic_conv: plain
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>, %arg2: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi64>) -> tensor<1x?x?x16xf32>
  return
}
// -----
// jaxlib: accept
// dynamic_conv: static result
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>, %arg2: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi64>) -> tensor<1x6x6x16xf32>
  return
}
// -----
// jaxlib: reject
// dynamic_conv: padding rank
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>, %arg2: tensor<4xi64>) {
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<4xi64>) -> tensor<1x?x?x16xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// dynamic_conv: padding shape
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>, %arg2: tensor<3x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<3x2xi64>) -> tensor<1x?x?x16xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// dynamic_conv: float padding
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>, %arg2: tensor<2x2xf32>) {
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xf32>) -> tensor<1x?x?x16xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// dynamic_conv: result rank
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>, %arg2: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi64>) -> tensor<?x?x16xf32>
  return
}
// -----
// jaxlib: reject
// dynamic_conv: feature mismatch
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x5x16xf32>, %arg2: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x5x16xf32>, tensor<2x2xi64>) -> tensor<1x?x?x16xf32>  // error: PA0112
  return
}
// -----
// jaxlib: accept
// dynamic_conv: stride zero
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>, %arg2: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 0, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi64>) -> tensor<1x?x?x16xf32>
  return
}
// -----
// jaxlib: accept
// dynamic_conv: result features
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>, %arg2: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi64>) -> tensor<1x?x?x15xf32>
  return
}
// -----
// jaxlib: accept
// dynamic_conv: 32-bit padding
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>, %arg2: tensor<2x2xi32>) {
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi32>) -> tensor<1x?x?x16xf32>
  return
}
