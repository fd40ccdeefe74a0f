// test: pass sdy-insert-explicit-reshards
// Calls: an operand is resharded right after its definition.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  %1 = stablehlo.sine %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  %2 = call @f(%arg0, %0) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %3 = call @f(%arg0, %1) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %4 = call @f(%arg1, %arg1) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %2, %3, %4 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
func.func private @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
// -----
// Calls: only one side has a sharding; open and closed; another mesh.
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @other = <["z"=8]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}], replicated={"y"}>}, %arg2: tensor<8xf32> {sdy.sharding = #sdy.sharding<@other, [{"z"}]>}) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = call @f(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @g(%arg1) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = call @g(%arg2) : (tensor<8xf32>) -> tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
func.func private @f(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
func.func private @g(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
// -----
// Returns and data-flow ops are left alone.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  %0 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} %arg0 : tensor<8xf32>
  %1 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"y"}]>] out_shardings=[<@mesh, [{"y"}]>] manual_axes={"y"} (%arg1: tensor<2xf32>) {
    sdy.return %arg1 : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %arg0, %1 : tensor<8xf32>, tensor<8xf32>
}
// -----
// Elementwise ops are left alone.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// A product whose contracting dimension is sharded.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// The same, its result sharded along that axis.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// A product with an unreduced result.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"x"}>]>} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"x"}>]>} : tensor<8x8xf32>
  %2 = stablehlo.negate %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<8x8xf32>
  %3 = stablehlo.negate %1 : tensor<8x8xf32>
  return %2, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}
// -----
// Unreduced operands: several axes, of which the result keeps some; several results.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x", "z"}>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}], unreduced={"x"}>}) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}], unreduced={"x"}>]>} : tensor<8xf32>
  %1 = stablehlo.add %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}], unreduced={"z"}>]>} : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
// -----
// Reshards that add unreduced axes.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = sdy.reshard %arg0 <@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<8x8xf32>
  %1 = sdy.reshard %arg0 <@mesh, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>
  %2 = sdy.reshard %arg0 <@mesh, [{}, {"z"}], unreduced={"x", "y"}> : tensor<8x8xf32>
  return %0, %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
// -----
// Concatenations.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  %1 = stablehlo.concatenate %arg0, %arg0, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  return %0, %1 : tensor<16x8xf32>, tensor<16x8xf32>
}
// -----
// A reduction of a sharded dimension.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<f32>) -> tensor<8xf32> {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// A product whose result is sharded along the reduced axes where its operands are sharded otherwise.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// The same, but the result is larger than the operand.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, %arg1: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x64xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x16xf32>, tensor<16x64xf32>) -> tensor<8x64xf32>
  return %0 : tensor<8x64xf32>
}
// -----
// Two reduced dimensions: only the axes of both in order are the reduced axes.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {"z"}]>}, %arg1: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"z"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1, 2] x [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "z"}, {}]>]>} : (tensor<8x8x8xf32>, tensor<8x8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1, 2] x [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z", "x"}, {}]>]>} : (tensor<8x8x8xf32>, tensor<8x8x8xf32>) -> tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
// -----
// Partial values that a function, a barrier and a call ask for.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}], unreduced={"y"}>}, tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}], unreduced={"z"}>]>} %arg1 : tensor<8x8xf32>
  %1 = call @f(%arg0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %arg0, %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
func.func @f(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}], unreduced={"x"}>}) -> (tensor<8x8xf32>) {
  return %arg0 : tensor<8x8xf32>
}
// -----
// A reshard that keeps some sub-axes sharded and makes the others unreduced.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<8x8xf32>) {
  %0 = sdy.reshard %arg0 <@mesh, [{"y":(1)2}, {"x"}], unreduced={"y":(2)2, "z"}> : tensor<8x8xf32>
  %1 = sdy.all_reduce {"y":(2)2, "z"} %0 out_sharding=<@mesh, [{"y":(1)2}, {"x"}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// -----
// Returns, operands and results; a value used twice is resharded twice.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x16xf32>, tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<8x16xf32>
  %1 = stablehlo.add %arg0, %arg1 : tensor<8x16xf32>
  return %0, %1 : tensor<8x16xf32>, tensor<8x16xf32>
}
// -----
// Edges of loops, branches, barriers and manual computations.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %arg1: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : tensor<8xf32>
  %1:2 = stablehlo.while(%a = %0, %b = %arg1) : tensor<8xf32>, tensor<i32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}]>, <@mesh, []>]>}
  cond {
    %c = stablehlo.compare LT, %b, %arg1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %c = stablehlo.add %a, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
    stablehlo.return %c, %b : tensor<8xf32>, tensor<i32>
  }
  %2 = "stablehlo.case"(%arg1) ({
    %c = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
    stablehlo.return %c : tensor<8xf32>
  }, {
    stablehlo.return %arg0 : tensor<8xf32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}]>]>} : (tensor<i32>) -> tensor<8xf32>
  %3 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "z"}]>]>} %arg0 : tensor<8xf32>
  %4 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", "z"}]>] out_shardings=[<@mesh, [{"x", "y":(1)2}]>] manual_axes={"x"} (%a: tensor<4xf32>) {
    %c = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}]>]>} : tensor<4xf32>
    sdy.return %c : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %1#0, %2, %3, %4 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
