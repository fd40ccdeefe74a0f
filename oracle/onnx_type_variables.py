"""Writes the type variables of every op of the default name space, by the newest schemas of the installed onnx, as JSON.

usage: onnx_type_variables.py FILE

Each op has two lists, for its inputs and its outputs. A variable that allows one type only is that type; `...` follows what may be
repeated.
"""

import json
import sys

from onnx import defs

VARIADIC = defs.OpSchema.FormalParameterOption.Variadic


def variable(schema, parameter):
    allowed = [c.allowed_type_strs for c in schema.type_constraints if c.type_param_str == parameter.type_str]
    only = allowed[0][0] if allowed and len(allowed[0]) == 1 else parameter.type_str
    return only + ("..." if parameter.option == VARIADIC else "")


def main():
    ops = {}
    for schema in defs.get_all_schemas():
        if schema.domain == "":
            ops[schema.name] = [[variable(schema, each) for each in side] for side in (schema.inputs, schema.outputs)]
    lines = [f"{json.dumps(name)}: {json.dumps(ops[name])}" for name in sorted(ops)]
    with open(sys.argv[1], "w") as file:
        file.write("{\n" + ",\n".join(lines) + "\n}\n")


main()
