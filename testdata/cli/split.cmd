# test: command
check - --split-input-file
fmt - --split-input-file
opt - --split-input-file
