# test: command
diff examples/jax/train.mlir examples/jax/train_fixed.mlir
diff examples/jax/train.mlir examples/jax/train_fixed.mlir --top 1 --exit-code
diff examples/mlp.mlir examples/mlp.mlir --exit-code
diff examples/mlp.mlir examples/transformer.mlir
diff - examples/conflict.mlir --format json
diff - absent.mlir
diff - examples/mistakes.mlir
diff examples/conflict.mlir
