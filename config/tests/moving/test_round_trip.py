"""An export is what an import reads: the same system, and the same files again."""

from pathlib import Path

import pytest

from config.tests.moving.system import empty, fill, import_all, tables
from foundation.moving.exporting import export_all

pytestmark = pytest.mark.django_db(transaction=True)


def test_gives_the_same_tables_and_the_same_files(tmp_path: Path) -> None:
    fill()
    before = tables()
    export_all(tmp_path / "one")

    empty()
    import_all(tmp_path / "one")
    export_all(tmp_path / "other")

    assert [name for name, rows in before.items() if not rows] == []
    assert tables() == before
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert files == sorted(path.name for path in (tmp_path / "other").iterdir())
    for name in files:
        assert (tmp_path / "other" / name).read_text() == (tmp_path / "one" / name).read_text()
