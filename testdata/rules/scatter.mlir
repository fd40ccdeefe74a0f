// test: rules
module {
  func.func @f0(%a0: tensor<8x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f1(%a0: tensor<8x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      stablehlo.return %r0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f2(%a0: tensor<8x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.multiply %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f3(%a0: tensor<8x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.maximum %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f4(%a0: tensor<8x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.minimum %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f5(%a0: tensor<8x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f6(%a0: tensor<8x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      stablehlo.return %l0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f7(%a0: tensor<8x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.subtract %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f8(%a0: tensor<8x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f9(%a0: tensor<8x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %r0, %l0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f10(%a0: tensor<8x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %r0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f11(%a0: tensor<8x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.constant dense<1.0> : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f12(%a0: tensor<8x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.divide %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f13(%a0: tensor<8x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.power %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f14(%a0: tensor<8x4xi32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xi32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<i32>, %r0: tensor<i32>):
      %o0 = stablehlo.and %l0, %r0 : tensor<i32>
      stablehlo.return %o0 : tensor<i32>
    }) : (tensor<8x4xi32>, tensor<5x1xi32>, tensor<5x4xi32>) -> tensor<8x4xi32>
    return
  }
  func.func @f15(%a0: tensor<8x4xi32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xi32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<i32>, %r0: tensor<i32>):
      %o0 = stablehlo.or %l0, %r0 : tensor<i32>
      stablehlo.return %o0 : tensor<i32>
    }) : (tensor<8x4xi32>, tensor<5x1xi32>, tensor<5x4xi32>) -> tensor<8x4xi32>
    return
  }
  func.func @f16(%a0: tensor<8x4xi32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xi32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<i32>, %r0: tensor<i32>):
      %o0 = stablehlo.xor %l0, %r0 : tensor<i32>
      stablehlo.return %o0 : tensor<i32>
    }) : (tensor<8x4xi32>, tensor<5x1xi32>, tensor<5x4xi32>) -> tensor<8x4xi32>
    return
  }
  func.func @f17(%a0: tensor<8x4xi32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xi32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<i32>, %r0: tensor<i32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<i32>
      stablehlo.return %o0 : tensor<i32>
    }) : (tensor<8x4xi32>, tensor<5x1xi32>, tensor<5x4xi32>) -> tensor<8x4xi32>
    return
  }
  func.func @f18(%a0: tensor<8x4xi32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xi32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<i32>, %r0: tensor<i32>):
      %o0 = stablehlo.maximum %l0, %r0 : tensor<i32>
      stablehlo.return %o0 : tensor<i32>
    }) : (tensor<8x4xi32>, tensor<5x1xi32>, tensor<5x4xi32>) -> tensor<8x4xi32>
    return
  }
  func.func @f19(%a0: tensor<8x4xi1>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xi1>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<i1>, %r0: tensor<i1>):
      %o0 = stablehlo.and %l0, %r0 : tensor<i1>
      stablehlo.return %o0 : tensor<i1>
    }) : (tensor<8x4xi1>, tensor<5x1xi32>, tensor<5x4xi1>) -> tensor<8x4xi1>
    return
  }
  func.func @f20(%a0: tensor<8x4xi1>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xi1>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<i1>, %r0: tensor<i1>):
      %o0 = stablehlo.or %l0, %r0 : tensor<i1>
      stablehlo.return %o0 : tensor<i1>
    }) : (tensor<8x4xi1>, tensor<5x1xi32>, tensor<5x4xi1>) -> tensor<8x4xi1>
    return
  }
  func.func @f21(%a0: tensor<8x4xi1>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xi1>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<i1>, %r0: tensor<i1>):
      %o0 = stablehlo.xor %l0, %r0 : tensor<i1>
      stablehlo.return %o0 : tensor<i1>
    }) : (tensor<8x4xi1>, tensor<5x1xi32>, tensor<5x4xi1>) -> tensor<8x4xi1>
    return
  }
  func.func @f22(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>, %a2: tensor<5x1xi32>, %a3: tensor<5x4xf32>, %a4: tensor<5x4xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>, tensor<5x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
    return
  }
  func.func @f23(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>, %a2: tensor<5x1xi32>, %a3: tensor<5x4xf32>, %a4: tensor<5x4xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      stablehlo.return %r0, %r1 : tensor<f32>, tensor<f32>
    }) : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>, tensor<5x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
    return
  }
  func.func @f24(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>, %a2: tensor<8x4xf32>, %a3: tensor<5x1xi32>, %a4: tensor<5x4xf32>, %a5: tensor<5x4xf32>, %a6: tensor<5x4xf32>) {
    %0:3 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %l2: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>, %r2: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      %o2 = stablehlo.add %l2, %r2 : tensor<f32>
      stablehlo.return %o0, %o1, %o2 : tensor<f32>, tensor<f32>, tensor<f32>
    }) : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>)
    return
  }
  func.func @f25(%a0: tensor<8x4xf32>, %a1: tensor<5xi32>, %a2: tensor<5x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<5xi32>, tensor<5x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f26(%a0: tensor<8xf32>, %a1: tensor<i32>, %a2: tensor<f32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8xf32>, tensor<i32>, tensor<f32>) -> tensor<8xf32>
    return
  }
  func.func @f27(%a0: tensor<8xf32>, %a1: tensor<i32>, %a2: tensor<3xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8xf32>, tensor<i32>, tensor<3xf32>) -> tensor<8xf32>
    return
  }
  func.func @f28(%a0: tensor<1x4xf32>, %a1: tensor<1x1xi32>, %a2: tensor<1x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<1x4xf32>, tensor<1x1xi32>, tensor<1x4xf32>) -> tensor<1x4xf32>
    return
  }
  func.func @f29(%a0: tensor<1x1xf32>, %a1: tensor<1x2xi32>, %a2: tensor<1xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<1x1xf32>, tensor<1x2xi32>, tensor<1xf32>) -> tensor<1x1xf32>
    return
  }
  func.func @f30(%a0: tensor<0x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x0x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<0x4xf32>, tensor<5x1xi32>, tensor<5x0x4xf32>) -> tensor<0x4xf32>
    return
  }
  func.func @f31(%a0: tensor<8x4xf32>, %a1: tensor<0x1xi32>, %a2: tensor<0x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<0x1xi32>, tensor<0x4xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f32(%a0: tensor<8x4xf32>, %a1: tensor<2xi32>, %a2: tensor<2x3xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<2xi32>, tensor<2x3xf32>) -> tensor<8x4xf32>
    return
  }
  func.func @f33(%a0: tensor<8x3x2x1xf32>, %a1: tensor<5x2x2x3xi32>, %a2: tensor<1x5x2x3x1x1xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 4, 5], input_batching_dims = [2], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x3x2x1xf32>, tensor<5x2x2x3xi32>, tensor<1x5x2x3x1x1xf32>) -> tensor<8x3x2x1xf32>
    return
  }
  func.func @f34(%a0: tensor<8xf32>, %a1: tensor<3x2xi32>, %a2: tensor<3x2x3xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8xf32>, tensor<3x2xi32>, tensor<3x2x3xf32>) -> tensor<8xf32>
    return
  }
  func.func @f35(%a0: tensor<8x4x4x3xf32>, %a1: tensor<8x4x4x3xf32>, %a2: tensor<5x4x2x4x1xi32>, %a3: tensor<1x5x4x4x1x1xf32>, %a4: tensor<1x5x4x4x1x1xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 4], input_batching_dims = [1, 2], scatter_indices_batching_dims = [3, 1], scatter_dims_to_operand_dims = [0, 3], index_vector_dim = 2>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      stablehlo.return %r0, %r1 : tensor<f32>, tensor<f32>
    }) : (tensor<8x4x4x3xf32>, tensor<8x4x4x3xf32>, tensor<5x4x2x4x1xi32>, tensor<1x5x4x4x1x1xf32>, tensor<1x5x4x4x1x1xf32>) -> (tensor<8x4x4x3xf32>, tensor<8x4x4x3xf32>)
    return
  }
  func.func @f36(%a0: tensor<2xf32>, %a1: tensor<2xf32>, %a2: tensor<2x1x5xi32>, %a3: tensor<2x5xf32>, %a4: tensor<2x5xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      stablehlo.return %r0, %r1 : tensor<f32>, tensor<f32>
    }) : (tensor<2xf32>, tensor<2xf32>, tensor<2x1x5xi32>, tensor<2x5xf32>, tensor<2x5xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    return
  }
  func.func @f37(%a0: tensor<1x4x8x4xf32>, %a1: tensor<4x1x2x2xi32>, %a2: tensor<4x1x3x2xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [3], input_batching_dims = [0, 1], scatter_indices_batching_dims = [1, 0], scatter_dims_to_operand_dims = [2, 3], index_vector_dim = 3>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<1x4x8x4xf32>, tensor<4x1x2x2xi32>, tensor<4x1x3x2xf32>) -> tensor<1x4x8x4xf32>
    return
  }
  func.func @f38(%a0: tensor<1x6xf32>, %a1: tensor<5x1x1xi32>, %a2: tensor<5x1xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      stablehlo.return %r0 : tensor<f32>
    }) : (tensor<1x6xf32>, tensor<5x1x1xi32>, tensor<5x1xf32>) -> tensor<1x6xf32>
    return
  }
  func.func @f39(%a0: tensor<8xf32>, %a1: tensor<8xf32>, %a2: tensor<1xi32>, %a3: tensor<5xf32>, %a4: tensor<5xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<8xf32>, tensor<8xf32>, tensor<1xi32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<8xf32>, tensor<8xf32>)
    return
  }
  func.func @f40(%a0: tensor<1x1x1xf32>, %a1: tensor<2x1xi32>, %a2: tensor<1x1xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [2], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      stablehlo.return %r0 : tensor<f32>
    }) : (tensor<1x1x1xf32>, tensor<2x1xi32>, tensor<1x1xf32>) -> tensor<1x1x1xf32>
    return
  }
  func.func @f41(%a0: tensor<1x4xf32>, %a1: tensor<2x2x3xi32>, %a2: tensor<2x3x1xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      stablehlo.return %r0 : tensor<f32>
    }) : (tensor<1x4xf32>, tensor<2x2x3xi32>, tensor<2x3x1xf32>) -> tensor<1x4xf32>
    return
  }
  func.func @f42(%a0: tensor<2x1xf32>, %a1: tensor<1x2x1xi32>, %a2: tensor<1x1x2xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      stablehlo.return %r0 : tensor<f32>
    }) : (tensor<2x1xf32>, tensor<1x2x1xi32>, tensor<1x1x2xf32>) -> tensor<2x1xf32>
    return
  }
  func.func @f43(%a0: tensor<6x6x1xf32>, %a1: tensor<6x6x1xf32>, %a2: tensor<2x6xi32>, %a3: tensor<6x1x1xf32>, %a4: tensor<6x1x1xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      %t1 = stablehlo.negate %r1 : tensor<f32>
      %o1 = stablehlo.add %l1, %t1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<6x6x1xf32>, tensor<6x6x1xf32>, tensor<2x6xi32>, tensor<6x1x1xf32>, tensor<6x1x1xf32>) -> (tensor<6x6x1xf32>, tensor<6x6x1xf32>)
    return
  }
  func.func @f44(%a0: tensor<1xf32>, %a1: tensor<1xf32>, %a2: tensor<0x1xi32>, %a3: tensor<1xf32>, %a4: tensor<1xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<input_batching_dims = [0], scatter_indices_batching_dims = [1], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      %t1 = stablehlo.negate %r1 : tensor<f32>
      %o1 = stablehlo.add %l1, %t1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<1xf32>, tensor<1xf32>, tensor<0x1xi32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1xf32>, tensor<1xf32>)
    return
  }
  func.func @f45(%a0: tensor<4x1xf32>, %a1: tensor<5x4x0x1xi32>, %a2: tensor<5x4x1xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<input_batching_dims = [0, 1], scatter_indices_batching_dims = [1, 3], index_vector_dim = 2>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<4x1xf32>, tensor<5x4x0x1xi32>, tensor<5x4x1xf32>) -> tensor<4x1xf32>
    return
  }
  func.func @f46(%a0: tensor<6x8x1xf32>, %a1: tensor<0x1xi32>, %a2: tensor<6x8x1xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], input_batching_dims = [2], scatter_indices_batching_dims = [1], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<6x8x1xf32>, tensor<0x1xi32>, tensor<6x8x1xf32>) -> tensor<6x8x1xf32>
    return
  }
  func.func @f47(%a0: tensor<1xf32>, %a1: tensor<3x2xi32>, %a2: tensor<1x3x2xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      stablehlo.return %r0 : tensor<f32>
    }) : (tensor<1xf32>, tensor<3x2xi32>, tensor<1x3x2xf32>) -> tensor<1xf32>
    return
  }
  func.func @f48(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>, %a2: tensor<5x1x2xi32>, %a3: tensor<5x1x1xf32>, %a4: tensor<5x1x1xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      %t1 = stablehlo.negate %r1 : tensor<f32>
      %o1 = stablehlo.add %l1, %t1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<5x1x2xi32>, tensor<5x1x1xf32>, tensor<5x1x1xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>)
    return
  }
  func.func @f49(%a0: tensor<2xf32>, %a1: tensor<2xf32>, %a2: tensor<3x1x5xi32>, %a3: tensor<3x2x5xf32>, %a4: tensor<3x2x5xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      %t1 = stablehlo.negate %r1 : tensor<f32>
      %o1 = stablehlo.add %l1, %t1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<2xf32>, tensor<2xf32>, tensor<3x1x5xi32>, tensor<3x2x5xf32>, tensor<3x2x5xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    return
  }
  func.func @f50(%a0: tensor<4x8x4xf32>, %a1: tensor<3xi32>, %a2: tensor<4x8x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1, 2], scatter_dims_to_operand_dims = [2, 1, 0], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<4x8x4xf32>, tensor<3xi32>, tensor<4x8x4xf32>) -> tensor<4x8x4xf32>
    return
  }
  func.func @f51(%a0: tensor<3x6x3xf32>, %a1: tensor<3x6x3xf32>, %a2: tensor<3x0x1x6xi32>, %a3: tensor<3x1x1x6xf32>, %a4: tensor<3x1x1x6xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [1, 2], scatter_indices_batching_dims = [3, 0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      stablehlo.return %r0, %r1 : tensor<f32>, tensor<f32>
    }) : (tensor<3x6x3xf32>, tensor<3x6x3xf32>, tensor<3x0x1x6xi32>, tensor<3x1x1x6xf32>, tensor<3x1x1x6xf32>) -> (tensor<3x6x3xf32>, tensor<3x6x3xf32>)
    return
  }
  func.func @f52(%a0: tensor<3xf32>, %a1: tensor<1x1xi32>, %a2: tensor<3x1xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      stablehlo.return %r0 : tensor<f32>
    }) : (tensor<3xf32>, tensor<1x1xi32>, tensor<3x1xf32>) -> tensor<3xf32>
    return
  }
  func.func @f53(%a0: tensor<1x1x8x6xf32>, %a1: tensor<1x1x8x6xf32>, %a2: tensor<1x6xi32>, %a3: tensor<6x1xf32>, %a4: tensor<6x1xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 2], input_batching_dims = [3], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      stablehlo.return %r0, %r1 : tensor<f32>, tensor<f32>
    }) : (tensor<1x1x8x6xf32>, tensor<1x1x8x6xf32>, tensor<1x6xi32>, tensor<6x1xf32>, tensor<6x1xf32>) -> (tensor<1x1x8x6xf32>, tensor<1x1x8x6xf32>)
    return
  }
  func.func @f54(%a0: tensor<4x1x1x6xf32>, %a1: tensor<3x2x6xi32>, %a2: tensor<4x2x6x1x1xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3, 4], input_batching_dims = [3], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [2, 1, 0], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<4x1x1x6xf32>, tensor<3x2x6xi32>, tensor<4x2x6x1x1xf32>) -> tensor<4x1x1x6xf32>
    return
  }
  func.func @f55(%a0: tensor<8x4x2x8xf32>, %a1: tensor<8x1x8x5xi32>, %a2: tensor<2x8x8x5xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], input_batching_dims = [0, 3], scatter_indices_batching_dims = [0, 2], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      stablehlo.return %r0 : tensor<f32>
    }) : (tensor<8x4x2x8xf32>, tensor<8x1x8x5xi32>, tensor<2x8x8x5xf32>) -> tensor<8x4x2x8xf32>
    return
  }
  func.func @f56(%a0: tensor<1xf32>, %a1: tensor<1x3xi32>, %a2: tensor<3x1xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      stablehlo.return %r0 : tensor<f32>
    }) : (tensor<1xf32>, tensor<1x3xi32>, tensor<3x1xf32>) -> tensor<1xf32>
    return
  }
  func.func @f57(%a0: tensor<8x2x4x6xf32>, %a1: tensor<4xi32>, %a2: tensor<8xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2, 3], scatter_dims_to_operand_dims = [1, 3, 0, 2], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      stablehlo.return %r0 : tensor<f32>
    }) : (tensor<8x2x4x6xf32>, tensor<4xi32>, tensor<8xf32>) -> tensor<8x2x4x6xf32>
    return
  }
  func.func @f58(%a0: tensor<1x2x3x3xf32>, %a1: tensor<1x2x3x3xf32>, %a2: tensor<5x2xi32>, %a3: tensor<5x1x1xf32>, %a4: tensor<5x1x1xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1, 3], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      %t1 = stablehlo.negate %r1 : tensor<f32>
      %o1 = stablehlo.add %l1, %t1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<1x2x3x3xf32>, tensor<1x2x3x3xf32>, tensor<5x2xi32>, tensor<5x1x1xf32>, tensor<5x1x1xf32>) -> (tensor<1x2x3x3xf32>, tensor<1x2x3x3xf32>)
    return
  }
  func.func @f59(%a0: tensor<4xf32>, %a1: tensor<0x1xi32>, %a2: tensor<1x1xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<4xf32>, tensor<0x1xi32>, tensor<1x1xf32>) -> tensor<4xf32>
    return
  }
  func.func @f60(%a0: tensor<4x8xf32>, %a1: tensor<2x2xi32>, %a2: tensor<3x2x6xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<2x2xi32>, tensor<3x2x6xf32>) -> tensor<4x8xf32>
    return
  }
  func.func @f61(%a0: tensor<4x2xf32>, %a1: tensor<2xi32>, %a2: tensor<3xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<4x2xf32>, tensor<2xi32>, tensor<3xf32>) -> tensor<4x2xf32>
    return
  }
  func.func @f62(%a0: tensor<3x1x3x4xf32>, %a1: tensor<1x3xi32>, %a2: tensor<3x1x3xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<3x1x3x4xf32>, tensor<1x3xi32>, tensor<3x1x3xf32>) -> tensor<3x1x3x4xf32>
    return
  }
  func.func @f63(%a0: tensor<8x3x4x2xf32>, %a1: tensor<8x3x4x2xf32>, %a2: tensor<0x5x4xi32>, %a3: tensor<2x3x5x4x1xf32>, %a4: tensor<2x3x5x4x1xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1, 4], input_batching_dims = [2], scatter_indices_batching_dims = [2], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      stablehlo.return %r0, %r1 : tensor<f32>, tensor<f32>
    }) : (tensor<8x3x4x2xf32>, tensor<8x3x4x2xf32>, tensor<0x5x4xi32>, tensor<2x3x5x4x1xf32>, tensor<2x3x5x4x1xf32>) -> (tensor<8x3x4x2xf32>, tensor<8x3x4x2xf32>)
    return
  }
  func.func @f64(%a0: tensor<1x8xf32>, %a1: tensor<1x8xf32>, %a2: tensor<1x1x3x5xi32>, %a3: tensor<1x8x3x5xf32>, %a4: tensor<1x8x3x5xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x1x3x5xi32>, tensor<1x8x3x5xf32>, tensor<1x8x3x5xf32>) -> (tensor<1x8xf32>, tensor<1x8xf32>)
    return
  }
  func.func @f65(%a0: tensor<8x3xf32>, %a1: tensor<1xi32>, %a2: tensor<f32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      stablehlo.return %r0 : tensor<f32>
    }) : (tensor<8x3xf32>, tensor<1xi32>, tensor<f32>) -> tensor<8x3xf32>
    return
  }
  func.func @f66(%a0: tensor<1x1xf32>, %a1: tensor<1x1xf32>, %a2: tensor<1x0x1xi32>, %a3: tensor<1x1x1x1xf32>, %a4: tensor<1x1x1x1xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x0x1xi32>, tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>)
    return
  }
  func.func @f67(%a0: tensor<2xf32>, %a1: tensor<i32>, %a2: tensor<2xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      stablehlo.return %r0 : tensor<f32>
    }) : (tensor<2xf32>, tensor<i32>, tensor<2xf32>) -> tensor<2xf32>
    return
  }
  func.func @f68(%a0: tensor<1x6x1x8xf32>, %a1: tensor<1x6x1x8xf32>, %a2: tensor<2x1x8x3x6xi32>, %a3: tensor<2x1x8x1x3x6xf32>, %a4: tensor<2x1x8x1x3x6xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3], input_batching_dims = [1, 2, 3], scatter_indices_batching_dims = [4, 1, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 5>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.maximum %l0, %r0 : tensor<f32>
      %o1 = stablehlo.maximum %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<1x6x1x8xf32>, tensor<1x6x1x8xf32>, tensor<2x1x8x3x6xi32>, tensor<2x1x8x1x3x6xf32>, tensor<2x1x8x1x3x6xf32>) -> (tensor<1x6x1x8xf32>, tensor<1x6x1x8xf32>)
    return
  }
  func.func @f69(%a0: tensor<1x6xf32>, %a1: tensor<1x6xf32>, %a2: tensor<2x3xi32>, %a3: tensor<1x3x6xf32>, %a4: tensor<1x3x6xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      stablehlo.return %r0, %r1 : tensor<f32>, tensor<f32>
    }) : (tensor<1x6xf32>, tensor<1x6xf32>, tensor<2x3xi32>, tensor<1x3x6xf32>, tensor<1x3x6xf32>) -> (tensor<1x6xf32>, tensor<1x6xf32>)
    return
  }
  func.func @f70(%a0: tensor<4x4xf32>, %a1: tensor<1x2xi32>, %a2: tensor<4x1xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      stablehlo.return %r0 : tensor<f32>
    }) : (tensor<4x4xf32>, tensor<1x2xi32>, tensor<4x1xf32>) -> tensor<4x4xf32>
    return
  }
  func.func @f71(%a0: tensor<8x3x4x4xf32>, %a1: tensor<8x1x2xi32>, %a2: tensor<4x4x8x2xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [3], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x3x4x4xf32>, tensor<8x1x2xi32>, tensor<4x4x8x2xf32>) -> tensor<8x3x4x4xf32>
    return
  }
  func.func @f72(%a0: tensor<4x1x6x8xf32>, %a1: tensor<6x1x4xi32>, %a2: tensor<1x6x1x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], input_batching_dims = [0, 2], scatter_indices_batching_dims = [2, 0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      stablehlo.return %r0 : tensor<f32>
    }) : (tensor<4x1x6x8xf32>, tensor<6x1x4xi32>, tensor<1x6x1x4xf32>) -> tensor<4x1x6x8xf32>
    return
  }
  func.func @f73(%a0: tensor<2x3x4x3xf32>, %a1: tensor<2x3x4x3xf32>, %a2: tensor<2x3x2x3x3xi32>, %a3: tensor<2x3x3x3x4xf32>, %a4: tensor<2x3x3x3x4xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [4], inserted_window_dims = [0], input_batching_dims = [1, 3], scatter_indices_batching_dims = [1, 4], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 2>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.maximum %l0, %r0 : tensor<f32>
      %o1 = stablehlo.maximum %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<2x3x4x3xf32>, tensor<2x3x4x3xf32>, tensor<2x3x2x3x3xi32>, tensor<2x3x3x3x4xf32>, tensor<2x3x3x3x4xf32>) -> (tensor<2x3x4x3xf32>, tensor<2x3x4x3xf32>)
    return
  }
  func.func @f74(%a0: tensor<8x8x1xf32>, %a1: tensor<8x5xi32>, %a2: tensor<8x5x1x1xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x8x1xf32>, tensor<8x5xi32>, tensor<8x5x1x1xf32>) -> tensor<8x8x1xf32>
    return
  }
  func.func @f75(%a0: tensor<6xf32>, %a1: tensor<5xi32>, %a2: tensor<6x5xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.maximum %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<6xf32>, tensor<5xi32>, tensor<6x5xf32>) -> tensor<6xf32>
    return
  }
  func.func @f76(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>, %a2: tensor<1x5xi32>, %a3: tensor<2x5xf32>, %a4: tensor<2x5xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      %t1 = stablehlo.negate %r1 : tensor<f32>
      %o1 = stablehlo.add %l1, %t1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<4x6xf32>, tensor<4x6xf32>, tensor<1x5xi32>, tensor<2x5xf32>, tensor<2x5xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>)
    return
  }
  func.func @f77(%a0: tensor<6x4xf32>, %a1: tensor<6x4xf32>, %a2: tensor<2x2xi32>, %a3: tensor<3x2xf32>, %a4: tensor<3x2xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      stablehlo.return %r0, %r1 : tensor<f32>, tensor<f32>
    }) : (tensor<6x4xf32>, tensor<6x4xf32>, tensor<2x2xi32>, tensor<3x2xf32>, tensor<3x2xf32>) -> (tensor<6x4xf32>, tensor<6x4xf32>)
    return
  }
  func.func @f78(%a0: tensor<2xf32>, %a1: tensor<2xf32>, %a2: tensor<5x2x1x0xi32>, %a3: tensor<5x2x1xf32>, %a4: tensor<5x2x1xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<input_batching_dims = [0], scatter_indices_batching_dims = [1], index_vector_dim = 3>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      stablehlo.return %r0, %r1 : tensor<f32>, tensor<f32>
    }) : (tensor<2xf32>, tensor<2xf32>, tensor<5x2x1x0xi32>, tensor<5x2x1xf32>, tensor<5x2x1xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    return
  }
  func.func @f79(%a0: tensor<8x1x1xf32>, %a1: tensor<8x1x1xf32>, %a2: tensor<8x2xi32>, %a3: tensor<1x1x8xf32>, %a4: tensor<1x1x8xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<8x1x1xf32>, tensor<8x1x1xf32>, tensor<8x2xi32>, tensor<1x1x8xf32>, tensor<1x1x8xf32>) -> (tensor<8x1x1xf32>, tensor<8x1x1xf32>)
    return
  }
  func.func @f80(%a0: tensor<1x4xf32>, %a1: tensor<i32>, %a2: tensor<1xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<1x4xf32>, tensor<i32>, tensor<1xf32>) -> tensor<1x4xf32>
    return
  }
  func.func @f81(%a0: tensor<6xf32>, %a1: tensor<6xf32>, %a2: tensor<2xi32>, %a3: tensor<6x2xf32>, %a4: tensor<6x2xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      %t1 = stablehlo.negate %r1 : tensor<f32>
      %o1 = stablehlo.add %l1, %t1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<6xf32>, tensor<6xf32>, tensor<2xi32>, tensor<6x2xf32>, tensor<6x2xf32>) -> (tensor<6xf32>, tensor<6xf32>)
    return
  }
  func.func @f82(%a0: tensor<2x6xf32>, %a1: tensor<5x5x1xi32>, %a2: tensor<5x2x5xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<2x6xf32>, tensor<5x5x1xi32>, tensor<5x2x5xf32>) -> tensor<2x6xf32>
    return
  }
  func.func @f83(%a0: tensor<6x2xf32>, %a1: tensor<6x2xf32>, %a2: tensor<1x2x2x6x0xi32>, %a3: tensor<1x2x2x6xf32>, %a4: tensor<1x2x2x6xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<input_batching_dims = [0, 1], scatter_indices_batching_dims = [3, 2], index_vector_dim = 4>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      stablehlo.return %r0, %r1 : tensor<f32>, tensor<f32>
    }) : (tensor<6x2xf32>, tensor<6x2xf32>, tensor<1x2x2x6x0xi32>, tensor<1x2x2x6xf32>, tensor<1x2x2x6xf32>) -> (tensor<6x2xf32>, tensor<6x2xf32>)
    return
  }
  func.func @f84(%a0: tensor<6x2x2xf32>, %a1: tensor<2x2xi32>, %a2: tensor<2x2xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], input_batching_dims = [2], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<6x2x2xf32>, tensor<2x2xi32>, tensor<2x2xf32>) -> tensor<6x2x2xf32>
    return
  }
  func.func @f85(%a0: tensor<3xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.maximum %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<3xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<3xf32>
    return
  }
  func.func @f86(%a0: tensor<4x6xf32>, %a1: tensor<4x1xi32>, %a2: tensor<4x6xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<4x1xi32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f87(%a0: tensor<4xf32>, %a1: tensor<0x3x2xi32>, %a2: tensor<3x4x2xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<4xf32>, tensor<0x3x2xi32>, tensor<3x4x2xf32>) -> tensor<4xf32>
    return
  }
  func.func @f88(%a0: tensor<8x8x1x2xf32>, %a1: tensor<1xi32>, %a2: tensor<1x1xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.maximum %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x8x1x2xf32>, tensor<1xi32>, tensor<1x1xf32>) -> tensor<8x8x1x2xf32>
    return
  }
  func.func @f89(%a0: tensor<2x1xf32>, %a1: tensor<1x1xi32>, %a2: tensor<1xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<2x1xf32>, tensor<1x1xi32>, tensor<1xf32>) -> tensor<2x1xf32>
    return
  }
  func.func @f90(%a0: tensor<1x8x1x1xf32>, %a1: tensor<3x8x2xi32>, %a2: tensor<1x3x1x8xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], inserted_window_dims = [3], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [3, 0], index_vector_dim = 2>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<1x8x1x1xf32>, tensor<3x8x2xi32>, tensor<1x3x1x8xf32>) -> tensor<1x8x1x1xf32>
    return
  }
  func.func @f91(%a0: tensor<6x6x1x1xf32>, %a1: tensor<1x1x1xi32>, %a2: tensor<1x1x1xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1, 3], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.maximum %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<6x6x1x1xf32>, tensor<1x1x1xi32>, tensor<1x1x1xf32>) -> tensor<6x6x1x1xf32>
    return
  }
  func.func @f92(%a0: tensor<8xf32>, %a1: tensor<8xf32>, %a2: tensor<0x2xi32>, %a3: tensor<1x2xf32>, %a4: tensor<1x2xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.maximum %l0, %r0 : tensor<f32>
      %o1 = stablehlo.maximum %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<8xf32>, tensor<8xf32>, tensor<0x2xi32>, tensor<1x2xf32>, tensor<1x2xf32>) -> (tensor<8xf32>, tensor<8xf32>)
    return
  }
  func.func @f93(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>, %a2: tensor<2x1xi32>, %a3: tensor<1xf32>, %a4: tensor<1xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x1xi32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
    return
  }
  func.func @f94(%a0: tensor<6x4x6x1xf32>, %a1: tensor<4x3xi32>, %a2: tensor<6x1x4xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 3, 2], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.maximum %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<6x4x6x1xf32>, tensor<4x3xi32>, tensor<6x1x4xf32>) -> tensor<6x4x6x1xf32>
    return
  }
  func.func @f95(%a0: tensor<3xf32>, %a1: tensor<5x0x3xi32>, %a2: tensor<5x3x3xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.maximum %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<3xf32>, tensor<5x0x3xi32>, tensor<5x3x3xf32>) -> tensor<3xf32>
    return
  }
  func.func @f96(%a0: tensor<8x2x3x2xf32>, %a1: tensor<3x2x1xi32>, %a2: tensor<1x3x2x2xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [0], input_batching_dims = [2], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [3], index_vector_dim = 2>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.maximum %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x2x3x2xf32>, tensor<3x2x1xi32>, tensor<1x3x2x2xf32>) -> tensor<8x2x3x2xf32>
    return
  }
  func.func @f97(%a0: tensor<1x6xf32>, %a1: tensor<1x6xf32>, %a2: tensor<1x6x2xi32>, %a3: tensor<6x2xf32>, %a4: tensor<6x2xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      %o1 = stablehlo.add %l1, %r1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<1x6xf32>, tensor<1x6xf32>, tensor<1x6x2xi32>, tensor<6x2xf32>, tensor<6x2xf32>) -> (tensor<1x6xf32>, tensor<1x6xf32>)
    return
  }
  func.func @f98(%a0: tensor<1x2x8xf32>, %a1: tensor<1x2x1x8x0xi32>, %a2: tensor<1x2x1x1x8xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], input_batching_dims = [1, 2], scatter_indices_batching_dims = [1, 3], index_vector_dim = 4>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<1x2x8xf32>, tensor<1x2x1x8x0xi32>, tensor<1x2x1x1x8xf32>) -> tensor<1x2x8xf32>
    return
  }
  func.func @f99(%a0: tensor<4x6xf32>, %a1: tensor<5x6x5xi32>, %a2: tensor<5x6x1x5xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 3>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      stablehlo.return %r0 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<5x6x5xi32>, tensor<5x6x1x5xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f100(%a0: tensor<1x4xf32>, %a1: tensor<1x4xf32>, %a2: tensor<1xi32>, %a3: tensor<1x4xf32>, %a4: tensor<1x4xf32>) {
    %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %l1: tensor<f32>, %r0: tensor<f32>, %r1: tensor<f32>):
      %t0 = stablehlo.negate %r0 : tensor<f32>
      %o0 = stablehlo.add %l0, %t0 : tensor<f32>
      %t1 = stablehlo.negate %r1 : tensor<f32>
      %o1 = stablehlo.add %l1, %t1 : tensor<f32>
      stablehlo.return %o0, %o1 : tensor<f32>, tensor<f32>
    }) : (tensor<1x4xf32>, tensor<1x4xf32>, tensor<1xi32>, tensor<1x4xf32>, tensor<1x4xf32>) -> (tensor<1x4xf32>, tensor<1x4xf32>)
    return
  }
  func.func @f101(%a0: tensor<1x3x1x2xf32>, %a1: tensor<2xi32>, %a2: tensor<1x1x2xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [0, 3], index_vector_dim = 0>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<1x3x1x2xf32>, tensor<2xi32>, tensor<1x1x2xf32>) -> tensor<1x3x1x2xf32>
    return
  }
  func.func @f102(%a0: tensor<8x3xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x3xf32>) {
    %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
      %o0 = stablehlo.add %l0, %r0 : tensor<f32>
      stablehlo.return %o0 : tensor<f32>
    }) : (tensor<8x3xf32>, tensor<5x1xi32>, tensor<5x3xf32>) -> tensor<8x3xf32>
    return
  }
}
