"""Rules that hold in each source of the apps."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

from django.conf import settings

from tools.local.folders import PROJECT

SKIPS = re.compile(r"skip_locked=True|SKIP LOCKED")
LOOKS_AGAIN = {
    "foundation/messaging/jobs.py": "the next sweep wakes the job",
    "foundation/messaging/outbox/rows.py": "another worker has the row; the lane stays due",
    "recognition/rejudging/rejudging.py": "the next sweep claims the photo",
    "recognition/processing/storing.py": "the next sweep resumes the photo",
    "recognition/due.py": "the next sweep claims the row",
    "tagging/works/commands.py": "it waits for the tasks before it refuses with no-tasks",
}


def test_every_place_that_skips_locked_rows_looks_again():
    found = {
        str(path.relative_to(settings.BASE_DIR))
        for app in settings.OWN_FOLDERS
        for path in (settings.BASE_DIR / app).rglob("*.py")
        if "tests" not in path.parts and SKIPS.search(path.read_text())
    }

    assert found == set(LOOKS_AGAIN)


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


MOMENT = re.compile(r'\|date:"[^"]*H:i[^"]*" ?\}\}(?! UTC)')


def test_our_templates_write_a_moment_with_utc_behind_it():
    written = {
        str(path.relative_to(PROJECT)): MOMENT.findall(path.read_text())
        for folder in ("templates", *settings.OWN_FOLDERS)
        for path in (PROJECT / folder).rglob("*.html")
        if "templates" in path.parts
    }

    assert len(written) > 20
    assert {path: moments for path, moments in written.items() if moments} == {}
