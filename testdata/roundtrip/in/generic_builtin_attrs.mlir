// test: canonical
"builtin.module"() ({
^bb0:
}) {x.a = 1 : i64, x.b = 1 : i32, x.c = 1 : index, x.d = true, x.e = false, x.w = -1 : i8, x.x = 255 : ui8, x.y = -1 : si8, x.z = 127 : i8, y.a = 9223372036854775807 : i64, y.b = -9223372036854775808 : i64, y.c = 18446744073709551615 : ui64, y.d = 340282366920938463463374607431768211455 : ui128, y.e = -5 : i128, y.f = true, y.g = 3 : i3, y.h = -4 : i3, y.i = 0 : i0} : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {x.a = 1.500000e+00 : f64, x.b = 1.500000e+00 : f32, x.c = 0x7FC00000 : f32, x.d = 0x7F800000 : f32, x.e = 1.000000e+10 : f32, x.f = 1.000000e-01 : f64, x.g = 1.000000e-01 : f32, x.h = 3.14159265358979 : f64, x.i = 1.000000e+00 : bf16, x.j = 6.550400e+04 : f16, x.k = -0.000000e+00 : f32, x.l = 1.401300e-45 : f32, x.m = 0xFF800000 : f32, x.n = 0x4CEB79A3 : f32, x.o = 1.000000e+300 : f64, x.p = 0x7FF0000000000000 : f64, x.q = 1.000000e+00 : tf32, x.r = 2.000000e+00 : f8E4M3FN, x.s = 1.000000e+00 : f128, x.t = 1.000000e+00 : f80, x.u = 1.101560e+00 : bf16, x.v = 0.333333343 : f32, x.w = 0x4170000010000000 : f64, x.x = 0.30000000000000004 : f64, x.y = 1.000000e+06 : f32, x.z = 1.000000e+00 : f4E2M1FN, y.a = 1.000000e+00 : f8E8M0FNU} : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {x.a = dense<[1.000000e+00, 1.500000e+03, -2.250000e+00, 9.9999999999999995E-7, 0x4132D68700000000, 0x41678C29C0000000, 1.000000e-01, 9.9999999999999995E-8, 1.000000e+20, 1.7976931348623157E+308, 123456.789, 2.2250738585072014E-308, 4.940660e-324, 1.2345678901234567]> : tensor<14xf64>, x.b = dense<[1.000000e+00, 1.500000e+03, -2.250000e+00, 9.99999997E-7, 0x4996B438, 0x4B3C614E, 1.000000e-01, 1.000000e-07, 3.40282347E+38, 123456.789, 1.17549435E-38, 1.23456788, 0x7F800000, 0xFF800000]> : tensor<14xf32>} : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {x.a = dense<[1.000000e+00, 1.500000e+03, 0x7C00, 1.013280e-06, 9.997550e-02, 6.550400e+04, 3.332520e-01]> : tensor<7xf16>, x.b = dense<[4.480000e+02, 4.480000e+02, 0x7F, 1.015630e-01]> : tensor<4xf8E4M3FN>, x.c = dense<[5.734400e+04, 0x7C]> : tensor<2xf8E5M2>, x.d = dense<[2.400000e+02, 1.000000e+00]> : tensor<2xf8E4M3FNUZ>, x.e = dense<[3.000000e+00, 7.500000e+00]> : tensor<2xf6E2M3FN>, x.f = dense<[3.000000e+00, 2.800000e+01]> : tensor<2xf6E3M2FN>, x.g = dense<[3.000000e+00, 2.800000e+01]> : tensor<2xf8E5M2FNUZ>, x.h = dense<[3.000000e+00, 2.800000e+01]> : tensor<2xf8E4M3B11FNUZ>, x.i = dense<[3.000000e+00, 1.200000e+01]> : tensor<2xf8E3M4>, x.j = dense<[3.000000e+00, 1.200000e+01]> : tensor<2xf8E4M3>, x.k = dense<[2.000000e+00, 5.000000e-01]> : tensor<2xf8E8M0FNU>, x.l = dense<[5.000000e-01, 6.000000e+00, -1.500000e+00]> : tensor<3xf4E2M1FN>} : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {x.a = "a\22b\\c\0A\09\00\C3\A9~\7F", x.b = "", x.c = "plain", x.d = "x" : i32, x.e = "%$#@!'`"} : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {x.a = [], x.b = {}, x.c = [[], {}], x.d = [1, 1.000000e+00, 1.000000e+00 : f32, 2 : i32, true, unit, i32, @a, array<i64: 1>, dense<1> : tensor<i32>, #stablehlo<precision HIGH>, "x", "x" : i32], x.i = {a = 1 : i64, "b c" = 2 : i64, d, e = {f = [1, 2]}}, x.k} : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {x.l = @foo, x.m = @foo::@bar::@"x y", x.n = i32, x.o = (i32) -> i32, x.p = () -> (), x.q = (i32, f32) -> (i1, index), x.r = () -> (() -> i32), x.s = tensor<2xf32>} : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {x.a = array<i8: -1, 127>, x.b = array<i16: 1>, x.c = array<f64: 1.000000e-01>, x.d = array<i1: true, false>, x.e = array<f32: 0x7FC00000, 2.500000e+00>, x.f = array<f32>, x.g = array<i1>, x.h = array<i64>, x.i = array<i32: 1, 2>, x.j = array<ui8: 1>, x.k = array<bf16: 1.500000e+00>} : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {"0.x" = 1 : i64, x.0 = 2 : i64, x.A.b.c = 3 : i64, "x.a-b" = 5 : i64, x.a_b1$c = 1 : i64, "x.\C3\A9" = 4 : i64, y.unit, z.unit = "unit"} : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32):
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> {".a" = 2 : i64, "1" = 3 : i64, A.b = 2 : i64, _x = 4 : i64, a$b = 1 : i64, "a-b" = 2 : i64, a. = 1 : i64, a..b = 2 : i64, attributes, f32 = 2 : i64, i32 = 3 : i64, loc = 3 : i64, true = 1 : i64, "x y" = 3 : i64, "\C3\A9" = 2 : i64} : () -> tensor<i32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {x.b = tensor<2xf32, "enc">, x.c = tensor<2xf32, 1 : i32>, x.e = memref<2x?xf32, 1>, x.f = vector<2x[4]xf32>, x.g = tuple<i32, tuple<>>, x.h = complex<f32>, x.i = none, x.j = tensor<*xi1>, x.k = memref<*xf32>, x.l = memref<4xf32, strided<[2], offset: 1>, "x">, x.m = vector<f32>, x.n = tensor<2x?x0xi4>, x.o = tensor<f32>, x.p = complex<i32>, x.q = i1, x.r = ui4, x.s = si16, x.t = index, x.u = f80, x.v = tf32, x.w = f128, x.x = tensor<1x2x3x4x5xcomplex<f64>>} : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {x.a = f4E2M1FN, x.b = f6E2M3FN, x.c = f6E3M2FN, x.d = f8E3M4, x.e = f8E4M3, x.f = f8E4M3B11FNUZ, x.g = f8E4M3FN, x.h = f8E4M3FNUZ, x.i = f8E5M2, x.j = f8E5M2FNUZ, x.k = f8E8M0FNU, x.l = bf16, x.m = f16, x.n = f32, x.o = f64, x.p = i2, x.q = ui2, x.r = i4096} : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2x?xf32, #stablehlo.bounds<?, 4>>, tensor<*xf32>, tuple<>, complex<f32>, memref<2xf32>, vector<2xf32>, none, index, () -> i32, si3, ui7, !stablehlo.token, tensor<?x?xi1, #stablehlo.bounds<3, ?>>, !stablehlo.future<tensor<2xf32>, tensor<i1>>, tensor<2xf32, #stablehlo.bounds<?>>) -> (), sym_name = "t", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {a.a = #stablehlo<precision HIGH>, a.b = #stablehlo<fft_type IRFFT>, a.c = #stablehlo<transpose ADJOINT>, a.d = #stablehlo<rng_distribution NORMAL>, a.e = #stablehlo<rng_algorithm PHILOX>, a.f = #stablehlo<comparison_type SIGNED>, a.g = #stablehlo.result_accuracy_mode<HIGHEST>, a.h = #stablehlo.bounds<1, ?, 3>, a.i = #stablehlo.channel_handle<handle = 1, type = 2>, a.j = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>, a.k = #stablehlo<comparison_direction GE>} : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {a.a = #stablehlo.gather<>, a.b = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [3, 4], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2], index_vector_dim = 1>, a.c = #stablehlo.scatter<>, a.d = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], input_batching_dims = [2], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [4], index_vector_dim = 5>, a.e = #stablehlo.dot<>, a.f = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2, 3], rhs_contracting_dimensions = [4, 5]>} : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {a.a = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, a.b = #stablehlo.conv<[0, 1, b, f]x[1, 0, o, i]->[f, 1, b, 0]>, a.c = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, a.d = #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [1, 2]>, a.e = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>, a.f = #stablehlo.result_accuracy<atol = 1.000000e+00, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {a.a = #stablehlo<sub_axis_info(1)2>, a.b = #stablehlo.axis_ref<name = "a">, a.c = #stablehlo.axis_ref<name = "a", sub_axis_info = (1)2>, a.d = #stablehlo.mesh_axis<name = "a", size = 2>, a.e = #stablehlo.mesh<axes=[<name = "a", size = 2>, <name = "b", size = 3>]>, a.f = #stablehlo.mesh<axes=[<name = "a", size = 2>], device_ids=dense<[1, 0]> : tensor<2xi64>>} : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {a.a = #chlo<comparison_direction EQ>, a.b = #chlo<precision HIGHEST>, a.c = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>, a.d = #chlo<comparison_type TOTALORDER>, a.e = #mhlo.type_extensions<bounds = [4]>, a.f = #mhlo.channel_handle<handle = 1, type = 0>, a.g = !mhlo.token, a.h = #mhlo<precision HIGHEST>} : () -> ()
// -----
#map = affine_map<(d0, d1) -> (d0 + d1, d1 mod 2)>
#map1 = affine_map<() -> ()>
#map2 = affine_map<(d0)[s0] -> (d0 * 2 + s0 floordiv 3, s0 ceildiv 4)>
#set = affine_set<(d0) : (d0 >= 0)>
"builtin.module"() ({
^bb0:
}) {a.a = #map, a.b = #set, a.c = #map1, a.d = #map2, a.e = #map} : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {a.a = strided<[1, ?], offset: ?>, a.b = strided<[]>} : () -> ()
// -----
#loc = loc("f":1:2)
#loc1 = loc("a")
#loc2 = loc("b")
#loc3 = loc(unknown)
#loc4 = loc("f":1:2 to 3:4)
#loc5 = loc(fused<"x">[#loc1, #loc2])
#loc6 = loc(callsite(#loc1 at #loc2))
#loc7 = loc("n"(#loc))
"builtin.module"() ({
^bb0:
}) {a.a = #loc, a.b = #loc5, a.c = #loc6, a.d = #loc3, a.e = #loc7, a.f = #loc4} : () -> ()
// -----
#distinct = distinct[0]<1 : i64>
#distinct1 = distinct[1]<"x">
"builtin.module"() ({
^bb0:
}) {x.a = #distinct, x.b = #distinct, x.c = distinct[2]<>, x.d = #distinct1} : () -> ()
