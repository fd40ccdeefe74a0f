# test: command
opt - --pass-pipeline='builtin.module(symbol-dce)'
opt - --symbol-dce
opt - --pass-pipeline='builtin.module(symbl-dce, func.func(symbol-dce), strip-debuginfo{a=b})'
opt - --pass-pipeline='builtin.module('
opt --list-passes
