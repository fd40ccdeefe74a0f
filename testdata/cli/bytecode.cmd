# test: command
fmt testdata/bytecode/attributes.mlirbc
fmt testdata/bytecode/attributes.portable --debug-info
fmt testdata/bytecode/train.portable
fmt testdata/bytecode/train.jax --debug-info
check testdata/bytecode/train.mlirbc
show testdata/bytecode/train.jax
why testdata/bytecode/train.jax labels
comms testdata/bytecode/train.portable
comms testdata/bytecode/train.jax --mesh data=3,model=2
