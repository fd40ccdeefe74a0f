# test: command
fmt -
fmt - --generic
fmt examples/mlp.mlir --check
fmt examples/mlp.mlir --check --debug-info
