"""Trains."""
import jax

print(jax.__version__)
