partition -
