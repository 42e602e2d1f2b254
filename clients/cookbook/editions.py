"""The clients as packages, with the cookbook of their version.

`script/release_documents` stores an edition of each release; CI runs those of the last releases.
"""

import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

from clients.cookbook.book import Book, read_book

CLIENTS = Path(__file__).parents[1]
RELEASED = CLIENTS / "released"
MOST_KEPT = 3
UV = Path(sys.executable).with_name("uv")


@dataclass(frozen=True)
class Edition:
    """A folder with a wheel, a tarball and `cookbook.md`."""

    folder: Path

    @property
    def wheel(self) -> Path:
        return next(self.folder.glob("*.whl"))

    @property
    def tarball(self) -> Path:
        return next(self.folder.glob("*.tgz"))

    @property
    def book(self) -> Book:
        return read_book((self.folder / "cookbook.md").read_text())


def build_edition(folder: Path) -> Edition:
    """Build the packages of this version; the npm packages are installed.

    :raises subprocess.CalledProcessError: a tool failed; it has printed why.
    """
    typescript, python = CLIENTS / "typescript", CLIENTS / "python"
    _run(UV, "build", "--quiet", "--wheel", python, "--out-dir", folder, cwd=python)
    _run("npm", "run", "--silent", "build", cwd=typescript)
    _run("npm", "pack", "--silent", "--pack-destination", folder, cwd=typescript)
    (folder / ".gitignore").unlink(missing_ok=True)  # uv's, which would leave all of it out
    shutil.copy(CLIENTS.parent / "docs/cookbook.md", folder)
    return Edition(folder)


def released() -> list[Edition]:
    """Return the editions of the last releases, the oldest first."""
    folders = [folder for folder in RELEASED.glob("*") if folder.is_dir()]
    return [Edition(folder) for folder in sorted(folders, key=_version)]


def release() -> None:
    """Store this version's edition, and delete those before the last three."""
    version = tomllib.loads((CLIENTS / "python/pyproject.toml").read_text())["project"]["version"]
    folder = RELEASED / version
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    build_edition(folder)
    for old in released()[:-MOST_KEPT]:
        shutil.rmtree(old.folder)


def _version(folder: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in folder.name.split("."))


def _run(*command: str | Path, cwd: Path) -> None:
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    release()
