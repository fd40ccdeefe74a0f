// test: rules
module {
  func.func @f0(%a0: tensor<8x4xf32>) {
    %0 = stablehlo.abs %a0 : tensor<8x4xf32>
    return
  }
  func.func @f1(%a0: tensor<f32>) {
    %0 = stablehlo.cbrt %a0 : tensor<f32>
    return
  }
  func.func @f2(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.ceil %a0 : tensor<1x5xf32>
    return
  }
  func.func @f3(%a0: tensor<0x3xf32>) {
    %0 = stablehlo.cosine %a0 : tensor<0x3xf32>
    return
  }
  func.func @f4(%a0: tensor<3xf32>) {
    %0 = stablehlo.exponential %a0 : tensor<3xf32>
    return
  }
  func.func @f5(%a0: tensor<2x1x7x1xf32>) {
    %0 = stablehlo.exponential_minus_one %a0 : tensor<2x1x7x1xf32>
    return
  }
  func.func @f6(%a0: tensor<8x4xf32>) {
    %0 = stablehlo.floor %a0 : tensor<8x4xf32>
    return
  }
  func.func @f7(%a0: tensor<f32>) {
    %0 = stablehlo.log %a0 : tensor<f32>
    return
  }
  func.func @f8(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.log_plus_one %a0 : tensor<1x5xf32>
    return
  }
  func.func @f9(%a0: tensor<0x3xf32>) {
    %0 = stablehlo.logistic %a0 : tensor<0x3xf32>
    return
  }
  func.func @f10(%a0: tensor<3xf32>) {
    %0 = stablehlo.negate %a0 : tensor<3xf32>
    return
  }
  func.func @f11(%a0: tensor<2x1x7x1xf32>) {
    %0 = stablehlo.round_nearest_even %a0 : tensor<2x1x7x1xf32>
    return
  }
  func.func @f12(%a0: tensor<8x4xf32>) {
    %0 = stablehlo.round_nearest_afz %a0 : tensor<8x4xf32>
    return
  }
  func.func @f13(%a0: tensor<f32>) {
    %0 = stablehlo.rsqrt %a0 : tensor<f32>
    return
  }
  func.func @f14(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.sign %a0 : tensor<1x5xf32>
    return
  }
  func.func @f15(%a0: tensor<0x3xf32>) {
    %0 = stablehlo.sine %a0 : tensor<0x3xf32>
    return
  }
  func.func @f16(%a0: tensor<3xf32>) {
    %0 = stablehlo.sqrt %a0 : tensor<3xf32>
    return
  }
  func.func @f17(%a0: tensor<2x1x7x1xf32>) {
    %0 = stablehlo.tan %a0 : tensor<2x1x7x1xf32>
    return
  }
  func.func @f18(%a0: tensor<8x4xf32>) {
    %0 = stablehlo.tanh %a0 : tensor<8x4xf32>
    return
  }
  func.func @f19(%a0: tensor<0x3xi32>) {
    %0 = stablehlo.not %a0 : tensor<0x3xi32>
    return
  }
  func.func @f20(%a0: tensor<3xi32>) {
    %0 = stablehlo.popcnt %a0 : tensor<3xi32>
    return
  }
  func.func @f21(%a0: tensor<2x1x7x1xi32>) {
    %0 = stablehlo.count_leading_zeros %a0 : tensor<2x1x7x1xi32>
    return
  }
  func.func @f22(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>) {
    %0 = stablehlo.add %a0, %a1 : tensor<8x4xf32>
    return
  }
  func.func @f23(%a0: tensor<4x1x6xf32>, %a1: tensor<4x1x6xf32>) {
    %0 = stablehlo.add %a0, %a1 : tensor<4x1x6xf32>
    return
  }
  func.func @f24(%a0: tensor<f32>, %a1: tensor<f32>) {
    %0 = stablehlo.atan2 %a0, %a1 : tensor<f32>
    return
  }
  func.func @f25(%a0: tensor<4x1x6xf32>, %a1: tensor<4x1x6xf32>) {
    %0 = stablehlo.atan2 %a0, %a1 : tensor<4x1x6xf32>
    return
  }
  func.func @f26(%a0: tensor<1x5xf32>, %a1: tensor<1x5xf32>) {
    %0 = stablehlo.divide %a0, %a1 : tensor<1x5xf32>
    return
  }
  func.func @f27(%a0: tensor<4x1x6xf32>, %a1: tensor<4x1x6xf32>) {
    %0 = stablehlo.divide %a0, %a1 : tensor<4x1x6xf32>
    return
  }
  func.func @f28(%a0: tensor<0x3xf32>, %a1: tensor<0x3xf32>) {
    %0 = stablehlo.maximum %a0, %a1 : tensor<0x3xf32>
    return
  }
  func.func @f29(%a0: tensor<4x1x6xf32>, %a1: tensor<4x1x6xf32>) {
    %0 = stablehlo.maximum %a0, %a1 : tensor<4x1x6xf32>
    return
  }
  func.func @f30(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
    %0 = stablehlo.minimum %a0, %a1 : tensor<3xf32>
    return
  }
  func.func @f31(%a0: tensor<4x1x6xf32>, %a1: tensor<4x1x6xf32>) {
    %0 = stablehlo.minimum %a0, %a1 : tensor<4x1x6xf32>
    return
  }
  func.func @f32(%a0: tensor<2x1x7x1xf32>, %a1: tensor<2x1x7x1xf32>) {
    %0 = stablehlo.multiply %a0, %a1 : tensor<2x1x7x1xf32>
    return
  }
  func.func @f33(%a0: tensor<4x1x6xf32>, %a1: tensor<4x1x6xf32>) {
    %0 = stablehlo.multiply %a0, %a1 : tensor<4x1x6xf32>
    return
  }
  func.func @f34(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>) {
    %0 = stablehlo.power %a0, %a1 : tensor<8x4xf32>
    return
  }
  func.func @f35(%a0: tensor<4x1x6xf32>, %a1: tensor<4x1x6xf32>) {
    %0 = stablehlo.power %a0, %a1 : tensor<4x1x6xf32>
    return
  }
  func.func @f36(%a0: tensor<f32>, %a1: tensor<f32>) {
    %0 = stablehlo.remainder %a0, %a1 : tensor<f32>
    return
  }
  func.func @f37(%a0: tensor<4x1x6xf32>, %a1: tensor<4x1x6xf32>) {
    %0 = stablehlo.remainder %a0, %a1 : tensor<4x1x6xf32>
    return
  }
  func.func @f38(%a0: tensor<1x5xf32>, %a1: tensor<1x5xf32>) {
    %0 = stablehlo.subtract %a0, %a1 : tensor<1x5xf32>
    return
  }
  func.func @f39(%a0: tensor<4x1x6xf32>, %a1: tensor<4x1x6xf32>) {
    %0 = stablehlo.subtract %a0, %a1 : tensor<4x1x6xf32>
    return
  }
  func.func @f40(%a0: tensor<8x4xi32>, %a1: tensor<8x4xi32>) {
    %0 = stablehlo.and %a0, %a1 : tensor<8x4xi32>
    return
  }
  func.func @f41(%a0: tensor<i32>, %a1: tensor<i32>) {
    %0 = stablehlo.or %a0, %a1 : tensor<i32>
    return
  }
  func.func @f42(%a0: tensor<1x5xi32>, %a1: tensor<1x5xi32>) {
    %0 = stablehlo.xor %a0, %a1 : tensor<1x5xi32>
    return
  }
  func.func @f43(%a0: tensor<0x3xi32>, %a1: tensor<0x3xi32>) {
    %0 = stablehlo.shift_left %a0, %a1 : tensor<0x3xi32>
    return
  }
  func.func @f44(%a0: tensor<3xi32>, %a1: tensor<3xi32>) {
    %0 = stablehlo.shift_right_arithmetic %a0, %a1 : tensor<3xi32>
    return
  }
  func.func @f45(%a0: tensor<2x1x7x1xi32>, %a1: tensor<2x1x7x1xi32>) {
    %0 = stablehlo.shift_right_logical %a0, %a1 : tensor<2x1x7x1xi32>
    return
  }
  func.func @f46(%a0: tensor<8x4xf32>) {
    %0 = stablehlo.is_finite %a0 : (tensor<8x4xf32>) -> tensor<8x4xi1>
    return
  }
  func.func @f47(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>) {
    %0 = stablehlo.compare LT, %a0, %a1 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    return
  }
  func.func @f48(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>) {
    %0 = stablehlo.complex %a0, %a1 : tensor<8x4xcomplex<f32>>
    return
  }
  func.func @f49(%a0: tensor<8x4xcomplex<f32>>) {
    %0 = stablehlo.real %a0 : (tensor<8x4xcomplex<f32>>) -> tensor<8x4xf32>
    %1 = stablehlo.imag %a0 : (tensor<8x4xcomplex<f32>>) -> tensor<8x4xf32>
    return
  }
  func.func @f50(%a0: tensor<8x4xf32>) {
    %0 = stablehlo.convert %a0 : (tensor<8x4xf32>) -> tensor<8x4xi8>
    return
  }
  func.func @f51(%a0: tensor<8x4xf32>) {
    %0 = stablehlo.reduce_precision %a0, format = e5m10 : tensor<8x4xf32>
    return
  }
  func.func @f52(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>, %a2: tensor<8x4xf32>) {
    %0 = stablehlo.clamp %a0, %a1, %a2 : tensor<8x4xf32>
    return
  }
  func.func @f53(%a0: tensor<f32>, %a1: tensor<8x4xf32>, %a2: tensor<f32>) {
    %0 = stablehlo.clamp %a0, %a1, %a2 : (tensor<f32>, tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    return
  }
  func.func @f54(%a0: tensor<8x4xi1>, %a1: tensor<8x4xf32>, %a2: tensor<8x4xf32>) {
    %0 = stablehlo.select %a0, %a1, %a2 : tensor<8x4xi1>, tensor<8x4xf32>
    return
  }
  func.func @f55(%a0: tensor<i1>, %a1: tensor<8x4xf32>, %a2: tensor<8x4xf32>) {
    %0 = stablehlo.select %a0, %a1, %a2 : tensor<i1>, tensor<8x4xf32>
    return
  }
  func.func @f56(%a0: tensor<8x4xf32>) {
    %0 = stablehlo.bitcast_convert %a0 : (tensor<8x4xf32>) -> tensor<8x4xi32>
    return
  }
  func.func @f57(%a0: tensor<8x4xf32>) {
    %0 = stablehlo.bitcast_convert %a0 : (tensor<8x4xf32>) -> tensor<8x4x2xi16>
    return
  }
  func.func @f58(%a0: tensor<8x4x4xi8>) {
    %0 = stablehlo.bitcast_convert %a0 : (tensor<8x4x4xi8>) -> tensor<8x4xf32>
    return
  }
  func.func @f59(%a0: tensor<f32>) {
    %0 = stablehlo.is_finite %a0 : (tensor<f32>) -> tensor<i1>
    return
  }
  func.func @f60(%a0: tensor<f32>, %a1: tensor<f32>) {
    %0 = stablehlo.compare LT, %a0, %a1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    return
  }
  func.func @f61(%a0: tensor<f32>, %a1: tensor<f32>) {
    %0 = stablehlo.complex %a0, %a1 : tensor<complex<f32>>
    return
  }
  func.func @f62(%a0: tensor<complex<f32>>) {
    %0 = stablehlo.real %a0 : (tensor<complex<f32>>) -> tensor<f32>
    %1 = stablehlo.imag %a0 : (tensor<complex<f32>>) -> tensor<f32>
    return
  }
  func.func @f63(%a0: tensor<f32>) {
    %0 = stablehlo.convert %a0 : (tensor<f32>) -> tensor<i8>
    return
  }
  func.func @f64(%a0: tensor<f32>) {
    %0 = stablehlo.reduce_precision %a0, format = e5m10 : tensor<f32>
    return
  }
  func.func @f65(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<f32>) {
    %0 = stablehlo.clamp %a0, %a1, %a2 : tensor<f32>
    return
  }
  func.func @f66(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<f32>) {
    %0 = stablehlo.clamp %a0, %a1, %a2 : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f67(%a0: tensor<i1>, %a1: tensor<f32>, %a2: tensor<f32>) {
    %0 = stablehlo.select %a0, %a1, %a2 : tensor<i1>, tensor<f32>
    return
  }
  func.func @f68(%a0: tensor<f32>) {
    %0 = stablehlo.bitcast_convert %a0 : (tensor<f32>) -> tensor<i32>
    return
  }
  func.func @f69(%a0: tensor<f32>) {
    %0 = stablehlo.bitcast_convert %a0 : (tensor<f32>) -> tensor<2xi16>
    return
  }
  func.func @f70(%a0: tensor<4xi8>) {
    %0 = stablehlo.bitcast_convert %a0 : (tensor<4xi8>) -> tensor<f32>
    return
  }
  func.func @f71(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.is_finite %a0 : (tensor<1x5xf32>) -> tensor<1x5xi1>
    return
  }
  func.func @f72(%a0: tensor<1x5xf32>, %a1: tensor<1x5xf32>) {
    %0 = stablehlo.compare LT, %a0, %a1 : (tensor<1x5xf32>, tensor<1x5xf32>) -> tensor<1x5xi1>
    return
  }
  func.func @f73(%a0: tensor<1x5xf32>, %a1: tensor<1x5xf32>) {
    %0 = stablehlo.complex %a0, %a1 : tensor<1x5xcomplex<f32>>
    return
  }
  func.func @f74(%a0: tensor<1x5xcomplex<f32>>) {
    %0 = stablehlo.real %a0 : (tensor<1x5xcomplex<f32>>) -> tensor<1x5xf32>
    %1 = stablehlo.imag %a0 : (tensor<1x5xcomplex<f32>>) -> tensor<1x5xf32>
    return
  }
  func.func @f75(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.convert %a0 : (tensor<1x5xf32>) -> tensor<1x5xi8>
    return
  }
  func.func @f76(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.reduce_precision %a0, format = e5m10 : tensor<1x5xf32>
    return
  }
  func.func @f77(%a0: tensor<1x5xf32>, %a1: tensor<1x5xf32>, %a2: tensor<1x5xf32>) {
    %0 = stablehlo.clamp %a0, %a1, %a2 : tensor<1x5xf32>
    return
  }
  func.func @f78(%a0: tensor<f32>, %a1: tensor<1x5xf32>, %a2: tensor<f32>) {
    %0 = stablehlo.clamp %a0, %a1, %a2 : (tensor<f32>, tensor<1x5xf32>, tensor<f32>) -> tensor<1x5xf32>
    return
  }
  func.func @f79(%a0: tensor<1x5xi1>, %a1: tensor<1x5xf32>, %a2: tensor<1x5xf32>) {
    %0 = stablehlo.select %a0, %a1, %a2 : tensor<1x5xi1>, tensor<1x5xf32>
    return
  }
  func.func @f80(%a0: tensor<i1>, %a1: tensor<1x5xf32>, %a2: tensor<1x5xf32>) {
    %0 = stablehlo.select %a0, %a1, %a2 : tensor<i1>, tensor<1x5xf32>
    return
  }
  func.func @f81(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.bitcast_convert %a0 : (tensor<1x5xf32>) -> tensor<1x5xi32>
    return
  }
  func.func @f82(%a0: tensor<1x5xf32>) {
    %0 = stablehlo.bitcast_convert %a0 : (tensor<1x5xf32>) -> tensor<1x5x2xi16>
    return
  }
  func.func @f83(%a0: tensor<1x5x4xi8>) {
    %0 = stablehlo.bitcast_convert %a0 : (tensor<1x5x4xi8>) -> tensor<1x5xf32>
    return
  }
  func.func @f84(%a0: tensor<0x3xf32>) {
    %0 = stablehlo.is_finite %a0 : (tensor<0x3xf32>) -> tensor<0x3xi1>
    return
  }
  func.func @f85(%a0: tensor<0x3xf32>, %a1: tensor<0x3xf32>) {
    %0 = stablehlo.compare LT, %a0, %a1 : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xi1>
    return
  }
  func.func @f86(%a0: tensor<0x3xf32>, %a1: tensor<0x3xf32>) {
    %0 = stablehlo.complex %a0, %a1 : tensor<0x3xcomplex<f32>>
    return
  }
  func.func @f87(%a0: tensor<0x3xcomplex<f32>>) {
    %0 = stablehlo.real %a0 : (tensor<0x3xcomplex<f32>>) -> tensor<0x3xf32>
    %1 = stablehlo.imag %a0 : (tensor<0x3xcomplex<f32>>) -> tensor<0x3xf32>
    return
  }
  func.func @f88(%a0: tensor<0x3xf32>) {
    %0 = stablehlo.convert %a0 : (tensor<0x3xf32>) -> tensor<0x3xi8>
    return
  }
  func.func @f89(%a0: tensor<0x3xf32>) {
    %0 = stablehlo.reduce_precision %a0, format = e5m10 : tensor<0x3xf32>
    return
  }
  func.func @f90(%a0: tensor<0x3xf32>, %a1: tensor<0x3xf32>, %a2: tensor<0x3xf32>) {
    %0 = stablehlo.clamp %a0, %a1, %a2 : tensor<0x3xf32>
    return
  }
  func.func @f91(%a0: tensor<f32>, %a1: tensor<0x3xf32>, %a2: tensor<f32>) {
    %0 = stablehlo.clamp %a0, %a1, %a2 : (tensor<f32>, tensor<0x3xf32>, tensor<f32>) -> tensor<0x3xf32>
    return
  }
  func.func @f92(%a0: tensor<0x3xi1>, %a1: tensor<0x3xf32>, %a2: tensor<0x3xf32>) {
    %0 = stablehlo.select %a0, %a1, %a2 : tensor<0x3xi1>, tensor<0x3xf32>
    return
  }
  func.func @f93(%a0: tensor<i1>, %a1: tensor<0x3xf32>, %a2: tensor<0x3xf32>) {
    %0 = stablehlo.select %a0, %a1, %a2 : tensor<i1>, tensor<0x3xf32>
    return
  }
  func.func @f94(%a0: tensor<0x3xf32>) {
    %0 = stablehlo.bitcast_convert %a0 : (tensor<0x3xf32>) -> tensor<0x3xi32>
    return
  }
  func.func @f95(%a0: tensor<0x3xf32>) {
    %0 = stablehlo.bitcast_convert %a0 : (tensor<0x3xf32>) -> tensor<0x3x2xi16>
    return
  }
  func.func @f96(%a0: tensor<0x3x4xi8>) {
    %0 = stablehlo.bitcast_convert %a0 : (tensor<0x3x4xi8>) -> tensor<0x3xf32>
    return
  }
  func.func @f97(%a0: tensor<3xf32>) {
    %0 = stablehlo.is_finite %a0 : (tensor<3xf32>) -> tensor<3xi1>
    return
  }
  func.func @f98(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
    %0 = stablehlo.compare LT, %a0, %a1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    return
  }
  func.func @f99(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
    %0 = stablehlo.complex %a0, %a1 : tensor<3xcomplex<f32>>
    return
  }
  func.func @f100(%a0: tensor<3xcomplex<f32>>) {
    %0 = stablehlo.real %a0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    %1 = stablehlo.imag %a0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
    return
  }
  func.func @f101(%a0: tensor<3xf32>) {
    %0 = stablehlo.convert %a0 : (tensor<3xf32>) -> tensor<3xi8>
    return
  }
  func.func @f102(%a0: tensor<3xf32>) {
    %0 = stablehlo.reduce_precision %a0, format = e5m10 : tensor<3xf32>
    return
  }
  func.func @f103(%a0: tensor<3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
    %0 = stablehlo.clamp %a0, %a1, %a2 : tensor<3xf32>
    return
  }
  func.func @f104(%a0: tensor<f32>, %a1: tensor<3xf32>, %a2: tensor<f32>) {
    %0 = stablehlo.clamp %a0, %a1, %a2 : (tensor<f32>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
    return
  }
  func.func @f105(%a0: tensor<3xi1>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
    %0 = stablehlo.select %a0, %a1, %a2 : tensor<3xi1>, tensor<3xf32>
    return
  }
  func.func @f106(%a0: tensor<i1>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
    %0 = stablehlo.select %a0, %a1, %a2 : tensor<i1>, tensor<3xf32>
    return
  }
  func.func @f107(%a0: tensor<3xf32>) {
    %0 = stablehlo.bitcast_convert %a0 : (tensor<3xf32>) -> tensor<3xi32>
    return
  }
  func.func @f108(%a0: tensor<3xf32>) {
    %0 = stablehlo.bitcast_convert %a0 : (tensor<3xf32>) -> tensor<3x2xi16>
    return
  }
  func.func @f109(%a0: tensor<3x4xi8>) {
    %0 = stablehlo.bitcast_convert %a0 : (tensor<3x4xi8>) -> tensor<3xf32>
    return
  }
  func.func @f110(%a0: tensor<2x1x7x1xf32>) {
    %0 = stablehlo.is_finite %a0 : (tensor<2x1x7x1xf32>) -> tensor<2x1x7x1xi1>
    return
  }
  func.func @f111(%a0: tensor<2x1x7x1xf32>, %a1: tensor<2x1x7x1xf32>) {
    %0 = stablehlo.compare LT, %a0, %a1 : (tensor<2x1x7x1xf32>, tensor<2x1x7x1xf32>) -> tensor<2x1x7x1xi1>
    return
  }
  func.func @f112(%a0: tensor<2x1x7x1xf32>, %a1: tensor<2x1x7x1xf32>) {
    %0 = stablehlo.complex %a0, %a1 : tensor<2x1x7x1xcomplex<f32>>
    return
  }
  func.func @f113(%a0: tensor<2x1x7x1xcomplex<f32>>) {
    %0 = stablehlo.real %a0 : (tensor<2x1x7x1xcomplex<f32>>) -> tensor<2x1x7x1xf32>
    %1 = stablehlo.imag %a0 : (tensor<2x1x7x1xcomplex<f32>>) -> tensor<2x1x7x1xf32>
    return
  }
  func.func @f114(%a0: tensor<2x1x7x1xf32>) {
    %0 = stablehlo.convert %a0 : (tensor<2x1x7x1xf32>) -> tensor<2x1x7x1xi8>
    return
  }
  func.func @f115(%a0: tensor<2x1x7x1xf32>) {
    %0 = stablehlo.reduce_precision %a0, format = e5m10 : tensor<2x1x7x1xf32>
    return
  }
  func.func @f116(%a0: tensor<2x1x7x1xf32>, %a1: tensor<2x1x7x1xf32>, %a2: tensor<2x1x7x1xf32>) {
    %0 = stablehlo.clamp %a0, %a1, %a2 : tensor<2x1x7x1xf32>
    return
  }
  func.func @f117(%a0: tensor<f32>, %a1: tensor<2x1x7x1xf32>, %a2: tensor<f32>) {
    %0 = stablehlo.clamp %a0, %a1, %a2 : (tensor<f32>, tensor<2x1x7x1xf32>, tensor<f32>) -> tensor<2x1x7x1xf32>
    return
  }
  func.func @f118(%a0: tensor<2x1x7x1xi1>, %a1: tensor<2x1x7x1xf32>, %a2: tensor<2x1x7x1xf32>) {
    %0 = stablehlo.select %a0, %a1, %a2 : tensor<2x1x7x1xi1>, tensor<2x1x7x1xf32>
    return
  }
  func.func @f119(%a0: tensor<i1>, %a1: tensor<2x1x7x1xf32>, %a2: tensor<2x1x7x1xf32>) {
    %0 = stablehlo.select %a0, %a1, %a2 : tensor<i1>, tensor<2x1x7x1xf32>
    return
  }
  func.func @f120(%a0: tensor<2x1x7x1xf32>) {
    %0 = stablehlo.bitcast_convert %a0 : (tensor<2x1x7x1xf32>) -> tensor<2x1x7x1xi32>
    return
  }
  func.func @f121(%a0: tensor<2x1x7x1xf32>) {
    %0 = stablehlo.bitcast_convert %a0 : (tensor<2x1x7x1xf32>) -> tensor<2x1x7x1x2xi16>
    return
  }
  func.func @f122(%a0: tensor<2x1x7x1x4xi8>) {
    %0 = stablehlo.bitcast_convert %a0 : (tensor<2x1x7x1x4xi8>) -> tensor<2x1x7x1xf32>
    return
  }
  func.func @f123(%a0: tensor<20x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32>) {
    %0 = stablehlo.negate %a0 : tensor<20x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xf32>
    return
  }
  func.func @f124(%a0: tensor<8x4xf32>) {
    %0 = stablehlo.negate %a0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4} need_replication={i}>} : tensor<8x4xf32>
    return
  }
  func.func @f125(%a0: tensor<8x4xf32>) {
    %0 = stablehlo.negate %a0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4} reduction={} blocked_propagation={i}, custom>} : tensor<8x4xf32>
    return
  }
  func.func @f126(%a0: tensor<8x4xf32>) {
    %0 = stablehlo.custom_call @mine(%a0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, i]) {i=8, j=4}, custom>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
    return
  }
}
