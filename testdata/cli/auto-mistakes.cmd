# test: command
auto examples/mlp.mlir --mesh a=2,b=2,c=2,d=2,e=2,f=2,g=2,h=2,i=2
auto examples/mlp.mlir --mesh x=100003
auto examples/mlp.mlir --mesh x=4 --memory 0
auto examples/mlp.mlir --mesh x=4 --memory 10KiB
auto examples/mlp.mlir --mesh x=4 --time-limit -1
auto examples/mlp.mlir --mesh x=4 --hardware h20x4
auto examples/mlp.mlir --mesh x=4 --hardware h200x2
auto --iopddl -
auto testdata/onnx/dynamic.textproto --mesh x=2 --hardware h200x2
