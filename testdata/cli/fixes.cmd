# test: command
check -
check - --format sarif
check - --fix -o -
check - --fix
check - -o fixed.mlir
