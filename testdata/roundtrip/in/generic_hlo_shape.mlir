// test: canonical
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<f32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<f32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 1>}> : (tensor<4xf32>) -> tensor<2x4xf32>
    %1 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x4xf32>
    %2 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 0>}> {foo = 1.500000e+00 : f32} : (tensor<4xf32>) -> tensor<4x2xf32>
    %3 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<f32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "stablehlo.broadcast"(%arg0) <{broadcast_sizes = array<i64: 2, 3>}> : (tensor<4xf32>) -> tensor<2x3x4xf32>
    %1 = "stablehlo.broadcast"(%arg0) <{broadcast_sizes = array<i64>}> {foo} : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<2xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<2xi32>):
    %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
    %1 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 0>}> : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %2 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64: 0>}> {bar} : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2x6xf32>, tensor<?x6xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2x6xf32>, %arg1: tensor<?x6xf32>):
    %0 = "stablehlo.reshape"(%arg0) : (tensor<2x6xf32>) -> tensor<3x4xf32>
    %1 = "stablehlo.reshape"(%arg0) {foo} : (tensor<2x6xf32>) -> tensor<2x6xf32>
    %2 = "stablehlo.reshape"(%arg0) : (tensor<2x6xf32>) -> tensor<12xf32>
    %3 = "stablehlo.transpose"(%arg0) <{permutation = array<i64: 1, 0>}> : (tensor<2x6xf32>) -> tensor<6x2xf32>
    %4 = "stablehlo.transpose"(%arg0) <{permutation = array<i64: 0, 1>}> {foo} : (tensor<2x6xf32>) -> tensor<2x6xf32>
    %5 = "stablehlo.reverse"(%arg0) <{dimensions = array<i64: 0, 1>}> : (tensor<2x6xf32>) -> tensor<2x6xf32>
    %6 = "stablehlo.reverse"(%arg0) <{dimensions = array<i64>}> {foo} : (tensor<2x6xf32>) -> tensor<2x6xf32>
    %7 = "stablehlo.reverse"(%arg1) <{dimensions = array<i64: 0>}> : (tensor<?x6xf32>) -> tensor<2x6xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2x6xf32>, tensor<3xi64>, tensor<f32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2x6xf32>, %arg1: tensor<3xi64>, %arg2: tensor<f32>):
    %0 = "stablehlo.dynamic_reshape"(%arg0, %arg1) : (tensor<2x6xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
    %1 = "stablehlo.dynamic_reshape"(%arg0, %arg1) {foo} : (tensor<2x6xf32>, tensor<3xi64>) -> tensor<1x2x6xf32>
    %2 = "stablehlo.transpose"(%arg2) <{permutation = array<i64>}> : (tensor<f32>) -> tensor<f32>
    %3 = "stablehlo.reshape"(%arg2) : (tensor<f32>) -> tensor<1x1xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>, tensor<2x8xf32>, tensor<f32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<2x8xf32>, %arg2: tensor<f32>):
    %0 = "stablehlo.concatenate"(%arg0, %arg1) <{dimension = 0 : i64}> : (tensor<4x8xf32>, tensor<2x8xf32>) -> tensor<6x8xf32>
    %1 = "stablehlo.concatenate"(%arg0) <{dimension = 1 : i64}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "stablehlo.concatenate"(%arg0, %arg0, %arg0) <{dimension = 1 : i64}> {foo} : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x24xf32>
    %3 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 2, 8>, start_indices = array<i64: 0, 1>, strides = array<i64: 1, 3>}> : (tensor<4x8xf32>) -> tensor<2x3xf32>
    %4 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 4, 0>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> {foo} : (tensor<4x8xf32>) -> tensor<4x0xf32>
    %5 = "stablehlo.slice"(%arg2) <{limit_indices = array<i64>, start_indices = array<i64>, strides = array<i64>}> : (tensor<f32>) -> tensor<f32>
    %6 = "stablehlo.pad"(%arg0, %arg2) <{edge_padding_high = array<i64: -1, 2>, edge_padding_low = array<i64: 1, 0>, interior_padding = array<i64: 0, 3>}> : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x31xf32>
    %7 = "stablehlo.pad"(%arg2, %arg2) <{edge_padding_high = array<i64>, edge_padding_low = array<i64>, interior_padding = array<i64>}> {foo} : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>, tensor<i32>, tensor<2x2xf32>, tensor<i64>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<2x2xf32>, %arg3: tensor<i64>):
    %0 = "stablehlo.dynamic_slice"(%arg0, %arg1, %arg1) <{slice_sizes = array<i64: 2, 2>}> : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
    %1 = "stablehlo.dynamic_slice"(%arg0, %arg3, %arg3) <{slice_sizes = array<i64: 4, 8>}> {foo} : (tensor<4x8xf32>, tensor<i64>, tensor<i64>) -> tensor<4x8xf32>
    %2 = "stablehlo.dynamic_update_slice"(%arg0, %arg2, %arg1, %arg1) : (tensor<4x8xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    %3 = "stablehlo.dynamic_update_slice"(%arg0, %arg2, %arg3, %arg3) {foo} : (tensor<4x8xf32>, tensor<2x2xf32>, tensor<i64>, tensor<i64>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<f32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<f32>):
    %0 = "stablehlo.dynamic_update_slice"(%arg0, %arg0) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>, tensor<2xi64>, tensor<f32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<2xi64>, %arg2: tensor<f32>):
    %0 = "stablehlo.real_dynamic_slice"(%arg0, %arg1, %arg1, %arg1) : (tensor<4x8xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
    %1 = "stablehlo.dynamic_pad"(%arg0, %arg2, %arg1, %arg1, %arg1) : (tensor<4x8xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
    %2 = "stablehlo.dynamic_pad"(%arg0, %arg2, %arg1, %arg1, %arg1) {foo} : (tensor<4x8xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
    %3 = "stablehlo.dynamic_iota"(%arg1) <{iota_dimension = 1 : i64}> : (tensor<2xi64>) -> tensor<?x?xi32>
    %4 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xi32>
    %5 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> {foo} : () -> tensor<4x2xcomplex<f32>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x?xf32, #stablehlo.bounds<?, 8>>, tensor<i32>, tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x?xf32, #stablehlo.bounds<?, 8>>, %arg1: tensor<i32>, %arg2: tensor<4x8xf32>):
    %0 = "stablehlo.get_dimension_size"(%arg0) <{dimension = 1 : i64}> : (tensor<4x?xf32, #stablehlo.bounds<?, 8>>) -> tensor<i32>
    %1 = "stablehlo.set_dimension_size"(%arg2, %arg1) <{dimension = 1 : i64}> : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 8>>
    %2 = "stablehlo.get_dimension_size"(%arg2) <{dimension = 0 : i64}> {foo} : (tensor<4x8xf32>) -> tensor<i32>
    %3 = "stablehlo.set_dimension_size"(%arg2, %arg1) <{dimension = 0 : i64}> {foo} : (tensor<4x8xf32>, tensor<i32>) -> tensor<?x8xf32, #stablehlo.bounds<4, ?>>
    %4 = "stablehlo.abs"(%arg0) : (tensor<4x?xf32, #stablehlo.bounds<?, 8>>) -> tensor<4x?xf32, #stablehlo.bounds<?, 8>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>, tensor<3x1xi32>, tensor<2xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<2xi32>):
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>
    %1 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 2, 8>}> {foo} : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x2x8xf32>
    %2 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x?xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<5x4x8xf32>, tensor<5x3x1xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<5x4x8xf32>, %arg1: tensor<5x3x1xi32>):
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<5x4x8xf32>, tensor<5x3x1xi32>) -> tensor<5x3x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>, tensor<2xi64>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<2xi64>):
    %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<4x8xf32>, tensor<2xi64>) -> tensor<4x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
