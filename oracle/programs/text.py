"""Modules written as text: what MLIR can print but JAX does not write.

Input here is often in generic form; the corpus holds what jaxlib makes of it.
"""

from . import module


@module("text_tokens_and_tuples")
def text_tokens_and_tuples():
    return """
func.func @main(%a: tensor<4xf32>, %t: !stablehlo.token) -> (tuple<tensor<4xf32>, tensor<i32>>, !stablehlo.token) {
  %0 = "stablehlo.create_token"() : () -> !stablehlo.token
  %1 = "stablehlo.after_all"(%0, %t) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
  %2 = "stablehlo.after_all"() : () -> !stablehlo.token
  %3:2 = "stablehlo.infeed"(%1) {infeed_config = "", layout = [[0]]} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  %4 = "stablehlo.outfeed"(%3#0, %3#1) {outfeed_config = "x"} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  %5 = "stablehlo.send"(%a, %4) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  %6:2 = "stablehlo.recv"(%5) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  %7:2 = "stablehlo.recv"(%6#1) {channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  %8 = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %9 = "stablehlo.tuple"(%6#0, %8) : (tensor<4xf32>, tensor<i32>) -> tuple<tensor<4xf32>, tensor<i32>>
  %10 = "stablehlo.get_tuple_element"(%9) {index = 1 : i32} : (tuple<tensor<4xf32>, tensor<i32>>) -> tensor<i32>
  %11 = "stablehlo.tuple"() : () -> tuple<>
  func.return %9, %7#1 : tuple<tensor<4xf32>, tensor<i32>>, !stablehlo.token
}
"""


@module("text_control_flow")
def text_control_flow():
    return """
func.func @main(%p: tensor<i1>, %i: tensor<i32>, %a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %a : tensor<4xf32>
    "stablehlo.return"(%1) : (tensor<4xf32>) -> ()
  }, {
    "stablehlo.return"(%a) : (tensor<4xf32>) -> ()
  }) {note = "both ways"} : (tensor<i1>) -> tensor<4xf32>
  %2:2 = "stablehlo.case"(%i) ({
    stablehlo.return %a, %0 : tensor<4xf32>, tensor<4xf32>
  }) : (tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>)
  "stablehlo.if"(%p) ({
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  %3 = "stablehlo.map"(%a, %2#0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %4 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = stablehlo.while(%v = %i) : tensor<i32> attributes {kind = "counted"}
    cond {
      %6 = stablehlo.compare LT, %v, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %6 : tensor<i1>
    } do {
      stablehlo.return %v : tensor<i32>
    }
  func.return %3, %2#1 : tensor<4xf32>, tensor<4xf32>
}
"""


@module("text_batch_norm")
def text_batch_norm():
    return """
func.func @main(%x: tensor<2x3x4xf32>, %s: tensor<4xf32>, %m: tensor<4xf32>) -> tensor<2x3x4xf32> {
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %m) {epsilon = 1.000000e-03 : f32, feature_index = 2 : i64} : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>)
  %1 = "stablehlo.batch_norm_inference"(%x, %s, %m, %0#1, %0#2) {epsilon = 0.5 : f32, feature_index = 2 : i64} : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x3x4xf32>
  %2:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %0#1, %1) {epsilon = 1.5e-5 : f32, feature_index = 2 : i64} : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>)
  func.return %2#0 : tensor<2x3x4xf32>
}
"""


@module("text_old_ops")
def text_old_ops():
    return """
func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %i: tensor<5xi32>) -> tensor<2x4xf32> {
  %0 = "stablehlo.dot"(%a, %b) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = "stablehlo.dot"(%a, %b) {precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGHEST>]} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %2 = "stablehlo.einsum"(%a, %b) {einsum_config = "ab,bc->ac"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %3 = "stablehlo.unary_einsum"(%a) {einsum_config = "ab->ba"} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %4 = "stablehlo.broadcast"(%a) {broadcast_sizes = array<i64: 7, 1>} : (tensor<2x3xf32>) -> tensor<7x1x2x3xf32>
  %5 = "stablehlo.torch_index_select"(%b, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<3x4xf32>, tensor<5xi32>) -> tensor<5x4xf32>
  %6 = "stablehlo.cross-replica-sum"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %7 = "stablehlo.replica_id"() : () -> tensor<ui32>
  %8 = "stablehlo.round_nearest_even"(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %9 = "stablehlo.logistic"(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %10 = "stablehlo.cbrt"(%a) {result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-5, rtol = 0.0, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %lo = stablehlo.constant dense<0.0> : tensor<f32>
  %hi = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %11 = "stablehlo.rng"(%lo, %hi, %shape) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  func.return %0 : tensor<2x4xf32>
}
"""


