# test: command
show examples/mlp.mlir --notation jax
show examples/mlp.mlir --notation gspmd
why examples/mlp.mlir %7 --notation dtensor
why examples/mlp.mlir %7 --dim 0 --notation jax --format json
why-not examples/conflict.mlir %0 --dim 0 --axis x --notation jax
steps examples/mlp.mlir --at 2 --notation sdy
propagate examples/conflict.mlir --conflicts --notation jax
propagate examples/conflict.mlir --conflicts --all --notation dtensor
memory examples/mlp.mlir --top 3 --notation jax
diff examples/jax/train.mlir examples/jax/train_fixed.mlir --top 2 --notation jax
draw y.x:(1)2,_ --mesh x=4,y=2 --type f32[16,16] --notation gspmd
draw y.x:(1)2,_ --mesh x=4,y=2 --type f32[16,16] --notation dtensor
draw y.x,_ --mesh x=4,y=2 --type f32[16,16] --notation dtensor
draw 'P("x", unreduced={"y"})' --mesh x=4,y=2 --type f32[16,16] --notation gspmd
reshard x,_,y _,y,x --mesh x=4,y=2 --type f32[16,16,16] --notation jax
show examples/mlp.mlir --notation numpy
