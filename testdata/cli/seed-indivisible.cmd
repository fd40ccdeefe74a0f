# test: command
propagate -
why - %0 --format json
