# comment
from jax import numpy
