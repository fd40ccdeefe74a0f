// test: canonical
sdy.mesh @m = <["x"=2]>
