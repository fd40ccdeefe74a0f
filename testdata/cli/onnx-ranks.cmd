# test: command
onnx infer examples/mlp.textproto --mesh x=2 --shard w1=_,x --explain
onnx infer examples/mlp.textproto --mesh x=2 --shard w1=_,x --format json
onnx infer examples/mlp.textproto
onnx infer examples/mlp.textproto --mesh x=2 --shard absent=x
onnx partition examples/mlp.textproto --mesh x=2 --shard w1=_,x
onnx partition examples/mlp.textproto --mesh x=2,y=2 --shard x=x,_ --shard w1=_,y --whole-outputs --format json
onnx partition examples/mlp.textproto
onnx partition examples/mlp.textproto --mesh x=2 --dim batch
onnx verify examples/mlp.textproto --mesh x=2 --shard w1=_,x
onnx verify examples/mlp.textproto --mesh x=3 --shard x=_,x --format json
onnx verify examples/mlp.textproto --mesh x=2 --shard w1=_,x --input z=missing.npy
onnx run examples/mlp.textproto examples/mlp.textproto --mesh x=2
onnx mesh examples/mlp.textproto
onnx mesh testdata/onnx/mlp.textproto
onnx partition examples/mlp.textproto --mesh x=2 --shard x=x,_ --notation jax
onnx partition examples/mlp.textproto --mesh x=2 --shard w1=_,x --notation sdy
onnx why examples/mlp.textproto r --mesh x=2 --shard w1=_,x --notation dtensor
onnx partition testdata/onnx/ranks/dynamic_sizes.textproto --mesh x=2 --shard w1=_,x
onnx verify testdata/onnx/ranks/dynamic_sizes.textproto --mesh x=2 --shard w1=_,x
onnx verify testdata/onnx/ranks/dynamic_sizes.textproto --mesh x=2 --shard w1=_,x --format json
onnx why examples/mlp.textproto r --mesh x=2 --shard w1=_,x --hardware h200x8
onnx why examples/mlp.textproto w1 --mesh x=2 --shard w1=_,x --hardware h200x8 --format json
onnx why examples/mlp.textproto r --hardware h200x8
