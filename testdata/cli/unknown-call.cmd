verify -
