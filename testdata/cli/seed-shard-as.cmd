# test: command
propagate -
why - result#0
