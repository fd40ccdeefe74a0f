# test: command
check -
show -
comms -
memory - --top 0
memory - --top 0 --pad-io
