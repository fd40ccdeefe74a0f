# test: command
rules check testdata/cli/rules-check.toml
rules check testdata/cli/rules-check.toml -
rules check testdata/cli/rules-check.toml - --format json
rules check testdata/cli/beside-rules.toml examples/mlp.mlir
rules check absent.toml
rules check testdata/cli/budget-mistakes.toml
