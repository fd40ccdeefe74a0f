# test: command
fmt - --format json
opt - --symbol-dce --format json
ckks lower testdata/ckks/nets/e1.toml --slots 1024 --format json
completions bash --format json
partition - --format json
run - --format json
opt --list-passes --format json
