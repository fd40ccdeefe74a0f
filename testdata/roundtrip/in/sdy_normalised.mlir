// test: canonical
sdy.mesh @m = <["a"=4], device_ids=[0, 1, 2, 3]>
sdy.mesh @n = <["a"=1], device_ids=[0]>
// -----
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2], device_ids=[0, 1]>, [{"x"}, {}]>}) { return }
// -----
sdy.mesh @m = <["a"=4, "b"=2]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"a"}, replicated={"b"}>}) { return }
// -----
sdy.mesh @m = <["a"=4, "b"=2]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding< @m , [ { "a" , ? } p1 , { ? } ] , replicated = { "b" } >}) { return }
// -----
func.func @f(%arg0: tensor<8x8xf32>) {
 %0 = stablehlo.custom_call @op(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i,j])->([ i , j ]) { i = 8 , j=8 } reduction={} need_replication={i} permutation={} blocked_propagation={j} , custom>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
 return }
// -----
module attributes {x.a = #stablehlo.channel_handle<type = 1, handle = 7>, x.b = #stablehlo.gather<index_vector_dim = 0, offset_dims = []>, x.c = #stablehlo.dot<lhs_contracting_dimensions = []>, x.d = #sdy<manual_axes {"a","b"}>, x.e = #sdy<axis_ref "a" : (1) 2>} {}
// -----
func.func @f(%arg0: tensor<4x4xf32>) {
 %0 = stablehlo.cholesky %arg0, lower = 1 : tensor<4x4xf32>
 %1 = stablehlo.cholesky %arg0, lower = 0 : tensor<4x4xf32>
 return }
// -----
func.func private @f(i08, tensor<0x4xf32>, tensor<007xf32>)
