// test: canonical
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i2>}> : () -> tensor<i2>
    %1 = "stablehlo.constant"() <{value = dense<[0, 1, 1]> : tensor<3xi2>}> : () -> tensor<3xi2>
    %2 = "stablehlo.constant"() <{value = dense<1> : tensor<2x2xi2>}> : () -> tensor<2x2xi2>
    %3 = "stablehlo.constant"() <{value = dense<-1> : tensor<i2>}> : () -> tensor<i2>
    %4 = "stablehlo.constant"() <{value = dense<[-1, 0]> : tensor<2xi2>}> : () -> tensor<2xi2>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i4>}> : () -> tensor<i4>
    %1 = "stablehlo.constant"() <{value = dense<[0, 1, 1]> : tensor<3xi4>}> : () -> tensor<3xi4>
    %2 = "stablehlo.constant"() <{value = dense<1> : tensor<2x2xi4>}> : () -> tensor<2x2xi4>
    %3 = "stablehlo.constant"() <{value = dense<-1> : tensor<i4>}> : () -> tensor<i4>
    %4 = "stablehlo.constant"() <{value = dense<[-1, 0]> : tensor<2xi4>}> : () -> tensor<2xi4>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i8>}> : () -> tensor<i8>
    %1 = "stablehlo.constant"() <{value = dense<[0, 1, 1]> : tensor<3xi8>}> : () -> tensor<3xi8>
    %2 = "stablehlo.constant"() <{value = dense<1> : tensor<2x2xi8>}> : () -> tensor<2x2xi8>
    %3 = "stablehlo.constant"() <{value = dense<-1> : tensor<i8>}> : () -> tensor<i8>
    %4 = "stablehlo.constant"() <{value = dense<[-1, 0]> : tensor<2xi8>}> : () -> tensor<2xi8>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i16>}> : () -> tensor<i16>
    %1 = "stablehlo.constant"() <{value = dense<[0, 1, 1]> : tensor<3xi16>}> : () -> tensor<3xi16>
    %2 = "stablehlo.constant"() <{value = dense<1> : tensor<2x2xi16>}> : () -> tensor<2x2xi16>
    %3 = "stablehlo.constant"() <{value = dense<-1> : tensor<i16>}> : () -> tensor<i16>
    %4 = "stablehlo.constant"() <{value = dense<[-1, 0]> : tensor<2xi16>}> : () -> tensor<2xi16>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.constant"() <{value = dense<[0, 1, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
    %2 = "stablehlo.constant"() <{value = dense<1> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
    %3 = "stablehlo.constant"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.constant"() <{value = dense<[-1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
    %1 = "stablehlo.constant"() <{value = dense<[0, 1, 1]> : tensor<3xi64>}> : () -> tensor<3xi64>
    %2 = "stablehlo.constant"() <{value = dense<1> : tensor<2x2xi64>}> : () -> tensor<2x2xi64>
    %3 = "stablehlo.constant"() <{value = dense<-1> : tensor<i64>}> : () -> tensor<i64>
    %4 = "stablehlo.constant"() <{value = dense<[-1, 0]> : tensor<2xi64>}> : () -> tensor<2xi64>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<ui2>}> : () -> tensor<ui2>
    %1 = "stablehlo.constant"() <{value = dense<[0, 1, 1]> : tensor<3xui2>}> : () -> tensor<3xui2>
    %2 = "stablehlo.constant"() <{value = dense<1> : tensor<2x2xui2>}> : () -> tensor<2x2xui2>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<ui4>}> : () -> tensor<ui4>
    %1 = "stablehlo.constant"() <{value = dense<[0, 1, 1]> : tensor<3xui4>}> : () -> tensor<3xui4>
    %2 = "stablehlo.constant"() <{value = dense<1> : tensor<2x2xui4>}> : () -> tensor<2x2xui4>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<ui8>}> : () -> tensor<ui8>
    %1 = "stablehlo.constant"() <{value = dense<[0, 1, 1]> : tensor<3xui8>}> : () -> tensor<3xui8>
    %2 = "stablehlo.constant"() <{value = dense<1> : tensor<2x2xui8>}> : () -> tensor<2x2xui8>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<ui16>}> : () -> tensor<ui16>
    %1 = "stablehlo.constant"() <{value = dense<[0, 1, 1]> : tensor<3xui16>}> : () -> tensor<3xui16>
    %2 = "stablehlo.constant"() <{value = dense<1> : tensor<2x2xui16>}> : () -> tensor<2x2xui16>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<ui32>}> : () -> tensor<ui32>
    %1 = "stablehlo.constant"() <{value = dense<[0, 1, 1]> : tensor<3xui32>}> : () -> tensor<3xui32>
    %2 = "stablehlo.constant"() <{value = dense<1> : tensor<2x2xui32>}> : () -> tensor<2x2xui32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %1 = "stablehlo.constant"() <{value = dense<[0, 1, 1]> : tensor<3xui64>}> : () -> tensor<3xui64>
    %2 = "stablehlo.constant"() <{value = dense<1> : tensor<2x2xui64>}> : () -> tensor<2x2xui64>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %1 = "stablehlo.constant"() <{value = dense<false> : tensor<3xi1>}> : () -> tensor<3xi1>
    %2 = "stablehlo.constant"() <{value = dense<[true, false]> : tensor<2xi1>}> : () -> tensor<2xi1>
    %3 = "stablehlo.constant"() <{value = dense<[[true], [false]]> : tensor<2x1xi1>}> : () -> tensor<2x1xi1>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f4E2M1FN>}> : () -> tensor<f4E2M1FN>
    %1 = "stablehlo.constant"() <{value = dense<[5.000000e-01, 1.000000e+00, 2.000000e+00]> : tensor<3xf4E2M1FN>}> : () -> tensor<3xf4E2M1FN>
    %2 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<2x2xf4E2M1FN>}> : () -> tensor<2x2xf4E2M1FN>
    %3 = "stablehlo.constant"() <{value = dense<-1.000000e+00> : tensor<1xf4E2M1FN>}> : () -> tensor<1xf4E2M1FN>
    %4 = "stablehlo.constant"() <{value = dense<[[0.000000e+00, 1.000000e+00], [-5.000000e-01, 1.000000e+00]]> : tensor<2x2xf4E2M1FN>}> : () -> tensor<2x2xf4E2M1FN>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f6E2M3FN>}> : () -> tensor<f6E2M3FN>
    %1 = "stablehlo.constant"() <{value = dense<[5.000000e-01, 1.000000e+00, 2.000000e+00]> : tensor<3xf6E2M3FN>}> : () -> tensor<3xf6E2M3FN>
    %2 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<2x2xf6E2M3FN>}> : () -> tensor<2x2xf6E2M3FN>
    %3 = "stablehlo.constant"() <{value = dense<-1.000000e+00> : tensor<1xf6E2M3FN>}> : () -> tensor<1xf6E2M3FN>
    %4 = "stablehlo.constant"() <{value = dense<[[0.000000e+00, 1.000000e+00], [-5.000000e-01, 1.000000e+00]]> : tensor<2x2xf6E2M3FN>}> : () -> tensor<2x2xf6E2M3FN>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f6E3M2FN>}> : () -> tensor<f6E3M2FN>
    %1 = "stablehlo.constant"() <{value = dense<[5.000000e-01, 1.000000e+00, 2.000000e+00]> : tensor<3xf6E3M2FN>}> : () -> tensor<3xf6E3M2FN>
    %2 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<2x2xf6E3M2FN>}> : () -> tensor<2x2xf6E3M2FN>
    %3 = "stablehlo.constant"() <{value = dense<-1.000000e+00> : tensor<1xf6E3M2FN>}> : () -> tensor<1xf6E3M2FN>
    %4 = "stablehlo.constant"() <{value = dense<[[0.000000e+00, 1.000000e+00], [-5.000000e-01, 1.000000e+00]]> : tensor<2x2xf6E3M2FN>}> : () -> tensor<2x2xf6E3M2FN>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f8E3M4>}> : () -> tensor<f8E3M4>
    %1 = "stablehlo.constant"() <{value = dense<[5.000000e-01, 1.000000e+00, 2.000000e+00]> : tensor<3xf8E3M4>}> : () -> tensor<3xf8E3M4>
    %2 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<2x2xf8E3M4>}> : () -> tensor<2x2xf8E3M4>
    %3 = "stablehlo.constant"() <{value = dense<-1.000000e+00> : tensor<1xf8E3M4>}> : () -> tensor<1xf8E3M4>
    %4 = "stablehlo.constant"() <{value = dense<[[0.000000e+00, 1.000000e+00], [-5.000000e-01, 1.000000e+00]]> : tensor<2x2xf8E3M4>}> : () -> tensor<2x2xf8E3M4>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f8E4M3>}> : () -> tensor<f8E4M3>
    %1 = "stablehlo.constant"() <{value = dense<[5.000000e-01, 1.000000e+00, 2.000000e+00]> : tensor<3xf8E4M3>}> : () -> tensor<3xf8E4M3>
    %2 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<2x2xf8E4M3>}> : () -> tensor<2x2xf8E4M3>
    %3 = "stablehlo.constant"() <{value = dense<-1.000000e+00> : tensor<1xf8E4M3>}> : () -> tensor<1xf8E4M3>
    %4 = "stablehlo.constant"() <{value = dense<[[0.000000e+00, 1.000000e+00], [-5.000000e-01, 1.000000e+00]]> : tensor<2x2xf8E4M3>}> : () -> tensor<2x2xf8E4M3>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f8E4M3B11FNUZ>}> : () -> tensor<f8E4M3B11FNUZ>
    %1 = "stablehlo.constant"() <{value = dense<[5.000000e-01, 1.000000e+00, 2.000000e+00]> : tensor<3xf8E4M3B11FNUZ>}> : () -> tensor<3xf8E4M3B11FNUZ>
    %2 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<2x2xf8E4M3B11FNUZ>}> : () -> tensor<2x2xf8E4M3B11FNUZ>
    %3 = "stablehlo.constant"() <{value = dense<-1.000000e+00> : tensor<1xf8E4M3B11FNUZ>}> : () -> tensor<1xf8E4M3B11FNUZ>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f8E4M3FN>}> : () -> tensor<f8E4M3FN>
    %1 = "stablehlo.constant"() <{value = dense<[5.000000e-01, 1.000000e+00, 2.000000e+00]> : tensor<3xf8E4M3FN>}> : () -> tensor<3xf8E4M3FN>
    %2 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<2x2xf8E4M3FN>}> : () -> tensor<2x2xf8E4M3FN>
    %3 = "stablehlo.constant"() <{value = dense<-1.000000e+00> : tensor<1xf8E4M3FN>}> : () -> tensor<1xf8E4M3FN>
    %4 = "stablehlo.constant"() <{value = dense<[[0.000000e+00, 1.000000e+00], [-5.000000e-01, 1.000000e+00]]> : tensor<2x2xf8E4M3FN>}> : () -> tensor<2x2xf8E4M3FN>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f8E4M3FNUZ>}> : () -> tensor<f8E4M3FNUZ>
    %1 = "stablehlo.constant"() <{value = dense<[5.000000e-01, 1.000000e+00, 2.000000e+00]> : tensor<3xf8E4M3FNUZ>}> : () -> tensor<3xf8E4M3FNUZ>
    %2 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<2x2xf8E4M3FNUZ>}> : () -> tensor<2x2xf8E4M3FNUZ>
    %3 = "stablehlo.constant"() <{value = dense<-1.000000e+00> : tensor<1xf8E4M3FNUZ>}> : () -> tensor<1xf8E4M3FNUZ>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f8E5M2>}> : () -> tensor<f8E5M2>
    %1 = "stablehlo.constant"() <{value = dense<[5.000000e-01, 1.000000e+00, 2.000000e+00]> : tensor<3xf8E5M2>}> : () -> tensor<3xf8E5M2>
    %2 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<2x2xf8E5M2>}> : () -> tensor<2x2xf8E5M2>
    %3 = "stablehlo.constant"() <{value = dense<-1.000000e+00> : tensor<1xf8E5M2>}> : () -> tensor<1xf8E5M2>
    %4 = "stablehlo.constant"() <{value = dense<[[0.000000e+00, 1.000000e+00], [-5.000000e-01, 1.000000e+00]]> : tensor<2x2xf8E5M2>}> : () -> tensor<2x2xf8E5M2>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f8E5M2FNUZ>}> : () -> tensor<f8E5M2FNUZ>
    %1 = "stablehlo.constant"() <{value = dense<[5.000000e-01, 1.000000e+00, 2.000000e+00]> : tensor<3xf8E5M2FNUZ>}> : () -> tensor<3xf8E5M2FNUZ>
    %2 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<2x2xf8E5M2FNUZ>}> : () -> tensor<2x2xf8E5M2FNUZ>
    %3 = "stablehlo.constant"() <{value = dense<-1.000000e+00> : tensor<1xf8E5M2FNUZ>}> : () -> tensor<1xf8E5M2FNUZ>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f8E8M0FNU>}> : () -> tensor<f8E8M0FNU>
    %1 = "stablehlo.constant"() <{value = dense<[5.000000e-01, 1.000000e+00, 2.000000e+00]> : tensor<3xf8E8M0FNU>}> : () -> tensor<3xf8E8M0FNU>
    %2 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<2x2xf8E8M0FNU>}> : () -> tensor<2x2xf8E8M0FNU>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<bf16>}> : () -> tensor<bf16>
    %1 = "stablehlo.constant"() <{value = dense<[5.000000e-01, 1.000000e+00, 2.000000e+00]> : tensor<3xbf16>}> : () -> tensor<3xbf16>
    %2 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<2x2xbf16>}> : () -> tensor<2x2xbf16>
    %3 = "stablehlo.constant"() <{value = dense<-1.000000e+00> : tensor<1xbf16>}> : () -> tensor<1xbf16>
    %4 = "stablehlo.constant"() <{value = dense<[[0.000000e+00, 1.000000e+00], [-5.000000e-01, 1.000000e+00]]> : tensor<2x2xbf16>}> : () -> tensor<2x2xbf16>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f16>}> : () -> tensor<f16>
    %1 = "stablehlo.constant"() <{value = dense<[5.000000e-01, 1.000000e+00, 2.000000e+00]> : tensor<3xf16>}> : () -> tensor<3xf16>
    %2 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<2x2xf16>}> : () -> tensor<2x2xf16>
    %3 = "stablehlo.constant"() <{value = dense<-1.000000e+00> : tensor<1xf16>}> : () -> tensor<1xf16>
    %4 = "stablehlo.constant"() <{value = dense<[[0.000000e+00, 1.000000e+00], [-5.000000e-01, 1.000000e+00]]> : tensor<2x2xf16>}> : () -> tensor<2x2xf16>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.constant"() <{value = dense<[5.000000e-01, 1.000000e+00, 2.000000e+00]> : tensor<3xf32>}> : () -> tensor<3xf32>
    %2 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
    %3 = "stablehlo.constant"() <{value = dense<-1.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %4 = "stablehlo.constant"() <{value = dense<[[0.000000e+00, 1.000000e+00], [-5.000000e-01, 1.000000e+00]]> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f64>}> : () -> tensor<f64>
    %1 = "stablehlo.constant"() <{value = dense<[5.000000e-01, 1.000000e+00, 2.000000e+00]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %2 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<2x2xf64>}> : () -> tensor<2x2xf64>
    %3 = "stablehlo.constant"() <{value = dense<-1.000000e+00> : tensor<1xf64>}> : () -> tensor<1xf64>
    %4 = "stablehlo.constant"() <{value = dense<[[0.000000e+00, 1.000000e+00], [-5.000000e-01, 1.000000e+00]]> : tensor<2x2xf64>}> : () -> tensor<2x2xf64>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<[1.000000e-01, 1.000000e+10, 0x7F800000, 0xFF800000, 0x7FC00000, -0.000000e+00, 1.401300e-45]> : tensor<7xf32>}> : () -> tensor<7xf32>
    %1 = "stablehlo.constant"() <{value = dense<[1.000000e-01, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<3xf64>}> : () -> tensor<3xf64>
    %2 = "stablehlo.constant"() <{value = dense<[0x7F80, 0xFF80, 0x7FC0]> : tensor<3xbf16>}> : () -> tensor<3xbf16>
    %3 = "stablehlo.constant"() <{value = dense<0x7C00> : tensor<f16>}> : () -> tensor<f16>
    %4 = "stablehlo.constant"() <{value = dense<0x7F> : tensor<f8E4M3FN>}> : () -> tensor<f8E4M3FN>
    %5 = "stablehlo.constant"() <{value = dense<[0x7C, 0x7F]> : tensor<2xf8E5M2>}> : () -> tensor<2xf8E5M2>
    %6 = "stablehlo.constant"() <{value = dense<0x80> : tensor<f8E4M3FNUZ>}> : () -> tensor<f8E4M3FNUZ>
    %7 = "stablehlo.constant"() <{value = dense<0xFF> : tensor<f8E8M0FNU>}> : () -> tensor<f8E8M0FNU>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %1 = "stablehlo.constant"() <{value = dense<[(1.000000e+00,2.000000e+00), (0.000000e+00,-1.000000e+00)]> : tensor<2xcomplex<f32>>}> : () -> tensor<2xcomplex<f32>>
    %2 = "stablehlo.constant"() <{value = dense<(1.000000e-01,0x7FF0000000000000)> : tensor<3xcomplex<f64>>}> : () -> tensor<3xcomplex<f64>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<> : tensor<0xf32>}> : () -> tensor<0xf32>
    %1 = "stablehlo.constant"() <{value = dense<> : tensor<2x0x3xi32>}> : () -> tensor<2x0x3xi32>
    %2 = "stablehlo.constant"() <{value = dense<> : tensor<0xcomplex<f32>>}> : () -> tensor<0xcomplex<f32>>
    %3 = "stablehlo.constant"() <{value = dense<> : tensor<0xi1>}> : () -> tensor<0xi1>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi32>}> : () -> tensor<2x2x2xi32>
    %1 = "stablehlo.constant"() <{value = dense<[[1, 2, 3]]> : tensor<1x3xi64>}> : () -> tensor<1x3xi64>
    %2 = "stablehlo.constant"() <{value = dense<[[1], [2]]> : tensor<2x1xi64>}> : () -> tensor<2x1xi64>
    %3 = "stablehlo.constant"() <{value = dense<1> : tensor<1x1x1x1xi64>}> : () -> tensor<1x1x1x1xi64>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99]> : tensor<100xi32>}> : () -> tensor<100xi32>
    %1 = "stablehlo.constant"() <{value = dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000100000001100000012000000130000001400000015000000160000001700000018000000190000001A0000001B0000001C0000001D0000001E0000001F000000200000002100000022000000230000002400000025000000260000002700000028000000290000002A0000002B0000002C0000002D0000002E0000002F000000300000003100000032000000330000003400000035000000360000003700000038000000390000003A0000003B0000003C0000003D0000003E0000003F000000400000004100000042000000430000004400000045000000460000004700000048000000490000004A0000004B0000004C0000004D0000004E0000004F000000500000005100000052000000530000005400000055000000560000005700000058000000590000005A0000005B0000005C0000005D0000005E0000005F0000006000000061000000620000006300000064000000"> : tensor<101xi32>}> : () -> tensor<101xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<"0x0001010001010001010001010001010001010001010001010001010001010001010001010001010001010001010001010001010001010001010001010001010001010001010001010001010001010001010001010001010001010001010001010001010001"> : tensor<101xi1>}> : () -> tensor<101xi1>
    %1 = "stablehlo.constant"() <{value = dense<"0x0C0D0E0F000102030C0D0E0F000102030C0D0E0F000102030C0D0E0F000102030C0D0E0F000102030C0D0E0F000102030C0D0E0F000102030C0D0E0F000102030C0D0E0F000102030C0D0E0F000102030C0D0E0F000102030C0D0E0F000102030C0D0E0F00"> : tensor<101xi4>}> : () -> tensor<101xi4>
    %2 = "stablehlo.constant"() <{value = dense<"0x000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F0001020304"> : tensor<101xui4>}> : () -> tensor<101xui4>
    %3 = "stablehlo.constant"() <{value = dense<"0x0001020300010203000102030001020300010203000102030001020300010203000102030001020300010203000102030001020300010203000102030001020300010203000102030001020300010203000102030001020300010203000102030001020300"> : tensor<101xui2>}> : () -> tensor<101xui2>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<"0x0001020300010203000102030001020300010203000102030001020300010203000102030001020300010203000102030001020300010203000102030001020300010203000102030001020300010203000102030001020300010203000102030001020300"> : tensor<101xf4E2M1FN>}> : () -> tensor<101xf4E2M1FN>
    %1 = "stablehlo.constant"() <{value = dense<"0x0004080C0004080C0004080C0004080C0004080C0004080C0004080C0004080C0004080C0004080C0004080C0004080C0004080C0004080C0004080C0004080C0004080C0004080C0004080C0004080C0004080C0004080C0004080C0004080C0004080C00"> : tensor<101xf6E2M3FN>}> : () -> tensor<101xf6E2M3FN>
    %2 = "stablehlo.constant"() <{value = dense<"0x0030383C4042444648494A4B4C4D4E4F0030383C4042444648494A4B4C4D4E4F0030383C4042444648494A4B4C4D4E4F0030383C4042444648494A4B4C4D4E4F0030383C4042444648494A4B4C4D4E4F0030383C4042444648494A4B4C4D4E4F0030383C40"> : tensor<101xf8E4M3FN>}> : () -> tensor<101xf8E4M3FN>
    %3 = "stablehlo.constant"() <{value = dense<"0x0000003F803FC03F004020404040604080409040A040B040C040D040E040F0400000003F803FC03F004020404040604080409040A040B040C040D040E040F0400000003F803FC03F004020404040604080409040A040B040C040D040E040F0400000003F803FC03F004020404040604080409040A040B040C040D040E040F0400000003F803FC03F004020404040604080409040A040B040C040D040E040F0400000003F803FC03F004020404040604080409040A040B040C040D040E040F0400000003F803FC03F0040"> : tensor<101xbf16>}> : () -> tensor<101xbf16>
    %4 = "stablehlo.constant"() <{value = dense<"0x000000002549123E2549923EB76DDB3E2549123F6EDB363FB76D5B3F0000803F2549923F4992A43F6EDBB63F9224C93FB76DDB3FDBB6ED3F000000409224094025491240B76D1B4049922440DBB62D406EDB3640000040409224494025495240B76D5B4049926440DBB66D406EDB7640000080404992844092248940DBB68D40254992406EDB9640B76D9B400000A0404992A4409224A940DBB6AD402549B2406EDBB640B76DBB400000C0404992C4409224C940DBB6CD402549D2406EDBD640B76DDB400000E0404992E4409224E940DBB6ED402549F2406EDBF640B76DFB400000004125490241499204416EDB064192240941B76D0B41DBB60D410000104125491241499214416EDB164192241941B76D1B41DBB61D410000204125492241499224416EDB264192242941B76D2B41DBB62D410000304125493241499234416EDB364192243941B76D3B41DBB63D410000404125494241499244416EDB464192244941B76D4B41DBB64D410000504125495241499254416EDB564192245941B76D5B41DBB65D41000060412549624149926441"> : tensor<101xf32>}> : () -> tensor<101xf32>
    %5 = "stablehlo.constant"() <{value = dense<"0x0000000000000000922449922449C23F922449922449D23FDBB66DDBB66DDB3F922449922449E23FB76DDBB66DDBE63FDBB66DDBB66DEB3F000000000000F03F922449922449F23F254992244992F43FB76DDBB66DDBF63F499224499224F93FDBB66DDBB66DFB3F6EDBB66DDBB6FD3F000000000000004049922449922401409224499224490240DBB66DDBB66D034025499224499204406EDBB66DDBB60540B76DDBB66DDB0640000000000000084049922449922409409224499224490A40DBB66DDBB66D0B402549922449920C406EDBB66DDBB60D40B76DDBB66DDB0E400000000000001040254992244992104049922449922411406EDBB66DDBB611409224499224491240B76DDBB66DDB1240DBB66DDBB66D13400000000000001440254992244992144049922449922415406EDBB66DDBB615409224499224491640B76DDBB66DDB1640DBB66DDBB66D17400000000000001840254992244992184049922449922419406EDBB66DDBB619409224499224491A40B76DDBB66DDB1A40DBB66DDBB66D1B400000000000001C402549922449921C404992244992241D406EDBB66DDBB61D409224499224491E40B76DDBB66DDB1E40DBB66DDBB66D1F40000000000000204092244992244920402549922449922040B76DDBB66DDB20404992244992242140DBB66DDBB66D21406EDBB66DDBB62140000000000000224092244992244922402549922449922240B76DDBB66DDB22404992244992242340DBB66DDBB66D23406EDBB66DDBB62340000000000000244092244992244924402549922449922440B76DDBB66DDB24404992244992242540DBB66DDBB66D25406EDBB66DDBB62540000000000000264092244992244926402549922449922640B76DDBB66DDB26404992244992242740DBB66DDBB66D27406EDBB66DDBB62740000000000000284092244992244928402549922449922840B76DDBB66DDB28404992244992242940DBB66DDBB66D29406EDBB66DDBB629400000000000002A409224499224492A402549922449922A40B76DDBB66DDB2A404992244992242B40DBB66DDBB66D2B406EDBB66DDBB62B400000000000002C409224499224492C402549922449922C40"> : tensor<101xf64>}> : () -> tensor<101xf64>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<"0x00000000000000BF0000803F0000C0BF00000040000020C000004040000060C000008040000090C00000A0400000B0C00000C0400000D0C00000E0400000F0C000000041000008C100001041000018C100002041000028C100003041000038C100004041000048C100005041000058C100006041000068C100007041000078C100008041000084C10000884100008CC100009041000094C10000984100009CC10000A0410000A4C10000A8410000ACC10000B0410000B4C10000B8410000BCC10000C0410000C4C10000C8410000CCC10000D0410000D4C10000D8410000DCC10000E0410000E4C10000E8410000ECC10000F0410000F4C10000F8410000FCC100000042000002C200000442000006C20000084200000AC200000C4200000EC200001042000012C200001442000016C20000184200001AC200001C4200001EC200002042000022C200002442000026C20000284200002AC200002C4200002EC200003042000032C200003442000036C20000384200003AC200003C4200003EC200004042000042C200004442000046C20000484200004AC200004C4200004EC200005042000052C200005442000056C20000584200005AC200005C4200005EC200006042000062C200006442000066C20000684200006AC200006C4200006EC200007042000072C200007442000076C20000784200007AC200007C4200007EC200008042000081C200008242000083C200008442000085C200008642000087C200008842000089C200008A4200008BC200008C4200008DC200008E4200008FC200009042000091C200009242000093C200009442000095C200009642000097C200009842000099C200009A4200009BC200009C4200009DC200009E4200009FC20000A0420000A1C20000A2420000A3C20000A4420000A5C20000A6420000A7C20000A8420000A9C20000AA420000ABC20000AC420000ADC20000AE420000AFC20000B0420000B1C20000B2420000B3C20000B4420000B5C20000B6420000B7C20000B8420000B9C20000BA420000BBC20000BC420000BDC20000BE420000BFC20000C0420000C1C20000C2420000C3C20000C4420000C5C20000C6420000C7C20000C8420000C9C2"> : tensor<101xcomplex<f32>>}> : () -> tensor<101xcomplex<f32>>
    %1 = "stablehlo.constant"() <{value = dense<"0x00000100020003000400050006000700080009000A000B000C000D000E000F0010001100120013001400150016001700180019001A001B001C001D001E001F0020002100220023002400250026002700280029002A002B002C002D002E002F0030003100320033003400350036003700380039003A003B003C003D003E003F0040004100420043004400450046004700480049004A004B004C004D004E004F0050005100520053005400550056005700580059005A005B005C005D005E005F00600061006200630064006500660067006800"> : tensor<5x21xi16>}> : () -> tensor<5x21xi16>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<3> : tensor<1000xi32>}> : () -> tensor<1000xi32>
    %1 = "stablehlo.constant"() <{value = dense<7> : tensor<200xi32>}> : () -> tensor<200xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense_resource<blob> : tensor<2xi32>}> : () -> tensor<2xi32>
    %1 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> {foo = "bar"} : () -> tensor<i32>
    %2 = "stablehlo.constant"() <{value = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>}> : () -> tensor<3x4xi32>
    %3 = "stablehlo.constant"() <{value = sparse<> : tensor<f32>}> : () -> tensor<f32>
    %4 = "stablehlo.constant"() <{value = sparse<0, 1.000000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>
    %5 = "stablehlo.constant"() <{value = sparse<> : tensor<2xf32>}> : () -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense_resource<blob1> : tensor<2xi32>}> : () -> tensor<2xi32>
    %1 = "stablehlo.constant"() <{value = dense_resource<"b l"> : tensor<2xf32>}> : () -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

{-#
  dialect_resources: {
    builtin: {
      blob1: "0x040000000100000002000000",
      "b l": "0x040000000000803F00000040"
    }
  }
#-}
// -----
"builtin.module"() ({
^bb0:
}) {x.b = dense<[1, 2]> : vector<2xi32>, x.c = dense<0> : tensor<2xindex>, x.d = dense<[(1,2), (3,4)]> : tensor<2xcomplex<i32>>, x.f = dense<[1, 0]> : tensor<2xindex>, x.k = dense<["a", "b"]> : tensor<2x!stablehlo.token>, x.l = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>} : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "sdy.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %1 = "chlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %2 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %3 = "sdy.constant"() <{value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>}> {foo} : () -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
