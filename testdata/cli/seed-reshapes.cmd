# test: command
opt - --sdy-populate-op-sharding-rules
