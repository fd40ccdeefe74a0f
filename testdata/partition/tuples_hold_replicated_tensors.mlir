// test: partition
// The elements of a tuple are replicated.
module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8xi32>) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<8x6xf32>, tensor<8xi32>>
    %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<8x6xf32>, tensor<8xi32>>) -> tensor<8x6xf32>
    %token = stablehlo.create_token : !stablehlo.token
    %after = stablehlo.after_all %token : !stablehlo.token
    return %1 : tensor<8x6xf32>
  }
}
