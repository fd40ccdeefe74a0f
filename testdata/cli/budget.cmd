# test: command
check examples/jax/train_fixed.mlir --budget examples/jax/budget.toml
check examples/jax/train.mlir --budget examples/jax/budget.toml
check examples/jax/train.mlir --budget examples/jax/budget.toml --format json
check examples/jax/train.mlir --budget testdata/cli/budget-mistakes.toml
check examples/jax/train.mlir --budget testdata/cli/budget-axes.toml
check examples/jax/train.mlir --budget testdata/cli/absent.toml
check examples/jax/train_fixed.mlir --write-budget - --margin 25
check examples/jax/train_fixed.mlir --margin 25
