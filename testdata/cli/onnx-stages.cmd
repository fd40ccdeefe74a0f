# test: command
onnx partition testdata/onnx/stages.textproto
onnx verify testdata/onnx/stages.textproto
onnx run testdata/onnx/stages.textproto --processes 3
onnx run testdata/onnx/stages.textproto --processes 4 --runtime embedded
