// test: verify
// jaxlib: accept
// closed dims
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  return
}
// -----
// jaxlib: accept
// open dims
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}, {?}]>}) {
  return
}
// -----
// jaxlib: accept
// fully replicated and closed
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) {
  return
}
// -----
// jaxlib: accept
// scalar
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
  return
}
// -----
// jaxlib: accept
// scalar with replicated axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<f32> {sdy.sharding = #sdy.sharding<@m, [], replicated={"a"}>}) {
  return
}
// -----
// jaxlib: accept
// scalar with unreduced axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<f32> {sdy.sharding = #sdy.sharding<@m, [], unreduced={"a"}>}) {
  return
}
// -----
// jaxlib: accept
// dim of size one sharded
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<1xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  return
}
// -----
// jaxlib: accept
// dim of size zero sharded
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<0xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  return
}
// -----
// jaxlib: accept
// dim smaller than the axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<3xf32> {sdy.sharding = #sdy.sharding<@m, [{"c"}]>}) {
  return
}
// -----
// jaxlib: accept
// dim not divisible by the axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<10xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>}) {
  return
}
// -----
// jaxlib: accept
// dynamic dim sharded
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<?xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  return
}
// -----
// jaxlib: accept
// dynamic and static dims
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}) {
  return
}
// -----
// jaxlib: reject
// rank too small
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {  // error: PA0212
  return
}
// -----
// jaxlib: reject
// rank too large
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}, {}]>}) {  // error: PA0212
  return
}
// -----
// jaxlib: reject
// scalar with one dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<f32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {  // error: PA0212
  return
}
// -----
// jaxlib: reject
// rank-one value with no dims
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, []>}) {  // error: PA0212
  return
}
// -----
// jaxlib: reject
// unknown mesh
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@nope, [{"a"}, {}]>}) {  // error: PA0201
  return
}
// -----
// jaxlib: reject
// mesh symbol is a function
func.func private @m()
func.func @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {  // error: PA0201
  return
}
// -----
// jaxlib: reject
// unranked tensor
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<*xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {  // error: PA0216
  return
}
// -----
// jaxlib: reject
// unranked tensor with no dims
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<*xf32> {sdy.sharding = #sdy.sharding<@m, []>}) {  // error: PA0216
  return
}
// -----
// jaxlib: accept
// non-shaped value with a rank-zero sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: i32 {sdy.sharding = #sdy.sharding<@m, []>}) {
  return
}
// -----
// jaxlib: reject
// non-shaped value with a dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: i32 {sdy.sharding = #sdy.sharding<@m, [{}]>}) {  // error: PA0215
  return
}
// -----
// jaxlib: reject
// non-shaped value with replicated axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: i32 {sdy.sharding = #sdy.sharding<@m, [], replicated={"a"}>}) {  // error: PA0215
  return
}
// -----
// jaxlib: reject
// non-shaped value with unreduced axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: i32 {sdy.sharding = #sdy.sharding<@m, [], unreduced={"a"}>}) {  // error: PA0215
  return
}
// -----
// jaxlib: accept
// token with a rank-zero sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: !stablehlo.token {sdy.sharding = #sdy.sharding<@m, []>}) {
  return
}
// -----
// jaxlib: reject
// token with a dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: !stablehlo.token {sdy.sharding = #sdy.sharding<@m, [{}]>}) {  // error: PA0215
  return
}
// -----
// jaxlib: accept
// tuple of one tensor
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tuple<tensor<8xf32>> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  return
}
// -----
// jaxlib: reject
// tuple of two tensors
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tuple<tensor<8xf32>, tensor<8xf32>> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {  // error: PA0217
  return
}
// -----
// jaxlib: reject
// empty tuple
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tuple<> {sdy.sharding = #sdy.sharding<@m, []>}) {  // error: PA0217
  return
}
// -----
// jaxlib: reject
// tuple of one tensor, wrong rank
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tuple<tensor<8xf32>> {sdy.sharding = #sdy.sharding<@m, []>}) {  // error: PA0212
  return
}
// -----
// jaxlib: reject
// tuple of two tensors, rank zero
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tuple<tensor<8xf32>, tensor<8xf32>> {sdy.sharding = #sdy.sharding<@m, []>}) {  // error: PA0217
  return
}
// -----
// jaxlib: accept
// memref value
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: memref<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  return
}
// -----
// jaxlib: accept
// vector value
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: vector<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  return
}
// -----
// jaxlib: accept
// priority zero
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}p0, {}]>}) {
  return
}
// -----
// jaxlib: accept
// priorities of several levels
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}p2, {"b", ?}p1]>}) {
  return
}
// -----
// jaxlib: accept
// priority on an empty open dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}p1, {}]>}) {
  return
}
// -----
// jaxlib: reject
// priority on an empty closed dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}p1, {}]>}) {  // error: PA0213
  return
}
// -----
// jaxlib: reject
// priority zero on an empty closed dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}p0, {}]>}) {  // error: PA0213
  return
}
// -----
// jaxlib: reject
// priority without number
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}p, {}]>}) {  // error: PA0001
  return
}
// -----
// jaxlib: reject
// negative priority
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}p-1, {}]>}) {  // error: PA0001
  return
}
// -----
// jaxlib: reject
// priority with leading zero
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}p01, {}]>}) {  // error: PA0001
  return
}
// -----
// jaxlib: reject
// priority of two zeros
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}p00, {}]>}) {  // error: PA0001
  return
}
// -----
// jaxlib: reject
// priority not a number
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}px, {}]>}) {  // error: PA0001
  return
}
// -----
// jaxlib: reject
// priority with wrong letter
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}q1, {}]>}) {  // error: PA0001
  return
}
// -----
// jaxlib: reject
// priority beyond 64 bits
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}p99999999999999999999, {}]>}) {  // error: PA0004
  return
}
// -----
// jaxlib: accept
// large priority
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}p9223372036854775807, {}]>}) {
  return
}
// -----
// jaxlib: accept
// space between dim and priority
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"} p1, {}]>}) {
  return
}
// -----
// jaxlib: accept
// replicated in mesh order
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], replicated={"a", "c"}>}) {
  return
}
// -----
// jaxlib: reject
// replicated not in mesh order
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], replicated={"c", "a"}>}) {  // error: PA0211
  return
}
// -----
// jaxlib: accept
// unreduced in mesh order
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"b", "c"}>}) {
  return
}
// -----
// jaxlib: reject
// unreduced not in mesh order
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"c", "b"}>}) {  // error: PA0211
  return
}
// -----
// jaxlib: reject
// replicated sub-axes not in order
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], replicated={"c":(4)2, "c":(1)2}>}) {  // error: PA0211
  return
}
// -----
// jaxlib: reject
// unreduced sub-axes not in order
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"c":(4)2, "c":(1)2}>}) {  // error: PA0211
  return
}
// -----
// jaxlib: accept
// replicated full axis after a sub-axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], replicated={"b":(2)2, "c"}>}) {
  return
}
// -----
// jaxlib: reject
// replicated axis unknown
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], replicated={"z"}>}) {  // error: PA0202
  return
}
// -----
// jaxlib: reject
// unreduced axis unknown
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"z"}>}) {  // error: PA0202
  return
}
// -----
// jaxlib: reject
// empty replicated list
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], replicated={}>}) {
  return
}
// -----
// jaxlib: reject
// empty unreduced list
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={}>}) {
  return
}
// -----
// jaxlib: accept
// unreduced before replicated
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"a"}, replicated={"b"}>}) {
  return
}
// -----
// jaxlib: reject
// replicated given twice
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], replicated={"a"}, replicated={"b"}>}) {  // error: PA0001
  return
}
// -----
// jaxlib: reject
// unreduced with a reduction operator
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced=max{"a"}>}) {
  return
}
// -----
// jaxlib: reject
// unknown clause
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], foo={"a"}>}) {  // error: PA0001
  return
}
// -----
// jaxlib: reject
// question mark first
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?, "a"}, {}]>}) {  // error: PA0001
  return
}
// -----
// jaxlib: reject
// two question marks
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?, ?}, {}]>}) {  // error: PA0001
  return
}
// -----
// jaxlib: reject
// missing comma between axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a" "b"}, {}]>}) {  // error: PA0001
  return
}
// -----
// jaxlib: reject
// dims in parentheses
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, ({"a"}, {})>}) {  // error: PA0001
  return
}
// -----
// jaxlib: reject
// no dims at all
sdy.mesh @m = <["a"=2]>
func.func @f(%arg0: tensor<f32> {sdy.sharding = #sdy.sharding<@m>}) {  // error: PA0001
  return
}
// -----
// jaxlib: reject
// missing mesh
func.func @f(%arg0: tensor<f32> {sdy.sharding = #sdy.sharding<[]>}) {  // error: PA0001
  return
}
// -----
// jaxlib: accept
// maximal sharding of a matrix
sdy.mesh @m = <[], device_ids=[1]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, []>}) {
  return
}
// -----
// jaxlib: accept
// maximal sharding of a scalar
sdy.mesh @m = <[], device_ids=[1]>
func.func @f(%arg0: tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
  return
}
// -----
// jaxlib: accept
// maximal sharding of a token
sdy.mesh @m = <[], device_ids=[1]>
func.func @f(%arg0: !stablehlo.token {sdy.sharding = #sdy.sharding<@m, []>}) {
  return
}
// -----
// jaxlib: reject
// maximal sharding with dims
sdy.mesh @m = <[], device_ids=[1]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) {  // error: PA0214
  return
}
// -----
// jaxlib: reject
// maximal sharding with an open dim
sdy.mesh @m = <[], device_ids=[1]>
func.func @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}]>}) {  // error: PA0214
  return
}
// -----
// jaxlib: accept
// maximal sharding of a tuple
sdy.mesh @m = <[], device_ids=[1]>
func.func @f(%arg0: tuple<tensor<8xf32>, tensor<8xf32>> {sdy.sharding = #sdy.sharding<@m, []>}) {
  return
}
// -----
// jaxlib: accept
// empty mesh with closed dims
sdy.mesh @m = <[]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) {
  return
}
// -----
// jaxlib: accept
// empty mesh with open dims
sdy.mesh @m = <[]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {?}]>}) {
  return
}
// -----
// jaxlib: reject
// empty mesh with an axis
sdy.mesh @m = <[]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {  // error: PA0202
  return
}
// -----
// jaxlib: reject
// empty mesh, wrong rank
sdy.mesh @m = <[]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {  // error: PA0212
  return
}
// -----
// jaxlib: accept
// inlined mesh
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}, {}]>}) {
  return
}
// -----
// jaxlib: accept
// inlined mesh with device order
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2], device_ids=[1, 0]>, [{"x"}, {}]>}) {
  return
}
// -----
// jaxlib: accept
// inlined maximal mesh
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<mesh<[], device_ids=[3]>, []>}) {
  return
}
// -----
// jaxlib: accept
// inlined empty mesh
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<mesh<[]>, [{}, {}]>}) {
  return
}
// -----
// jaxlib: reject
// inlined mesh, axis of another mesh
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"a"}, {}]>}) {  // error: PA0202
  return
}
// -----
// jaxlib: reject
// inlined mesh with repeated axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "x"=2]>, [{"x"}, {}]>}) {  // error: PA0221
  return
}
// -----
// jaxlib: accept
// inlined mesh with iota ids
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2], device_ids=[0, 1]>, [{"x"}, {}]>}) {
  return
}
// -----
// jaxlib: reject
// inlined mesh with size zero
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=0]>, [{}, {}]>}) {  // error: PA0220
  return
}
// -----
// jaxlib: reject
// inlined maximal mesh with dims
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<mesh<[], device_ids=[3]>, [{}, {}]>}) {  // error: PA0214
  return
}
// -----
// jaxlib: reject
// inlined mesh, wrong rank
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>}) {  // error: PA0212
  return
}
// -----
// jaxlib: accept
// inlined and named meshes on two args
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}, {}]>}, %arg1: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  return
}
// -----
// jaxlib: accept
// args on two named meshes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @n = <["x"=64]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %arg1: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@n, [{"x"}, {}]>}) {
  return
}
// -----
// jaxlib: accept
// args on two named meshes of different device counts
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @n = <["x"=2]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %arg1: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@n, [{"x"}, {}]>}) {
  return
}
// -----
// jaxlib: reject
// mesh reference to a nested symbol
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m::@n, [{"a"}, {}]>}) {  // error: PA0001
  return
}
// -----
// jaxlib: accept
// mesh defined after its use
func.func @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  return
}
sdy.mesh @m = <["a"=2]>
// -----
// jaxlib: reject
// mesh of the parent module used in a nested module
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
module {
  func.func @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {  // error: PA0201
    return
  }
}
// -----
// jaxlib: accept
// sharding attribute on a module naming no mesh
module attributes {x.y = #sdy.sharding<@nope, [{"a"}]>} {}
// -----
// jaxlib: accept
// sharding attribute under another name, bad axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
%0 = stablehlo.abs %arg0 {x.y = #sdy.sharding<@m, [{"zz"}]>} : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// declaration with sharded arg
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func private @g(tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}]>})
// -----
// jaxlib: reject
// declaration with sharded arg of wrong rank
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func private @g(tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>})  // error: PA0212
// -----
// jaxlib: reject
// declaration with sharded result of wrong rank
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func private @g() -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, []>})  // error: PA0212
// -----
// jaxlib: accept
// sharded result
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) -> (tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"a"}]>}) {
  return %arg0 : tensor<16x16xf32>
}
// -----
// jaxlib: reject
// sharded result with unknown axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) -> (tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"q"}]>}) {  // error: PA0202
  return %arg0 : tensor<16x16xf32>
}
// -----
// jaxlib: reject
// arg attribute of wrong kind
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<8xf32> {sdy.sharding = "x"}) {  // error: PA0109
  return
}
// -----
// jaxlib: reject
// arg with a per-value sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>}) {  // error: PA0109
  return
}
// -----
// jaxlib: reject
// result with a per-value sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) -> (tensor<16x16xf32> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>}) {  // error: PA0109
  return %arg0 : tensor<16x16xf32>
}
// -----
// jaxlib: reject
// sharding on the function itself
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f() attributes {sdy.sharding = #sdy.sharding<@m, []>} {  // error: PA0109
  return
}
// -----
// jaxlib: accept
// per-value sharding on the function itself
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f() attributes {sdy.sharding = #sdy.sharding_per_value<[]>} {
  return
}
// -----
// jaxlib: accept
// unknown sdy attribute on an arg
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<8xf32> {sdy.foo = 1 : i64}) {
  return
}
// -----
// jaxlib: accept
// op with a per-value sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {?}]>]>} : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// op with a single sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding<@m, [{"a"}, {?}]>} : tensor<16x16xf32>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// op with a string sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 {sdy.sharding = "x"} : tensor<16x16xf32>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// op with an integer sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 {sdy.sharding = 1 : i64} : tensor<16x16xf32>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// per-value list too short
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[]>} : tensor<16x16xf32>  // error: PA0230
  return
}
// -----
// jaxlib: reject
// per-value list too long
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>, <@m, [{}, {}]>]>} : tensor<16x16xf32>  // error: PA0230
  return
}
// -----
// jaxlib: reject
// per-value entry of wrong rank
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : tensor<16x16xf32>  // error: PA0212
  return
}
// -----
// jaxlib: reject
// per-value entry with unknown axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : tensor<16x16xf32>  // error: PA0202
  return
}
// -----
// jaxlib: reject
// per-value entry with unknown mesh
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@x, [{}, {}]>]>} : tensor<16x16xf32>  // error: PA0201
  return
}
// -----
// jaxlib: accept
// two results
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0:2 = stablehlo.custom_call @t(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>, <@m, [{"b"}]>]>} : (tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<8xf32>)
  return
}
// -----
// jaxlib: reject
// two results, one sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0:2 = stablehlo.custom_call @t(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<8xf32>)  // error: PA0230
  return
}
// -----
// jaxlib: reject
// two results, second of wrong rank
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0:2 = stablehlo.custom_call @t(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>, <@m, [{"b"}, {}]>]>} : (tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<8xf32>)  // error: PA0212
  return
}
// -----
// jaxlib: accept
// two results on two meshes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @n = <["x"=64]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0:2 = stablehlo.custom_call @t(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>, <@n, [{"x"}]>]>} : (tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<8xf32>)
  return
}
// -----
// jaxlib: accept
// two results, one maximal
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @n = <[], device_ids=[0]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0:2 = stablehlo.custom_call @t(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>, <@n, []>]>} : (tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<8xf32>)
  return
}
// -----
// jaxlib: accept
// no results, no shardings
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  stablehlo.custom_call @t(%arg0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[]>} : (tensor<16x16xf32>) -> ()
  return
}
// -----
// jaxlib: accept
// no results, one maximal sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @n = <[], device_ids=[0]>
func.func @f(%arg0: tensor<16x16xf32>) {
  stablehlo.custom_call @t(%arg0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@n, []>]>} : (tensor<16x16xf32>) -> ()
  return
}
// -----
// jaxlib: accept
// no results, one replicated sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  stablehlo.custom_call @t(%arg0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@m, []>]>} : (tensor<16x16xf32>) -> ()
  return
}
// -----
// jaxlib: reject
// no results, one sharding with a dim
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  stablehlo.custom_call @t(%arg0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<16x16xf32>) -> ()  // error: PA0215
  return
}
// -----
// jaxlib: reject
// no results, two shardings
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  stablehlo.custom_call @t(%arg0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@m, []>, <@m, []>]>} : (tensor<16x16xf32>) -> ()  // error: PA0230
  return
}
// -----
// jaxlib: reject
// no results, replicated axes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  stablehlo.custom_call @t(%arg0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@m, [], replicated={"a"}>]>} : (tensor<16x16xf32>) -> ()  // error: PA0215
  return
}
// -----
// jaxlib: reject
// tuple result with one sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.custom_call @t(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<16x16xf32>) -> tuple<tensor<8xf32>, tensor<8xf32>>  // error: PA0217
  return
}
// -----
// jaxlib: reject
// tuple result with two shardings
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.custom_call @t(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>, <@m, [{"a"}]>]>} : (tensor<16x16xf32>) -> tuple<tensor<8xf32>, tensor<8xf32>>  // error: PA0230
  return
}
// -----
// jaxlib: accept
// tuple result with a maximal sharding
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @n = <[], device_ids=[0]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = stablehlo.custom_call @t(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@n, []>]>} : (tensor<16x16xf32>) -> tuple<tensor<8xf32>, tensor<8xf32>>
  return
}
// -----
// jaxlib: accept
// sharding on a return op
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  "func.return"() {sdy.sharding = #sdy.sharding_per_value<[]>} : () -> ()
}
// -----
// jaxlib: accept
// sharding on a call
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func private @g(tensor<8xf32>) -> tensor<8xf32>
func.func @f(%arg0: tensor<8xf32>) {
  %0 = call @g(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: accept
// sharding_constraint: plain
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {?}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// sharding_constraint: wrong rank
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}]> : tensor<16x16xf32>  // error: PA0212
  return
}
// -----
// jaxlib: reject
// sharding_constraint: unknown axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"x"}, {}]> : tensor<16x16xf32>  // error: PA0202
  return
}
// -----
// jaxlib: reject
// sharding_constraint: unknown mesh
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@x, [{}, {}]> : tensor<16x16xf32>  // error: PA0201
  return
}
// -----
// jaxlib: reject
// sharding_constraint: axis twice
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {"a"}]> : tensor<16x16xf32>  // error: PA0203
  return
}
// -----
// jaxlib: reject
// sharding_constraint: type differs from the operand
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> : tensor<8x16xf32>  // error: PA0104
  return
}
// -----
// jaxlib: reject
// sharding_constraint: result type differs, generic
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = "sdy.sharding_constraint"(%arg0) <{sharding = #sdy.sharding<@m, [{}, {}]>}> : (tensor<16x16xf32>) -> tensor<8x16xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// sharding_constraint: no sharding, generic
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = "sdy.sharding_constraint"(%arg0) : (tensor<16x16xf32>) -> tensor<16x16xf32>  // error: PA0108
  return
}
// -----
// jaxlib: accept
// sharding_constraint: maximal mesh
sdy.mesh @n = <[], device_ids=[0]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@n, []> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// sharding_constraint: unreduced added
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{}, {}], unreduced={"a"}> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// sharding_constraint: unreduced dropped
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{}, {}], unreduced={"a"}> : tensor<16x16xf32>
  %1 = sdy.sharding_constraint %0 <@m, [{}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// sharding_constraint: unreduced axis becomes a dim axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{}, {}], unreduced={"a"}> : tensor<16x16xf32>
  %1 = sdy.sharding_constraint %0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// sharding_constraint: dynamic tensor
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<?xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}]> : tensor<?xf32>
  return
}
// -----
// jaxlib: accept
// sharding_constraint: scalar type i32
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: i32) {
  %0 = sdy.sharding_constraint %arg0 <@m, []> : i32
  return
}
// -----
// jaxlib: accept
// sharding_constraint: token
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: !stablehlo.token) {
  %0 = sdy.sharding_constraint %arg0 <@m, []> : !stablehlo.token
  return
}
// -----
// jaxlib: accept
// sharding_constraint: carries a discardable sharding too
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}]> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// sharding_constraint: inlined mesh
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.sharding_constraint %arg0 <mesh<["q"=2]>, [{"q"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// sharding_constraint: outside a function
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
%0 = stablehlo.constant dense<1.0> : tensor<8xf32>
%1 = sdy.sharding_constraint %0 <@m, [{"a"}]> : tensor<8xf32>
// -----
// jaxlib: accept
// reshard: plain
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.reshard %arg0 <@m, [{"a"}, {?}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// reshard: wrong rank
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.reshard %arg0 <@m, [{"a"}]> : tensor<16x16xf32>  // error: PA0212
  return
}
// -----
// jaxlib: reject
// reshard: unknown axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.reshard %arg0 <@m, [{"x"}, {}]> : tensor<16x16xf32>  // error: PA0202
  return
}
// -----
// jaxlib: reject
// reshard: unknown mesh
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.reshard %arg0 <@x, [{}, {}]> : tensor<16x16xf32>  // error: PA0201
  return
}
// -----
// jaxlib: reject
// reshard: axis twice
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.reshard %arg0 <@m, [{"a"}, {"a"}]> : tensor<16x16xf32>  // error: PA0203
  return
}
// -----
// jaxlib: reject
// reshard: type differs from the operand
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.reshard %arg0 <@m, [{"a"}, {}]> : tensor<8x16xf32>  // error: PA0104
  return
}
// -----
// jaxlib: reject
// reshard: result type differs, generic
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = "sdy.reshard"(%arg0) <{sharding = #sdy.sharding<@m, [{}, {}]>}> : (tensor<16x16xf32>) -> tensor<8x16xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// reshard: no sharding, generic
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = "sdy.reshard"(%arg0) : (tensor<16x16xf32>) -> tensor<16x16xf32>  // error: PA0108
  return
}
// -----
// jaxlib: accept
// reshard: maximal mesh
sdy.mesh @n = <[], device_ids=[0]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.reshard %arg0 <@n, []> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// reshard: unreduced added
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.reshard %arg0 <@m, [{}, {}], unreduced={"a"}> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// reshard: unreduced dropped
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.reshard %arg0 <@m, [{}, {}], unreduced={"a"}> : tensor<16x16xf32>
  %1 = sdy.reshard %0 <@m, [{}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// reshard: unreduced axis becomes a dim axis
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.reshard %arg0 <@m, [{}, {}], unreduced={"a"}> : tensor<16x16xf32>
  %1 = sdy.reshard %0 <@m, [{"a"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// reshard: dynamic tensor
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<?xf32>) {
  %0 = sdy.reshard %arg0 <@m, [{"a"}]> : tensor<?xf32>
  return
}
// -----
// jaxlib: accept
// reshard: scalar type i32
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: i32) {
  %0 = sdy.reshard %arg0 <@m, []> : i32
  return
}
// -----
// jaxlib: accept
// reshard: token
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: !stablehlo.token) {
  %0 = sdy.reshard %arg0 <@m, []> : !stablehlo.token
  return
}
// -----
// jaxlib: accept
// reshard: carries a discardable sharding too
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.reshard %arg0 <@m, [{"a"}, {}]> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// reshard: inlined mesh
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = sdy.reshard %arg0 <mesh<["q"=2]>, [{"q"}, {}]> : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// reshard: outside a function
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
%0 = stablehlo.constant dense<1.0> : tensor<8xf32>
%1 = sdy.reshard %0 <@m, [{"a"}]> : tensor<8xf32>
// -----
// jaxlib: accept
// group with id zero
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  sdy.sharding_group %arg0 group_id=0 : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// two groups on one value
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  sdy.sharding_group %arg0 group_id=1 : tensor<16x16xf32>
  sdy.sharding_group %arg0 group_id=2 : tensor<16x16xf32>
  return
}
// -----
// jaxlib: accept
// group over values of two shapes
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>, %arg1: tensor<8xf32>) {
  sdy.sharding_group %arg0 group_id=1 : tensor<16x16xf32>
  sdy.sharding_group %arg1 group_id=1 : tensor<8xf32>
  return
}
// -----
// jaxlib: accept
// negative group id
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  sdy.sharding_group %arg0 group_id=-1 : tensor<16x16xf32>
  return
}
// -----
// jaxlib: reject
// group id missing
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  sdy.sharding_group %arg0 : tensor<16x16xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// group of a non-tensor
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: i32) {
  sdy.sharding_group %arg0 group_id=1 : i32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// group of an unranked tensor
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<*xf32>) {
  sdy.sharding_group %arg0 group_id=1 : tensor<*xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// group with a result
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  %0 = "sdy.sharding_group"(%arg0) <{group_id = 1 : i64}> : (tensor<16x16xf32>) -> tensor<16x16xf32>  // error: PA0106
  return
}
// -----
// jaxlib: reject
// group id of 32 bits
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<16x16xf32>) {
  "sdy.sharding_group"(%arg0) <{group_id = 1 : i32}> : (tensor<16x16xf32>) -> ()  // error: PA0109
  return
}
// -----
// jaxlib: accept
// group of a dynamic tensor
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<?xf32>) {
  sdy.sharding_group %arg0 group_id=1 : tensor<?xf32>
  return
}
