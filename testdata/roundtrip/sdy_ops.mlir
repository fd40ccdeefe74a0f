// test: roundtrip
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  sdy.mesh @empty = <[]>
  sdy.mesh @maximal = <[], device_ids=[3]>
  sdy.mesh @maximal0 = <[], device_ids=[0]>
  sdy.mesh @ordered = <["a"=2, "b"=2], device_ids=[3, 2, 1, 0]>
  sdy.mesh @one = <["a"=1]>
  sdy.mesh @"odd name" = <["axis with space"=2, "q\22"=3]>
  sdy.mesh @attrs = <["a"=2]> {foo, stablehlo.mesh = "x"}
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
    %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : tensor<16x16xf32>
    %1 = sdy.sharding_constraint %0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
    return
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}, {?}]>}) {
    %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}, {?}]>]>} : tensor<16x16xf32>
    %1 = sdy.sharding_constraint %0 <@m, [{"a", ?}, {?}]> : tensor<16x16xf32>
    return
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"a", "b"}]>}) {
    %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a", "b"}]>]>} : tensor<16x16xf32>
    %1 = sdy.sharding_constraint %0 <@m, [{}, {"a", "b"}]> : tensor<16x16xf32>
    return
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"c", "a"}, {"b"}]>}) {
    %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c", "a"}, {"b"}]>]>} : tensor<16x16xf32>
    %1 = sdy.sharding_constraint %0 <@m, [{"c", "a"}, {"b"}]> : tensor<16x16xf32>
    return
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(1)2}, {"b":(2)2}]>}) {
    %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b":(1)2}, {"b":(2)2}]>]>} : tensor<16x16xf32>
    %1 = sdy.sharding_constraint %0 <@m, [{"b":(1)2}, {"b":(2)2}]> : tensor<16x16xf32>
    return
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"c":(2)2, ?}, {"c":(1)2, "c":(4)2}]>}) {
    %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"c":(2)2, ?}, {"c":(1)2, "c":(4)2}]>]>} : tensor<16x16xf32>
    %1 = sdy.sharding_constraint %0 <@m, [{"c":(2)2, ?}, {"c":(1)2, "c":(4)2}]> : tensor<16x16xf32>
    return
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}p0, {"b", ?}p1]>}) {
    %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}p0, {"b", ?}p1]>]>} : tensor<16x16xf32>
    %1 = sdy.sharding_constraint %0 <@m, [{"a"}p0, {"b", ?}p1]> : tensor<16x16xf32>
    return
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}p12, {}]>}) {
    %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}p12, {}]>]>} : tensor<16x16xf32>
    %1 = sdy.sharding_constraint %0 <@m, [{?}p12, {}]> : tensor<16x16xf32>
    return
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], replicated={"a"}>}) {
    %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], replicated={"a"}>]>} : tensor<16x16xf32>
    %1 = sdy.sharding_constraint %0 <@m, [{}, {}], replicated={"a"}> : tensor<16x16xf32>
    return
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {?}], replicated={"b", "c"}>}) {
    %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {?}], replicated={"b", "c"}>]>} : tensor<16x16xf32>
    %1 = sdy.sharding_constraint %0 <@m, [{"a"}, {?}], replicated={"b", "c"}> : tensor<16x16xf32>
    return
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {?}], replicated={"b":(1)2, "c":(2)4}>}) {
    %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {?}], replicated={"b":(1)2, "c":(2)4}>]>} : tensor<16x16xf32>
    %1 = sdy.sharding_constraint %0 <@m, [{"a"}, {?}], replicated={"b":(1)2, "c":(2)4}> : tensor<16x16xf32>
    return
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], unreduced={"b"}>}) {
    %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}], unreduced={"b"}>]>} : tensor<16x16xf32>
    %1 = sdy.sharding_constraint %0 <@m, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>
    return
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], replicated={"a"}, unreduced={"b":(2)2, "c"}>}) {
    %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], replicated={"a"}, unreduced={"b":(2)2, "c"}>]>} : tensor<16x16xf32>
    %1 = sdy.sharding_constraint %0 <@m, [{}, {}], replicated={"a"}, unreduced={"b":(2)2, "c"}> : tensor<16x16xf32>
    return
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}p2, {"c", ?}p2], replicated={"b":(2)2}, unreduced={"b":(1)2}>}) {
    %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}p2, {"c", ?}p2], replicated={"b":(2)2}, unreduced={"b":(1)2}>]>} : tensor<16x16xf32>
    %1 = sdy.sharding_constraint %0 <@m, [{"a"}p2, {"c", ?}p2], replicated={"b":(2)2}, unreduced={"b":(1)2}> : tensor<16x16xf32>
    return
  }
}
// -----
module {
  func.func @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=2], device_ids=[3, 2, 1, 0]>, [{"b", ?}], replicated={"a"}>}, %arg2: tensor<f32> {sdy.sharding = #sdy.sharding<mesh<[], device_ids=[2]>, []>}, %arg3: tensor<f32> {sdy.sharding = #sdy.sharding<mesh<[]>, []>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{?}]>}) {
    %0 = sdy.sharding_constraint %arg0 <mesh<["a"=2]>, [{"a"}]> : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2]>
  sdy.mesh @max = <[], device_ids=[1]>
  func.func @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> (tensor<8xf32>, tensor<8xf32> {jax.result_info = "x", sdy.sharding = #sdy.sharding<@m, [{?}]>}) {
    %0:2 = stablehlo.custom_call @foo(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>, <@m, [{?}]>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
    stablehlo.custom_call @bar(%arg0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@max, []>]>} : (tensor<8xf32>) -> ()
    return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<8x8xf32>) {
    %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {?}]> {foo} : tensor<8x8xf32>
    %1 = sdy.reshard %arg0 <@m, [{"a"}, {?}]> : tensor<8x8xf32>
    %2 = sdy.reshard %1 <@m, [{}, {}], unreduced={"b"}> {foo} : tensor<8x8xf32>
    sdy.sharding_group %arg0 group_id=0 : tensor<8x8xf32>
    sdy.sharding_group %1 group_id=42 {foo} : tensor<8x8xf32>
    %3 = sdy.constant dense<1.000000e+00> : tensor<8x8xf32>
    %4 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} dense<1.000000e+00> : tensor<8x8xf32>
    %5 = sdy.propagation_barrier %3 allowed_direction=NONE : tensor<8x8xf32>
    %6 = sdy.propagation_barrier %5 allowed_direction=FORWARD {foo} : tensor<8x8xf32>
    %7 = sdy.propagation_barrier %6 allowed_direction=BACKWARD : tensor<8x8xf32>
    return
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) {
    %0 = stablehlo.add %arg0, %arg0 : tensor<8x8xf32>
    %1 = sdy.data_flow_edge %0 : tensor<8x8xf32>
    %2 = stablehlo.add %arg0, %1 : tensor<8x8xf32>
    %3 = sdy.data_flow_edge %2 sharding=<@m, [{"a", ?}, {}]> : tensor<8x8xf32>
    %4 = stablehlo.add %arg0, %3 : tensor<8x8xf32>
    %5 = sdy.data_flow_edge %4 sharding=<@m, [{"a"}, {}]> {foo} : tensor<8x8xf32>
    %6 = sdy.func_data_flow_edge %arg1 : tensor<8x8xf32>
    return
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<8x8xf32>) {
    %0 = sdy.func_data_flow_edge %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : tensor<8x8xf32>
    return
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<8x8xf32>, %arg1: tensor<16xf32>) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {?}]>] out_shardings=[<@m, [{"a"}, {?}]>] manual_axes={"a"} (%arg2: tensor<4x8xf32>) {
      sdy.return %arg2 : tensor<4x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1:2 = sdy.manual_computation(%0, %arg1) in_shardings=[<@m, [{"a", "b"}, {}]>, <@m, [{"a", "c"}], replicated={"b"}>] out_shardings=[<@m, [{"b"}], replicated={"a"}>, <@m, [{}, {"a", "b"}]>] manual_axes={"a", "b"} (%arg2: tensor<1x8xf32>, %arg3: tensor<8xf32>) {
      %2 = stablehlo.slice %arg3 [0:4] : (tensor<8xf32>) -> tensor<4xf32>
      %3 = stablehlo.reshape %arg2 : (tensor<1x8xf32>) -> tensor<8x1xf32>
      sdy.return %2, %3 : tensor<4xf32>, tensor<8x1xf32>
    } {foo} : (tensor<8x8xf32>, tensor<16xf32>) -> (tensor<16xf32>, tensor<8x8xf32>)
    sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
      sdy.return
    } : () -> ()
    return
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<8x8xf32>) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {"b", ?}]>] out_shardings=[<@m, [{"a"}, {"b", ?}]>] manual_axes={"a"} (%arg1: tensor<4x8xf32>) {
      %1 = sdy.manual_computation(%arg1) in_shardings=[<@m, [{}, {"b"}]>] out_shardings=[<@m, [{}, {"b"}]>] manual_axes={"b"} (%arg2: tensor<4x2xf32>) {
        %cst = stablehlo.constant dense<1.000000e+00> : tensor<4x2xf32>
        %2 = stablehlo.add %arg2, %cst : tensor<4x2xf32>
        sdy.return {foo} %2 : tensor<4x2xf32>
      } : (tensor<4x8xf32>) -> tensor<4x8xf32>
      sdy.return %1 : tensor<4x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<8x8xf32>) {
    %0 = sdy.named_computation<"foo">(%arg0) in_shardings=[<@m, [{"a"}, {?}]>] out_shardings=[<@m, [{"a"}, {?}]>] (%arg1: tensor<8x8xf32>) {
      sdy.return %arg1 : tensor<8x8xf32>
    } {foo} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = sdy.named_computation<"foo">(%arg0) (%arg1: tensor<8x8xf32>) {
      sdy.return %arg1 : tensor<8x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2:2 = sdy.named_computation<"f o\22o">(%arg0, %1) out_shardings=[<@m, [{"a"}, {?}]>, <@m, [{}, {}]>] (%arg1: tensor<8x8xf32>, %arg2: tensor<8x8xf32>) {
      sdy.return %arg1, %arg2 : tensor<8x8xf32>, tensor<8x8xf32>
    } : (tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
    %3 = sdy.named_computation<"">(%arg0) in_shardings=[<@m, [{"a"}, {?}]>] (%arg1: tensor<8x8xf32>) {
      sdy.return %arg1 : tensor<8x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    sdy.named_computation<"x">() () {
      sdy.return
    } : () -> ()
    return
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<8x8xf32>) {
    %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<8x8xf32>
    %1 = sdy.all_gather [{"b"}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<8x8xf32>
    %2 = sdy.all_slice [{"b"}, {}] %1 out_sharding=<@m, [{"a", "b"}, {}]> {foo} : tensor<8x8xf32>
    %3 = sdy.all_to_all [{"b"}: 0->1] %2 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<8x8xf32>
    %4 = sdy.collective_permute %3 out_sharding=<@m, [{"a"}, {"c":(1)4}]> : tensor<8x8xf32>
    %5 = sdy.all_reduce {"b"} %4 out_sharding=<@m, [{"a"}, {"c":(1)4}]> : tensor<8x8xf32>
    %6 = sdy.reduce_scatter [{"b"}, {}] %5 out_sharding=<@m, [{"a", "b"}, {"c":(1)4}]> : tensor<8x8xf32>
    %7 = sdy.sharded_to_unreduced [{"b"}, {}] %6 out_sharding=<@m, [{"a"}, {"c":(1)4}], unreduced={"b"}> : tensor<8x8xf32>
    %8 = sdy.replicated_to_unreduced {"c":(4)2} %7 out_sharding=<@m, [{"a"}, {"c":(1)4}], unreduced={"b", "c":(4)2}> {foo} : tensor<8x8xf32>
    %9 = sdy.all_reduce {} %8 out_sharding=<@m, [{"a"}, {"c":(1)4}], unreduced={"b", "c":(4)2}> : tensor<8x8xf32>
    return
  }
}
// -----
module {
  sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
  func.func @f(%arg0: tensor<16x16x16x16xf32>) {
    %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {"c"}, {}, {}]> : tensor<16x16x16x16xf32>
    %1 = sdy.all_to_all [{"b"}: 0->2, {"c"}: 1->3] %0 out_sharding=<@m, [{"a"}, {}, {"b"}, {"c"}]> : tensor<16x16x16x16xf32>
    %2 = sdy.all_gather [{}, {}, {"b":(2)2}, {"c":(2)4}] %1 out_sharding=<@m, [{"a"}, {}, {"b":(1)2}, {"c":(1)2}]> : tensor<16x16x16x16xf32>
    return
  }
}
