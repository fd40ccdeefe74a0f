# test: command
onnx check testdata/onnx/concat_ranks.textproto
onnx partition testdata/onnx/concat_ranks.textproto --mesh x=2
