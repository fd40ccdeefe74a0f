# test: command
onnx partition testdata/onnx/dynamic.textproto --mesh x=2 --shard x=x,_
onnx partition testdata/onnx/dynamic.textproto --mesh x=2 --shard x=x,_ --dim bach=4
onnx partition testdata/onnx/dynamic.textproto --mesh x=2 --shard x=x,_ --dim length=4
onnx partition examples/mlp.textproto --mesh x=2 --dim n=4
onnx partition examples/mlp.textproto --mesh x=2 --shape x=3,4
onnx partition examples/mlp.textproto --mesh x=2 --shape x=a
onnx partition testdata/onnx/dynamic.textproto --mesh x=2 --shard x=x,_ --dim batch=4 --shape x=6,_
onnx partition examples/mlp.textproto --mesh x=2 --shard W1=_,x
onnx verify testdata/onnx/ranks/lp_pool_unit.textproto --mesh x=2 --shard x=_,_,x,_
onnx verify testdata/onnx/dynamic.textproto --mesh x=2 --shard x=x,_ --dim batch=4 --rtol 0 --atol 0
onnx verify examples/mlp.textproto --mesh x=2 --rtol=-1
onnx partition examples/mlp.textproto --mesh x=2,y=2 --shard x=x,_ --shard w1=_,y
onnx partition examples/mlp.textproto --mesh x=2 --external-data
onnx run testdata/onnx/dynamic.textproto --dim batch=3 --format json
onnx run testdata/onnx/dynamic.textproto --dim n=3
onnx verify testdata/onnx/unnamed.textproto --mesh x=2 --shard x=x,_
onnx verify testdata/onnx/unnamed.textproto --mesh x=2 --shard x=x,_ --dim x.0=4 --rtol 0 --atol 0
onnx verify testdata/onnx/unnamed.textproto --mesh x=2 --shard x=x,_ --shape x=5,2 --rtol 0 --atol 0
onnx run testdata/onnx/unnamed.textproto --shape x=3,_ --format json
onnx why testdata/onnx/unnamed.textproto x --mesh x=2 --shard x=x,_
onnx strip testdata/onnx/mlp.textproto -o - --format json
onnx check examples/mlp.mlir
