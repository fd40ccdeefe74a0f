#loc1 = loc("a")
#loc8 = loc("shard_map")
#loc28 = loc("shard_map:"(#loc8))
module @jit_shard_map_halo attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}} loc(#loc)
  func.func public @main(%arg0: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("a")) -> (tensor<32x8xf32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<8x8xf32> loc("shard_map:"(#loc8))) {
      %1 = stablehlo.slice %arg1 [7:8, 0:8] : (tensor<8x8xf32>) -> tensor<1x8xf32> loc(#loc43)
      %2 = "stablehlo.