@module("text_dynamic_ops")
def text_dynamic_ops():
    return """
func.func @main(%a: tensor<?x?xf32>, %s: tensor<2xi64>, %z: tensor<f32>, %n: tensor<i32>) -> tensor<*xf32> {
  %0 = "stablehlo.dynamic_pad"(%a, %z, %s, %s, %s) : (tensor<?x?xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %1 = "stablehlo.real_dynamic_slice"(%0, %s, %s, %s) : (tensor<?x?xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %2 = "stablehlo.dynamic_reshape"(%1, %s) : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  %3 = "stablehlo.dynamic_iota"(%s) {iota_dimension = 1 : i64} : (tensor<2xi64>) -> tensor<?x?xi32>
  %4 = "stablehlo.dynamic_broadcast_in_dim"(%z, %s) {broadcast_dimensions = array<i64>} : (tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  %5 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %6 = "stablehlo.set_dimension_size"(%a, %n) {dimension = 0 : i64} : (tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
  %7 = "stablehlo.get_dimension_size"(%6) {dimension = 1 : i64} : (tensor<?x?xf32>) -> tensor<i32>
  %8 = "stablehlo.add"(%5, %4) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %9 = "stablehlo.convert"(%8) : (tensor<?x?xf32>) -> tensor<?x?xf64>
  %10 = "stablehlo.custom_call"(%9) {call_target_name = "unranked"} : (tensor<?x?xf64>) -> tensor<*xf32>
  func.return %10 : tensor<*xf32>
}
"""


@module("text_mixed_result_types")
def text_mixed_result_types():
    """Ops whose operand and result types agree only up to shape refinement."""
    return """
func.func @main(%a: tensor<?xf32>, %b: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %0 = "stablehlo.add"(%a, %b) : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.abs"(%a) : (tensor<?xf32>) -> tensor<4xf32>
  %2 = "stablehlo.select"(%p, %a, %b) : (tensor<i1>, tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = "stablehlo.clamp"(%a, %b, %b) : (tensor<?xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = "stablehlo.select"(%p, %b, %b) {note} : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = "stablehlo.compare"(%a, %b) {comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type TOTALORDER>} : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xi1>
  %6 = "stablehlo.concatenate"(%a) {dimension = 0 : i64} : (tensor<?xf32>) -> tensor<?xf32>
  %7 = "stablehlo.reverse"(%b) {dimensions = array<i64>} : (tensor<4xf32>) -> tensor<4xf32>
  %8 = "stablehlo.reduce_precision"(%b) {exponent_bits = 5 : i32, mantissa_bits = 2 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  "stablehlo.optimization_barrier"() : () -> ()
  func.return %0 : tensor<4xf32>
}
"""


@module("text_reductions")
def text_reductions():
    return """
func.func @main(%a: tensor<4x8xf32>, %n: tensor<4x8xi32>, %z: tensor<f32>, %k: tensor<i32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [1] {tag = 1 : i32} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1:2 = stablehlo.reduce(%a init: %z), (%n init: %k) across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
    reducer(%x: tensor<f32>, %y: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
      stablehlo.return %x, %j : tensor<f32>, tensor<i32>
    }
  %2 = stablehlo.reduce(%a init: %z) across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    reducer(%x: tensor<f32>, %y: tensor<f32>) {
      %3 = stablehlo.add %y, %x : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }
  %4 = stablehlo.reduce(%a init: %z) across dimensions = [] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    reducer(%x: tensor<f32>, %y: tensor<f32>) {
      %5 = stablehlo.add %x, %y {tag} : tensor<f32>
      stablehlo.return %5 : tensor<f32>
    }
  %6 = "stablehlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %7 = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %7 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x5xf32>
  func.return %0 : tensor<4xf32>
}
"""


