// test: pass sdy-convert-global-to-local
// A constant of one value becomes a smaller one, of any other each device takes its shard.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main() -> (tensor<4x2xi32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{}]>}) {
  %0 = sdy.constant {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{}]>]>} dense<1> : tensor<4x2xi32>
  %1 = sdy.constant {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{}]>]>} dense<[[1,2],[3,4],[5,6],[7,8]]> : tensor<4x2xi32>
  %2 = sdy.constant {sdy.sharding=#sdy.sharding_per_value<[<@m, [{},{}]>]>} dense<[[1,2],[3,4],[5,6],[7,8]]> : tensor<4x2xi32>
  %3 = sdy.constant {foo="a"} dense<[[1,2],[3,4],[5,6],[7,8]]> : tensor<4x2xi32>
  %4 = stablehlo.add %0, %1 {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{}]>]>} : tensor<4x2xi32>
  return %4 : tensor<4x2xi32>
}
// -----
// A count begins where the shard of the device begins; parts of an axis are read minor first, as jaxlib does.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main() -> (tensor<4x8xi32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{"y"}]>}) {
  %0 = stablehlo.iota dim=0 {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : tensor<4x8xi32>
  %1 = stablehlo.iota dim=1 {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{}]>]>} : tensor<4x8xi32>
  %2 = stablehlo.iota dim=1 : tensor<4x8xf32>
  %3 = stablehlo.iota dim=1 {sdy.sharding=#sdy.sharding_per_value<[<@m, [{},{"y":(1)2}]>]>}  : tensor<4x8xf32>
  %4 = stablehlo.iota dim=1 {sdy.sharding=#sdy.sharding_per_value<[<@m, [{},{"y":(2)2, "x"}]>]>}  : tensor<4x8xi64>
  return %0 : tensor<4x8xi32>
}
// -----
// A slice looks up where the shard begins, a permute lists pairs of sender and receiver.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{}]>}, %b: tensor<16x8xf32>) -> (tensor<16x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{"y"}]>}) {
  %0 = sdy.all_slice [{}, {"y"}] %a out_sharding=<@m, [{"x"},{"y"}]> : tensor<16x8xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@m, [{"y":(1)2},{"x", "y":(2)2}]> : tensor<16x8xf32>
  %2 = sdy.all_slice [{"y":(2)2}, {}] %a out_sharding=<@m, [{"x","y":(2)2},{}]> : tensor<16x8xf32>
  %3 = sdy.collective_permute %a out_sharding=<@m, [{"y":(1)2},{}]> : tensor<16x8xf32>
  %4 = sdy.collective_permute %a out_sharding=<@m, [{"y":(2)2},{}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
// -----
// Partial values are added up; along several dimensions they are sliced afterwards.
sdy.mesh @m = <["x"=2, "y"=4, "z"=2]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{}], unreduced={"y","z"}>}) -> (tensor<16x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{"y"}]>}) {
  %0 = sdy.reduce_scatter [{}, {"y"}] %a out_sharding=<@m, [{"x"},{"y"}], unreduced={"z"}> : tensor<16x8xf32>
  %1 = sdy.reduce_scatter [{"z"}, {"y"}] %a out_sharding=<@m, [{"x", "z"},{"y"}]> : tensor<16x8xf32>
  %2 = sdy.all_reduce {"z"} %0 out_sharding=<@m, [{"x"},{"y"}]> : tensor<16x8xf32>
  %3 = sdy.all_reduce {"y", "z"} %a out_sharding=<@m, [{"x"},{}]> : tensor<16x8xf32>
  return %2 : tensor<16x8xf32>
}
// -----
// An all-to-all of several moves is one over all their axes.
sdy.mesh @m = <["x"=2, "y"=4, "z"=2]>
func.func @main(%a: tensor<16x16x16x16xbf16> {sdy.sharding=#sdy.sharding<@m, [{"x"},{"y"},{},{}]>}) -> (tensor<16x16x16x16xbf16> {sdy.sharding=#sdy.sharding<@m, [{},{},{"y"},{"x"}]>}) {
  %0 = sdy.all_to_all [{"x"}: 0->3, {"y"}: 1->2] %a out_sharding=<@m, [{},{},{"y"},{"x"}]> : tensor<16x16x16x16xbf16>
  return %0 : tensor<16x16x16x16xbf16>
}
// -----
// A gather along several dimensions brings all shards into one dimension first.
sdy.mesh @m = <["x"=2, "y"=4, "z"=2]>
func.func @main(%a: tensor<16x16x16x16xbf16> {sdy.sharding=#sdy.sharding<@m, [{"x"},{"y"},{},{"z"}]>}) -> (tensor<16x16x16x16xbf16> {sdy.sharding=#sdy.sharding<@m, [{},{"y":(1)2},{},{}]>}) {
  %0 = sdy.all_gather [{"x"}, {"y":(2)2}, {}, {"z"}] %a out_sharding=<@m, [{},{"y":(1)2},{},{}]> : tensor<16x16x16x16xbf16>
  return %0 : tensor<16x16x16x16xbf16>
}
// -----
// A manual computation is local code; a named computation keeps its name and shardings.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{"y"}]>}) -> (tensor<16x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{"y"}]>}) {
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"},{"y"}]>] out_shardings=[<@m, [{"x"},{"y"}]>] manual_axes={"x"} (%b: tensor<8x8xf32>) {
    %1 = stablehlo.negate %b {sdy.sharding=#sdy.sharding_per_value<[<@m, [{},{"y"}]>]>} : tensor<8x8xf32>
    sdy.return %1 : tensor<8x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  %2 = sdy.named_computation<"foo">(%0) in_shardings=[<@m, [{"x"},{"y"}]>] out_shardings=[<@m, [{"x"},{"y"}]>] (%b: tensor<16x8xf32>) {
    %1 = stablehlo.negate %b {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : tensor<16x8xf32>
    sdy.return %1 : tensor<16x8xf32>
  } {bar="a"} : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return %2 : tensor<16x8xf32>
}
// -----
// A call keeps its callee only; an op of an unknown dialect gets local types.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"}]>}, %b: tensor<8xf32>) -> (tensor<8xf32>{sdy.sharding=#sdy.sharding<@m, [{"x"}]>}) {
  %1 = call @f(%b) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = "foo.bar"(%a) {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f(%a: tensor<8xf32>) -> (tensor<8xf32>) {
  return %a : tensor<8xf32>
}
// -----
// A pad that shifts every shard alike is a pad, any other a pad that is enough for all and a slice.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{}]>}) -> (tensor<16x10xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{}]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %a, %z, low=[0,1], high=[0,1], interior=[0,0] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x10xf32>
  %1 = stablehlo.pad %0, %z, low=[4,0], high=[4,0], interior=[0,0] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{}]>]>} : (tensor<8x10xf32>, tensor<f32>) -> tensor<16x10xf32>
  %2 = stablehlo.pad %0, %z, low=[0,0], high=[1,0], interior=[1,0] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{}]>]>} : (tensor<8x10xf32>, tensor<f32>) -> tensor<16x10xf32>
  %3 = stablehlo.slice %0 [0:8:2, 1:9:2] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{}]>]>} : (tensor<8x10xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.concatenate %a, %0, dim=1 {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{}]>]>} : (tensor<8x8xf32>, tensor<8x10xf32>) -> tensor<8x18xf32>
  return %1 : tensor<16x10xf32>
}
// -----
// A gather by indices into sharded dimensions, one of which no index is for.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8x4xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{},{"y"}]>}, %i: tensor<3x2xi64>) -> (tensor<3xf32>) {
  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>, indices_are_sorted=true, sdy.sharding=#sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8x8x4xf32>, tensor<3x2xi64>) -> tensor<3xf32>
  %1 = sdy.all_reduce {"x", "y"} %0 out_sharding=<@m, [{}]> : tensor<3xf32>
  return %1 : tensor<3xf32>
}
// -----
// A gather of full slices takes a shard of each.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding=#sdy.sharding<@m, [{},{"y"}]>}, %i: tensor<6xi32> {sdy.sharding=#sdy.sharding<@m, [{"x"}]>}) -> (tensor<6x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{"y"}]>}) {
  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>, sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : (tensor<8x8xf32>, tensor<6xi32>) -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}
