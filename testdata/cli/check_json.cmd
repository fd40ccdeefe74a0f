check examples/mistakes.mlir --format json
