# test: command
reshard --mesh x=4,y=2 --type f32[16,16,16] '[{"x"}, {}, {"y"}]' '[{}, {"x"}, {"y"}]'
reshard --mesh x=2,y=2 --type f32[64,64,64] _,_,x.y _,y.x,_
reshard --mesh x=4,y=2 --type f32[16,16] x,y y,x
reshard --mesh x=4,y=2 --type f32[16,16] x,_ x,_
reshard --mesh x=4,y=2 --type bf16[10,16] x,_ _,x.y
reshard --mesh x=8 --type f32[16,16] x:(1)2,x:(4)2 _,x
reshard --mesh x=4,y=2 --type f32[64,64] '[{"y"}, {}], unreduced={"x"}' '[{"y"}, {"x"}]'
reshard --mesh x=4,y=4 --type f32[1024,1024] '[{}, {}], unreduced={"x"}' '[{}, {}]'
reshard --mesh x=4,y=2 --to-mesh a=8 --type f32[16] x.y a
reshard --mesh x=4 --to-device-ids 3,1,2,0 --type f32[16] x x
reshard --mesh x=2,y=2,z=2 --type f32[512,512,512] --topology testdata/cli/reshard.toml '_,_,y' '_,_,z.x'
reshard --mesh x=2,y=2,z=2 --type f32[512,512,512] '_,_,y' '_,_,z.x'
reshard --mesh x=4,y=2 --type f32[64,64] x,_ _,y --memory 12000 --format json
reshard --mesh x=2,y=2,z=2 --type f32[512,512,512] --topology testdata/cli/reshard.toml '_,_,x.y' '_,_,_'
reshard --mesh x=2,y=2,z=2 --type f32[512,512,512] --topology testdata/cli/reshard.toml '_,_,y.x' '_,_,_'
reshard --mesh x=4,y=4 --type bf16[8192,8192] --hardware h200x16 'x.y,_' '_,_'
reshard --mesh x=4,y=4 --type bf16[8192,8192] --hardware h200x16 'x.y,_' '_,_' --minimise bytes
reshard --mesh x=4,y=4 --type bf16[8192,8192] --hardware h200x8 'x.y,_' '_,_'
