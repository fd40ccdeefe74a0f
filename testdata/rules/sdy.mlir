// test: rules
module {
  sdy.mesh @m = <["x"=2, "y"=2]>
  func.func @f0(%a0: tensor<8x4xf32>) {
    %0 = sdy.sharding_constraint %a0 <@m, [{"x"}, {}]> : tensor<8x4xf32>
    return
  }
  func.func @f1(%a0: tensor<8x4xf32>) {
    %0 = sdy.reshard %a0 <@m, [{"x"}, {}]> : tensor<8x4xf32>
    return
  }
  func.func @f2(%a0: tensor<8x4xf32>) {
    %0 = sdy.propagation_barrier %a0 allowed_direction=FORWARD : tensor<8x4xf32>
    return
  }
  func.func @f3(%a0: tensor<8x4xf32>) {
    sdy.sharding_group %a0 group_id=1 : tensor<8x4xf32>
    return
  }
  func.func @f4(%a0: tensor<8x4xf32>) {
    %n = stablehlo.negate %a0 : tensor<8x4xf32>
    %0 = sdy.data_flow_edge %n : tensor<8x4xf32>
    return
  }
  func.func @f5(%a0: tensor<8x4xf32>) {
    %0 = sdy.func_data_flow_edge %a0 : tensor<8x4xf32>
    return
  }
  func.func @f6(%a0: tensor<8x4xf32>) {
    %0 = sdy.constant dense<1.0> : tensor<8x4xf32>
    return
  }
  func.func @f7(%a0: tensor<8x4xf32>) {
    %0 = stablehlo.optimization_barrier %a0 : tensor<8x4xf32>
    return
  }
  func.func @f8(%a0: tensor<8x4xf32>) {
    %0 = sdy.sharding_constraint %a0 <@m, [{?}, {"y", ?}]> : tensor<8x4xf32>
    return
  }
  func.func @f9(%a0: tensor<8x4xf32>) {
    %0 = sdy.reshard %a0 <@m, [{?}, {"y", ?}]> : tensor<8x4xf32>
    return
  }
  func.func @f10(%a0: tensor<1x4xf32>) {
    %0 = sdy.sharding_constraint %a0 <@m, [{}, {}]> : tensor<1x4xf32>
    return
  }
  func.func @f11(%a0: tensor<1x4xf32>) {
    %0 = sdy.reshard %a0 <@m, [{}, {}]> : tensor<1x4xf32>
    return
  }
  func.func @f12(%a0: tensor<1x4xf32>) {
    %0 = sdy.propagation_barrier %a0 allowed_direction=FORWARD : tensor<1x4xf32>
    return
  }
  func.func @f13(%a0: tensor<1x4xf32>) {
    sdy.sharding_group %a0 group_id=1 : tensor<1x4xf32>
    return
  }
  func.func @f14(%a0: tensor<1x4xf32>) {
    %n = stablehlo.negate %a0 : tensor<1x4xf32>
    %0 = sdy.data_flow_edge %n : tensor<1x4xf32>
    return
  }
  func.func @f15(%a0: tensor<1x4xf32>) {
    %0 = sdy.func_data_flow_edge %a0 : tensor<1x4xf32>
    return
  }
  func.func @f16(%a0: tensor<1x4xf32>) {
    %0 = sdy.constant dense<1.0> : tensor<1x4xf32>
    return
  }
  func.func @f17(%a0: tensor<1x4xf32>) {
    %0 = stablehlo.optimization_barrier %a0 : tensor<1x4xf32>
    return
  }
  func.func @f18(%a0: tensor<f32>) {
    %0 = sdy.sharding_constraint %a0 <@m, []> : tensor<f32>
    return
  }
  func.func @f19(%a0: tensor<f32>) {
    %0 = sdy.reshard %a0 <@m, []> : tensor<f32>
    return
  }
  func.func @f20(%a0: tensor<f32>) {
    %0 = sdy.propagation_barrier %a0 allowed_direction=FORWARD : tensor<f32>
    return
  }
  func.func @f21(%a0: tensor<f32>) {
    sdy.sharding_group %a0 group_id=1 : tensor<f32>
    return
  }
  func.func @f22(%a0: tensor<f32>) {
    %n = stablehlo.negate %a0 : tensor<f32>
    %0 = sdy.data_flow_edge %n : tensor<f32>
    return
  }
  func.func @f23(%a0: tensor<f32>) {
    %0 = sdy.func_data_flow_edge %a0 : tensor<f32>
    return
  }
  func.func @f24(%a0: tensor<f32>) {
    %0 = sdy.constant dense<1.0> : tensor<f32>
    return
  }
  func.func @f25(%a0: tensor<f32>) {
    %0 = stablehlo.optimization_barrier %a0 : tensor<f32>
    return
  }
  func.func @f26(%a0: tensor<8x4xf32>) {
    %0 = sdy.manual_computation(%a0) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<4x4xf32>) {
      %n = stablehlo.negate %b : tensor<4x4xf32>
      sdy.return %n : tensor<4x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f27(%a0: tensor<8x4xf32>) {
    %0 = sdy.named_computation<"f">(%a0) (%b: tensor<8x4xf32>) {
      %n = stablehlo.negate %b : tensor<8x4xf32>
      sdy.return %n : tensor<8x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f28(%a0: tensor<8x4xf32>) {
    %n = stablehlo.negate %a0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x", "y"}, {}]>]>} : tensor<8x4xf32>
    %0 = sdy.all_gather [{"y"}, {}] %n out_sharding=<@m, [{"x"}, {}]> : tensor<8x4xf32>
    %1 = sdy.all_slice [{"y"}, {}] %0 out_sharding=<@m, [{"x", "y"}, {}]> : tensor<8x4xf32>
    %2 = sdy.all_to_all [{"y"}: 0->1] %1 out_sharding=<@m, [{"x"}, {"y"}]> : tensor<8x4xf32>
    %3 = sdy.collective_permute %2 out_sharding=<@m, [{"y"}, {"x"}]> : tensor<8x4xf32>
    %4 = sdy.all_gather [{"y"}, {}] %3 out_sharding=<@m, [{}, {"x"}]> : tensor<8x4xf32>
    %5 = sdy.all_reduce {"y"} %4 out_sharding=<@m, [{}, {"x"}]> : tensor<8x4xf32>
    %6 = sdy.reduce_scatter [{"y"}, {}] %5 out_sharding=<@m, [{"y"}, {"x"}]> : tensor<8x4xf32>
    %7 = sdy.sharded_to_unreduced [{"y"}, {}] %6 out_sharding=<@m, [{}, {"x"}], unreduced={"y"}> : tensor<8x4xf32>
    %8 = sdy.replicated_to_unreduced {"y"} %5 out_sharding=<@m, [{}, {"x"}], unreduced={"y"}> : tensor<8x4xf32>
    return
  }
}
