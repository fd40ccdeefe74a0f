# test: command
cost - --hardware testdata/auto/two-levels.toml
partition - --hardware testdata/auto/two-levels.toml
verify - --hardware testdata/auto/two-levels.toml
partition -
cost - --hardware testdata/auto/two-levels.toml --topology testdata/cli/uneven-links.toml
partition - --hardware h200x4
