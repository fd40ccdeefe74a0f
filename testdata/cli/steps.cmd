# test: command
steps examples/conflict.mlir
steps examples/conflict.mlir --format json
steps examples/jax/train.mlir --limit 5
steps examples/jax/train.mlir --at 5
steps examples/jax/train.mlir --value %6
steps examples/jax/train.mlir --value 'params["up"]'
steps examples/conflict.mlir --strategy basic-then-aggressive
steps - --limit 0
steps -
steps examples/conflict.mlir --at 0
steps examples/conflict.mlir --at 4
steps examples/conflict.mlir --value %9