// -----
// A gather from a sharded dimension that no index is for.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xi8> {sdy.sharding=#sdy.sharding<@m, [{"x"},{}]>}, %i: tensor<6x1xi32>) -> (tensor<6xi8>) {
  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>, sdy.sharding=#sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8x8xi8>, tensor<6x1xi32>) -> tensor<6xi8>
  %1 = sdy.all_reduce {"x"} %0 out_sharding=<@m, [{}]> : tensor<6xi8>
  return %1 : tensor<6xi8>
}
// -----
// A scatter writes what falls into the shard.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{"y"}]>}, %i: tensor<3x1xi32>, %u: tensor<3x8xf32> {sdy.sharding=#sdy.sharding<@m, [{},{"y"}]>}) -> (tensor<8x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{"y"}]>}) {
  %1 = "stablehlo.scatter"(%a, %i, %u) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
     %c = stablehlo.add %x, %y : tensor<f32>
     stablehlo.return %c : tensor<f32> }) {scatter_dimension_numbers=#stablehlo.scatter<update_window_dims=[1], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], index_vector_dim=1>, unique_indices=true, sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : (tensor<8x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// -----
// A scatter of sharded updates starts from the neutral element on all devices but the first.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32>, %i: tensor<4x1xi32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{}]>}, %u: tensor<4x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{}]>}) -> (tensor<8x8xf32>) {
  %1 = "stablehlo.scatter"(%a, %i, %u) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
     %c = stablehlo.maximum %x, %y : tensor<f32>
     stablehlo.return %c : tensor<f32> }) {scatter_dimension_numbers=#stablehlo.scatter<update_window_dims=[1], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], index_vector_dim=1>, indices_are_sorted=true, sdy.sharding=#sdy.sharding_per_value<[<@m, [{},{}]>]>} : (tensor<8x8xf32>, tensor<4x1xi32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %2 = sdy.all_reduce {"x"} %1 out_sharding=<@m, [{},{}]> : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
// -----
// A scatter of replicated values.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32>, %i: tensor<4x1xi32>, %u: tensor<4x8xf32>) -> (tensor<8x8xf32>) {
  %1 = "stablehlo.scatter"(%a, %i, %u) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
     stablehlo.return %y : tensor<f32> }) {scatter_dimension_numbers=#stablehlo.scatter<update_window_dims=[1], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], index_vector_dim=1>} : (tensor<8x8xf32>, tensor<4x1xi32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// -----
// A convolution has the groups of its shard.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8x8x16xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{},{},{"y"}]>}, %k: tensor<3x3x4x16xf32> {sdy.sharding=#sdy.sharding<@m, [{},{},{},{"y"}]>}) -> (tensor<8x6x6x16xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{},{},{"y"}]>}) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers=[b,0,1,f]x[0,1,i,o]->[b,0,1,f], window={stride=[1,1]} {batch_group_count=1:i64, feature_group_count=4:i64, sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{},{},{"y"}]>]>} : (tensor<8x8x8x16xf32>, tensor<3x3x4x16xf32>) -> tensor<8x6x6x16xf32>
  return %0 : tensor<8x6x6x16xf32>
}
// -----
// A convolution over sharded features, which an all-reduce follows.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8x8x16xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{},{},{"y"}]>}, %k: tensor<3x3x16x16xf32> {sdy.sharding=#sdy.sharding<@m, [{},{},{"y"},{}]>}) -> (tensor<8x6x6x16xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{},{},{}]>}) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers=[b,0,1,f]x[0,1,i,o]->[b,0,1,f], window={} {batch_group_count=1:i64, feature_group_count=1:i64, precision_config=[#stablehlo<precision HIGH>, #stablehlo<precision HIGH>], sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{},{},{}]>]>} : (tensor<8x8x8x16xf32>, tensor<3x3x16x16xf32>) -> tensor<8x6x6x16xf32>
  %1 = sdy.all_reduce {"y"} %0 out_sharding=<@m, [{"x"},{},{},{}]> : tensor<8x6x6x16xf32>
  return %1 : tensor<8x6x6x16xf32>
}
// -----
// A product over a sharded dimension, which an all-reduce follows.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{"y"}]>}, %k: tensor<8x4xf32> {sdy.sharding=#sdy.sharding<@m, [{"y"},{}]>}) -> (tensor<8x4xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{}]>}) {
  %0 = stablehlo.dot %a, %k {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{}]>]>} : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = sdy.all_reduce {"y"} %0 out_sharding=<@m, [{"x"},{}]> : tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
