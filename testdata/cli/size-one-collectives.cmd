propagate -
