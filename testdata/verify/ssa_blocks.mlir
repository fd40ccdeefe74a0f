// test: verify
// jaxlib: accept
// blocks: values reach their uses 0
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: accept
// blocks: values reach their uses 1
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: accept
// blocks: values reach their uses 2
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: accept
// blocks: values reach their uses 3
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: accept
// blocks: values reach their uses 4
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: accept
// blocks: values reach their uses 5
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.if"(%p) ({
    "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: accept
// blocks: values reach their uses 6
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.if"(%p) ({
    %w2 = stablehlo.constant dense<1.0> : tensor<f32>
    "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: accept
// blocks: values reach their uses 7
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "func.return"() : () -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
}) : () -> ()
// -----
// jaxlib: accept
// blocks: values reach their uses 8
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.cond_br"(%c)[^bb2, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.br"()[^bb1] : () -> ()
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v2) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb2, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
}) : () -> ()
// -----
// jaxlib: accept
// blocks: values reach their uses 9
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb2, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: accept
// blocks: values reach their uses 10
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.if"(%p) ({
    "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "cf.br"()[^bb1] : () -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.if"(%p) ({
    "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
}) : () -> ()
// -----
// jaxlib: accept
// blocks: values reach their uses 11
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "stablehlo.if"(%p) ({
    "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "func.return"() : () -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "stablehlo.if"(%p) ({
    "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: accept
// blocks: values reach their uses 12
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.br"()[^bb1] : () -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.cond_br"(%c)[^bb3, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.if"(%p) ({
    %w0 = stablehlo.constant dense<1.0> : tensor<f32>
    "stablehlo.custom_call"(%v3) <{call_target_name = "u"}> : (tensor<f32>) -> ()
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "stablehlo.custom_call"(%v2) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.br"()[^bb1] : () -> ()
^bb3:
  %v3 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.br"()[^bb2] : () -> ()
}) : () -> ()
// -----
// jaxlib: accept
// blocks: values reach their uses 13
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.br"()[^bb1] : () -> ()
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.br"()[^bb3] : () -> ()
^bb3:
  %v3 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v3) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb4, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb4:
  %v4 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v4) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "stablehlo.custom_call"(%v4) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb4, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: cf.cond_br branches to the entry block of its region 0
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "func.return"() : () -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.cond_br"(%c)[^bb1, ^bb0] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()  // error: PA0117
^bb2:
  "func.return"() : () -> ()  // error: PA0117
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>  // error: PA0114
}) : () -> ()
// -----
// jaxlib: reject
// blocks: cf.cond_br branches to the entry block of its region 1
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.if"(%p) ({
    %w6 = stablehlo.constant dense<1.0> : tensor<f32>
    "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "cf.cond_br"(%c)[^bb1, ^bb0] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()  // error: PA0117
}) : () -> ()
// -----
// jaxlib: reject
// blocks: cf.cond_br branches to the entry block of its region 2
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.cond_br"(%c)[^bb3, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "func.return"() : () -> ()
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.cond_br"(%c)[^bb4, ^bb0] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()  // error: PA0117
^bb3:
  %v3 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v2) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0103
  "cf.cond_br"(%c)[^bb2, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb4:
  %v4 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v2) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0103
  "func.return"() : () -> ()
^bb5:
  %v5 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "stablehlo.custom_call"(%v5) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: cf.cond_br branches to the entry block of its region 3
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.cond_br"(%c)[^bb4, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb2, ^bb0] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()  // error: PA0117
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.if"(%p) ({
    "stablehlo.custom_call"(%v3) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0103
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "cf.cond_br"(%c)[^bb4, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb3:
  %v3 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.cond_br"(%c)[^bb1, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb4:
  %v4 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v3) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0103
  "cf.cond_br"(%c)[^bb2, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: func.func: expected every block of a function to end in func.return 0
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>  // error: PA0114
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: func.func: expected every block of a function to end in func.return 1
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb2, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>  // error: PA0114
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: func.func: expected every block of a function to end in func.return 2
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.br"()[^bb2] : () -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "func.return"() : () -> ()
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v2) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0114
}) : () -> ()
// -----
// jaxlib: reject
// blocks: func.func: expected every block of a function to end in func.return 3
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0114
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.if"(%p) ({
    %w4 = stablehlo.constant dense<1.0> : tensor<f32>
    "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: func.func: expected every block of a function to end in func.return 4
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.if"(%p) ({  // error: PA0114
    "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.br"()[^bb1] : () -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: func.func: expected every block of a function to end in func.return 5
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.if"(%p) ({
    "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>  // error: PA0114
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v2) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb2, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: func.return must be the last op of its block 0
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  "func.return"() : () -> ()  // error: PA0117
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0114
^bb1:
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: func.return must be the last op of its block 1
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  "func.return"() : () -> ()  // error: PA0117
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>  // error: PA0114
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v2) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.br"()[^bb2] : () -> ()
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb2, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb3:
  %v3 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: func.return must be the last op of its block 2
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.if"(%p) ({
    %w5 = stablehlo.constant dense<1.0> : tensor<f32>
    "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb2, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb2, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb2:
  "func.return"() : () -> ()  // error: PA0117
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>  // error: PA0114
}) : () -> ()
// -----
// jaxlib: reject
// blocks: func.return must be the last op of its block 3
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  "func.return"() : () -> ()  // error: PA0117
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0114
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "stablehlo.if"(%p) ({
    "stablehlo.custom_call"(%v2) <{call_target_name = "u"}> : (tensor<f32>) -> ()
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "func.return"() : () -> ()
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.br"()[^bb3] : () -> ()
^bb3:
  %v3 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v3) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "stablehlo.custom_call"(%v3) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb3, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: func.return must be the last op of its block 4
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  "func.return"() : () -> ()  // error: PA0117
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0103
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>  // error: PA0114
^bb1:
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.cond_br"(%c)[^bb4, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.br"()[^bb3] : () -> ()
^bb3:
  %v3 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v2) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.br"()[^bb4] : () -> ()
