// test: canonical
func.func @f(%first: tensor<2xf32>, %second: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
 %sum = stablehlo.add %first, %second : tensor<2xf32>
 %pair:2 = stablehlo.optimization_barrier %sum, %first : tensor<2xf32>, tensor<2xf32>
 %x, %y = stablehlo.optimization_barrier %pair#1, %pair#0 : tensor<2xf32>, tensor<2xf32>
 %p:1, %q = stablehlo.optimization_barrier %x, %y : tensor<2xf32>, tensor<2xf32>
 %42 = stablehlo.add %pair, %q : tensor<2xf32>
 %x_7.y$z-1 = stablehlo.abs %42 : tensor<2xf32>
 return %x_7.y$z-1, %p : tensor<2xf32>, tensor<2xf32>
}
// -----
func.func @f(%p: i1, %c: i32) -> i32 {
 cf.cond_br %p, ^late, ^late
^early:
 %w = arith.addi %v, %c : i32
 return %w : i32
^late:
 %v = arith.addi %c, %c : i32
 cf.br ^early
}
// -----
func.func @f(%c: i32) {
 cf.br ^z
^a(%m: i32, %n: i32):
 cf.br ^end
^z:
 cf.br ^a(%c, %c : i32, i32)
^end:
 return
}
// -----
func.func @caller(%a: tensor<f32>) -> tensor<f32> {
 %0 = call @callee(%a) : (tensor<f32>) -> tensor<f32>
 return %0 : tensor<f32>
}
func.func private @callee(%a: tensor<f32>) -> tensor<f32> {
 %c = stablehlo.constant dense<2.0> : tensor<f32>
 %c_0 = stablehlo.add %a, %c : tensor<f32>
 return %c_0 : tensor<f32>
}
// -----
func.func @shadow(%a: tensor<i1>) {
 "stablehlo.if"(%a) ({
   %x = stablehlo.constant dense<1> : tensor<i32>
   stablehlo.return
 }, {
   %x = stablehlo.constant dense<2> : tensor<i32>
   stablehlo.return
 }) : (tensor<i1>) -> ()
 %x = stablehlo.constant dense<3> : tensor<i32>
 return
}
func.func @again(%a: tensor<i1>) {
 %x = stablehlo.constant dense<3> : tensor<i32>
 return
}
// -----
// values before their definition inside a region without dominance
module {
 %0 = builtin.unrealized_conversion_cast %1 : i64 to i32
 %1 = builtin.unrealized_conversion_cast to i64
}
