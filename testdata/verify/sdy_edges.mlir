// test: verify
// jaxlib: accept
// edge without sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<16x16xf32>
  %1 = sdy.data_flow_edge %0 : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// edge with sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<16x16xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// edge with an open sharding and priority
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<16x16xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@m, [{"a", ?}p1, {?}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// edge sharding of wrong rank
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<16x16xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@m, [{"a"}]> : tensor<16x16xf32>  // error: PA0212
  return
}
// -----
// jaxlib: reject
// edge sharding unknown axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<16x16xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@m, [{"x"}, {}]> : tensor<16x16xf32>  // error: PA0202
  return
}
// -----
// jaxlib: reject
// edge sharding unknown mesh
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<16x16xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@x, [{}, {}]> : tensor<16x16xf32>  // error: PA0201
  return
}
// -----
// jaxlib: reject
// edge input has a second user
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<16x16xf32>
  %1 = sdy.data_flow_edge %0 : tensor<16x16xf32>  // error: PA0250
  %2 = stablehlo.abs %0 : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// edge input used by two edges
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<16x16xf32>
  %1 = sdy.data_flow_edge %0 : tensor<16x16xf32>  // error: PA0250
  %2 = sdy.data_flow_edge %0 : tensor<16x16xf32>  // error: PA0250
  return
}
// -----
// jaxlib: reject
// edge of a dynamic value
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<?xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<?xf32>
  %1 = sdy.data_flow_edge %0 : tensor<?xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// edge of a token
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: !stablehlo.token) {
  %1 = sdy.data_flow_edge %arg0 : !stablehlo.token  // error: PA0110
  return
}
// -----
// jaxlib: reject
// edge of a value defined by a constraint
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{}, {}]> : tensor<16x16xf32>
  %1 = sdy.data_flow_edge %0 : tensor<16x16xf32>  // error: PA0251
  return
}
// -----
// jaxlib: reject
// edge of a value defined by another edge
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<16x16xf32>
  %1 = sdy.data_flow_edge %0 : tensor<16x16xf32>
  %2 = sdy.data_flow_edge %1 : tensor<16x16xf32>  // error: PA0251
  return
}
// -----
// jaxlib: reject
// edge of a value defined by an sdy constant
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.constant dense<0.0> : tensor<16x16xf32>
  %1 = sdy.data_flow_edge %0 : tensor<16x16xf32>  // error: PA0251
  return
}
// -----
// jaxlib: accept
// edge of a function arg
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %1 = sdy.data_flow_edge %arg0 : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// edge of a barrier result
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<16x16xf32>
  %1 = sdy.data_flow_edge %0 : tensor<16x16xf32>  // error: PA0251
  return
}
// -----
// jaxlib: accept
// edge of a manual computation result
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{}, {}]>] out_shardings=[<@m, [{}, {}]>] manual_axes={} (%arg1: tensor<16x16xf32>) {
    sdy.return %arg1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %1 = sdy.data_flow_edge %0 : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// edge of a named computation block arg
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.named_computation<"x">(%arg0) (%arg1: tensor<16x16xf32>) {
    %1 = sdy.data_flow_edge %arg1 : tensor<16x16xf32>
    sdy.return %1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// edge of a while result
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<16x16xf32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %2 = sdy.data_flow_edge %iterArg : tensor<16x16xf32>
    stablehlo.return %2 : tensor<16x16xf32>
  }
  %1 = sdy.data_flow_edge %0 : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// edge result type differs
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<16x16xf32>
  %1 = "sdy.data_flow_edge"(%0) : (tensor<16x16xf32>) -> tensor<8xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// edge of a scalar
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<f32>) {
  %0 = stablehlo.abs %arg0 : tensor<f32>
  %1 = sdy.data_flow_edge %0 : tensor<f32>
  return
}
// -----
// jaxlib: accept
// edge used twice by one op
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<16x16xf32>
  %1 = sdy.data_flow_edge %0 : tensor<16x16xf32>
  %2 = stablehlo.add %1, %1 : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// func edge of an arg
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.func_data_flow_edge %arg0 : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// func edge of a call result
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func private @g(tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = call @g(%arg0) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %1 = sdy.func_data_flow_edge %0 : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// func edge with a sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.func_data_flow_edge %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// func edge of an op result
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<16x16xf32>
  %1 = sdy.func_data_flow_edge %0 : tensor<16x16xf32>  // error: PA0251
  return
}
// -----
// jaxlib: reject
// func edge input has a second user
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.func_data_flow_edge %arg0 : tensor<16x16xf32>  // error: PA0250
  %1 = stablehlo.abs %arg0 : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// func edge of a dynamic value
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<?xf32>) {
  %0 = sdy.func_data_flow_edge %arg0 : tensor<?xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// func edge of a block arg of a nested region
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<16x16xf32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %2 = sdy.func_data_flow_edge %iterArg : tensor<16x16xf32>  // error: PA0251
    stablehlo.return %2 : tensor<16x16xf32>
  }
  return
}
// -----
// jaxlib: reject
// func edge of a manual computation block arg
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{}, {}]>] out_shardings=[<@m, [{}, {}]>] manual_axes={} (%arg1: tensor<16x16xf32>) {
    %1 = sdy.func_data_flow_edge %arg1 : tensor<16x16xf32>  // error: PA0251
    sdy.return %1 : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// barrier direction NONE
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// barrier direction FORWARD
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=FORWARD : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// barrier direction BACKWARD
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=BACKWARD : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// barrier direction BOTH
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=BOTH : tensor<16x16xf32>  // error: PA0252
  return
}
// -----
// jaxlib: reject
// barrier direction forward
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=forward : tensor<16x16xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// barrier direction SIDEWAYS
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=SIDEWAYS : tensor<16x16xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// barrier without direction
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.propagation_barrier %arg0 : tensor<16x16xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// barrier of a non-tensor
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: i32) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : i32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// barrier of an unranked tensor
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<*xf32>) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// barrier direction out of range, generic
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = "sdy.propagation_barrier"(%arg0) <{allowed_direction = 4 : i32}> : (tensor<16x16xf32>) -> tensor<16x16xf32>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// barrier direction as 64 bit, generic
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = "sdy.propagation_barrier"(%arg0) <{allowed_direction = 1 : i64}> : (tensor<16x16xf32>) -> tensor<16x16xf32>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// barrier result type differs
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = "sdy.propagation_barrier"(%arg0) <{allowed_direction = 1 : i32}> : (tensor<16x16xf32>) -> tensor<4xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// barrier of a dynamic tensor
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<?xf32>) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<?xf32>
  return
}
// -----
// jaxlib: accept
// barrier of a scalar
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<f32>) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<f32>
  return
}
// -----
// jaxlib: accept
// constant
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f() {
  %0 = sdy.constant dense<1.0> : tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// constant with a sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f() {
  %0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} dense<1.0> : tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// constant with a sharding of wrong rank
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f() {
  %0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@m, []>]>} dense<1.0> : tensor<4xf32>  // error: PA0212
  return
}
// -----
// jaxlib: reject
// constant result type differs
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f() {
  %0 = "sdy.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<5xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// constant without value
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f() {
  %0 = "sdy.constant"() : () -> tensor<5xf32>  // error: PA0108
  return
}
// -----
// jaxlib: reject
// constant of an integer attribute
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f() {
  %0 = "sdy.constant"() <{value = 1 : i32}> : () -> i32  // error: PA0111 PA0109
  return
}
// -----
// jaxlib: accept
// constant of index type
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f() {
  %0 = sdy.constant dense<1> : tensor<4xindex>
  return
}
// -----
// jaxlib: reject
// constant vector
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f() {
  %0 = sdy.constant dense<1.0> : vector<4xf32>  // error: PA0015
  return
}
// -----
// jaxlib: reject
// constant with dynamic result, generic
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f() {
  %0 = "sdy.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<?xf32>  // error: PA0111
  return
}
