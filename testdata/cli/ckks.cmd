# test: command
ckks count resnet20 --slots 32768
ckks count testdata/ckks/nets/mnist.toml --slots 2048 --format json
ckks plan testdata/ckks/nets/mnist.toml --slots 2048
ckks plan testdata/ckks/nets/strided.toml --slots 1024
ckks plan testdata/ckks/nets/mnist.toml --slots 2048 --levels 3 --minimise time
ckks simulate testdata/ckks/nets/mnist.toml --slots 2048 --seed 3
ckks simulate testdata/ckks/nets/halo.toml --slots 2048
ckks lower testdata/ckks/nets/e3.toml --slots 1024 --stage loops
ckks count resnet20 --slots 16
ckks count resnet20 --slots 1000
ckks plan resnet20 --activation relu --levels 5
ckks plan resnet20 --activation mish
ckks plan testdata/ckks/nets/mnist.toml --slots 2048 --pin 'conv1=[4, 14, 14] in 1x[4, 14, 14] plane 16x16 slots 2048'
ckks plan testdata/ckks/nets/mnist.toml --slots 2048 --pin conv1=somewhere
ckks count alexnet
ckks run testdata/ckks/nets/e1.toml --slots 1024 --lattigo /nonexistent/lattigo.so
ckks count resnet18 --slots 256
