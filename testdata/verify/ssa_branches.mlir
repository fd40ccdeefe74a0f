// test: verify
// jaxlib: accept
// branches, generic branches
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  "cf.cond_br"(%arg0, %arg1)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb1:
  "cf.br"(%arg1)[^bb2] : (i32) -> ()
^bb2(%0: i32):
  return %0 : i32
}
// -----
// jaxlib: reject
// undefined block, generic branches
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  "cf.br"()[^bb9] : () -> ()  // error: PA0117
}
// -----
// jaxlib: reject
// block defined twice, generic branches
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  "cf.br"()[^bb1] : () -> ()
^bb1:
  "cf.br"()[^bb2] : () -> ()
^bb1:  // error: PA0117
  "cf.br"()[^bb2] : () -> ()
^bb2:
  return %arg1 : i32
}
// -----
// jaxlib: reject
// branch operand count, generic branches
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  "cf.br"()[^bb1] : () -> ()
^bb1(%0: i32):
  return %0 : i32
}
// -----
// jaxlib: reject
// branch operand type, generic branches
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  "cf.br"(%arg0)[^bb1] : (i1) -> ()
^bb1(%0: i32):
  return %0 : i32
}
// -----
// jaxlib: reject
// branch to the entry block, generic branches
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
^bb0:  // error: PA0114
  "cf.br"()[^bb0] : () -> ()
}
// -----
// jaxlib: reject
// value not dominating, generic branches
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  "cf.cond_br"(%arg0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %0 = "arith.addi"(%arg1, %arg1) : (i32, i32) -> i32
  "cf.br"()[^bb2] : () -> ()
^bb2:
  return %0 : i32  // error: PA0103
}
// -----
// jaxlib: accept
// dominating value defined textually later, generic branches
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  "cf.br"()[^bb2] : () -> ()
^bb1:
  return %0 : i32
^bb2:
  %0 = "arith.addi"(%arg1, %arg1) : (i32, i32) -> i32
  "cf.br"()[^bb1] : () -> ()
}
// -----
// jaxlib: reject
// block without terminator, generic branches
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  "cf.br"()[^bb1] : () -> ()
^bb1:  // error: PA0114
}
// -----
// jaxlib: reject
// terminator in the middle of a block, generic branches
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  "cf.br"()[^bb1] : () -> ()  // error: PA0117
  return %arg1 : i32
^bb1:
  return %arg1 : i32
}
// -----
// jaxlib: reject
// block arg redefines, generic branches
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  "cf.br"(%arg1)[^bb1] : (i32) -> ()
^bb1(%arg1: i32):  // error: PA0102
  return %arg1 : i32
}
// -----
// jaxlib: accept
// empty line block order, generic branches
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  "cf.br"()[^a] : () -> ()
^b:
  return %arg1 : i32
^a:
  "cf.br"()[^b] : () -> ()
}
// -----
// jaxlib: accept
// outer block name reused in a nested region, generic branches
func.func @f(%arg0: tensor<i1>) {
  "cf.br"()[^bb1] : () -> ()
  ^bb1:
  "stablehlo.if"(%arg0) ({
  ^bb1:
    stablehlo.return
  }, {
  ^bb1:
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}
// -----
// jaxlib: reject
// branch to a block of an outer region, generic branches
func.func @f(%arg0: tensor<i1>) {
  "stablehlo.if"(%arg0) ({
    "cf.br"()[^bb1] : () -> ()  // error: PA0117
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  "cf.br"()[^bb1] : () -> ()
^bb1:
  return
}
