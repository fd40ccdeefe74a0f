demo
