// test: partition
// Linear algebra as jax lowers it for TPUs and GPUs.
module @jit__lambda attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<4x5x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %arg1: tensor<4x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> (tensor<4x5x3xf32> {jax.result_info = "result[0].Q"}, tensor<4x3x3xf32> {jax.result_info = "result[0].R"}, tensor<4x4x4xf32> {jax.result_info = "result[1][0]"}, tensor<4x4xi32> {jax.result_info = "result[1][1]"}, tensor<4x4xi32> {jax.result_info = "result[1][2]"}) {
    %0:2 = call @qr(%arg0) : (tensor<4x5x3xf32>) -> (tensor<4x5x3xf32>, tensor<4x3x3xf32>)
    %1:3 = stablehlo.custom_call @LuDecomposition(%arg1) {api_version = 2 : i32, backend_config = ""} : (tensor<4x4x4xf32>) -> (tensor<4x4x4xf32>, tensor<4x4xi32>, tensor<4x4xi32>)
    return %0#0, %0#1, %1#0, %1#1, %1#2 : tensor<4x5x3xf32>, tensor<4x3x3xf32>, tensor<4x4x4xf32>, tensor<4x4xi32>, tensor<4x4xi32>
  }
  func.func private @qr(%arg0: tensor<4x5x3xf32>) -> (tensor<4x5x3xf32>, tensor<4x3x3xf32>) {
    %0:2 = stablehlo.custom_call @Qr(%arg0) {backend_config = ""} : (tensor<4x5x3xf32>) -> (tensor<4x5x3xf32>, tensor<4x3xf32>)
    %1 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%0#0, %0#1) {backend_config = ""} : (tensor<4x5x3xf32>, tensor<4x3xf32>) -> tensor<4x5x3xf32>
    %2 = stablehlo.slice %0#0 [0:4, 0:3, 0:3] : (tensor<4x5x3xf32>) -> tensor<4x3x3xf32>
    %3 = stablehlo.iota dim = 0 : tensor<3x3xi32>
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3x3xi32>
    %5 = stablehlo.add %3, %4 : tensor<3x3xi32>
    %6 = stablehlo.iota dim = 1 : tensor<3x3xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
    %8 = stablehlo.broadcast_in_dim %7, dims = [1, 2] : (tensor<3x3xi1>) -> tensor<4x3x3xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x3x3xf32>
    %10 = stablehlo.select %8, %9, %2 : tensor<4x3x3xi1>, tensor<4x3x3xf32>
    return %1, %10 : tensor<4x5x3xf32>, tensor<4x3x3xf32>
  }
}