@module("text_collectives")
def text_collectives():
    return """
func.func @main(%a: tensor<4x8xf32>, %b: tensor<2xi32>) -> tensor<4x8xf32> {
  %0:2 = "stablehlo.all_reduce"(%a, %a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {replica_groups = dense<[[0, 2, 4], [1, 3, -1]]> : tensor<2x3xi64>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
  %2:2 = "stablehlo.all_gather"(%a, %b) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>, tensor<2xi32>) -> (tensor<8x8xf32>, tensor<4xi32>)
  %3 = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %4 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 7, type = 0>} : (tensor<4x8xf32>) -> tensor<2x8xf32>
  %5:2 = "stablehlo.all_to_all"(%a, %a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
  %6 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<> : tensor<0x2xi64>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %7 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %8 = "stablehlo.partition_id"() : () -> tensor<ui32>
  func.return %7 : tensor<4x8xf32>
}
"""


@module("text_custom_calls")
def text_custom_calls():
    return """
func.func private @callee(%a: tensor<f32>) -> tensor<f32> {
  func.return %a : tensor<f32>
}
func.func @main(%a: tensor<4xf32>, %b: tensor<2x2xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @plain(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @"quoted name!"(%a) {backend_config = "bytes \\00\\FF", has_side_effect = true, api_version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.custom_call @typed(%a) {api_version = 4 : i32, backend_config = {bool = true, int = 3 : i32, list = [1, 2.5 : f32, "s", @callee, unit, i32]}} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = stablehlo.custom_call @calls(%a) {called_computations = [@callee, @decomposed], custom.attribute = #stablehlo<precision HIGH>} : (tensor<4xf32>) -> tensor<4xf32>
  %4:2 = stablehlo.custom_call @layouts(%a, %b) {operand_layouts = [dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<4xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
  %5 = stablehlo.custom_call @tuple(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<i32>>
  stablehlo.custom_call @nothing() : () -> ()
  %6 = stablehlo.composite "my.op" %a {decomposition = @decomposed} : (tensor<4xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}
func.func private @decomposed(%a: tensor<4xf32>) -> tensor<4xf32> {
  func.return %a : tensor<4xf32>
}
"""


@module("text_convolutions")
def text_convolutions():
    return """
func.func @main(%a: tensor<1x8x8x4xf32>, %w: tensor<3x3x4x8xf32>, %p: tensor<2x2xi32>) -> tensor<?x?x?x?xf32> {
  %0 = stablehlo.convolution(%a, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x8xf32>) -> tensor<1x6x6x8xf32>
  %1 = stablehlo.convolution(%a, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, 2]], lhs_dilate = [1, 2], rhs_dilate = [2, 1], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<1x8x8x4xf32>, tensor<3x3x4x8xf32>) -> tensor<1x3x15x8xf32>
  %2 = "stablehlo.dynamic_conv"(%a, %w, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x8xf32>, tensor<2x2xi32>) -> tensor<?x?x?x?xf32>
  func.return %2 : tensor<?x?x?x?xf32>
}
"""


@module("text_dots")
def text_dots():
    return """
func.func @main(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  %1 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  %2 = stablehlo.dot_general %a, %b, contracting_dims = [] x [] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x4x2x4x5xf32>
  %4 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGH, HIGHEST] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  %3 = stablehlo.dot_general %a, %b, contracting_dims = [0, 2] x [0, 1] {extra = 1 : i64} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<3x5xf32>
  func.return %0 : tensor<2x3x5xf32>
}
"""


