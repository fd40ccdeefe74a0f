"""Programs of the tests."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"

#: A product whose contracting dimension is sharded: one all_reduce along x.
PRODUCT = """
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func public @main(%a: tensor<8x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>} loc("a"),
                %b: tensor<512x6xf32> loc("params['b']")) -> (tensor<8x6xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x512xf32>, tensor<512x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}
"""

#: The same without a sharded contraction: no collective.
BATCH_ONLY = PRODUCT.replace('[{"y"}, {"x"}]', '[{"y"}, {}]')


def deep(layers):
    """A program that takes a while: a chain of products."""
    lines = [
        'sdy.mesh @mesh = <["x"=2]>',
        'func.func @main(%0: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<64x64xf32> {',
    ]
    ty = "tensor<64x64xf32>"
    for at in range(layers):
        lines.append(
            f"  %{at + 1} = stablehlo.dot_general %{at}, %{at}, contracting_dims = [1] x [0] : ({ty}, {ty}) -> {ty}"
        )
    return "\n".join([*lines, f"  return %{layers} : {ty}", "}"])
