# test: command
propagate -
why-not - %0 --dim 1 --axis x
