# test: command
why - %0
why - %1#1
why - %1
why - %2 --dim 1
why-not - %0 --dim 0 --axis y
propagate -
memory -
