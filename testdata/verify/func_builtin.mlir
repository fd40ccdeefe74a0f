// test: verify
// jaxlib: accept
// empty module
module {}
// -----
// jaxlib: accept
// nested modules
module @a {
  module @b {}
}
// -----
// jaxlib: reject
// module attribute without dialect prefix
module attributes {foo = 1 : i64} {}  // error: PA0121
// -----
// jaxlib: accept
// module attribute with unknown dialect prefix
module attributes {foo.bar = 1 : i64} {}
// -----
// jaxlib: accept
// two anonymous modules
module {}
module {}
// -----
// jaxlib: reject
// two modules of one name
module @a {}
module @a {}  // error: PA0116
// -----
// jaxlib: reject
// module with a terminator
module {
  "func.return"() : () -> ()  // error: PA0118
}
// -----
// jaxlib: reject
// module with a block argument
"builtin.module"() ({  // error: PA0114
^bb0(%arg0: i32):
}) : () -> ()
// -----
// jaxlib: reject
// module with two blocks
"builtin.module"() ({  // error: PA0114
^bb0:
^bb1:
}) : () -> ()
// -----
// jaxlib: reject
// module with two regions
"builtin.module"() ({  // error: PA0107
^bb0:
}, {
^bb0:
}) : () -> ()
// -----
// jaxlib: reject
// module with a result
%0 = "builtin.module"() ({  // error: PA0106
^bb0:
}) : () -> i32
// -----
// jaxlib: reject
// module with an empty region
"builtin.module"() ({  // error: PA0114
}) : () -> ()
// -----
// jaxlib: reject
// module name as an integer
"builtin.module"() <{sym_name = 1 : i64}> ({  // error: PA0109
^bb0:
}) : () -> ()
// -----
// jaxlib: accept
// function with no body is private
func.func private @f()
// -----
// jaxlib: reject
// public declaration
func.func @f()  // error: PA0122
// -----
// jaxlib: reject
// public keyword declaration
func.func public @f()  // error: PA0122
// -----
// jaxlib: accept
// nested declaration
func.func nested @f()
// -----
// jaxlib: reject
// unknown visibility
func.func hidden @f() {  // error: PA0001
  return
}
// -----
// jaxlib: reject
// visibility attribute unknown
"func.func"() <{sym_name = "f", function_type = () -> (), sym_visibility = "secret"}> ({  // error: PA0122
  func.return
}) : () -> ()
// -----
// jaxlib: reject
// two functions of one name
func.func private @f()
func.func private @f()  // error: PA0116
// -----
// jaxlib: reject
// function without name
func.func () {  // error: PA0001
  return
}
// -----
// jaxlib: reject
// function inside a function
func.func @f() {
  func.func @g() {  // error: PA0118
    return
  }
  return
}
// -----
// jaxlib: reject
// empty body
func.func @f() {  // error: PA0114
}
// -----
// jaxlib: reject
// missing terminator
func.func @f(%arg0: tensor<f32>) {
  %0 = stablehlo.abs %arg0 : tensor<f32>  // error: PA0114
}
// -----
// jaxlib: reject
// op after the terminator
func.func @f(%arg0: tensor<f32>) {
  return
  %0 = stablehlo.abs %arg0 : tensor<f32>  // error: PA0001
}
// -----
// jaxlib: reject
// two terminators
func.func @f() {
  return  // error: PA0117
  return
}
// -----
// jaxlib: accept
// terminated by stablehlo.return
func.func @f() {
  stablehlo.return
}
// -----
// jaxlib: reject
// return count
func.func @f(%arg0: tensor<f32>) -> tensor<f32> {
  return  // error: PA0119
}
// -----
// jaxlib: reject
// return type
func.func @f(%arg0: tensor<f32>) -> tensor<i32> {
  return %arg0 : tensor<f32>  // error: PA0119
}
// -----
// jaxlib: reject
// return of a value without result type
func.func @f(%arg0: tensor<f32>) {
  return %arg0 : tensor<f32>  // error: PA0119
}
// -----
// jaxlib: reject
// return shape
func.func @f(%arg0: tensor<4xf32>) -> tensor<5xf32> {
  return %arg0 : tensor<4xf32>  // error: PA0119
}
// -----
// jaxlib: reject
// dynamic return for a static result
func.func @f(%arg0: tensor<?xf32>) -> tensor<5xf32> {
  return %arg0 : tensor<?xf32>  // error: PA0119
}
// -----
// jaxlib: reject
// arg without type
func.func @f(%arg0) {  // error: PA0001
  return
}
// -----
// jaxlib: reject
// definition with types only
func.func @f(tensor<f32>) {  // error: PA0001
  return
}
// -----
// jaxlib: reject
// mixed named and unnamed args
func.func private @f(%arg0: i32, i32)
// -----
// jaxlib: reject
// arg attribute without prefix
func.func @f(%arg0: tensor<f32> {foo = 1 : i64}) {  // error: PA0121
  return
}
// -----
// jaxlib: reject
// result attribute without prefix
func.func @f(%arg0: tensor<f32>) -> (tensor<f32> {foo}) {  // error: PA0121
  return %arg0 : tensor<f32>
}
// -----
// jaxlib: accept
// arg attribute with prefix
func.func @f(%arg0: tensor<f32> {a.foo = 1 : i64}) {
  return
}
// -----
// jaxlib: accept
// function attribute without prefix
func.func @f() attributes {foo} {
  return
}
// -----
// jaxlib: reject
// arg name twice
func.func @f(%arg0: i32, %arg0: i32) {  // error: PA0102
  return
}
// -----
// jaxlib: reject
// variadic function
func.func private @f(i32, ...)  // error: PA0001
// -----
// jaxlib: reject
// block args differ from the type
"func.func"() <{sym_name = "f", function_type = (i32) -> ()}> ({  // error: PA0119
^bb0(%arg0: i64):
  func.return
}) : () -> ()
// -----
// jaxlib: reject
// block arg count differs
"func.func"() <{sym_name = "f", function_type = (i32) -> ()}> ({  // error: PA0119
^bb0:
  func.return
}) : () -> ()
// -----
// jaxlib: reject
// arg attribute list length
"func.func"() <{sym_name = "f", function_type = (i32) -> (), sym_visibility = "private", arg_attrs = [{}, {}]}> ({  // error: PA0119
}) : () -> ()
// -----
// jaxlib: reject
// arg attributes not dictionaries
"func.func"() <{sym_name = "f", function_type = (i32) -> (), sym_visibility = "private", arg_attrs = [1]}> ({  // error: PA0109
}) : () -> ()
// -----
// jaxlib: reject
// function type missing
"func.func"() <{sym_name = "f", sym_visibility = "private"}> ({  // error: PA0108
}) : () -> ()
// -----
// jaxlib: reject
// function type not a function
"func.func"() <{sym_name = "f", function_type = i32, sym_visibility = "private"}> ({  // error: PA0109
}) : () -> ()
// -----
// jaxlib: reject
// function without a region
"func.func"() <{sym_name = "f", function_type = () -> (), sym_visibility = "private"}> : () -> ()  // error: PA0107
// -----
// jaxlib: accept
// empty function name
func.func private @""()
// -----
// jaxlib: accept
// function-typed arg
func.func @f(%arg0: (i32) -> i32) {
  return
}
// -----
// jaxlib: accept
// call: plain
func.func private @g(tensor<f32>) -> tensor<f32>
func.func @f(%arg0: tensor<f32>, %arg1: tensor<i32>) {
  %0 = call @g(%arg0) : (tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// call: unknown callee
func.func private @g(tensor<f32>) -> tensor<f32>
func.func @f(%arg0: tensor<f32>, %arg1: tensor<i32>) {
  %0 = call @h(%arg0) : (tensor<f32>) -> tensor<f32>  // error: PA0115
  return
}
// -----
// jaxlib: reject
// call: operand type
func.func private @g(tensor<f32>) -> tensor<f32>
func.func @f(%arg0: tensor<f32>, %arg1: tensor<i32>) {
  %0 = call @g(%arg1) : (tensor<i32>) -> tensor<f32>  // error: PA0119
  return
}
// -----
// jaxlib: reject
// call: operand count
func.func private @g(tensor<f32>) -> tensor<f32>
func.func @f(%arg0: tensor<f32>, %arg1: tensor<i32>) {
  %0 = call @g() : () -> tensor<f32>  // error: PA0119
  return
}
// -----
// jaxlib: reject
// call: result type
func.func private @g(tensor<f32>) -> tensor<f32>
func.func @f(%arg0: tensor<f32>, %arg1: tensor<i32>) {
  %0 = call @g(%arg0) : (tensor<f32>) -> tensor<i32>  // error: PA0119
  return
}
// -----
// jaxlib: reject
// call: result count
func.func private @g(tensor<f32>) -> tensor<f32>
func.func @f(%arg0: tensor<f32>, %arg1: tensor<i32>) {
  call @g(%arg0) : (tensor<f32>) -> ()  // error: PA0119
  return
}
// -----
// jaxlib: reject
// call: callee is a mesh
sdy.mesh @g = <["a"=2]>
func.func @f(%arg0: tensor<f32>, %arg1: tensor<i32>) {
  call @g() : () -> ()  // error: PA0115
  return
}
// -----
// jaxlib: reject
// call: callee missing
func.func @f() {
  "func.call"() : () -> ()  // error: PA0108
  return
}
// -----
// jaxlib: reject
// call: callee a string
func.func @f() {
  "func.call"() <{callee = "f"}> : () -> ()  // error: PA0109
  return
}
// -----
// jaxlib: accept
// call: itself
func.func @f() {
  call @f() : () -> ()
  return
}
// -----
// jaxlib: reject
// call: function of a nested module
module @n {
  func.func @g() {
    return
  }
}
func.func @f() {
  call @g() : () -> ()  // error: PA0115
  return
}
// -----
// jaxlib: reject
// call: function of the parent module
func.func @g() {
  return
}
module @n {
  func.func @f() {
    func.call @g() : () -> ()  // error: PA0115
    return
  }
}
// -----
// jaxlib: reject
// call: nested symbol
module @n {
  func.func @g() {
    return
  }
}
func.func @f() {
  call @n::@g() : () -> ()  // error: PA0109
  return
}
// -----
// jaxlib: reject
// call: dynamic operand for a static parameter
func.func private @g(tensor<4xf32>)
func.func @f(%arg0: tensor<?xf32>) {
  call @g(%arg0) : (tensor<?xf32>) -> ()  // error: PA0119
  return
}
// -----
// jaxlib: accept
// constant function
func.func private @g(tensor<f32>) -> tensor<f32>
func.func @f(%arg0: tensor<f32>, %arg1: tensor<i32>) {
  %f = constant @g : (tensor<f32>) -> tensor<f32>
  %0 = call_indirect %f(%arg0) : (tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// constant function of wrong type
func.func private @g(tensor<f32>) -> tensor<f32>
func.func @f(%arg0: tensor<f32>, %arg1: tensor<i32>) {
  %f = constant @g : (tensor<f32>) -> tensor<i32>  // error: PA0119
  return
}
// -----
// jaxlib: reject
// constant function unknown
func.func private @g(tensor<f32>) -> tensor<f32>
func.func @f(%arg0: tensor<f32>, %arg1: tensor<i32>) {
  %f = constant @h : (tensor<f32>) -> tensor<i32>  // error: PA0115
  return
}
// -----
// jaxlib: reject
// call_indirect operand type
func.func private @g(tensor<f32>) -> tensor<f32>
func.func @f(%arg0: tensor<f32>, %arg1: tensor<i32>) {
  %f = constant @g : (tensor<f32>) -> tensor<f32>
  %0 = call_indirect %f(%arg1) : (tensor<i32>) -> tensor<f32>  // error: PA0104
  return
}
// -----
// jaxlib: reject
// call_indirect of a tensor
func.func private @g(tensor<f32>) -> tensor<f32>
func.func @f(%arg0: tensor<f32>, %arg1: tensor<i32>) {
  %0 = call_indirect %arg0(%arg0) : (tensor<f32>) -> tensor<f32>  // error: PA0104
  return
}
// -----
// jaxlib: reject
// return outside a function
"func.return"() : () -> ()  // error: PA0118
// -----
// jaxlib: accept
// call at module level
func.func private @g()
func.call @g() : () -> ()
// -----
// jaxlib: accept
// cast: plain
func.func @f(%arg0: i32) {
  %0 = builtin.unrealized_conversion_cast %arg0 : i32 to i64
  return
}
// -----
// jaxlib: reject
// cast: no results
func.func @f(%arg0: i32) {
  "builtin.unrealized_conversion_cast"(%arg0) : (i32) -> ()  // error: PA0106
  return
}
// -----
// jaxlib: reject
// cast: type missing
func.func @f(%arg0: i32) {
  %0 = builtin.unrealized_conversion_cast %arg0 : i32 to
  return  // error: PA0001
}
// -----
// jaxlib: accept
// cast: nothing to something
func.func @f() {
  %0:2 = builtin.unrealized_conversion_cast to i32, i64
  return
}
// -----
// jaxlib: reject
// unknown op of a known dialect
func.func @f() {
  "stablehlo.foo"() : () -> ()  // error: PA0010
  return
}
// -----
// jaxlib: reject
// unknown op custom form
func.func @f() {
  stablehlo.foo  // error: PA0010
  return
}
// -----
// jaxlib: reject
// unknown dialect
func.func @f() {
  "foo.bar"() : () -> ()  // error: PA0010
  return
}
// -----
// jaxlib: reject
// unknown dialect custom form
func.func @f() {
  foo.bar  // error: PA0010
  return
}
// -----
// jaxlib: reject
// op without dialect
func.func @f() {
  "bar"() : () -> ()  // error: PA0010
  return
}
// -----
// jaxlib: reject
// unknown dialect type
func.func private @f(!foo.bar)  // error: PA0012
// -----
// jaxlib: reject
// unknown dialect attribute
module attributes {x.y = #foo.bar} {}  // error: PA0013
// -----
// jaxlib: reject
// unknown type of a known dialect
func.func private @f(!stablehlo.foo)  // error: PA0012
// -----
// jaxlib: reject
// unknown attribute of a known dialect
module attributes {x.y = #stablehlo.foo<1>} {}  // error: PA0013
// -----
// jaxlib: accept
// discardable attribute with an unknown dialect prefix
func.func @f() attributes {foo.bar = 1 : i64} {
  return
}
// -----
// jaxlib: reject
// quantized type
func.func private @f(tensor<2x!quant.uniform<i8:f32, 2.0>>)  // error: PA0012
