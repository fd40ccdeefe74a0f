# test: command
lit testdata/cli/lit/propagate.mlir testdata/cli/lit/invalid.mlir
lit testdata/cli/lit/propagate.mlir testdata/cli/lit/wrong-check.mlir testdata/cli/lit/wrong-run.mlir testdata/cli/lit/no-error.mlir testdata/cli/lit/other-program.mlir absent.mlir
lit testdata/cli/lit/wrong-check.mlir --format json
lit
