# test: command
reduce - --keep-code PA0406
reduce - --keep 'grep -q "call @my_scan"'
reduce - --keep 'grep -q my_scan {}' --max-trials 3
reduce - --keep-different
reduce examples/mistakes.mlir --keep-code PA0203
reduce examples/mistakes.mlir --keep-different
reduce - --keep-code PA9999
reduce - --keep-code PA0406 --keep-different
reduce -
reduce - --keep-code PA0406 --format json
