// test: canonical
!foo = !dialect.type<"a", b>
#bar = #dialect.attr<[1, 2]>
func.func @f(%a: !foo) {
 %0="dialect.op"(%a){x=#bar}:(!foo)->!foo
 "dialect.br"()[^bb1]:()->()
^bb1: // comment
 "dialect.ret"():()->()
}
// -----
"x.y"() ({ "x.z"() : () -> () }, {}) : () -> ()
// -----
func.func @f() {
 %r:3 = "x.multi"() {b, a} : () -> (i1, i2, i3)
 "x.use"(%r#2, %r#0, %r) : (i3, i1, i1) -> ()
 return
}
