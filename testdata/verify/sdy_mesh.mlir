// test: verify
// jaxlib: accept
// one axis
sdy.mesh @m = <["a"=2]>
// -----
// jaxlib: accept
// empty mesh
sdy.mesh @m = <[]>
// -----
// jaxlib: accept
// maximal mesh on device 0
sdy.mesh @m = <[], device_ids=[0]>
// -----
// jaxlib: accept
// maximal mesh on a high device id
sdy.mesh @m = <[], device_ids=[5]>
// -----
// jaxlib: accept
// explicit device order
sdy.mesh @m = <["a"=2, "b"=2], device_ids=[0, 2, 1, 3]>
// -----
// jaxlib: accept
// axis of size one
sdy.mesh @m = <["a"=1]>
// -----
// jaxlib: accept
// two axes of size one
sdy.mesh @m = <["a"=1, "b"=1]>
// -----
// jaxlib: accept
// large axis
sdy.mesh @m = <["a"=1048576]>
// -----
// jaxlib: accept
// empty axis name
sdy.mesh @m = <[""=2]>
// -----
// jaxlib: accept
// axis name with odd characters
sdy.mesh @m = <["a b!"=2]>
// -----
// jaxlib: reject
// axis of size zero
sdy.mesh @m = <["a"=0]>  // error: PA0220
// -----
// jaxlib: reject
// axis of negative size
sdy.mesh @m = <["a"=-2]>  // error: PA0220
// -----
// jaxlib: reject
// repeated axis name
sdy.mesh @m = <["a"=2, "a"=3]>  // error: PA0221
// -----
// jaxlib: reject
// repeated axis name not adjacent
sdy.mesh @m = <["a"=2, "b"=2, "a"=2]>  // error: PA0221
// -----
// jaxlib: accept
// device order equal to iota
sdy.mesh @m = <["a"=4], device_ids=[0, 1, 2, 3]>
// -----
// jaxlib: reject
// device list too short
sdy.mesh @m = <["a"=4], device_ids=[1, 0]>  // error: PA0223
// -----
// jaxlib: reject
// device list too long
sdy.mesh @m = <["a"=2], device_ids=[1, 0, 2]>  // error: PA0223
// -----
// jaxlib: reject
// device list with a repeated id
sdy.mesh @m = <["a"=4], device_ids=[0, 2, 2, 3]>  // error: PA0224
// -----
// jaxlib: reject
// device list with a gap
sdy.mesh @m = <["a"=2], device_ids=[2, 0]>  // error: PA0224
// -----
// jaxlib: reject
// negative device id
sdy.mesh @m = <["a"=2], device_ids=[-1, 0]>  // error: PA0222
// -----
// jaxlib: reject
// negative maximal device id
sdy.mesh @m = <[], device_ids=[-1]>  // error: PA0222
// -----
// jaxlib: reject
// no axes but two ids
sdy.mesh @m = <[], device_ids=[0, 1]>  // error: PA0225
// -----
// jaxlib: reject
// no axes, two swapped ids
sdy.mesh @m = <[], device_ids=[1, 0]>  // error: PA0225
// -----
// jaxlib: accept
// size-one axis with an explicit id list equal to iota
sdy.mesh @m = <["a"=1], device_ids=[0]>
// -----
// jaxlib: reject
// size-one axis with another device id
sdy.mesh @m = <["a"=1], device_ids=[1]>  // error: PA0224
// -----
// jaxlib: reject
// empty device list
sdy.mesh @m = <["a"=1], device_ids=[]>  // error: PA0001
// -----
// jaxlib: reject
// empty device list, no axes
sdy.mesh @m = <[], device_ids=[]>  // error: PA0001
// -----
// jaxlib: reject
// axis size missing
sdy.mesh @m = <["a"]>  // error: PA0001
// -----
// jaxlib: reject
// axis name not quoted
sdy.mesh @m = <[a=2]>  // error: PA0001
// -----
// jaxlib: reject
// axis size too large for 64 bits
sdy.mesh @m = <["a"=99999999999999999999]>  // error: PA0004
// -----
// jaxlib: reject
// trailing comma in axes
sdy.mesh @m = <["a"=2, ]>  // error: PA0001
// -----
// jaxlib: reject
// axes list missing
sdy.mesh @m = <>  // error: PA0001
// -----
// jaxlib: reject
// unknown mesh parameter
sdy.mesh @m = <["a"=2], foo=[1]>  // error: PA0001
// -----
// jaxlib: reject
// two meshes of one name
sdy.mesh @m = <["a"=2]>
sdy.mesh @m = <["a"=2]>  // error: PA0116
// -----
// jaxlib: accept
// two meshes of equal device count
sdy.mesh @m = <["a"=4]>
sdy.mesh @n = <["x"=2, "y"=2]>
// -----
// jaxlib: accept
// two meshes of different device count
sdy.mesh @m = <["a"=4]>
sdy.mesh @n = <["x"=2]>
// -----
// jaxlib: accept
// maximal mesh next to a bigger mesh
sdy.mesh @m = <["a"=4]>
sdy.mesh @n = <[], device_ids=[2]>
// -----
// jaxlib: accept
// maximal mesh with an id beyond the other mesh
sdy.mesh @m = <["a"=4]>
sdy.mesh @n = <[], device_ids=[9]>
// -----
// jaxlib: accept
// empty mesh next to another
sdy.mesh @m = <["a"=4]>
sdy.mesh @n = <[]>
// -----
// jaxlib: reject
// mesh inside a function
func.func @f() {
  sdy.mesh @m = <["a"=2]>  // error: PA0118
  return
}
// -----
// jaxlib: accept
// mesh in a nested module
module {
  sdy.mesh @m = <["a"=2]>
}
// -----
// jaxlib: reject
// mesh op without a symbol name
"sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>}> : () -> ()  // error: PA0108
// -----
// jaxlib: reject
// mesh op without a mesh
"sdy.mesh"() <{sym_name = "m"}> : () -> ()  // error: PA0108
// -----
// jaxlib: reject
// mesh op with wrong attribute kind
"sdy.mesh"() <{sym_name = "m", mesh = "x"}> : () -> ()  // error: PA0109
// -----
// jaxlib: reject
// mesh op with an operand result
%0 = "sdy.mesh"() <{sym_name = "m", mesh = #sdy.mesh<["a"=2]>}> : () -> i32  // error: PA0106
// -----
// jaxlib: reject
// mesh name clashing with a function
sdy.mesh @m = <["a"=2]>
func.func private @m()  // error: PA0116
// -----
// jaxlib: reject
// duplicate axis in a mesh attribute that no op uses
module attributes {x.y = #sdy.mesh<["a"=2, "a"=2]>} {}  // error: PA0221
// -----
// jaxlib: reject
// zero axis in a mesh attribute on a module
module attributes {x.y = #sdy.mesh<["a"=0]>} {}  // error: PA0220
// -----
// jaxlib: accept
// iota ids in a mesh attribute on a module
module attributes {x.y = #sdy.mesh<["a"=2], device_ids=[0, 1]>} {}
// -----
// jaxlib: accept
// discardable attributes on a mesh
sdy.mesh @m = <["a"=2]> {x.y = 1 : i64}
// -----
// jaxlib: accept
// mesh with visibility
"sdy.mesh"() <{sym_name = "m", mesh = #sdy.mesh<["a"=2]>}> {sym_visibility = "private"} : () -> ()
