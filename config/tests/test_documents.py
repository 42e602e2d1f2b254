"""The documents name files that are there."""

import re

import pytest
from django.conf import settings

DOCUMENTS = sorted([settings.BASE_DIR / "README.md", *settings.BASE_DIR.glob("docs/*.md")])
FILE = re.compile(r"`((?:[a-z_]+/)+[a-z_]+\.(?:py|html|md))`")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_name_files_that_exist(document):
    named = FILE.findall(document.read_text(encoding="utf-8"))

    assert [name for name in named if not (settings.BASE_DIR / name).is_file()] == []
