// test: partition
// A manual computation permutes along its manual axes; devices along "w" hold different data.
module {
  sdy.mesh @mesh = <["x"=2, "w"=2, "z"=2], device_ids=[7, 4, 5, 0, 1, 3, 6, 2]>
  func.func @main(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"w"}, {"z"}]>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"w"}, {"x"}]>}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"w"}, {"z"}]>] out_shardings=[<@mesh, [{"w"}, {"x"}]>] manual_axes={"w"} (%arg1: tensor<2x4xf32>) {
      %1 = stablehlo.sine %arg1 : tensor<2x4xf32>
      %2 = sdy.reshard %1 <@mesh, [{}, {"x"}]> : tensor<2x4xf32>
      sdy.return %2 : tensor<2x4xf32>
    } : (tensor<4x4xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}
