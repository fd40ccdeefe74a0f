# test: command
explain PA0203
explain pa9999
