# test: command
comms -
comms - --by layer
memory - --top 3
