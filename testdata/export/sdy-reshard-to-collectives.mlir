// test: pass sdy-reshard-to-collectives
// What shards nothing yet is sliced, what is not wanted is gathered.
sdy.mesh @m = <["x"=2, "y"=2, "z"=2]>
func.func @slice(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.reshard %a <@m, [{"x", "z"}, {"y"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
func.func @gather(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "z"}, {"y"}]>}) -> tensor<16x16xf32> {
  %0 = sdy.reshard %a <@m, [{"x"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
func.func @both(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.reshard %a <@m, [{}, {"y"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
func.func @from_nothing(%a: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = sdy.reshard %a <@m, [{}, {"y"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
// -----
// Axes move between dimensions; those that follow them are sliced first where the size divides.
sdy.mesh @m = <["x"=2, "y"=2, "z"=2]>
func.func @move(%a: tensor<16x16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {}, {}]>}) -> tensor<16x16x16xf32> {
  %0 = sdy.reshard %a <@m, [{"x"}, {"y"}, {}]> : tensor<16x16x16xf32>
  return %0 : tensor<16x16x16xf32>
}
func.func @move_to_two(%a: tensor<16x16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {}, {}]>}) -> tensor<16x16x16xf32> {
  %0 = sdy.reshard %a <@m, [{}, {"y"}, {"x"}]> : tensor<16x16x16xf32>
  return %0 : tensor<16x16x16xf32>
}
func.func @move_with_slice(%a: tensor<16x16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}, {}]>}) -> tensor<16x16x16xf32> {
  %0 = sdy.reshard %a <@m, [{}, {"x", "y"}, {}]> : tensor<16x16x16xf32>
  return %0 : tensor<16x16x16xf32>
}
func.func @move_with_uneven_slice(%a: tensor<6x16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}, {}]>}) -> tensor<6x16x16xf32> {
  %0 = sdy.reshard %a <@m, [{}, {"x", "y"}, {}]> : tensor<6x16x16xf32>
  return %0 : tensor<6x16x16xf32>
}
func.func @move_with_slice_of_unknown(%a: tensor<?x16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}, {}]>}) -> tensor<?x16x16xf32> {
  %0 = sdy.reshard %a <@m, [{}, {"x", "y"}, {}]> : tensor<?x16x16xf32>
  return %0 : tensor<?x16x16xf32>
}
// -----
// Devices trade places: axes are reordered, replaced, and brought into the order in which they can leave.
sdy.mesh @m = <["x"=2, "y"=2, "z"=2, "w"=4]>
func.func @reorder(%a: tensor<16x16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {}, {}]>}) -> tensor<16x16x16xf32> {
  %0 = sdy.reshard %a <@m, [{"y", "x"}, {}, {}]> : tensor<16x16x16xf32>
  return %0 : tensor<16x16x16xf32>
}
func.func @trade(%a: tensor<16x16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}, {}]>}) -> tensor<16x16x16xf32> {
  %0 = sdy.reshard %a <@m, [{"y"}, {"x"}, {}]> : tensor<16x16x16xf32>
  return %0 : tensor<16x16x16xf32>
}
func.func @replace(%a: tensor<16x16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"w"}, {}, {}]>}) -> tensor<16x16x16xf32> {
  %0 = sdy.reshard %a <@m, [{"z", "x"}, {}, {}]> : tensor<16x16x16xf32>
  return %0 : tensor<16x16x16xf32>
}
func.func @replace_part(%a: tensor<16x16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"w"}, {}, {}]>}) -> tensor<16x16x16xf32> {
  %0 = sdy.reshard %a <@m, [{"z"}, {}, {}]> : tensor<16x16x16xf32>
  return %0 : tensor<16x16x16xf32>
}
func.func @leave_in_order(%a: tensor<16x16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y", "z"}, {}, {}]>}) -> tensor<16x16x16xf32> {
  %0 = sdy.reshard %a <@m, [{}, {"z", "x"}, {}]> : tensor<16x16x16xf32>
  return %0 : tensor<16x16x16xf32>
}
// -----
// Parts of axes.
sdy.mesh @m = <["x"=16, "y"=4]>
func.func @split(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<64x64xf32> {
  %0 = sdy.reshard %a <@m, [{"x":(1)4}, {"x":(4)4}]> : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @join(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)4}, {"x":(4)4}]>}) -> tensor<64x64xf32> {
  %0 = sdy.reshard %a <@m, [{"x"}, {}]> : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @split_to_fit(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@m, [{"y":(1)2}, {}]>}) -> tensor<64x64xf32> {
  %0 = sdy.reshard %a <@m, [{"x"}, {}]> : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @middle(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<64x64xf32> {
  %0 = sdy.reshard %a <@m, [{"x":(4)2}, {"y"}]> : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
// -----
// Sizes that do not divide each other take a second round. Shardy leaves it at two, and @unfinished does not arrive.
sdy.mesh @m = <["x"=2, "y"=3, "z"=5]>
func.func @second_round(%a: tensor<60x60xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {"x"}]>}) -> tensor<60x60xf32> {
  %0 = sdy.reshard %a <@m, [{"x"}, {"y"}]> : tensor<60x60xf32>
  return %0 : tensor<60x60xf32>
}
func.func @unfinished(%a: tensor<60x60xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {"z"}]>}) -> tensor<60x60xf32> {
  %0 = sdy.reshard %a <@m, [{"z", "x"}, {"y"}]> : tensor<60x60xf32>
  return %0 : tensor<60x60xf32>
}
func.func @no_change_in_between(%a: tensor<60x60xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<60x60xf32> {
  %0 = sdy.reshard %a <@m, [{}, {"x", "z", "y"}]> : tensor<60x60xf32>
  return %0 : tensor<60x60xf32>
}
// -----
// The order of the devices changes at the permutation; a replicated result stays on the mesh it comes from.
sdy.mesh @m = <["x"=2, "y"=2]>
sdy.mesh @reversed = <["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>
func.func @same_axes(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<16x16xf32> {
  %0 = sdy.reshard %a <@reversed, [{"x"}, {"y"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
func.func @slice_before(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.reshard %a <@reversed, [{"x"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
func.func @move_after(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<16x16xf32> {
  %0 = sdy.reshard %a <@reversed, [{}, {"y", "x"}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
func.func @to_replicated(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  %0 = sdy.reshard %a <@reversed, [{}, {}]> : tensor<16x16xf32>
  %1 = sdy.reshard %0 <@reversed, [{"x"}, {}]> : tensor<16x16xf32>
  return %0, %1 : tensor<16x16xf32>, tensor<16x16xf32>
}
// -----
// No collective leads to a mesh with other axes.
sdy.mesh @m = <["x"=2, "y"=2]>
sdy.mesh @o = <["a"=4]>
func.func @main(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  %0 = sdy.reshard %a <@o, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.reshard %a <@o, [{}, {}]> : tensor<16x16xf32>
  return %0, %1 : tensor<16x16xf32>, tensor<16x16xf32>
}
// -----
// Reshards that change nothing go. Open or closed, replicated and unreduced axes do not count.
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
  %0 = sdy.reshard %a <@m, [{"x", ?}, {?}]> : tensor<16x16xf32>
  %1 = sdy.reshard %a <@m, [{"x"}, {}], replicated={"y"}> : tensor<16x16xf32>
  %2 = sdy.reshard %1 <@m, [{"x"}, {}], unreduced={"y"}> : tensor<16x16xf32>
  return %0, %1, %2 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
}
// -----
// test: pass sdy-reshard-to-collectives{keep-redundant-reshards=true}
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  %0 = sdy.reshard %a <@m, [{"x", ?}, {?}]> : tensor<16x16xf32>
  %1 = sdy.reshard %a <@m, [{"y"}, {}]> : tensor<16x16xf32>
  return %0, %1 : tensor<16x16xf32>, tensor<16x16xf32>
}
// -----
// The unreduced axes of the result are on every step, except of one to a replicated result.
sdy.mesh @m = <["x"=2, "y"=2, "z"=2]>
func.func @main(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {}], unreduced={"x", "z"}>}) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  %0 = sdy.reshard %a <@m, [{"x"}, {"y"}], unreduced={"z"}> : tensor<16x16xf32>
  %1 = sdy.reshard %a <@m, [{}, {}], unreduced={"z"}> : tensor<16x16xf32>
  return %0, %1 : tensor<16x16xf32>, tensor<16x16xf32>
}
// -----
// Inside regions.
sdy.mesh @m = <["x"=2, "y"=2, "z"=2]>
func.func @while(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {}]>}, %c: tensor<i32>) -> tensor<16x16xf32> {
  %cst = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %c) : tensor<16x16xf32>, tensor<i32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y"}, {}]>, <@m, []>]>}
    cond {
      %1 = stablehlo.compare LT, %iterArg_0, %cst : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = sdy.reshard %iterArg <@m, [{}, {"y"}]> : tensor<16x16xf32>
      %2 = sdy.reshard %1 <@m, [{"y"}, {}]> : tensor<16x16xf32>
      %3 = sdy.reshard %iterArg_0 <@m, []> : tensor<i32>
      stablehlo.return %2, %3 : tensor<16x16xf32>, tensor<i32>
    }
  return %0#0 : tensor<16x16xf32>
}
func.func @manual(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {"z"}]>}) -> tensor<16x16xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"x", "y"}, {"z"}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<8x16xf32>) {
    %1 = sdy.reshard %arg1 <@m, [{}, {"y"}]> : tensor<8x16xf32>
    %2 = sdy.reshard %1 <@m, [{}, {}]> : tensor<8x16xf32>
    sdy.return %2 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
// -----
// A barrier matters to propagation only.
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  %0 = sdy.propagation_barrier %a allowed_direction=NONE {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y"}, {}]>]>} : tensor<16x16xf32>
  %1 = sdy.propagation_barrier %0 allowed_direction=FORWARD : tensor<16x16xf32>
  %2 = sdy.reshard %1 <@m, [{"x"}, {}]> : tensor<16x16xf32>
  %3 = sdy.reshard %1 <@m, [{"x"}, {"y"}]> : tensor<16x16xf32>
  return %2, %3 : tensor<16x16xf32>, tensor<16x16xf32>
}
func.func @replicated(%a: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = sdy.propagation_barrier %a allowed_direction=NONE : tensor<16x16xf32>
  %1 = sdy.reshard %0 <@m, [{}, {}]> : tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}
// -----
// Whether a reshard stays is decided before any other is converted.
sdy.mesh @m = <["x"=2, "y"=2]>
sdy.mesh @o = <["a"=4]>
func.func @main(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<16x16xf32> {
  %0 = sdy.reshard %a <@o, [{}, {}]> : tensor<16x16xf32>
  %1 = sdy.reshard %0 <@m, [{"x"}, {}]> : tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}
