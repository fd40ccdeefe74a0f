// test: verify
// jaxlib: accept
// pointwise
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// contraction
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=8} reduction={k}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// custom rule
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}, custom>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// all special factor kinds
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, j]) {i=8, j=8, k=8, l=8, m=8} reduction={i} need_replication={k} permutation={l} blocked_propagation={j}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// blocked together with another kind
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} need_replication={i} blocked_propagation={i}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// split dimension
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k], [ij, k])->([ij, k]) {i=2, j=4, k=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// factor sizes not matching the dim
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=3, j=100}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// product of factors above the dim size
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k], [ij, k])->([ij, k]) {i=8, j=8, k=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// size-one factor alone on a dim
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=1, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
// jaxlib: reject
// size-one factor next to another
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k], [ij, k])->([ij, k]) {i=1, j=8, k=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0308 PA0308 PA0308
  return
}
// -----
// jaxlib: reject
// size-one factor last
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k], [ij, k])->([ij, k]) {i=8, j=1, k=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0308 PA0308 PA0308
  return
}
// -----
// jaxlib: accept
// factor of size zero
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=0, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// factor of negative size
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=-8, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0314
  return
}
// -----
// jaxlib: reject
// operand mapping missing
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0301
  return
}
// -----
// jaxlib: reject
// one operand mapping too many
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j], [i, j])->([i, j]) {i=8, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0301
  return
}
// -----
// jaxlib: reject
// result mapping too many
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j], [i, j]) {i=8, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0302
  return
}
// -----
// jaxlib: reject
// no operand mappings
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<()->([i, j]) {i=8, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// no result mappings
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->() {i=8, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// operand mapping of smaller rank
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i, j])->([i, j]) {i=8, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0304
  return
}
// -----
// jaxlib: reject
// operand mapping of larger rank
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, j])->([i, j]) {i=8, j=8, k=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0304
  return
}
// -----
// jaxlib: reject
// result mapping of other rank
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i]) {i=8, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0304
  return
}
// -----
// jaxlib: reject
// empty dim mapping by star
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, *], [i, j])->([i, j]) {i=8, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0305
  return
}
// -----
// jaxlib: reject
// empty dim mapping
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, ], [i, j])->([i, j]) {i=8, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// factor twice in one operand
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, i], [i, j])->([i, j]) {i=8, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0307
  return
}
// -----
// jaxlib: reject
// factor twice in one dim
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([ii, j], [i, j])->([i, j]) {i=8, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0307
  return
}
// -----
// jaxlib: reject
// factor twice in the result
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, i]) {i=8, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0307
  return
}
// -----
// jaxlib: reject
// factor without size
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0306 PA0306 PA0306
  return
}
// -----
// jaxlib: reject
// factor never used
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8, k=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0309
  return
}
// -----
// jaxlib: reject
// sizes out of order
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {j=8, i=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// size listed twice
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, i=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// sizes skipping a symbol
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, k])->([i, k]) {i=8, k=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// symbol before i
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([h, i], [h, i])->([h, i]) {h=8, i=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// capital symbol
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([I, J], [I, J])->([I, J]) {I=8, J=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// missing sizes
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j])>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0306 PA0306 PA0306 PA0306 PA0306 PA0306
  return
}
// -----
// jaxlib: reject
// arrow missing
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j]) ([i, j]) {i=8, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// reduction factor in the result
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} reduction={i}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0313
  return
}
// -----
// jaxlib: reject
// factor both reduction and need_replication
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=8} reduction={k} need_replication={k}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0312
  return
}
// -----
// jaxlib: reject
// factor both reduction and permutation
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=8} reduction={k} permutation={k}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0312
  return
}
// -----
// jaxlib: reject
// factor both need_replication and permutation
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} need_replication={j} permutation={j}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0312
  return
}
// -----
// jaxlib: reject
// special list not sorted
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} need_replication={j, i}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0310
  return
}
// -----
// jaxlib: reject
// permutation list not sorted
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} permutation={j, i}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0310
  return
}
// -----
// jaxlib: reject
// blocked list not sorted
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} blocked_propagation={j, i}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0310
  return
}
// -----
// jaxlib: reject
// reduction list not sorted
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([k, l]) {i=8, j=8, k=8, l=8} reduction={j, i}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0310
  return
}
// -----
// jaxlib: reject
// special list with a repeat
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} need_replication={i, i}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0311
  return
}
// -----
// jaxlib: reject
// blocked list with a repeat
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} blocked_propagation={j, j}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0311
  return
}
// -----
// jaxlib: reject
// special factor out of range
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} permutation={k}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0306
  return
}
// -----
// jaxlib: reject
// reduction factor out of range
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} reduction={z}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0306
  return
}
// -----
// jaxlib: accept
// empty special list
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} reduction={}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
// jaxlib: reject
// special lists in another order
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, j]) {i=8, j=8, k=8, l=8, m=8} permutation={l} reduction={i}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// special list given twice
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, j]) {i=8, j=8, k=8, l=8, m=8} reduction={i} reduction={k}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// unknown special list
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} foo={i}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// other word instead of custom
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}, builtin>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// custom without comma
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} custom>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: accept
// eighteen factors
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([ijklmnopq, rstuvwxyz], [ijklmnopq, rstuvwxyz])->([ijklmnopq, rstuvwxyz]) {i=2, j=2, k=2, l=2, m=2, n=2, o=2, p=2, q=2, r=2, s=2, t=2, u=2, v=2, w=2, x=2, y=2, z=2}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// factors beyond z
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([ijklmnopqrs, tuvwxyzz_1z_2z_3z_4], [ijklmnopqrs, tuvwxyzz_1z_2z_3z_4])->([ijklmnopqrs, tuvwxyzz_1z_2z_3z_4]) {i=2, j=2, k=2, l=2, m=2, n=2, o=2, p=2, q=2, r=2, s=2, t=2, u=2, v=2, w=2, x=2, y=2, z=2, z_1=2, z_2=2, z_3=2, z_4=2}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
// jaxlib: accept
// special factors beyond z
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([ijklmnopqrs, tuvwxyzz_1z_2z_3z_4], [ijklmnopqrs, tuvwxyzz_1z_2z_3z_4])->([ijklmnopqrs, tuvwxyzz_1z_2z_3z_4]) {i=2, j=2, k=2, l=2, m=2, n=2, o=2, p=2, q=2, r=2, s=2, t=2, u=2, v=2, w=2, x=2, y=2, z=2, z_1=2, z_2=2, z_3=2, z_4=2} need_replication={z_1, z_4}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
// jaxlib: reject
// z_0
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_0], [i, z_0])->([i, z_0]) {i=8, z_0=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// z_01
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([ijklmnopqr, stuvwxyzz_01z_2], [ijklmnopqr, stuvwxyzz_01z_2])->([ijklmnopqr, stuvwxyzz_01z_2]) {i=2, j=2, k=2, l=2, m=2, n=2, o=2, p=2, q=2, r=2, s=2, t=2, u=2, v=2, w=2, x=2, y=2, z=2, z_01=2, z_2=2}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// z without underscore number
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_], [i, z_])->([i, z_]) {i=8, z_=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// z_x
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_x], [i, z_x])->([i, z_x]) {i=8, z_x=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// negative z index
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_-1], [i, z_-1])->([i, z_-1]) {i=8, z_-1=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// huge z index
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_99999999999999999999], [i, j])->([i, j]) {i=8, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // error: PA0001
  return
}
// -----
// jaxlib: accept
// scalar rule
func.func @f(%arg0: tensor<f32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([]) {}>} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// scalar result of a rank-two operand
func.func @f(%arg0: tensor<8x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([]) {i=8, j=8} reduction={i, j}>} : (tensor<8x8xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// dynamic operand
func.func @f(%arg0: tensor<?x8xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}>} : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>  // error: PA0303 PA0303 PA0303
  return
}
// -----
// jaxlib: reject
// unranked operand
func.func @f(%arg0: tensor<*xf32>) {
  %0 = stablehlo.custom_call @op(%arg0, %arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}>} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>  // error: PA0303 PA0303 PA0303
  return
}
// -----
// jaxlib: reject
// token operand
func.func @f(%arg0: !stablehlo.token) {
  %0 = stablehlo.custom_call @op(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([]) {}>} : (!stablehlo.token) -> !stablehlo.token  // error: PA0303 PA0303
  return
}
// -----
// jaxlib: reject
// tuple result
func.func @f(%arg0: tensor<f32>) {
  %0 = stablehlo.custom_call @op(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([]) {}>} : (tensor<f32>) -> tuple<tensor<f32>>  // error: PA0303
  return
}
// -----
// jaxlib: reject
// rule on an op without operands
func.func @f() {
  %0 = stablehlo.custom_call @op() {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([]) {}>} : () -> tensor<f32>  // error: PA0301
  return
}
// -----
// jaxlib: reject
// rule of wrong attribute kind
func.func @f(%arg0: tensor<8xf32>) {
  %0 = stablehlo.abs %arg0 {sdy.sharding_rule = "x"} : tensor<8xf32>  // error: PA0109
  return
}
// -----
// jaxlib: accept
// custom rule on a stablehlo op that has its own
func.func @f(%arg0: tensor<8xf32>) {
  %0 = stablehlo.abs %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([j]) {i=8, j=8}, custom>} : tensor<8xf32>
  return
}
// -----
// jaxlib: accept
// rule on an sdy constraint
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]>
func.func @f(%arg0: tensor<8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
  return
}
// -----
// jaxlib: reject
// rule on a function
func.func @f(%arg0: tensor<8xf32>) attributes {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} {  // error: PA0301 PA0302
  return
}
// -----
// jaxlib: accept
// rule attribute under another name is unchecked
func.func @f(%arg0: tensor<8xf32>) {
  %0 = stablehlo.abs %arg0 {x.rule = #sdy.op_sharding_rule<([i, i])->([j]) {i=8, j=8, k=1}>} : tensor<8xf32>
  return
}
