// test: pass sdy-remove-size-one-axes
// Dimensions, replicated and unreduced axes lose the axes of size one; the mesh keeps them.
sdy.mesh @mesh = <["a"=1, "x"=2, "b"=1, "y"=4]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "x"}, {"b", ?}], replicated={"y"}>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}], replicated={"a"}, unreduced={"b"}>}) -> tensor<8x8xf32> {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "b"}, {"a"}]>]>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// A closed dimension that is left empty loses its priority, an open one keeps it.
sdy.mesh @mesh = <["a"=1, "b"=1, "x"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p1, {"b", ?}p2]>}) -> tensor<8x8xf32> {
  return %arg0 : tensor<8x8xf32>
}
// -----
// Meshes written in place count too, if there is such a mesh with a symbol.
sdy.mesh @mesh = <["a"=1, "x"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=1, "y"=2]>, [{"a", "y"}, {}]>}) -> tensor<8x8xf32> {
  return %arg0 : tensor<8x8xf32>
}
// -----
// Otherwise they do not.
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=1, "x"=2]>, [{"a", "x"}, {}]>}) -> tensor<8x8xf32> {
  return %arg0 : tensor<8x8xf32>
}
// -----
// Manual axes of size one stay manual, but the shardings no longer mention them.
sdy.mesh @mesh = <["a"=1, "x"=2]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", "x"}]>] out_shardings=[<@mesh, [{"x"}], replicated={"a"}>] manual_axes={"a", "x"} (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
