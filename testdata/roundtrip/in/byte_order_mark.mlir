sdy.mesh @m = <["x"=2]>
