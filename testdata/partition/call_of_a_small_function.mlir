// test: partition
// The function requires a replicated argument; the op in it does not.
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(
    %input: tensor<10x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}]>},
    %index: tensor<i32>
) -> (tensor<1x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}]>}, tensor<1x8x16xf32>) {
  %0 = call @row(%input, %index) : (tensor<10x8x16xf32>, tensor<i32>) -> tensor<1x8x16xf32>
  %1 = call @row(%input, %index) : (tensor<10x8x16xf32>, tensor<i32>) -> tensor<1x8x16xf32>
  return %0, %1 : tensor<1x8x16xf32>, tensor<1x8x16xf32>
}

func.func private @row(
    %stack: tensor<10x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, %index: tensor<i32>
) -> tensor<1x8x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_slice %stack, %index, %zero, %zero, sizes = [1, 8, 16]
    : (tensor<10x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16xf32>
  return %0 : tensor<1x8x16xf32>
}
