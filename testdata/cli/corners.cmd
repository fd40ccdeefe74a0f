# test: command
fmt -