@module("text_chlo")
def text_chlo():
    binary = "add and atan2 divide maximum minimum multiply power remainder shift_left subtract"
    lines = []
    for name in binary.split():
        kind = "i32" if name in ("and", "shift_left") else "f32"
        lines.append(
            f"  %{name} = chlo.broadcast_{name} %{kind}a, %{kind}b :"
            f" (tensor<?x{kind}>, tensor<4x?x{kind}>) -> tensor<4x?x{kind}>"
        )
    return (
        """
func.func @main(%f32a: tensor<?xf32>, %f32b: tensor<4x?xf32>, %i32a: tensor<?xi32>, %i32b: tensor<4x?xi32>, %p: tensor<?xi1>) -> tensor<?xf32> {
"""
        + "\n".join(lines)
        + """
  %0 = chlo.broadcast_compare %f32a, %f32b {comparison_direction = #chlo<comparison_direction NE>, compare_type = #chlo<comparison_type FLOAT>} : (tensor<?xf32>, tensor<4x?xf32>) -> tensor<4x?xi1>
  %1 = chlo.broadcast_add %f32a, %f32b {broadcast_dimensions = array<i64: 1>} : (tensor<?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  %2 = chlo.broadcast_select %p, %f32a, %f32a : (tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = chlo.is_inf %f32a : tensor<?xf32> -> tensor<?xi1>
  %4 = "chlo.is_neg_inf"(%f32a) : (tensor<?xf32>) -> tensor<?xi1>
  %5 = "chlo.is_pos_inf"(%f32a) : (tensor<?xf32>) -> tensor<?xi1>
  %6 = "chlo.constant_like"(%f32a) {value = 2.500000e+00 : f32} : (tensor<?xf32>) -> tensor<?xf32>
  %7 = "chlo.constant"() {value = dense<3> : tensor<i32>} : () -> tensor<i32>
  %8 = "chlo.tan"(%f32a) : (tensor<?xf32>) -> tensor<?xf32>
  %9 = "chlo.conj"(%f32a) : (tensor<?xf32>) -> tensor<?xf32>
  %10:2 = chlo.top_k(%f32b, k = 3) : tensor<4x?xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
  func.return %2 : tensor<?xf32>
}
"""
    )


@module("text_chlo_scan")
def text_chlo_scan():
    return """
func.func @main(%a: tensor<4x8xf32>, %z: tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>) {
  %0:2 = "chlo.scan"(%a, %z) ({
  ^bb0(%x: tensor<8xf32>, %c: tensor<8xf32>):
    %1 = stablehlo.add %x, %c : tensor<8xf32>
    stablehlo.return %1, %1 : tensor<8xf32>, tensor<8xf32>
  }) {dimension = 0 : i64, is_reverse = false, is_associative = true, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<4x8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>)
  func.return %0#0, %0#1 : tensor<4x8xf32>, tensor<8xf32>
}
"""


@module("text_sdy_collectives")
def text_sdy_collectives():
    return """
sdy.mesh @m = <["x"=2, "y"=4, "z"=2]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {"x"}]>}, %u: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"x"}>}) -> tensor<16x8xf32> {
  %0 = sdy.all_gather [{"y":(2)2}, {}] %a out_sharding=<@m, [{"y":(1)2}, {"x"}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{"y":(2)2}, {"z"}] %0 out_sharding=<@m, [{"y"}, {"x", "z"}]> : tensor<16x8xf32>
  %2 = sdy.all_to_all [{"y"}: 0->1] %a out_sharding=<@m, [{}, {"x", "y"}]> : tensor<16x8xf32>
  %3 = sdy.collective_permute %a out_sharding=<@m, [{"y"}, {"z"}]> : tensor<16x8xf32>
  %4 = sdy.all_reduce {"x"} %u out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>
  %5 = sdy.reduce_scatter [{"x"}, {}] %u out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
  %6 = sdy.replicated_to_unreduced {"z"} %4 out_sharding=<@m, [{}, {}], unreduced={"z"}> : tensor<16x8xf32>
  %7 = sdy.sharded_to_unreduced [{}, {"x"}] %a out_sharding=<@m, [{"y"}, {}], unreduced={"x"}> : tensor<16x8xf32>
  %8 = sdy.sharding_constraint %7 <@m, [{?}, {?}], replicated={"z"}, unreduced={"x"}> {tag} : tensor<16x8xf32>
  %9 = sdy.propagation_barrier %8 allowed_direction=BACKWARD : tensor<16x8xf32>
  func.return %9 : tensor<16x8xf32>
}
"""


