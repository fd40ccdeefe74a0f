// test: canonical
#a = 1 : i32
#b = "foo"
#c = [#a, #b]
!t = tensor<2xf32>
!f = (!t, !t) -> !t
func.func private @g(!t, !f)
func.func @f(%x: !t) -> !t {
 %0 = stablehlo.add %x, %x {x = #a, y = #b, z = #c, t = !t} : !t
 return %0 : !t
}
// -----
!shape = tensor<4x8xf32>
#prec = #stablehlo<precision HIGH>
#dims = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>
module {
 func.func @f(%x: !shape) {
  %0 = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = #dims, precision_config = [#prec, #prec]}> : (!shape, !shape) -> tensor<4x4xf32>
  %1 = stablehlo.constant dense<1.0> : !shape
  return
 }
}
// -----
#mesh = #sdy.mesh<["a"=2, "b"=4]>
#sh = #sdy.sharding<@m, [{"a"}, {}]>
#rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>
#pv = #sdy.sharding_per_value<[#sh]>
"sdy.mesh"() <{sym_name = "m", mesh = #mesh}> : () -> ()
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sh}) -> (tensor<8x8xf32> {sdy.sharding = #sh}) {
 %0 = "sdy.sharding_constraint"(%x) <{sharding = #sh}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
 %1 = stablehlo.abs %0 {sdy.sharding = #pv, sdy.sharding_rule = #rule} : tensor<8x8xf32>
 return %1 : tensor<8x8xf32>
}
// -----
#map = affine_map<(d0, d1) -> (d1, d0)>
#set0 = affine_set<(d0)[s0] : (d0 - s0 >= 0, s0 == 0)>
#loc = loc("x")
#unused = "never"
module attributes {a.m = #map, a.n = #map, a.s = #set0, a.l = #loc} {}
// -----
!tup = tuple<tensor<i1>, tuple<tensor<f32>>>
!cplx = complex<f32>
func.func private @h(!tup) -> tensor<3x!cplx>
