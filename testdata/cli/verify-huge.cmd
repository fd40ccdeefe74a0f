# test: command
verify - --max-memory 64
