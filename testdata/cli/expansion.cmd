# test: command
comms -
comms - --max-expansion 100
opt - --sdy-flatten-call-graph --max-expansion 100
opt - --sdy-import-func-calls --max-expansion 100
