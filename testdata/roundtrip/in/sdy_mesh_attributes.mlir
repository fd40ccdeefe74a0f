// test: canonical
sdy.mesh @m = #sdy.mesh<["x"=2]>
sdy.mesh @ordered = #sdy.mesh<["x"=2], device_ids=[1, 0]>
sdy.mesh @nested = #sdy<mesh<["x"=2]>>
sdy.mesh @empty = #sdy.mesh<[]> {foo}
// -----
#mesh = #sdy.mesh<["x"=2, "y"=4]>
sdy.mesh @m = #mesh
func.func @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}) {
  return
}
