# test: command
onnx partition testdata/onnx/grouped_queries.textproto --mesh x=2 --shard w2=_,x --shard w3=_,x --shard w4=_,x --shard w5=x,_ --shard w6=_,x --shard w7=_,x --shard w8=x,_
onnx verify testdata/onnx/grouped_queries.textproto --mesh d=2,x=2 --shard ids=d,_ --shard w2=_,x --shard w3=_,x --shard w4=_,x --shard w5=x,_ --shard w6=_,x --shard w7=_,x --shard w8=x,_
onnx partition testdata/onnx/grouped_queries.textproto --mesh x=2 --shard w1=x,_
onnx partition testdata/onnx/sequence_first.textproto --mesh x=2 --shard w1=_,x --shard w2=x,_ --shard w3=_,x --shard w4=x,_
onnx verify testdata/onnx/sequence_first.textproto --mesh d=2,x=2 --shard x=d,_,_ --shard w1=_,x --shard w2=x,_ --shard w3=_,x --shard w4=x,_
onnx partition testdata/onnx/sliced_projection.textproto --mesh x=2 --shard w1=_,x --shard w2=x,_
onnx verify testdata/onnx/sliced_projection.textproto --mesh d=2,x=2 --shard x=d,_,_ --shard w1=_,x --shard w2=x,_
