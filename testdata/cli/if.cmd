propagate -
propagate - --compat shardy
why - %0
