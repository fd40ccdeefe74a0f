# test: command
onnx partition testdata/onnx/stages.textproto
onnx verify testdata/onnx/stages.textproto
onnx run testdata/onnx/stages.textproto --processes 3
onnx run testdata/onnx/stages.textproto --processes 4 --runtime embedded
onnx draw testdata/onnx/stages.textproto w2
onnx draw testdata/onnx/stages.textproto x
onnx why testdata/onnx/stages.textproto r
onnx draw testdata/onnx/mlp.textproto h --configuration two
onnx partition testdata/onnx/experts.textproto --mesh x=2,y=2 --tp-plan testdata/cli/onnx-expert-plan.json --tp-axis x --format json
onnx verify testdata/onnx/experts.textproto --mesh x=2,y=2 --tp-plan testdata/cli/onnx-expert-plan.json --tp-axis x --format json
