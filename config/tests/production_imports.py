"""`python -m config.tests.production_imports FILE`: import what a deployment runs.

The apps for requirements.txt, vision for requirements/vision.txt. Packages that the file does not
pin are hidden, as if they were not installed; from vision the apps too, which its image has not.
"""

import re
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import Distribution, DistributionFinder, packages_distributions
from importlib.util import find_spec
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType

PROJECT = Path(__file__).resolve().parents[2]
FOUNDATION = ("records", "staff", "messaging", "rest", "exports", "privacy")
PACKAGES = (
    "config",
    *(f"foundation.{name}" for name in FOUNDATION),
    *("programs", "rewards", "activities", "recognition", "tagging"),
)
# Measures ours against another reader, which requirements/dev.txt has.
NOT_OF_A_DEPLOYMENT = {"vision.evaluate.rival"}


class OnlyPinned:
    """Finds no module that another distribution than those of a requirements file has installed."""

    def __init__(self, file: str, hidden: Collection[str] = ()) -> None:
        lines = (PROJECT / file).read_text().splitlines()
        pinned = {_plain(line.partition("==")[0]) for line in lines}
        owners = packages_distributions().items()
        others = {top for top, names in owners if pinned.isdisjoint(map(_plain, names))}
        self.hidden = others.union(hidden)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] in self.hidden:
            return None
        return PathFinder.find_spec(name, path, target)

    def find_distributions(self, context: DistributionFinder.Context) -> Iterable[Distribution]:
        return PathFinder.find_distributions(context)


def main() -> None:
    [file] = sys.argv[1:]
    {"requirements.txt": _import_apps, "requirements/vision.txt": _import_vision}[file](file)


def _import_apps(file: str) -> None:
    _find_only(OnlyPinned(file))
    django = import_module("django")
    django.setup()
    for name in ("manage", "gunicorn", *_modules(["foundation.fetching", *PACKAGES])):
        import_module(name)


def _import_vision(file: str) -> None:
    _find_only(OnlyPinned(file, hidden=PACKAGES))
    for name in _modules(["foundation.fetching", "vision"]):
        import_module(name)


def _find_only(pinned: OnlyPinned) -> None:
    sys.meta_path[:] = [pinned if each is PathFinder else each for each in sys.meta_path]
    # Importing this module has imported some of them.
    for name in [name for name in sys.modules if name.partition(".")[0] in pinned.hidden]:
        del sys.modules[name]


def _modules(packages: Sequence[str]) -> Iterator[str]:
    for package in packages:
        spec = find_spec(package)
        places = spec.submodule_search_locations if spec else None
        for module in walk_packages(places, f"{package}."):
            apart = {"tests", "conftest"} & set(module.name.split("."))
            if not apart and module.name not in NOT_OF_A_DEPLOYMENT:
                yield module.name


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name.strip()).lower()


if __name__ == "__main__":
    main()
