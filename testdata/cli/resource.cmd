# test: command
run -
fmt -
