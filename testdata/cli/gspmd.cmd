# test: command
check -
show -
propagate -
comms -
memory - --top 0
verify -
fmt -
