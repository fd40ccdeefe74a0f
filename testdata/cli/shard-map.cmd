# test: command
check -
