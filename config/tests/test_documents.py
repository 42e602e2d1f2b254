"""The documents name what is there, and say one thing."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

DOCUMENTS = sorted([settings.BASE_DIR / "README.md", *settings.BASE_DIR.glob("docs/*.md")])
CONFLICT = re.compile(r"^(<{7} |>{7} )", re.MULTILINE)
FILE = re.compile(r"`((?:[a-z_]+/)+[a-z_]+\.(?:py|html|md))`")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_name_files_that_exist(document):
    named = FILE.findall(document.read_text(encoding="utf-8"))

    assert [name for name in named if not (settings.BASE_DIR / name).is_file()] == []


def test_are_merged_whole():
    texts = {
        each: each.read_text(encoding="utf-8") for each in settings.BASE_DIR.glob("docs/**/*.md")
    }

    assert [each.name for each, text in texts.items() if CONFLICT.search(text)] == []


READS = re.compile(r'\benv(?:\.\w+)?\(\s*"([A-Z0-9_]+)"')


def test_operations_names_every_variable_that_settings_read():
    page = (settings.BASE_DIR / "docs" / "operations.md").read_text()
    sources = [path.read_text() for path in (settings.BASE_DIR / "config").glob("*.py")]
    read = {name for source in sources for name in READS.findall(source)}

    missing = sorted(name for name in read if f"`{name}`" not in page)

    assert len(read) > 50
    assert missing == []


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


def security_page() -> str:
    return (ROOT / "docs/security.md").read_text()


def test_security_names_tests_that_exist() -> None:
    named = list(named_in(security_page()))

    known = {file: defined_in(file) for file, _ in named}
    assert len(named) > 80
    assert [(file, test) for file, test in named if test not in known[file]] == []


def test_security_names_a_test_and_no_whole_file_for_each_threat() -> None:
    table = security_page().partition("| Threat |")[2].partition("\n\n")[0]
    shown_by = [row.split(" | ")[2] for row in table.splitlines()[2:]]

    assert len(shown_by) > 20
    assert [row for row in shown_by if not list(named_in(row))] == []
    assert re.findall(r"`[^`]+\.py`", security_page()) == []
