"""docs/security.md names a test for each threat."""

import re

from django.conf import settings


def test_names_tests_that_exist() -> None:
    text = (settings.BASE_DIR / "docs/security.md").read_text()
    named = re.findall(r"`([a-z_/]+/test_[a-z_]+\.py)`", text)

    assert len(named) > 30
    assert [name for name in named if not (settings.BASE_DIR / name).is_file()] == []
