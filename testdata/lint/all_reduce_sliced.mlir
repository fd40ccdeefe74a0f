// test: lint
// The sum is replicated, and the result sharded.
sdy.mesh @mesh = <["x"=4]>

func.func @main(%a: tensor<2048x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                %b: tensor<4096x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2048x4096xf32>, tensor<4096x2048xf32>) -> tensor<2048x2048xf32>  // error: PA0803
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}]> : tensor<2048x2048xf32>
  return %1 : tensor<2048x2048xf32>
}
// -----
// The sum is sharded like the result: a reduce-scatter.
sdy.mesh @mesh = <["x"=4]>

func.func @main(%a: tensor<2048x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                %b: tensor<4096x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2048x4096xf32>, tensor<4096x2048xf32>) -> tensor<2048x2048xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> : tensor<2048x2048xf32>
  return %1 : tensor<2048x2048xf32>
}
// -----
// The sum has another use, which needs all of it.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<2048x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                %b: tensor<4096x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2048x4096xf32>, tensor<4096x2048xf32>) -> tensor<2048x2048xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}]> : tensor<2048x2048xf32>
  return %1, %1 : tensor<2048x2048xf32>, tensor<2048x2048xf32>
}
// -----
// In a manual computation, the slices are the user's own.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<4x2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> tensor<4x512x2048xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}, {}]>] out_shardings=[<@mesh, [{"x"}, {}, {}]>] manual_axes={"x"} (%arg: tensor<1x2048x2048xf32>) {
    %1 = "stablehlo.all_reduce"(%arg) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({  // error: PA0803
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<1x2048x2048xf32>) -> tensor<1x2048x2048xf32>
    %id = stablehlo.partition_id : tensor<ui32>
    %i = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %size = stablehlo.constant dense<512> : tensor<i32>
    %start = stablehlo.multiply %i, %size : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.dynamic_slice %1, %zero, %start, %zero, sizes = [1, 512, 2048] : (tensor<1x2048x2048xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x512x2048xf32>
    sdy.return %2 : tensor<1x512x2048xf32>
  } : (tensor<4x2048x2048xf32>) -> tensor<4x512x2048xf32>
  return %0 : tensor<4x512x2048xf32>
}
// -----
// A slice at a fixed index is the same on every device.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<2048x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                %b: tensor<4096x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<i32>)
    -> (tensor<512x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2048x4096xf32>, tensor<4096x2048xf32>) -> tensor<2048x2048xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}]> : tensor<2048x2048xf32>
  %2 = stablehlo.dynamic_slice %1, %i, %i, sizes = [512, 2048] : (tensor<2048x2048xf32>, tensor<i32>, tensor<i32>) -> tensor<512x2048xf32>
  return %2 : tensor<512x2048xf32>
}