@module("text_sdy_regions")
def text_sdy_regions():
    return """
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.named_computation<"name with space">(%a) in_shardings=[<@m, [{"x"}, {?}]>] out_shardings=[<@m, [{}, {"y", ?}]>] (%b: tensor<16x8xf32>) {
    %1 = sdy.data_flow_edge %b sharding=<@m, [{"x"}, {?}]> : tensor<16x8xf32>
    %2 = stablehlo.sine %1 : tensor<16x8xf32>
    %3 = sdy.data_flow_edge %2 : tensor<16x8xf32>
    sdy.return %3 : tensor<16x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  %10 = sdy.named_computation<"plain">(%0) (%b: tensor<16x8xf32>) {
    sdy.return %b : tensor<16x8xf32>
  } {random.attribute = 3 : i8} : (tensor<16x8xf32>) -> tensor<16x8xf32>
  %4 = sdy.manual_computation(%10) in_shardings=[<@m, [{"x", ?}, {}]>] out_shardings=[<@m, [{"x", ?}, {}]>] manual_axes={"x"} (%b: tensor<8x8xf32>) {
    %5 = sdy.manual_computation(%b) in_shardings=[<@m, [{"y"}, {}]>] out_shardings=[<@m, [{"y"}, {}]>] manual_axes={"y"} (%c: tensor<2x8xf32>) {
      sdy.return %c : tensor<2x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    sdy.return %5 : tensor<8x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  %6 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} dense<1.0> : tensor<16x8xf32>
  sdy.sharding_group %6 group_id=18446744073709551 : tensor<16x8xf32>
  func.return %4 : tensor<16x8xf32>
}
"""


@module("text_sdy_rules")
def text_sdy_rules():
    wide = " ".join(f"{c}=2," for c in "ijklmnopqrstuvwxyz")
    letters = ", ".join("ijklmnopqrstuvwxyz")
    shape = "x".join(["2"] * 20)
    names = letters + ", z_1, z_2"
    sizes = wide + " z_1=2, z_2=2"
    return f"""
func.func @main(%a: tensor<8x6xf32>, %b: tensor<{shape}xf32>) -> tensor<8x6xf32> {{
  %0 = stablehlo.custom_call @f(%a) {{sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k])->([ij, k]) {{i=4, j=2, k=6}}, custom>}} : (tensor<8x6xf32>) -> tensor<8x6xf32>
  %1 = stablehlo.custom_call @g(%a) {{sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, k]) {{i=8, j=6, k=6}} reduction={{j}} need_replication={{k}} permutation={{i}} blocked_propagation={{i}}, custom>}} : (tensor<8x6xf32>) -> tensor<8x6xf32>
  %2 = stablehlo.custom_call @h(%b) {{sdy.sharding_rule = #sdy.op_sharding_rule<([{names}])->([{names}]) {{{sizes}}}, custom>}} : (tensor<{shape}xf32>) -> tensor<{shape}xf32>
  func.return %0 : tensor<8x6xf32>
}}
"""


@module("text_functions")
def text_functions():
    """Visibility, declarations, attributes, quoted names, nested modules."""
    return r"""
module @"outer module" attributes {a.b = 1 : i64, c.unit, d.e = "x"} {
  module @inner {
    func.func @f() {
      return
    }
  }
  module {
  }
  func.func private @declared(tensor<f32> {a.note = "in"}, i32) -> (f64 {a.note = "out"}, index)
  func.func private @nothing()
  func.func nested @nested(%arg0: i1) attributes {a.x = @inner::@f, a.y} {
    return
  }
  func.func @"name with \22 and \0A"(%arg0: tensor<f32>) -> tensor<f32> {
    %0 = call @"name with \22 and \0A"(%arg0) {a.tag} : (tensor<f32>) -> tensor<f32>
    func.call @nothing() : () -> ()
    return %0 : tensor<f32>
  }
  func.func @higher(%f: (i32, tensor<4xf32>) -> (i1, f32), %g: () -> ()) -> ((i32) -> i32) {
    %0 = func.constant @h : (i32) -> i32
    %1 = func.constant @declared : (tensor<f32>, i32) -> (f64, index)
    return %0 : (i32) -> i32
  }
  func.func private @h(i32) -> i32 attributes {no_inline}
  func.func @indirect(%f: (i32) -> i32, %x: i32) -> i32 {
    %0 = func.call_indirect %f(%x) : (i32) -> i32
    return %0 : i32
  }
}
"""


