// test: partition
// The transformed dimension is sharded and the batch is not: the axes move there and back, nothing is gathered.
// collectives: all_to_all=2, all_gather=0
module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%arg0: tensor<8x16xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x16xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
    %0 = stablehlo.fft %arg0, type = FFT, length = [16] : (tensor<8x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>>
    return %0 : tensor<8x16xcomplex<f32>>
  }
}