// -----
// Calls: where some arguments of the function have shardings the others are open.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x16xf32>) {
  %0 = call @f(%arg0, %arg0) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
func.func @f(%arg0: tensor<8x16xf32>, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x16xf32>) {
  return %arg0 : tensor<8x16xf32>
}
// -----
// Sharded reductions of two results, of which both are added up and then resharded.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, %arg1: tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg0 init: %arg1) across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}]>, <@mesh, [{"z"}]>]>} : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<f32>, tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<f32>, %d: tensor<f32>) {
    %2 = stablehlo.add %a, %b : tensor<f32>
    %3 = stablehlo.add %c, %d : tensor<f32>
    stablehlo.return %2, %3 : tensor<f32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}
// -----
// A product that reduces two sharded dimensions; the result keeps one axis unreduced.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"z"}, {"x"}]>}, %arg1: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {"x"}, {}]>}) -> (tensor<8x8xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1, 2] x [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"x"}>]>} : (tensor<8x8x8xf32>, tensor<8x8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// Conflicts: what more elements have wins; then the larger shard count; then the later factor.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %arg2: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x16xf32>
  %1 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}, {}]>]>} : tensor<8x16xf32>
  %2 = stablehlo.add %arg0, %arg2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}, {}]>]>} : tensor<8x16xf32>
  return %0, %1, %2 : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
}
// -----
// Ties: longer lists of axes first, then names in reverse; sub-axes are trimmed beside others.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["q"=4, "a"=4, "m"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"m"}, {}]>}, %arg2: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"q":(1)2, "a":(2)2}, {"m"}]>}) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"q"}, {}]>]>} : tensor<8x16xf32>
  %1 = stablehlo.add %arg0, %arg2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"q"}, {"a":(1)2}]>]>} : tensor<8x16xf32>
  return %0, %1 : tensor<8x16xf32>, tensor<8x16xf32>
}
// -----
// Two tensors: the larger keeps its axes, and of equal ones the more sharded.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<f32>) -> (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x16xf32>, tensor<8x4x16xf32>) {
  %0 = stablehlo.transpose %arg0, dims = [1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  %1 = stablehlo.slice %arg0 [0:8, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : (tensor<8x16xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.pad %arg0, %arg1, low = [8, 0], high = [0, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : (tensor<8x16xf32>, tensor<f32>) -> tensor<16x16xf32>
  %3 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {"y"}]>]>} : (tensor<8x16xf32>) -> tensor<8x4x16xf32>
  return %0, %1, %2, %3 : tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x16xf32>, tensor<8x4x16xf32>
}
// -----
// Factors that must be replicated give their axes to others: a sort, a slice at a variable index, a decomposition.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y", "x"}]>}, %arg1: tensor<i32>, %arg2: tensor<6x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {"x"}]>}) -> (tensor<8x16xf32>, tensor<8x4xf32>, tensor<6x16x16xf32>) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64}> ({
   ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}, {"y"}]>]>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [8, 4] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<8x16xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  %2 = stablehlo.cholesky %arg2, lower = true {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {}]>]>} : tensor<6x16x16xf32>
  return %0, %1, %2 : tensor<8x16xf32>, tensor<8x4xf32>, tensor<6x16x16xf32>
}
// -----
// Meshes that differ in the order of devices: the most frequent order that shards anything wins.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @order = <["x"=2, "y"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
sdy.mesh @other = <["w"=8]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@order, [{"x"}, {}]>}, %arg2: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@other, [{"w"}, {}]>}) -> (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  %0 = stablehlo.add %arg1, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x16xf32>
  %1 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<8x16xf32>
  %2 = stablehlo.add %arg0, %arg2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : tensor<8x16xf32>
  return %0, %1, %2 : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
}
// -----
// A device of its own is as good as replicated, except for values that are sharded.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
sdy.mesh @one = <[], device_ids=[3]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.add %0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : tensor<8x16xf32>
  %2 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} %0 : tensor<8x16xf32>
  return %0, %2 : tensor<8x16xf32>, tensor<8x16xf32>
}
// -----
// Reshapes: axes that a factor does not take are handed out anew.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2, "y"=4, "t"=3]>
func.func @main(%arg0: tensor<12x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %arg1: tensor<2x3x4xf32>, %arg2: tensor<9x2x2xf32>) -> (tensor<18x1x2xf32>, tensor<24xf32>, tensor<36x1xf32>, tensor<36xf32>) {
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {}]>]>} : (tensor<12x3xf32>) -> tensor<18x1x2xf32>
  %1 = stablehlo.reshape %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y", "t"}]>]>} : (tensor<2x3x4xf32>) -> tensor<24xf32>
  %2 = stablehlo.reshape %arg2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : (tensor<9x2x2xf32>) -> tensor<36x1xf32>
  %3 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "t"}]>]>} : (tensor<12x3xf32>) -> tensor<36xf32>
  return %0, %1, %2, %3 : tensor<18x1x2xf32>, tensor<24xf32>, tensor<36x1xf32>, tensor<36xf32>
}
// -----
// Reshapes that merge and split dimensions: the minor factor waits for the major one.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x", "z"}]>}) -> (tensor<32xf32>, tensor<4x8xf32>) {
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<4x8xf32>) -> tensor<32xf32>
  %1 = stablehlo.reshape %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<32xf32>) -> tensor<4x8xf32>
  return %0, %1 : tensor<32xf32>, tensor<4x8xf32>
}
// -----
// Sizes that do not divide make no difference.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<5x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<7x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<5x3xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"z"}]>]>} : (tensor<5x7xf32>, tensor<7x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}
// -----
// Rules that users wrote are respected; a reshard that has a rule is an op like any other.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}, custom>} : tensor<8x16xf32>
  %1 = sdy.reshard %arg0 <@mesh, [{"x"}, {}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
  %2 = sdy.reshard %arg0 <@mesh, [{}, {}]> : tensor<8x16xf32>
  return %0, %1 : tensor<8x16xf32>, tensor<8x16xf32>
}
// -----
// Several results of which none had a sharding: the first gives the others an open one.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, %arg1: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %0:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 0 : i64}> ({
   ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %e = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %e : tensor<i1>
  }) : (tensor<8x16xf32>, tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>)
  return %0#0, %0#1 : tensor<8x16xf32>, tensor<8x16xf32>
}
// -----
// Results that keep some partial values are added up along the other reduced axes.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {"z"}]>}, %arg1: tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}], unreduced={"y"}>}) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}], unreduced={"y"}>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// An op sees the sharding from before a propagation barrier, a return the one behind it.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32>, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=FORWARD {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : tensor<8xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  return %1, %0 : tensor<8xf32>, tensor<8xf32>
}
// -----
// Concatenations whose operands are sharded like the result but annotated differently are made to fit.
sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @same = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p3]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg2: tensor<8xf32>, %arg3: tensor<8xf32> {sdy.sharding = #sdy.sharding<@same, [{"x"}]>}) {
  %0 = stablehlo.concatenate %arg0, %arg0, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  %1 = stablehlo.concatenate %arg0, %arg0, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}p3]>]>} : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  %2 = sdy.propagation_barrier %arg0 allowed_direction=NONE {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<8xf32>
  %3 = stablehlo.concatenate %arg1, %arg2, %2, dim = 0 : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<24xf32>
  %4 = stablehlo.concatenate %arg3, %arg3, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  return
}
// -----
// Before partial values are made, dimensions are resharded to what is written there, priorities included.
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=8]>
func.func @main(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}p2, {"x", ?}p1]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "z":(4)2}p1, {"x"}p3], unreduced={"z":(2)2}>}, tensor<4x8xf32>) {
  %0 = sdy.reshard %arg0 <@mesh, [{"z":(1)4}p1, {?}], unreduced={"x"}> : tensor<4x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {}]> : tensor<4x8xf32>
  return %arg0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}
