// test: partition
// A loop carries an infinite factor to the product inside it.
// collectives: all_reduce=2, all_gather=0
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %b: tensor<8x2xf32>, %c: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %d: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %f = stablehlo.constant dense<[0x7F800000, 1.0]> : tensor<2xf32>
  %k = stablehlo.broadcast_in_dim %f, dims = [1] : (tensor<2xf32>) -> tensor<4x2xf32>
  %w:3 = stablehlo.while(%i = %z, %g = %k, %s = %k) : tensor<i32>, tensor<4x2xf32>, tensor<4x2xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
    %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
    %2 = stablehlo.multiply %0, %g : tensor<4x2xf32>
    %3 = stablehlo.add %2, %1 : tensor<4x2xf32>
    stablehlo.return %next, %g, %3 : tensor<i32>, tensor<4x2xf32>, tensor<4x2xf32>
  }
  return %w#2 : tensor<4x2xf32>
}
