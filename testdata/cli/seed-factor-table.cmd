# test: command
why - %T2 --table --strategy basic
propagate - --strategy basic --conflicts
