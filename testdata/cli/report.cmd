# test: command
report - --format json --title small
report examples/mlp.textproto --format json