^bb4:
  %v4 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb2, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: func.return must be the last op of its block 5
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "func.return"() : () -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "stablehlo.if"(%p) ({
    "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "cf.br"()[^bb1] : () -> ()
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v2) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "func.return"() : () -> ()
^bb3:
  "func.return"() : () -> ()  // error: PA0117
  %v3 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0114
^bb4:
  %v4 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.cond_br"(%c)[^bb1, ^bb4] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb5:
  %v5 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.br"()[^bb5] : () -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: operand 0 of sdy.named_computation is not defined on every path to this use 0
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  "sdy.named_computation"(%v0) <{name = "x"}> ({  // error: PA0103
  ^bb0(%q: tensor<f32>):
    "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0120 PA0120
    "sdy.return"() : () -> ()
  }) : (tensor<f32>) -> ()
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: operand 0 of sdy.named_computation is not defined on every path to this use 1
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.br"()[^bb1] : () -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "sdy.named_computation"(%v2) <{name = "x"}> ({  // error: PA0103
  ^bb0(%q: tensor<f32>):
    "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0120 PA0120
    "sdy.return"() : () -> ()
  }) : (tensor<f32>) -> ()
  "cf.br"()[^bb1] : () -> ()
^bb2:
  "func.return"() : () -> ()  // error: PA0117
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>  // error: PA0114
}) : () -> ()
// -----
// jaxlib: reject
// blocks: operand 0 of sdy.named_computation is not defined on every path to this use 2
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "sdy.named_computation"(%v1) <{name = "x"}> ({  // error: PA0103
  ^bb0(%q: tensor<f32>):
    "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0120 PA0120
    "sdy.return"() : () -> ()
  }) : (tensor<f32>) -> ()
  "func.return"() : () -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.br"()[^bb2] : () -> ()
