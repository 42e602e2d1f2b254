"""docs/operations.md lists every variable of the environment."""

import re

from django.conf import settings

READS = re.compile(r'\benv(?:\.\w+)?\(\s*"([A-Z0-9_]+)"')


def test_names_every_variable_that_settings_read():
    page = (settings.BASE_DIR / "docs" / "operations.md").read_text()
    sources = [path.read_text() for path in (settings.BASE_DIR / "config").glob("*.py")]
    read = {name for source in sources for name in READS.findall(source)}

    missing = sorted(name for name in read if f"`{name}`" not in page)

    assert len(read) > 50
    assert missing == []
