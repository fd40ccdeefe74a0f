# test: command
suggest examples/jax/train.mlir
suggest examples/jax/train.mlir --format json
suggest examples/jax/train_fixed.mlir --max-trials 1
suggest examples/jax/train.mlir --max-trials 0
suggest examples/jax/train.mlir --time-limit 0
suggest examples/jax/train.mlir --margin 150
suggest examples/jax/train.mlir --mesh data=2,model=4
suggest examples/conflict.mlir
suggest examples/mlp.mlir
suggest - -o -
suggest - -o - --format json
suggest examples/mistakes.mlir --margin x
suggest - --split-input-file
