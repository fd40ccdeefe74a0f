# test: command
verify -
partition - --shardings -
