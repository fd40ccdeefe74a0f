# test: command
propagate -
propagate - --compat shardy
why - %0
