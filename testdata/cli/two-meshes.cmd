# test: command
partition -
