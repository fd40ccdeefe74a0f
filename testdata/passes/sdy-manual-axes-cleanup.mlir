// test: pass sdy-manual-axes-cleanup
// Manual axes come in the order of the mesh, and every sharding mentions them.
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<f32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"x"}, {?}]>, <@mesh, []>] out_shardings=[<@mesh, [{"x"}, {"y", "z"}]>] manual_axes={"y", "x"} (%arg2: tensor<4x8xf32>, %arg3: tensor<f32>) {
    %1 = stablehlo.slice %arg2 [0:4, 0:4] : (tensor<4x8xf32>) -> tensor<4x4xf32>
    sdy.return %1 : tensor<4x4xf32>
  } : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// Only shardings that are added to take the mesh of the first.
sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @empty = <[]>
func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0, %arg1, %arg2) in_shardings=[<@mesh, [{"x"}]>, <mesh<["x"=2, "y"=2]>, [{"y"}]>, <@empty, [{}]>] out_shardings=[<mesh<["x"=2, "y"=2]>, [{"x"}]>] manual_axes={"x"} (%arg3: tensor<4xf32>, %arg4: tensor<8xf32>, %arg5: tensor<8xf32>) {
    sdy.return %arg3 : tensor<4xf32>
  } : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// sub-axes that together form the full axis mention it
sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func @main(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a":(1)2}, {"a":(2)2}]>] manual_axes={"a"} (%arg1: tensor<2x8xf32>) {
    %1 = stablehlo.custom_call @foo(%arg1) : (tensor<2x8xf32>) -> tensor<4x4xf32>
    sdy.return %1 : tensor<4x4xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// the rest of an axis of which a part is mentioned
sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func @main(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a":(1)2}, {}]>] manual_axes={"b", "a"} (%arg1: tensor<2x8xf32>) {
    %1 = stablehlo.custom_call @foo(%arg1) : (tensor<2x8xf32>) -> tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// a replicated part joins the rest
sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func @main(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}, {}], replicated={"a":(2)2}>] out_shardings=[<@mesh, [{"a":(1)2}, {}], replicated={"a":(2)2}>] manual_axes={"b", "a"} (%arg1: tensor<8x8xf32>) {
    %1 = stablehlo.custom_call @foo(%arg1) : (tensor<8x8xf32>) -> tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// tokens keep their shardings
sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func @main(%arg0: tensor<8x8xf32>, %arg1: !stablehlo.token) -> (!stablehlo.token, tensor<8x8xf32>) {
  %0:2 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, []>] out_shardings=[<@mesh, []>, <@mesh, [{"a"}, {}]>] manual_axes={"a", "b"} (%arg2: tensor<2x8xf32>, %arg3: !stablehlo.token) {
    sdy.return %arg3, %arg2 : !stablehlo.token, tensor<2x8xf32>
  } : (tensor<8x8xf32>, !stablehlo.token) -> (!stablehlo.token, tensor<8x8xf32>)
  return %0#0, %0#1 : !stablehlo.token, tensor<8x8xf32>
}
// -----
// an unreduced part is mentioned
sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func @main(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a":(1)2}, {}], unreduced={"a":(2)2}>] manual_axes={"b", "a"} (%arg1: tensor<2x8xf32>) {
    %1 = stablehlo.custom_call @foo(%arg1) : (tensor<2x8xf32>) -> tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// what is on both sides of a sub-axis
sdy.mesh @mesh = <["b"=2, "a"=12]>
func.func @main(%arg0: tensor<24x8xf32>) -> tensor<24x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a":(2)2}, {"b"}]>] out_shardings=[<@mesh, [{"a":(2)3}, {"a":(1)2}]>] manual_axes={"b", "a"} (%arg1: tensor<12x4xf32>) {
    %1 = stablehlo.custom_call @foo(%arg1) : (tensor<12x4xf32>) -> tensor<8x4xf32>
    sdy.return %1 : tensor<8x4xf32>
  } : (tensor<24x8xf32>) -> tensor<24x8xf32>
  return %0 : tensor<24x8xf32>
}
// -----
// only a token
sdy.mesh @empty = <[]>
sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func @main(%arg1: !stablehlo.token) -> (!stablehlo.token) {
  %0 = sdy.manual_computation(%arg1) in_shardings=[<@empty, []>] out_shardings=[<@mesh, []>] manual_axes={"b", "a"} (%arg3: !stablehlo.token) {
    sdy.return %arg3 : !stablehlo.token
  } : (!stablehlo.token) -> (!stablehlo.token)
  return %0 : !stablehlo.token
}
