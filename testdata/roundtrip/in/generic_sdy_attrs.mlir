// test: canonical
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<8x8xf32>, tensor<8x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>):
    %0 = "stablehlo.custom_call"(%arg0, %arg0) <{call_target_name = "op"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<8x8xf32>, tensor<8x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>):
    %0 = "stablehlo.custom_call"(%arg0, %arg0) <{call_target_name = "op"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=8} reduction={k}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<8x8xf32>, tensor<8x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>):
    %0 = "stablehlo.custom_call"(%arg0, %arg0) <{call_target_name = "op"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([ik, j], [ik, j])->([i, j]) {i=2, j=8, k=4} reduction={k} need_replication={i} permutation={j} blocked_propagation={i, j}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<8x8xf32>, tensor<8x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>):
    %0 = "stablehlo.custom_call"(%arg0, %arg0) <{call_target_name = "op"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}, custom>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<8x8xf32>, tensor<8x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>):
    %0 = "stablehlo.custom_call"(%arg0, %arg0) <{call_target_name = "op"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=8, j=8, k=8, l=8, m=8, n=8} need_replication={i, j, k, l, m, n}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<8x8xf32>, tensor<8x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>):
    %0 = "stablehlo.custom_call"(%arg0, %arg0) <{call_target_name = "op"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=8, j=8, k=8, l=8, m=8, n=8} permutation={i, j, k, l}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<8x8xf32>, tensor<8x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>):
    %0 = "stablehlo.custom_call"(%arg0, %arg0) <{call_target_name = "op"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=8, j=8, k=8, l=8, m=8, n=8} blocked_propagation={i, n}, custom>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<8x8xf32>, tensor<8x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>):
    %0 = "stablehlo.custom_call"(%arg0, %arg0) <{call_target_name = "op"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=8, j=8, k=8, l=8, m=8, n=8} reduction={i, k}, custom>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<8x8xf32>, tensor<8x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>):
    %0 = "stablehlo.custom_call"(%arg0, %arg0) <{call_target_name = "op"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([k, l]) {i=1, j=1, k=8, l=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<8x8xf32>, tensor<8x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>):
    %0 = "stablehlo.custom_call"(%arg0, %arg0) <{call_target_name = "op"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([ijkl, mnop], [qrst, uvwx])->([yzz_1z_2, z_3z_4z_5z_6]) {i=2, j=2, k=2, l=2, m=2, n=2, o=2, p=2, q=2, r=2, s=2, t=2, u=2, v=2, w=2, x=2, y=2, z=2, z_1=2, z_2=2, z_3=2, z_4=2, z_5=2, z_6=2} reduction={i, p} need_replication={j, z_1, z_6} permutation={l, z, z_2} blocked_propagation={z_3, z_4}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<8x8xf32>, tensor<8x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>):
    %0 = "stablehlo.custom_call"(%arg0, %arg0) <{call_target_name = "op"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([ijkl, mnop], [qrst, uvwx])->([yzz_1z_2, z_3z_4z_5z_6]) {i=2, j=2, k=2, l=2, m=2, n=2, o=2, p=2, q=2, r=2, s=2, t=2, u=2, v=2, w=2, x=2, y=2, z=2, z_1=2, z_2=2, z_3=2, z_4=2, z_5=2, z_6=2} reduction={i, p} need_replication={j, z_1, z_6} permutation={l, z, z_2} blocked_propagation={z_3, z_4}, custom>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<f32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<f32>):
    %0 = "stablehlo.custom_call"(%arg0) <{call_target_name = "op"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([])>} : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.custom_call"(%arg0) <{call_target_name = "op"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([]), custom>} : (tensor<f32>) -> tensor<f32>
    %2:2 = "stablehlo.custom_call"(%arg0) <{call_target_name = "op"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([], [])>} : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4]>, sym_name = "m"}> : () -> ()
  "func.func"() <{function_type = (tensor<8x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>):
    %0 = "stablehlo.add"(%arg0, %arg0) {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4]>, sym_name = "m"}> : () -> ()
  "func.func"() <{function_type = (tensor<8x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>):
    %0 = "stablehlo.add"(%arg0, %arg0) {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}, {step-1 = [{"b" = result-0 -> [operand-0, operand-1]}, {"a" = operand-1 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4]>, sym_name = "m"}> : () -> ()
  "func.func"() <{function_type = (tensor<8x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>):
    %0 = "stablehlo.add"(%arg0, %arg0) {sdy.propagation_edges = #sdy.propagation_edges<[{step-3 = [{"b":(1)2 = operand-0 -> [operand-1, result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4]>, sym_name = "m"}> : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>, sdy.sharding_origins = {a = "self"}}], function_type = (tensor<8x8xf32>) -> tensor<8x8xf32>, res_attrs = [{sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>, sdy.sharding_origins = {a = "input: 0"}}], sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>):
    %0 = "stablehlo.add"(%arg0, %arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}, {?}]>]>, sdy.sharding_origins = [{a = "input: 0"}]} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<@m, [{"a"}, {}]>}> {sdy.sharding_origin_name = "mc_0"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = "stablehlo.while"(%1) ({
    ^bb0(%arg2: tensor<8x8xf32>):
      %3 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
      "stablehlo.return"(%3) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg1: tensor<8x8xf32>):
      "stablehlo.return"(%arg1) : (tensor<8x8xf32>) -> ()
    }) {sdy.block_arg_sharding_origins = [{a = "input: 0"}], sdy.result_sharding_origins = [{a = "input: 0"}]} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"(%2) : (tensor<8x8xf32>) -> ()
  }) {sdy.original_func_name = "x"} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {x.a = #sdy.mesh<["x"=2]>, x.b = #sdy<mesh_axis"a"=2>, x.c = #sdy<axis_ref"a":(1)2>, x.d = #sdy<dimension_sharding{"a", ?}p1>, x.e = #sdy<sub_axis_info(1)2>, x.f = #sdy<manual_axes{"a"}>, x.h = #sdy<tensor_mapping[i, jk]>, x.j = #sdy<list_of_axis_ref_lists[{"a"}, {}]>, x.k = #sdy<axis_ref_list{"a", "b"}>, x.l = #sdy<all_to_all_param{"a"}: 0->1>, x.m = #sdy<all_to_all_param_list[{"a"}: 0->1, {"b", "c":(1)2}: 1->2]>, x.n = #sdy<axis_to_propagation_details{"a" = operand-0 -> [result-0]}>, x.o = #sdy<propagation_one_step{step-0 = [{"a" = operand-0 -> [result-0]}]}>} : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {x.a = #sdy.sharding<@m, []>, x.b = #sdy.sharding<@m, [], replicated={"a"}>, x.c = #sdy.sharding<mesh<["a"=2], device_ids=[1, 0]>, [{"a"}]>, x.d = #sdy.sharding_per_value<[]>, x.f = #sdy.sharding<@"a b", [{?}]>, x.g = #sdy<manual_axes{}>, x.h = #sdy<axis_ref_list{}>, x.i = #sdy<list_of_axis_ref_lists[]>, x.j = #sdy<tensor_mapping[]>, x.k = #sdy<axis_ref"a">, x.l = #sdy<dimension_sharding{}>, x.m = [#sdy.mesh<[]>, #sdy.mesh<[], device_ids=[1]>]} : () -> ()
