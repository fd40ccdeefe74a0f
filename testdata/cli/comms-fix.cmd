# test: command
comms examples/conflict.mlir --fix
comms examples/mlp.mlir --fix --top 3
comms examples/mlp.mlir --fix --top 3 --notation jax --by kind
comms examples/mlp.mlir --fix --time-limit 0 --top 1
