// test: canonical
module attributes {x.a = 0x1F, x.b = -0x1F : i32, x.c = 0xFFFFFFFFFFFFFFFF : i64, x.d = 255 : i8, x.e = - 1 : i32, x.f = 1. : f32, x.g = 1.E2 : f32, x.h = 0x3F800000 : f32, x.i = [0x10, 1 : i64, 2 : i32], x.j = unit, x.k = {z = 1, a = 2}, x.l = 9223372036854775808} {}
// -----
func.func @f() {
 %0 = stablehlo.constant dense<"0x0100000002000000"> : tensor<2xi32>
 %1 = stablehlo.constant dense<"0x01000000"> : tensor<2xi32>
 %2 = stablehlo.constant dense<"0x010001"> : tensor<3xi1>
 %3 = stablehlo.constant dense<"0xFF"> : tensor<3xi1>
 %4 = stablehlo.constant dense<"0x0A0B"> : tensor<2xi4>
 %5 = stablehlo.constant dense<"0x0000803F000000400000803F00000040"> : tensor<2xcomplex<f32>>
 %6 = stablehlo.constant dense<[[1, 1], [1, 1]]> : tensor<2x2xi32>
 %7 = stablehlo.constant dense<[]> : tensor<0xi32>
 %8 = stablehlo.constant dense<[[], []]> : tensor<2x0xf32>
 %9 = stablehlo.constant dense<0x7F> : tensor<2xi8>
 %10 = stablehlo.constant dense<255> : tensor<2xi8>
 %11 = stablehlo.constant dense<[0x3F800000, 0x40000000]> : tensor<2xf32>
 %12 = stablehlo.constant dense<[1, 0]> : tensor<2xi1>
 %13 = stablehlo.constant dense<[(1.0, 2.0), (3.0,4.0)]> : tensor<2xcomplex<f32>>
 %14 = stablehlo.constant dense<[ 1.e1 , -2.5E-3 ]> : tensor<2xf64>
 %15 = stablehlo.constant dense<"0x3C00"> : tensor<4xf16>
 %16 = stablehlo.constant dense<[-0.0, 0.0]> : tensor<2xf32>
 return
}
// -----
module attributes {"x.q" = "tab\tnl\nquote\"bs\\hex\41\7e", x.arr = [ 1 , "a" , [ ] ], x.sym = @"plain", x.nested = @a :: @b, x.f = ( i32 , f32 ) -> ( )} {}
// -----
module attributes {x.a = #stablehlo.type_extensions<bounds = [4, -9223372036854775808]>, x.b = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "a", size = 2>]>, x.c = #stablehlo.result_accuracy<atol = 0.0, rtol = 1.0e-3, ulps = 0, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>, x.d = #stablehlo.dot<rhs_contracting_dimensions = [1], lhs_contracting_dimensions = [0]>, x.e = #sdy<axis_to_propagation_details{"a"=operand-0->[result-0]}>, x.f = #sdy.sharding<@m, [{"a"}]>} {}
// -----
{-# dialect_resources: { builtin: { r0: "0x08000000010000000000000002000000000000" } } #-}
module attributes {x.a = dense_resource<r0> : tensor<2xi64>} {}
