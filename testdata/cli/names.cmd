# test: command
show -
why - x
why - 'params["w"]' --dim -1
why - @main/%arg1 --dim 1
why - @main/x --dim 0
why - @relu/x
why - 19
why - 'result["out"]'
why - 'result["sum"]'
why-not - 'params["v"]' --dim -1 --axis model
why - w
why - 'params["u"]'
why - q
why - @relu/%9
why - @relu/params
why - @relo/%0
why - x --dim -3
why - x --dim 2
why-not - x --dim 0 --axis modle
why - result#2
