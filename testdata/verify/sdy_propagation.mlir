// test: verify
// jaxlib: accept
// one step
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// backward
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = result-0 -> [operand-0, operand-1]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>
  return
}
// -----
// jaxlib: reject
// operand to operand
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [operand-1]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>  // error: PA0325
  return
}
// -----
// jaxlib: accept
// two steps
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}, {step-1 = [{"b" = operand-1 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// steps not starting at zero
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-7 = [{"a" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// steps descending
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"a" = operand-0 -> [result-0]}]}, {step-0 = [{"b" = operand-1 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// sub-axis
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"b":(1)2 = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// two axes in a step
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}, {"b" = operand-1 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// same axis twice in a step
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}, {"a" = operand-1 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>
  return
}
// -----
// jaxlib: reject
// negative step
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step--1 = [{"a" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>  // error: PA0320
  return
}
// -----
// jaxlib: reject
// duplicate step
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}, {step-0 = [{"b" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>  // error: PA0321
  return
}
// -----
// jaxlib: reject
// source among targets
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [operand-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>  // error: PA0322 PA0325
  return
}
// -----
// jaxlib: reject
// source among several targets
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0, operand-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>  // error: PA0322
  return
}
// -----
// jaxlib: reject
// duplicate targets
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0, result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>  // error: PA0323
  return
}
// -----
// jaxlib: reject
// no targets
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> []}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// operand index out of range
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-2 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>  // error: PA0324
  return
}
// -----
// jaxlib: reject
// result index out of range
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-1]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>  // error: PA0324
  return
}
// -----
// jaxlib: reject
// source result index out of range
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = result-1 -> [operand-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>  // error: PA0324
  return
}
// -----
// jaxlib: crash
// negative value index
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand--1 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>  // error: PA0324
  return
}
// -----
// jaxlib: reject
// unknown axis
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"z" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>  // error: PA0327
  return
}
// -----
// jaxlib: reject
// other word than operand
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = input-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// no entries in a step
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = []}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// no steps
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// no sharding on the op
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>} : tensor<8x8xf32>  // error: PA0325
  return
}
// -----
// jaxlib: reject
// wrong attribute kind
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = "x", sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>  // error: PA0109
  return
}
// -----
// jaxlib: accept
// invalid sub-axis
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"b":(3)2 = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>
  return
}
// -----
// jaxlib: reject
// edge attribute under another name is unchecked
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.abs %arg0 {x.y = #sdy.propagation_edges<[{step-0 = [{"z" = operand-9 -> [operand-9]}]}]>} : tensor<8x8xf32>  // error: PA0322
  return
}
// -----
// jaxlib: accept
// while: block arg propagation edges
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<8x8xf32> attributes {sdy.block_arg_propagation_edges = [#sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>]}
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %iterArg : tensor<8x8xf32>
  }
  return
}
// -----
// jaxlib: accept
// while: result propagation edges
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<8x8xf32> attributes {sdy.result_propagation_edges = [#sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>]}
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %iterArg : tensor<8x8xf32>
  }
  return
}
// -----
// jaxlib: accept
// while: block arg sharding origins
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<8x8xf32> attributes {sdy.block_arg_sharding_origins = [{a = "self"}]}
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %iterArg : tensor<8x8xf32>
  }
  return
}
// -----
// jaxlib: accept
// while: result sharding origins of wrong kind
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<8x8xf32> attributes {sdy.result_sharding_origins = "x"}
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %iterArg : tensor<8x8xf32>
  }
  return
}
// -----
// jaxlib: reject
// while: block arg propagation edges of wrong kind
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<8x8xf32> attributes {sdy.block_arg_propagation_edges = 1 : i64}  // error: PA0109
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %iterArg : tensor<8x8xf32>
  }
  return
}
// -----
// jaxlib: accept
// sharding origins as an array of dictionaries
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.abs %arg0 {sdy.sharding_origins = [{a = "self"}]} : tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// sharding origins as a string
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.abs %arg0 {sdy.sharding_origins = "x"} : tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// sharding origin name as an integer
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.abs %arg0 {sdy.sharding_origin_name = 1 : i64} : tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// unknown sdy attribute on an op
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.abs %arg0 {sdy.whatever = 1 : i64} : tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// arg with sharding origins
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32> {sdy.sharding_origins = {a = "self"}}) {
  return
}
// -----
// jaxlib: accept
// arg with propagation edges
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32> {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>}) {
  return
}
// -----
// jaxlib: accept
// arg with a sharding rule
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8x8xf32> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>}) {
  return
}
// -----
// jaxlib: accept
// original func name of wrong kind
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f() attributes {sdy.original_func_name = 1 : i64} {
  return
}
// -----
// jaxlib: accept
// func manual axes
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f() attributes {sdy.func_manual_axes = #sdy<manual_axes{"a"}>} {
  return
}
// -----
// jaxlib: accept
// func manual axes of wrong kind
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f() attributes {sdy.func_manual_axes = "a"} {
  return
}
// -----
// jaxlib: accept
// sharding in a function with func manual axes
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) attributes {sdy.func_manual_axes = #sdy<manual_axes{"a"}>} {
  return
}
// -----
// jaxlib: reject
// sharding attribute on a module
sdy.mesh @m = <["a"=2, "b"=4]>
module attributes {sdy.sharding = "x"} {}  // error: PA0109
// -----
// jaxlib: accept
// ops on two meshes of equal size
sdy.mesh @m = <["a"=2, "b"=4]>
sdy.mesh @n = <["x"=8]>
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@n, [{"x"}, {}]> : tensor<8x8xf32>
  return
}
// -----
// jaxlib: reject
// edges on an op whose operand is on another mesh
sdy.mesh @m = <["a"=2, "b"=4]>
sdy.mesh @n = <["x"=8]>
func.func @f(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@n, [{"x"}, {}]>}) {
  %0 = stablehlo.abs %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : tensor<8x8xf32>  // error: PA0326
  return
}
// -----
// jaxlib: accept
// sdy.return with values in a function
func.func @f(%arg0: tensor<f32>) -> tensor<f32> {
  sdy.return %arg0 : tensor<f32>
}
// -----
// jaxlib: reject
// sdy.return in a while body
func.func @f(%arg0: tensor<f32>) {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<f32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    sdy.return %iterArg : tensor<f32>  // error: PA0114
  }
  return
}