@module("text_attributes", unregistered=True)
def text_attributes():
    """One of each builtin attribute and type, as discardable attributes."""
    return r"""
func.func @main() attributes {
  t.bool = true, t.no = false, t.unit, t.int = -5 : i64, t.small = 3 : i3, t.signed = -7 : si8, t.unsigned = 200 : ui8,
  t.index = 4 : index, t.wide = 340282366920938463463374607431768211455 : i128, t.default = 42,
  t.f32 = 1.5 : f32, t.f64 = 0.1, t.tiny = 1.0e-40 : f32, t.nan = 0x7FC00000 : f32, t.inf = 0x7F800000 : f32, t.ninf = 0xFFF0000000000000 : f64,
  t.f16 = 1.0 : f16, t.bf16 = 3.14 : bf16, t.big = 1.0e300 : f64, t.third = 0.333333343 : f32, t.integral = 100000.0 : f32, t.f8 = 2.0 : f8E4M3FN, t.tf32 = 1.5 : tf32, t.f80 = 1.5 : f80, t.f128 = 1.5 : f128,
  t.string = "tab\09 quote\22 back\\ new\0A high\FF", t.typed = "s" : i32, t.empty = "",
  t.array = [], t.mixed = [1, "two", [3.0], {four = 4}], t.dict = {}, t.keys = {a, "b c" = 1, _d = 2, "9" = 3},
  t.symbol = @main, t.nested = @a::@b::@"c d", t.type = tensor<4xf32>, t.fn = (i32, f32) -> (), t.fn2 = () -> (i32, i32), t.fn3 = (i32) -> ((f32) -> i1),
  t.i64s = array<i64: 1, -2, 3>, t.none = array<i32>, t.bools = array<i1: true, false>, t.i8s = array<i8: -1, 127>, t.floats = array<f32: 1.0, 2.5>, t.doubles = array<f64: 1.0e-300>,
  t.map = affine_map<(d0, d1)[s0] -> (d0 + d1 * 4, s0 mod 3, d1 floordiv 2, d0 ceildiv 5)>, t.ident = affine_map<(d0) -> (d0)>, t.zero = affine_map<() -> ()>, t.set = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 0)>,
  t.dense = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>, t.splat = dense<7> : tensor<3xi8>, t.vec = dense<1.0> : vector<4xf32>, t.strings = dense<["a", "b"]> : tensor<2x!t.s>, t.complex = dense<[(1.0, 2.0), (0.0, -1.0)]> : tensor<2xcomplex<f32>>, t.csplat = dense<(1, 2)> : tensor<2xcomplex<i32>>,
  t.sparse = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>, t.resource = dense_resource<blob> : tensor<2xf32>, t.strided = strided<[1, ?], offset: 3>,
  t.opaque = #t<"some text">, t.dialect = #t.attr<nested<a, [1, 2], "x">>, t.otype = !t.thing<i32, "s">, t.distinct = distinct[0]<42 : i32>,
  t.vector = vector<4x[8]xf32>, t.memref = memref<4x?xf32, strided<[?, 1], offset: ?>, 3>, t.memref2 = memref<?xi8>, t.memref3 = memref<*xf32>, t.tuple = tuple<i32, tuple<>, f32>, t.nonetype = none, t.cplx = complex<f64>, t.enc = tensor<4xf32, "encoding">, t.unranked = tensor<*xi1>, t.rank0 = tensor<index>, t.empties = tensor<0x?xf32>
} {
  return
}
{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000000803F00000040"
    }
  }
#-}
"""


@module("text_locations")
def text_locations():
    """Every kind of location, aliases used before and after, an alias chain."""
    return r"""
#file = loc("file.py":10:8)
#range = loc("file.py":10:8 to 12:3)
module @m {
  func.func @main(%arg0: tensor<4xf32> loc("argument"), %arg1: tensor<4xf32> loc(#file)) -> tensor<4xf32> {
    %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32> loc(fused[#file, "name"])
    %1 = stablehlo.add %0, %arg1 : tensor<4xf32> loc(fused<"metadata">[#file, #range])
    %2 = stablehlo.add %1, %arg1 : tensor<4xf32> loc(callsite("callee" at #file))
    %3 = stablehlo.add %2, %arg1 : tensor<4xf32> loc("outer"("inner"(#range)))
    %4 = stablehlo.add %3, %arg1 : tensor<4xf32> loc(unknown)
    %5 = stablehlo.add %4, %arg1 : tensor<4xf32> loc("same.py":3:1 to :9)
    %6 = stablehlo.add %5, %arg1 : tensor<4xf32> loc("line.py":3:0)
    %7 = stablehlo.add %6, %arg1 : tensor<4xf32> loc(fused[callsite(#range at "a"), "quote\22"(#file)])
    %8 = stablehlo.while(%v = %7) : tensor<4xf32>
      cond {
        %p = stablehlo.constant dense<true> : tensor<i1> loc(#late)
        stablehlo.return %p : tensor<i1> loc(#late)
      } do {
        stablehlo.return %v : tensor<4xf32> loc("in loop")
      } loc(#late)
    return %8 : tensor<4xf32> loc(#late)
  } loc(#file)
} loc(#range)
#late = loc("late"(#file))
"""


