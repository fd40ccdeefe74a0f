"""Where the models come from."""

import dataclasses
import functools
from typing import Callable

from families import FAMILIES
from packages import FILES
from packages import write as write_package


@dataclasses.dataclass(frozen=True)
class Source:
    name: str
    # What the model is made from, beside the code of `files`.
    key: object
    files: tuple
    write: Callable
    # The model that it is made from, if that is another one of these.
    origin: str = ""


def write_family(family, exporter):
    def write(folder):
        import make

        make.write_family(folder, family, exporter)

    return write


def all_sources():
    return [*families(), *networks(), *packages(), *classical(), *quantised(), *written()]


def families():
    for family in FAMILIES.values():
        for exporter in family.exporters:
            yield Source(f"{family.name}-{exporter}", dataclasses.replace(family, exporters=()), ("make.py",), write_family(family, exporter))


def networks():
    from networks import BOTH, NETWORKS, write

    for name, (_, _, about) in NETWORKS.items():
        for exporter in about.get("exporters", BOTH):
            yield Source(f"{name}-{exporter}", name, ("networks.py",), functools.partial(write, name=name, exporter=exporter))


def packages():
    for name, file in FILES.items():
        yield Source(name, file, ("packages.py",), functools.partial(write_package, name=name))


def classical():
    import classical

    for name in classical.NAMES:
        yield Source(name, name, ("classical.py",), functools.partial(classical.write, name=name))


def quantised():
    from quantised import FORMS, write

    for name, origin in FORMS.items():
        yield Source(name, name, ("quantised.py",), functools.partial(write, name=name), origin=origin)


def written():
    from written import WRITTEN, write

    for name in WRITTEN:
        yield Source(name, name, ("written.py",), functools.partial(write, name=name))


def by_name():
    return {each.name: each for each in all_sources()}
