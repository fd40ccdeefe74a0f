propagate -
why - %2
why - %1
