// examples/book/shardings.mlir
sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func @main(
    %rows: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
    %tiles: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>},
    %both: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", "model"}, {}]>},
    %open: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", ?}, {?}]>},
    %half: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model":(1)2}]>},
    %fixed: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}], replicated={"model"}>}) {
  return
}
