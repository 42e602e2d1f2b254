"""A class of the apps has its name alone."""

import ast
from collections import defaultdict
from collections.abc import Iterator

from django.conf import settings

# What Django looks for under this name, in each app.
EXPECTED = frozenset({"Command", "Meta", "Config", "Media"})


def test_no_two_classes_have_one_name():
    places: dict[str, list[str]] = defaultdict(list)
    for name, place in _classes():
        places[name].append(place)

    doubled = {name: where for name, where in sorted(places.items()) if len(where) > 1}
    assert not doubled, "\n".join(f"{name}: {', '.join(where)}" for name, where in doubled.items())


def _classes() -> Iterator[tuple[str, str]]:
    for app in ("config", *settings.OWN_PACKAGES):
        for path in sorted((settings.BASE_DIR / app).rglob("*.py")):
            relative = path.relative_to(settings.BASE_DIR)
            if {"tests", "migrations"} & set(relative.parts):
                continue
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ClassDef) and node.name not in EXPECTED:
                    yield node.name, f"{relative}:{node.lineno}"
