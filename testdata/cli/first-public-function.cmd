# test: command
verify -
