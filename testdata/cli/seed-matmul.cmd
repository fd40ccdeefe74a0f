# test: command
why - %C --table
why - %A --dim 2
why-not - %C --dim 1 --axis y
