# test: command
comms - --rules testdata/cli/beside-rules.toml
comms - --topology testdata/cli/beside-topology.toml
propagate - --conflicts --rules testdata/cli/beside-rules.toml
reshard x,_ _,x --mesh x=4 --type f32[16,16] --topology testdata/cli/beside-topology.toml
why-not - %0 --dim 0 --axis data
why-not - %2 --dim 1 --axis data
why-not - %2 --dim 1 --axis data --format json
why-not - %2 --dim 1 --axis model
reshard 'P("x", None)' 'P(None, "x")' --mesh x=4 --type f32[16,16]
reshard 'P(("x", "y"))' 'P()' --mesh x=4,y=2 --type f32[16,16]
reshard 'P("x", None, None)' 'P()' --mesh x=4 --type f32[16,16]
reshard 'P(x)' 'P()' --mesh x=4 --type f32[16,16]
reshard x,_ _,x --mesh 4x2 --type f32[16,16]
ckks plan testdata/ckks/nets/mnist.toml --slots 2048 --mesh x=2 --shard 'cnv1=[x, -, -]'
ckks plan testdata/ckks/nets/mnist.toml --slots 2048 --pin fcc=x
ckks plan testdata/ckks/nets/mnist.toml --slots 2048 --mesh 4x2
