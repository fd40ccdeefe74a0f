// test: partition
// Every device transforms its shard of the batch (jax-ml/jax#15680).
// collectives: all_to_all=0, all_gather=0, all_reduce=0, collective_permute=0
module {
  sdy.mesh @mesh = <["x"=8]>
  func.func @main(%arg0: tensor<16x4x8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> (tensor<16x4x8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) {
    %0 = stablehlo.fft %arg0, type = FFT, length = [4, 8] : (tensor<16x4x8xcomplex<f32>>) -> tensor<16x4x8xcomplex<f32>>
    return %0 : tensor<16x4x8xcomplex<f32>>
  }
}
