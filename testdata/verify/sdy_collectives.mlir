// test: verify
// jaxlib: accept
// all_gather: last axis of a dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b"}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_gather: all axes of a dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"a", "b"}, {}] %0 out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_gather: axes of two dims
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {"c"}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b"}, {"c"}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_gather: nothing gathered
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{}, {}] %0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_gather: minor half of an axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b":(2)2}, {}] %0 out_sharding=<@m, [{"a", "b":(1)2}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_gather: minor part of a sub-axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"c"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"c":(4)2}, {}] %0 out_sharding=<@m, [{"c":(1)4}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// all_gather: major axis not a suffix
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"a"}, {}] %0 out_sharding=<@m, [{"b"}, {}]> : tensor<16x16xf32>  // error: PA0243
  return
}
// -----
// jaxlib: reject
// all_gather: axes in wrong order
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b", "a"}, {}] %0 out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>  // error: PA0243
  return
}
// -----
// jaxlib: reject
// all_gather: major half of an axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b":(1)2}, {}] %0 out_sharding=<@m, [{"a", "b":(2)2}, {}]> : tensor<16x16xf32>  // error: PA0243
  return
}
// -----
// jaxlib: reject
// all_gather: axis not on that dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{}, {"b"}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0243
  return
}
// -----
// jaxlib: reject
// all_gather: axis not in the sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"c"}, {}] %0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<16x16xf32>  // error: PA0243
  return
}
// -----
// jaxlib: reject
// all_gather: unknown axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"z"}, {}] %0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<16x16xf32>  // error: PA0202
  return
}
// -----
// jaxlib: reject
// all_gather: result keeps the axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b"}, {}] %0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<16x16xf32>  // error: PA0244
  return
}
// -----
// jaxlib: reject
// all_gather: result loses another axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b"}, {}] %0 out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>  // error: PA0244
  return
}
// -----
// jaxlib: reject
// all_gather: too few dims
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b"}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0242
  return
}
// -----
// jaxlib: reject
// all_gather: too many dims
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b"}, {}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0242
  return
}
// -----
// jaxlib: reject
// all_gather: out sharding of wrong rank
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b"}, {}] %0 out_sharding=<@m, [{"a"}]> : tensor<16x16xf32>  // error: PA0212
  return
}
// -----
// jaxlib: reject
// all_gather: out sharding on another mesh
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @n = <["a"=64]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b"}, {}] %0 out_sharding=<@n, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0241
  return
}
// -----
// jaxlib: accept
// all_gather: out sharding on an equal mesh of another name
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @n = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b"}, {}] %0 out_sharding=<@n, [{"a"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// all_gather: operand without sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %1 = sdy.all_gather [{"b"}, {}] %arg0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0240
  return
}
// -----
// jaxlib: reject
// all_gather: operand without sharding, nothing gathered
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %1 = sdy.all_gather [{}, {}] %arg0 out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>  // error: PA0240
  return
}
// -----
// jaxlib: accept
// all_gather: operand is a sharded function arg
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_gather: operand is an op with a sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : tensor<16x16xf32>
  %1 = sdy.all_gather [{"a"}, {}] %0 out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// all_gather: axis twice in the list
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b", "b"}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0203
  return
}
// -----
// jaxlib: reject
// all_gather: axis in two dims
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b"}, {"b"}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0203
  return
}
// -----
// jaxlib: accept
// all_gather: operand dim open, result closed
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b", ?}, {?}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b"}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_gather: result open
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b"}, {}] %0 out_sharding=<@m, [{"a", ?}, {?}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_gather: replicated axes differ
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b"}, {}] %0 out_sharding=<@m, [{"a"}, {}], replicated={"c"}> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_gather: unreduced axes differ
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b"}, {}] %0 out_sharding=<@m, [{"a"}, {}], unreduced={"c"}> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_gather: unreduced kept
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}], unreduced={"c"}> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b"}, {}] %0 out_sharding=<@m, [{"a"}, {}], unreduced={"c"}> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_gather: unreduced dropped
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}], unreduced={"c"}> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b"}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_gather: result has a priority
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b"}, {}] %0 out_sharding=<@m, [{"a"}p1, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// all_gather: result type differs
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b"}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<8x16xf32>  // error: PA0104
  return
}
// -----
// jaxlib: accept
// all_gather: scalar
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<f32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, []> : tensor<f32>
  %1 = sdy.all_gather [] %0 out_sharding=<@m, []> : tensor<f32>
  return
}
// -----
// jaxlib: accept
// all_gather: dynamic dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<?xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}]> : tensor<?xf32>
  %1 = sdy.all_gather [{"b"}] %0 out_sharding=<@m, [{"a"}]> : tensor<?xf32>
  return
}
// -----
// jaxlib: accept
// all_gather: maximal mesh
sdy.mesh @m = <[], device_ids=[0]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, []> : tensor<16x16xf32>
  %1 = sdy.all_gather [] %0 out_sharding=<@m, []> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// all_gather: consecutive sub-axes in the list that could merge
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{"b":(1)2, "b":(2)2}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0210
  return
}
// -----
// jaxlib: accept
// all_slice: axis appended
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{"b"}, {}] %0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_slice: on an unsharded dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{}, {"c"}] %0 out_sharding=<@m, [{"a"}, {"c"}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_slice: two dims
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{"b"}, {"c"}] %0 out_sharding=<@m, [{"a", "b"}, {"c"}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_slice: operand without sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %1 = sdy.all_slice [{"b"}, {}] %arg0 out_sharding=<@m, [{"b"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_slice: sub-axis completing an axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"b":(1)2}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{"b":(2)2}, {}] %0 out_sharding=<@m, [{"b"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// all_slice: sub-axes left unmerged in the result
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"b":(1)2}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{"b":(2)2}, {}] %0 out_sharding=<@m, [{"b":(1)2, "b":(2)2}, {}]> : tensor<16x16xf32>  // error: PA0210
  return
}
// -----
// jaxlib: reject
// all_slice: axis already on the dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{"a"}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0244
  return
}
// -----
// jaxlib: reject
// all_slice: axis on another dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{}, {"a"}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0244
  return
}
// -----
// jaxlib: reject
// all_slice: result without the axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{"b"}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0244
  return
}
// -----
// jaxlib: reject
// all_slice: axis prepended
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{"b"}, {}] %0 out_sharding=<@m, [{"b", "a"}, {}]> : tensor<16x16xf32>  // error: PA0244
  return
}
// -----
// jaxlib: reject
// all_slice: result on other dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{"b"}, {}] %0 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<16x16xf32>  // error: PA0244 PA0244
  return
}
// -----
// jaxlib: reject
// all_slice: unknown axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{"z"}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0202
  return
}
// -----
// jaxlib: reject
// all_slice: too few dims
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{"b"}] %0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<16x16xf32>  // error: PA0242
  return
}
// -----
// jaxlib: accept
// all_slice: axis replicated in the operand
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}], replicated={"b"}> : tensor<16x16xf32>
  %1 = sdy.all_slice [{"b"}, {}] %0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_slice: axis unreduced in the operand
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>
  %1 = sdy.all_slice [{"b"}, {}] %0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_slice: nothing sliced
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_slice: size-one axis
sdy.mesh @m = <["s"=1]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{"s"}, {}] %0 out_sharding=<@m, [{"s"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_to_all: move the last axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_to_all [{"b"}: 0->1] %0 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_to_all: move all axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_to_all [{"a", "b"}: 0->1] %0 out_sharding=<@m, [{}, {"a", "b"}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_to_all: appended after existing axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {"c"}]> : tensor<16x16xf32>
  %1 = sdy.all_to_all [{"b"}: 0->1] %0 out_sharding=<@m, [{"a"}, {"c", "b"}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_to_all: two moves
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16x16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {"c"}, {}, {}]> : tensor<16x16x16x16xf32>
  %1 = sdy.all_to_all [{"b"}: 0->2, {"c"}: 1->3] %0 out_sharding=<@m, [{"a"}, {}, {"b"}, {"c"}]> : tensor<16x16x16x16xf32>
  return
}
// -----
// jaxlib: reject
// all_to_all: no moves
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_to_all [] %0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<16x16xf32>  // error: PA0245
  return
}
// -----
// jaxlib: reject
// all_to_all: no axes in a move
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_to_all [{}: 0->1] %0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<16x16xf32>  // error: PA0245
  return
}
// -----
// jaxlib: reject
// all_to_all: axis not at the end
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_to_all [{"a"}: 0->1] %0 out_sharding=<@m, [{"b"}, {"a"}]> : tensor<16x16xf32>  // error: PA0243
  return
}
// -----
// jaxlib: reject
// all_to_all: same source and target
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_to_all [{"b"}: 0->0] %0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<16x16xf32>  // error: PA0245
  return
}
// -----
// jaxlib: reject
// all_to_all: source out of range
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_to_all [{"b"}: 2->1] %0 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<16x16xf32>  // error: PA0245
  return
}
// -----
// jaxlib: reject
// all_to_all: target out of range
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_to_all [{"b"}: 0->2] %0 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<16x16xf32>  // error: PA0245
  return
}
// -----
// jaxlib: reject
// all_to_all: negative source
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_to_all [{"b"}: -1->1] %0 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<16x16xf32>  // error: PA0245
  return
}
// -----
// jaxlib: reject
// all_to_all: negative target
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_to_all [{"b"}: 0->-1] %0 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<16x16xf32>  // error: PA0245
  return
}
// -----
// jaxlib: reject
// all_to_all: sources not ascending
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16x16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {"c"}, {}, {}]> : tensor<16x16x16x16xf32>
  %1 = sdy.all_to_all [{"c"}: 1->3, {"b"}: 0->2] %0 out_sharding=<@m, [{"a"}, {}, {"b"}, {"c"}]> : tensor<16x16x16x16xf32>  // error: PA0245
  return
}
// -----
// jaxlib: reject
// all_to_all: a dim both target and source
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16x16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {"c"}, {}, {}]> : tensor<16x16x16x16xf32>
  %1 = sdy.all_to_all [{"b"}: 0->1, {"c"}: 1->2] %0 out_sharding=<@m, [{"a"}, {"b"}, {"c"}, {}]> : tensor<16x16x16x16xf32>  // error: PA0245
  return
}
// -----
// jaxlib: reject
// all_to_all: two moves to one dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16x16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {"c"}, {}, {}]> : tensor<16x16x16x16xf32>
  %1 = sdy.all_to_all [{"b"}: 0->2, {"c"}: 1->2] %0 out_sharding=<@m, [{"a"}, {}, {"b", "c"}, {}]> : tensor<16x16x16x16xf32>  // error: PA0245
  return
}
// -----
// jaxlib: reject
// all_to_all: two moves from one dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16x16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {"c"}, {}, {}]> : tensor<16x16x16x16xf32>
  %1 = sdy.all_to_all [{"b"}: 0->2, {"a"}: 0->3] %0 out_sharding=<@m, [{}, {}, {"b"}, {"a"}]> : tensor<16x16x16x16xf32>  // error: PA0245
  return
}
// -----
// jaxlib: reject
// all_to_all: result not moved
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_to_all [{"b"}: 0->1] %0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<16x16xf32>  // error: PA0244 PA0244
  return
}
// -----
// jaxlib: reject
// all_to_all: result prepends
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {"c"}]> : tensor<16x16xf32>
  %1 = sdy.all_to_all [{"b"}: 0->1] %0 out_sharding=<@m, [{"a"}, {"b", "c"}]> : tensor<16x16xf32>  // error: PA0244
  return
}
// -----
// jaxlib: reject
// all_to_all: unknown axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_to_all [{"z"}: 0->1] %0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<16x16xf32>  // error: PA0202
  return
}
// -----
// jaxlib: reject
// all_to_all: operand without sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %1 = sdy.all_to_all [{"b"}: 0->1] %arg0 out_sharding=<@m, [{}, {"b"}]> : tensor<16x16xf32>  // error: PA0240
  return
}
// -----
// jaxlib: accept
// all_to_all: sub-axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_to_all [{"b":(2)2}: 0->1] %0 out_sharding=<@m, [{"a", "b":(1)2}, {"b":(2)2}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// permute: swap axes of equal size
sdy.mesh @m = <["x"=4, "y"=4, "z"=2]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"x"}, {"y"}]> : tensor<16x16xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@m, [{"y"}, {"x"}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// permute: no change
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {"b"}]> : tensor<16x16xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// permute: replace by part of another axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {"b"}]> : tensor<16x16xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@m, [{"a"}, {"c":(1)4}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// permute: reorder axes of a dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@m, [{"b", "a"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// permute: sharded size grows
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {"b"}]> : tensor<16x16xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@m, [{"b"}, {}]> : tensor<16x16xf32>  // error: PA0244 PA0244
  return
}
// -----
// jaxlib: reject
// permute: sharded sizes swapped between dims
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {"b"}]> : tensor<16x16xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@m, [{"b"}, {"a"}]> : tensor<16x16xf32>  // error: PA0244 PA0244
  return
}
// -----
// jaxlib: reject
// permute: dim loses its axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {"b"}]> : tensor<16x16xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@m, [{}, {"b"}]> : tensor<16x16xf32>  // error: PA0244
  return
}
// -----
// jaxlib: reject
// permute: wrong rank
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {"b"}]> : tensor<16x16xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@m, [{"a"}]> : tensor<16x16xf32>  // error: PA0212
  return
}
// -----
// jaxlib: reject
// permute: operand without sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %1 = sdy.collective_permute %arg0 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<16x16xf32>  // error: PA0240
  return
}
// -----
// jaxlib: accept
// permute: other device order
sdy.mesh @m = <["a"=2, "b"=4]>
sdy.mesh @o = <["a"=2, "b"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {"b"}]> : tensor<16x16xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@o, [{"a"}, {"b"}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// permute: other mesh name with the same devices
sdy.mesh @m = <["a"=2, "b"=4]>
sdy.mesh @o = <["a"=2, "b"=4]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {"b"}]> : tensor<16x16xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@o, [{"a"}, {"b"}]> : tensor<16x16xf32>  // error: PA0241
  return
}
// -----
// jaxlib: reject
// permute: other mesh with other axes
sdy.mesh @m = <["a"=2, "b"=4]>
sdy.mesh @o = <["b"=2, "a"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {"b"}]> : tensor<16x16xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@o, [{"b"}, {"a"}]> : tensor<16x16xf32>  // error: PA0241
  return
}
// -----
// jaxlib: accept
// permute: unreduced axes differ
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {"b"}]> : tensor<16x16xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@m, [{"a"}, {"b"}], unreduced={"c"}> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// permute: replicated axes differ
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {"b"}]> : tensor<16x16xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@m, [{"a"}, {"b"}], replicated={"c"}> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// permute: other device order and other axes of a dim
sdy.mesh @m = <["a"=2, "b"=2, "c"=2]>
sdy.mesh @o = <["a"=2, "b"=2, "c"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {"b"}]> : tensor<16x16xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@o, [{"a"}, {"c"}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_reduce: free axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"b"} %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_reduce: unreduced axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"b"} %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_reduce: two axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"b", "c"} %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_reduce: no axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_reduce {} %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_reduce: sub-axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"b":(1)2} %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_reduce: operand without sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %1 = sdy.all_reduce {"b"} %arg0 out_sharding=<@m, [{}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// all_reduce: operand without sharding, result sharded
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %1 = sdy.all_reduce {"b"} %arg0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0244
  return
}
// -----
// jaxlib: reject
// all_reduce: axis on a dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"a"} %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0246
  return
}
// -----
// jaxlib: reject
// all_reduce: part of a dim axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"b":(1)2} %0 out_sharding=<@m, [{"b"}, {}]> : tensor<16x16xf32>  // error: PA0246
  return
}
// -----
// jaxlib: reject
// all_reduce: axes not in mesh order
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"c", "b"} %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0211
  return
}
// -----
// jaxlib: reject
// all_reduce: axis twice
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"b", "b"} %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0203
  return
}
// -----
// jaxlib: reject
// all_reduce: unknown axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"z"} %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0202
  return
}
// -----
// jaxlib: reject
// all_reduce: result dims differ
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"b"} %0 out_sharding=<@m, [{}, {"a"}]> : tensor<16x16xf32>  // error: PA0244 PA0244
  return
}
// -----
// jaxlib: reject
// all_reduce: result gains an axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"b"} %0 out_sharding=<@m, [{"a"}, {"c"}]> : tensor<16x16xf32>  // error: PA0244
  return
}
// -----
// jaxlib: reject
// all_reduce: axis replicated in the operand
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}], replicated={"b"}> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"b"} %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0246
  return
}
// -----
// jaxlib: reject
// all_reduce: axis still unreduced in the result
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"b"} %0 out_sharding=<@m, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>  // error: PA0246
  return
}
// -----
// jaxlib: accept
// all_reduce: result adds another unreduced axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"b"} %0 out_sharding=<@m, [{"a"}, {}], unreduced={"c"}> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_reduce: other unreduced axis kept
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}], unreduced={"b", "c"}> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"b"} %0 out_sharding=<@m, [{"a"}, {}], unreduced={"c"}> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_reduce: other unreduced axis dropped
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}], unreduced={"b", "c"}> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"b"} %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_reduce: axis replicated in the result
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"b"} %0 out_sharding=<@m, [{"a"}, {}], replicated={"b"}> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// all_reduce: mergeable sub-axes in the list
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_reduce {"b":(1)2, "b":(2)2} %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0210
  return
}
// -----
// jaxlib: reject
// all_reduce: with an operator name
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.all_reduce max {"b"} %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0001
  return
}
// -----
// jaxlib: accept
// reduce_scatter: axis appended
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.reduce_scatter [{"b"}, {}] %0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// reduce_scatter: unreduced axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>
  %1 = sdy.reduce_scatter [{}, {"b"}] %0 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// reduce_scatter: two axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.reduce_scatter [{"b"}, {"c"}] %0 out_sharding=<@m, [{"a", "b"}, {"c"}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// reduce_scatter: axis already on a dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.reduce_scatter [{"a"}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0244
  return
}
// -----
// jaxlib: reject
// reduce_scatter: result without the axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.reduce_scatter [{"b"}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0244
  return
}
// -----
// jaxlib: reject
// reduce_scatter: result on other dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.reduce_scatter [{"b"}, {}] %0 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<16x16xf32>  // error: PA0244 PA0244
  return
}
// -----
// jaxlib: reject
// reduce_scatter: too many dims
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.reduce_scatter [{"b"}, {}, {}] %0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<16x16xf32>  // error: PA0242
  return
}
// -----
// jaxlib: accept
// reduce_scatter: operand without sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %1 = sdy.reduce_scatter [{"b"}, {}] %arg0 out_sharding=<@m, [{"b"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// reduce_scatter: axis still unreduced
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>
  %1 = sdy.reduce_scatter [{"b"}, {}] %0 out_sharding=<@m, [{"a", "b"}, {}], unreduced={"b"}> : tensor<16x16xf32>  // error: PA0203
  return
}
// -----
// jaxlib: accept
// reduce_scatter: axis replicated in the operand
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}], replicated={"b"}> : tensor<16x16xf32>
  %1 = sdy.reduce_scatter [{"b"}, {}] %0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// reduce_scatter: nothing scattered
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.reduce_scatter [{}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// reduce_scatter: adds an unreduced axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.reduce_scatter [{"b"}, {}] %0 out_sharding=<@m, [{"a", "b"}, {}], unreduced={"c"}> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// sharded_to_unreduced: last axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.sharded_to_unreduced [{"b"}, {}] %0 out_sharding=<@m, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// sharded_to_unreduced: joins existing unreduced
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}], unreduced={"c"}> : tensor<16x16xf32>
  %1 = sdy.sharded_to_unreduced [{"b"}, {}] %0 out_sharding=<@m, [{"a"}, {}], unreduced={"b", "c"}> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// sharded_to_unreduced: not a suffix
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.sharded_to_unreduced [{"a"}, {}] %0 out_sharding=<@m, [{"b"}, {}], unreduced={"a"}> : tensor<16x16xf32>  // error: PA0243
  return
}
// -----
// jaxlib: reject
// sharded_to_unreduced: result lacks the unreduced axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.sharded_to_unreduced [{"b"}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0244
  return
}
// -----
// jaxlib: reject
// sharded_to_unreduced: result keeps the dim axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.sharded_to_unreduced [{"b"}, {}] %0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<16x16xf32>  // error: PA0244 PA0244
  return
}
// -----
// jaxlib: reject
// sharded_to_unreduced: existing unreduced dropped
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}], unreduced={"c"}> : tensor<16x16xf32>
  %1 = sdy.sharded_to_unreduced [{"b"}, {}] %0 out_sharding=<@m, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>  // error: PA0244
  return
}
// -----
// jaxlib: reject
// sharded_to_unreduced: extra unreduced axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.sharded_to_unreduced [{"b"}, {}] %0 out_sharding=<@m, [{"a"}, {}], unreduced={"b", "c"}> : tensor<16x16xf32>  // error: PA0244
  return
}
// -----
// jaxlib: reject
// sharded_to_unreduced: operand without sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %1 = sdy.sharded_to_unreduced [{"b"}, {}] %arg0 out_sharding=<@m, [{}, {}], unreduced={"b"}> : tensor<16x16xf32>  // error: PA0240
  return
}
// -----
// jaxlib: accept
// sharded_to_unreduced: nothing moved
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.sharded_to_unreduced [{}, {}] %0 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// sharded_to_unreduced: half of an axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", "b"}, {}]> : tensor<16x16xf32>
  %1 = sdy.sharded_to_unreduced [{"b":(2)2}, {}] %0 out_sharding=<@m, [{"a", "b":(1)2}, {}], unreduced={"b":(2)2}> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// sharded_to_unreduced: sub-axis merging with an unreduced one
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"b":(1)2}, {}], unreduced={"b":(2)2}> : tensor<16x16xf32>
  %1 = sdy.sharded_to_unreduced [{"b":(1)2}, {}] %0 out_sharding=<@m, [{}, {}], unreduced={"b"}> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// replicated_to_unreduced: free axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.replicated_to_unreduced {"b"} %0 out_sharding=<@m, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// replicated_to_unreduced: two axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.replicated_to_unreduced {"b", "c"} %0 out_sharding=<@m, [{"a"}, {}], unreduced={"b", "c"}> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// replicated_to_unreduced: joins existing
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}], unreduced={"c"}> : tensor<16x16xf32>
  %1 = sdy.replicated_to_unreduced {"b"} %0 out_sharding=<@m, [{"a"}, {}], unreduced={"b", "c"}> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// replicated_to_unreduced: no axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.replicated_to_unreduced {} %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0243
  return
}
// -----
// jaxlib: reject
// replicated_to_unreduced: axis on a dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.replicated_to_unreduced {"a"} %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0246 PA0244
  return
}
// -----
// jaxlib: reject
// replicated_to_unreduced: axis already unreduced
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>
  %1 = sdy.replicated_to_unreduced {"b"} %0 out_sharding=<@m, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>  // error: PA0246 PA0244
  return
}
// -----
// jaxlib: reject
// replicated_to_unreduced: not in mesh order
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.replicated_to_unreduced {"c", "b"} %0 out_sharding=<@m, [{"a"}, {}], unreduced={"b", "c"}> : tensor<16x16xf32>  // error: PA0211
  return
}
// -----
// jaxlib: reject
// replicated_to_unreduced: result lacks the axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.replicated_to_unreduced {"b"} %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0244
  return
}
// -----
// jaxlib: reject
// replicated_to_unreduced: dims differ
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.replicated_to_unreduced {"b"} %0 out_sharding=<@m, [{}, {"a"}], unreduced={"b"}> : tensor<16x16xf32>  // error: PA0244 PA0244
  return
}
// -----
// jaxlib: reject
// replicated_to_unreduced: operand without sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %1 = sdy.replicated_to_unreduced {"b"} %arg0 out_sharding=<@m, [{}, {}], unreduced={"b"}> : tensor<16x16xf32>  // error: PA0240
  return
}
// -----
// jaxlib: accept
// replicated_to_unreduced: axis explicitly replicated in the operand
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}], replicated={"b"}> : tensor<16x16xf32>
  %1 = sdy.replicated_to_unreduced {"b"} %0 out_sharding=<@m, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// replicated_to_unreduced: unknown axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  %1 = sdy.replicated_to_unreduced {"q"} %0 out_sharding=<@m, [{"a"}, {}]> : tensor<16x16xf32>  // error: PA0202
  return
}
// -----
// jaxlib: accept
// in a manual computation on a free axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = sdy.reshard %arg1 <@m, [{"b"}, {}]> : tensor<8x16xf32>
    %2 = sdy.all_gather [{"b"}, {}] %1 out_sharding=<@m, [{}, {}]> : tensor<8x16xf32>
    sdy.return %2 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// in a manual computation on the manual axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = sdy.reshard %arg1 <@m, [{"b"}, {}]> : tensor<8x16xf32>
    %2 = sdy.all_slice [{}, {"a"}] %1 out_sharding=<@m, [{"b"}, {"a"}]> : tensor<8x16xf32>  // error: PA0231
    sdy.return %2 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// all_reduce in a manual computation over the manual axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<8x16xf32>) {
    %1 = sdy.reshard %arg1 <@m, [{"b"}, {}]> : tensor<8x16xf32>
    %2 = sdy.all_reduce {"a"} %1 out_sharding=<@m, [{"b"}, {}]> : tensor<8x16xf32>
    sdy.return %2 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return
}
