"""The pytest plug-in: fixtures for budgets and for snapshots of communication.

    def test_step(comms_snapshot):
        comms_snapshot(partita.analyze(step, params, batch))

    @pytest.mark.partita(budget="step.toml")
    def test_budget(assert_budget):
        assert_budget(partita.analyze(step, params, batch))

Snapshots are in the folder `__comms__` next to the test; `pytest --partita-update` writes them again. Paths of budgets are relative to
the test.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ._analysis import Analysis


def pytest_addoption(parser: Any) -> None:
    """Adds the option that accepts changes."""
    group = parser.getgroup("partita")
    group.addoption("--partita-update", action="store_true", help="write the snapshots of communication again")


def pytest_configure(config: Any) -> None:
    """Describes the marker."""
    config.addinivalue_line("markers", "partita(budget): the budget that the fixture assert_budget checks by default")


@pytest.fixture
def assert_budget(request: Any) -> Callable[..., None]:
    """Fails if a program exceeds a budget: `assert_budget(analysis, "step.toml")`."""

    def check(analysis: Analysis, budget: Any = None) -> None:
        __tracebackhide__ = True
        from . import testing

        marker = request.node.get_closest_marker("partita")
        if budget is None and marker is not None:
            budget = marker.kwargs.get("budget")
        if budget is None:
            pytest.fail("no budget: pass one, or mark the test with `@pytest.mark.partita(budget='step.toml')`")
        if "\n" not in str(budget) and "=" not in str(budget):
            budget = Path(request.path).parent / budget
        testing.assert_budget(analysis, budget)

    return check


@pytest.fixture
def comms_snapshot(request: Any) -> Callable[..., None]:
    """Fails if a program communicates differently from its snapshot: `comms_snapshot(analysis)`."""
    taken: list[str] = []

    def check(analysis: Analysis, name: str | None = None) -> None:
        __tracebackhide__ = True
        from . import testing

        test = re.sub(r"[^\w.-]+", "_", request.node.name)
        number = f"-{len(taken)}" if taken and name is None else ""
        file = f"{name or test}{number}.txt"
        taken.append(file)
        path = Path(request.path).parent / "__comms__" / file
        testing.assert_same_communication(analysis, path, update=request.config.getoption("--partita-update"))

    return check
