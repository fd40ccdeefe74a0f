# test: command
check examples/mistakes.mlir --format json
