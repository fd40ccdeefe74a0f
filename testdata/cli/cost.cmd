# test: command
cost - --hardware h200x4
cost - --hardware h200x4 --by kind --overlap none
cost - --hardware tpu-v5p-2x2 --all
cost - --hardware h200x4 --by kind --format json
comms - --hardware h200x4
cost - --hardware h200x2
cost - --hardware b200
cost - --hardware testdata/cli/cost-mistakes.toml
