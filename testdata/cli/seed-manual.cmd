# test: command
propagate -
why - %2
why - %1
