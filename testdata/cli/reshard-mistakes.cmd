# test: command
reshard --mesh x=4,y=2 --type f33[16] x _
reshard --mesh x=4,y=2 --type f32[16,a] x,_ _,x
reshard --mesh x=4,y=2 --type f32[16 x _
reshard --mesh x=4,y --type f32[16] x _
reshard --mesh x=4,x=2 --type f32[16] x _
reshard --mesh x=4,y=2 --type f32[16] z _
reshard --mesh x=4,y=2 --type f32[16,16] x,x _,_
reshard --mesh x=4,y=2 --type f32[16,16] x _
reshard --mesh x=4,y=2 --type f32[16] '[{"x"}] and more' _
reshard --mesh x=4,y=2 --to-mesh x=4 --type f32[16] x x
reshard --mesh x=4,y=2 --type f32[16] x '[{}], unreduced={"y"}'
reshard --mesh x=4,y=2 --type f32[16,16] x,_ _,_ --memory 1000
reshard --mesh x=4,y=2 --type f32[9999999999,9999999999] x,_ _,_
reshard --mesh x=4 --device-ids 0,1 --type f32[16] x _
reshard --mesh x=2 --to-mesh= --to-device-ids 1 --type f32[] '[]' '[]'
reshard --mesh x=4,y=2 --type f32[16] x _ --topology testdata/cli/reshard-mistakes.toml
reshard --mesh x=4,y=2 --type f32[16] x _ --topology testdata/cli/none.toml
