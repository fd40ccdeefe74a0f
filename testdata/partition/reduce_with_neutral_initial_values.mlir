// test: partition
// Every device may start from a neutral element, and from any value of which two copies count once.
// collectives: all_reduce=11
// ops: partition_id=0, select=0
module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg2: tensor<8x6xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg3: tensor<f32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi1>, tensor<6xi1>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %negative_zero = stablehlo.constant dense<-0.0> : tensor<f32>
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %infinity = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %lowest = stablehlo.constant dense<0xFF7FFFFF> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = stablehlo.reduce(%arg0 init: %negative_zero) applies stablehlo.add across dimensions = [0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
    %2 = stablehlo.reduce(%arg0 init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
    %3 = stablehlo.reduce(%arg0 init: %infinity) applies stablehlo.minimum across dimensions = [0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
    %4 = stablehlo.reduce(%arg0 init: %lowest) applies stablehlo.maximum across dimensions = [0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
    %5 = stablehlo.reduce(%arg0 init: %arg3) applies stablehlo.maximum across dimensions = [0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
    %no_count = stablehlo.constant dense<0> : tensor<i32>
    %one_count = stablehlo.constant dense<1> : tensor<i32>
    %least = stablehlo.constant dense<-2147483648> : tensor<i32>
    %6 = stablehlo.reduce(%arg1 init: %no_count) applies stablehlo.add across dimensions = [0] : (tensor<8x6xi32>, tensor<i32>) -> tensor<6xi32>
    %7 = stablehlo.reduce(%arg1 init: %one_count) applies stablehlo.multiply across dimensions = [0] : (tensor<8x6xi32>, tensor<i32>) -> tensor<6xi32>
    %8 = stablehlo.reduce(%arg1 init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<8x6xi32>, tensor<i32>) -> tensor<6xi32>
    %true = stablehlo.constant dense<true> : tensor<i1>
    %false = stablehlo.constant dense<false> : tensor<i1>
    %9 = stablehlo.reduce(%arg2 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<8x6xi1>, tensor<i1>) -> tensor<6xi1>
    %10 = stablehlo.reduce(%arg2 init: %false) applies stablehlo.or across dimensions = [0] : (tensor<8x6xi1>, tensor<i1>) -> tensor<6xi1>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi1>, tensor<6xi1>
  }
}
