"""The test cases of single ONNX ops that come with the onnx package, as folders like those of onnx_models.py.

    python onnx_node_cases.py OUTDIR

Models that are newer than opset 22 are declared to be of 22, and left out where their ops are not in it. Cases with values that are
no tensors, with strings or with types that NumPy lacks are left out.
"""

import pathlib
import shutil
import sys
import warnings

import numpy as np
import onnx
from onnx import numpy_helper

OPSET = 22
IR_VERSION = 10


def plain(values):
    """The values as arrays; none if one of them is not a plain tensor."""
    arrays = []
    for value in values:
        if isinstance(value, onnx.TensorProto):
            value = numpy_helper.to_array(value)
        if not isinstance(value, (np.ndarray, np.generic)) or np.asarray(value).dtype.kind not in "fiub":
            return None
        arrays.append(np.asarray(value))
    return arrays


def write(folder, model, inputs, outputs):
    folder.mkdir(parents=True)
    (folder / "model.onnx").write_bytes(model.SerializeToString())
    for kind, infos, arrays in (("input", model.graph.input, inputs), ("output", model.graph.output, outputs)):
        for place, (info, array) in enumerate(zip(infos, arrays)):
            tensor = numpy_helper.from_array(array, info.name)
            (folder / f"{kind}_{place}.pb").write_bytes(tensor.SerializeToString())


def main():
    warnings.filterwarnings("ignore")
    from onnx.backend.test.case.node import collect_testcases

    outdir = pathlib.Path(sys.argv[1])
    shutil.rmtree(outdir, ignore_errors=True)
    written = 0
    for case in collect_testcases(None):
        model = case.model
        if model is None or len(case.data_sets) == 0:
            continue
        inputs, outputs = (plain(values) for values in case.data_sets[0])
        if inputs is None or outputs is None:
            continue
        model.ir_version = min(model.ir_version, IR_VERSION)
        for entry in model.opset_import:
            if entry.domain in ("", "ai.onnx"):
                entry.version = min(entry.version, OPSET)
        try:
            onnx.checker.check_model(model)
        except onnx.checker.ValidationError:
            continue
        write(outdir / case.name, model, inputs, outputs)
        written += 1
    print(f"{written} cases")
    return 0


if __name__ == "__main__":
    sys.exit(main())
