propagate -
why - result#0
