// test: canonical
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "sdy.mesh"() <{mesh = #sdy.mesh<[]>, sym_name = "empty"}> : () -> ()
  "sdy.mesh"() <{mesh = #sdy.mesh<[], device_ids=[3]>, sym_name = "maximal"}> : () -> ()
  "sdy.mesh"() <{mesh = #sdy.mesh<[], device_ids=[0]>, sym_name = "maximal0"}> : () -> ()
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=2], device_ids=[3, 2, 1, 0]>, sym_name = "ordered"}> : () -> ()
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=1]>, sym_name = "one"}> : () -> ()
  "sdy.mesh"() <{mesh = #sdy.mesh<["axis with space"=2, "q\22"=3]>, sym_name = "odd name"}> : () -> ()
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "attrs"}> {foo, stablehlo.mesh = "x"} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}], function_type = (tensor<16x16xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<16x16xf32>):
    %0 = "stablehlo.abs"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<@m, [{"a"}, {}]>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@m, [{"a", ?}, {?}]>}], function_type = (tensor<16x16xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<16x16xf32>):
    %0 = "stablehlo.abs"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}, {?}]>]>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<@m, [{"a", ?}, {?}]>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@m, [{}, {"a", "b"}]>}], function_type = (tensor<16x16xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<16x16xf32>):
    %0 = "stablehlo.abs"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a", "b"}]>]>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<@m, [{}, {"a", "b"}]>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@m, [{"c", "a"}, {"b"}]>}], function_type = (tensor<16x16xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<16x16xf32>):
    %0 = "stablehlo.abs"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c", "a"}, {"b"}]>]>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<@m, [{"c", "a"}, {"b"}]>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@m, [{"b":(1)2}, {"b":(2)2}]>}], function_type = (tensor<16x16xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<16x16xf32>):
    %0 = "stablehlo.abs"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b":(1)2}, {"b":(2)2}]>]>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<@m, [{"b":(1)2}, {"b":(2)2}]>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@m, [{"c":(2)2, ?}, {"c":(1)2, "c":(4)2}]>}], function_type = (tensor<16x16xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<16x16xf32>):
    %0 = "stablehlo.abs"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c":(2)2, ?}, {"c":(1)2, "c":(4)2}]>]>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<@m, [{"c":(2)2, ?}, {"c":(1)2, "c":(4)2}]>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@m, [{"a"}p0, {"b", ?}p1]>}], function_type = (tensor<16x16xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<16x16xf32>):
    %0 = "stablehlo.abs"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}p0, {"b", ?}p1]>]>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<@m, [{"a"}p0, {"b", ?}p1]>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@m, [{?}p12, {}]>}], function_type = (tensor<16x16xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<16x16xf32>):
    %0 = "stablehlo.abs"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}p12, {}]>]>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<@m, [{?}p12, {}]>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@m, [{}, {}], replicated={"a"}>}], function_type = (tensor<16x16xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<16x16xf32>):
    %0 = "stablehlo.abs"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], replicated={"a"}>]>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<@m, [{}, {}], replicated={"a"}>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@m, [{"a"}, {?}], replicated={"b", "c"}>}], function_type = (tensor<16x16xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<16x16xf32>):
    %0 = "stablehlo.abs"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {?}], replicated={"b", "c"}>]>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<@m, [{"a"}, {?}], replicated={"b", "c"}>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@m, [{"a"}, {?}], replicated={"b":(1)2, "c":(2)4}>}], function_type = (tensor<16x16xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<16x16xf32>):
    %0 = "stablehlo.abs"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {?}], replicated={"b":(1)2, "c":(2)4}>]>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<@m, [{"a"}, {?}], replicated={"b":(1)2, "c":(2)4}>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], unreduced={"b"}>}], function_type = (tensor<16x16xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<16x16xf32>):
    %0 = "stablehlo.abs"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}], unreduced={"b"}>]>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<@m, [{"a"}, {}], unreduced={"b"}>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@m, [{}, {}], replicated={"a"}, unreduced={"b":(2)2, "c"}>}], function_type = (tensor<16x16xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<16x16xf32>):
    %0 = "stablehlo.abs"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], replicated={"a"}, unreduced={"b":(2)2, "c"}>]>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<@m, [{}, {}], replicated={"a"}, unreduced={"b":(2)2, "c"}>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@m, [{"a"}p2, {"c", ?}p2], replicated={"b":(2)2}, unreduced={"b":(1)2}>}], function_type = (tensor<16x16xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<16x16xf32>):
    %0 = "stablehlo.abs"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}p2, {"c", ?}p2], replicated={"b":(2)2}, unreduced={"b":(1)2}>]>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<@m, [{"a"}p2, {"c", ?}p2], replicated={"b":(2)2}, unreduced={"b":(1)2}>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>}, {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=2], device_ids=[3, 2, 1, 0]>, [{"b", ?}], replicated={"a"}>}, {sdy.sharding = #sdy.sharding<mesh<[], device_ids=[2]>, []>}, {sdy.sharding = #sdy.sharding<mesh<[]>, []>}], function_type = (tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<f32>) -> tensor<8xf32>, res_attrs = [{sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{?}]>}], sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<f32>, %arg3: tensor<f32>):
    %0 = "sdy.sharding_constraint"(%arg0) <{sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>}> : (tensor<8xf32>) -> tensor<8xf32>
    "func.return"(%0) : (tensor<8xf32>) -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "m"}> : () -> ()
  "sdy.mesh"() <{mesh = #sdy.mesh<[], device_ids=[1]>, sym_name = "max"}> : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@m, [{"a"}]>}], function_type = (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>), res_attrs = [{}, {jax.result_info = "x", sdy.sharding = #sdy.sharding<@m, [{?}]>}], sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8xf32>):
    %0:2 = "stablehlo.custom_call"(%arg0) <{call_target_name = "foo"}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>, <@m, [{?}]>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
    "stablehlo.custom_call"(%arg0) <{call_target_name = "bar", has_side_effect = true}> {sdy.sharding = #sdy.sharding_per_value<[<@max, []>]>} : (tensor<8xf32>) -> ()
    "func.return"(%0#0, %0#1) : (tensor<8xf32>, tensor<8xf32>) -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{function_type = (tensor<8x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>):
    %0 = "sdy.sharding_constraint"(%arg0) <{sharding = #sdy.sharding<@m, [{"a"}, {?}]>}> {foo} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = "sdy.reshard"(%arg0) <{sharding = #sdy.sharding<@m, [{"a"}, {?}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = "sdy.reshard"(%1) <{sharding = #sdy.sharding<@m, [{}, {}], unreduced={"b"}>}> {foo} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    "sdy.sharding_group"(%arg0) <{group_id = 0 : i64}> : (tensor<8x8xf32>) -> ()
    "sdy.sharding_group"(%1) <{group_id = 42 : i64}> {foo} : (tensor<8x8xf32>) -> ()
    %3 = "sdy.constant"() <{value = dense<1.000000e+00> : tensor<8x8xf32>}> : () -> tensor<8x8xf32>
    %4 = "sdy.constant"() <{value = dense<1.000000e+00> : tensor<8x8xf32>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : () -> tensor<8x8xf32>
    %5 = "sdy.propagation_barrier"(%3) <{allowed_direction = 0 : i32}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %6 = "sdy.propagation_barrier"(%5) <{allowed_direction = 1 : i32}> {foo} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %7 = "sdy.propagation_barrier"(%6) <{allowed_direction = 2 : i32}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{function_type = (tensor<8x8xf32>, tensor<8x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>):
    %0 = "stablehlo.add"(%arg0, %arg0) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = "sdy.data_flow_edge"(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = "stablehlo.add"(%arg0, %1) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %3 = "sdy.data_flow_edge"(%2) <{sharding = #sdy.sharding<@m, [{"a", ?}, {}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %4 = "stablehlo.add"(%arg0, %3) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %5 = "sdy.data_flow_edge"(%4) <{sharding = #sdy.sharding<@m, [{"a"}, {}]>}> {foo} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %6 = "sdy.func_data_flow_edge"(%arg1) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{function_type = (tensor<8x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>):
    %0 = "sdy.func_data_flow_edge"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{function_type = (tensor<8x8xf32>, tensor<16xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>, %arg1: tensor<16xf32>):
    %0 = "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@m, [{"a"}, {?}]>]>, manual_axes = #sdy<manual_axes{"a"}>, out_shardings = #sdy.sharding_per_value<[<@m, [{"a"}, {?}]>]>}> ({
    ^bb0(%arg4: tensor<4x8xf32>):
      "sdy.return"(%arg4) : (tensor<4x8xf32>) -> ()
    }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1:2 = "sdy.manual_computation"(%0, %arg1) <{in_shardings = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>, <@m, [{"a", "c"}], replicated={"b"}>]>, manual_axes = #sdy<manual_axes{"a", "b"}>, out_shardings = #sdy.sharding_per_value<[<@m, [{"b"}], replicated={"a"}>, <@m, [{}, {"a", "b"}]>]>}> ({
    ^bb0(%arg2: tensor<1x8xf32>, %arg3: tensor<8xf32>):
      %2 = "stablehlo.slice"(%arg3) <{limit_indices = array<i64: 4>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<8xf32>) -> tensor<4xf32>
      %3 = "stablehlo.reshape"(%arg2) : (tensor<1x8xf32>) -> tensor<8x1xf32>
      "sdy.return"(%2, %3) : (tensor<4xf32>, tensor<8x1xf32>) -> ()
    }) {foo} : (tensor<8x8xf32>, tensor<16xf32>) -> (tensor<16xf32>, tensor<8x8xf32>)
    "sdy.manual_computation"() <{in_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy<manual_axes{}>, out_shardings = #sdy.sharding_per_value<[]>}> ({
      "sdy.return"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{function_type = (tensor<8x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>):
    %0 = "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@m, [{"a"}, {"b", ?}]>]>, manual_axes = #sdy<manual_axes{"a"}>, out_shardings = #sdy.sharding_per_value<[<@m, [{"a"}, {"b", ?}]>]>}> ({
    ^bb0(%arg1: tensor<4x8xf32>):
      %1 = "sdy.manual_computation"(%arg1) <{in_shardings = #sdy.sharding_per_value<[<@m, [{}, {"b"}]>]>, manual_axes = #sdy<manual_axes{"b"}>, out_shardings = #sdy.sharding_per_value<[<@m, [{}, {"b"}]>]>}> ({
      ^bb0(%arg2: tensor<4x2xf32>):
        %2 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<4x2xf32>}> : () -> tensor<4x2xf32>
        %3 = "stablehlo.add"(%arg2, %2) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
        "sdy.return"(%3) {foo} : (tensor<4x2xf32>) -> ()
      }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
      "sdy.return"(%1) : (tensor<4x8xf32>) -> ()
    }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{function_type = (tensor<8x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>):
    %0 = "sdy.named_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@m, [{"a"}, {?}]>]>, name = "foo", out_shardings = #sdy.sharding_per_value<[<@m, [{"a"}, {?}]>]>}> ({
    ^bb0(%arg5: tensor<8x8xf32>):
      "sdy.return"(%arg5) : (tensor<8x8xf32>) -> ()
    }) {foo} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = "sdy.named_computation"(%arg0) <{name = "foo"}> ({
    ^bb0(%arg4: tensor<8x8xf32>):
      "sdy.return"(%arg4) : (tensor<8x8xf32>) -> ()
    }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2:2 = "sdy.named_computation"(%arg0, %1) <{name = "f o\22o", out_shardings = #sdy.sharding_per_value<[<@m, [{"a"}, {?}]>, <@m, [{}, {}]>]>}> ({
    ^bb0(%arg2: tensor<8x8xf32>, %arg3: tensor<8x8xf32>):
      "sdy.return"(%arg2, %arg3) : (tensor<8x8xf32>, tensor<8x8xf32>) -> ()
    }) : (tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
    %3 = "sdy.named_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@m, [{"a"}, {?}]>]>, name = ""}> ({
    ^bb0(%arg1: tensor<8x8xf32>):
      "sdy.return"(%arg1) : (tensor<8x8xf32>) -> ()
    }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    "sdy.named_computation"() <{name = "x"}> ({
      "sdy.return"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{function_type = (tensor<8x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>):
    %0 = "sdy.sharding_constraint"(%arg0) <{sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = "sdy.all_gather"(%0) <{gathering_axes = #sdy<list_of_axis_ref_lists[{"b"}, {}]>, out_sharding = #sdy.sharding<@m, [{"a"}, {}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = "sdy.all_slice"(%1) <{out_sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>, slicing_axes = #sdy<list_of_axis_ref_lists[{"b"}, {}]>}> {foo} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %3 = "sdy.all_to_all"(%2) <{out_sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>, params = #sdy<all_to_all_param_list[{"b"}: 0->1]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %4 = "sdy.collective_permute"(%3) <{out_sharding = #sdy.sharding<@m, [{"a"}, {"c":(1)4}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %5 = "sdy.all_reduce"(%4) <{out_sharding = #sdy.sharding<@m, [{"a"}, {"c":(1)4}]>, reduction_axes = #sdy<axis_ref_list{"b"}>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %6 = "sdy.reduce_scatter"(%5) <{out_sharding = #sdy.sharding<@m, [{"a", "b"}, {"c":(1)4}]>, reduce_scatter_axes = #sdy<list_of_axis_ref_lists[{"b"}, {}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %7 = "sdy.sharded_to_unreduced"(%6) <{axes = #sdy<list_of_axis_ref_lists[{"b"}, {}]>, out_sharding = #sdy.sharding<@m, [{"a"}, {"c":(1)4}], unreduced={"b"}>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %8 = "sdy.replicated_to_unreduced"(%7) <{axes = #sdy<axis_ref_list{"c":(4)2}>, out_sharding = #sdy.sharding<@m, [{"a"}, {"c":(1)4}], unreduced={"b", "c":(4)2}>}> {foo} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %9 = "sdy.all_reduce"(%8) <{out_sharding = #sdy.sharding<@m, [{"a"}, {"c":(1)4}], unreduced={"b", "c":(4)2}>, reduction_axes = #sdy<axis_ref_list{}>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=8]>, sym_name = "m"}> : () -> ()
  "func.func"() <{function_type = (tensor<16x16x16x16xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<16x16x16x16xf32>):
    %0 = "sdy.sharding_constraint"(%arg0) <{sharding = #sdy.sharding<@m, [{"a", "b"}, {"c"}, {}, {}]>}> : (tensor<16x16x16x16xf32>) -> tensor<16x16x16x16xf32>
    %1 = "sdy.all_to_all"(%0) <{out_sharding = #sdy.sharding<@m, [{"a"}, {}, {"b"}, {"c"}]>, params = #sdy<all_to_all_param_list[{"b"}: 0->2, {"c"}: 1->3]>}> : (tensor<16x16x16x16xf32>) -> tensor<16x16x16x16xf32>
    %2 = "sdy.all_gather"(%1) <{gathering_axes = #sdy<list_of_axis_ref_lists[{}, {}, {"b":(2)2}, {"c":(2)4}]>, out_sharding = #sdy.sharding<@m, [{"a"}, {}, {"b":(1)2}, {"c":(1)2}]>}> : (tensor<16x16x16x16xf32>) -> tensor<16x16x16x16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
