# test: command
onnx check testdata/onnx/mlp.textproto
onnx show testdata/onnx/mlp.textproto
onnx show testdata/onnx/mlp.textproto --format json
onnx export testdata/onnx/mlp.textproto
onnx export testdata/onnx/mlp.textproto --format json
onnx check testdata/onnx/mistakes.textproto
onnx check testdata/onnx/mistakes.textproto --format json
onnx check missing.onnx
onnx strip testdata/onnx/mlp.textproto
onnx check -
onnx annotate --help
