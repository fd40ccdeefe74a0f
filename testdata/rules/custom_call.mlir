// test: rules
module {
  func.func @f0(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @annotate_device_placement(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f1(%a0: tensor<f32>) {
    %0 = stablehlo.custom_call @annotate_device_placement(%a0)  : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f2(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.custom_call @annotate_device_placement(%a0)  : (tensor<1x5xf32>) -> tensor<1x5xf32>
    return
  }
  func.func @f3(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @annotate_device_placement(%a0, %a1)  : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f4(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.custom_call @annotate_device_placement(%a0, %a1)  : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
  func.func @f5(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @Cholesky(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f6(%a0: tensor<f32>) {
    %0 = stablehlo.custom_call @Cholesky(%a0)  : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f7(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.custom_call @Cholesky(%a0)  : (tensor<1x5xf32>) -> tensor<1x5xf32>
    return
  }
  func.func @f8(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @Cholesky(%a0, %a1)  : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f9(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.custom_call @Cholesky(%a0, %a1)  : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
  func.func @f10(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @CompactWyHelper(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f11(%a0: tensor<f32>) {
    %0 = stablehlo.custom_call @CompactWyHelper(%a0)  : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f12(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.custom_call @CompactWyHelper(%a0)  : (tensor<1x5xf32>) -> tensor<1x5xf32>
    return
  }
  func.func @f13(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @CompactWyHelper(%a0, %a1)  : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f14(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.custom_call @CompactWyHelper(%a0, %a1)  : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
  func.func @f15(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @InspectSharding(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f16(%a0: tensor<f32>) {
    %0 = stablehlo.custom_call @InspectSharding(%a0)  : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f17(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.custom_call @InspectSharding(%a0)  : (tensor<1x5xf32>) -> tensor<1x5xf32>
    return
  }
  func.func @f18(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @InspectSharding(%a0, %a1)  : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f19(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.custom_call @InspectSharding(%a0, %a1)  : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
  func.func @f20(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @InvertDiagBlocksLowerTriangular(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f21(%a0: tensor<f32>) {
    %0 = stablehlo.custom_call @InvertDiagBlocksLowerTriangular(%a0)  : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f22(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.custom_call @InvertDiagBlocksLowerTriangular(%a0)  : (tensor<1x5xf32>) -> tensor<1x5xf32>
    return
  }
  func.func @f23(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @InvertDiagBlocksLowerTriangular(%a0, %a1)  : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f24(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.custom_call @InvertDiagBlocksLowerTriangular(%a0, %a1)  : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
  func.func @f25(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @InvertDiagBlocksUpperTriangular(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f26(%a0: tensor<f32>) {
    %0 = stablehlo.custom_call @InvertDiagBlocksUpperTriangular(%a0)  : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f27(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.custom_call @InvertDiagBlocksUpperTriangular(%a0)  : (tensor<1x5xf32>) -> tensor<1x5xf32>
    return
  }
  func.func @f28(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @InvertDiagBlocksUpperTriangular(%a0, %a1)  : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f29(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.custom_call @InvertDiagBlocksUpperTriangular(%a0, %a1)  : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
  func.func @f30(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @LayoutConstraint(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f31(%a0: tensor<f32>) {
    %0 = stablehlo.custom_call @LayoutConstraint(%a0)  : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f32(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.custom_call @LayoutConstraint(%a0)  : (tensor<1x5xf32>) -> tensor<1x5xf32>
    return
  }
  func.func @f33(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @LayoutConstraint(%a0, %a1)  : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f34(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.custom_call @LayoutConstraint(%a0, %a1)  : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
  func.func @f35(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @mhlo.erf(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f36(%a0: tensor<f32>) {
    %0 = stablehlo.custom_call @mhlo.erf(%a0)  : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f37(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.custom_call @mhlo.erf(%a0)  : (tensor<1x5xf32>) -> tensor<1x5xf32>
    return
  }
  func.func @f38(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @mhlo.erf(%a0, %a1)  : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f39(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.custom_call @mhlo.erf(%a0, %a1)  : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
  func.func @f40(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @MoveToDevice(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f41(%a0: tensor<f32>) {
    %0 = stablehlo.custom_call @MoveToDevice(%a0)  : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f42(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.custom_call @MoveToDevice(%a0)  : (tensor<1x5xf32>) -> tensor<1x5xf32>
    return
  }
  func.func @f43(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @MoveToDevice(%a0, %a1)  : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f44(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.custom_call @MoveToDevice(%a0, %a1)  : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
  func.func @f45(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @MoveToHost(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f46(%a0: tensor<f32>) {
    %0 = stablehlo.custom_call @MoveToHost(%a0)  : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f47(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.custom_call @MoveToHost(%a0)  : (tensor<1x5xf32>) -> tensor<1x5xf32>
    return
  }
  func.func @f48(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @MoveToHost(%a0, %a1)  : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f49(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.custom_call @MoveToHost(%a0, %a1)  : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
  func.func @f50(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @X64SplitHigh(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f51(%a0: tensor<f32>) {
    %0 = stablehlo.custom_call @X64SplitHigh(%a0)  : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f52(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.custom_call @X64SplitHigh(%a0)  : (tensor<1x5xf32>) -> tensor<1x5xf32>
    return
  }
  func.func @f53(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @X64SplitHigh(%a0, %a1)  : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f54(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.custom_call @X64SplitHigh(%a0, %a1)  : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
  func.func @f55(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @X64SplitLow(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f56(%a0: tensor<f32>) {
    %0 = stablehlo.custom_call @X64SplitLow(%a0)  : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f57(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.custom_call @X64SplitLow(%a0)  : (tensor<1x5xf32>) -> tensor<1x5xf32>
    return
  }
  func.func @f58(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @X64SplitLow(%a0, %a1)  : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f59(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.custom_call @X64SplitLow(%a0, %a1)  : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
  func.func @f60(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @xla.megascale.provide_metadata(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f61(%a0: tensor<f32>) {
    %0 = stablehlo.custom_call @xla.megascale.provide_metadata(%a0)  : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f62(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.custom_call @xla.megascale.provide_metadata(%a0)  : (tensor<1x5xf32>) -> tensor<1x5xf32>
    return
  }
  func.func @f63(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @xla.megascale.provide_metadata(%a0, %a1)  : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f64(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.custom_call @xla.megascale.provide_metadata(%a0, %a1)  : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
  func.func @f65(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_MultiPad(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f66(%a0: tensor<f32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_MultiPad(%a0)  : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f67(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_MultiPad(%a0)  : (tensor<1x5xf32>) -> tensor<1x5xf32>
    return
  }
  func.func @f68(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_MultiPad(%a0, %a1)  : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f69(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_MultiPad(%a0, %a1)  : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
  func.func @f70(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_RotateRight(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f71(%a0: tensor<f32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_RotateRight(%a0)  : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f72(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_RotateRight(%a0)  : (tensor<1x5xf32>) -> tensor<1x5xf32>
    return
  }
  func.func @f73(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_RotateRight(%a0, %a1)  : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f74(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_RotateRight(%a0, %a1)  : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
  func.func @f75(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_MultiRotate(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f76(%a0: tensor<f32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_MultiRotate(%a0)  : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f77(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_MultiRotate(%a0)  : (tensor<1x5xf32>) -> tensor<1x5xf32>
    return
  }
  func.func @f78(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_MultiRotate(%a0, %a1)  : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f79(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_MultiRotate(%a0, %a1)  : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
  func.func @f80(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_MultiSlice(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f81(%a0: tensor<f32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_MultiSlice(%a0)  : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f82(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_MultiSlice(%a0)  : (tensor<1x5xf32>) -> tensor<1x5xf32>
    return
  }
  func.func @f83(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_MultiSlice(%a0, %a1)  : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f84(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_MultiSlice(%a0, %a1)  : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
  func.func @f85(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_Wrap(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f86(%a0: tensor<f32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_Wrap(%a0)  : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f87(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_Wrap(%a0)  : (tensor<1x5xf32>) -> tensor<1x5xf32>
    return
  }
  func.func @f88(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_Wrap(%a0, %a1)  : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f89(%a0: tensor<4x6xf32>, %a1: tensor<f32>) {
    %0 = stablehlo.custom_call @_SPMDInternalOp_Wrap(%a0, %a1)  : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return
  }
  func.func @f90(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @sdy_testonly(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f91(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @tpu_custom_call(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f92(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @xla_python_cpu_callback(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f93(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f94(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @xla_python_gpu_callback(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f95(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @xla_ffi_python_gpu_callback(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f96(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @xla_ffi_partitioned_python_cpu_callback(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f97(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @xla_ffi_partitioned_python_gpu_callback(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f98(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @xla_ffi_python_cpu_load_callback(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f99(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @xla.debug.Log(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f100(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @unknown_one(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f101(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @Sharding(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f102(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @SPMDFullToShardShape(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f103(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.custom_call @SPMDShardToFullShape(%a0)  : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f104(%a0: tensor<4x4xf32>) {
    %0:2 = stablehlo.custom_call @Eigh(%a0)  : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>)
    return
  }
  func.func @f105(%a0: tensor<4x4xf32>) {
    %0:2 = stablehlo.custom_call @Qr(%a0)  : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>)
    return
  }
  func.func @f106(%a0: tensor<4x4xf32>) {
    %0:2 = stablehlo.custom_call @QrDecompositionBlock(%a0)  : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>)
    return
  }
  func.func @f107(%a0: tensor<4x4xf32>, %a1: tensor<4xf32>) {
    %0 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%a0, %a1)  : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
    return
  }
  func.func @f108(%a0: tensor<6x4xf32>) {
    %0:2 = stablehlo.custom_call @Qr(%a0)  : (tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<4xf32>)
    return
  }
  func.func @f109(%a0: tensor<6x4xf32>) {
    %0:2 = stablehlo.custom_call @QrDecompositionBlock(%a0)  : (tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<4xf32>)
    return
  }
  func.func @f110(%a0: tensor<6x4xf32>, %a1: tensor<4xf32>) {
    %0 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%a0, %a1)  : (tensor<6x4xf32>, tensor<4xf32>) -> tensor<6x4xf32>
    return
  }
  func.func @f111(%a0: tensor<1x4xf32>) {
    %0:2 = stablehlo.custom_call @Qr(%a0)  : (tensor<1x4xf32>) -> (tensor<1x4xf32>, tensor<1xf32>)
    return
  }
  func.func @f112(%a0: tensor<1x4xf32>) {
    %0:2 = stablehlo.custom_call @QrDecompositionBlock(%a0)  : (tensor<1x4xf32>) -> (tensor<1x4xf32>, tensor<1xf32>)
    return
  }
  func.func @f113(%a0: tensor<1x4xf32>, %a1: tensor<1xf32>) {
    %0 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%a0, %a1)  : (tensor<1x4xf32>, tensor<1xf32>) -> tensor<1x4xf32>
    return
  }
  func.func @f114(%a0: tensor<4x6xf32>) {
    %0:2 = stablehlo.custom_call @Qr(%a0)  : (tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4xf32>)
    return
  }
  func.func @f115(%a0: tensor<4x6xf32>) {
    %0:2 = stablehlo.custom_call @QrDecompositionBlock(%a0)  : (tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4xf32>)
    return
  }
  func.func @f116(%a0: tensor<4x6xf32>, %a1: tensor<4xf32>) {
    %0 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%a0, %a1)  : (tensor<4x6xf32>, tensor<4xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f117(%a0: tensor<4x4xf32>) {
    %0:3 = stablehlo.custom_call @LuDecomposition(%a0)  : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xi32>, tensor<4xi32>)
    return
  }
  func.func @f118(%a0: tensor<3x4x4xf32>) {
    %0:2 = stablehlo.custom_call @Eigh(%a0)  : (tensor<3x4x4xf32>) -> (tensor<3x4x4xf32>, tensor<3x4xf32>)
    return
  }
  func.func @f119(%a0: tensor<3x4x4xf32>) {
    %0:2 = stablehlo.custom_call @Qr(%a0)  : (tensor<3x4x4xf32>) -> (tensor<3x4x4xf32>, tensor<3x4xf32>)
    return
  }
  func.func @f120(%a0: tensor<3x4x4xf32>) {
    %0:2 = stablehlo.custom_call @QrDecompositionBlock(%a0)  : (tensor<3x4x4xf32>) -> (tensor<3x4x4xf32>, tensor<3x4xf32>)
    return
  }
  func.func @f121(%a0: tensor<3x4x4xf32>, %a1: tensor<3x4xf32>) {
    %0 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%a0, %a1)  : (tensor<3x4x4xf32>, tensor<3x4xf32>) -> tensor<3x4x4xf32>
    return
  }
  func.func @f122(%a0: tensor<3x6x4xf32>) {
    %0:2 = stablehlo.custom_call @Qr(%a0)  : (tensor<3x6x4xf32>) -> (tensor<3x6x4xf32>, tensor<3x4xf32>)
    return
  }
  func.func @f123(%a0: tensor<3x6x4xf32>) {
    %0:2 = stablehlo.custom_call @QrDecompositionBlock(%a0)  : (tensor<3x6x4xf32>) -> (tensor<3x6x4xf32>, tensor<3x4xf32>)
    return
  }
  func.func @f124(%a0: tensor<3x6x4xf32>, %a1: tensor<3x4xf32>) {
    %0 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%a0, %a1)  : (tensor<3x6x4xf32>, tensor<3x4xf32>) -> tensor<3x6x4xf32>
    return
  }
  func.func @f125(%a0: tensor<3x1x4xf32>) {
    %0:2 = stablehlo.custom_call @Qr(%a0)  : (tensor<3x1x4xf32>) -> (tensor<3x1x4xf32>, tensor<3x1xf32>)
    return
  }
  func.func @f126(%a0: tensor<3x1x4xf32>) {
    %0:2 = stablehlo.custom_call @QrDecompositionBlock(%a0)  : (tensor<3x1x4xf32>) -> (tensor<3x1x4xf32>, tensor<3x1xf32>)
    return
  }
  func.func @f127(%a0: tensor<3x1x4xf32>, %a1: tensor<3x1xf32>) {
    %0 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%a0, %a1)  : (tensor<3x1x4xf32>, tensor<3x1xf32>) -> tensor<3x1x4xf32>
    return
  }
  func.func @f128(%a0: tensor<3x4x6xf32>) {
    %0:2 = stablehlo.custom_call @Qr(%a0)  : (tensor<3x4x6xf32>) -> (tensor<3x4x6xf32>, tensor<3x4xf32>)
    return
  }
  func.func @f129(%a0: tensor<3x4x6xf32>) {
    %0:2 = stablehlo.custom_call @QrDecompositionBlock(%a0)  : (tensor<3x4x6xf32>) -> (tensor<3x4x6xf32>, tensor<3x4xf32>)
    return
  }
  func.func @f130(%a0: tensor<3x4x6xf32>, %a1: tensor<3x4xf32>) {
    %0 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%a0, %a1)  : (tensor<3x4x6xf32>, tensor<3x4xf32>) -> tensor<3x4x6xf32>
    return
  }
  func.func @f131(%a0: tensor<3x4x4xf32>) {
    %0:3 = stablehlo.custom_call @LuDecomposition(%a0)  : (tensor<3x4x4xf32>) -> (tensor<3x4x4xf32>, tensor<3x4xi32>, tensor<3x4xi32>)
    return
  }
  func.func @f132(%a0: tensor<2x1x4x4xf32>) {
    %0:2 = stablehlo.custom_call @Eigh(%a0)  : (tensor<2x1x4x4xf32>) -> (tensor<2x1x4x4xf32>, tensor<2x1x4xf32>)
    return
  }
  func.func @f133(%a0: tensor<2x1x4x4xf32>) {
    %0:2 = stablehlo.custom_call @Qr(%a0)  : (tensor<2x1x4x4xf32>) -> (tensor<2x1x4x4xf32>, tensor<2x1x4xf32>)
    return
  }
  func.func @f134(%a0: tensor<2x1x4x4xf32>) {
    %0:2 = stablehlo.custom_call @QrDecompositionBlock(%a0)  : (tensor<2x1x4x4xf32>) -> (tensor<2x1x4x4xf32>, tensor<2x1x4xf32>)
    return
  }
  func.func @f135(%a0: tensor<2x1x4x4xf32>, %a1: tensor<2x1x4xf32>) {
    %0 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%a0, %a1)  : (tensor<2x1x4x4xf32>, tensor<2x1x4xf32>) -> tensor<2x1x4x4xf32>
    return
  }
  func.func @f136(%a0: tensor<2x1x6x4xf32>) {
    %0:2 = stablehlo.custom_call @Qr(%a0)  : (tensor<2x1x6x4xf32>) -> (tensor<2x1x6x4xf32>, tensor<2x1x4xf32>)
    return
  }
  func.func @f137(%a0: tensor<2x1x6x4xf32>) {
    %0:2 = stablehlo.custom_call @QrDecompositionBlock(%a0)  : (tensor<2x1x6x4xf32>) -> (tensor<2x1x6x4xf32>, tensor<2x1x4xf32>)
    return
  }
  func.func @f138(%a0: tensor<2x1x6x4xf32>, %a1: tensor<2x1x4xf32>) {
    %0 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%a0, %a1)  : (tensor<2x1x6x4xf32>, tensor<2x1x4xf32>) -> tensor<2x1x6x4xf32>
    return
  }
  func.func @f139(%a0: tensor<2x1x1x4xf32>) {
    %0:2 = stablehlo.custom_call @Qr(%a0)  : (tensor<2x1x1x4xf32>) -> (tensor<2x1x1x4xf32>, tensor<2x1x1xf32>)
    return
  }
  func.func @f140(%a0: tensor<2x1x1x4xf32>) {
    %0:2 = stablehlo.custom_call @QrDecompositionBlock(%a0)  : (tensor<2x1x1x4xf32>) -> (tensor<2x1x1x4xf32>, tensor<2x1x1xf32>)
    return
  }
  func.func @f141(%a0: tensor<2x1x1x4xf32>, %a1: tensor<2x1x1xf32>) {
    %0 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%a0, %a1)  : (tensor<2x1x1x4xf32>, tensor<2x1x1xf32>) -> tensor<2x1x1x4xf32>
    return
  }
  func.func @f142(%a0: tensor<2x1x4x6xf32>) {
    %0:2 = stablehlo.custom_call @Qr(%a0)  : (tensor<2x1x4x6xf32>) -> (tensor<2x1x4x6xf32>, tensor<2x1x4xf32>)
    return
  }
  func.func @f143(%a0: tensor<2x1x4x6xf32>) {
    %0:2 = stablehlo.custom_call @QrDecompositionBlock(%a0)  : (tensor<2x1x4x6xf32>) -> (tensor<2x1x4x6xf32>, tensor<2x1x4xf32>)
    return
  }
  func.func @f144(%a0: tensor<2x1x4x6xf32>, %a1: tensor<2x1x4xf32>) {
    %0 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%a0, %a1)  : (tensor<2x1x4x6xf32>, tensor<2x1x4xf32>) -> tensor<2x1x4x6xf32>
    return
  }
  func.func @f145(%a0: tensor<2x1x4x4xf32>) {
    %0:3 = stablehlo.custom_call @LuDecomposition(%a0)  : (tensor<2x1x4x4xf32>) -> (tensor<2x1x4x4xf32>, tensor<2x1x4xi32>, tensor<2x1x4xi32>)
    return
  }
  func.func @f146(%a0: tensor<4x16xf32>) {
    %0:2 = stablehlo.custom_call @mhlo.topk(%a0) {mhlo.attributes = {k = 3 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<4x16xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
    return
  }
  func.func @f147(%a0: tensor<16xf32>) {
    %0:2 = stablehlo.custom_call @mhlo.topk(%a0) {mhlo.attributes = {k = 3 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<16xf32>) -> (tensor<3xf32>, tensor<3xi32>)
    return
  }
  func.func @f148(%a0: tensor<4x16xf32>) {
    %0:2 = stablehlo.custom_call @mhlo.topk(%a0) {mhlo.attributes = {k = 16 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<4x16xf32>) -> (tensor<4x16xf32>, tensor<4x16xi32>)
    return
  }
  func.func @f149(%a0: tensor<2x4x16xf32>) {
    %0:2 = stablehlo.custom_call @mhlo.topk(%a0) {mhlo.attributes = {k = 1 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<2x4x16xf32>) -> (tensor<2x4x1xf32>, tensor<2x4x1xi32>)
    return
  }
  func.func @f150(%a0: tensor<1x16xf32>) {
    %0:2 = stablehlo.custom_call @mhlo.topk(%a0) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<1x16xf32>) -> (tensor<1x2xf32>, tensor<1x2xi32>)
    return
  }
  func.func @f151(%a0: tensor<4x1xf32>) {
    %0:2 = stablehlo.custom_call @mhlo.topk(%a0) {mhlo.attributes = {k = 1 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<4x1xf32>) -> (tensor<4x1xf32>, tensor<4x1xi32>)
    return
  }
  func.func @f152(%a0: tensor<4x16xf32>, %a1: tensor<4x16xi32>, %a2: tensor<f32>, %a3: tensor<i32>) {
    %0:2 = stablehlo.custom_call @ApproxTopK(%a0, %a1, %a2, %a3) {mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.9 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 3 : i64}} : (tensor<4x16xf32>, tensor<4x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
    return
  }
  func.func @f153(%a0: tensor<4x16xf32>, %a1: tensor<4x16xi32>, %a2: tensor<f32>, %a3: tensor<i32>) {
    %0:2 = stablehlo.custom_call @PartialReduce(%a0, %a1, %a2, %a3) {mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.9 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 3 : i64}} : (tensor<4x16xf32>, tensor<4x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
    return
  }
  func.func @f154(%a0: tensor<16x4xf32>, %a1: tensor<16x4xi32>, %a2: tensor<f32>, %a3: tensor<i32>) {
    %0:2 = stablehlo.custom_call @ApproxTopK(%a0, %a1, %a2, %a3) {mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.9 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 3 : i64}} : (tensor<16x4xf32>, tensor<16x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<3x4xf32>, tensor<3x4xi32>)
    return
  }
  func.func @f155(%a0: tensor<16x4xf32>, %a1: tensor<16x4xi32>, %a2: tensor<f32>, %a3: tensor<i32>) {
    %0:2 = stablehlo.custom_call @PartialReduce(%a0, %a1, %a2, %a3) {mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.9 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 3 : i64}} : (tensor<16x4xf32>, tensor<16x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<3x4xf32>, tensor<3x4xi32>)
    return
  }
  func.func @f156(%a0: tensor<16xf32>, %a1: tensor<16xi32>, %a2: tensor<f32>, %a3: tensor<i32>) {
    %0:2 = stablehlo.custom_call @ApproxTopK(%a0, %a1, %a2, %a3) {mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.9 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 3 : i64}} : (tensor<16xf32>, tensor<16xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
    return
  }
  func.func @f157(%a0: tensor<16xf32>, %a1: tensor<16xi32>, %a2: tensor<f32>, %a3: tensor<i32>) {
    %0:2 = stablehlo.custom_call @PartialReduce(%a0, %a1, %a2, %a3) {mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.9 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 3 : i64}} : (tensor<16xf32>, tensor<16xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
    return
  }
  func.func @f158(%a0: tensor<16x4xf32>, %a1: tensor<16x4xi32>, %a2: tensor<f32>, %a3: tensor<i32>) {
    %0:2 = stablehlo.custom_call @ApproxTopK(%a0, %a1, %a2, %a3) {mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.9 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 16 : i64}} : (tensor<16x4xf32>, tensor<16x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<16x4xf32>, tensor<16x4xi32>)
    return
  }
  func.func @f159(%a0: tensor<16x4xf32>, %a1: tensor<16x4xi32>, %a2: tensor<f32>, %a3: tensor<i32>) {
    %0:2 = stablehlo.custom_call @PartialReduce(%a0, %a1, %a2, %a3) {mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.9 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 16 : i64}} : (tensor<16x4xf32>, tensor<16x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<16x4xf32>, tensor<16x4xi32>)
    return
  }
  func.func @f160(%a0: tensor<2x4x16xf32>, %a1: tensor<2x4x16xi32>, %a2: tensor<f32>, %a3: tensor<i32>) {
    %0:2 = stablehlo.custom_call @ApproxTopK(%a0, %a1, %a2, %a3) {mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.9 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 1 : i64}} : (tensor<2x4x16xf32>, tensor<2x4x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x1x16xf32>, tensor<2x1x16xi32>)
    return
  }
  func.func @f161(%a0: tensor<2x4x16xf32>, %a1: tensor<2x4x16xi32>, %a2: tensor<f32>, %a3: tensor<i32>) {
    %0:2 = stablehlo.custom_call @PartialReduce(%a0, %a1, %a2, %a3) {mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.9 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 1 : i64}} : (tensor<2x4x16xf32>, tensor<2x4x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x1x16xf32>, tensor<2x1x16xi32>)
    return
  }
  func.func @f162(%a0: tensor<1x16xf32>, %a1: tensor<1x16xi32>, %a2: tensor<f32>, %a3: tensor<i32>) {
    %0:2 = stablehlo.custom_call @ApproxTopK(%a0, %a1, %a2, %a3) {mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.9 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 2 : i64}} : (tensor<1x16xf32>, tensor<1x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<1x2xf32>, tensor<1x2xi32>)
    return
  }
  func.func @f163(%a0: tensor<1x16xf32>, %a1: tensor<1x16xi32>, %a2: tensor<f32>, %a3: tensor<i32>) {
    %0:2 = stablehlo.custom_call @PartialReduce(%a0, %a1, %a2, %a3) {mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.9 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 2 : i64}} : (tensor<1x16xf32>, tensor<1x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<1x2xf32>, tensor<1x2xi32>)
    return
  }
  func.func @f164(%a0: tensor<4x1xf32>, %a1: tensor<4x1xi32>, %a2: tensor<f32>, %a3: tensor<i32>) {
    %0:2 = stablehlo.custom_call @ApproxTopK(%a0, %a1, %a2, %a3) {mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.9 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 1 : i64}} : (tensor<4x1xf32>, tensor<4x1xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x1xf32>, tensor<4x1xi32>)
    return
  }
  func.func @f165(%a0: tensor<4x1xf32>, %a1: tensor<4x1xi32>, %a2: tensor<f32>, %a3: tensor<i32>) {
    %0:2 = stablehlo.custom_call @PartialReduce(%a0, %a1, %a2, %a3) {mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.9 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 1 : i64}} : (tensor<4x1xf32>, tensor<4x1xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x1xf32>, tensor<4x1xi32>)
    return
  }
  func.func @f166(%a0: tensor<4x6xui32>, %a1: tensor<4x6xui32>) {
    %0 = stablehlo.custom_call @X64Combine(%a0, %a1)  : (tensor<4x6xui32>, tensor<4x6xui32>) -> tensor<4x6xui64>
    return
  }
  func.func @f167(%a0: tensor<2xui32>, %a1: tensor<2xui32>) {
    %0 = stablehlo.custom_call @X64Combine(%a0, %a1) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui64>
    %1:2 = stablehlo.rng_bit_generator %0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
    return
  }
  func.func @f168(%a0: tensor<2xui32>, %a1: tensor<2xui32>) {
    %0 = stablehlo.custom_call @X64Combine(%a0, %a1) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui64>
    %1:2 = stablehlo.rng_bit_generator %0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
    %2 = stablehlo.negate %0 : tensor<2xui64>
    return
  }
  func.func @f169(%a0: tensor<2xui32>, %a1: tensor<2xui32>) {
    %0 = stablehlo.custom_call @X64Combine(%a0, %a1) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui64>
    %2 = stablehlo.not %0 : tensor<2xui64>
    %1:2 = stablehlo.rng_bit_generator %0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
    return
  }
  func.func @f170(%a0: tensor<2xui64>) {
    %1:2 = stablehlo.rng_bit_generator %a0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
    %2 = stablehlo.custom_call @X64SplitHigh(%1#0) : (tensor<2xui64>) -> tensor<2xui32>
    %3 = stablehlo.custom_call @X64SplitLow(%1#1) : (tensor<4xui32>) -> tensor<4xui32>
    return
  }
}
