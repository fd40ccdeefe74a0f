// test: roundtrip
module {
  func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
    %1 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum across dimensions = [0, 1] {foo} : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %2 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.minimum across dimensions = [] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %3 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.multiply across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    return
  }
}
// -----
module {
  func.func @f(%arg0: tensor<4xi1>, %arg1: tensor<i1>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.and across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
    %1 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.or across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
    %2 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.xor across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
    return
  }
}
// -----
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
      %4 = stablehlo.add %arg3, %arg2 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }
    %1 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] {foo = "x"} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
      %4 = stablehlo.subtract %arg2, %arg3 : tensor<f32>
      %5 = stablehlo.abs %4 : tensor<f32>
      stablehlo.return %5 : tensor<f32>
    }
    %2:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg0 init: %arg1) across dimensions = [0] : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
     reducer(%arg2: tensor<f32>, %arg4: tensor<f32>) (%arg3: tensor<f32>, %arg5: tensor<f32>)  {
      stablehlo.return %arg2, %arg5 : tensor<f32>, tensor<f32>
    }
    %3 = stablehlo.add %2#0, %2#1 : tensor<f32>
    return
  }
}
// -----
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
    %0:2 = stablehlo.reduce(%arg0 init: %arg2), (%arg1 init: %arg3) across dimensions = [0] {foo} : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
     reducer(%arg4: tensor<f32>, %arg6: tensor<f32>) (%arg5: tensor<i32>, %arg7: tensor<i32>)  {
      %1 = stablehlo.compare GE, %arg4, %arg6 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %2 = stablehlo.select %1, %arg4, %arg6 : tensor<i1>, tensor<f32>
      %3 = stablehlo.select %1, %arg5, %arg7 : tensor<i1>, tensor<i32>
      stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
    }
    return
  }
}
// -----
module {
  func.func @f(%arg0: tensor<4xf16>, %arg1: tensor<f32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<4xf16>, tensor<f32>) -> tensor<f32>
     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
      %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }
    return
  }
}
// -----
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
      %4 = stablehlo.add %arg2, %arg1 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }
    %1 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
      %4 = stablehlo.maximum %arg2, %arg2 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }
    %2 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
      %4 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
      stablehlo.return %arg3 : tensor<f32>
    }
    %3 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
      %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      stablehlo.return %cst : tensor<f32>
    }
    return
  }
}
// -----
module {
  func.func @f(%arg0: tensor<i32>, %arg1: tensor<4xf32>) {
    %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<i32>, tensor<4xf32>
    cond {
      %c = stablehlo.constant dense<10> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %c = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg, %c : tensor<i32>
      %3 = stablehlo.add %iterArg_0, %iterArg_0 : tensor<4xf32>
      stablehlo.return %2, %3 : tensor<i32>, tensor<4xf32>
    }
    %1 = stablehlo.while(%iterArg = %0#0) : tensor<i32> attributes {bar = [1, 2], foo}
    cond {
      %2 = stablehlo.compare LT, %iterArg, %arg0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      stablehlo.return %iterArg : tensor<i32>
    }
    return
  }
}
// -----
module {
  func.func @f() {
    stablehlo.while()
    cond {
      %c = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      stablehlo.return 
    }
    return
  }
}
// -----
module {
  func.func @f(%arg0: tensor<i32>) {
    %0 = stablehlo.while(%iterArg = %arg0) : tensor<i32>
    cond {
      %1 = stablehlo.compare LT, %iterArg, %iterArg : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.while(%iterArg_0 = %iterArg) : tensor<i32>
      cond {
        %2 = stablehlo.compare LT, %iterArg, %iterArg_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %2 : tensor<i1>
      } do {
        %c = stablehlo.constant dense<3> : tensor<i32>
        stablehlo.return %c : tensor<i32>
      }
      stablehlo.return %1 : tensor<i32>
    }
    return
  }
}
// -----
module {
  func.func @f(%arg0: tensor<i32>, %arg1: tensor<f32>) {
    %0:2 = "stablehlo.case"(%arg0) ({
      stablehlo.return %arg1, %arg1 : tensor<f32>, tensor<f32>
    }, {
      %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      stablehlo.return %cst, %arg1 : tensor<f32>, tensor<f32>
    }, {
      %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %2 = stablehlo.negate %cst : tensor<f32>
      stablehlo.return %2, %arg1 : tensor<f32>, tensor<f32>
    }) {foo} : (tensor<i32>) -> (tensor<f32>, tensor<f32>)
    %1 = stablehlo.add %0#0, %0#1 : tensor<f32>
    return
  }
}
// -----
module {
  func.func @f(%arg0: tensor<i1>, %arg1: tensor<f32>) {
    %0 = "stablehlo.if"(%arg0) ({
      stablehlo.return %arg1 : tensor<f32>
    }, {
      %1 = stablehlo.negate %arg1 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    "stablehlo.if"(%arg0) ({
      stablehlo.return 
    }, {
      stablehlo.return 
    }) : (tensor<i1>) -> ()
    return
  }
}
// -----
module {
  func.func @f(%arg0: tensor<4xf32>) {
    %0 = "stablehlo.map"(%arg0, %arg0) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.power %arg1, %arg2 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {foo} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>) {
    %0:2 = "stablehlo.sort"(%arg1, %arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<f32>, %arg5: tensor<f32>):
      %3 = stablehlo.compare LT, %arg2, %arg3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    }) : (tensor<4xi32>, tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>)
    %1 = "stablehlo.sort"(%arg0) ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %3 = stablehlo.compare GT, %arg2, %arg3, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = "stablehlo.sort"(%arg0) <{dimension = -1 : i64, is_stable = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %3 = stablehlo.compare GT, %arg2, %arg3, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    }) {foo} : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
}
// -----
module {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<2x1xi32>, %arg2: tensor<2x6xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %2 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x1xi32>, tensor<2x6xf32>) -> tensor<4x6xf32>
    %1:2 = "stablehlo.scatter"(%arg0, %arg0, %arg1, %arg2, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>, %arg5: tensor<f32>, %arg6: tensor<f32>):
      stablehlo.return %arg5, %arg6 : tensor<f32>, tensor<f32>
    }) {foo} : (tensor<4x6xf32>, tensor<4x6xf32>, tensor<2x1xi32>, tensor<2x6xf32>, tensor<2x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>)
    return
  }
}
// -----
module {
  func.func @f(%arg0: tensor<5x4x6xf32>, %arg1: tensor<5x2x1xi32>, %arg2: tensor<5x2x6xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg4 : tensor<f32>
    }) : (tensor<5x4x6xf32>, tensor<5x2x1xi32>, tensor<5x2x6xf32>) -> tensor<5x4x6xf32>
    return
  }
}
// -----
module {
  func.func @f(%arg0: tensor<8xf32>, %arg1: tensor<f32>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %3 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
    %1 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 2>, window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %3 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) {foo} : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
    %2:2 = "stablehlo.reduce_window"(%arg0, %arg0, %arg1, %arg1) <{padding = dense<0> : tensor<1x2xi64>, window_dimensions = array<i64: 2>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<f32>, %arg5: tensor<f32>):
      stablehlo.return %arg2, %arg5 : tensor<f32>, tensor<f32>
    }) : (tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<f32>) -> (tensor<7xf32>, tensor<7xf32>)
    return
  }
}
// -----
module {
  func.func @f(%arg0: tensor<8xf32>, %arg1: tensor<4xf32>, %arg2: tensor<f32>) {
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<0> : tensor<1x2xi64>, window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<8xf32>, tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
    return
  }
}
// -----
module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.composite "my.op" %arg0 {composite_attributes = {a = 1 : i32, b = "x"}, decomposition = @d, version = 3 : i32} : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.composite "my.op" %0 {decomposition = @d} : (tensor<4xf32>) -> tensor<4xf32>
    %2 = stablehlo.composite "my.op" %1 {decomposition = @d, foo} : (tensor<4xf32>) -> tensor<4xf32>
    return %2 : tensor<4xf32>
  }
  func.func private @d(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    return %arg0 : tensor<4xf32>
  }
}
// -----
module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.composite "my.op" %arg0 ({
    ^bb0(%arg1: tensor<4xf32>):
      %2 = stablehlo.abs %arg1 : tensor<4xf32>
      stablehlo.return %2 : tensor<4xf32>
    }) {decomposition = @d} : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.composite "my.op" %arg0 ({
      stablehlo.return %arg0 : tensor<4xf32>
    }, {
      %2 = stablehlo.abs %arg0 : tensor<4xf32>
      stablehlo.return %2 : tensor<4xf32>
    }) {decomposition = @d, version = 2 : i32} : (tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  func.func private @d(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    return %arg0 : tensor<4xf32>
  }
}
// -----
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<2xi32>) {
    %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<4xf32>, tensor<2xi32>
    %1 = stablehlo.optimization_barrier %arg0 : tensor<4xf32>
    %2 = stablehlo.optimization_barrier {foo} %arg0 : tensor<4xf32>
    stablehlo.optimization_barrier()
    stablehlo.optimization_barrier {foo}()
    return
  }
}
// -----
module {
  func.func @f(%arg0: tensor<i1>, %arg1: tensor<f32>) {
    %0 = "stablehlo.if"(%arg0) ({
      stablehlo.return %arg1 {foo} : tensor<f32>
    }, {
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    "stablehlo.if"(%arg0) ({
      stablehlo.return  {foo}
    }, {
      stablehlo.return 
    }) : (tensor<i1>) -> ()
    return
  }
}
