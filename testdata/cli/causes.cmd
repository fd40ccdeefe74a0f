# test: command
comms - --split-input-file --all
