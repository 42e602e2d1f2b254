"""The documents name files that are there, and say one thing."""

import re

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
