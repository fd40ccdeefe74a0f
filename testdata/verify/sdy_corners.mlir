// test: verify
// jaxlib: accept
// value: result of an op
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : tensor<16x16xf32>
  %1 = sdy.all_gather [{"a"}, {}] %0 out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// value: result of an unknown op
// allow-unregistered-dialect
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = "x.y"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %1 = sdy.all_gather [{"a"}, {}] %0 out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// value: edge with a discardable sharding only
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<16x16xf32>
  %1 = sdy.data_flow_edge %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : tensor<16x16xf32>
  %2 = sdy.all_gather [{"a"}, {}] %1 out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>  // error: PA0240
  return
}
// -----
// jaxlib: accept
// value: function edge
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.func_data_flow_edge %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : tensor<16x16xf32>
  %1 = sdy.all_gather [{"a"}, {}] %0 out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// value: result of a named computation
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<"f">(%arg0) out_shardings=[<@m, [{"a"}, {}]>] (%arg1: tensor<16x16xf32>) {
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %1 = sdy.all_gather [{"a"}, {}] %0 out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// value: result of a named computation with a discardable sharding only
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<"f">(%arg0) (%arg1: tensor<16x16xf32>) {
    sdy.return %arg1 : tensor<16x16xf32>
  } {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %1 = sdy.all_gather [{"a"}, {}] %0 out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>  // error: PA0240
  return
}
// -----
// jaxlib: accept
// value: argument of a named computation
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<"f">(%arg0) in_shardings=[<@m, [{"a"}, {}]>] (%arg1: tensor<16x16xf32>) {
    %1 = sdy.all_gather [{"a"}, {}] %arg1 out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>
    sdy.return %1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// value: argument of a loop with a sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<16x16xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>}
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %1 = sdy.all_gather [{"a"}, {}] %iterArg out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>
    stablehlo.return %1 : tensor<16x16xf32>
  }
  return
}
// -----
// jaxlib: accept
// value: argument of a loop with an edge
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<16x16xf32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %1 = sdy.all_gather [{"a"}, {}] %iterArg out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>
    stablehlo.return %1 : tensor<16x16xf32>
  }
  %2 = sdy.data_flow_edge %0 sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// value: argument of a loop without sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<16x16xf32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %1 = sdy.all_gather [{"a"}, {}] %iterArg out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>  // error: PA0240
    stablehlo.return %1 : tensor<16x16xf32>
  }
  return
}
// -----
// jaxlib: reject
// value: argument of an unknown op
// allow-unregistered-dialect
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = "x.y"(%arg0) ({
  ^bb0(%arg1: tensor<16x16xf32>):
    %1 = sdy.all_gather [{"a"}, {}] %arg1 out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>  // error: PA0240
    "x.z"() : () -> ()
  }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// value: argument of a manual computation keeps its free axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a", "b"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = sdy.all_gather [{"b"}, {}] %arg1 out_sharding=<@m, [{}, {}]> : tensor<8x16xf32>
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// manual: two meshes without manual axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
sdy.mesh @other = <["x"=384]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@other, [{}, {}]>] manual_axes={} (%arg1: tensor<16x16xf32>) {
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// manual: two meshes that do not use the manual axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
sdy.mesh @other = <["x"=384]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{}, {}]>] out_shardings=[<@other, [{}, {}]>] manual_axes={"a"} (%arg1: tensor<16x16xf32>) {  // error: PA0232
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// manual: empty meshes only
sdy.mesh @empty = <[]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@empty, [{}, {}]>] out_shardings=[<@empty, [{}, {}]>] manual_axes={"a"} (%arg1: tensor<16x16xf32>) {  // error: PA0233
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// manual: empty mesh beside another
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
sdy.mesh @empty = <[]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@empty, [{}, {}]>] out_shardings=[<@m, [{}, {}]>] manual_axes={"a"} (%arg1: tensor<16x16xf32>) {
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// manual: encoding lost in the body
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%x: tensor<16xf32, "e">) {
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<16xf32, "e">) -> tensor<16xf32, "e">
  return
}
// -----
// jaxlib: reject
// manual: encoding kept in the body
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%x: tensor<16xf32, "e">) {
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<8xf32, "e">) {  // error: PA0236
    sdy.return %arg1 : tensor<8xf32, "e">  // error: PA0236
  } : (tensor<16xf32, "e">) -> tensor<16xf32, "e">
  return
}
// -----
// jaxlib: accept
// manual: token as a tensor in the body
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: !stablehlo.token) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, []>] out_shardings=[<@m, []>] manual_axes={"a"} (%arg1: tensor<f32>) {  // error: PA0236
    sdy.return %arg1 : tensor<f32>  // error: PA0236
  } : (!stablehlo.token) -> !stablehlo.token
  return
}
// -----
// jaxlib: accept
// all_reduce: full axis as a sub-axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.all_reduce {"b":(1)4} %arg0 out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_reduce: part that the axis lacks
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.all_reduce {"b":(5)2} %arg0 out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>  // error: PA0208
  return
}
// -----
// jaxlib: accept
// all_reduce: overlapping parts
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.all_reduce {"c":(1)4, "c":(2)4} %arg0 out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>  // error: PA0204
  return
}
// -----
// jaxlib: accept
// all_reduce: part that does not fit the sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.reshard %arg0 <@m, [{"d":(1)2}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"d":(3)2} %0 out_sharding=<@m, [{"d":(1)2}, {}]> : tensor<16x16xf32>  // error: PA0205
  return
}
// -----
// jaxlib: reject
// all_reduce: equal mesh of another name
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
sdy.mesh @same = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.reshard %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"b"} %0 out_sharding=<@same, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0241
  return
}
// -----
// jaxlib: accept
// all_reduce: equal mesh of another name, nothing sharded
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
sdy.mesh @same = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.reshard %arg0 <@m, [{}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"b"} %0 out_sharding=<@same, [{}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// attribute: wrong mesh deep inside another
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 {x.y = [{z = #sdy.mesh<["a"=0]>}]} : tensor<16x16xf32>  // error: PA0220
  return
}
// -----
// jaxlib: reject
// attribute: wrong axis of a mesh
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 {x.y = #sdy<mesh_axis"a"=0>} : tensor<16x16xf32>  // error: PA0220
  return
}
// -----
// jaxlib: accept
// attribute: sharding on an argument of a call is not looked at
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func private @g(tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = call @g(%arg0) {arg_attrs = [{sdy.sharding = 1 : i32}]} : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// mesh: too many devices
sdy.mesh @m = <["a"=4611686018427387904, "b"=4]>  // error: PA0226
func.func @f(%arg0: tensor<16x16xf32>) {
  return
}
// -----
// jaxlib: reject
// edges: value out of range and nothing sharded
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>} : tensor<16x16xf32>  // error: PA0325
  return
}
// -----
// jaxlib: accept
// edges: empty mesh beside another
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
sdy.mesh @empty = <[]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.reshard %arg0 <@empty, [{}, {}]> : tensor<16x16xf32>
  %1 = stablehlo.abs %0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// type: tuple of a tuple
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: tuple<tuple<tensor<8xf32>>> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {  // error: PA0215
  return
}
// -----
// jaxlib: accept
// type: scalable vector
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: vector<[4]x2xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"a"}]>}) {
  return
}
// -----
// jaxlib: reject
// type: buffer of unknown rank
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: memref<*xf32> {sdy.sharding = #sdy.sharding<@m, []>}) {  // error: PA0216
  return
}
// -----
// jaxlib: accept
// type: rule on buffers
// allow-unregistered-dialect
sdy.mesh @m = <["a"=2, "b"=4, "c"=8, "d"=6]>
func.func @f(%arg0: memref<8xf32>) {
  %0 = "x.y"(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : (memref<8xf32>) -> memref<8xf32>
  return
}
