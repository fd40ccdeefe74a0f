module @jit_step attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["model"=4]> {stablehlo.mesh = {axes = [{name = "model", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<512x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg1: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg2: tensor<2x9xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<512x32xf32> {jax.result_info = "result[1]['embed']"}, tensor<32x32xf32> {jax.result_info = "result[1]['mix']"}) {
    %0 = stablehlo.slice %arg2 [0:2, 0:8] : (tensor<2x9xi32>) -> tensor<2x8xi32>
    %c = stablehlo.constant dense<512> : tensor<i32>
    %1 = call @remainder(%0, %c) : (tensor<2x8xi32>, tensor<i32>) -> tensor<2x8xi32>
    %2:2 = call @_take(%arg0, %1) : (tensor<512x32xf32>, tensor<2x8xi32>) -> (tensor<2x8x32xf32>, tensor<2x8x1xi32>)
    %3 = stablehlo.dot_general %2#0, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x8x32xf32>, tensor<32x32xf32>) -> tensor<2x8x32xf32>
    %4 = call @relu(%3) : (tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x8x32xf32>
    %6 = stablehlo.compare GT, %3, %5, FLOAT : (tensor<2x8x32xf32>, tensor<2x8x32xf32>) -> tensor<2x8x32xi1>
    %7 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<512x32xf32>) -> tensor<32x512xf32>
    %8 = stablehlo.dot_general %4, %7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x8x32xf32>, tensor<32x512xf32>) -> tensor<2x8x512xf32>
    %9 = sdy.sharding_constraint %8 <@mesh, [{}, {}, {"model"}]> : tensor<2x8x512xf32>
    %10 = stablehlo.slice %arg2 [0:2, 1:9] : (tensor<2x9xi32>) -> tensor<2x8xi32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<2x8xi32>) -> tensor<2x8x1xi32>
    %c_0 = stablehlo.constant dense<512> : tensor<i32>
    %12 = call @remainder_1(%11, %c_0) : (tensor<2x8x1xi32>, tensor<i32>) -> tensor<2x8x1xi32>
    %13:2 = call @take_along_axis(%9, %12) : (tensor<2x8x512xf32>, tensor<2x8x1xi32>) -> (tensor<2x8x1xf32>, tensor<2x8x1x1xi32>)
    %14 = stablehlo.reshape %13#0 : (tensor<2x8x1xf32>) -> tensor<2x8xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %15 = stablehlo.reduce(%9 init: %cst_1) applies stablehlo.maximum across dimensions = [2] : (tensor<2x8x512xf32>, tensor<f32>) -> tensor<2x8xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %17 = stablehlo.maximum %16, %15 : tensor<2x8xf32>
    %18 = stablehlo.is_finite %17 : (tensor<2x8xf32>) -> tensor<2x8xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %20 = stablehlo.select %18, %17, %19 : tensor<2x8xi1>, tensor<2x8xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x512xf32>
    %23 = stablehlo.subtract %9, %22 : tensor<2x8x512xf32>
    %24 = stablehlo.exponential %23 : tensor<2x8x512xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.reduce(%24 init: %cst_4) applies stablehlo.add across dimensions = [2] : (tensor<2x8x512xf32>, tensor<f32>) -> tensor<2x8xf32>
    %26 = stablehlo.abs %25 : tensor<2x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %28 = stablehlo.compare GE, %25, %27, FLOAT : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xi1>
    %29 = stablehlo.log %26 : tensor<2x8xf32>
    %30 = stablehlo.add %29, %20 : tensor<2x8xf32>
    %31 = stablehlo.subtract %30, %14 : tensor<2x8xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_6) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_7 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %33 = stablehlo.divide %32, %cst_7 : tensor<f32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_9 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %34 = stablehlo.divide %cst_8, %cst_9 : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %36 = stablehlo.negate %35 : tensor<2x8xf32>
    %37 = stablehlo.divide %35, %26 : tensor<2x8xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %39 = stablehlo.select %28, %38, %37 : tensor<2x8xi1>, tensor<2x8xf32>
    %40 = stablehlo.select %28, %37, %38 : tensor<2x8xi1>, tensor<2x8xf32>
    %41 = stablehlo.negate %39 : tensor<2x8xf32>
    %42 = stablehlo.add %40, %41 : tensor<2x8xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x512xf32>
    %44 = stablehlo.multiply %43, %24 : tensor<2x8x512xf32>
    %45 = stablehlo.broadcast_in_dim %36, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %46 = call @take_along_axis_2(%13#1, %45) : (tensor<2x8x1x1xi32>, tensor<2x8x1xf32>) -> tensor<2x8x512xf32>
    %47 = stablehlo.add %44, %46 : tensor<2x8x512xf32>
    %48 = sdy.sharding_constraint %47 <@mesh, [{}, {}, {"model"}]> : tensor<2x8x512xf32>
    %49 = stablehlo.dot_general %48, %4, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512xf32>, tensor<2x8x32xf32>) -> tensor<512x32xf32>
    %50 = stablehlo.transpose %49, dims = [1, 0] : (tensor<512x32xf32>) -> tensor<32x512xf32>
    %51 = stablehlo.dot_general %48, %7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x8x512xf32>, tensor<32x512xf32>) -> tensor<2x8x32xf32>
    %52 = stablehlo.transpose %50, dims = [1, 0] : (tensor<32x512xf32>) -> tensor<512x32xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2x8x32xf32>
    %54 = stablehlo.select %6, %51, %53 : tensor<2x8x32xi1>, tensor<2x8x32xf32>
    %55 = stablehlo.dot_general %54, %2#0, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x8x32xf32>, tensor<2x8x32xf32>) -> tensor<32x32xf32>
    %56 = stablehlo.transpose %55, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %57 = stablehlo.dot_general %54, %arg1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x8x32xf32>, tensor<32x32xf32>) -> tensor<2x8x32xf32>
    %58 = call @_take_3(%2#1, %57) : (tensor<2x8x1xi32>, tensor<2x8x32xf32>) -> tensor<512x32xf32>
    %59 = stablehlo.add %52, %58 : tensor<512x32xf32>
    %cst_12 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<512x32xf32>
    %61 = stablehlo.multiply %60, %59 : tensor<512x32xf32>
    %62 = stablehlo.subtract %arg0, %61 : tensor<512x32xf32>
    %cst_13 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %64 = stablehlo.multiply %63, %56 : tensor<32x32xf32>
    %65 = stablehlo.subtract %arg1, %64 : tensor<32x32xf32>
    return %33, %62, %65 : tensor<f32>, tensor<512x32xf32>, tensor<32x32xf32>
  }
  func.func private @remainder(%arg0: tensor<2x8xi32>, %arg1: tensor<i32>) -> tensor<2x8xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<2x8xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<2x8xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<2x8xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<2x8xi32>, tensor<2x8xi32>) -> tensor<2x8xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2x8xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<2x8xi32>, tensor<2x8xi32>) -> tensor<2x8xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<2x8xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<2x8xi1>, tensor<2x8xi1>) -> tensor<2x8xi1>
    %12 = stablehlo.and %11, %6 : tensor<2x8xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<2x8xi32>
    %14 = stablehlo.add %4, %13 : tensor<2x8xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<2x8xi1>, tensor<2x8xi32>
    return %15 : tensor<2x8xi32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @_take(%arg0: tensor<512x32xf32>, %arg1: tensor<2x8xi32>) -> (tensor<2x8x32xf32>, tensor<2x8x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x8xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<2x8xi32>, tensor<2x8xi32>) -> tensor<2x8xi1>
    %c_0 = stablehlo.constant dense<512> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x8xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<2x8xi32>
    %4 = call @_where_0(%1, %3, %arg1) : (tensor<2x8xi1>, tensor<2x8xi32>, tensor<2x8xi32>) -> tensor<2x8xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x8xi32>) -> tensor<2x8x1xi32>
    %c_1 = stablehlo.constant dense<511> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2x8x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<2x8x1xi32>, tensor<2x8x1xi32>) -> tensor<2x8x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<2x8x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<2x8x1xi32>, tensor<2x8x1xi32>) -> tensor<2x8x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<2x8x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<2x8x1xi1>, tensor<i1>) -> tensor<2x8xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 32>}> : (tensor<512x32xf32>, tensor<2x8x1xi32>) -> tensor<2x8x32xf32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<2x8xi1>) -> tensor<2x8x32xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x8x32xf32>
    %16 = stablehlo.select %14, %13, %15 : tensor<2x8x32xi1>, tensor<2x8x32xf32>
    return %16, %5 : tensor<2x8x32xf32>, tensor<2x8x1xi32>
  }
  func.func private @_where_0(%arg0: tensor<2x8xi1>, %arg1: tensor<2x8xi32>, %arg2: tensor<2x8xi32>) -> tensor<2x8xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<2x8xi1>, tensor<2x8xi32>
    return %0 : tensor<2x8xi32>
  }
  func.func private @relu(%arg0: tensor<2x8x32xf32>) -> tensor<2x8x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x8x32xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<2x8x32xf32>
    return %1 : tensor<2x8x32xf32>
  }
  func.func private @remainder_1(%arg0: tensor<2x8x1xi32>, %arg1: tensor<i32>) -> tensor<2x8x1xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<2x8x1xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<2x8x1xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<2x8x1xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<2x8x1xi32>, tensor<2x8x1xi32>) -> tensor<2x8x1xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2x8x1xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<2x8x1xi32>, tensor<2x8x1xi32>) -> tensor<2x8x1xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<2x8x1xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<2x8x1xi1>, tensor<2x8x1xi1>) -> tensor<2x8x1xi1>
    %12 = stablehlo.and %11, %6 : tensor<2x8x1xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<2x8x1xi32>
    %14 = stablehlo.add %4, %13 : tensor<2x8x1xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<2x8x1xi1>, tensor<2x8x1xi32>
    return %15 : tensor<2x8x1xi32>
  }
  func.func private @take_along_axis(%arg0: tensor<2x8x512xf32>, %arg1: tensor<2x8x1xi32>) -> (tensor<2x8x1xf32>, tensor<2x8x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x8x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<2x8x1xi32>, tensor<2x8x1xi32>) -> tensor<2x8x1xi1>
    %c_0 = stablehlo.constant dense<512> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x8x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<2x8x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<2x8x1xi1>, tensor<2x8x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<2x8x1xi32>) -> tensor<2x8x1x1xi32>
    %c_1 = stablehlo.constant dense<511> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2x8x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<2x8x1x1xi32>, tensor<2x8x1x1xi32>) -> tensor<2x8x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<2x8x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<2x8x1x1xi32>, tensor<2x8x1x1xi32>) -> tensor<2x8x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<2x8x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<2x8x1x1xi1>, tensor<i1>) -> tensor<2x8x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<2x8x512xf32>, tensor<2x8x1x1xi32>) -> tensor<2x8x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x8x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<2x8x1xi1>, tensor<2x8x1xf32>
    return %15, %5 : tensor<2x8x1xf32>, tensor<2x8x1x1xi32>
  }
  func.func private @take_along_axis_2(%arg0: tensor<2x8x1x1xi32>, %arg1: tensor<2x8x1xf32>) -> tensor<2x8x512xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x8x512xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<2x8x512xf32>, tensor<2x8x1x1xi32>, tensor<2x8x1xf32>) -> tensor<2x8x512xf32>
    return %1 : tensor<2x8x512xf32>
  }
  func.func private @_take_3(%arg0: tensor<2x8x1xi32>, %arg1: tensor<2x8x32xf32>) -> tensor<512x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<512x32xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<512x32xf32>, tensor<2x8x1xi32>, tensor<2x8x32xf32>) -> tensor<512x32xf32>
    return %1 : tensor<512x32xf32>
  }
}

