// test: verify
// jaxlib: accept
// reference text
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// missing closing brace
func.func @f(%arg0: tensor<4xf32>) {  // error: PA0029
  %0 = stablehlo.abs %arg0 : tensor<4xf32>
  return
// -----
// jaxlib: reject
// extra closing brace
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<4xf32>
  return
}
}  // error: PA0001
// -----
// jaxlib: reject
// missing colon
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.abs %arg0 tensor<4xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// missing type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.abs %arg0 :
  return  // error: PA0001
}
// -----
// jaxlib: reject
// unbalanced angle
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<4xf32
  return  // error: PA0001
}
// -----
// jaxlib: reject
// unknown element type
func.func @f(%arg0: tensor<4xf33>) {  // error: PA0001
  %0 = stablehlo.abs %arg0 : tensor<4xf33>
  return
}
// -----
// jaxlib: reject
// float width
func.func @f(%arg0: tensor<4xf24>) {  // error: PA0001
  %0 = stablehlo.abs %arg0 : tensor<4xf24>
  return
}
// -----
// jaxlib: reject
// dim not a number
func.func @f(%arg0: tensor<axf32>) {  // error: PA0001
  %0 = stablehlo.abs %arg0 : tensor<axf32>
  return
}
// -----
// jaxlib: reject
// negative dim
func.func @f(%arg0: tensor<-4xf32>) {  // error: PA0001
  %0 = stablehlo.abs %arg0 : tensor<-4xf32>
  return
}
// -----
// jaxlib: reject
// missing x
func.func @f(%arg0: tensor<4f32>) {  // error: PA0001
  %0 = stablehlo.abs %arg0 : tensor<4f32>
  return
}
// -----
// jaxlib: reject
// space in name
func.func @f(%a rg0: tensor<4xf32>) {  // error: PA0001
  %0 = stablehlo.abs %a rg0 : tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// percent only
func.func @f(%arg0: tensor<4xf32>) {
  % = stablehlo.abs %arg0 : tensor<4xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// single quote
module attributes {x.y = 'a'} {}  // error: PA0001
// -----
// jaxlib: reject
// unterminated string
module attributes {x.y = "a} {}  // error: PA0029
// -----
// jaxlib: reject
// newline in a string
module attributes {x.y = "a  // error: PA0029 PA0002
b"} {}
// -----
// jaxlib: reject
// bad escape
module attributes {x.y = "a\q"} {}  // error: PA0003
// -----
// jaxlib: reject
// hash only
module attributes {x.y = #} {}  // error: PA0008
// -----
// jaxlib: reject
// bang only
module attributes {x.y = !} {}  // error: PA0012
// -----
// jaxlib: reject
// undefined attribute alias
module attributes {x.y = #foo} {}  // error: PA0008
// -----
// jaxlib: reject
// undefined type alias
func.func private @f(!foo)  // error: PA0008
// -----
// jaxlib: reject
// attribute alias defined twice
#a = 1 : i32
#a = 2 : i32  // error: PA0009
module attributes {x.y = #a} {}
// -----
// jaxlib: reject
// type alias defined twice
!a = i32
!a = i64  // error: PA0009
func.func private @f(!a)
// -----
// jaxlib: reject
// alias used before definition
module attributes {x.y = #a} {}  // error: PA0008
#a = 1 : i32
// -----
// jaxlib: reject
// alias with a dot
#a.b = 1 : i32  // error: PA0001
module {}
// -----
// jaxlib: reject
// alias cycle
#a = [#b]  // error: PA0008
#b = [#a]  // error: PA0008
module attributes {x.y = #a} {}  // error: PA0008
// -----
// jaxlib: reject
// duplicate dictionary key
module attributes {x.y = {a = 1, a = 2}} {}  // error: PA0014
// -----
// jaxlib: reject
// trailing comma in a dictionary
module attributes {x.y = 1 : i64,} {}  // error: PA0001
// -----
// jaxlib: reject
// trailing comma in an array
module attributes {x.y = [1,]} {}  // error: PA0001
// -----
// jaxlib: reject
// missing comma in an array
module attributes {x.y = [1 2]} {}  // error: PA0001
// -----
// jaxlib: reject
// attribute value missing
module attributes {x.y = } {}  // error: PA0001
// -----
// jaxlib: reject
// float without digits
module attributes {x.y = .5} {}  // error: PA0001
// -----
// jaxlib: reject
// exponent without point
module attributes {x.y = 1e5} {}  // error: PA0001
// -----
// jaxlib: reject
// hex float with minus
module attributes {x.y = -0x1 : f32} {}  // error: PA0011
// -----
// jaxlib: reject
// integer with float type
module attributes {x.y = 1 : f32} {}  // error: PA0011
// -----
// jaxlib: reject
// float with integer type
module attributes {x.y = 1.0 : i32} {}  // error: PA0011
// -----
// jaxlib: reject
// integer out of range
module attributes {x.y = 300 : i8} {}  // error: PA0004
// -----
// jaxlib: reject
// negative for unsigned
module attributes {x.y = -1 : ui8} {}  // error: PA0004
// -----
// jaxlib: reject
// typed boolean
module attributes {x.y = true : i1} {}  // error: PA0001
// -----
// jaxlib: reject
// integer with tensor type
module attributes {x.y = 1 : tensor<i32>} {}  // error: PA0011
// -----
// jaxlib: reject
// array of index
module attributes {x.y = array<index: 1>} {}  // error: PA0011
// -----
// jaxlib: reject
// array of i4
module attributes {x.y = array<i4: 1>} {}  // error: PA0011
// -----
// jaxlib: reject
// array i1 with digits
module attributes {x.y = array<i1: 1>} {}
// -----
// jaxlib: reject
// array value out of range
module attributes {x.y = array<i8: 256>} {}  // error: PA0004
// -----
// jaxlib: reject
// array without type
module attributes {x.y = array<1>} {}  // error: PA0001
// -----
// jaxlib: reject
// dense without type
module attributes {x.y = dense<1>} {}  // error: PA0001
// -----
// jaxlib: reject
// dense with scalar type
module attributes {x.y = dense<1> : i32} {}  // error: PA0011
// -----
// jaxlib: reject
// dense of dynamic type
module attributes {x.y = dense<1> : tensor<?xi32>} {}  // error: PA0011
// -----
// jaxlib: reject
// tensor of tensor
func.func private @f(tensor<2xtensor<2xf32>>)  // error: PA0012
// -----
// jaxlib: reject
// tensor of function
func.func private @f(tensor<2x() -> ()>)  // error: PA0012
// -----
// jaxlib: reject
// vector of zero size
func.func private @f(vector<0xf32>)
// -----
// jaxlib: reject
// vector of tensor
func.func private @f(vector<2xtensor<2xf32>>)
// -----
// jaxlib: reject
// complex of complex
func.func private @f(complex<complex<f32>>)  // error: PA0012
// -----
// jaxlib: reject
// complex of tensor
func.func private @f(complex<tensor<f32>>)  // error: PA0012
// -----
// jaxlib: reject
// integer width too large
func.func private @f(i16777216)  // error: PA0004
// -----
// jaxlib: accept
// integer width zero padded
func.func private @f(i08)
// -----
// jaxlib: reject
// uppercase type
func.func private @f(I32)  // error: PA0001
// -----
// jaxlib: reject
// function type without parentheses
func.func private @f(i32 -> i32)  // error: PA0001
// -----
// jaxlib: reject
// op name without quotes in generic form
func.func @f() {
  func.return() : () -> ()  // error: PA0001
}
// -----
// jaxlib: reject
// op name starting with a dot
func.func @f() {
  ".return"() : () -> ()  // error: PA0010
}
// -----
// jaxlib: reject
// attribute dict before operands
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.abs {foo} %arg0 : tensor<4xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// two attribute dicts
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.abs %arg0 {a} {b} : tensor<4xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// properties in custom form
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.abs %arg0 <{a = 1 : i64}> : tensor<4xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// unknown property
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.abs"(%arg0) <{foo = 1 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// property of wrong kind
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.transpose"(%arg0) <{permutation = 1 : i64}> : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// successors on a plain op
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.abs"(%arg0)[^bb1] : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0114 PA0117
^bb1:
  return
}
// -----
// jaxlib: reject
// regions on a plain op
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.abs"(%arg0) ({  // error: PA0107
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// location of wrong form
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<4xf32> loc(1)  // error: PA0001
  return
}
// -----
// jaxlib: reject
// unbalanced location
func.func @f(%arg0: tensor<4xf32>) {  // error: PA0029
  %0 = stablehlo.abs %arg0 : tensor<4xf32> loc("a"
  return  // error: PA0001
}
// -----
// jaxlib: reject
// stray text after the module
module {}
foo  // error: PA0010
// -----
// jaxlib: reject
// block comment
/* x */ module {}  // error: PA0001
// -----
// jaxlib: reject
// symbol starting with a digit
func.func private @0f()  // error: PA0001
// -----
// jaxlib: reject
// symbol with a dash
func.func private @a-b()  // error: PA0001
// -----
// jaxlib: reject
// empty attribute name
module attributes {"" = 1} {}  // error: PA0001
// -----
// jaxlib: reject
// number as attribute name
module attributes {1 = 1} {}  // error: PA0001
// -----
// jaxlib: reject
// nested symbol with one colon
module attributes {x.y = @a:@b} {}  // error: PA0001
// -----
// jaxlib: reject
// dense_resource without key
module attributes {x.y = dense_resource<> : tensor<2xi32>} {}  // error: PA0001
// -----
// jaxlib: reject
// file metadata not closed
module {}
{-# dialect_resources: {  // error: PA0029
// -----
// jaxlib: reject
// unknown file metadata key
module {}
{-# foo: {} #-}
// -----
// jaxlib: reject
// resource blob not hex
module attributes {x.y = dense_resource<r> : tensor<1xi32>} {}
{-# dialect_resources: { builtin: { r: "zz" } } #-}
// -----
// jaxlib: reject
// resource blob too short for its alignment
module attributes {x.y = dense_resource<r> : tensor<1xi32>} {}
{-# dialect_resources: { builtin: { r: "0x04" } } #-}  // error: PA0011
// -----
// jaxlib: accept
// attribute alias unused
#a = 1 : i32
module {}
// -----
// jaxlib: accept
// type alias to an alias
!a = i32
!b = tensor<2x!a>
func.func private @f(!b)
// -----
// jaxlib: accept
// comment at the end without newline
module {} // x
// -----
// jaxlib: accept
// hex dimension
func.func private @f(tensor<0x4xf32>)
// -----
// jaxlib: accept
// zero dimension
func.func private @f(tensor<0xf32>)
// -----
// jaxlib: accept
// quoted symbol that needs no quotes
func.func private @"f"()
// -----
// jaxlib: accept
// quoted attribute name that needs no quotes
module attributes {"x.y" = 1 : i64} {}
// -----
// jaxlib: accept
// op location
func.func @f() {
  return loc("x")
} loc(unknown)
// -----
// jaxlib: accept
// unicode in a string
module attributes {x.y = "é"} {}
// -----
// jaxlib: accept
// resource size differing from the type
module attributes {x.y = dense_resource<r> : tensor<3xi32>} {}
{-# dialect_resources: { builtin: { r: "0x0400000001000000" } } #-}
// -----
// jaxlib: reject
// resource of an unknown dialect
module {}
{-# dialect_resources: { foo: { r: "0x0400000001000000" } } #-}
// -----
// jaxlib: accept
// i0 type
func.func private @f(i0)
// -----
// jaxlib: accept
// large integer type
func.func private @f(i16777215)
// -----
// jaxlib: accept
// explicit builtin prefix
builtin.module {
}
// -----
// jaxlib: reject
// func prefix omitted at module level
func.func private @g()
"func.func"() <{sym_name = "f", function_type = () -> ()}> ({
  return
}) : () -> ()
// -----
// jaxlib: accept
// return without prefix in a nested region
func.func @f(%arg0: tensor<i1>) {
  "stablehlo.if"(%arg0) ({
    call @f(%arg0) : (tensor<i1>) -> ()  // error: PA0010
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}
// -----
// jaxlib: accept
// empty file

// -----
// jaxlib: accept
// only comments
// nothing here
