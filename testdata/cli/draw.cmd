# test: command
draw data,model --mesh data=4,model=2 --type f32[16,16]
draw 'P("data")' --mesh data=4,model=2 --type bf16[10,16]
draw '[{"y":(2)2, "x"}]' --mesh x=2,y=4 --type f32[13]
draw x,_,y,z --mesh x=2,y=2,z=2,w=2 --type f32[4,3,4,4]
draw '[{}, {}], unreduced={"x"}' --mesh x=4,y=2 --type f32[4,4]
draw 'P()' --mesh x=4 --type f32[]
draw x,y --mesh x=256,y=128 --type f32[4096,4096]
draw x,y,z --mesh x=64,y=64,z=64 --type f32[64,64,64]
draw x,_ --mesh x=2,y=2 --device-ids 3,1,2,0 --type f32[3,4] --format json
draw - %0
draw - %y
draw - result#0 --format json
draw - %1
draw -
draw x --mesh x=4
draw x,_ --mesh x=4 --type f32[16]
draw q --mesh x=4 --type f32[16]
draw x --mesh x=4 --type f33[16]
draw x --mesh x= --type f32[16]
