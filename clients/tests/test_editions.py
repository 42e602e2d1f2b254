"""The editions of the last releases are stored, those before them deleted."""

from pathlib import Path

import pytest

from clients.cookbook import editions


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(editions, "RELEASED", tmp_path)
    monkeypatch.setattr(editions, "build_edition", lambda into: (into / "built").touch())
    return tmp_path


def test_a_release_leaves_three(folder: Path) -> None:
    for version in ("0.0.2", "0.0.9", "0.0.10"):
        (folder / version).mkdir()

    editions.release()

    *before, newest = [each.folder for each in editions.released()]
    assert [each.name for each in before] == ["0.0.9", "0.0.10"]
    assert (newest / "built").exists()


def test_a_release_that_is_made_again_is_made_anew(folder: Path) -> None:
    editions.release()
    [made] = folder.iterdir()
    (made / "old.whl").touch()

    editions.release()

    assert [each.name for each in made.iterdir()] == ["built"]
