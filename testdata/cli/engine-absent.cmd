run examples/conflict.mlir --engine xla
verify examples/conflict.mlir --reference xla --python /nonexistent/python
verify examples/conflict.mlir --engine xla --python /nonexistent/python --processes 3
verify examples/conflict.mlir --engine xla --processes 0
