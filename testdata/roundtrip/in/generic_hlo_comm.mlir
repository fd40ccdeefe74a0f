// test: canonical
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
    %1:2 = "stablehlo.all_gather"(%arg0, %arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> {foo} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1, 2], [3, 4, -1]]> : tensor<2x3xi64>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %3 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%3) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %1:2 = "stablehlo.all_reduce"(%arg0, %arg0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = "stablehlo.maximum"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%2) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x2xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x2xf32>):
    %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
    %1 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %2 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %3 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %4 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %5 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x2xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x2xf32>):
    %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%1) : (tensor<f32>) -> ()
    }) : (tensor<4x2xf32>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "stablehlo.async_start"(%arg0) ({
    ^bb0(%arg1: tensor<4xf32>):
      %2 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
      "stablehlo.return"(%2) : (tensor<8xf32>) -> ()
    }) : (tensor<4xf32>) -> !stablehlo.future<tensor<8xf32>>
    %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8xf32>>) -> tensor<8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (!stablehlo.token, tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: !stablehlo.token, %arg1: tensor<4xf32>):
    %0 = "stablehlo.after_all"(%arg0, %arg0) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
    %1 = "stablehlo.after_all"(%arg0) {foo} : (!stablehlo.token) -> !stablehlo.token
    %2 = "stablehlo.after_all"() : () -> !stablehlo.token
    %3 = "stablehlo.create_token"() : () -> !stablehlo.token
    %4 = "stablehlo.create_token"() {foo} : () -> !stablehlo.token
    %5:2 = "stablehlo.infeed"(%arg0) <{infeed_config = "c", layout = [[0]]}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
    %6 = "stablehlo.infeed"(%arg0) <{infeed_config = ""}> : (!stablehlo.token) -> !stablehlo.token
    %7 = "stablehlo.outfeed"(%arg1, %arg1, %arg0) <{outfeed_config = "y"}> : (tensor<4xf32>, tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
    %8 = "stablehlo.outfeed"(%arg0) <{outfeed_config = ""}> : (!stablehlo.token) -> !stablehlo.token
    %9:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
    %10 = "stablehlo.send"(%arg1, %arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
    %11 = "stablehlo.send"(%arg1, %arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
    %12:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.partition_id"() : () -> tensor<ui32>
    %1 = "stablehlo.replica_id"() : () -> tensor<ui32>
    %2 = "stablehlo.partition_id"() {foo} : () -> tensor<ui32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = ["a"]>}> : (tensor<4xf32>) -> tensor<8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "a", size = 2>, <name = "b", size = 3>]>, axes = [#stablehlo.axis_ref<name = "a">]>}> : (tensor<4xf32>) -> tensor<8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "a", size = 4>], device_ids=dense<[3, 2, 1, 0]> : tensor<4xi64>>, axes = [#stablehlo.axis_ref<name = "a", sub_axis_info = (1)2>]>}> : (tensor<4xf32>) -> tensor<8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<f32>, !stablehlo.token) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<f32>, %arg1: !stablehlo.token):
    %0 = "stablehlo.custom_call"(%arg0) <{call_target_name = "foo"}> : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.custom_call"() <{call_target_name = "foo"}> : () -> tensor<f32>
    "stablehlo.custom_call"(%arg0, %arg0) <{call_target_name = "a b.c$x", has_side_effect = true}> : (tensor<f32>, tensor<f32>) -> ()
    %2:2 = "stablehlo.custom_call"(%arg0) <{api_version = 2 : i32, backend_config = "x\22y", call_target_name = "foo.bar", called_computations = [@f, @f], operand_layouts = [dense<> : tensor<0xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<> : tensor<0xindex>, dense<> : tensor<0xindex>]}> : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
    %3 = "stablehlo.custom_call"(%arg0) <{api_version = 4 : i32, backend_config = {a = 1 : i64, b = "x"}, call_target_name = "foo"}> {mhlo.frontend_attributes = {x = "y"}} : (tensor<f32>) -> tensor<f32>
    %4 = "stablehlo.custom_call"(%arg0) <{backend_config = "", call_target_name = "foo"}> : (tensor<f32>) -> tensor<f32>
    %5:2 = "stablehlo.custom_call"(%arg0, %arg1) <{call_target_name = "foo"}> {foo} : (tensor<f32>, !stablehlo.token) -> (tuple<tensor<f32>>, !stablehlo.token)
    %6 = "stablehlo.custom_call"(%arg0) <{call_target_name = "-"}> : (tensor<f32>) -> tuple<tensor<f32>, tuple<>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2x3xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2x3xf32>):
    %0 = "stablehlo.custom_call"(%arg0) <{call_target_name = "Sharding", operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]}> {mhlo.sharding = "{devices=[2,1]<=[2]}"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tuple<tensor<f32>, tensor<i32>>, tensor<f32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tuple<tensor<f32>, tensor<i32>>, %arg1: tensor<f32>):
    %0 = "stablehlo.get_tuple_element"(%arg0) <{index = 1 : i32}> : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>
    %1 = "stablehlo.get_tuple_element"(%arg0) <{index = 0 : i32}> {foo} : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
    %2 = "stablehlo.tuple"(%0, %arg1) : (tensor<i32>, tensor<f32>) -> tuple<tensor<i32>, tensor<f32>>
    %3 = "stablehlo.tuple"(%arg0) {foo} : (tuple<tensor<f32>, tensor<i32>>) -> tuple<tuple<tensor<f32>, tensor<i32>>>
    %4 = "stablehlo.tuple"() : () -> tuple<>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xui64>, tensor<f32>, tensor<2xi64>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>):
    %0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
    %1:2 = "stablehlo.rng_bit_generator"(%0#0) <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> {foo} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xf32>)
    %2:2 = "stablehlo.rng_bit_generator"(%1#0) <{rng_algorithm = #stablehlo<rng_algorithm DEFAULT>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui64>)
    %3 = "stablehlo.rng"(%arg1, %arg1, %arg2) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
    %4 = "stablehlo.rng"(%arg1, %arg1, %arg2) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> {foo} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
