# test: command
check testdata/kinds/program.hlo
check testdata/kinds/program.jaxpr
check testdata/kinds/train.py
check testdata/kinds/imports.py
check testdata/kinds/program.mlirbc
check testdata/kinds/exported.bin
check testdata/kinds/relu.onnx
check examples/mlp.textproto
check examples/mnist.toml
check testdata/kinds/utf16.mlir
check testdata/kinds/small.mlir.gz
check testdata/kinds/small.npz
check testdata/kinds/page.html
check testdata/kinds/data.json
check testdata/kinds/empty.mlir
check testdata/kinds/comment.mlir
check testdata/kinds/truncated.mlir
check testdata/kinds/truncated_locations.mlir
check testdata/kinds/program.hlo --format json
show testdata/kinds/program.hlo
fmt testdata/kinds/empty.mlir
opt testdata/kinds/empty.mlir
propagate testdata/kinds/program.hlo
why testdata/kinds/program.hlo x
partition testdata/kinds/program.jaxpr
verify testdata/kinds/train.py
comms testdata/kinds/empty.mlir
memory testdata/kinds/empty.mlir
onnx check examples/mlp.mlir
onnx check testdata/kinds/program.hlo
onnx check testdata/kinds/small.mlir.gz
onnx check testdata/kinds/empty.mlir
ckks count examples/mlp.mlir
ckks count resnet21
version
examples/mlp.mlir
examples/mlp.textproto
examples/mnist.toml
