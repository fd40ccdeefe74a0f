// test: lint
// An argument without an annotation, to which no sharding propagates, is replicated.
sdy.mesh @mesh = <["data"=8]>

func.func @main(%x: tensor<64x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                %w: tensor<8192x8192xf32>) -> tensor<64x8192xf32> {  // error: PA0801
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x8192xf32>, tensor<8192x8192xf32>) -> tensor<64x8192xf32>
  return %0 : tensor<64x8192xf32>
}
// -----
// A closed annotation states that it is meant to be replicated.
sdy.mesh @mesh = <["data"=8]>

func.func @main(%x: tensor<64x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                %w: tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<64x8192xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x8192xf32>, tensor<8192x8192xf32>) -> tensor<64x8192xf32>
  return %0 : tensor<64x8192xf32>
}
// -----
// Below 64 MiB nothing is reported.
sdy.mesh @mesh = <["data"=8]>
func.func @main(%x: tensor<64x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                %w: tensor<4096x2048xf32>) -> tensor<64x2048xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x4096xf32>, tensor<4096x2048xf32>) -> tensor<64x2048xf32>
  return %0 : tensor<64x2048xf32>
}
// -----
// An axis that divides no dimension cannot shard it.
sdy.mesh @mesh = <["data"=7]>
func.func @main(%x: tensor<70x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                %w: tensor<8192x8192xf32>) -> tensor<70x8192xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<70x8192xf32>, tensor<8192x8192xf32>) -> tensor<70x8192xf32>
  return %0 : tensor<70x8192xf32>
}
// -----
// An open dimension of an annotation is left to propagation; an axis in `replicated` is not.
sdy.mesh @mesh = <["data"=8, "model"=4]>
func.func @main(%v: tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}]>},  // error: PA0801
                %w: tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}], replicated={"data", "model"}>}) -> (tensor<8192x8192xf32>, tensor<8192x8192xf32>) {
  %0 = stablehlo.negate %v : tensor<8192x8192xf32>
  %1 = stablehlo.negate %w : tensor<8192x8192xf32>
  return %0, %1 : tensor<8192x8192xf32>, tensor<8192x8192xf32>
}
// -----
// A tensor that is gathered is replicated from then on, which is reported once.
sdy.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<8x4194304xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<33554432xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %0 = stablehlo.reverse %a, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<8x4194304xf32>
  %1 = stablehlo.negate %0 : tensor<8x4194304xf32>
  %2 = stablehlo.reshape %1 : (tensor<8x4194304xf32>) -> tensor<33554432xf32>  // error: PA0802
  return %2 : tensor<33554432xf32>
}
// -----
// A sum over the axis is replicated by its all-reduce, as it should be.
sdy.mesh @mesh = <["data"=8]>
func.func @main(%x: tensor<65536x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                %y: tensor<65536x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> tensor<4096x4096xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<65536x4096xf32>, tensor<65536x4096xf32>) -> tensor<4096x4096xf32>
  %1 = stablehlo.negate %0 : tensor<4096x4096xf32>
  return %1 : tensor<4096x4096xf32>
}
// -----
// A program without shardings has no lints.
func.func @main(%w: tensor<8192x8192xf32>) -> tensor<8192x8192xf32> {
  %0 = stablehlo.negate %w : tensor<8192x8192xf32>
  return %0 : tensor<8192x8192xf32>
}
// -----
// Nor has a mesh of one device.
sdy.mesh @mesh = <["x"=1]>
func.func @main(%w: tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}, %v: tensor<8192x8192xf32>) -> tensor<8192x8192xf32> {
  %0 = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<8192x8192xf32>, tensor<8192x8192xf32>) -> tensor<8192x8192xf32>
  return %0 : tensor<8192x8192xf32>
}
// -----
// An op that needs one dimension unsharded loses its axis; the ops after it are not reported.
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<4x8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {}]>}) -> tensor<4x8192x8192xf32> {
  %0 = stablehlo.cholesky %a, lower = true : tensor<4x8192x8192xf32>  // error: PA0801
  %1 = stablehlo.negate %0 : tensor<4x8192x8192xf32>
  return %1 : tensor<4x8192x8192xf32>
}
