// test: lint
// A replicated result gathers the tensor.
sdy.mesh @mesh = <["data"=8]>

func.func @main(%x: tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>})
    -> (tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.negate %x : tensor<8192x8192xf32>
  return %0 : tensor<8192x8192xf32>  // error: PA0802
}
// -----
// A sharded result gathers nothing.
sdy.mesh @mesh = <["data"=8]>

func.func @main(%x: tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>})
    -> (tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
  %0 = stablehlo.negate %x : tensor<8192x8192xf32>
  return %0 : tensor<8192x8192xf32>
}
// -----
// A gather along one of two axes leaves the tensor sharded.
sdy.mesh @mesh = <["data"=8, "model"=4]>
func.func @main(%x: tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>})
    -> (tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}) {
  %0 = stablehlo.negate %x : tensor<8192x8192xf32>
  return %0 : tensor<8192x8192xf32>
}
// -----
// A small tensor may be gathered.
sdy.mesh @mesh = <["data"=8]>
func.func @main(%x: tensor<1024x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>})
    -> (tensor<1024x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.negate %x : tensor<1024x8192xf32>
  return %0 : tensor<1024x8192xf32>
}
// -----
// Gathers of one line of Python are one warning, at the largest.
sdy.mesh @mesh = <["data"=8]>
func.func @main(%x: tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                %y: tensor<8192x16384xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>})
    -> (tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<8192x16384xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {}]> : tensor<8192x8192xf32> loc("train.py":4:2)
  %1 = sdy.sharding_constraint %y <@mesh, [{}, {}]> : tensor<8192x16384xf32> loc("train.py":4:2)  // error: PA0802
  return %0, %1 : tensor<8192x8192xf32>, tensor<8192x16384xf32>
}
