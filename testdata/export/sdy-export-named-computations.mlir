// test: pass sdy-export-named-computations
// Without shardings.
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"f">(%arg0) (%arg1: tensor<8xf32>) {
    %1 = stablehlo.negate %arg1 : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// With in and out shardings, and attributes on the op.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"f">(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"y"}]>] (%arg1: tensor<8xf32>) {
    %1 = stablehlo.negate %arg1 : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } {tag = "f", mhlo.frontend_attributes = {a = "b"}} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// Only one of the two lists.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.named_computation<"f">(%arg0) in_shardings=[<@mesh, [{"x"}]>] (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %1 = sdy.named_computation<"g">(%arg0) out_shardings=[<@mesh, [{"x"}]>] (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
// -----
// Names that are taken: by a function, by each other, by the mesh.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"main">(%arg0) (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %1 = sdy.named_computation<"f">(%0) (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %2 = sdy.named_computation<"f">(%1) (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %3 = sdy.named_computation<"mesh">(%2) (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %4 = sdy.named_computation<"f_0">(%3) (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %5 = sdy.named_computation<"f">(%4) (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %5 : tensor<8xf32>
}
// -----
// Nested, in two functions.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"f">(%arg0) (%arg1: tensor<8xf32>) {
    %1 = sdy.named_computation<"g">(%arg1) (%arg2: tensor<8xf32>) {
      %2 = sdy.named_computation<"f">(%arg2) (%arg3: tensor<8xf32>) {
        sdy.return %arg3 : tensor<8xf32>
      } : (tensor<8xf32>) -> tensor<8xf32>
      sdy.return %2 : tensor<8xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @other(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"g">(%arg0) (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// Edges of the computation go, their shardings stay.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0:3 = sdy.named_computation<"f">(%arg0, %arg1, %arg2) (%arg3: tensor<8xf32>, %arg4: tensor<8xf32>, %arg5: tensor<8xf32>) {
    %3 = sdy.data_flow_edge %arg3 sharding=<@mesh, [{"x", ?}]> : tensor<8xf32>
    %4 = sdy.data_flow_edge %arg4 : tensor<8xf32>
    sdy.return %3, %4, %arg5 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  } : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  %1 = sdy.data_flow_edge %0#0 : tensor<8xf32>
  %2 = sdy.data_flow_edge %0#1 sharding=<@mesh, [{"y"}]> : tensor<8xf32>
  return %1, %2, %0#2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
// -----
// Edges and lists at once.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = sdy.named_computation<"f">(%arg0, %arg1) in_shardings=[<@mesh, [{"y"}]>, <@mesh, [{"y"}]>] out_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>] (%arg3: tensor<8xf32>, %arg4: tensor<8xf32>) {
    %3 = sdy.data_flow_edge %arg3 sharding=<@mesh, [{"x", ?}]> : tensor<8xf32>
    %4 = sdy.data_flow_edge %arg4 : tensor<8xf32>
    sdy.return %3, %4 : tensor<8xf32>, tensor<8xf32>
  } : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %1 = sdy.data_flow_edge %0#0 : tensor<8xf32>
  %2 = sdy.data_flow_edge %0#1 sharding=<@mesh, [{"y"}]> : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
// -----
// Inside a manual computation and a loop; the function remembers the manual axes.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<4xf32>) {
    %1 = stablehlo.while(%a = %arg1) : tensor<4xf32>
    cond {
      %c = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %2 = sdy.named_computation<"body">(%a) out_shardings=[<@mesh, [{"y"}]>] (%arg2: tensor<4xf32>) {
        sdy.return %arg2 : tensor<4xf32>
      } : (tensor<4xf32>) -> tensor<4xf32>
      stablehlo.return %2 : tensor<4xf32>
    }
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// Nested manual computations and a call in the body.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<16xf32>) -> tensor<16xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<8xf32>) {
    %1 = sdy.named_computation<"outer">(%arg1) (%arg2: tensor<8xf32>) {
      %2 = sdy.manual_computation(%arg2) in_shardings=[<@mesh, [{"z"}]>] out_shardings=[<@mesh, [{"z"}]>] manual_axes={"z"} (%arg3: tensor<4xf32>) {
        %3 = sdy.named_computation<"inner">(%arg3) (%arg4: tensor<4xf32>) {
          sdy.return %arg4 : tensor<4xf32>
        } : (tensor<4xf32>) -> tensor<4xf32>
        sdy.return %3 : tensor<4xf32>
      } : (tensor<8xf32>) -> tensor<8xf32>
      %5 = func.call @g(%2) : (tensor<8xf32>) -> tensor<8xf32>
      sdy.return %5 : tensor<8xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
func.func private @g(%arg0: tensor<8xf32>) -> tensor<8xf32> attributes {sdy.original_func_name = "h"} {
  %0 = sdy.named_computation<"in_g">(%arg0) (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// No operands; no results; several results.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<i32>) {
  sdy.named_computation<"none">() () {
    sdy.return
  } : () -> ()
  %0:2 = sdy.named_computation<"two">(%arg0) out_shardings=[<@mesh, [{"x"}]>, <@mesh, []>] (%arg1: tensor<8xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    sdy.return %arg1, %c : tensor<8xf32>, tensor<i32>
  } : (tensor<8xf32>) -> (tensor<8xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<i32>
}
// -----
// No named computation at all.
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
