# test: command
run examples/conflict.mlir --engine xla
verify examples/conflict.mlir --reference xla --python /nonexistent/python
verify examples/conflict.mlir --engine xla --python /nonexistent/python --processes 3
verify examples/conflict.mlir --engine xla --processes 0
run examples/conflict.mlir --python /nonexistent/python
run examples/conflict.mlir --timeout 5
verify examples/conflict.mlir --processes 2
verify examples/conflict.mlir --reference xla --processes 2
verify examples/conflict.mlir --python /nonexistent/python