// -----
// A window along an unsharded dimension.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x9xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{}]>}) -> (tensor<8x7xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{}]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = "stablehlo.reduce_window"(%a, %z) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
     %c = stablehlo.add %x, %y : tensor<f32>
     stablehlo.return %c : tensor<f32> }) {window_dimensions=array<i64: 1, 3>, sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{}]>]>} : (tensor<8x9xf32>, tensor<f32>) -> tensor<8x7xf32>
  return %2 : tensor<8x7xf32>
}
// -----
// Devices in another order.
sdy.mesh @m = <["x"=2, "y"=4]>
sdy.mesh @n = <["x"=2, "y"=4], device_ids=[7,6,5,4,3,2,1,0]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{}]>}) -> (tensor<8x8xf32> {sdy.sharding=#sdy.sharding<@n, [{"x"},{}]>}) {
  %0 = sdy.collective_permute %a out_sharding=<@n, [{"x"},{}]> : tensor<8x8xf32>
  %1 = sdy.all_slice [{}, {"y"}] %0 out_sharding=<@n, [{"x"},{"y"}]> : tensor<8x8xf32>
  %2 = sdy.all_gather [{}, {"y"}] %1 out_sharding=<@n, [{"x"},{}]> : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
// -----
// Elementwise ops, products of batches and reductions compute with shards.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<4x8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}, {"y"}]>}, %b: tensor<4x16x6xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}, {}]>}) -> (tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}, {}]>]>} : (tensor<4x8x16xf32>, tensor<4x16x6xf32>) -> tensor<4x8x6xf32>
  %1 = sdy.all_reduce {"y"} %0 out_sharding=<@m, [{"x"}, {}, {}]> : tensor<4x8x6xf32>
  %2 = stablehlo.tanh %1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}, {}]>]>} : tensor<4x8x6xf32>
  %3 = stablehlo.reduce(%2 init: %z) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : (tensor<4x8x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %3 : tensor<4x6xf32>
}
// -----
// The neutral elements of the other reductions, and channels that are in use.
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<8xbf16>, %b: tensor<8xi32>, %c: tensor<8xi1>, %i: tensor<4x1xi32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %u: tensor<4xbf16> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %v: tensor<4xi32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %w: tensor<4xi1> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<8xi32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %r = stablehlo.multiply %x, %y : tensor<bf16>
    stablehlo.return %r : tensor<bf16>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8xbf16>, tensor<4x1xi32>, tensor<4xbf16>) -> tensor<8xbf16>
  %1 = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %r = stablehlo.minimum %x, %y : tensor<bf16>
    stablehlo.return %r : tensor<bf16>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8xbf16>, tensor<4x1xi32>, tensor<4xbf16>) -> tensor<8xbf16>
  %2 = "stablehlo.scatter"(%b, %i, %v) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = stablehlo.multiply %x, %y : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<8xi32>
  %3 = "stablehlo.scatter"(%b, %i, %v) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = stablehlo.maximum %x, %y : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<8xi32>
  %4 = "stablehlo.scatter"(%b, %i, %v) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = stablehlo.minimum %x, %y : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<8xi32>
  %5 = "stablehlo.scatter"(%c, %i, %w) ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
    %r = stablehlo.and %x, %y : tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8xi1>, tensor<4x1xi32>, tensor<4xi1>) -> tensor<8xi1>
  %6 = "stablehlo.scatter"(%c, %i, %w) ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
    %r = stablehlo.or %x, %y : tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8xi1>, tensor<4x1xi32>, tensor<4xi1>) -> tensor<8xi1>
  %7 = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %r = stablehlo.add %x, %y : tensor<bf16>
    stablehlo.return %r : tensor<bf16>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8xbf16>, tensor<4x1xi32>, tensor<4xbf16>) -> tensor<8xbf16>
  %9 = "stablehlo.all_reduce"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<8xi32>) -> tensor<8xi32>
  %10 = sdy.all_reduce {"x"} %9 out_sharding=<@m, [{}]> : tensor<8xi32>
  return %10 : tensor<8xi32>
}
