# test: command
check - --split-input-file
