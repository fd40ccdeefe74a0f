# test: command
demo
