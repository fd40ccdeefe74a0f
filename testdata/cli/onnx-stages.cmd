# test: command
onnx partition testdata/onnx/stages.textproto
onnx verify testdata/onnx/stages.textproto
