// test: verify
// jaxlib: accept
// full axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  return
}
// -----
// jaxlib: accept
// two axes on a dim, minor first in mesh order
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"c", "a"}, {}]>}) {
  return
}
// -----
// jaxlib: accept
// major half of an axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(1)2}, {}]>}) {
  return
}
// -----
// jaxlib: accept
// minor half of an axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(2)2}, {}]>}) {
  return
}
// -----
// jaxlib: accept
// middle part of an axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"c":(2)2}, {}]>}) {
  return
}
// -----
// jaxlib: accept
// both halves on two dims
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(1)2}, {"b":(2)2}]>}) {
  return
}
// -----
// jaxlib: accept
// halves swapped on one dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(2)2, "b":(1)2}, {}]>}) {
  return
}
// -----
// jaxlib: accept
// three parts of one axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"c":(1)2}, {"c":(4)2}], replicated={"c":(2)2}>}) {
  return
}
// -----
// jaxlib: accept
// halves on one dim with another axis between
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(1)2, "a", "b":(2)2}, {}]>}) {
  return
}
// -----
// jaxlib: accept
// parts with a gap
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"c":(1)2, "c":(4)2}, {}]>}) {
  return
}
// -----
// jaxlib: reject
// axis not in the mesh
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"z"}, {}]>}) {  // error: PA0202
  return
}
// -----
// jaxlib: reject
// axis name in other case
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"A"}, {}]>}) {  // error: PA0202
  return
}
// -----
// jaxlib: reject
// axis twice in one dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "a"}, {}]>}) {  // error: PA0203
  return
}
// -----
// jaxlib: reject
// axis in two dims
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"a"}]>}) {  // error: PA0203
  return
}
// -----
// jaxlib: reject
// axis in a dim and replicated
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], replicated={"a"}>}) {  // error: PA0203
  return
}
// -----
// jaxlib: reject
// axis in a dim and unreduced
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], unreduced={"a"}>}) {  // error: PA0203
  return
}
// -----
// jaxlib: reject
// axis replicated and unreduced
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], replicated={"a"}, unreduced={"a"}>}) {  // error: PA0203
  return
}
// -----
// jaxlib: reject
// axis replicated twice
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], replicated={"a", "a"}>}) {  // error: PA0203
  return
}
// -----
// jaxlib: reject
// sub-axis twice
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(1)2}, {"b":(1)2}]>}) {  // error: PA0203
  return
}
// -----
// jaxlib: reject
// sub-axis and full axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(1)2}, {"b"}]>}) {  // error: PA0204
  return
}
// -----
// jaxlib: reject
// full axis then its part on one dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b", "b":(1)2}, {}]>}) {  // error: PA0204
  return
}
// -----
// jaxlib: reject
// full axis in a dim and part replicated
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}], replicated={"b":(1)2}>}) {  // error: PA0204
  return
}
// -----
// jaxlib: reject
// sub-axis size one
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(1)1}, {}]>}) {  // error: PA0207
  return
}
// -----
// jaxlib: reject
// sub-axis size one in the middle
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(2)1}, {}]>}) {  // error: PA0207
  return
}
// -----
// jaxlib: reject
// sub-axis pre-size zero
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(0)2}, {}]>}) {  // error: PA0206
  return
}
// -----
// jaxlib: reject
// sub-axis negative pre-size
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(-1)2}, {}]>}) {  // error: PA0206
  return
}
// -----
// jaxlib: reject
// sub-axis size zero
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(1)0}, {}]>}) {  // error: PA0207
  return
}
// -----
// jaxlib: reject
// sub-axis negative size
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(1)-2}, {}]>}) {  // error: PA0207
  return
}
// -----
// jaxlib: reject
// sub-axis of the full size
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(1)4}, {}]>}) {  // error: PA0209
  return
}
// -----
// jaxlib: reject
// sub-axis beyond the axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(2)4}, {}]>}) {  // error: PA0208
  return
}
// -----
// jaxlib: reject
// sub-axis pre-size beyond the axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(4)2}, {}]>}) {  // error: PA0208
  return
}
// -----
// jaxlib: reject
// sub-axis size not dividing
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"c":(1)3}, {}]>}) {  // error: PA0208
  return
}
// -----
// jaxlib: reject
// sub-axis pre-size not dividing
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"c":(3)2}, {}]>}) {  // error: PA0208
  return
}
// -----
// jaxlib: reject
// overlapping sub-axes on two dims
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"c":(1)4}, {"c":(2)2}]>}) {  // error: PA0204
  return
}
// -----
// jaxlib: reject
// overlapping sub-axes on one dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"c":(1)4, "c":(2)4}, {}]>}) {  // error: PA0204
  return
}
// -----
// jaxlib: reject
// nested sub-axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"c":(2)4}, {"c":(2)2}]>}) {  // error: PA0204
  return
}
// -----
// jaxlib: reject
// consecutive sub-axes that could merge
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"c":(1)2, "c":(2)2}, {}]>}) {  // error: PA0210
  return
}
// -----
// jaxlib: reject
// consecutive sub-axes that merge to the full axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(1)2, "b":(2)2}, {}]>}) {  // error: PA0210
  return
}
// -----
// jaxlib: reject
// consecutive replicated sub-axes that could merge
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], replicated={"c":(1)2, "c":(2)2}>}) {  // error: PA0210
  return
}
// -----
// jaxlib: reject
// consecutive unreduced sub-axes that could merge
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"b":(1)2, "b":(2)2}>}) {  // error: PA0210
  return
}
// -----
// jaxlib: accept
// mergeable sub-axes split over replicated and unreduced
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], replicated={"c":(1)2}, unreduced={"c":(2)2}>}) {
  return
}
// -----
// jaxlib: accept
// non-adjacent replicated sub-axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], replicated={"c":(1)2, "c":(4)2}>}) {
  return
}
// -----
// jaxlib: accept
// axis of six split as two and three
sdy.mesh @m = <["a"=6]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a":(1)2}, {"a":(2)3}]>}) {
  return
}
// -----
// jaxlib: accept
// sub-axes whose boundaries are not nested
sdy.mesh @m = <["a"=6]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a":(1)2}, {"a":(3)2}]>}) {  // error: PA0205
  return
}
// -----
// jaxlib: reject
// sub-axes of two and three from the same start
sdy.mesh @m = <["a"=6]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a":(1)2}, {"a":(1)3}]>}) {  // error: PA0204
  return
}
// -----
// jaxlib: accept
// sub-axis boundaries two and three without overlap check of nesting
sdy.mesh @m = <["a"=12]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a":(1)2}, {"a":(3)4}]>}) {  // error: PA0205
  return
}
// -----
// jaxlib: accept
// sub-axis boundaries 2 and 6 over 12
sdy.mesh @m = <["a"=12]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a":(1)2}, {"a":(6)2}]>}) {
  return
}
// -----
// jaxlib: reject
// sub-axis of a size-one axis
sdy.mesh @m = <["a"=1]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a":(1)1}, {}]>}) {  // error: PA0207
  return
}
// -----
// jaxlib: accept
// size-one axis
sdy.mesh @m = <["a"=1]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  return
}
// -----
// jaxlib: reject
// size-one axis used twice
sdy.mesh @m = <["a"=1]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"a"}]>}) {  // error: PA0203
  return
}
// -----
// jaxlib: reject
// sub-axis with missing size
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(1)}, {}]>}) {  // error: PA0001
  return
}
// -----
// jaxlib: reject
// sub-axis with missing pre-size
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":2}, {}]>}) {  // error: PA0001
  return
}
// -----
// jaxlib: reject
// sub-axis without colon
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"(1)2}, {}]>}) {  // error: PA0001
  return
}
// -----
// jaxlib: reject
// axis without quotes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{a}, {}]>}) {  // error: PA0001
  return
}
