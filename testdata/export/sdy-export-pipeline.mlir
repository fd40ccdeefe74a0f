// test: pass sdy-export-pipeline
// Collectives that do nothing go.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @f(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %u: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}) -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
  %0 = sdy.all_gather [{}, {}] %a out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{}, {}] %a out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<16x16xf32>
  %2 = sdy.all_reduce {} %a out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<16x16xf32>
  %3 = sdy.collective_permute %a out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<16x16xf32>
  %4 = sdy.reduce_scatter [{}, {}] %a out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<16x16xf32>
  %5 = sdy.sharded_to_unreduced [{}, {}] %a out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<16x16xf32>
  return %0, %1, %2, %3, %4, %5: tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
}
// -----
// A gather and the slice that undoes it.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @f(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{}, {"y"}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<16x16xf32>
  %2 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{}, {"y"}]> : tensor<16x16xf32>
  %3 = sdy.all_slice [{"z"}, {}] %2 out_sharding=<@mesh, [{"z"}, {"y"}]> : tensor<16x16xf32>
  %4 = sdy.all_slice [{}, {"z"}] %a out_sharding=<@mesh, [{"x"}, {"y", "z"}]> : tensor<16x16xf32>
  %5 = sdy.all_gather [{}, {"z"}] %4 out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<16x16xf32>
  %6 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<16x16xf32>
  return %1, %3, %5, %6 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
}
// -----
// Partial values that are added up at once; sums that are sliced.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @f(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %u: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}], unreduced={"x"}>}) -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
  %0 = sdy.replicated_to_unreduced {"x"} %a out_sharding=<@mesh, [{}, {"y"}], unreduced={"x"}> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"x"} %0 out_sharding=<@mesh, [{}, {"y"}]> : tensor<16x16xf32>
  %2 = sdy.sharded_to_unreduced [{}, {"y"}] %a out_sharding=<@mesh, [{}, {}], unreduced={"y"}> : tensor<16x16xf32>
  %3 = sdy.all_reduce {"y"} %2 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  %4 = sdy.all_reduce {"x"} %u out_sharding=<@mesh, [{"z"}, {}]> : tensor<16x16xf32>
  %5 = sdy.all_slice [{}, {"x"}] %4 out_sharding=<@mesh, [{"z"}, {"x"}]> : tensor<16x16xf32>
  %6 = sdy.all_reduce {"x"} %u out_sharding=<@mesh, [{"z"}, {}]> : tensor<16x16xf32>
  %7 = sdy.all_slice [{}, {"x", "y"}] %6 out_sharding=<@mesh, [{"z"}, {"x", "y"}]> : tensor<16x16xf32>
  %8 = sdy.all_reduce {"x"} %u out_sharding=<@mesh, [{"z"}, {}]> : tensor<16x16xf32>
  %9 = sdy.all_slice [{}, {"y", "x"}] %8 out_sharding=<@mesh, [{"z"}, {"y", "x"}]> : tensor<16x16xf32>
  return %1, %3, %5, %7, %9 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
}
// -----
// Moves of axes; reshards and unused ops.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @f(%a: tensor<16x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>}) -> (tensor<16x16x16xf32>, tensor<16x16x16xf32>, tensor<16x16x16xf32>) {
  %0 = sdy.all_to_all [{"x"}: 0->2] %a out_sharding=<@mesh, [{}, {"y"}, {"x"}]> : tensor<16x16x16xf32>
  %1 = sdy.all_to_all [{"y"}: 1->0] %0 out_sharding=<@mesh, [{"y"}, {}, {"x"}]> : tensor<16x16x16xf32>
  %2 = sdy.reshard %a <@mesh, [{}, {"y"}, {}]> : tensor<16x16x16xf32>
  %3 = sdy.reshard %2 <@mesh, [{"x"}, {"y"}, {}]> : tensor<16x16x16xf32>
  %4 = sdy.all_reduce {"z"} %a out_sharding=<@mesh, [{"x"}, {"y"}, {}]> : tensor<16x16x16xf32>
  %5 = sdy.all_reduce {"z"} %a out_sharding=<@mesh, [{"x"}, {"y"}, {}]> : tensor<16x16x16xf32>
  %6 = sdy.manual_computation(%a, %a) in_shardings=[<@mesh, [{}, {}, {}]>, <@mesh, [{}, {}, {}]>] out_shardings=[<@mesh, [{}, {}, {}]>] manual_axes={} (%arg2: tensor<16x16x16xf32>, %unused: tensor<16x16x16xf32>) {
    %7 = stablehlo.negate %arg2 : tensor<16x16x16xf32>
    sdy.return %7 : tensor<16x16x16xf32>
  } : (tensor<16x16x16xf32>, tensor<16x16x16xf32>) -> tensor<16x16x16xf32>
  %9 = sdy.manual_computation(%a, %a) in_shardings=[<@mesh, [{"x"}, {}, {}]>, <@mesh, [{"x"}, {}, {}]>] out_shardings=[<@mesh, [{"x"}, {}, {}]>] manual_axes={"x"} (%arg2: tensor<8x16x16xf32>, %unused: tensor<8x16x16xf32>) {
    %7 = stablehlo.negate %arg2 : tensor<8x16x16xf32>
    sdy.return %7 : tensor<8x16x16xf32>
  } : (tensor<16x16x16xf32>, tensor<16x16x16xf32>) -> tensor<16x16x16xf32>
  return %1, %3, %6 : tensor<16x16x16xf32>, tensor<16x16x16xf32>, tensor<16x16x16xf32>
}
// -----
// Partial values that are added up in part.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @partial(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %u: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}], unreduced={"x"}>}) -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
  %0 = sdy.replicated_to_unreduced {"x", "y"} %a out_sharding=<@mesh, [{}, {}], unreduced={"x", "y"}> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"x"} %0 out_sharding=<@mesh, [{}, {}], unreduced={"y"}> : tensor<16x16xf32>
  %2 = sdy.replicated_to_unreduced {"z"} %u out_sharding=<@mesh, [{}, {"y"}], unreduced={"x", "z"}> : tensor<16x16xf32>
  %3 = sdy.all_reduce {"x", "z"} %2 out_sharding=<@mesh, [{}, {"y"}]> : tensor<16x16xf32>
  %4 = sdy.replicated_to_unreduced {"y"} %a out_sharding=<@mesh, [{}, {}], unreduced={"y"}> : tensor<16x16xf32>
  %5 = sdy.all_reduce {"y":(1)2} %4 out_sharding=<@mesh, [{}, {}], unreduced={"y":(2)2}> : tensor<16x16xf32>
  %6 = sdy.sharded_to_unreduced [{}, {"y"}] %u out_sharding=<@mesh, [{}, {}], unreduced={"x", "y"}> : tensor<16x16xf32>
  %7 = sdy.all_reduce {"y"} %6 out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<16x16xf32>
  %8 = sdy.all_reduce {"x", "y"} %6 out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>
  return %1, %3, %5, %7, %8: tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
}
// -----
// Sharded values made partial and added up.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @s2u_multi(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"z", "y"}]>}) -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
  %6 = sdy.sharded_to_unreduced [{"x"}, {"y"}] %a out_sharding=<@mesh, [{}, {"z"}], unreduced={"x", "y"}> : tensor<16x16xf32>
  %7 = sdy.all_reduce {"x", "y"} %6 out_sharding=<@mesh, [{}, {"z"}]> : tensor<16x16xf32>
  %8 = sdy.all_reduce {"y"} %6 out_sharding=<@mesh, [{}, {"z"}], unreduced={"x"}> : tensor<16x16xf32>
  %9 = sdy.sharded_to_unreduced [{}, {"y":(2)2}] %a out_sharding=<@mesh, [{"x"}, {"z", "y":(1)2}], unreduced={"y":(2)2}> : tensor<16x16xf32>
  %10 = sdy.all_reduce {"y":(2)2} %9 out_sharding=<@mesh, [{"x"}, {"z", "y":(1)2}]> : tensor<16x16xf32>
  return %7, %8, %10 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
}
// -----
// Sums that are sliced along other axes than they were made over.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @reduce_slice(%u: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}], unreduced={"x", "y"}>}) -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
  %0 = sdy.all_reduce {"x", "y"} %u out_sharding=<@mesh, [{"z"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{}, {"x"}] %0 out_sharding=<@mesh, [{"z"}, {"x"}]> : tensor<16x16xf32>
  %2 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@mesh, [{"z", "x"}, {}]> : tensor<16x16xf32>
  %3 = sdy.all_reduce {"x", "y"} %u out_sharding=<@mesh, [{"z"}, {}]> : tensor<16x16xf32>
  %4 = sdy.all_slice [{}, {"x"}] %3 out_sharding=<@mesh, [{"z"}, {"x"}]> : tensor<16x16xf32>
  %5 = sdy.all_reduce {"x", "y"} %u out_sharding=<@mesh, [{"z"}, {}]> : tensor<16x16xf32>
  %6 = sdy.all_slice [{"y"}, {"x"}] %5 out_sharding=<@mesh, [{"z", "y"}, {"x"}]> : tensor<16x16xf32>
  %7 = sdy.all_reduce {"y"} %u out_sharding=<@mesh, [{"z"}, {}], unreduced={"x"}> : tensor<16x16xf32>
  %8 = sdy.all_slice [{}, {"y":(1)2}] %7 out_sharding=<@mesh, [{"z"}, {"y":(1)2}], unreduced={"x"}> : tensor<16x16xf32>
  %9 = sdy.all_reduce {"y":(1)2} %u out_sharding=<@mesh, [{"z"}, {}], unreduced={"x", "y":(2)2}> : tensor<16x16xf32>
  %10 = sdy.all_slice [{}, {"y":(1)2}] %9 out_sharding=<@mesh, [{"z"}, {"y":(1)2}], unreduced={"x", "y":(2)2}> : tensor<16x16xf32>
  %11 = sdy.all_reduce {"y":(1)2} %u out_sharding=<@mesh, [{"z"}, {}]> : tensor<16x16xf32>
  %12 = sdy.all_slice [{}, {"y"}] %11 out_sharding=<@mesh, [{"z"}, {"y"}]> : tensor<16x16xf32>
  return %1, %2, %4, %6, %8, %10, %12 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
}
// -----
// Moves between different dimensions are made at once.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @a2a(%a: tensor<16x16x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}, {}]>}) -> (tensor<16x16x16x16xf32>, tensor<16x16x16x16xf32>) {
  %0 = sdy.all_to_all [{"x"}: 0->2] %a out_sharding=<@mesh, [{}, {"y"}, {"x"}, {}]> : tensor<16x16x16x16xf32>
  %1 = sdy.all_to_all [{"y"}: 1->3] %0 out_sharding=<@mesh, [{}, {}, {"x"}, {"y"}]> : tensor<16x16x16x16xf32>
  %2 = sdy.all_to_all [{"y"}: 1->3] %a out_sharding=<@mesh, [{"x"}, {}, {}, {"y"}]> : tensor<16x16x16x16xf32>
  %3 = sdy.all_to_all [{"x"}: 0->2] %2 out_sharding=<@mesh, [{}, {}, {"x"}, {"y"}]> : tensor<16x16x16x16xf32>
  %4 = sdy.all_to_all [{"x"}: 0->2] %2 out_sharding=<@mesh, [{}, {}, {"x"}, {"y"}]> : tensor<16x16x16x16xf32>
  return %1, %3 : tensor<16x16x16x16xf32>, tensor<16x16x16x16xf32>
}
// -----
// Other orders of devices; attributes of removed ops.
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @order = <["x"=2, "y"=4], device_ids=[7,6,5,4,3,2,1,0]>
func.func @gs(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{}, {"y"}]> {foo} : tensor<16x16xf32>
  %1 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@mesh, [{"x"}, {"y"}]> {bar} : tensor<16x16xf32>
  %2 = sdy.collective_permute %a out_sharding=<@order, [{"x"}, {"y"}]> : tensor<16x16xf32>
  %3 = sdy.collective_permute %2 out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<16x16xf32>
  %4 = sdy.reduce_scatter [{}, {}] %0 out_sharding=<@mesh, [{}, {"y"}]> : tensor<16x16xf32>
  return %1, %3, %4 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
}
// -----
// Reshards of reshards stay.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @rs(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
  %0 = sdy.reshard %a <@mesh, [{}, {"y"}]> {foo} : tensor<16x16xf32>
  %1 = sdy.reshard %0 <@mesh, [{"y"}, {}]> {bar} : tensor<16x16xf32>
  %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<16x16xf32>
  %3 = sdy.reshard %a <@mesh, [{"x"}, {"y"}]> : tensor<16x16xf32>
  %4 = sdy.reshard %a <@mesh, [{}, {}]> : tensor<16x16xf32>
  %5 = sdy.reshard %4 <@mesh, [{"x"}, {}]> : tensor<16x16xf32>
  %6 = sdy.reshard %4 <@mesh, [{"y"}, {}]> : tensor<16x16xf32>
  return %2, %3, %5, %6 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
}
// -----
// Equal constants of a function become one, in front of it.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x4xf32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<8x4xf32>, tensor<i32>) {
  %c0 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<0.0> : tensor<f32>
  %n = stablehlo.negate %a : tensor<8x4xf32>
  %c1 = stablehlo.constant dense<0.0> : tensor<f32>
  %c2 = stablehlo.constant dense<1> : tensor<i32>
  %s = stablehlo.add %c0, %c1 : tensor<f32>
  %r = stablehlo.reduce(%n init: %s) across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
   reducer(%p: tensor<f32>, %q: tensor<f32>)  {
    %c3 = stablehlo.constant dense<2.0> : tensor<f32>
    %t = stablehlo.add %p, %q : tensor<f32>
    %t1 = stablehlo.add %t, %c3 : tensor<f32>
    %c4 = stablehlo.constant dense<0.0> : tensor<f32>
    %t2 = stablehlo.add %t1, %c4 : tensor<f32>
    stablehlo.return %t2 : tensor<f32>
  }
  %w = stablehlo.while(%x = %i) : tensor<i32>
  cond {
    %c5 = stablehlo.constant dense<5> : tensor<i32>
    %l = stablehlo.compare LT, %x, %c5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  } do {
    %c6 = stablehlo.constant dense<5> : tensor<i32>
    %c7 = stablehlo.constant dense<7> : tensor<i32>
    %y = stablehlo.add %c6, %c7 : tensor<i32>
    stablehlo.return %y : tensor<i32>
  }
  %m = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%z: tensor<4x4xf32>) {
    %c8 = stablehlo.constant dense<1.0> : tensor<4x4xf32>
    %u = stablehlo.add %z, %c8 : tensor<4x4xf32>
    %c9 = stablehlo.constant dense<2.0> : tensor<4x4xf32>
    %v = stablehlo.add %u, %c9 : tensor<4x4xf32>
    sdy.return %v : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %unused = stablehlo.constant dense<9.0> : tensor<f32>
  return %r, %m, %w : tensor<4xf32>, tensor<8x4xf32>, tensor<i32>
}
// -----
// A product with partial sums, and a reshard that makes some, are added up where they are returned.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", ?}]>}, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {?}], unreduced={"x"}>]>} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}], unreduced={"x", "z"}> : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
// -----
// test: pass sdy-export-pipeline{enable-insert-explicit-collectives=true}
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {"x"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@m, [{}, {"x"}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// -----
// test: pass sdy-export-pipeline{enable-insert-explicit-collectives=true}
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}, {}, {}]>}) -> (tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}, {}, {}]>}) {
  %0 = sdy.sharding_constraint %a <@m, [{}, {}, {"x"}, {"y"}]> : tensor<8x8x8x8xf32>
  %1 = stablehlo.add %0, %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}, {"x"}, {"y"}]>]>} : tensor<8x8x8x8xf32>
  %2 = sdy.sharding_constraint %1 <@m, [{}, {}, {}, {}]> : tensor<8x8x8x8xf32>
  return %2 : tensor<8x8x8x8xf32>
}
// -----
// What is between two moves is needed.
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}, {}, {}]>}) -> (tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>) {
  %0 = sdy.all_to_all [{"x"}: 0->2] %a out_sharding=<@m, [{}, {"y"}, {"x"}, {}]> : tensor<8x8x8x8xf32>
  %1 = sdy.all_to_all [{"y"}: 1->3] %0 out_sharding=<@m, [{}, {}, {"x"}, {"y"}]> : tensor<8x8x8x8xf32>
  return %0, %1 : tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>
}
// -----
// sharding groups and constraints stay for a partitioner that follows
// test: pass sdy-export-pipeline{avoid-export-for-partitioning=true}
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<7x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  sdy.sharding_group %arg0 group_id=0 : tensor<8x7xf32>
  %0 = sdy.sharding_constraint %arg1 <@mesh, [{}, {"x"}]> : tensor<7x8xf32>
  %1 = stablehlo.dot %arg0, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {?}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=7} reduction={k}>} : (tensor<8x7xf32>, tensor<7x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// -----
// the option about calls changes nothing
// test: pass sdy-export-pipeline{avoid-reshards-on-calls=true}
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<7x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  sdy.sharding_group %arg0 group_id=0 : tensor<8x7xf32>
  %0 = sdy.sharding_constraint %arg1 <@mesh, [{}, {"x"}]> : tensor<7x8xf32>
  %1 = stablehlo.dot %arg0, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {?}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=7} reduction={k}>} : (tensor<8x7xf32>, tensor<7x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// -----
// derived rules stay
// test: pass sdy-export-pipeline{keep-sharding-rules=true}
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<7x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  sdy.sharding_group %arg0 group_id=0 : tensor<8x7xf32>
  %0 = sdy.sharding_constraint %arg1 <@mesh, [{}, {"x"}]> : tensor<7x8xf32>
  %1 = stablehlo.dot %arg0, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {?}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=7} reduction={k}>} : (tensor<8x7xf32>, tensor<7x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// -----
// arguments and results keep shardings that do not divide them
// test: pass sdy-export-pipeline{update-non-divisible-input-output-shardings=false}
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<7x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  sdy.sharding_group %arg0 group_id=0 : tensor<8x7xf32>
  %0 = sdy.sharding_constraint %arg1 <@mesh, [{}, {"x"}]> : tensor<7x8xf32>
  %1 = stablehlo.dot %arg0, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {?}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=7} reduction={k}>} : (tensor<8x7xf32>, tensor<7x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// -----
// collectives beside products are dropped
// test: pass sdy-export-pipeline{enable-insert-explicit-collectives=true remove-all-gather-reduce-scatter-for-cmv1=true}
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<7x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  sdy.sharding_group %arg0 group_id=0 : tensor<8x7xf32>
  %0 = sdy.sharding_constraint %arg1 <@mesh, [{}, {"x"}]> : tensor<7x8xf32>
  %1 = stablehlo.dot %arg0, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {?}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=7} reduction={k}>} : (tensor<8x7xf32>, tensor<7x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// -----
// without collectives there is nothing to drop
// test: pass sdy-export-pipeline{remove-all-gather-reduce-scatter-for-cmv1=true}
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<7x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  sdy.sharding_group %arg0 group_id=0 : tensor<8x7xf32>
  %0 = sdy.sharding_constraint %arg1 <@mesh, [{}, {"x"}]> : tensor<7x8xf32>
  %1 = stablehlo.dot %arg0, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {?}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=7} reduction={k}>} : (tensor<8x7xf32>, tensor<7x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// -----
// debug information goes
// test: pass sdy-export-pipeline{dump-sharding-origins=true dump-propagation-edges=true}
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<7x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  sdy.sharding_group %arg0 group_id=0 : tensor<8x7xf32>
  %0 = sdy.sharding_constraint %arg1 <@mesh, [{}, {"x"}]> : tensor<7x8xf32>
  %1 = stablehlo.dot %arg0, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {?}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=7} reduction={k}>} : (tensor<8x7xf32>, tensor<7x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
