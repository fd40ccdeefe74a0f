# test: command
show - --mesh data=4,model=2
comms - --mesh model=2,data=4
propagate - --mesh data=4,model=2
why - %0 --mesh data=4,model=2
memory - --mesh data=4,model=2 --format json
draw - %0 --mesh data=4,model=1
show - --mesh data=5,model=3
show - --mesh data=4
show - --mesh data=4,model=2,pod=2
show - --mesh data=4,model=x
check examples/shard_map.mlir --mesh x=8
fmt - --mesh data=4,model=2
