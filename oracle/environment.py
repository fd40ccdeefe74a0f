"""Settings every script of this folder needs before JAX starts.

Import this module first: XLA reads its flags once, when a backend opens.
"""

import os
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent

# Eight simulated devices are enough for every mesh made of real devices;
# larger meshes are abstract. Only the CPU backend is ever opened.
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import jax
import jaxlib
import numpy

# Locations name files relative to this folder or to the installed packages,
# so that debug text is the same wherever the folder lives.
jax.config.update(
    "jax_hlo_source_file_canonicalization_regex",
    rf"{re.escape(str(HERE) + os.sep)}|.*[/\\](site|dist)-packages[/\\]",
)

VERSIONS = {
    "jax": jax.__version__,
    "jaxlib": jaxlib.__version__,
    "numpy": numpy.__version__,
}
