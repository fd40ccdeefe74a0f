# test: command
comms - --format json
comms - --format json --replica-groups lists
partition -
partition - --replica-groups lists
