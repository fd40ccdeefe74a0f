# test: command
verify -
verify - --engine xla --reference xla
run -