// -----
// A sum is annotated as the result it is the sum of.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=8]>
func.func @main(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.dot %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}p1, {?}p2], replicated={"z"}>]>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = stablehlo.dot %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}p1, {?}p2]>]>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
// What is resharded stays open where it is, keeps its replicated axes and loses its priorities.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=8, "w"=2]>
func.func @main(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", ?}p1, {"x", ?}], replicated={"w"}>}, %arg1: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}) {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z", ?}p1, {}]>]>} : tensor<4x8xf32>
  return
}
// -----
// A reshape with an axis of which factors take parts only: the parts are handed out, not the axis.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=8, "y"=6]>
func.func @main(%arg0: tensor<7x7x6xf32>) -> tensor<3x98xf32> {
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : (tensor<7x7x6xf32>) -> tensor<3x98xf32>
  return %0 : tensor<3x98xf32>
}
// -----
// A reshape of what comes through a barrier, sharded before it along an axis that no factor takes.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<3x8xf32>, tensor<24xf32>) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<24xf32>
  %1 = stablehlo.reshape %0 : (tensor<24xf32>) -> tensor<3x8xf32>
  %2 = stablehlo.negate %0 : tensor<24xf32>
  return %1, %2 : tensor<3x8xf32>, tensor<24xf32>
}
// -----
// Data-flow edges are served one after the other, each with its operand before what its regions return.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<i1>, %arg2: tensor<i32>) {
  %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg0) : tensor<8xf32>, tensor<8xf32>
  cond {
    stablehlo.return %arg1 : tensor<i1>
  } do {
    stablehlo.return %arg0, %arg0 : tensor<8xf32>, tensor<8xf32>
  }
  %1:2 = "stablehlo.case"(%arg2) ({
    stablehlo.return %arg0, %arg0 : tensor<8xf32>, tensor<8xf32>
  }, {
    stablehlo.return %arg0, %arg0 : tensor<8xf32>, tensor<8xf32>
  }) : (tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>)
  return
}
// -----
// Calls: single devices do not count as meshes of arguments, and operands without arguments share a mesh.
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @other = <["z"=8]>
sdy.mesh @one = <[], device_ids=[0]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@other, [{"z"}]>}, %arg2: tensor<8xf32> {sdy.sharding = #sdy.sharding<@one, []>}) {
  %0 = call @f(%arg0, %arg1, %arg2) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %1 = call @f(%arg2, %arg1, %arg0) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %2 = call @f(%arg2, %arg2, %arg2) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %3 = call @g(%arg0, %arg1, %arg2) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %4 = call @h(%arg0, %arg1, %arg2) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}
