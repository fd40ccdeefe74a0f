# test: command
propagate -
