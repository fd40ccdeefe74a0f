# test: command
propagate -
why-not - %arg0 --dim 1 --axis y
propagate - --conflicts
