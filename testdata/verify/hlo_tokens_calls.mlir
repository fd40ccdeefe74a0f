// test: verify
// jaxlib: accept
// after_all: two tokens
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = stablehlo.after_all %arg0, %arg0 : !stablehlo.token
  return
}
// -----
// jaxlib: accept
// after_all: none
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.after_all"() : () -> !stablehlo.token
  return
}
// -----
// jaxlib: reject
// after_all: tensor operand
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.after_all"(%arg1) : (tensor<f32>) -> !stablehlo.token  // error: PA0110
  return
}
// -----
// jaxlib: reject
// after_all: tensor result
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.after_all"(%arg0) : (!stablehlo.token) -> tensor<f32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// after_all: two results
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.after_all"(%arg0) : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)  // error: PA0106
  return
}
// -----
// jaxlib: reject
// after_all: custom form with a tensor type
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = stablehlo.after_all %arg1 : tensor<f32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// create_token
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = stablehlo.create_token : !stablehlo.token
  return
}
// -----
// jaxlib: reject
// create_token: operand
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.create_token"(%arg0) : (!stablehlo.token) -> !stablehlo.token  // error: PA0105
  return
}
// -----
// jaxlib: reject
// create_token: tensor result
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = stablehlo.create_token : tensor<f32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// create_token: no result
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  "stablehlo.create_token"() : () -> ()  // error: PA0106
  return
}
// -----
// jaxlib: accept
// partition_id
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = stablehlo.partition_id : tensor<ui32>
  return
}
// -----
// jaxlib: reject
// partition_id: signless result
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = stablehlo.partition_id : tensor<i32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// partition_id: vector result
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = stablehlo.partition_id : tensor<1xui32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// partition_id: operand
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.partition_id"(%arg1) : (tensor<f32>) -> tensor<ui32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// partition_id: 64-bit result
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = stablehlo.partition_id : tensor<ui64>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// replica_id
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = stablehlo.replica_id : tensor<ui32>
  return
}
// -----
// jaxlib: reject
// replica_id: signless result
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = stablehlo.replica_id : tensor<i32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// replica_id: vector result
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = stablehlo.replica_id : tensor<1xui32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// replica_id: operand
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.replica_id"(%arg1) : (tensor<f32>) -> tensor<ui32>  // error: PA0105
  return
}
// -----
// jaxlib: reject
// replica_id: 64-bit result
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = stablehlo.replica_id : tensor<ui64>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// infeed: plain
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.infeed"(%arg0) : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}
// -----
// jaxlib: accept
// infeed: layout
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.infeed"(%arg0) <{layout = [[1, 0]]}> : (!stablehlo.token) -> (tensor<4x2xf32>, !stablehlo.token)
  return
}
// -----
// jaxlib: reject
// infeed: token not last
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.infeed"(%arg0) : (!stablehlo.token) -> (!stablehlo.token, tensor<4xf32>)  // error: PA0111
  return
}
// -----
// jaxlib: reject
// infeed: no token result
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.infeed"(%arg0) : (!stablehlo.token) -> tensor<4xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// infeed: no results
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  "stablehlo.infeed"(%arg0) : (!stablehlo.token) -> ()  // error: PA0106
  return
}
// -----
// jaxlib: reject
// infeed: tensor operand
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.infeed"(%arg1) : (tensor<f32>) -> !stablehlo.token  // error: PA0110
  return
}
// -----
// jaxlib: reject
// infeed: layout count
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.infeed"(%arg0) <{layout = [[0], [0], [0]]}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)  // error: PA0113
  return
}
// -----
// jaxlib: reject
// infeed: layout not nested
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.infeed"(%arg0) <{layout = [0]}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)  // error: PA0113
  return
}
// -----
// jaxlib: reject
// infeed: layout of strings
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.infeed"(%arg0) <{layout = [["x"]]}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)  // error: PA0113
  return
}
// -----
// jaxlib: reject
// infeed: two tokens
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.infeed"(%arg0) : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)  // error: PA0111
  return
}
// -----
// jaxlib: accept
// infeed: layout of wrong length
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.infeed"(%arg0) <{layout = [[1, 0]]}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}
// -----
// jaxlib: accept
// infeed: only a token
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.infeed"(%arg0) : (!stablehlo.token) -> !stablehlo.token
  return
}
// -----
// jaxlib: accept
// outfeed: plain
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.outfeed"(%arg1, %arg0) : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  return
}
// -----
// jaxlib: accept
// outfeed: nothing
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.outfeed"(%arg0) : (!stablehlo.token) -> !stablehlo.token
  return
}
// -----
// jaxlib: reject
// outfeed: token first
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.outfeed"(%arg0, %arg1) : (!stablehlo.token, tensor<f32>) -> !stablehlo.token  // error: PA0110
  return
}
// -----
// jaxlib: reject
// outfeed: no token
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.outfeed"(%arg1) : (tensor<f32>) -> !stablehlo.token  // error: PA0110
  return
}
// -----
// jaxlib: reject
// outfeed: tensor result
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.outfeed"(%arg0) : (!stablehlo.token) -> tensor<f32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// outfeed: config not a string
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.outfeed"(%arg0) <{outfeed_config = 1 : i64}> : (!stablehlo.token) -> !stablehlo.token  // error: PA0109
  return
}
// -----
// jaxlib: reject
// send: host false, channel type 0
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.send"(%arg1, %arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, is_host_transfer = false}> : (tensor<f32>, !stablehlo.token) -> !stablehlo.token  // error: PA0113
  return
}
// -----
// jaxlib: reject
// recv: host false, channel type 0
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, is_host_transfer = false}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)  // error: PA0113
  return
}
// -----
// jaxlib: accept
// send: host false, channel type 1
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.send"(%arg1, %arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false}> : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  return
}
// -----
// jaxlib: accept
// recv: host false, channel type 1
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}
// -----
// jaxlib: reject
// send: host false, channel type 2
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.send"(%arg1, %arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = false}> : (tensor<f32>, !stablehlo.token) -> !stablehlo.token  // error: PA0113
  return
}
// -----
// jaxlib: reject
// recv: host false, channel type 2
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = false}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)  // error: PA0113
  return
}
// -----
// jaxlib: reject
// send: host false, channel type 3
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.send"(%arg1, %arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = false}> : (tensor<f32>, !stablehlo.token) -> !stablehlo.token  // error: PA0113
  return
}
// -----
// jaxlib: reject
// recv: host false, channel type 3
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = false}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)  // error: PA0113
  return
}
// -----
// jaxlib: reject
// send: host false, channel type 4
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.send"(%arg1, %arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 4>, is_host_transfer = false}> : (tensor<f32>, !stablehlo.token) -> !stablehlo.token  // error: PA0113
  return
}
// -----
// jaxlib: reject
// recv: host false, channel type 4
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 4>, is_host_transfer = false}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)  // error: PA0113
  return
}
// -----
// jaxlib: reject
// send: host true, channel type 0
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.send"(%arg1, %arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, is_host_transfer = true}> : (tensor<f32>, !stablehlo.token) -> !stablehlo.token  // error: PA0113
  return
}
// -----
// jaxlib: reject
// recv: host true, channel type 0
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)  // error: PA0113
  return
}
// -----
// jaxlib: reject
// send: host true, channel type 1
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.send"(%arg1, %arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true}> : (tensor<f32>, !stablehlo.token) -> !stablehlo.token  // error: PA0113
  return
}
// -----
// jaxlib: reject
// recv: host true, channel type 1
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)  // error: PA0113
  return
}
// -----
// jaxlib: accept
// send: host true, channel type 2
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.send"(%arg1, %arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  return
}
// -----
// jaxlib: reject
// recv: host true, channel type 2
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)  // error: PA0113
  return
}
// -----
// jaxlib: reject
// send: host true, channel type 3
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.send"(%arg1, %arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (tensor<f32>, !stablehlo.token) -> !stablehlo.token  // error: PA0113
  return
}
// -----
// jaxlib: accept
// recv: host true, channel type 3
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}
// -----
// jaxlib: reject
// send: host true, channel type 4
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.send"(%arg1, %arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 4>, is_host_transfer = true}> : (tensor<f32>, !stablehlo.token) -> !stablehlo.token  // error: PA0113
  return
}
// -----
// jaxlib: reject
// recv: host true, channel type 4
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 4>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)  // error: PA0113
  return
}
// -----
// jaxlib: accept
// send: pairs
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.send"(%arg1, %arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  return
}
// -----
// jaxlib: accept
// send: host with pairs
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.send"(%arg1, %arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  return
}
// -----
// jaxlib: accept
// send: repeated source
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.send"(%arg1, %arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  return
}
// -----
// jaxlib: accept
// recv: repeated target
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}
// -----
// jaxlib: accept
// recv: pairs of wrong shape
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[0, 1]> : tensor<2xi64>}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}
// -----
// jaxlib: reject
// send: no channel
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.send"(%arg1, %arg0) <{is_host_transfer = false}> : (tensor<f32>, !stablehlo.token) -> !stablehlo.token  // error: PA0108
  return
}
// -----
// jaxlib: reject
// send: token first
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token, tensor<f32>) -> !stablehlo.token  // error: PA0110
  return
}
// -----
// jaxlib: reject
// send: tensor result
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.send"(%arg1, %arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<f32>, !stablehlo.token) -> tensor<f32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// recv: no channel
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.recv"(%arg0) <{is_host_transfer = false}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)  // error: PA0108
  return
}
// -----
// jaxlib: reject
// recv: token first
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> (!stablehlo.token, tensor<4xf32>)  // error: PA0111
  return
}
// -----
// jaxlib: reject
// recv: no token
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> (tensor<4xf32>, tensor<4xf32>)  // error: PA0111
  return
}
// -----
// jaxlib: reject
// recv: no results
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> ()  // error: PA0106
  return
}
// -----
// jaxlib: accept
// recv: only a token
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> !stablehlo.token
  return
}
// -----
// jaxlib: reject
// channel handle key missing
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.send"(%arg1, %arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1>}> : (tensor<f32>, !stablehlo.token) -> !stablehlo.token  // error: PA0001
  return
}
// -----
// jaxlib: accept
// channel handle keys swapped
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.send"(%arg1, %arg0) <{channel_handle = #stablehlo.channel_handle<type = 1, handle = 1>}> : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  return
}
// -----
// jaxlib: accept
// negative channel handle
func.func @f(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  %0 = "stablehlo.send"(%arg1, %arg0) <{channel_handle = #stablehlo.channel_handle<handle = -1, type = 1>}> : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  return
}
// -----
// jaxlib: accept
// custom_call: plain
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) : (tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// custom_call: nothing
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  stablehlo.custom_call @foo() {has_side_effect = true} : () -> ()
  return
}
// -----
// jaxlib: accept
// custom_call: token
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo() : () -> !stablehlo.token
  return
}
// -----
// jaxlib: reject
// custom_call: target missing
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = "stablehlo.custom_call"(%arg0) : (tensor<f32>) -> tensor<f32>  // error: PA0108
  return
}
// -----
// jaxlib: accept
// custom_call: empty target
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = "stablehlo.custom_call"(%arg0) <{call_target_name = ""}> : (tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// custom_call: target is a symbol attribute
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = "stablehlo.custom_call"(%arg0) <{call_target_name = @foo}> : (tensor<f32>) -> tensor<f32>  // error: PA0109
  return
}
// -----
// jaxlib: accept
// custom_call: api version 0, string config
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {api_version = 0 : i32, backend_config = "x"} : (tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// custom_call: api version 0, dictionary config
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {api_version = 0 : i32, backend_config = {a = 1 : i64}} : (tensor<f32>) -> tensor<f32>  // error: PA0109
  return
}
// -----
// jaxlib: accept
// custom_call: api version 1, string config
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {api_version = 1 : i32, backend_config = "x"} : (tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// custom_call: api version 1, dictionary config
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {api_version = 1 : i32, backend_config = {a = 1 : i64}} : (tensor<f32>) -> tensor<f32>  // error: PA0109
  return
}
// -----
// jaxlib: accept
// custom_call: api version 2, string config
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {api_version = 2 : i32, backend_config = "x"} : (tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// custom_call: api version 2, dictionary config
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {api_version = 2 : i32, backend_config = {a = 1 : i64}} : (tensor<f32>) -> tensor<f32>  // error: PA0109
  return
}
// -----
// jaxlib: accept
// custom_call: api version 3, string config
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {api_version = 3 : i32, backend_config = "x"} : (tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// custom_call: api version 3, dictionary config
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {api_version = 3 : i32, backend_config = {a = 1 : i64}} : (tensor<f32>) -> tensor<f32>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// custom_call: api version 4, string config
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {api_version = 4 : i32, backend_config = "x"} : (tensor<f32>) -> tensor<f32>  // error: PA0109
  return
}
// -----
// jaxlib: accept
// custom_call: api version 4, dictionary config
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {api_version = 4 : i32, backend_config = {a = 1 : i64}} : (tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// custom_call: api version 5, string config
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {api_version = 5 : i32, backend_config = "x"} : (tensor<f32>) -> tensor<f32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// custom_call: api version 5, dictionary config
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {api_version = 5 : i32, backend_config = {a = 1 : i64}} : (tensor<f32>) -> tensor<f32>  // error: PA0113
  return
}
// -----
// jaxlib: accept
// custom_call: api version 4 without config
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {api_version = 4 : i32} : (tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// custom_call: api version of 64 bits
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {api_version = 1 : i64} : (tensor<f32>) -> tensor<f32>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// custom_call: integer config
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {backend_config = 1 : i64} : (tensor<f32>) -> tensor<f32>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// custom_call: side effect not boolean
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {has_side_effect = 1 : i64} : (tensor<f32>) -> tensor<f32>  // error: PA0109
  return
}
// -----
// jaxlib: accept
// custom_call: layouts
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0, %arg1) {operand_layouts = [dense<> : tensor<0xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// jaxlib: reject
// custom_call: operand layouts without result layouts
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0, %arg1) {operand_layouts = [dense<> : tensor<0xindex>, dense<[0, 1]> : tensor<2xindex>]} : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// custom_call: result layouts without operand layouts
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0, %arg1) {result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// custom_call: operand layout count
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0, %arg1) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// custom_call: layout of wrong rank
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0, %arg1) {operand_layouts = [dense<> : tensor<0xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// custom_call: layout not a permutation
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0, %arg1) {operand_layouts = [dense<> : tensor<0xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 1]> : tensor<2xindex>]} : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// custom_call: layout of i64
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0, %arg1) {operand_layouts = [dense<> : tensor<0xi64>, dense<[0, 1]> : tensor<2xi64>], result_layouts = [dense<[1, 0]> : tensor<2xi64>]} : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0109 PA0109
  return
}
// -----
// jaxlib: reject
// custom_call: layout out of range
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0, %arg1) {operand_layouts = [dense<> : tensor<0xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 2]> : tensor<2xindex>]} : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// custom_call: operand layouts not an array
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0, %arg1) {operand_layouts = 1 : i64, result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0109
  return
}
// -----
// jaxlib: accept
// custom_call: layouts for a tuple result
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo() {operand_layouts = [], result_layouts = [dense<> : tensor<0xindex>, dense<> : tensor<0xindex>]} : () -> tuple<tensor<f32>, tensor<f32>>
  return
}
// -----
// jaxlib: reject
// custom_call: one layout for a tuple result
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo() {operand_layouts = [], result_layouts = [dense<> : tensor<0xindex>]} : () -> tuple<tensor<f32>, tensor<f32>>  // error: PA0113
  return
}
// -----
// jaxlib: accept
// custom_call: layout for a token
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo() {operand_layouts = [], result_layouts = [dense<> : tensor<0xindex>]} : () -> !stablehlo.token
  return
}
// -----
// jaxlib: accept
// custom_call: alias
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// custom_call: alias operand out of range
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<f32>) -> tensor<f32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// custom_call: alias negative operand
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = -1, operand_tuple_indices = []>]} : (tensor<f32>) -> tensor<f32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// custom_call: alias tuple index on a non-tuple
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [0]>]} : (tensor<f32>) -> tensor<f32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// custom_call: alias output index on one result
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<f32>) -> tensor<f32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// custom_call: alias type mismatch
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<f32>) -> tensor<2xf32>  // error: PA0113
  return
}
// -----
// jaxlib: accept
// custom_call: alias of one of two results
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0:2 = stablehlo.custom_call @foo(%arg0) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>]} : (tensor<f32>) -> (tensor<i32>, tensor<f32>)
  return
}
// -----
// jaxlib: reject
// custom_call: alias output out of range
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0:2 = stablehlo.custom_call @foo(%arg0) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [2], operand_index = 0, operand_tuple_indices = []>]} : (tensor<f32>) -> (tensor<i32>, tensor<f32>)  // error: PA0113
  return
}
// -----
// jaxlib: reject
// custom_call: alias of the wrong result
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0:2 = stablehlo.custom_call @foo(%arg0) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<f32>) -> (tensor<i32>, tensor<f32>)  // error: PA0113
  return
}
// -----
// jaxlib: reject
// custom_call: alias of other kind
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {output_operand_aliases = [1]} : (tensor<f32>) -> tensor<f32>  // error: PA0109
  return
}
// -----
// jaxlib: accept
// custom_call: called computation
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {called_computations = [@f]} : (tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// custom_call: unknown called computation
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {called_computations = [@nope]} : (tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// custom_call: called computation not a symbol
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {called_computations = ["f"]} : (tensor<f32>) -> tensor<f32>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// custom_call: nested symbol as called computation
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) {called_computations = [@f::@g]} : (tensor<f32>) -> tensor<f32>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// custom_call: non-tensor operand
func.func @f(%arg0: i32) {
  %0 = stablehlo.custom_call @foo(%arg0) : (i32) -> i32  // error: PA0110
  return
}
// -----
// jaxlib: accept
// custom_call: unranked result
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) : (tensor<f32>) -> tensor<*xf32>
  return
}
// -----
// jaxlib: accept
// custom_call: dynamic result
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%arg0) : (tensor<f32>) -> tensor<?xf32>
  return
}
// -----
// jaxlib: reject
// custom_call: target without at sign
func.func @f(%arg0: tensor<f32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call foo(%arg0) : (tensor<f32>) -> tensor<f32>  // error: PA0001
  return
}
// -----
// jaxlib: accept
// custom_call: memref operand
func.func @f(%arg0: memref<2xf32>) {
  stablehlo.custom_call @foo(%arg0) : (memref<2xf32>) -> ()
  return
}
// -----
// jaxlib: accept
// get_tuple_element: plain
func.func @f(%arg0: tuple<tensor<f32>, tensor<i32>>, %arg1: tensor<f32>) {
  %0 = stablehlo.get_tuple_element %arg0[1] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>
  return
}
// -----
// jaxlib: reject
// get_tuple_element: index out of range
func.func @f(%arg0: tuple<tensor<f32>, tensor<i32>>, %arg1: tensor<f32>) {
  %0 = stablehlo.get_tuple_element %arg0[2] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// get_tuple_element: negative index
func.func @f(%arg0: tuple<tensor<f32>, tensor<i32>>, %arg1: tensor<f32>) {
  %0 = stablehlo.get_tuple_element %arg0[-1] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// get_tuple_element: result type
func.func @f(%arg0: tuple<tensor<f32>, tensor<i32>>, %arg1: tensor<f32>) {
  %0 = stablehlo.get_tuple_element %arg0[0] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// get_tuple_element: not a tuple
func.func @f(%arg0: tuple<tensor<f32>, tensor<i32>>, %arg1: tensor<f32>) {
  %0 = stablehlo.get_tuple_element %arg1[0] : (tensor<f32>) -> tensor<f32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// get_tuple_element: 64-bit index attribute
func.func @f(%arg0: tuple<tensor<f32>, tensor<i32>>, %arg1: tensor<f32>) {
  %0 = "stablehlo.get_tuple_element"(%arg0) <{index = 0 : i64}> : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>  // error: PA0109
  return
}
// -----
// jaxlib: accept
// tuple: plain
func.func @f(%arg0: tuple<tensor<f32>, tensor<i32>>, %arg1: tensor<f32>) {
  %0 = stablehlo.tuple %arg1, %arg0 : tuple<tensor<f32>, tuple<tensor<f32>, tensor<i32>>>
  return
}
// -----
// jaxlib: accept
// tuple: empty
func.func @f(%arg0: tuple<tensor<f32>, tensor<i32>>, %arg1: tensor<f32>) {
  %0 = stablehlo.tuple : tuple<>
  return
}
// -----
// jaxlib: reject
// tuple: result length
func.func @f(%arg0: tuple<tensor<f32>, tensor<i32>>, %arg1: tensor<f32>) {
  %0 = "stablehlo.tuple"(%arg1) : (tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// tuple: result element
func.func @f(%arg0: tuple<tensor<f32>, tensor<i32>>, %arg1: tensor<f32>) {
  %0 = "stablehlo.tuple"(%arg1) : (tensor<f32>) -> tuple<tensor<i32>>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// tuple: not a tuple result
func.func @f(%arg0: tuple<tensor<f32>, tensor<i32>>, %arg1: tensor<f32>) {
  %0 = "stablehlo.tuple"(%arg1) : (tensor<f32>) -> tensor<f32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// tuple: non-tensor operand
func.func @f(%arg0: i32) {
  %0 = stablehlo.tuple %arg0 : tuple<i32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// rng_bit_generator: DEFAULT
func.func @f(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<3xui64>, %arg4: tensor<2xf32>, %arg5: tensor<2xi32>) {
  %0:2 = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return
}
// -----
// jaxlib: accept
// rng_bit_generator: THREE_FRY
func.func @f(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<3xui64>, %arg4: tensor<2xf32>, %arg5: tensor<2xi32>) {
  %0:2 = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return
}
// -----
// jaxlib: accept
// rng_bit_generator: PHILOX
func.func @f(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<3xui64>, %arg4: tensor<2xf32>, %arg5: tensor<2xi32>) {
  %0:2 = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return
}
// -----
// jaxlib: reject
// rng_bit_generator: unknown algorithm
func.func @f(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<3xui64>, %arg4: tensor<2xf32>, %arg5: tensor<2xi32>) {
  %0:2 = stablehlo.rng_bit_generator %arg0, algorithm = FOO : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)  // error: PA0001
  return
}
// -----
// jaxlib: accept
// rng_bit_generator: THREE_FRY with three state words
func.func @f(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<3xui64>, %arg4: tensor<2xf32>, %arg5: tensor<2xi32>) {
  %0:2 = stablehlo.rng_bit_generator %arg3, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}
// -----
// jaxlib: accept
// rng_bit_generator: PHILOX with three state words
func.func @f(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<3xui64>, %arg4: tensor<2xf32>, %arg5: tensor<2xi32>) {
  %0:2 = stablehlo.rng_bit_generator %arg3, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}
// -----
// jaxlib: reject
// rng_bit_generator: state type changes
func.func @f(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<3xui64>, %arg4: tensor<2xf32>, %arg5: tensor<2xi32>) {
  %0:2 = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)  // error: PA0111
  return
}
// -----
// jaxlib: accept
// rng_bit_generator: float state
func.func @f(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<3xui64>, %arg4: tensor<2xf32>, %arg5: tensor<2xi32>) {
  %0:2 = stablehlo.rng_bit_generator %arg4, algorithm = DEFAULT : (tensor<2xf32>) -> (tensor<2xf32>, tensor<4xui32>)
  return
}
// -----
// jaxlib: accept
// rng_bit_generator: i32 state
func.func @f(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<3xui64>, %arg4: tensor<2xf32>, %arg5: tensor<2xi32>) {
  %0:2 = stablehlo.rng_bit_generator %arg5, algorithm = DEFAULT : (tensor<2xi32>) -> (tensor<2xi32>, tensor<4xui32>)
  return
}
// -----
// jaxlib: accept
// rng_bit_generator: float output
func.func @f(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<3xui64>, %arg4: tensor<2xf32>, %arg5: tensor<2xi32>) {
  %0:2 = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xf32>)
  return
}
// -----
// jaxlib: reject
// rng_bit_generator: boolean output
func.func @f(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<3xui64>, %arg4: tensor<2xf32>, %arg5: tensor<2xi32>) {
  %0:2 = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xi1>)  // error: PA0111
  return
}
// -----
// jaxlib: reject
// rng_bit_generator: dynamic output
func.func @f(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<3xui64>, %arg4: tensor<2xf32>, %arg5: tensor<2xi32>) {
  %0:2 = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<?xui32>)  // error: PA0111
  return
}
// -----
// jaxlib: reject
// rng_bit_generator: complex output
func.func @f(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<3xui64>, %arg4: tensor<2xf32>, %arg5: tensor<2xi32>) {
  %0:2 = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xcomplex<f32>>)  // error: PA0111
  return
}
// -----
// jaxlib: accept
// rng: uniform
func.func @f(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<3xui64>, %arg4: tensor<2xf32>, %arg5: tensor<2xi32>) {
  %0 = stablehlo.rng %arg1, %arg1, %arg2, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x2xf32>
  return
}
// -----
// jaxlib: accept
// rng: normal, dynamic
func.func @f(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<3xui64>, %arg4: tensor<2xf32>, %arg5: tensor<2xi32>) {
  %0 = stablehlo.rng %arg1, %arg1, %arg2, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}
// -----
// jaxlib: reject
// rng: unknown distribution
func.func @f(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<3xui64>, %arg4: tensor<2xf32>, %arg5: tensor<2xi32>) {
  %0 = stablehlo.rng %arg1, %arg1, %arg2, distribution = FOO : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x2xf32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// rng: limits not scalar
func.func @f(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<3xui64>, %arg4: tensor<2xf32>, %arg5: tensor<2xi32>) {
  %0 = stablehlo.rng %arg4, %arg4, %arg2, distribution = UNIFORM : (tensor<2xf32>, tensor<2xf32>, tensor<2xi64>) -> tensor<3x2xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// rng: result element type
func.func @f(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<3xui64>, %arg4: tensor<2xf32>, %arg5: tensor<2xi32>) {
  %0 = stablehlo.rng %arg1, %arg1, %arg2, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x2xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// rng: result rank
func.func @f(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<3xui64>, %arg4: tensor<2xf32>, %arg5: tensor<2xi32>) {
  %0 = stablehlo.rng %arg1, %arg1, %arg2, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// rng: float shape
func.func @f(%arg0: tensor<2xui64>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<3xui64>, %arg4: tensor<2xf32>, %arg5: tensor<2xi32>) {
  %0 = stablehlo.rng %arg1, %arg1, %arg4, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xf32>) -> tensor<3x2xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// rng: normal of integers
func.func @f(%arg0: tensor<i32>, %arg1: tensor<1xi64>) {
  %0 = stablehlo.rng %arg0, %arg0, %arg1, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<4xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// rng: limits of two types
func.func @f(%arg0: tensor<f32>, %arg1: tensor<f64>, %arg2: tensor<1xi64>) {
  %0 = stablehlo.rng %arg0, %arg1, %arg2, distribution = UNIFORM : (tensor<f32>, tensor<f64>, tensor<1xi64>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// constant: plain
func.func @f() {
  %0 = stablehlo.constant dense<1> : tensor<4xi32>
  return
}
// -----
// jaxlib: reject
// constant: result type
func.func @f() {
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<4xi32>}> : () -> tensor<5xi32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// constant: result element type
func.func @f() {
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<4xi32>}> : () -> tensor<4xi64>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// constant: value missing
func.func @f() {
  %0 = "stablehlo.constant"() : () -> tensor<4xi32>  // error: PA0108
  return
}
// -----
// jaxlib: reject
// constant: scalar attribute
func.func @f() {
  %0 = "stablehlo.constant"() <{value = 1 : i32}> : () -> tensor<i32>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// constant: vector
func.func @f() {
  %0 = stablehlo.constant dense<1> : vector<4xi32>  // error: PA0015
  return
}
// -----
// jaxlib: reject
// constant: dynamic
func.func @f() {
  %0 = stablehlo.constant dense<1> : tensor<?xi32>  // error: PA0011
  return
}
// -----
// jaxlib: reject
// constant: wrong element count
func.func @f() {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<3xi32>  // error: PA0011
  return
}
// -----
// jaxlib: reject
// constant: ragged nesting
func.func @f() {
  %0 = stablehlo.constant dense<[[1, 2], [3]]> : tensor<2x2xi32>  // error: PA0011
  return
}
// -----
// jaxlib: reject
// constant: nesting depth
func.func @f() {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<1x2xi32>  // error: PA0011
  return
}
// -----
// jaxlib: reject
// constant: index type
func.func @f() {
  %0 = stablehlo.constant dense<1> : tensor<index>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// constant: i3
func.func @f() {
  %0 = stablehlo.constant dense<1> : tensor<i3>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// constant: integer literal for float
func.func @f() {
  %0 = stablehlo.constant dense<1> : tensor<f32>  // error: PA0011
  return
}
// -----
// jaxlib: reject
// constant: float literal for integer
func.func @f() {
  %0 = stablehlo.constant dense<1.0> : tensor<i32>  // error: PA0011
  return
}
// -----
// jaxlib: reject
// constant: empty literal for nonempty
func.func @f() {
  %0 = stablehlo.constant dense<> : tensor<1xi32>  // error: PA0011
  return
}
// -----
// jaxlib: reject
// constant: out of range
func.func @f() {
  %0 = stablehlo.constant dense<256> : tensor<i8>  // error: PA0004
  return
}
// -----
// jaxlib: reject
// constant: negative unsigned
func.func @f() {
  %0 = stablehlo.constant dense<-1> : tensor<ui8>  // error: PA0004
  return
}
// -----
// jaxlib: reject
// constant: boolean for i8
func.func @f() {
  %0 = stablehlo.constant dense<true> : tensor<i8>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// constant: real literal for complex
func.func @f() {
  %0 = stablehlo.constant dense<1.0> : tensor<complex<f32>>  // error: PA0001
  return
}
// -----
// jaxlib: crash
// constant: complex literal for real
func.func @f() {
  %0 = stablehlo.constant dense<(1.0,2.0)> : tensor<f32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// constant: hex of wrong length
func.func @f() {
  %0 = stablehlo.constant dense<"0x010000"> : tensor<2xi32>  // error: PA0011
  return
}
// -----
// jaxlib: reject
// constant: hex with odd digits
func.func @f() {
  %0 = stablehlo.constant dense<"0x0"> : tensor<i8>  // error: PA0011
  return
}
// -----
// jaxlib: reject
// constant: string
func.func @f() {
  %0 = stablehlo.constant dense<"abc"> : tensor<i32>  // error: PA0011
  return
}
// -----
// jaxlib: accept
// constant: encoded type
func.func @f() {
  %0 = stablehlo.constant dense<1> : tensor<4xi32, "x">
  return
}
// -----
// jaxlib: accept
// constant: resource
func.func @f() {
  %0 = stablehlo.constant dense_resource<r> : tensor<4xi32>
  return
}
// -----
// jaxlib: accept
// constant: sparse
func.func @f() {
  %0 = stablehlo.constant sparse<[[0]], [1]> : tensor<4xi32>
  return
}
// -----
// jaxlib: reject
// constant: sparse index out of range
func.func @f() {
  %0 = stablehlo.constant sparse<[[4]], [1]> : tensor<4xi32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// constant: sparse index rank
func.func @f() {
  %0 = stablehlo.constant sparse<[[0, 0]], [1]> : tensor<4xi32>  // error: PA0011
  return
}
// -----
// jaxlib: reject
// constant: complex f16
func.func @f() {
  %0 = stablehlo.constant dense<(1.0,1.0)> : tensor<complex<f16>>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// constant: mixed literal kinds
func.func @f() {
  %0 = stablehlo.constant dense<[1.0, 2]> : tensor<2xf32>  // error: PA0011
  return
}
// -----
// jaxlib: reject
// constant: scalar with a list
func.func @f() {
  %0 = stablehlo.constant dense<[1]> : tensor<i32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// constant: two results
func.func @f() {
  %0:2 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> (tensor<i32>, tensor<i32>)  // error: PA0106
  return
}
