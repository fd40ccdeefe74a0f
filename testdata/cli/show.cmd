# test: command
show examples/shard_map.mlir
show examples/sub_axes.mlir --format json
