# test: command
verify -
verify - --format json
verify - --rtol 0
verify - --rtol 1e-3 --atol 1e-6
verify - --rtol=-1
verify - --timeout 600
verify - --max-memory 0.000001
run - --max-memory 0.000001
verify - --max-ops 1 --engine xla --reference xla
run -
