propagate -
why - %1
