"""docs/security.md names the tests that show what keeps each threat out."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
# `a/test_b.py::test_c`, or `::test_d` for another test of the file before it.
NAMED = re.compile(r"`([a-z_/]+/test_[a-z_]+\.py)?::(test_\w+)`")


def named_in(text: str) -> Iterator[tuple[str, str]]:
    file = ""
    for named in NAMED.finditer(text):
        file = named[1] or file
        yield file, named[2]


def defined_in(file: str) -> set[str]:
    path = ROOT / file
    if not path.is_file():
        return set()
    return {each.name for each in ast.parse(path.read_text()).body if hasattr(each, "name")}


def page() -> str:
    return (ROOT / "docs/security.md").read_text()


def test_names_tests_that_exist() -> None:
    named = list(named_in(page()))

    known = {file: defined_in(file) for file, _ in named}
    assert len(named) > 80
    assert [(file, test) for file, test in named if test not in known[file]] == []


def test_names_a_test_and_no_whole_file_for_each_threat() -> None:
    table = page().partition("| Threat |")[2].partition("\n\n")[0]
    shown_by = [row.split(" | ")[2] for row in table.splitlines()[2:]]

    assert len(shown_by) > 20
    assert [row for row in shown_by if not list(named_in(row))] == []
    assert re.findall(r"`[^`]+\.py`", page()) == []
