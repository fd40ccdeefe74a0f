// test: rules
module {
  func.func @f0(%a0: tensor<8x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8x4xf32>) -> tensor<2x16xf32>
    return
  }
  func.func @f1(%a0: tensor<2x4x32xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x4x32xf32>) -> tensor<8x32xf32>
    return
  }
  func.func @f2(%a0: tensor<8x32xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8x32xf32>) -> tensor<2x4x32xf32>
    return
  }
  func.func @f3(%a0: tensor<f32>) {
    %0 = stablehlo.reshape %a0 : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func @f4(%a0: tensor<f32>) {
    %0 = stablehlo.reshape %a0 : (tensor<f32>) -> tensor<1xf32>
    return
  }
  func.func @f5(%a0: tensor<1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1xf32>) -> tensor<f32>
    return
  }
  func.func @f6(%a0: tensor<1x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x1xf32>) -> tensor<f32>
    return
  }
  func.func @f7(%a0: tensor<f32>) {
    %0 = stablehlo.reshape %a0 : (tensor<f32>) -> tensor<1x1x1xf32>
    return
  }
  func.func @f8(%a0: tensor<4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
  func.func @f9(%a0: tensor<4x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x1xf32>) -> tensor<4xf32>
    return
  }
  func.func @f10(%a0: tensor<1x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x4xf32>) -> tensor<4xf32>
    return
  }
  func.func @f11(%a0: tensor<1x4x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x4x1xf32>) -> tensor<1x1x4xf32>
    return
  }
  func.func @f12(%a0: tensor<4x1x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x1x5xf32>) -> tensor<4x5xf32>
    return
  }
  func.func @f13(%a0: tensor<6x35xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x35xf32>) -> tensor<10x21xf32>
    return
  }
  func.func @f14(%a0: tensor<6x35xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x35xf32>) -> tensor<14x15xf32>
    return
  }
  func.func @f15(%a0: tensor<3x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<3x5xf32>) -> tensor<5x3xf32>
    return
  }
  func.func @f16(%a0: tensor<0xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<0xf32>) -> tensor<0xf32>
    return
  }
  func.func @f17(%a0: tensor<0x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<0x4xf32>) -> tensor<0xf32>
    return
  }
  func.func @f18(%a0: tensor<4x0xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x0xf32>) -> tensor<0x4xf32>
    return
  }
  func.func @f19(%a0: tensor<2x3x0xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x3x0xf32>) -> tensor<0xf32>
    return
  }
  func.func @f20(%a0: tensor<4x5x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x5x6xf32>) -> tensor<120xf32>
    return
  }
  func.func @f21(%a0: tensor<120xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<120xf32>) -> tensor<4x5x6xf32>
    return
  }
  func.func @f22(%a0: tensor<12xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<12xf32>) -> tensor<2x6xf32>
    return
  }
  func.func @f23(%a0: tensor<12xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<12xf32>) -> tensor<6x2xf32>
    return
  }
  func.func @f24(%a0: tensor<6x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x2xf32>) -> tensor<2x6xf32>
    return
  }
  func.func @f25(%a0: tensor<2x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x6xf32>) -> tensor<6x2xf32>
    return
  }
  func.func @f26(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x6xf32>) -> tensor<6x4xf32>
    return
  }
  func.func @f27(%a0: tensor<6x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x4xf32>) -> tensor<8x3xf32>
    return
  }
  func.func @f28(%a0: tensor<8x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8x3xf32>) -> tensor<3x8xf32>
    return
  }
  func.func @f29(%a0: tensor<30x77xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<30x77xf32>) -> tensor<2310xf32>
    return
  }
  func.func @f30(%a0: tensor<30x77xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<30x77xf32>) -> tensor<10x231xf32>
    return
  }
  func.func @f31(%a0: tensor<30x77xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<30x77xf32>) -> tensor<42x55xf32>
    return
  }
  func.func @f32(%a0: tensor<2x1x3x1x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x1x3x1x4xf32>) -> tensor<6x1x1x4xf32>
    return
  }
  func.func @f33(%a0: tensor<7x11xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<7x11xf32>) -> tensor<11x7xf32>
    return
  }
  func.func @f34(%a0: tensor<16xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<16xf32>) -> tensor<2x2x2x2xf32>
    return
  }
  func.func @f35(%a0: tensor<2x2x2x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x2x2x2xf32>) -> tensor<4x4xf32>
    return
  }
  func.func @f36(%a0: tensor<9x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<9x4xf32>) -> tensor<6x6xf32>
    return
  }
  func.func @f37(%a0: tensor<6x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x6xf32>) -> tensor<9x4xf32>
    return
  }
  func.func @f38(%a0: tensor<6x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x6xf32>) -> tensor<4x9xf32>
    return
  }
  func.func @f39(%a0: tensor<4x9xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x9xf32>) -> tensor<6x6xf32>
    return
  }
  func.func @f40(%a0: tensor<1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1xf32>) -> tensor<1xf32>
    return
  }
  func.func @f41(%a0: tensor<1x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x1xf32>) -> tensor<1xf32>
    return
  }
  func.func @f42(%a0: tensor<1x7xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x7xf32>) -> tensor<7x1xf32>
    return
  }
  func.func @f43(%a0: tensor<15x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<15x4xf32>) -> tensor<6x10xf32>
    return
  }
  func.func @f44(%a0: tensor<2x3x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x3x5xf32>) -> tensor<5x3x2xf32>
    return
  }
  func.func @f45(%a0: tensor<2x3x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x3x5xf32>) -> tensor<3x10xf32>
    return
  }
  func.func @f46(%a0: tensor<8x9x25xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8x9x25xf32>) -> tensor<12x150xf32>
    return
  }
  func.func @f47(%a0: tensor<12x150xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<12x150xf32>) -> tensor<8x9x25xf32>
    return
  }
  func.func @f48(%a0: tensor<64x64xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<64x64xf32>) -> tensor<4096xf32>
    return
  }
  func.func @f49(%a0: tensor<1024x16xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1024x16xf32>) -> tensor<128x128xf32>
    return
  }
  func.func @f50(%a0: tensor<10x10xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<10x10xf32>) -> tensor<4x25xf32>
    return
  }
  func.func @f51(%a0: tensor<4x25xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x25xf32>) -> tensor<10x10xf32>
    return
  }
  func.func @f52(%a0: tensor<27x8xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<27x8xf32>) -> tensor<12x18xf32>
    return
  }
  func.func @f53(%a0: tensor<1x2x1x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x2x1x3xf32>) -> tensor<3x2xf32>
    return
  }
  func.func @f54(%a0: tensor<100x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<100x3xf32>) -> tensor<3x100xf32>
    return
  }
  func.func @f55(%a0: tensor<36xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<36xf32>) -> tensor<4x9xf32>
    return
  }
  func.func @f56(%a0: tensor<4x3x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x3x2xf32>) -> tensor<2x3x4xf32>
    return
  }
  func.func @f57(%a0: tensor<2x3x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
    return
  }
  func.func @f58(%a0: tensor<6x5x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x5x4xf32>) -> tensor<5x4x6xf32>
    return
  }
  func.func @f59(%a0: tensor<6x5x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x5x4xf32>) -> tensor<4x5x6xf32>
    return
  }
  func.func @f60(%a0: tensor<8192x8192xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8192x8192xf32>) -> tensor<2x4096x64x128xf32>
    return
  }
  func.func @f61(%a0: tensor<16x4x2x4x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<16x4x2x4x2xf32>) -> tensor<16x32x2xf32>
    return
  }
  func.func @f62(%a0: tensor<1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1xf32>) -> tensor<1x1x1x1x1xf32>
    return
  }
  func.func @f63(%a0: tensor<2x2x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x2x3xf32>) -> tensor<3x1x4xf32>
    return
  }
  func.func @f64(%a0: tensor<1x2x3x1x3x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x2x3x1x3x2xf32>) -> tensor<36xf32>
    return
  }
  func.func @f65(%a0: tensor<420xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<420xf32>) -> tensor<420xf32>
    return
  }
  func.func @f66(%a0: tensor<18x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<18x4xf32>) -> tensor<6x12x1xf32>
    return
  }
  func.func @f67(%a0: tensor<1x4x2x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x4x2x2xf32>) -> tensor<4x4xf32>
    return
  }
  func.func @f68(%a0: tensor<6x10x42xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x10x42xf32>) -> tensor<6x3x1x140xf32>
    return
  }
  func.func @f69(%a0: tensor<240xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<240xf32>) -> tensor<20x3x4x1xf32>
    return
  }
  func.func @f70(%a0: tensor<20x16x126xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<20x16x126xf32>) -> tensor<4x210x2x24xf32>
    return
  }
  func.func @f71(%a0: tensor<2x10x126x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x10x126x1xf32>) -> tensor<3x1x12x10x7x1xf32>
    return
  }
  func.func @f72(%a0: tensor<3x5x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<3x5x2xf32>) -> tensor<30xf32>
    return
  }
  func.func @f73(%a0: tensor<16x4x2x2x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<16x4x2x2x4xf32>) -> tensor<4x2x8x4x4x1xf32>
    return
  }
  func.func @f74(%a0: tensor<10x5x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<10x5x2xf32>) -> tensor<1x5x5x2x2xf32>
    return
  }
  func.func @f75(%a0: tensor<28x3x15xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<28x3x15xf32>) -> tensor<70x18xf32>
    return
  }
  func.func @f76(%a0: tensor<2x1x3x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x1x3x1xf32>) -> tensor<6xf32>
    return
  }
  func.func @f77(%a0: tensor<2x2x5x2x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x2x5x2x6xf32>) -> tensor<12x20xf32>
    return
  }
  func.func @f78(%a0: tensor<6x40x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x40x3xf32>) -> tensor<60x1x2x6xf32>
    return
  }
  func.func @f79(%a0: tensor<8x4x8xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8x4x8xf32>) -> tensor<256xf32>
    return
  }
  func.func @f80(%a0: tensor<8x9x70xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8x9x70xf32>) -> tensor<5040xf32>
    return
  }
  func.func @f81(%a0: tensor<1x12x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x12x2xf32>) -> tensor<4x6xf32>
    return
  }
  func.func @f82(%a0: tensor<20x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<20x5xf32>) -> tensor<100xf32>
    return
  }
  func.func @f83(%a0: tensor<6x5x2x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x5x2x1xf32>) -> tensor<2x30xf32>
    return
  }
  func.func @f84(%a0: tensor<210xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<210xf32>) -> tensor<2x5x21xf32>
    return
  }
  func.func @f85(%a0: tensor<6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6xf32>) -> tensor<1x3x1x2xf32>
    return
  }
  func.func @f86(%a0: tensor<6x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x2xf32>) -> tensor<6x2xf32>
    return
  }
  func.func @f87(%a0: tensor<2x2x2x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x2x2x2xf32>) -> tensor<1x2x1x2x2x2xf32>
    return
  }
  func.func @f88(%a0: tensor<2x8x2x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x8x2x2xf32>) -> tensor<2x32xf32>
    return
  }
  func.func @f89(%a0: tensor<33x2x35xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<33x2x35xf32>) -> tensor<5x2x33x7xf32>
    return
  }
  func.func @f90(%a0: tensor<28x1x3x3x10xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<28x1x3x3x10xf32>) -> tensor<45x56xf32>
    return
  }
  func.func @f91(%a0: tensor<2x12x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x12x6xf32>) -> tensor<6x6x4xf32>
    return
  }
  func.func @f92(%a0: tensor<8x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8x2xf32>) -> tensor<16xf32>
    return
  }
  func.func @f93(%a0: tensor<1x1x2x6x10x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x1x2x6x10x2xf32>) -> tensor<12x20xf32>
    return
  }
  func.func @f94(%a0: tensor<6x7x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x7x5xf32>) -> tensor<2x21x5xf32>
    return
  }
  func.func @f95(%a0: tensor<18x4x1x1x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<18x4x1x1x5xf32>) -> tensor<360xf32>
    return
  }
  func.func @f96(%a0: tensor<13x22x1x7x1x15xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<13x22x1x7x1x15xf32>) -> tensor<5x13x462xf32>
    return
  }
  func.func @f97(%a0: tensor<20x3x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<20x3x2xf32>) -> tensor<1x5x1x3x2x4xf32>
    return
  }
  func.func @f98(%a0: tensor<13x154x5x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<13x154x5x3xf32>) -> tensor<30030xf32>
    return
  }
  func.func @f99(%a0: tensor<2x1x1x2x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x1x1x2x2xf32>) -> tensor<8xf32>
    return
  }
  func.func @f100(%a0: tensor<4x18x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x18x1xf32>) -> tensor<4x6x3xf32>
    return
  }
  func.func @f101(%a0: tensor<3x1x1x1x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<3x1x1x1x2xf32>) -> tensor<6xf32>
    return
  }
  func.func @f102(%a0: tensor<6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6xf32>) -> tensor<1x6xf32>
    return
  }
  func.func @f103(%a0: tensor<2x1x1x2x2x9xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x1x1x2x2x9xf32>) -> tensor<2x1x1x9x4xf32>
    return
  }
  func.func @f104(%a0: tensor<60x672xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<60x672xf32>) -> tensor<1x60x56x1x6x2xf32>
    return
  }
  func.func @f105(%a0: tensor<4x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x4xf32>) -> tensor<2x8xf32>
    return
  }
  func.func @f106(%a0: tensor<4x16x16xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x16x16xf32>) -> tensor<1024xf32>
    return
  }
  func.func @f107(%a0: tensor<6x12xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x12xf32>) -> tensor<2x1x18x2xf32>
    return
  }
  func.func @f108(%a0: tensor<14x2x45xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<14x2x45xf32>) -> tensor<1260xf32>
    return
  }
  func.func @f109(%a0: tensor<55x14x39xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<55x14x39xf32>) -> tensor<11x6x455xf32>
    return
  }
  func.func @f110(%a0: tensor<14x5x3x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<14x5x3x1xf32>) -> tensor<70x1x3xf32>
    return
  }
  func.func @f111(%a0: tensor<30x12xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<30x12xf32>) -> tensor<360xf32>
    return
  }
  func.func @f112(%a0: tensor<64x64xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<64x64xf32>) -> tensor<2x1x128x16xf32>
    return
  }
  func.func @f113(%a0: tensor<28x60x24xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<28x60x24xf32>) -> tensor<1680x24xf32>
    return
  }
  func.func @f114(%a0: tensor<2x5x12xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x5x12xf32>) -> tensor<120xf32>
    return
  }
  func.func @f115(%a0: tensor<2x9x1x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x9x1x2xf32>) -> tensor<6x6x1xf32>
    return
  }
  func.func @f116(%a0: tensor<3x3x5x2x28xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<3x3x5x2x28xf32>) -> tensor<3x70x12xf32>
    return
  }
  func.func @f117(%a0: tensor<3x4x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<3x4x4xf32>) -> tensor<24x2xf32>
    return
  }
  func.func @f118(%a0: tensor<5x2x18x2x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<5x2x18x2x2xf32>) -> tensor<18x40xf32>
    return
  }
  func.func @f119(%a0: tensor<2x32x4x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x32x4x4xf32>) -> tensor<8x2x8x2x2x2xf32>
    return
  }
  func.func @f120(%a0: tensor<2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2xf32>) -> tensor<1x1x2x1xf32>
    return
  }
  func.func @f121(%a0: tensor<84x15x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<84x15x2xf32>) -> tensor<2520xf32>
    return
  }
  func.func @f122(%a0: tensor<70x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<70x6xf32>) -> tensor<3x7x2x10xf32>
    return
  }
  func.func @f123(%a0: tensor<2x2x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x2x4xf32>) -> tensor<16x1xf32>
    return
  }
  func.func @f124(%a0: tensor<6x1x2x5x1x7xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x1x2x5x1x7xf32>) -> tensor<14x2x15xf32>
    return
  }
  func.func @f125(%a0: tensor<6x2x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x2x3xf32>) -> tensor<2x18xf32>
    return
  }
  func.func @f126(%a0: tensor<1x1x1x2x3x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x1x1x2x3x1xf32>) -> tensor<6xf32>
    return
  }
  func.func @f127(%a0: tensor<20x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<20x6xf32>) -> tensor<120xf32>
    return
  }
  func.func @f128(%a0: tensor<420x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<420x3xf32>) -> tensor<126x10xf32>
    return
  }
  func.func @f129(%a0: tensor<4096xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4096xf32>) -> tensor<16x4x8x2x4xf32>
    return
  }
  func.func @f130(%a0: tensor<6x1x10x4x21xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x1x10x4x21xf32>) -> tensor<90x56xf32>
    return
  }
  func.func @f131(%a0: tensor<5x10x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<5x10x2xf32>) -> tensor<2x1x5x1x10xf32>
    return
  }
  func.func @f132(%a0: tensor<2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2xf32>) -> tensor<2x1x1x1xf32>
    return
  }
  func.func @f133(%a0: tensor<4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @f134(%a0: tensor<180xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<180xf32>) -> tensor<3x60xf32>
    return
  }
  func.func @f135(%a0: tensor<2x6x15xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x6x15xf32>) -> tensor<18x10xf32>
    return
  }
  func.func @f136(%a0: tensor<12x2x2x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<12x2x2x5xf32>) -> tensor<1x4x30x2xf32>
    return
  }
  func.func @f137(%a0: tensor<4x1x1x4x1x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x1x1x4x1x1xf32>) -> tensor<1x2x2x2x2xf32>
    return
  }
  func.func @f138(%a0: tensor<24xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<24xf32>) -> tensor<1x2x6x1x2x1xf32>
    return
  }
  func.func @f139(%a0: tensor<1x14x15x1x11xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x14x15x1x11xf32>) -> tensor<2310xf32>
    return
  }
  func.func @f140(%a0: tensor<2x1x1x2x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x1x1x2x1xf32>) -> tensor<2x2xf32>
    return
  }
  func.func @f141(%a0: tensor<4x2x8x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x2x8x1xf32>) -> tensor<2x2x2x8xf32>
    return
  }
  func.func @f142(%a0: tensor<30x42xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<30x42xf32>) -> tensor<1260xf32>
    return
  }
  func.func @f143(%a0: tensor<40320xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<40320xf32>) -> tensor<4x56x6x10x3xf32>
    return
  }
  func.func @f144(%a0: tensor<4096xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4096xf32>) -> tensor<8x16x4x2x4xf32>
    return
  }
  func.func @f145(%a0: tensor<10x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<10x3xf32>) -> tensor<10x3xf32>
    return
  }
  func.func @f146(%a0: tensor<1x6x1x2x10xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x6x1x2x10xf32>) -> tensor<120xf32>
    return
  }
  func.func @f147(%a0: tensor<1x3x2x1x1x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x3x2x1x1x2xf32>) -> tensor<12xf32>
    return
  }
  func.func @f148(%a0: tensor<12xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<12xf32>) -> tensor<3x2x2xf32>
    return
  }
  func.func @f149(%a0: tensor<1x1x1x1x1x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x1x1x1x1x2xf32>) -> tensor<2xf32>
    return
  }
  func.func @f150(%a0: tensor<2x2x15xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x2x15xf32>) -> tensor<6x10xf32>
    return
  }
  func.func @f151(%a0: tensor<1x5x3x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x5x3x4xf32>) -> tensor<6x2x1x1x1x5xf32>
    return
  }
  func.func @f152(%a0: tensor<2x3x12xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x3x12xf32>) -> tensor<2x4x1x9xf32>
    return
  }
  func.func @f153(%a0: tensor<2x1x1x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x1x1x2xf32>) -> tensor<4xf32>
    return
  }
  func.func @f154(%a0: tensor<15x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<15x2xf32>) -> tensor<1x2x15xf32>
    return
  }
  func.func @f155(%a0: tensor<1x3x4x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x3x4x2xf32>) -> tensor<6x4xf32>
    return
  }
  func.func @f156(%a0: tensor<4x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x6xf32>) -> tensor<2x2x6xf32>
    return
  }
  func.func @f157(%a0: tensor<240xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<240xf32>) -> tensor<2x6x20xf32>
    return
  }
  func.func @f158(%a0: tensor<48x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<48x5xf32>) -> tensor<1x24x10xf32>
    return
  }
  func.func @f159(%a0: tensor<8x8xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8x8xf32>) -> tensor<64xf32>
    return
  }
  func.func @f160(%a0: tensor<2x3x210x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x3x210x4xf32>) -> tensor<126x40xf32>
    return
  }
  func.func @f161(%a0: tensor<4x2x2x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x2x2x4xf32>) -> tensor<1x2x1x2x8x2xf32>
    return
  }
  func.func @f162(%a0: tensor<1x4x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x4x6xf32>) -> tensor<24xf32>
    return
  }
  func.func @f163(%a0: tensor<2310xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2310xf32>) -> tensor<2310xf32>
    return
  }
  func.func @f164(%a0: tensor<24xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<24xf32>) -> tensor<24xf32>
    return
  }
  func.func @f165(%a0: tensor<24x30xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<24x30xf32>) -> tensor<3x2x5x4x6xf32>
    return
  }
  func.func @f166(%a0: tensor<18x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<18x4xf32>) -> tensor<12x6x1xf32>
    return
  }
  func.func @f167(%a0: tensor<1x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x4xf32>) -> tensor<2x1x1x1x2xf32>
    return
  }
  func.func @f168(%a0: tensor<4x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x4xf32>) -> tensor<2x2x4xf32>
    return
  }
  func.func @f169(%a0: tensor<16x32x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<16x32x2xf32>) -> tensor<16x8x8xf32>
    return
  }
  func.func @f170(%a0: tensor<7x2x55x1x3x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<7x2x55x1x3x1xf32>) -> tensor<42x55xf32>
    return
  }
  func.func @f171(%a0: tensor<6x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x1xf32>) -> tensor<3x2xf32>
    return
  }
  func.func @f172(%a0: tensor<2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2xf32>) -> tensor<1x2x1xf32>
    return
  }
  func.func @f173(%a0: tensor<8x8x2x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8x8x2x2xf32>) -> tensor<256xf32>
    return
  }
  func.func @f174(%a0: tensor<48x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<48x3xf32>) -> tensor<2x8x3x1x3xf32>
    return
  }
  func.func @f175(%a0: tensor<1x2x5x10xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x2x5x10xf32>) -> tensor<100xf32>
    return
  }
  func.func @f176(%a0: tensor<1x18x8x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x18x8x5xf32>) -> tensor<5x3x16x3x1xf32>
    return
  }
  func.func @f177(%a0: tensor<2x6x2x5x1x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x6x2x5x1x2xf32>) -> tensor<4x10x6xf32>
    return
  }
  func.func @f178(%a0: tensor<2x4x2x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x4x2x3xf32>) -> tensor<3x2x2x4xf32>
    return
  }
  func.func @f179(%a0: tensor<24xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<24xf32>) -> tensor<2x2x2x3x1xf32>
    return
  }
  func.func @f180(%a0: tensor<12x2x2x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<12x2x2x2xf32>) -> tensor<96xf32>
    return
  }
  func.func @f181(%a0: tensor<180x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<180x4xf32>) -> tensor<720xf32>
    return
  }
  func.func @f182(%a0: tensor<10x3x24xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<10x3x24xf32>) -> tensor<2x40x9x1xf32>
    return
  }
  func.func @f183(%a0: tensor<1x1x4x9x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x1x4x9x1xf32>) -> tensor<1x1x6x6x1xf32>
    return
  }
  func.func @f184(%a0: tensor<2x21x2x10x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x21x2x10x3xf32>) -> tensor<6x14x30xf32>
    return
  }
  func.func @f185(%a0: tensor<20x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<20x6xf32>) -> tensor<5x12x2xf32>
    return
  }
  func.func @f186(%a0: tensor<2x2x30xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x2x30xf32>) -> tensor<2x60xf32>
    return
  }
  func.func @f187(%a0: tensor<6x8x5x21xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x8x5x21xf32>) -> tensor<30x6x7x4xf32>
    return
  }
  func.func @f188(%a0: tensor<1x3x1x1x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x3x1x1x2xf32>) -> tensor<6xf32>
    return
  }
  func.func @f189(%a0: tensor<2x7x15x1x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x7x15x1x1xf32>) -> tensor<2x21x5x1xf32>
    return
  }
  func.func @f190(%a0: tensor<8x4x8x4x4x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8x4x8x4x4x1xf32>) -> tensor<8x16x2x4x4xf32>
    return
  }
  func.func @f191(%a0: tensor<24x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<24x2xf32>) -> tensor<12x2x2xf32>
    return
  }
  func.func @f192(%a0: tensor<1x8x2x2x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x8x2x2x3xf32>) -> tensor<8x6x2xf32>
    return
  }
  func.func @f193(%a0: tensor<1024xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1024xf32>) -> tensor<16x32x2xf32>
    return
  }
  func.func @f194(%a0: tensor<70x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<70x6xf32>) -> tensor<420xf32>
    return
  }
  func.func @f195(%a0: tensor<2x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x6xf32>) -> tensor<12xf32>
    return
  }
  func.func @f196(%a0: tensor<1x2x4x2x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x2x4x2x3xf32>) -> tensor<24x2xf32>
    return
  }
  func.func @f197(%a0: tensor<16x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<16x3xf32>) -> tensor<4x3x2x1x2xf32>
    return
  }
  func.func @f198(%a0: tensor<4x3x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x3x5xf32>) -> tensor<1x60x1x1xf32>
    return
  }
  func.func @f199(%a0: tensor<10x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<10x3xf32>) -> tensor<6x5xf32>
    return
  }
  func.func @f200(%a0: tensor<1260xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1260xf32>) -> tensor<42x3x10xf32>
    return
  }
  func.func @f201(%a0: tensor<1x2x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x2x3xf32>) -> tensor<3x2xf32>
    return
  }
  func.func @f202(%a0: tensor<6x2x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x2x2xf32>) -> tensor<3x2x2x2xf32>
    return
  }
  func.func @f203(%a0: tensor<100xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<100xf32>) -> tensor<100xf32>
    return
  }
  func.func @f204(%a0: tensor<8x8xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8x8xf32>) -> tensor<2x1x4x2x4x1xf32>
    return
  }
  func.func @f205(%a0: tensor<10x14x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<10x14x3xf32>) -> tensor<3x1x35x4xf32>
    return
  }
  func.func @f206(%a0: tensor<4x36xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x36xf32>) -> tensor<1x3x4x3x2x2xf32>
    return
  }
  func.func @f207(%a0: tensor<6x60xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x60xf32>) -> tensor<2x180xf32>
    return
  }
  func.func @f208(%a0: tensor<231x10x13xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<231x10x13xf32>) -> tensor<11x1x273x10xf32>
    return
  }
  func.func @f209(%a0: tensor<21x1x10xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<21x1x10xf32>) -> tensor<7x5x1x6xf32>
    return
  }
  func.func @f210(%a0: tensor<4x4x4x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x4x4x4xf32>) -> tensor<4x16x2x1x2xf32>
    return
  }
  func.func @f211(%a0: tensor<6x2x60xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x2x60xf32>) -> tensor<60x4x3xf32>
    return
  }
  func.func @f212(%a0: tensor<40320xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<40320xf32>) -> tensor<14x60x48xf32>
    return
  }
  func.func @f213(%a0: tensor<7x22x13x3x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<7x22x13x3x5xf32>) -> tensor<330x91xf32>
    return
  }
  func.func @f214(%a0: tensor<2x3x12x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x3x12x1xf32>) -> tensor<12x6x1xf32>
    return
  }
  func.func @f215(%a0: tensor<7x11x130x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<7x11x130x3xf32>) -> tensor<10010x3xf32>
    return
  }
  func.func @f216(%a0: tensor<720xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<720xf32>) -> tensor<1x4x180xf32>
    return
  }
  func.func @f217(%a0: tensor<1x2x1x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x2x1x3xf32>) -> tensor<3x2x1x1xf32>
    return
  }
  func.func @f218(%a0: tensor<720xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<720xf32>) -> tensor<120x6xf32>
    return
  }
  func.func @f219(%a0: tensor<24x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<24x2xf32>) -> tensor<48xf32>
    return
  }
  func.func @f220(%a0: tensor<3x1x2x6x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<3x1x2x6x2xf32>) -> tensor<72xf32>
    return
  }
  func.func @f221(%a0: tensor<1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1xf32>) -> tensor<1x1x1x1x1x1xf32>
    return
  }
  func.func @f222(%a0: tensor<24x3x1x1x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<24x3x1x1x1xf32>) -> tensor<1x2x12x3xf32>
    return
  }
  func.func @f223(%a0: tensor<2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2xf32>) -> tensor<1x1x1x1x1x2xf32>
    return
  }
  func.func @f224(%a0: tensor<6x20x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x20x2xf32>) -> tensor<4x60xf32>
    return
  }
  func.func @f225(%a0: tensor<8x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8x6xf32>) -> tensor<48xf32>
    return
  }
  func.func @f226(%a0: tensor<120xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<120xf32>) -> tensor<10x2x3x2xf32>
    return
  }
  func.func @f227(%a0: tensor<2x2x2x18xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x2x2x18xf32>) -> tensor<8x18xf32>
    return
  }
  func.func @f228(%a0: tensor<6x4x1x2x1x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x4x1x2x1x1xf32>) -> tensor<48xf32>
    return
  }
  func.func @f229(%a0: tensor<5x2x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<5x2x3xf32>) -> tensor<15x2x1xf32>
    return
  }
  func.func @f230(%a0: tensor<2x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x1xf32>) -> tensor<1x2x1xf32>
    return
  }
  func.func @f231(%a0: tensor<2x1x2x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x1x2x4xf32>) -> tensor<1x4x1x4xf32>
    return
  }
  func.func @f232(%a0: tensor<12x5x1x42xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<12x5x1x42xf32>) -> tensor<21x30x4xf32>
    return
  }
  func.func @f233(%a0: tensor<2x3x2x2x3x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x3x2x2x3x2xf32>) -> tensor<1x4x3x4x3xf32>
    return
  }
  func.func @f234(%a0: tensor<4x1x6x5x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x1x6x5x2xf32>) -> tensor<60x4xf32>
    return
  }
  func.func @f235(%a0: tensor<96xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<96xf32>) -> tensor<4x2x12xf32>
    return
  }
  func.func @f236(%a0: tensor<1x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x1xf32>) -> tensor<1x1x1xf32>
    return
  }
  func.func @f237(%a0: tensor<2x77x13x3x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x77x13x3x5xf32>) -> tensor<91x330xf32>
    return
  }
  func.func @f238(%a0: tensor<8x12xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8x12xf32>) -> tensor<6x16xf32>
    return
  }
  func.func @f239(%a0: tensor<1x4x8x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x4x8x2xf32>) -> tensor<64xf32>
    return
  }
  func.func @f240(%a0: tensor<1x2x12x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x2x12x4xf32>) -> tensor<3x32xf32>
    return
  }
  func.func @f241(%a0: tensor<6x5x12xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x5x12xf32>) -> tensor<5x6x2x6xf32>
    return
  }
  func.func @f242(%a0: tensor<4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4xf32>) -> tensor<4x1xf32>
    return
  }
  func.func @f243(%a0: tensor<100xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<100xf32>) -> tensor<1x1x10x10x1xf32>
    return
  }
  func.func @f244(%a0: tensor<2x1x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x1x3xf32>) -> tensor<6xf32>
    return
  }
  func.func @f245(%a0: tensor<1x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x2xf32>) -> tensor<2x1xf32>
    return
  }
  func.func @f246(%a0: tensor<56x90xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<56x90xf32>) -> tensor<5040xf32>
    return
  }
  func.func @f247(%a0: tensor<4x8x4x1x2x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x8x4x1x2x1xf32>) -> tensor<8x32xf32>
    return
  }
  func.func @f248(%a0: tensor<5040x8xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<5040x8xf32>) -> tensor<40320xf32>
    return
  }
  func.func @f249(%a0: tensor<420xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<420xf32>) -> tensor<5x14x1x2x3xf32>
    return
  }
  func.func @f250(%a0: tensor<1x10x4x3x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x10x4x3x1xf32>) -> tensor<6x20x1xf32>
    return
  }
  func.func @f251(%a0: tensor<105x2x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<105x2x1xf32>) -> tensor<14x15xf32>
    return
  }
  func.func @f252(%a0: tensor<10x21xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<10x21xf32>) -> tensor<2x105xf32>
    return
  }
  func.func @f253(%a0: tensor<60x7xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<60x7xf32>) -> tensor<14x30xf32>
    return
  }
  func.func @f254(%a0: tensor<2x30x2x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x30x2x3xf32>) -> tensor<6x10x3x2xf32>
    return
  }
  func.func @f255(%a0: tensor<360xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<360xf32>) -> tensor<6x3x20xf32>
    return
  }
  func.func @f256(%a0: tensor<2x2x1x1x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x2x1x1x6xf32>) -> tensor<8x1x1x3xf32>
    return
  }
  func.func @f257(%a0: tensor<36x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<36x4xf32>) -> tensor<6x24xf32>
    return
  }
  func.func @f258(%a0: tensor<2520xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2520xf32>) -> tensor<4x105x3x2xf32>
    return
  }
  func.func @f259(%a0: tensor<5x3x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<5x3x4xf32>) -> tensor<2x5x6xf32>
    return
  }
  func.func @f260(%a0: tensor<2x2x2x2x4x16xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x2x2x2x4x16xf32>) -> tensor<16x64xf32>
    return
  }
  func.func @f261(%a0: tensor<2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2xf32>) -> tensor<2xf32>
    return
  }
  func.func @f262(%a0: tensor<120xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<120xf32>) -> tensor<2x12x1x1x5xf32>
    return
  }
  func.func @f263(%a0: tensor<4x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x4xf32>) -> tensor<8x1x2x1xf32>
    return
  }
  func.func @f264(%a0: tensor<2x2520xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x2520xf32>) -> tensor<5040xf32>
    return
  }
  func.func @f265(%a0: tensor<20x2016xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<20x2016xf32>) -> tensor<72x560xf32>
    return
  }
  func.func @f266(%a0: tensor<33x1x5x7x2x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<33x1x5x7x2x1xf32>) -> tensor<33x35x2xf32>
    return
  }
  func.func @f267(%a0: tensor<1x8x18xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x8x18xf32>) -> tensor<2x6x3x2x2xf32>
    return
  }
  func.func @f268(%a0: tensor<12xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<12xf32>) -> tensor<6x1x2xf32>
    return
  }
  func.func @f269(%a0: tensor<56x20x36xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<56x20x36xf32>) -> tensor<4x6x20x84xf32>
    return
  }
  func.func @f270(%a0: tensor<8x32xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8x32xf32>) -> tensor<8x2x16xf32>
    return
  }
  func.func @f271(%a0: tensor<2x10x5x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x10x5x1xf32>) -> tensor<100xf32>
    return
  }
  func.func @f272(%a0: tensor<48x1x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<48x1x3xf32>) -> tensor<12x1x1x6x2xf32>
    return
  }
  func.func @f273(%a0: tensor<6x6x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x6x4xf32>) -> tensor<72x2xf32>
    return
  }
  func.func @f274(%a0: tensor<4x2x1x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x2x1x2xf32>) -> tensor<1x16xf32>
    return
  }
  func.func @f275(%a0: tensor<3x2x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<3x2x1xf32>) -> tensor<6xf32>
    return
  }
  func.func @f276(%a0: tensor<4x2x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x2x1xf32>) -> tensor<4x2xf32>
    return
  }
  func.func @f277(%a0: tensor<2x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
    return
  }
  func.func @f278(%a0: tensor<5040xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<5040xf32>) -> tensor<2x15x6x7x4xf32>
    return
  }
  func.func @f279(%a0: tensor<16x8x8x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<16x8x8x4xf32>) -> tensor<32x16x4x2xf32>
    return
  }
  func.func @f280(%a0: tensor<7x5x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<7x5x6xf32>) -> tensor<1x2x105xf32>
    return
  }
  func.func @f281(%a0: tensor<7x1x5x11x1x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<7x1x5x11x1x6xf32>) -> tensor<7x1x55x3x2xf32>
    return
  }
  func.func @f282(%a0: tensor<11x70x39xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<11x70x39xf32>) -> tensor<14x2145xf32>
    return
  }
  func.func @f283(%a0: tensor<70x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<70x3xf32>) -> tensor<210xf32>
    return
  }
  func.func @f284(%a0: tensor<2x5x2x1x1x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x5x2x1x1x3xf32>) -> tensor<15x2x2xf32>
    return
  }
  func.func @f285(%a0: tensor<120xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<120xf32>) -> tensor<120xf32>
    return
  }
  func.func @f286(%a0: tensor<240xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<240xf32>) -> tensor<10x6x4xf32>
    return
  }
  func.func @f287(%a0: tensor<1x1x2x2x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x1x2x2x1xf32>) -> tensor<4x1x1x1xf32>
    return
  }
  func.func @f288(%a0: tensor<60x84xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<60x84xf32>) -> tensor<5040xf32>
    return
  }
  func.func @f289(%a0: tensor<6x12xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x12xf32>) -> tensor<2x2x6x3x1xf32>
    return
  }
  func.func @f290(%a0: tensor<1x8x2x2x1x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x8x2x2x1x2xf32>) -> tensor<64xf32>
    return
  }
  func.func @f291(%a0: tensor<1x6x10xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x6x10xf32>) -> tensor<1x10x6x1xf32>
    return
  }
  func.func @f292(%a0: tensor<60x1x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<60x1x4xf32>) -> tensor<240xf32>
    return
  }
  func.func @f293(%a0: tensor<8x2x8x1x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8x2x8x1x2xf32>) -> tensor<2x4x1x32xf32>
    return
  }
  func.func @f294(%a0: tensor<16x6x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<16x6x1xf32>) -> tensor<2x4x12xf32>
    return
  }
  func.func @f295(%a0: tensor<60x1x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<60x1x6xf32>) -> tensor<4x6x15xf32>
    return
  }
  func.func @f296(%a0: tensor<2x5x21xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x5x21xf32>) -> tensor<1x7x1x3x1x10xf32>
    return
  }
  func.func @f297(%a0: tensor<1x2x3x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x2x3x6xf32>) -> tensor<1x2x1x2x9x1xf32>
    return
  }
  func.func @f298(%a0: tensor<4096xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4096xf32>) -> tensor<4096xf32>
    return
  }
  func.func @f299(%a0: tensor<1x3x2x70x2x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x3x2x70x2x3xf32>) -> tensor<3x6x1x20x7xf32>
    return
  }
  func.func @f300(%a0: tensor<10x1x2x5x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<10x1x2x5x1xf32>) -> tensor<1x5x5x2x1x2xf32>
    return
  }
  func.func @f301(%a0: tensor<9x8xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<9x8xf32>) -> tensor<12x6xf32>
    return
  }
  func.func @f302(%a0: tensor<2x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x4xf32>) -> tensor<1x1x2x4xf32>
    return
  }
  func.func @f303(%a0: tensor<720xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<720xf32>) -> tensor<180x4xf32>
    return
  }
  func.func @f304(%a0: tensor<1x2x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x2x2xf32>) -> tensor<2x1x2xf32>
    return
  }
  func.func @f305(%a0: tensor<2x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x1xf32>) -> tensor<2xf32>
    return
  }
  func.func @f306(%a0: tensor<2x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x4xf32>) -> tensor<8xf32>
    return
  }
  func.func @f307(%a0: tensor<1x2x4x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x2x4x2xf32>) -> tensor<4x1x2x2xf32>
    return
  }
  func.func @f308(%a0: tensor<4x40x14x18xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x40x14x18xf32>) -> tensor<28x1440xf32>
    return
  }
  func.func @f309(%a0: tensor<12x3x1x1x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<12x3x1x1x1xf32>) -> tensor<1x36xf32>
    return
  }
  func.func @f310(%a0: tensor<10x1x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<10x1x6xf32>) -> tensor<3x2x10x1xf32>
    return
  }
  func.func @f311(%a0: tensor<15x3x2x8xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<15x3x2x8xf32>) -> tensor<20x1x3x1x12xf32>
    return
  }
  func.func @f312(%a0: tensor<2x2x16x2x32xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x2x16x2x32xf32>) -> tensor<16x2x128xf32>
    return
  }
  func.func @f313(%a0: tensor<2x15xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x15xf32>) -> tensor<30xf32>
    return
  }
  func.func @f314(%a0: tensor<2520xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2520xf32>) -> tensor<2520xf32>
    return
  }
  func.func @f315(%a0: tensor<8x1x32x4x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8x1x32x4x4xf32>) -> tensor<4x16x4x8x2xf32>
    return
  }
  func.func @f316(%a0: tensor<16x4x8x1x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<16x4x8x1x2xf32>) -> tensor<16x64xf32>
    return
  }
  func.func @f317(%a0: tensor<4x3x6x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x3x6x2xf32>) -> tensor<36x4x1xf32>
    return
  }
  func.func @f318(%a0: tensor<3x2x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<3x2x1xf32>) -> tensor<3x2x1xf32>
    return
  }
  func.func @f319(%a0: tensor<8x8x2x1x1x8xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8x8x2x1x1x8xf32>) -> tensor<16x16x1x2x2xf32>
    return
  }
  func.func @f320(%a0: tensor<2520xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2520xf32>) -> tensor<2x84x15xf32>
    return
  }
  func.func @f321(%a0: tensor<1x4x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x4x6xf32>) -> tensor<3x2x1x4x1x1xf32>
    return
  }
  func.func @f322(%a0: tensor<1x2x16x8xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x2x16x8xf32>) -> tensor<2x2x4x8x2xf32>
    return
  }
  func.func @f323(%a0: tensor<1x2x8x315xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x2x8x315xf32>) -> tensor<10x7x72xf32>
    return
  }
  func.func @f324(%a0: tensor<3x77x10xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<3x77x10xf32>) -> tensor<7x33x5x2x1x1xf32>
    return
  }
  func.func @f325(%a0: tensor<2x28x3x5x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x28x3x5x3xf32>) -> tensor<14x180xf32>
    return
  }
  func.func @f326(%a0: tensor<2x2x24xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x2x24xf32>) -> tensor<2x2x2x2x6xf32>
    return
  }
  func.func @f327(%a0: tensor<240xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<240xf32>) -> tensor<8x1x30xf32>
    return
  }
  func.func @f328(%a0: tensor<2x2x6x10xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x2x6x10xf32>) -> tensor<1x10x2x2x2x3xf32>
    return
  }
  func.func @f329(%a0: tensor<2x2x15x1x3x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x2x15x1x3x2xf32>) -> tensor<4x90xf32>
    return
  }
  func.func @f330(%a0: tensor<2x1260x16xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x1260x16xf32>) -> tensor<21x64x2x15xf32>
    return
  }
  func.func @f331(%a0: tensor<6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6xf32>) -> tensor<6xf32>
    return
  }
  func.func @f332(%a0: tensor<1x3x2x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x3x2x6xf32>) -> tensor<2x3x2x3xf32>
    return
  }
  func.func @f333(%a0: tensor<32x128xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<32x128xf32>) -> tensor<64x64xf32>
    return
  }
  func.func @f334(%a0: tensor<6x4x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x4x5xf32>) -> tensor<2x1x5x12xf32>
    return
  }
  func.func @f335(%a0: tensor<4x105x1x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x105x1x3xf32>) -> tensor<3x42x5x2xf32>
    return
  }
  func.func @f336(%a0: tensor<16x16xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<16x16xf32>) -> tensor<8x2x4x2x2xf32>
    return
  }
  func.func @f337(%a0: tensor<2x1x1x3x6x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x1x1x3x6x1xf32>) -> tensor<3x12x1xf32>
    return
  }
  func.func @f338(%a0: tensor<2x20x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x20x3xf32>) -> tensor<6x5x2x1x2xf32>
    return
  }
  func.func @f339(%a0: tensor<240xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<240xf32>) -> tensor<3x2x4x10xf32>
    return
  }
  func.func @f340(%a0: tensor<15x2x1x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<15x2x1x2xf32>) -> tensor<60xf32>
    return
  }
  func.func @f341(%a0: tensor<144x10x28xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<144x10x28xf32>) -> tensor<56x90x8xf32>
    return
  }
  func.func @f342(%a0: tensor<12x14x8x2x15xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<12x14x8x2x15xf32>) -> tensor<42x40x24xf32>
    return
  }
  func.func @f343(%a0: tensor<2x5x21xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x5x21xf32>) -> tensor<3x5x2x1x7xf32>
    return
  }
  func.func @f344(%a0: tensor<240x12x14xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<240x12x14xf32>) -> tensor<280x144xf32>
    return
  }
  func.func @f345(%a0: tensor<2x1x1x5x24xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x1x1x5x24xf32>) -> tensor<12x5x2x2xf32>
    return
  }
  func.func @f346(%a0: tensor<3x28x15xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<3x28x15xf32>) -> tensor<10x1x63x2xf32>
    return
  }
  func.func @f347(%a0: tensor<42x5x1x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<42x5x1x2xf32>) -> tensor<5x28x1x3x1xf32>
    return
  }
  func.func @f348(%a0: tensor<4x8x4x8xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x8x4x8xf32>) -> tensor<2x2x16x16xf32>
    return
  }
  func.func @f349(%a0: tensor<36x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<36x2xf32>) -> tensor<1x9x8xf32>
    return
  }
  func.func @f350(%a0: tensor<4x2x3x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x2x3x2xf32>) -> tensor<2x4x6xf32>
    return
  }
  func.func @f351(%a0: tensor<6x4x3x5x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x4x3x5x2xf32>) -> tensor<5x12x3x4x1xf32>
    return
  }
  func.func @f352(%a0: tensor<420xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<420xf32>) -> tensor<21x5x4xf32>
    return
  }
  func.func @f353(%a0: tensor<360xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<360xf32>) -> tensor<1x15x2x12x1xf32>
    return
  }
  func.func @f354(%a0: tensor<1x30x3x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x30x3x2xf32>) -> tensor<180xf32>
    return
  }
  func.func @f355(%a0: tensor<9x280xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<9x280xf32>) -> tensor<315x2x1x4xf32>
    return
  }
  func.func @f356(%a0: tensor<6x70xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x70xf32>) -> tensor<3x10x14xf32>
    return
  }
  func.func @f357(%a0: tensor<25x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<25x4xf32>) -> tensor<25x2x2xf32>
    return
  }
  func.func @f358(%a0: tensor<5040xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<5040xf32>) -> tensor<60x7x12xf32>
    return
  }
  func.func @f359(%a0: tensor<2x6x2x3x10xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x6x2x3x10xf32>) -> tensor<90x1x1x4x2xf32>
    return
  }
  func.func @f360(%a0: tensor<30030xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<30030xf32>) -> tensor<13x330x7x1x1xf32>
    return
  }
  func.func @f361(%a0: tensor<1024xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1024xf32>) -> tensor<16x8x8xf32>
    return
  }
  func.func @f362(%a0: tensor<4x2x2x4x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x2x2x4x4xf32>) -> tensor<4x16x2x2xf32>
    return
  }
  func.func @f363(%a0: tensor<1x3x8x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x3x8x3xf32>) -> tensor<2x4x1x9x1xf32>
    return
  }
  func.func @f364(%a0: tensor<210x143xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<210x143xf32>) -> tensor<14x2145xf32>
    return
  }
  func.func @f365(%a0: tensor<5x3x2x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<5x3x2x4xf32>) -> tensor<1x30x1x2x2xf32>
    return
  }
  func.func @f366(%a0: tensor<6x2x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x2x3xf32>) -> tensor<36xf32>
    return
  }
  func.func @f367(%a0: tensor<16x8x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<16x8x2xf32>) -> tensor<2x1x8x16xf32>
    return
  }
  func.func @f368(%a0: tensor<78x385xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<78x385xf32>) -> tensor<6x11x65x7xf32>
    return
  }
  func.func @f369(%a0: tensor<16x15x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<16x15x1xf32>) -> tensor<5x2x2x12xf32>
    return
  }
  func.func @f370(%a0: tensor<12x7x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<12x7x5xf32>) -> tensor<4x1x5x3x7xf32>
    return
  }
  func.func @f371(%a0: tensor<2x8x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x8x1xf32>) -> tensor<8x1x2xf32>
    return
  }
  func.func @f372(%a0: tensor<5x2x2x1x3x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<5x2x2x1x3x2xf32>) -> tensor<2x10x1x2x3xf32>
    return
  }
  func.func @f373(%a0: tensor<6x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x1xf32>) -> tensor<6x1xf32>
    return
  }
  func.func @f374(%a0: tensor<360x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<360x2xf32>) -> tensor<720xf32>
    return
  }
  func.func @f375(%a0: tensor<2x2x3x1x4x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x2x3x1x4x5xf32>) -> tensor<120x1x2xf32>
    return
  }
  func.func @f376(%a0: tensor<1x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x1xf32>) -> tensor<1x1x1x1xf32>
    return
  }
  func.func @f377(%a0: tensor<1x8x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x8x2xf32>) -> tensor<2x2x4xf32>
    return
  }
  func.func @f378(%a0: tensor<60xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<60xf32>) -> tensor<2x5x6x1xf32>
    return
  }
  func.func @f379(%a0: tensor<16x256xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<16x256xf32>) -> tensor<4096xf32>
    return
  }
  func.func @f380(%a0: tensor<1x4x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x4x3xf32>) -> tensor<2x1x1x6xf32>
    return
  }
  func.func @f381(%a0: tensor<2x1x3x2x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x1x3x2x1xf32>) -> tensor<2x3x2xf32>
    return
  }
  func.func @f382(%a0: tensor<2520xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2520xf32>) -> tensor<1x3x140x6xf32>
    return
  }
  func.func @f383(%a0: tensor<4x24xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x24xf32>) -> tensor<96xf32>
    return
  }
  func.func @f384(%a0: tensor<180xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<180xf32>) -> tensor<3x6x2x5x1xf32>
    return
  }
  func.func @f385(%a0: tensor<2x6x12xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x6x12xf32>) -> tensor<4x2x6x3xf32>
    return
  }
  func.func @f386(%a0: tensor<1x1x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x1x6xf32>) -> tensor<6x1xf32>
    return
  }
  func.func @f387(%a0: tensor<6x840xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x840xf32>) -> tensor<21x6x2x1x20xf32>
    return
  }
  func.func @f388(%a0: tensor<4x12xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x12xf32>) -> tensor<4x2x3x2xf32>
    return
  }
  func.func @f389(%a0: tensor<1x4x180xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x4x180xf32>) -> tensor<16x45xf32>
    return
  }
  func.func @f390(%a0: tensor<3x20x84x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<3x20x84x1xf32>) -> tensor<2x24x105xf32>
    return
  }
  func.func @f391(%a0: tensor<385x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<385x6xf32>) -> tensor<22x105xf32>
    return
  }
  func.func @f392(%a0: tensor<14x6x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<14x6x5xf32>) -> tensor<7x4x15xf32>
    return
  }
  func.func @f393(%a0: tensor<2310xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2310xf32>) -> tensor<5x1x2x3x77x1xf32>
    return
  }
  func.func @f394(%a0: tensor<6x2x3x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x2x3x5xf32>) -> tensor<5x18x2xf32>
    return
  }
  func.func @f395(%a0: tensor<360xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<360xf32>) -> tensor<5x6x6x2xf32>
    return
  }
  func.func @f396(%a0: tensor<4x2x1x12xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x2x1x12xf32>) -> tensor<6x2x8xf32>
    return
  }
  func.func @f397(%a0: tensor<10x5x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<10x5x2xf32>) -> tensor<1x5x2x10xf32>
    return
  }
  func.func @f398(%a0: tensor<2x4x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x4x2xf32>) -> tensor<2x2x4xf32>
    return
  }
  func.func @f399(%a0: tensor<1x6x2x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x6x2x2xf32>) -> tensor<6x4xf32>
    return
  }
  func.func @f400(%a0: tensor<2x3x5x84xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x3x5x84xf32>) -> tensor<420x2x3xf32>
    return
  }
  func.func @f401(%a0: tensor<6x3x8xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x3x8xf32>) -> tensor<9x4x4xf32>
    return
  }
  func.func @f402(%a0: tensor<8x126x4x2x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8x126x4x2x5xf32>) -> tensor<40320xf32>
    return
  }
  func.func @f403(%a0: tensor<12x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<12x4xf32>) -> tensor<1x2x3x2x4xf32>
    return
  }
  func.func @f404(%a0: tensor<6x20xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x20xf32>) -> tensor<1x12x1x10x1xf32>
    return
  }
  func.func @f405(%a0: tensor<2x1x1x1x2x105xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x1x1x1x2x105xf32>) -> tensor<3x7x10x2xf32>
    return
  }
  func.func @f406(%a0: tensor<1x2x3x8x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x2x3x8x1xf32>) -> tensor<48xf32>
    return
  }
  func.func @f407(%a0: tensor<4x2x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x2x1xf32>) -> tensor<1x1x2x4xf32>
    return
  }
  func.func @f408(%a0: tensor<6x3x1x2x5x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x3x1x2x5x2xf32>) -> tensor<24x15xf32>
    return
  }
  func.func @f409(%a0: tensor<30x7x2x2x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<30x7x2x2x3xf32>) -> tensor<10x252xf32>
    return
  }
  func.func @f410(%a0: tensor<40320xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<40320xf32>) -> tensor<24x12x140xf32>
    return
  }
  func.func @f411(%a0: tensor<2x2x2x1x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x2x2x1x2xf32>) -> tensor<16xf32>
    return
  }
  func.func @f412(%a0: tensor<1x10x1x231x1x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x10x1x231x1x1xf32>) -> tensor<2x1x1155xf32>
    return
  }
  func.func @f413(%a0: tensor<6x2x6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x2x6xf32>) -> tensor<1x3x8x3xf32>
    return
  }
  func.func @f414(%a0: tensor<2x7x3x5x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x7x3x5x2xf32>) -> tensor<1x5x12x7xf32>
    return
  }
  func.func @f415(%a0: tensor<4x2x8xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x2x8xf32>) -> tensor<64xf32>
    return
  }
  func.func @f416(%a0: tensor<6xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6xf32>) -> tensor<1x3x1x1x1x2xf32>
    return
  }
  func.func @f417(%a0: tensor<48x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<48x1xf32>) -> tensor<48xf32>
    return
  }
  func.func @f418(%a0: tensor<1x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x1xf32>) -> tensor<1x1x1x1x1x1xf32>
    return
  }
  func.func @f419(%a0: tensor<4x4x2x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x4x2x2xf32>) -> tensor<2x2x2x8xf32>
    return
  }
  func.func @f420(%a0: tensor<32x8x2x8xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<32x8x2x8xf32>) -> tensor<2x64x32xf32>
    return
  }
  func.func @f421(%a0: tensor<1x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x1xf32>) -> tensor<1x1x1x1x1xf32>
    return
  }
  func.func @f422(%a0: tensor<12x2x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<12x2x1xf32>) -> tensor<12x2x1x1x1x1xf32>
    return
  }
  func.func @f423(%a0: tensor<60xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<60xf32>) -> tensor<4x5x3xf32>
    return
  }
  func.func @f424(%a0: tensor<70x33x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<70x33x1xf32>) -> tensor<2x77x3x5xf32>
    return
  }
  func.func @f425(%a0: tensor<20x3x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<20x3x1xf32>) -> tensor<10x3x2x1x1xf32>
    return
  }
  func.func @f426(%a0: tensor<36xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<36xf32>) -> tensor<18x2xf32>
    return
  }
  func.func @f427(%a0: tensor<455x33x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<455x33x2xf32>) -> tensor<13x10x231xf32>
    return
  }
  func.func @f428(%a0: tensor<32x16x8xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<32x16x8xf32>) -> tensor<4096xf32>
    return
  }
  func.func @f429(%a0: tensor<4x3x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x3x3xf32>) -> tensor<3x2x1x1x3x2xf32>
    return
  }
  func.func @f430(%a0: tensor<30x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<30x4xf32>) -> tensor<5x4x2x1x3xf32>
    return
  }
  func.func @f431(%a0: tensor<30030xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<30030xf32>) -> tensor<2310x13xf32>
    return
  }
  func.func @f432(%a0: tensor<1x2x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x2x4xf32>) -> tensor<8xf32>
    return
  }
  func.func @f433(%a0: tensor<2x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x1xf32>) -> tensor<1x2xf32>
    return
  }
  func.func @f434(%a0: tensor<30030xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<30030xf32>) -> tensor<30030xf32>
    return
  }
  func.func @f435(%a0: tensor<6x40xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x40xf32>) -> tensor<5x2x2x1x4x3xf32>
    return
  }
  func.func @f436(%a0: tensor<240xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<240xf32>) -> tensor<2x2x6x5x2xf32>
    return
  }
  func.func @f437(%a0: tensor<1x1x1x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x1x1x1xf32>) -> tensor<1xf32>
    return
  }
  func.func @f438(%a0: tensor<1x4x6x3x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x4x6x3x1xf32>) -> tensor<4x3x2x3xf32>
    return
  }
  func.func @f439(%a0: tensor<5x22x21xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<5x22x21xf32>) -> tensor<2310xf32>
    return
  }
  func.func @f440(%a0: tensor<4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4xf32>) -> tensor<2x2x1xf32>
    return
  }
  func.func @f441(%a0: tensor<4x15x3xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x15x3xf32>) -> tensor<5x1x9x4xf32>
    return
  }
  func.func @f442(%a0: tensor<1x1x12x1x3x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x1x12x1x3x1xf32>) -> tensor<6x6xf32>
    return
  }
  func.func @f443(%a0: tensor<2x4x32xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x4x32xf32>) -> tensor<2x2x2x2x4x4xf32>
    return
  }
  func.func @f444(%a0: tensor<1x1x2x1260xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x1x2x1260xf32>) -> tensor<1x2x15x2x14x3xf32>
    return
  }
  func.func @f445(%a0: tensor<4x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x4xf32>) -> tensor<2x4x2xf32>
    return
  }
  func.func @f446(%a0: tensor<42x30xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<42x30xf32>) -> tensor<3x2x2x35x3xf32>
    return
  }
  func.func @f447(%a0: tensor<3x28x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<3x28x5xf32>) -> tensor<7x2x3x10xf32>
    return
  }
  func.func @f448(%a0: tensor<2x5x3x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x5x3x1xf32>) -> tensor<3x10xf32>
    return
  }
  func.func @f449(%a0: tensor<6x2x5x3x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x2x5x3x2xf32>) -> tensor<12x5x6xf32>
    return
  }
  func.func @f450(%a0: tensor<1x1x20x3x4xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x1x20x3x4xf32>) -> tensor<60x4xf32>
    return
  }
  func.func @f451(%a0: tensor<1x20x5xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x20x5xf32>) -> tensor<100xf32>
    return
  }
  func.func @f452(%a0: tensor<240x2x7x12xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<240x2x7x12xf32>) -> tensor<12x4x1x7x8x15xf32>
    return
  }
  func.func @f453(%a0: tensor<20x2x3x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<20x2x3x2xf32>) -> tensor<10x6x2x2xf32>
    return
  }
  func.func @f454(%a0: tensor<2310xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2310xf32>) -> tensor<385x6xf32>
    return
  }
  func.func @f455(%a0: tensor<6x3x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x3x2xf32>) -> tensor<6x1x1x6xf32>
    return
  }
  func.func @f456(%a0: tensor<1x1x1x2x1x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<1x1x1x2x1x1xf32>) -> tensor<2xf32>
    return
  }
  func.func @f457(%a0: tensor<4x2x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x2x2xf32>) -> tensor<8x1x2x1x1xf32>
    return
  }
  func.func @f458(%a0: tensor<3x3x2x1x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<3x3x2x1x2xf32>) -> tensor<3x2x2x3xf32>
    return
  }
  func.func @f459(%a0: tensor<2x2x1x1x1x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x2x1x1x1x1xf32>) -> tensor<2x2x1xf32>
    return
  }
  func.func @f460(%a0: tensor<8x1x1x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8x1x1x1xf32>) -> tensor<4x2xf32>
    return
  }
  func.func @f461(%a0: tensor<5x3x6x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<5x3x6x2xf32>) -> tensor<4x3x5x3xf32>
    return
  }
  func.func @f462(%a0: tensor<4x16xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<4x16xf32>) -> tensor<2x2x16xf32>
    return
  }
  func.func @f463(%a0: tensor<2x2x16xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<2x2x16xf32>) -> tensor<64xf32>
    return
  }
  func.func @f464(%a0: tensor<256xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<256xf32>) -> tensor<2x16x2x4xf32>
    return
  }
  func.func @f465(%a0: tensor<6x10x2x2x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x10x2x2x1xf32>) -> tensor<20x12xf32>
    return
  }
  func.func @f466(%a0: tensor<6x60xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<6x60xf32>) -> tensor<6x2x30xf32>
    return
  }
  func.func @f467(%a0: tensor<8x32x1x4x1x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<8x32x1x4x1x1xf32>) -> tensor<4x8x32xf32>
    return
  }
  func.func @f468(%a0: tensor<10x9x4x1x1xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<10x9x4x1x1xf32>) -> tensor<360xf32>
    return
  }
  func.func @f469(%a0: tensor<5x1x2x12x2xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<5x1x2x12x2xf32>) -> tensor<1x3x2x10x2x2xf32>
    return
  }
}
