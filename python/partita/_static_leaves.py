"""Functions whose arguments and results contain more than arrays, such as models with activation functions.

`jax.jit` refuses leaves that are not arrays. Here they are constants of the function: it is traced with `None` in their places, which JAX skips, and
so every argument keeps its path. The leaves among the results are recorded while JAX traces.
"""

from __future__ import annotations

import functools
import numbers
from collections.abc import Callable
from typing import Any


def is_array(leaf: Any) -> bool:
    """Whether a leaf has a shape and an element type: an array, a shape, or a scalar of NumPy."""
    return hasattr(leaf, "shape") and hasattr(leaf, "dtype")


def is_traceable(leaf: Any) -> bool:
    """Whether `jax.jit` takes a leaf: also numbers of Python."""
    return is_array(leaf) or isinstance(leaf, numbers.Number)


def unwrapped(function: Callable[..., Any]) -> tuple[Callable[..., Any], Callable[[Any], bool]]:
    """A function to trace, and which of its leaves are traced.

    Wrappers that lower, but do not trace, are those of libraries that separate arrays from the rest, such as `equinox.filter_jit`;
    numbers of Python are constants there.
    """
    inner = getattr(function, "__wrapped__", None)
    if hasattr(function, "lower") and callable(inner):
        return inner, is_array
    return function, is_traceable


class StaticLeaves:
    """A function of arrays alone, and the leaves that were separated from its arguments and results."""

    def __init__(self, function: Callable[..., Any], traced: Callable[[Any], bool], args: Any, kwargs: Any) -> None:
        import jax

        self._tree = jax.tree_util
        leaves, self.in_tree = self._tree.tree_flatten((args, kwargs))
        #: The indices of arrays among all leaves of the arguments.
        self.arrays = [at for at, leaf in enumerate(leaves) if traced(leaf)]
        self._leaves = leaves
        self._results: list[Any] = []
        self.out_tree: Any = None

        # The wrapper has the names of the parameters, which are those of the arguments in the text.
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            args, kwargs = self.filled((args, kwargs))
            self._results, self.out_tree = self._tree.tree_flatten(function(*args, **kwargs))
            arrays = [leaf if is_traceable(leaf) else None for leaf in self._results]
            self._results = [None if is_traceable(leaf) else leaf for leaf in self._results]
            return self._tree.tree_unflatten(self.out_tree, arrays)

        #: The function of arrays.
        self.function = call

    def arguments(self, leaves: list[Any] | None = None) -> tuple[Any, Any]:
        """The arguments, or others with these leaves, with `None` in the places of what is not an array."""
        kept = set(self.arrays)
        given = self._leaves if leaves is None else leaves
        return self._tree.tree_unflatten(self.in_tree, [leaf if at in kept else None for at, leaf in enumerate(given)])

    def filled(self, given: Any) -> Any:
        """Arguments of the function of arrays as those of the original."""
        leaves = list(self._leaves)
        for at, leaf in zip(self.arrays, self._tree.tree_leaves(given)):
            leaves[at] = leaf
        return self._tree.tree_unflatten(self.in_tree, leaves)

    def results(self, arrays: list[Any]) -> Any:
        """Arrays that the function of arrays returned as a result of the original."""
        remaining = iter(arrays)
        leaves = [next(remaining) if leaf is None else leaf for leaf in self._results]
        return self._tree.tree_unflatten(self.out_tree, leaves)
