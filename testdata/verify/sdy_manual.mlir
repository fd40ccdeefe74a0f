// test: verify
// jaxlib: accept
// one manual axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// open dims
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a", ?}, {?}]>] out_shardings=[<@m, [{"a"}, {?}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// free axis after the manual axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a", "b"}, {}]>] out_shardings=[<@m, [{"a", "b"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// free axis on another dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {"b"}]>] out_shardings=[<@m, [{"a"}, {"b"}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// free axis before the manual axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"b", "a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {  // error: PA0234
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// free axis before the manual axis in the output
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"b", "a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {  // error: PA0234
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// free axis between manual axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a", "b", "c"}, {}]>] out_shardings=[<@m, [{"a", "b", "c"}, {}]>] manual_axes={"a", "c"} (%arg1: tensor<1x16xf32>) {  // error: PA0234 PA0234
    sdy.return %arg1 : tensor<1x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// manual axis replicated
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{}, {}], replicated={"a"}>] out_shardings=[<@m, [{}, {}], replicated={"a"}>] manual_axes={"a"} (%arg1: tensor<16x16xf32>) {
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// manual axis not mentioned
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{}, {}]>] out_shardings=[<@m, [{}, {}]>] manual_axes={"a"} (%arg1: tensor<16x16xf32>) {
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// manual axis not mentioned in the output
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %0 = stablehlo.concatenate %arg1, %arg1, dim = 0 : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
    sdy.return %0 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// manual axis unreduced
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{}, {}], unreduced={"a"}>] out_shardings=[<@m, [{}, {}], unreduced={"a"}>] manual_axes={"a"} (%arg1: tensor<16x16xf32>) {
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// two manual axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {"b"}]>] out_shardings=[<@m, [{"a"}, {"b"}]>] manual_axes={"a", "b"} (%arg1: tensor<8x4xf32>) {
    sdy.return %arg1 : tensor<8x4xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// manual axes not in mesh order
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {"b"}]>] out_shardings=[<@m, [{"a"}, {"b"}]>] manual_axes={"b", "a"} (%arg1: tensor<8x4xf32>) {
    sdy.return %arg1 : tensor<8x4xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// manual axis twice
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a", "a"} (%arg1: tensor<8x16xf32>) {
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// manual axis unknown
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"z"} (%arg1: tensor<8x16xf32>) {  // error: PA0233 PA0236
    sdy.return %arg1 : tensor<8x16xf32>  // error: PA0236
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// manual axis as sub-axis in a sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"b":(1)2}, {}], replicated={"b":(2)2}>] out_shardings=[<@m, [{"b":(1)2}, {}], replicated={"b":(2)2}>] manual_axes={"b"} (%arg1: tensor<8x16xf32>) {
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// both halves of a manual axis swapped
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"b":(2)2, "b":(1)2}, {}]>] out_shardings=[<@m, [{"b":(2)2, "b":(1)2}, {}]>] manual_axes={"b"} (%arg1: tensor<4x16xf32>) {
    sdy.return %arg1 : tensor<4x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// half a manual axis only
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"b":(1)2}, {}]>] out_shardings=[<@m, [{"b":(1)2}, {}]>] manual_axes={"b"} (%arg1: tensor<8x16xf32>) {
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// no manual axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={} (%arg1: tensor<16x16xf32>) {
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// no operands and results
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f() {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  return
}
// -----
// jaxlib: accept
// no operands and results but a manual axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f() {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"a"} () {
    sdy.return
  } : () -> ()
  return
}
// -----
// jaxlib: accept
// no operands and results, unknown manual axis without any sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f() {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"zz"} () {
    sdy.return
  } : () -> ()
  return
}
// -----
// jaxlib: reject
// number of in shardings too small
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {  // error: PA0230
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// number of in shardings too large
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>, <@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {  // error: PA0230
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// number of out shardings too small
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {  // error: PA0230
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// number of out shardings too large
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>, <@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {  // error: PA0230
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// block arg has the global shape
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<16x16xf32>) {  // error: PA0236
    sdy.return %arg1 : tensor<16x16xf32>  // error: PA0236
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// block arg sharded on the other dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<16x8xf32>) {  // error: PA0236
    sdy.return %arg1 : tensor<16x8xf32>  // error: PA0236
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// block arg divided by a free axis too
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a", "b"}, {}]>] out_shardings=[<@m, [{"a", "b"}, {}]>] manual_axes={"a"} (%arg1: tensor<2x16xf32>) {  // error: PA0236
    sdy.return %arg1 : tensor<2x16xf32>  // error: PA0236
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// block arg of another element type
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf16>) {  // error: PA0236
    sdy.return %arg1 : tensor<8x16xf16>  // error: PA0236
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// too few block args
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} () {  // error: PA0114
    %1 = stablehlo.constant dense<0.0> : tensor<8x16xf32>
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// too many block args
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>, %arg2: tensor<8x16xf32>) {  // error: PA0114
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// returned value has the global shape
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = stablehlo.constant dense<0.0> : tensor<16x16xf32>
    sdy.return %1 : tensor<16x16xf32>  // error: PA0236
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// returned value of another element type
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = stablehlo.constant dense<0> : tensor<8x16xi32>
    sdy.return %1 : tensor<8x16xi32>  // error: PA0236
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// too few returned values
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {  // error: PA0114
    sdy.return
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// too many returned values
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {  // error: PA0114
    sdy.return %arg1, %arg1 : tensor<8x16xf32>, tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// dim not divisible by the manual axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<5xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<3xf32>) {  // error: PA0235 PA0235
    sdy.return %arg1 : tensor<3xf32>
  } : (tensor<5xf32>) -> tensor<5xf32>
  return
}
// -----
// jaxlib: reject
// dim not divisible, floor local size
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<5xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<2xf32>) {  // error: PA0235 PA0235
    sdy.return %arg1 : tensor<2xf32>
  } : (tensor<5xf32>) -> tensor<5xf32>
  return
}
// -----
// jaxlib: accept
// dim not divisible by a free axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<6xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a", "c"}]>] out_shardings=[<@m, [{"a", "c"}]>] manual_axes={"a"} (%arg1: tensor<3xf32>) {
    sdy.return %arg1 : tensor<3xf32>
  } : (tensor<6xf32>) -> tensor<6xf32>
  return
}
// -----
// jaxlib: accept
// dynamic dim, not manual
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<?xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{}]>] out_shardings=[<@m, [{}]>] manual_axes={} (%arg1: tensor<?xf32>) {
    sdy.return %arg1 : tensor<?xf32>
  } : (tensor<?xf32>) -> tensor<?xf32>
  return
}
// -----
// jaxlib: accept
// dynamic dim on a manual axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<?xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<?xf32>) {
    sdy.return %arg1 : tensor<?xf32>
  } : (tensor<?xf32>) -> tensor<?xf32>
  return
}
// -----
// jaxlib: accept
// zero-sized dim on a manual axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<0xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<0xf32>) {
    sdy.return %arg1 : tensor<0xf32>
  } : (tensor<0xf32>) -> tensor<0xf32>
  return
}
// -----
// jaxlib: reject
// in sharding of wrong rank
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {  // error: PA0212
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// in sharding with unknown axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a", "y"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {  // error: PA0202
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// in sharding with unknown mesh
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@q, [{}, {}]>] out_shardings=[<@q, [{}, {}]>] manual_axes={} (%arg1: tensor<8x16xf32>) {  // error: PA0201 PA0201
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// two meshes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @n = <["a"=2, "x"=32]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@n, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {  // error: PA0232
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// two mesh names with equal contents
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @n = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@n, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// named mesh and equal inlined mesh
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<mesh<["a"=2, "b"=4, "c"=8]>, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// inlined mesh
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<mesh<["a"=2]>, [{"a"}, {}]>] out_shardings=[<mesh<["a"=2]>, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// empty mesh for an input without manual axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @e = <[]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@e, [{}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={} (%arg1: tensor<16x16xf32>) {
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// empty mesh for an input with manual axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @e = <[]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@e, [{}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<16x16xf32>) {
    %1 = stablehlo.slice %arg1 [0:8, 0:16] : (tensor<16x16xf32>) -> tensor<8x16xf32>
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: crash
// maximal mesh for an input
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @x = <[], device_ids=[0]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@x, []>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={} (%arg1: tensor<16x16xf32>) {
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// value of the outside used in the body
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = stablehlo.slice %arg0 [0:8, 0:16] : (tensor<16x16xf32>) -> tensor<8x16xf32>  // error: PA0101
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// free axis on an op in the body
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = stablehlo.abs %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}, {}]>]>} : tensor<8x16xf32>
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// manual axis on an op in the body
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = stablehlo.abs %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : tensor<8x16xf32>  // error: PA0231
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// manual axis replicated on an op in the body
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = stablehlo.abs %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], replicated={"a"}>]>} : tensor<8x16xf32>  // error: PA0231
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// manual axis unreduced on an op in the body
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = stablehlo.abs %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], unreduced={"a"}>]>} : tensor<8x16xf32>  // error: PA0231
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// part of a manual axis on an op in the body
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"b"}, {}]>] out_shardings=[<@m, [{"b"}, {}]>] manual_axes={"b"} (%arg1: tensor<4x16xf32>) {
    %1 = stablehlo.abs %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b":(1)2}, {}]>]>} : tensor<4x16xf32>  // error: PA0231
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// constraint on the manual axis in the body
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = sdy.sharding_constraint %arg1 <@m, [{"a"}, {}]> : tensor<8x16xf32>  // error: PA0231
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// constraint on a free axis in the body
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = sdy.sharding_constraint %arg1 <@m, [{"c"}, {}]> : tensor<8x16xf32>
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// sharding on another mesh in the body, same axis name
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @n = <["a"=64]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = stablehlo.abs %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@n, [{"a"}, {}]>]>} : tensor<8x16xf32>  // error: PA0231
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// sharding on another mesh in the body, other axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @n = <["x"=64]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = stablehlo.abs %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@n, [{"x"}, {}]>]>} : tensor<8x16xf32>
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// nested on another axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = sdy.manual_computation(%arg1) in_shardings=[<@m, [{"b"}, {}]>] out_shardings=[<@m, [{"b"}, {}]>] manual_axes={"b"} (%arg2: tensor<2x16xf32>) {
      sdy.return %arg2 : tensor<2x16xf32>
    } : (tensor<8x16xf32>) -> tensor<8x16xf32>
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// nested on the same axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = sdy.manual_computation(%arg1) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg2: tensor<4x16xf32>) {  // error: PA0231 PA0231 PA0231
      sdy.return %arg2 : tensor<4x16xf32>
    } : (tensor<8x16xf32>) -> tensor<8x16xf32>
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// nested mentioning the outer axis as free
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = sdy.manual_computation(%arg1) in_shardings=[<@m, [{"b", "a"}, {}]>] out_shardings=[<@m, [{"b", "a"}, {}]>] manual_axes={"b"} (%arg2: tensor<2x16xf32>) {  // error: PA0231 PA0231
      sdy.return %arg2 : tensor<2x16xf32>
    } : (tensor<8x16xf32>) -> tensor<8x16xf32>
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// nested with the outer axis replicated
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = sdy.manual_computation(%arg1) in_shardings=[<@m, [{"b"}, {}], replicated={"a"}>] out_shardings=[<@m, [{"b"}, {}], replicated={"a"}>] manual_axes={"b"} (%arg2: tensor<2x16xf32>) {  // error: PA0231 PA0231
      sdy.return %arg2 : tensor<2x16xf32>
    } : (tensor<8x16xf32>) -> tensor<8x16xf32>
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// nested with no manual axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = sdy.manual_computation(%arg1) in_shardings=[<@m, [{"b"}, {}]>] out_shardings=[<@m, [{"b"}, {}]>] manual_axes={} (%arg2: tensor<8x16xf32>) {
      sdy.return %arg2 : tensor<8x16xf32>
    } : (tensor<8x16xf32>) -> tensor<8x16xf32>
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// terminated by func.return
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    func.return %arg1 : tensor<8x16xf32>  // error: PA0114 PA0118
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// terminated by stablehlo.return
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    stablehlo.return %arg1 : tensor<8x16xf32>  // error: PA0114
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// sdy.return in a function
func.func @f() {
  sdy.return
}
// -----
// jaxlib: reject
// two blocks
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f() {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    cf.br ^bb1  // error: PA0010
  ^bb1:
    sdy.return
  } : () -> ()
  return
}
// -----
// jaxlib: accept
// sharding attribute on the manual computation itself
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    sdy.return %arg1 : tensor<8x16xf32>
  } {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// order of clauses changed
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) out_shardings=[<@m, [{"a"}, {}]>] in_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {  // error: PA0001
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// token operand
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: !stablehlo.token) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, []>] out_shardings=[<@m, []>] manual_axes={} (%arg1: !stablehlo.token) {
    sdy.return %arg1 : !stablehlo.token
  } : (!stablehlo.token) -> !stablehlo.token
  return
}
// -----
// jaxlib: accept
// token operand with a manual axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: !stablehlo.token) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, []>] out_shardings=[<@m, []>] manual_axes={"a"} (%arg1: !stablehlo.token) {
    sdy.return %arg1 : !stablehlo.token
  } : (!stablehlo.token) -> !stablehlo.token
  return
}
// -----
// jaxlib: accept
// named: no shardings
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<"n">(%arg0) (%arg1: tensor<16x16xf32>) {
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// named: in and out
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<"n">(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] (%arg1: tensor<16x16xf32>) {
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// named: in only
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<"n">(%arg0) in_shardings=[<@m, [{"a"}, {}]>] (%arg1: tensor<16x16xf32>) {
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// named: out only
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<"n">(%arg0) out_shardings=[<@m, [{"a"}, {}]>] (%arg1: tensor<16x16xf32>) {
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// named: out before in
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<"n">(%arg0) out_shardings=[<@m, [{"a"}, {}]>] in_shardings=[<@m, [{"a"}, {}]>] (%arg1: tensor<16x16xf32>) {  // error: PA0001
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// named: in sharding of wrong rank
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<"n">(%arg0) in_shardings=[<@m, [{"a"}]>] (%arg1: tensor<16x16xf32>) {  // error: PA0212
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// named: out sharding with unknown axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<"n">(%arg0) out_shardings=[<@m, [{"w"}, {}]>] (%arg1: tensor<16x16xf32>) {  // error: PA0202
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// named: too many in shardings
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<"n">(%arg0) in_shardings=[<@m, [{"a"}, {}]>, <@m, [{}, {}]>] (%arg1: tensor<16x16xf32>) {  // error: PA0230
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// named: too few out shardings
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<"n">(%arg0) out_shardings=[] (%arg1: tensor<16x16xf32>) {  // error: PA0230
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// named: block arg type differs
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<"n">(%arg0) (%arg1: tensor<8x16xf32>) {  // error: PA0114
    sdy.return %arg1 : tensor<8x16xf32>  // error: PA0114
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// named: block arg count differs
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<"n">(%arg0) (%arg1: tensor<16x16xf32>, %arg2: tensor<16x16xf32>) {  // error: PA0114
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// named: returned type differs
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<"n">(%arg0) (%arg1: tensor<16x16xf32>) {
    %1 = stablehlo.constant dense<0.0> : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>  // error: PA0114
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// named: returned count differs
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<"n">(%arg0) (%arg1: tensor<16x16xf32>) {  // error: PA0114
    sdy.return %arg1, %arg1 : tensor<16x16xf32>, tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// named: outside value used
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<"n">(%arg0) (%arg1: tensor<16x16xf32>) {
    %1 = stablehlo.abs %arg0 : tensor<16x16xf32>  // error: PA0120 PA0120
    sdy.return %1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// named: name not a string
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<n>(%arg0) (%arg1: tensor<16x16xf32>) {  // error: PA0001
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// named: empty name
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<"">(%arg0) (%arg1: tensor<16x16xf32>) {
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// named: shardings on two meshes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @n = <["x"=64]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<"n">(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@n, [{"x"}, {}]>] (%arg1: tensor<16x16xf32>) {
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// named inside manual mentioning the manual axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = sdy.named_computation<"n">(%arg1) in_shardings=[<@m, [{"a"}, {}]>] (%arg2: tensor<8x16xf32>) {  // error: PA0231
      sdy.return %arg2 : tensor<8x16xf32>
    } : (tensor<8x16xf32>) -> tensor<8x16xf32>
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// named inside manual with a free axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = sdy.named_computation<"n">(%arg1) in_shardings=[<@m, [{"b"}, {}]>] (%arg2: tensor<8x16xf32>) {
      sdy.return %arg2 : tensor<8x16xf32>
    } : (tensor<8x16xf32>) -> tensor<8x16xf32>
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
