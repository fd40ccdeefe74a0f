# test: command
propagate -
why - %1
