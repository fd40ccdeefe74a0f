// test: canonical
// leading comment
func.func@f(%a:tensor<4xf32>,%b:tensor<4xf32>)->tensor<4xf32>{%0=stablehlo.add%a,%b:tensor<4xf32> return%0:tensor<4xf32>}// tail
// -----
   module   @m
     attributes   {   x.a   =   1   }   // c1
 {
   // c2
   func.func   private   @g (   tensor<4xf32>   {  a.b  =  "x"  }  )   ->   (   tensor<4xf32>   )   // c3
 }
// -----
func.func @f(%a: tensor<4x8xf32>, %z: tensor<f32>) {
  %0=stablehlo.reduce(%a init:%z)applies stablehlo.add across dimensions=[0,1]:(tensor<4x8xf32>,tensor<f32>)->tensor<f32>
  %1 = stablehlo.slice %a [0 : 2 , 0:8:2]
     : (tensor<4x8xf32>)
     -> tensor<2x4xf32>
  %2 = stablehlo.transpose %a,dims=[1,0]:(tensor<4x8xf32>)->tensor<8x4xf32>
  %3 = stablehlo.constant dense<[[1,2],[3,4]]>:tensor<2x2xi32>
  %4 = stablehlo.dot_general %a,%a,contracting_dims=[0]x[0]:(tensor<4x8xf32>,tensor<4x8xf32>)->tensor<8x8xf32>
  %5 = stablehlo.broadcast_in_dim %z , dims = [ ] : ( tensor < f32 > ) -> tensor < 2 x 3 x f32 >
  return
}
// -----
// every token on its own line
func.func
@f
(
%a
:
tensor<2xf32>
)
{
%0
=
stablehlo.abs
%a
:
tensor<2xf32>
return
}
// -----
sdy.mesh@m=<["a"=2,"b"=4]>
func.func @f(%a:tensor<8x8xf32>{sdy.sharding=#sdy.sharding<@m,[{"a",?},{"b":(2)2}p1],replicated={"b":(1)2}>}){
 %0=sdy.sharding_constraint %a<@m,[{"a"},{?}]>:tensor<8x8xf32>
 %1=sdy.manual_computation(%a)in_shardings=[<@m,[{"a"},{}]>]out_shardings=[<@m,[{"a"},{}]>]manual_axes={"a"}(%b:tensor<4x8xf32>){sdy.return%b:tensor<4x8xf32>}:(tensor<8x8xf32>)->tensor<8x8xf32>
 sdy.sharding_group %a group_id = 3 : tensor<8x8xf32>
 return }
// -----
func.func @f(%a: tensor<2xf32>) {
	%0 = stablehlo.add	%a, %a	: tensor<2xf32>
  %1 = stablehlo.compare  LT ,%a,%a  ,  FLOAT:(tensor<2xf32>,tensor<2xf32>)->tensor<2xi1>
  %2 = stablehlo.reduce_precision %a, format=e5m10 : tensor<2xf32>
  %3:2 = stablehlo.while( %i=%a,%j=%a ):tensor<2xf32>,tensor<2xf32> cond{%c = stablehlo.constant dense<true>:tensor<i1> stablehlo.return%c:tensor<i1>}do{stablehlo.return%i,%j:tensor<2xf32>,tensor<2xf32>}
  return
}
