# test: command
onnx partition testdata/onnx/modules.textproto --mesh x=2 --tp-plan testdata/cli/onnx-tp-plan.json
onnx verify testdata/onnx/modules.textproto --mesh x=2 --tp-plan testdata/cli/onnx-tp-plan.json --format json
onnx partition testdata/onnx/modules.textproto --mesh x=2,y=2 --tp-plan testdata/cli/onnx-tp-plan.json
onnx partition testdata/onnx/modules.textproto --mesh x=2,tp=2 --tp-plan testdata/cli/onnx-tp-plan.json --tp-axis y
onnx partition testdata/onnx/modules.textproto --mesh x=2 --tp-plan testdata/cli/onnx-shardings.txt
onnx verify testdata/onnx/modules.textproto --mesh x=2 --shardings testdata/cli/onnx-shardings.txt
onnx infer testdata/onnx/modules.textproto --mesh x=2 --shard model.*.up_proj.weight=_,x --shard onnx::MatMul_9=_,x
onnx partition testdata/onnx/modules.textproto --mesh x=2 --shard model.*.upproj.weight=_,x
onnx partition testdata/onnx/modules.textproto --mesh x=2 --shard model.*.up_proj.weight=_,_,x
onnx draw testdata/onnx/modules.textproto r --mesh x=2 --shardings testdata/cli/onnx-shardings.txt
onnx draw testdata/onnx/modules.textproto logit --mesh x=2 --shardings testdata/cli/onnx-shardings.txt
onnx infer testdata/onnx/joined.textproto --mesh x=2 --shard a=x,_ --shard b=x,_
onnx infer testdata/onnx/joined.textproto --mesh x=2 --shard a=x,_ --shard b=x,_ --lenient
onnx verify testdata/onnx/experts.textproto --mesh x=2 --tp-plan testdata/cli/onnx-expert-plan.json
onnx verify testdata/onnx/experts.textproto --mesh x=2 --tp-plan testdata/cli/onnx-columns-plan.json
