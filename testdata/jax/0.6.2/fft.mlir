module @jit_fft attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func public @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x16xf32> {jax.result_info = "result[0]"}, tensor<8x16xf32> {jax.result_info = "result[1]"}) {
    %0 = call @fft(%arg0) : (tensor<8x16xf32>) -> tensor<8x16xcomplex<f32>>
    %1 = stablehlo.abs %0 : (tensor<8x16xcomplex<f32>>) -> tensor<8x16xf32>
    %2 = call @fft_0(%arg0) : (tensor<8x16xf32>) -> tensor<8x9xcomplex<f32>>
    %3 = call @fft_1(%2) : (tensor<8x9xcomplex<f32>>) -> tensor<8x16xf32>
    return %1, %3 : tensor<8x16xf32>, tensor<8x16xf32>
  }
  func.func private @fft(%arg0: tensor<8x16xf32>) -> tensor<8x16xcomplex<f32>> {
    %0 = stablehlo.convert %arg0 : (tensor<8x16xf32>) -> tensor<8x16xcomplex<f32>>
    %1 = stablehlo.fft %0, type =  FFT, length = [8, 16] : (tensor<8x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>>
    return %1 : tensor<8x16xcomplex<f32>>
  }
  func.func private @fft_0(%arg0: tensor<8x16xf32>) -> tensor<8x9xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type =  RFFT, length = [16] : (tensor<8x16xf32>) -> tensor<8x9xcomplex<f32>>
    return %0 : tensor<8x9xcomplex<f32>>
  }
  func.func private @fft_1(%arg0: tensor<8x9xcomplex<f32>>) -> tensor<8x16xf32> {
    %0 = stablehlo.fft %arg0, type =  IRFFT, length = [16] : (tensor<8x9xcomplex<f32>>) -> tensor<8x16xf32>
    return %0 : tensor<8x16xf32>
  }
}
