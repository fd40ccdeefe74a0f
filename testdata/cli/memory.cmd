# test: command
memory -
memory - --donate --top 2
memory - --format json --top 2
memory examples/shard_map.mlir --top 0
