# test: command
propagate - --format json
