// test: partition
// Linear algebra as jax lowers it for the CPU works matrix by matrix: no collectives.
// collectives: all_gather=0, all_reduce=0
module @jit_lap attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<4x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %arg1: tensor<4x5x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %arg2: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg3: tensor<4x4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %arg4: tensor<4x4x4xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> (tensor<4x4x4xf32> {jax.result_info = "result['cholesky']"}, tensor<4x4xcomplex<f32>> {jax.result_info = "result['eig']"}, tensor<4x4xf32> {jax.result_info = "result['eigh'][0]"}, tensor<4x4x4xf32> {jax.result_info = "result['eigh'][1]"}, tensor<4x4x4xcomplex<f32>> {jax.result_info = "result['h'][0]"}, tensor<4x3xcomplex<f32>> {jax.result_info = "result['h'][1]"}, tensor<4x5x3xf32> {jax.result_info = "result['qr'][0]"}, tensor<4x3x3xf32> {jax.result_info = "result['qr'][1]"}, tensor<4x4x2xf32> {jax.result_info = "result['solve']"}, tensor<4x5x3xf32> {jax.result_info = "result['svd'][0]"}, tensor<4x3xf32> {jax.result_info = "result['svd'][1]"}, tensor<4x3x3xf32> {jax.result_info = "result['svd'][2]"}, tensor<4x4x2xf32> {jax.result_info = "result['tri']"}) {
    %0:2 = call @qr(%arg1) : (tensor<4x5x3xf32>) -> (tensor<4x5x3xf32>, tensor<4x3x3xf32>)
    %1:3 = call @svd(%arg1) : (tensor<4x5x3xf32>) -> (tensor<4x5x3xf32>, tensor<4x3xf32>, tensor<4x3x3xf32>)
    %2 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
    %3 = stablehlo.dot_general %arg0, %2, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x4xf32>, tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
    %4:2 = call @eigh(%3) : (tensor<4x4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4x4xf32>)
    %5 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
    %6 = stablehlo.dot_general %arg0, %5, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x4xf32>, tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
    %7 = stablehlo.iota dim = 0 : tensor<4x4xi32>
    %8 = stablehlo.iota dim = 1 : tensor<4x4xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
    %10 = stablehlo.add %7, %9 : tensor<4x4xi32>
    %11 = stablehlo.compare EQ, %10, %8, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %12 = stablehlo.convert %11 : (tensor<4x4xi1>) -> tensor<4x4xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [1, 2] : (tensor<4x4xf32>) -> tensor<1x4x4xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<1x4x4xf32>) -> tensor<4x4x4xf32>
    %15 = stablehlo.add %6, %14 : tensor<4x4x4xf32>
    %16 = call @cholesky(%15) : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
    %17:4 = stablehlo.custom_call @lapack_cgeev_ffi(%arg4) {backend_config = "", mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l], [i, m, n], [i, o, p], [i]) {i=4, j=4, k=4, l=4, m=4, n=4, o=4, p=4}, custom>} : (tensor<4x4x4xcomplex<f32>>) -> (tensor<4x4xcomplex<f32>>, tensor<4x4x4xcomplex<f32>>, tensor<4x4x4xcomplex<f32>>, tensor<4xi32>)
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %18 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %19 = stablehlo.compare EQ, %17#3, %18, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<4xi1>) -> tensor<4x1xi1>
    %cst = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
    %21 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<4x4xcomplex<f32>>
    %22 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<4x1xi1>) -> tensor<4x4xi1>
    %23 = stablehlo.select %22, %17#0, %21 : tensor<4x4xi1>, tensor<4x4xcomplex<f32>>
    %24 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<4xi1>) -> tensor<4x1x1xi1>
    %cst_1 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
    %25 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f32>>) -> tensor<4x4x4xcomplex<f32>>
    %26 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<4x1x1xi1>) -> tensor<4x4x4xi1>
    %27 = stablehlo.select %26, %17#2, %25 : tensor<4x4x4xi1>, tensor<4x4x4xcomplex<f32>>
    %28 = call @solve(%arg0, %arg3) : (tensor<4x4x4xf32>, tensor<4x4x2xf32>) -> tensor<4x4x2xf32>
    %29:5 = stablehlo.custom_call @lapack_sgtsv_ffi(%arg2, %arg2, %arg2, %arg3) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [2], operand_index = 2, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [3], operand_index = 3, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, k], [i, l], [i, m, n])->([i, o], [i, p], [i, q], [i, r, s], [i]) {i=4, j=4, k=4, l=4, m=4, n=2, o=4, p=4, q=4, r=4, s=2}, custom>} : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4x2xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4x2xf32>, tensor<4xi32>)
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %30 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %31 = stablehlo.compare EQ, %29#4, %30, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0] : (tensor<4xi1>) -> tensor<4x1x1xi1>
    %cst_3 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x4x2xf32>
    %34 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2] : (tensor<4x1x1xi1>) -> tensor<4x4x2xi1>
    %35 = stablehlo.select %34, %29#3, %33 : tensor<4x4x2xi1>, tensor<4x4x2xf32>
    %36:3 = stablehlo.custom_call @lapack_cgehrd_ffi(%arg4) {backend_config = "", mhlo.backend_config = {high = 4 : i32, low = 1 : i32}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i]) {i=4, j=4, k=4, l=4, m=4, n=3}, custom>} : (tensor<4x4x4xcomplex<f32>>) -> (tensor<4x4x4xcomplex<f32>>, tensor<4x3xcomplex<f32>>, tensor<4xi32>)
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %37 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %38 = stablehlo.compare EQ, %36#2, %37, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0] : (tensor<4xi1>) -> tensor<4x1x1xi1>
    %cst_5 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
    %40 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<complex<f32>>) -> tensor<4x4x4xcomplex<f32>>
    %41 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2] : (tensor<4x1x1xi1>) -> tensor<4x4x4xi1>
    %42 = stablehlo.select %41, %36#0, %40 : tensor<4x4x4xi1>, tensor<4x4x4xcomplex<f32>>
    %43 = stablehlo.broadcast_in_dim %38, dims = [0] : (tensor<4xi1>) -> tensor<4x1xi1>
    %cst_6 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
    %44 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<complex<f32>>) -> tensor<4x3xcomplex<f32>>
    %45 = stablehlo.broadcast_in_dim %43, dims = [0, 1] : (tensor<4x1xi1>) -> tensor<4x3xi1>
    %46 = stablehlo.select %45, %36#1, %44 : tensor<4x3xi1>, tensor<4x3xcomplex<f32>>
    return %16, %23, %4#0, %4#1, %42, %46, %0#0, %0#1, %28, %1#0, %1#1, %1#2, %35 : tensor<4x4x4xf32>, tensor<4x4xcomplex<f32>>, tensor<4x4xf32>, tensor<4x4x4xf32>, tensor<4x4x4xcomplex<f32>>, tensor<4x3xcomplex<f32>>, tensor<4x5x3xf32>, tensor<4x3x3xf32>, tensor<4x4x2xf32>, tensor<4x5x3xf32>, tensor<4x3xf32>, tensor<4x3x3xf32>, tensor<4x4x2xf32>
  }
  func.func private @qr(%arg0: tensor<4x5x3xf32>) -> (tensor<4x5x3xf32>, tensor<4x3x3xf32>) {
    %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n]) {i=4, j=5, k=3, l=5, m=3, n=3}, custom>} : (tensor<4x5x3xf32>) -> (tensor<4x5x3xf32>, tensor<4x3xf32>)
    %1 = stablehlo.custom_call @lapack_sorgqr_ffi(%0#0, %0#1) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l])->([i, m, n]) {i=4, j=5, k=3, l=3, m=5, n=3}, custom>} : (tensor<4x5x3xf32>, tensor<4x3xf32>) -> tensor<4x5x3xf32>
    %2 = stablehlo.slice %0#0 [0:4, 0:3, 0:3] : (tensor<4x5x3xf32>) -> tensor<4x3x3xf32>
    %3 = stablehlo.iota dim = 0 : tensor<3x3xi32>
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3x3xi32>
    %5 = stablehlo.add %3, %4 : tensor<3x3xi32>
    %6 = stablehlo.iota dim = 1 : tensor<3x3xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
    %8 = stablehlo.broadcast_in_dim %7, dims = [1, 2] : (tensor<3x3xi1>) -> tensor<4x3x3xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x3x3xf32>
    %10 = stablehlo.select %8, %9, %2 : tensor<4x3x3xi1>, tensor<4x3x3xf32>
    return %1, %10 : tensor<4x5x3xf32>, tensor<4x3x3xf32>
  }
  func.func private @svd(%arg0: tensor<4x5x3xf32>) -> (tensor<4x5x3xf32>, tensor<4x3xf32>, tensor<4x3x3xf32>) {
    %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 83 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i, o, p], [i, q, r], [i]) {i=4, j=5, k=3, l=5, m=3, n=3, o=5, p=3, q=3, r=3}, custom>} : (tensor<4x5x3xf32>) -> (tensor<4x5x3xf32>, tensor<4x3xf32>, tensor<4x5x3xf32>, tensor<4x3x3xf32>, tensor<4xi32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xi1>) -> tensor<4x1xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
    %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<4x1xi1>) -> tensor<4x3xi1>
    %6 = stablehlo.select %5, %0#1, %4 : tensor<4x3xi1>, tensor<4x3xf32>
    %7 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xi1>) -> tensor<4x1x1xi1>
    %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x5x3xf32>
    %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<4x1x1xi1>) -> tensor<4x5x3xi1>
    %10 = stablehlo.select %9, %0#2, %8 : tensor<4x5x3xi1>, tensor<4x5x3xf32>
    %11 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xi1>) -> tensor<4x1x1xi1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x3x3xf32>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<4x1x1xi1>) -> tensor<4x3x3xi1>
    %14 = stablehlo.select %13, %0#3, %12 : tensor<4x3x3xi1>, tensor<4x3x3xf32>
    return %10, %6, %14 : tensor<4x5x3xf32>, tensor<4x3xf32>, tensor<4x3x3xf32>
  }
  func.func private @eigh(%arg0: tensor<4x4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4x4xf32>) {
    %0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<4x4x4xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4x4xf32>
    %3 = stablehlo.divide %1, %2 : tensor<4x4x4xf32>
    %4:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%3) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i]) {i=4, j=4, k=4, l=4, m=4, n=4}, custom>} : (tensor<4x4x4xf32>) -> (tensor<4x4x4xf32>, tensor<4x4xf32>, tensor<4xi32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<4xi1>) -> tensor<4x1x1xi1>
    %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x4x4xf32>
    %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<4x1x1xi1>) -> tensor<4x4x4xi1>
    %10 = stablehlo.select %9, %4#0, %8 : tensor<4x4x4xi1>, tensor<4x4x4xf32>
    %11 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<4xi1>) -> tensor<4x1xi1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<4x1xi1>) -> tensor<4x4xi1>
    %14 = stablehlo.select %13, %4#1, %12 : tensor<4x4xi1>, tensor<4x4xf32>
    return %14, %10 : tensor<4x4xf32>, tensor<4x4x4xf32>
  }
  func.func private @cholesky(%arg0: tensor<4x4x4xf32>) -> tensor<4x4x4xf32> {
    %0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<4x4x4xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4x4xf32>
    %3 = stablehlo.divide %1, %2 : tensor<4x4x4xf32>
    %4:2 = stablehlo.custom_call @lapack_spotrf_ffi(%3) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i]) {i=4, j=4, k=4, l=4, m=4}, custom>} : (tensor<4x4x4xf32>) -> (tensor<4x4x4xf32>, tensor<4xi32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %6 = stablehlo.compare EQ, %4#1, %5, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<4xi1>) -> tensor<4x1x1xi1>
    %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x4x4xf32>
    %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<4x1x1xi1>) -> tensor<4x4x4xi1>
    %10 = stablehlo.select %9, %4#0, %8 : tensor<4x4x4xi1>, tensor<4x4x4xf32>
    %11 = stablehlo.iota dim = 0 : tensor<4x4xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
    %13 = stablehlo.add %11, %12 : tensor<4x4xi32>
    %14 = stablehlo.iota dim = 1 : tensor<4x4xi32>
    %15 = stablehlo.compare GE, %13, %14, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %16 = stablehlo.broadcast_in_dim %15, dims = [1, 2] : (tensor<4x4xi1>) -> tensor<4x4x4xi1>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x4x4xf32>
    %18 = stablehlo.select %16, %10, %17 : tensor<4x4x4xi1>, tensor<4x4x4xf32>
    return %18 : tensor<4x4x4xf32>
  }
  func.func private @solve(%arg0: tensor<4x4x4xf32>, %arg1: tensor<4x4x2xf32>) -> tensor<4x4x2xf32> {
    %0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i]) {i=4, j=4, k=4, l=4, m=4, n=4}, custom>} : (tensor<4x4x4xf32>) -> (tensor<4x4x4xf32>, tensor<4x4xi32>, tensor<4xi32>)
    %c = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
    %2 = stablehlo.subtract %0#1, %1 : tensor<4x4xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<4xi1>) -> tensor<4x1x1xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4x4xf32>
    %7 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<4x1x1xi1>) -> tensor<4x4x4xi1>
    %8 = stablehlo.select %7, %0#0, %6 : tensor<4x4x4xi1>, tensor<4x4x4xf32>
    %9 = stablehlo.iota dim = 1 : tensor<4x4xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %10:4 = stablehlo.while(%iterArg = %2, %iterArg_3 = %c_2, %iterArg_4 = %c_1, %iterArg_5 = %9) : tensor<4x4xi32>, tensor<i32>, tensor<i32>, tensor<4x4xi32>
    cond {
      %c_6 = stablehlo.constant dense<4> : tensor<i32>
      %14 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %14 : tensor<i1>
    } do {
      %14:2 = func.call @closed_call(%iterArg, %iterArg_4, %iterArg_5) : (tensor<4x4xi32>, tensor<i32>, tensor<4x4xi32>) -> (tensor<i32>, tensor<4x4xi32>)
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %15 = stablehlo.add %iterArg_3, %c_6 : tensor<i32>
      stablehlo.return %iterArg, %15, %14#0, %14#1 : tensor<4x4xi32>, tensor<i32>, tensor<i32>, tensor<4x4xi32>
    }
    %11 = stablehlo.transpose %arg1, dims = [0, 2, 1] : (tensor<4x4x2xf32>) -> tensor<4x2x4xf32>
    %12 = call @_lu_solve(%8, %10#3, %11) : (tensor<4x4x4xf32>, tensor<4x4xi32>, tensor<4x2x4xf32>) -> tensor<4x2x4xf32>
    %13 = stablehlo.transpose %12, dims = [0, 2, 1] : (tensor<4x2x4xf32>) -> tensor<4x4x2xf32>
    return %13 : tensor<4x4x2xf32>
  }
  func.func private @closed_call(%arg0: tensor<4x4xi32>, %arg1: tensor<i32>, %arg2: tensor<4x4xi32>) -> (tensor<i32>, tensor<4x4xi32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg1, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.convert %arg1 : tensor<i32>
    %c_1 = stablehlo.constant dense<4> : tensor<i32>
    %3 = stablehlo.add %2, %c_1 : tensor<i32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true, slice_sizes = array<i64: 4, 1>}> : (tensor<4x4xi32>, tensor<1xi32>) -> tensor<4x1xi32>
    %7 = stablehlo.reshape %6 : (tensor<4x1xi32>) -> tensor<4xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %8 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %9 = stablehlo.convert %arg1 : tensor<i32>
    %c_3 = stablehlo.constant dense<4> : tensor<i32>
    %10 = stablehlo.add %9, %c_3 : tensor<i32>
    %11 = stablehlo.select %8, %10, %arg1 : tensor<i1>, tensor<i32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %13 = "stablehlo.gather"(%arg2, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true, slice_sizes = array<i64: 4, 1>}> : (tensor<4x4xi32>, tensor<1xi32>) -> tensor<4x1xi32>
    %14 = stablehlo.reshape %13 : (tensor<4x1xi32>) -> tensor<4xi32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %15 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %16 = stablehlo.compare LT, %7, %15, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_5 = stablehlo.constant dense<4> : tensor<i32>
    %17 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %18 = stablehlo.add %7, %17 : tensor<4xi32>
    %19 = stablehlo.select %16, %18, %7 : tensor<4xi1>, tensor<4xi32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %21 = "stablehlo.gather"(%arg2, %20) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<4x4xi32>, tensor<4x1xi32>) -> tensor<4x1xi32>
    %22 = stablehlo.reshape %21 : (tensor<4x1xi32>) -> tensor<4xi32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %23 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_7 = stablehlo.constant dense<4> : tensor<i32>
    %24 = stablehlo.add %arg1, %c_7 : tensor<i32>
    %25 = stablehlo.select %23, %24, %arg1 : tensor<i1>, tensor<i32>
    %26 = stablehlo.convert %25 : tensor<i32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %28 = "stablehlo.scatter"(%arg2, %27, %22) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
      stablehlo.return %arg4 : tensor<i32>
    }) : (tensor<4x4xi32>, tensor<1xi32>, tensor<4xi32>) -> tensor<4x4xi32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %29 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %30 = stablehlo.compare LT, %7, %29, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_9 = stablehlo.constant dense<4> : tensor<i32>
    %31 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %32 = stablehlo.add %7, %31 : tensor<4xi32>
    %33 = stablehlo.select %30, %32, %7 : tensor<4xi1>, tensor<4xi32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %35 = "stablehlo.scatter"(%28, %34, %14) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
      stablehlo.return %arg4 : tensor<i32>
    }) : (tensor<4x4xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<4x4xi32>
    return %0, %35 : tensor<i32>, tensor<4x4xi32>
  }
  func.func private @_lu_solve(%arg0: tensor<4x4x4xf32>, %arg1: tensor<4x4xi32>, %arg2: tensor<4x2x4xf32>) -> tensor<4x2x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2] : (tensor<4x2x4xf32>) -> tensor<4x2x4x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
    %2 = stablehlo.compare LT, %arg1, %1, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %c_0 = stablehlo.constant dense<4> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
    %4 = stablehlo.add %arg1, %3 : tensor<4x4xi32>
    %5 = stablehlo.select %2, %4, %arg1 : tensor<4x4xi1>, tensor<4x4xi32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<4x4xi32>) -> tensor<4x4x1xi32>
    %7 = "stablehlo.gather"(%0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 1, 1>}> : (tensor<4x2x4x1xf32>, tensor<4x4x1xi32>) -> tensor<4x2x4x1xf32>
    %8 = stablehlo.transpose %7, dims = [0, 2, 3, 1] : (tensor<4x2x4x1xf32>) -> tensor<4x4x1x2xf32>
    %9 = stablehlo.reshape %8 : (tensor<4x4x1x2xf32>) -> tensor<4x4x2xf32>
    %10 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %9) {backend_config = "", mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l, m])->([i, n, o]) {i=4, j=4, k=4, l=4, m=2, n=4, o=2}, custom>} : (tensor<4x4x4xf32>, tensor<4x4x2xf32>) -> tensor<4x4x2xf32>
    %11 = stablehlo.reshape %10 : (tensor<4x4x2xf32>) -> tensor<4x4x1x2xf32>
    %12 = stablehlo.reshape %11 : (tensor<4x4x1x2xf32>) -> tensor<4x4x2xf32>
    %13 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %12) {backend_config = "", mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l, m])->([i, n, o]) {i=4, j=4, k=4, l=4, m=2, n=4, o=2}, custom>} : (tensor<4x4x4xf32>, tensor<4x4x2xf32>) -> tensor<4x4x2xf32>
    %14 = stablehlo.reshape %13 : (tensor<4x4x2xf32>) -> tensor<4x4x1x2xf32>
    %15 = stablehlo.transpose %14, dims = [0, 3, 1, 2] : (tensor<4x4x1x2xf32>) -> tensor<4x2x4x1xf32>
    %16 = stablehlo.reshape %15 : (tensor<4x2x4x1xf32>) -> tensor<4x2x4xf32>
    return %16 : tensor<4x2x4xf32>
  }
}
