"""`python -m config.tests.production_imports`: import the apps as a deployment does.

Packages that requirements.txt does not pin are hidden, as if they were not installed.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.metadata import packages_distributions
from importlib.util import find_spec
from pathlib import Path
from pkgutil import walk_packages

import django

PROJECT = Path(__file__).resolve().parents[2]
PACKAGES = (
    *("config", "records", "staff", "messaging", "rest", "exports", "privacy"),
    *("programs", "rewards", "activities", "recognition", "tagging"),
)


class OnlyPinned:
    """Hides what other distributions than those of requirements.txt have installed."""

    def __init__(self, requirements: str) -> None:
        pinned = {_plain(line.partition("==")[0]) for line in requirements.splitlines()}
        owners = packages_distributions().items()
        self.hidden = {top for top, names in owners if pinned.isdisjoint(map(_plain, names))}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: object = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] in self.hidden:
            raise ModuleNotFoundError(f"{name} is not of requirements.txt", name=name)
        return None


def main() -> None:
    sys.meta_path.insert(0, OnlyPinned((PROJECT / "requirements.txt").read_text()))
    django.setup()
    for name in ("manage", "gunicorn", *_modules()):
        import_module(name)


def _modules() -> Iterator[str]:
    for package in PACKAGES:
        spec = find_spec(package)
        places = spec.submodule_search_locations if spec else None
        for module in walk_packages(places, f"{package}."):
            if not {"tests", "conftest"} & set(module.name.split(".")):
                yield module.name


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name.strip()).lower()


if __name__ == "__main__":
    main()