func.func private @f(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
func.func private @g(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@one, []>}, %arg1: tensor<8xf32>, %arg2: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
func.func private @h(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@one, []>}, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
// -----
// Operands on a single device, the empty mesh, and a mesh with another order of devices.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @rev = <["x"=2, "y"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
sdy.mesh @one = <[], device_ids=[0]>
sdy.mesh @empty = <[]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@rev, [{"x"}, {}]>}, %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@one, []>}, %arg3: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@empty, [{}, {}]>}) {
  %0 = stablehlo.add %arg0, %arg2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x8xf32>
  %1 = stablehlo.add %arg0, %arg3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x8xf32>
  %2 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x8xf32>
  %3 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@rev, [{"x"}, {}]>]>} : tensor<8x8xf32>
  %4 = stablehlo.add %arg1, %arg0 : tensor<8x8xf32>
  %5 = stablehlo.dot %arg1, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@empty, [{}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %6 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : tensor<8x8xf32>
  %7 = stablehlo.reshape %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : (tensor<8x8xf32>) -> tensor<64xf32>
  return
}
// -----
// The most frequent order of devices wins, the first of several; replicated tensors do not count.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @other = <["x"=2, "y"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
sdy.mesh @same = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@other, [{"x"}]>}, %arg2: tensor<8xi1> {sdy.sharding = #sdy.sharding<@other, [{}]>}, %arg3: tensor<8xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg4: tensor<8xf32> {sdy.sharding = #sdy.sharding<@same, [{"x"}]>}) {
  %0 = stablehlo.select %arg2, %arg0, %arg1 : tensor<8xi1>, tensor<8xf32>
  %1 = stablehlo.select %arg3, %arg1, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xi1>, tensor<8xf32>
  %2 = stablehlo.select %arg3, %arg1, %arg4 {sdy.sharding = #sdy.sharding_per_value<[<@other, [{"x"}]>]>} : tensor<8xi1>, tensor<8xf32>
  %3 = stablehlo.add %arg0, %arg4 {sdy.sharding = #sdy.sharding_per_value<[<@same, [{"x"}]>]>} : tensor<8xf32>
  return
}
// -----
// A dimension with an axis that its first factor does not take is resharded, even to the same sharding.
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["x"=3]>
func.func @main(%arg0: tensor<6x4x5x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %arg1: tensor<2x2x5x1xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[o, 0, 1, i]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[0, 0], [0, 0]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {}, {}]>]>} : (tensor<6x4x5x2xf32>, tensor<2x2x5x1xf32>) -> tensor<6x2x1x2xf32>
  return
}
// -----
// a reshape whose result takes an axis past two factors that are not used up
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["a"=2, "b"=3, "c"=2]>
func.func @main(%arg0: tensor<16x16x12xf32> {sdy.sharding=#sdy.sharding<@mesh, [{"c"}, {"b"}, {"a"}]>}) -> (tensor<384x2x2x2xf32> {sdy.sharding=#sdy.sharding<@mesh, [{"c"}, {}, {}, {}]>}) {
  %0 = stablehlo.reshape %arg0 {sdy.sharding=#sdy.sharding_per_value<[<@mesh, [{"c"}, {}, {}, {}]>]>} : (tensor<16x16x12xf32>) -> tensor<384x2x2x2xf32>
  return %0 : tensor<384x2x2x2xf32>
}
// -----
// such a reshape of two sharded tensors
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["a"=2, "b"=3, "c"=3, "d"=4]>
func.func @main(%arg0: tensor<16x24xf32> {sdy.sharding=#sdy.sharding<@mesh, [{"b", "a"}, {"d"}]>}) -> tensor<4x8x2x3x2xf32> {
  %0 = stablehlo.reshape %arg0 {sdy.sharding=#sdy.sharding_per_value<[<@mesh, [{"d"}, {}, {}, {"c"}, {}]>]>} : (tensor<16x24xf32>) -> tensor<4x8x2x3x2xf32>
  %1 = stablehlo.negate %0 {sdy.sharding=#sdy.sharding_per_value<[<@mesh, [{"d"}, {}, {}, {"c"}, {}]>]>} : tensor<4x8x2x3x2xf32>
  return %1 : tensor<4x8x2x3x2xf32>
}
// -----
// such a reshape to an unsharded tensor
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["a"=3, "b"=2]>
func.func @main(%arg0: tensor<2x4x12xf32> {sdy.sharding=#sdy.sharding<@mesh, [{"a"}, {}, {"b"}]>}) -> tensor<12x8xf32> {
  %0 = stablehlo.reshape %arg0 {sdy.sharding=#sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<2x4x12xf32>) -> tensor<12x8xf32>
  %1 = stablehlo.negate %0 {sdy.sharding=#sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<12x8xf32>
  return %1 : tensor<12x8xf32>
}
// -----
// such a reshape of a tensor sharded at its end
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["a"=4, "b"=3]>
func.func @main(%arg0: tensor<4x8x24xf32> {sdy.sharding=#sdy.sharding<@mesh, [{}, {}, {"a"}]>}) -> tensor<48x8x2xf32> {
  %0 = stablehlo.reshape %arg0 {sdy.sharding=#sdy.sharding_per_value<[<@mesh, [{}, {"b"}, {"a"}]>]>} : (tensor<4x8x24xf32>) -> tensor<48x8x2xf32>
  %1 = stablehlo.negate %0 {sdy.sharding=#sdy.sharding_per_value<[<@mesh, [{}, {"b"}, {"a"}]>]>} : tensor<48x8x2xf32>
  return %1 : tensor<48x8x2xf32>
}
// -----
// such a reshape where one axis is replaced
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["a"=4, "b"=3]>
func.func @main(%arg0: tensor<8x24x2xf32> {sdy.sharding=#sdy.sharding<@mesh, [{}, {"a"}, {}]>}) -> tensor<2x2x8x2x6xf32> {
  %0 = stablehlo.reshape %arg0 {sdy.sharding=#sdy.sharding_per_value<[<@mesh, [{}, {}, {}, {"b"}, {"a"}]>]>} : (tensor<8x24x2xf32>) -> tensor<2x2x8x2x6xf32>
  %1 = stablehlo.negate %0 {sdy.sharding=#sdy.sharding_per_value<[<@mesh, [{}, {}, {}, {"b"}, {"a"}]>]>} : tensor<2x2x8x2x6xf32>
  return %1 : tensor<2x2x8x2x6xf32>
}
// -----
// such a reshape with four axes
// test: pass sdy-insert-explicit-reshards{enable-full-version=true}
sdy.mesh @mesh = <["a"=3, "b"=4, "c"=2, "d"=6]>
func.func @main(%arg0: tensor<16x4x24xf32> {sdy.sharding=#sdy.sharding<@mesh, [{"c"}, {"a"}, {"d", "b"}]>}) -> tensor<96x4x2x2xf32> {
  %0 = stablehlo.reshape %arg0 {sdy.sharding=#sdy.sharding_per_value<[<@mesh, [{}, {"a", "c"}, {"b"}, {"d"}]>]>} : (tensor<16x4x24xf32>) -> tensor<96x4x2x2xf32>
  %1 = stablehlo.negate %0 {sdy.sharding=#sdy.sharding_per_value<[<@mesh, [{}, {"a", "c"}, {"b"}, {"d"}]>]>} : tensor<96x4x2x2xf32>
  return %1 : tensor<96x4x2x2xf32>
}
// -----
// an axis that is explicitly replicated becomes unreduced
sdy.mesh @mesh = <["a"=2, "b"=4, "c"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], replicated={"b"}>}) -> tensor<8x8xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// a part of an axis that is explicitly replicated becomes unreduced
sdy.mesh @mesh = <["a"=2, "b"=4, "c"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], replicated={"b"}>}) -> tensor<8x8xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"a"}, {}], unreduced={"b":(1)2}> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// an axis of which a part is explicitly replicated becomes unreduced
sdy.mesh @mesh = <["a"=2, "b"=4, "c"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], replicated={"b":(1)2}>}) -> tensor<8x8xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"a"}, {}], unreduced={"b", "c"}> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// the rest of an axis stays replicated
sdy.mesh @mesh = <["a"=2, "b"=4, "c"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], replicated={"b"}>}) -> tensor<8x8xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"a"}, {}], replicated={"b":(2)2}, unreduced={"b":(1)2}> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// one part of an axis shards and the other is replicated, and both become unreduced
sdy.mesh @mesh = <["a"=2, "b"=4, "c"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b":(1)2}], replicated={"b":(2)2}>}) -> tensor<8x8xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
