// test: lint
// A bias of 4 KiB is sharded along the axis of the batch.
sdy.mesh @mesh = <["data"=8]>

func.func @main(%x: tensor<64x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                %bias: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>})
    -> (tensor<64x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
  %0 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<1024xf32>) -> tensor<64x1024xf32>  // error: PA0805
  %1 = stablehlo.add %x, %0 : tensor<64x1024xf32>
  return %1 : tensor<64x1024xf32>
}
// -----
// A replicated bias.
sdy.mesh @mesh = <["data"=8]>

func.func @main(%x: tensor<64x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                %bias: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
    -> (tensor<64x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
  %0 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<1024xf32>) -> tensor<64x1024xf32>
  %1 = stablehlo.add %x, %0 : tensor<64x1024xf32>
  return %1 : tensor<64x1024xf32>
}
// -----
// A large matrix is worth sharding, although it is gathered.
sdy.mesh @mesh = <["data"=8]>
func.func @main(%x: tensor<64x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                %w: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>})
    -> (tensor<64x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x1024xf32>, tensor<1024x1024xf32>) -> tensor<64x1024xf32>
  return %0 : tensor<64x1024xf32>
}
// -----
// A small tensor that is computed on shards is not an argument.
sdy.mesh @mesh = <["data"=8]>
func.func @main(%x: tensor<64x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>})
    -> (tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x1024xf32>, tensor<f32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
