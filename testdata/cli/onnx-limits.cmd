# test: command
onnx verify testdata/onnx/wide.textproto --mesh x=2 --shard x=x,_ --whole-outputs
onnx verify testdata/onnx/wide.textproto --mesh x=2 --shard x=x,_ --max-memory 0.0001
onnx run testdata/onnx/wide.textproto --max-memory 0.0001 --format json
onnx partition testdata/onnx/wide.textproto --mesh x=8192 --shard x=_,x
