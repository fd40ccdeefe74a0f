// test: lint
// A product gathers the weights that the loop carries unchanged.
sdy.mesh @mesh = <["x"=4]>

func.func @main(%w: tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %h: tensor<65536x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<65536x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %weights = %w, %state = %h) : tensor<i32>, tensor<2048x2048xf32>, tensor<65536x2048xf32>
  cond {
    %limit = stablehlo.constant dense<10> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.dot_general %state, %weights, contracting_dims = [1] x [0] : (tensor<65536x2048xf32>, tensor<2048x2048xf32>) -> tensor<65536x2048xf32>  // error: PA0806
    stablehlo.return %1, %weights, %2 : tensor<i32>, tensor<2048x2048xf32>, tensor<65536x2048xf32>
  }
  return %0#2 : tensor<65536x2048xf32>
}
// -----
// They are gathered before the loop.
sdy.mesh @mesh = <["x"=4]>

func.func @main(%w: tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %h: tensor<65536x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<65536x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %all = sdy.sharding_constraint %w <@mesh, [{}, {}]> : tensor<2048x2048xf32>
  %0:3 = stablehlo.while(%i = %zero, %weights = %all, %state = %h) : tensor<i32>, tensor<2048x2048xf32>, tensor<65536x2048xf32>
  cond {
    %limit = stablehlo.constant dense<10> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.dot_general %state, %weights, contracting_dims = [1] x [0] : (tensor<65536x2048xf32>, tensor<2048x2048xf32>) -> tensor<65536x2048xf32>
    stablehlo.return %1, %weights, %2 : tensor<i32>, tensor<2048x2048xf32>, tensor<65536x2048xf32>
  }
  return %0#2 : tensor<65536x2048xf32>
}
// -----
// A constraint gathers the weights; what the body returns is sliced from them.
sdy.mesh @mesh = <["x"=4]>

func.func @main(%w: tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %h: tensor<8x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
    -> (tensor<8x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %weights = %w, %state = %h) : tensor<i32>, tensor<2048x2048xf32>, tensor<8x2048xf32>
  cond {
    %limit = stablehlo.constant dense<10> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = sdy.sharding_constraint %weights <@mesh, [{}, {}]> : tensor<2048x2048xf32>  // error: PA0806
    %3 = stablehlo.dot_general %state, %2, contracting_dims = [1] x [0] : (tensor<8x2048xf32>, tensor<2048x2048xf32>) -> tensor<8x2048xf32>
    stablehlo.return %1, %weights, %3 : tensor<i32>, tensor<2048x2048xf32>, tensor<8x2048xf32>
  }
  return %0#2 : tensor<8x2048xf32>
}
// -----
// The gathered tensor changes in every iteration.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%h: tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %state = %h) : tensor<i32>, tensor<2048x2048xf32>
  cond {
    %limit = stablehlo.constant dense<10> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.dot_general %state, %state, contracting_dims = [1] x [0] : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<2048x2048xf32>
  }
  return %0#1 : tensor<2048x2048xf32>
}
// -----
// The operand is computed from invariant values alone; the trip count is unknown.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%n: tensor<i32>, %w: tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %h: tensor<8x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
    -> (tensor<8x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %weights = %w, %state = %h) : tensor<i32>, tensor<2048x2048xf32>, tensor<8x2048xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.negate %weights : tensor<2048x2048xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{}, {}]> : tensor<2048x2048xf32>  // error: PA0806
    %4 = stablehlo.dot_general %state, %3, contracting_dims = [1] x [0] : (tensor<8x2048xf32>, tensor<2048x2048xf32>) -> tensor<8x2048xf32>
    stablehlo.return %1, %weights, %4 : tensor<i32>, tensor<2048x2048xf32>, tensor<8x2048xf32>
  }
  return %0#2 : tensor<8x2048xf32>
}