@module("text_small_types")
def text_small_types():
    kinds = (
        "i1 i2 i4 i8 i16 i32 i64 ui2 ui4 ui8 ui16 ui32 ui64 bf16 f16 f32 f64 f4E2M1FN f6E2M3FN"
        " f6E3M2FN f8E3M4 f8E4M3 f8E4M3B11FNUZ f8E4M3FN f8E4M3FNUZ f8E5M2 f8E5M2FNUZ f8E8M0FNU"
        " complex<f32> complex<f64>"
    ).split()
    lines = []
    for n, kind in enumerate(kinds):
        integer = kind[0] in "iu"
        one, two = ("1", "0") if integer else ("1.0", "2.0")
        if kind == "i1":
            one, two = "true", "false"
        if kind.startswith("complex"):
            one, two = "(1.0, 2.0)", "(0.5, -0.0)"
        lines.append(f"  %a{n} = stablehlo.constant dense<{one}> : tensor<{kind}>")
        lines.append(f"  %b{n} = stablehlo.constant dense<[{one}, {two}]> : tensor<2x{kind}>")
        lines.append(f"  %c{n} = stablehlo.constant dense<{one}> : tensor<3x0x{kind}>")
        lines.append(f"  %d{n} = stablehlo.constant dense<{one}> : tensor<200x{kind}>")
    return "func.func @main() {\n" + "\n".join(lines) + "\n  return\n}\n"


@module("text_many_results")
def text_many_results():
    """Result packs, unused results, operands out of order, block labels."""
    return """
func.func @main(%a: tensor<4xf32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:3 = stablehlo.optimization_barrier %a, %i, %a : tensor<4xf32>, tensor<i32>, tensor<4xf32>
  %1:2 = "stablehlo.sort"(%0#2, %0#0) ({
  ^bb0(%w: tensor<f32>, %x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>):
    %2 = stablehlo.compare GT, %w, %x, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %3:2 = call @pair(%1#1, %0#1) : (tensor<4xf32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %3#1, %1#0 : tensor<4xf32>, tensor<4xf32>
}
func.func private @pair(%a: tensor<4xf32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %a, %a : tensor<4xf32>, tensor<4xf32>
}
"""


@module("text_unregistered_ops", unregistered=True)
def text_unregistered_ops():
    """Ops of dialects that are not registered: regions, successors, properties, odd names."""
    return r"""
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "blocks"}> ({
  ^bb0(%arg0: i32):
    %0:2 = "my.op"(%arg0) {attr = #my.attr<1>} : (i32) -> (!my.type, i1)
    "my.branch"(%0#1)[^bb1, ^bb2] : (i1) -> ()
  ^bb1:
    %1 = "my.region"() ({
      %2 = "my.inner"() : () -> f32
      "my.yield"(%2) : (f32) -> ()
    }, {
    }, {
    ^bb0(%x: f32, %y: !my.type<"text">):
      "my.yield"() : () -> ()
    ^bb1(%z: i8):
      "my.jump"(%x)[^bb1] {n = 1 : i8} : (f32) -> ()
    }) {a.b, c = "d"} : () -> f32
    "my.jump"()[^bb2] : () -> ()
  ^bb2:
    "no_dialect"() : () -> ()
    "my.with.dots"() <{prop = 3 : i32}> {extra} : () -> ()
    "func.return"() : () -> ()
  }) {sym_visibility = "public"} : () -> ()
  "my.top_level"() ({
    "my.a"() : () -> ()
  }) : () -> ()
}) {my.module_attribute = !my.type} : () -> ()
"""


@module("text_sharded_unknown_ops", unregistered=True)
def text_sharded_unknown_ops():
    """Unknown ops with their own sharding rules."""
    return """
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<8x16xf32> {
  %0 = "my.scale"(%a) {factor = 2.0 : f32, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}, custom>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.sine %0 : tensor<8x16xf32>
  %2 = "my.opaque"(%1) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"x"}]>]>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}
"""
