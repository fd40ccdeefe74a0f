// test: canonical
"builtin.module"() ({
 "func.func"() ({
 ^bb0(%a: tensor<4xf32>, %z: tensor<f32>):
  %0 = "stablehlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %5 = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%5) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 0>, foo = 1 : i32} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  "func.return"(%0) : (tensor<f32>) -> ()
 }) {function_type = (tensor<4xf32>, tensor<f32>) -> tensor<f32>, sym_name = "main", sym_visibility = "public", arg_attrs = [{jax.x = 1 : i64}, {}]} : () -> ()
}) {sym_name = "m", mhlo.num_partitions = 1 : i32} : () -> ()
// -----
func.func @f(%a: tensor<4x4xf32>, %i: tensor<i32>, %p: tensor<f32>) {
 %0 = "stablehlo.cholesky"(%a) {lower = true} : (tensor<4x4xf32>) -> tensor<4x4xf32>
 %1 = "stablehlo.cholesky"(%a) {lower = false} : (tensor<4x4xf32>) -> tensor<4x4xf32>
 %2 = "stablehlo.custom_call"(%a) {call_target_name = "foo", has_side_effect = false, api_version = 1 : i32, called_computations = [], backend_config = ""} : (tensor<4x4xf32>) -> tensor<4x4xf32>
 %3 = "stablehlo.dynamic_slice"(%a, %i, %i) {slice_sizes = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
 %4 = "stablehlo.compare"(%a, %a) {comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type FLOAT>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
 %5 = "stablehlo.convolution"(%a, %a) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 1, input_spatial_dimensions = [], kernel_input_feature_dimension = 0, kernel_output_feature_dimension = 1, kernel_spatial_dimensions = [], output_batch_dimension = 0, output_feature_dimension = 1, output_spatial_dimensions = []>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
 %6 = "stablehlo.slice"(%a) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 4, 4>, strides = array<i64: 1, 2>} : (tensor<4x4xf32>) -> tensor<4x2xf32>
 %7 = "stablehlo.pad"(%a, %p) {edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 1, 1>, interior_padding = array<i64: 0, 0>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<5x5xf32>
 %q = stablehlo.abs %a : (tensor<4x4xf32>) -> tensor<4x4xf32>
 return
}
// -----
func.func @f(%a: tensor<4x4xf32>, %t: !stablehlo.token, %8: tuple<tensor<f32>>) {
 %0 = stablehlo.constant() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
 %1 = stablehlo.constant() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
 %2 = "stablehlo.constant"() {value = dense<1> : tensor<i32>, a.b} : () -> tensor<i32>
 %3 = "stablehlo.exponential"(%a) {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
 %4:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
 %5 = "stablehlo.outfeed"(%a, %t) {outfeed_config = ""} : (tensor<4x4xf32>, !stablehlo.token) -> !stablehlo.token
 %6 = "stablehlo.iota"() {iota_dimension = 1 : i64} : () -> tensor<2x3xi32>
 %7 = "stablehlo.get_tuple_element"(%8) {index = 0 : i32} : (tuple<tensor<f32>>) -> tensor<f32>
 return
}
// -----
"sdy.mesh"() {mesh = #sdy.mesh<["a"=2, "b"=4]>, sym_name = "m"} : () -> ()
func.func @f(%x: tensor<8x8xf32>) {
 %0 = "sdy.reshard"(%x) {sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
 %1 = "sdy.all_gather"(%0) {gathering_axes = #sdy<list_of_axis_ref_lists[{"b"}, {}]>, out_sharding = #sdy.sharding<@m, [{"a"}, {}]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
 %2 = "sdy.manual_computation"(%x) <{in_shardings = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>, out_shardings = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>, manual_axes = #sdy<manual_axes{"a"}>}> ({
 ^bb0(%y: tensor<4x8xf32>):
  "sdy.return"(%y) : (tensor<4x8xf32>) -> ()
 }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
 "sdy.sharding_group"(%x) {group_id = 7 : i64} : (tensor<8x8xf32>) -> ()
 %3 = "sdy.propagation_barrier"(%x) {allowed_direction = 2 : i32} : (tensor<8x8xf32>) -> tensor<8x8xf32>
 %4 = "sdy.named_computation"(%x) ({
 ^bb0(%y: tensor<8x8xf32>):
  sdy.return %y : tensor<8x8xf32>
 }) {name = "n", in_shardings = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
 return
}
// -----
func.func @f(%a: tensor<4xf32>, %z: tensor<f32>, %b: tensor<4x8xf32>, %i: tensor<3x1xi32>) {
 %0 = stablehlo.reduce(%a init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  reducer(%x: tensor<f32>, %y: tensor<f32>) {
   %s = stablehlo.maximum %x, %y {dropped} : tensor<f32>
   stablehlo.return %s : tensor<f32>
  }
 %1 = "stablehlo.gather"(%b, %i) {dimension_numbers = #stablehlo.gather<index_vector_dim = 1, start_index_map = [0], collapsed_slice_dims = [0], offset_dims = [1]>, slice_sizes = array<i64: 1, 8>, indices_are_sorted = false} : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>
 return
}
// -----
module {
 func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = func.call @f(%a) : (tensor<2xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
 }
 builtin.module {
 }
}