^bb2:
  "sdy.named_computation"(%v2) <{name = "x"}> ({
  ^bb0(%q: tensor<f32>):
    "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0120 PA0120
    "sdy.return"() : () -> ()
  }) : (tensor<f32>) -> ()
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "func.return"() : () -> ()
^bb3:
  %v3 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.br"()[^bb3] : () -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: operand 0 of sdy.named_computation is not defined on every path to this use 3
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "sdy.named_computation"(%v1) <{name = "x"}> ({  // error: PA0103
  ^bb0(%q: tensor<f32>):
    "stablehlo.custom_call"(%v2) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0120 PA0120
    "sdy.return"() : () -> ()
  }) : (tensor<f32>) -> ()
  "cf.br"()[^bb1] : () -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v2) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0103
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v2) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "stablehlo.if"(%p) ({
    "stablehlo.custom_call"(%v2) <{call_target_name = "u"}> : (tensor<f32>) -> ()
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "cf.br"()[^bb2] : () -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: operand 0 of sdy.named_computation is not defined on every path to this use 4
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "sdy.named_computation"(%v1) <{name = "x"}> ({  // error: PA0103
  ^bb0(%q: tensor<f32>):
    "stablehlo.custom_call"(%v2) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0120 PA0120
    "sdy.return"() : () -> ()
  }) : (tensor<f32>) -> ()
  "stablehlo.if"(%p) ({
    %w6 = stablehlo.constant dense<1.0> : tensor<f32>
    "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "cf.cond_br"(%c)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "func.return"() : () -> ()
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v2) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb3:
  %v3 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.cond_br"(%c)[^bb3, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: operand 0 of sdy.named_computation is not defined on every path to this use 5
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "sdy.named_computation"(%v1) <{name = "x"}> ({  // error: PA0103
  ^bb0(%q: tensor<f32>):
    "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0120 PA0120
    "sdy.return"() : () -> ()
  }) : (tensor<f32>) -> ()
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "func.return"() : () -> ()
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb3:
  %v3 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "sdy.named_computation"(%v3) <{name = "x"}> ({
  ^bb0(%q: tensor<f32>):
    "stablehlo.custom_call"(%v2) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0120 PA0120
    "sdy.return"() : () -> ()
  }) : (tensor<f32>) -> ()
  "stablehlo.custom_call"(%v3) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: operand 0 of stablehlo.custom_call is not defined on every path to this use 0
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0103
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: operand 0 of stablehlo.custom_call is not defined on every path to this use 1
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0103
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: operand 0 of stablehlo.custom_call is not defined on every path to this use 2
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0103
  "cf.cond_br"(%c)[^bb2, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.cond_br"(%c)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.if"(%p) ({
    "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0103
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: operand 0 of stablehlo.custom_call is not defined on every path to this use 3
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0103
  "sdy.named_computation"(%v1) <{name = "x"}> ({  // error: PA0103
  ^bb0(%q: tensor<f32>):
    "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0120 PA0120
    "sdy.return"() : () -> ()
  }) : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb2, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "stablehlo.custom_call"(%v2) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0103
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: operand 0 of stablehlo.custom_call is not defined on every path to this use 4
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.if"(%p) ({
    "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0103
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "stablehlo.if"(%p) ({
    "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0103
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.if"(%p) ({
    "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: operand 0 of stablehlo.custom_call is not defined on every path to this use 5
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0103
  "func.return"() : () -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "func.return"() : () -> ()
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.if"(%p) ({
    "stablehlo.custom_call"(%v3) <{call_target_name = "u"}> : (tensor<f32>) -> ()
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "stablehlo.custom_call"(%v2) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb3, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb3:
  %v3 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.if"(%p) ({
    "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: stablehlo.custom_call: operand 0 is defined outside the enclosing sdy.named_computation 0
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "sdy.named_computation"(%v0) <{name = "x"}> ({
  ^bb0(%q: tensor<f32>):
    "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0120 PA0120
    "sdy.return"() : () -> ()
  }) : (tensor<f32>) -> ()
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: stablehlo.custom_call: operand 0 is defined outside the enclosing sdy.named_computation 1
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "sdy.named_computation"(%v0) <{name = "x"}> ({
  ^bb0(%q: tensor<f32>):
    "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0120 PA0120
    "sdy.return"() : () -> ()
  }) : (tensor<f32>) -> ()
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: stablehlo.custom_call: operand 0 is defined outside the enclosing sdy.named_computation 2
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "sdy.named_computation"(%v0) <{name = "x"}> ({
  ^bb0(%q: tensor<f32>):
    "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0120 PA0120
    "sdy.return"() : () -> ()
  }) : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "func.return"() : () -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: stablehlo.custom_call: operand 0 is defined outside the enclosing sdy.named_computation 3
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.if"(%p) ({
    %w7 = stablehlo.constant dense<1.0> : tensor<f32>
    "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "sdy.named_computation"(%v1) <{name = "x"}> ({
  ^bb0(%q: tensor<f32>):
    "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0120 PA0120
    "sdy.return"() : () -> ()
  }) : (tensor<f32>) -> ()
  "cf.br"()[^bb1] : () -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: stablehlo.custom_call: operand 0 is defined outside the enclosing sdy.named_computation 4
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.br"()[^bb3] : () -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "sdy.named_computation"(%v0) <{name = "x"}> ({
  ^bb0(%q: tensor<f32>):
    "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0120 PA0120
    "sdy.return"() : () -> ()
  }) : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb3, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.cond_br"(%c)[^bb1, ^bb0] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()  // error: PA0117
^bb3:
  %v3 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.cond_br"(%c)[^bb2, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
}) : () -> ()
// -----
// jaxlib: reject
// blocks: stablehlo.custom_call: operand 0 is defined outside the enclosing sdy.named_computation 5
"func.func"() <{function_type = (i1, tensor<i1>) -> (), sym_name = "f"}> ({
^bb0(%c: i1, %p: tensor<i1>):
  %v0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v0) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "cf.cond_br"(%c)[^bb2, ^bb3] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %v1 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.custom_call"(%v1) <{call_target_name = "u"}> : (tensor<f32>) -> ()
  "sdy.named_computation"(%v2) <{name = "x"}> ({
  ^bb0(%q: tensor<f32>):
    "stablehlo.custom_call"(%v3) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0120 PA0120
    "sdy.return"() : () -> ()
  }) : (tensor<f32>) -> ()
  "func.return"() : () -> ()
^bb2:
  %v2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "stablehlo.if"(%p) ({
    "stablehlo.custom_call"(%v3) <{call_target_name = "u"}> : (tensor<f32>) -> ()  // error: PA0103
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "cf.br"()[^bb1] : () -> ()
^bb3:
  %v3 = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "cf.br"()[^bb2] : () -> ()
}) : () -> ()
