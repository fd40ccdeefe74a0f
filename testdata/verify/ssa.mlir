// test: verify
// jaxlib: reject
// use before definition in a block
func.func @f(%arg0: tensor<f32>) {
  %0 = stablehlo.abs %1 : tensor<f32>  // error: PA0103
  %1 = stablehlo.abs %arg0 : tensor<f32>
  return
}
// -----
// jaxlib: reject
// undefined value
func.func @f(%arg0: tensor<f32>) {
  %0 = stablehlo.abs %9 : tensor<f32>  // error: PA0101
  return
}
// -----
// jaxlib: reject
// redefinition
func.func @f(%arg0: tensor<f32>) {
  %0 = stablehlo.abs %arg0 : tensor<f32>
  %0 = stablehlo.abs %arg0 : tensor<f32>  // error: PA0102
  return
}
// -----
// jaxlib: reject
// redefinition of an arg
func.func @f(%arg0: tensor<f32>) {
  %arg0 = stablehlo.abs %arg0 : tensor<f32>  // error: PA0102
  return
}
// -----
// jaxlib: reject
// self reference
func.func @f(%arg0: tensor<f32>) {
  %0 = stablehlo.add %0, %arg0 : tensor<f32>  // error: PA0103
  return
}
// -----
// jaxlib: reject
// type differs from the definition
func.func @f(%arg0: tensor<f32>) {
  %0 = stablehlo.abs %arg0 : tensor<i32>  // error: PA0104
  return
}
// -----
// jaxlib: reject
// type differs between two uses of a forward value
func.func @f(%arg0: tensor<f32>) {
  %0 = stablehlo.abs %1 : tensor<f32>  // error: PA0103
  %2 = stablehlo.abs %1 : tensor<i32>  // error: PA0103 PA0111
  %1 = stablehlo.abs %arg0 : tensor<f32>
  return
}
// -----
// jaxlib: accept
// second result by number
func.func @f(%arg0: tensor<f32>) {
  %0:2 = stablehlo.optimization_barrier %arg0, %arg0 : tensor<f32>, tensor<f32>
  %1 = stablehlo.abs %0#1 : tensor<f32>
  return
}
// -----
// jaxlib: accept
// plain name means the first result
func.func @f(%arg0: tensor<f32>) {
  %0:2 = stablehlo.optimization_barrier %arg0, %arg0 : tensor<f32>, tensor<f32>
  %1 = stablehlo.abs %0 : tensor<f32>
  return
}
// -----
// jaxlib: reject
// result number out of range
func.func @f(%arg0: tensor<f32>) {
  %0:2 = stablehlo.optimization_barrier %arg0, %arg0 : tensor<f32>, tensor<f32>
  %1 = stablehlo.abs %0#2 : tensor<f32>  // error: PA0101
  return
}
// -----
// jaxlib: accept
// result number on a single result
func.func @f(%arg0: tensor<f32>) {
  %0 = stablehlo.abs %arg0 : tensor<f32>
  %1 = stablehlo.abs %0#0 : tensor<f32>
  return
}
// -----
// jaxlib: reject
// result number one on a single result
func.func @f(%arg0: tensor<f32>) {
  %0 = stablehlo.abs %arg0 : tensor<f32>
  %1 = stablehlo.abs %0#1 : tensor<f32>  // error: PA0101
  return
}
// -----
// jaxlib: reject
// too few result names
func.func @f(%arg0: tensor<f32>) {
  %0 = stablehlo.optimization_barrier %arg0, %arg0 : tensor<f32>, tensor<f32>  // error: PA0106
  return
}
// -----
// jaxlib: reject
// too many result names
func.func @f(%arg0: tensor<f32>) {
  %0:3 = stablehlo.optimization_barrier %arg0, %arg0 : tensor<f32>, tensor<f32>  // error: PA0106
  return
}
// -----
// jaxlib: accept
// names for results one by one
func.func @f(%arg0: tensor<f32>) {
  %x, %y = stablehlo.optimization_barrier %arg0, %arg0 : tensor<f32>, tensor<f32>
  return
}
// -----
// jaxlib: reject
// named result on an op without results
func.func @f(%arg0: tensor<f32>) {
  %0 = sdy.sharding_group %arg0 group_id=1 : tensor<f32>  // error: PA0106
  return
}
// -----
// jaxlib: accept
// result without a name
func.func @f(%arg0: tensor<f32>) {
  stablehlo.abs %arg0 : tensor<f32>
  return
}
// -----
// jaxlib: reject
// count of zero results
func.func @f(%arg0: tensor<f32>) {
  %0:0 = stablehlo.abs %arg0 : tensor<f32>  // error: PA0004
  return
}
// -----
// jaxlib: reject
// operand count differs from the type list
func.func @f(%arg0: tensor<f32>) {
  %0 = "stablehlo.add"(%arg0) : (tensor<f32>, tensor<f32>) -> tensor<f32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// fewer types than operands
func.func @f(%arg0: tensor<f32>) {
  %0 = "stablehlo.add"(%arg0, %arg0) : (tensor<f32>) -> tensor<f32>  // error: PA0105
  return
}
// -----
// jaxlib: accept
// arg by result number
func.func @f(%arg0: tensor<f32>) {
  %0 = stablehlo.abs %arg0#0 : tensor<f32>
  return
}
// -----
// jaxlib: reject
// value of an inner region used outside
func.func @f(%arg0: tensor<i1>) {
  "stablehlo.if"(%arg0) ({
    %0 = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  %1 = stablehlo.abs %0 : tensor<i32>  // error: PA0101
  return
}
// -----
// jaxlib: reject
// value of a sibling region
func.func @f(%arg0: tensor<i1>) {
  "stablehlo.if"(%arg0) ({
    %0 = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return
  }, {
    %1 = stablehlo.abs %0 : tensor<i32>  // error: PA0101
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}
// -----
// jaxlib: accept
// outer value used in a region
func.func @f(%arg0: tensor<i1>, %arg1: tensor<i32>) {
  "stablehlo.if"(%arg0) ({
    %0 = stablehlo.abs %arg1 : tensor<i32>
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}
// -----
// jaxlib: reject
// own result used in a region
func.func @f(%arg0: tensor<i1>) {
  %0 = "stablehlo.if"(%arg0) ({
    stablehlo.return %0 : tensor<i32>  // error: PA0103
  }, {
    stablehlo.return %0 : tensor<i32>  // error: PA0103
  }) : (tensor<i1>) -> tensor<i32>
  return
}
// -----
// jaxlib: reject
// later outer value used in a region
func.func @f(%arg0: tensor<i1>) {
  "stablehlo.if"(%arg0) ({
    %1 = stablehlo.abs %0 : tensor<i32>  // error: PA0103
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  %0 = stablehlo.constant dense<1> : tensor<i32>
  return
}
// -----
// jaxlib: reject
// inner name equal to an outer one
func.func @f(%arg0: tensor<i1>) {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  "stablehlo.if"(%arg0) ({
    %0 = stablehlo.constant dense<1> : tensor<i32>  // error: PA0102
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}
// -----
// jaxlib: accept
// same name in sibling regions
func.func @f(%arg0: tensor<i1>) {
  "stablehlo.if"(%arg0) ({
    %0 = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return
  }, {
    %0 = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}
// -----
// jaxlib: accept
// name reused after a region
func.func @f(%arg0: tensor<i1>) {
  "stablehlo.if"(%arg0) ({
    %0 = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  %0 = stablehlo.constant dense<1> : tensor<i32>
  return
}
// -----
// jaxlib: reject
// name reused in an isolated region
func.func @f(%arg0: tensor<f32>) {
  %0 = sdy.named_computation<"n">(%arg0) (%arg0: tensor<f32>) {  // error: PA0102
    %0 = stablehlo.abs %arg0 : tensor<f32>
    sdy.return %0 : tensor<f32>
  } : (tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// value of another function
func.func @g(%arg0: tensor<f32>) {
  %v = stablehlo.abs %arg0 : tensor<f32>
  return
}
func.func @f() {
  %0 = stablehlo.abs %v : tensor<f32>  // error: PA0101
  return
}
// -----
// jaxlib: reject
// module-level value used in a function
%v = stablehlo.constant dense<1.0> : tensor<f32>
func.func @f() {
  %0 = stablehlo.abs %v : tensor<f32>  // error: PA0101
  return
}
// -----
// jaxlib: accept
// value at module level
%v = stablehlo.constant dense<1.0> : tensor<f32>
%w = stablehlo.abs %v : tensor<f32>
// -----
// jaxlib: accept
// forward reference at module level
%w = stablehlo.abs %v : tensor<f32>
%v = stablehlo.constant dense<1.0> : tensor<f32>
// -----
// jaxlib: accept
// cycle at module level
%w = stablehlo.abs %v : tensor<f32>
%v = stablehlo.abs %w : tensor<f32>
// -----
// jaxlib: reject
// undefined at module level
%w = stablehlo.abs %v : tensor<f32>  // error: PA0101
// -----
// jaxlib: accept
// branches
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  cf.cond_br %arg0, ^bb1, ^bb2(%arg1 : i32)  // error: PA0010
^bb1:
  cf.br ^bb2(%arg1 : i32)  // error: PA0010
^bb2(%0: i32):
  return %0 : i32
}
// -----
// jaxlib: reject
// undefined block
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  cf.br ^bb9  // error: PA0010
}
// -----
// jaxlib: reject
// block defined twice
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  cf.br ^bb1  // error: PA0010
^bb1:
  cf.br ^bb2  // error: PA0010
^bb1:  // error: PA0117
  cf.br ^bb2  // error: PA0010
^bb2:
  return %arg1 : i32
}
// -----
// jaxlib: reject
// branch operand count
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  cf.br ^bb1  // error: PA0010
^bb1(%0: i32):
  return %0 : i32
}
// -----
// jaxlib: reject
// branch operand type
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  cf.br ^bb1(%arg0 : i1)  // error: PA0010
^bb1(%0: i32):
  return %0 : i32
}
// -----
// jaxlib: reject
// branch to the entry block
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
^bb0:
  cf.br ^bb0  // error: PA0010
}
// -----
// jaxlib: reject
// value not dominating
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  cf.cond_br %arg0, ^bb1, ^bb2  // error: PA0010
^bb1:
  %0 = arith.addi %arg1, %arg1 : i32  // error: PA0010
  cf.br ^bb2  // error: PA0010
^bb2:
  return %0 : i32
}
// -----
// jaxlib: accept
// dominating value defined textually later
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  cf.br ^bb2  // error: PA0010
^bb1:
  return %0 : i32
^bb2:
  %0 = arith.addi %arg1, %arg1 : i32  // error: PA0010
  cf.br ^bb1  // error: PA0010
}
// -----
// jaxlib: accept
// unreachable block with undominated use
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  return %arg1 : i32
^bb1:
  %0 = arith.addi %1, %arg1 : i32  // error: PA0010
  %1 = arith.addi %0, %arg1 : i32  // error: PA0010
  return %1 : i32
}
// -----
// jaxlib: reject
// block without terminator
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  cf.br ^bb1  // error: PA0010
^bb1:
}
// -----
// jaxlib: reject
// terminator in the middle of a block
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  cf.br ^bb1  // error: PA0010
  return %arg1 : i32
^bb1:
  return %arg1 : i32
}
// -----
// jaxlib: reject
// block arg redefines
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  cf.br ^bb1(%arg1 : i32)  // error: PA0010
^bb1(%arg1: i32):  // error: PA0102
  return %arg1 : i32
}
// -----
// jaxlib: accept
// empty line block order
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  cf.br ^a  // error: PA0010
^b:
  return %arg1 : i32
^a:
  cf.br ^b  // error: PA0010
}
// -----
// jaxlib: reject
// outer name defined before, redefined in an isolated region
func.func @f(%arg0: tensor<f32>) {
  %0 = stablehlo.abs %arg0 : tensor<f32>
  %1 = sdy.named_computation<"n">(%arg0) (%x: tensor<f32>) {
    %0 = stablehlo.abs %x : tensor<f32>  // error: PA0102
    sdy.return %0 : tensor<f32>
  } : (tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// outer name defined after, defined in an isolated region
func.func @f(%arg0: tensor<f32>) {
  %1 = sdy.named_computation<"n">(%arg0) (%x: tensor<f32>) {
    %0 = stablehlo.abs %x : tensor<f32>
    sdy.return %0 : tensor<f32>
  } : (tensor<f32>) -> tensor<f32>
  %0 = stablehlo.abs %arg0 : tensor<f32>
  return
}
// -----
// jaxlib: accept
// own result name defined in its isolated region
func.func @f(%arg0: tensor<f32>) {
  %0 = sdy.named_computation<"n">(%arg0) (%x: tensor<f32>) {
    %0 = stablehlo.abs %x : tensor<f32>
    sdy.return %0 : tensor<f32>
  } : (tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// outer name redefined in an isolated region, generic form
func.func @f(%arg0: tensor<f32>) {
  %0 = stablehlo.abs %arg0 : tensor<f32>
  %1 = "sdy.named_computation"(%arg0) <{name = "n"}> ({
  ^bb0(%x: tensor<f32>):
    %0 = stablehlo.abs %x : tensor<f32>  // error: PA0102
    sdy.return %0 : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// outer arg name as block arg of an isolated region, generic form
func.func @f(%arg0: tensor<f32>) {
  %1 = "sdy.named_computation"(%arg0) <{name = "n"}> ({
  ^bb0(%arg0: tensor<f32>):  // error: PA0102
    sdy.return %arg0 : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// outer block name reused in a nested region
func.func @f(%arg0: tensor<i1>) {
  cf.br ^bb1  // error: PA0010
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
// jaxlib: accept
// own result name in a non-isolated region
func.func @f(%arg0: tensor<i1>) {
  %0 = "stablehlo.if"(%arg0) ({
    %0 = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }, {
    %0 = stablehlo.constant dense<2> : tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return
}
// -----
// jaxlib: reject
// module-level name as function arg
%v = stablehlo.constant dense<1.0> : tensor<f32>
func.func @f(%v: tensor<f32>) {
  return
}
// -----
// jaxlib: reject
// module-level name redefined in a function
%v = stablehlo.constant dense<1.0> : tensor<f32>
func.func @f() {
  %v = stablehlo.constant dense<1.0> : tensor<f32>
  return
}
// -----
// jaxlib: reject
// module-level name redefined in a nested module
%v = stablehlo.constant dense<1.0> : tensor<f32>
module {
  %v = stablehlo.constant dense<1.0> : tensor<f32>
}
// -----
// jaxlib: reject
// branch to a block of an outer region
func.func @f(%arg0: tensor<i1>) {
  "stablehlo.if"(%arg0) ({
    cf.br ^bb1  // error: PA0010
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  cf.br ^bb1  // error: PA0010
^bb1:
  return
}
// -----
// jaxlib: accept
// names that are numbers: zeros at the beginning make another name, and so does every further digit
func.func @f(%arg0: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.abs %arg0 : tensor<f32>
  %00 = stablehlo.abs %0 : tensor<f32>
  %007 = stablehlo.abs %00 : tensor<f32>
  %7 = stablehlo.abs %007 : tensor<f32>
  %999999 = stablehlo.abs %7 : tensor<f32>
  %1000000 = stablehlo.abs %999999 : tensor<f32>
  %18446744073709551616 = stablehlo.abs %1000000 : tensor<f32>
  return %18446744073709551616 : tensor<f32>
}
// -----
// jaxlib: reject
// a number with another zero at its beginning is not defined
func.func @f(%arg0: tensor<f32>) -> tensor<f32> {
  %7 = stablehlo.abs %arg0 : tensor<f32>
  %8 = stablehlo.abs %07 : tensor<f32>  // error: PA0101
  return %8 : tensor<f32>
}
// -----
// jaxlib: reject
// a number of another function is not defined, and a number of a region only there
func.func @f(%arg0: tensor<f32>) -> tensor<f32> {
  %3 = stablehlo.abs %arg0 : tensor<f32>
  return %3 : tensor<f32>
}
func.func @g(%arg0: tensor<4xf32>, %arg1: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.abs %3 : tensor<f32>  // error: PA0101
  %1 = "stablehlo.reduce"(%arg0, %0) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.abs %5 : tensor<f32>  // error: PA0101
  return %2 : tensor<f32>
}
// -----
// jaxlib: reject
// ops follow one another as in the layer before, but for one that differs
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<i32>) {
  %0 = stablehlo.abs %arg0 : tensor<4xf32>
  %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %2 = stablehlo.abs %arg0 : tensor<4xf32>
  %3 = stablehlo.dot %arg0, %2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %4 = stablehlo.abs %arg1 : tensor<4xf32>  // error: PA0104
  return
}
