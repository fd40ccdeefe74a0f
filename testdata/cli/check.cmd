# test: command
check examples/mistakes.mlir
check examples/mlp.mlir
check
