# test: command
export examples/conflict.mlir --to dot
export examples/conflict.mlir --to perfetto
export examples/conflict.mlir --to model-explorer
export examples/conflict.mlir --to json
export examples/conflict.mlir --to dot --format json
export examples/conflict.mlir --to perfetto --all
export examples/mistakes.mlir --to dot
export - --to dot --split-input-file
export - --to dot
export - --to dot --all
diff - testdata/cli/export-record.json
diff examples/conflict.mlir testdata/cli/export-record.json --exit-code
diff testdata/cli/export-record.json examples/conflict.mlir --exit-code
diff testdata/cli/export-newer.json examples/conflict.mlir
