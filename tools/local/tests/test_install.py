"""`script/environment` installs..."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.local.folders import PROJECT

UV = """#!/bin/sh
[ "$1" = --version ] && echo "uv 1.2.3" && exit
[ -e broken ] && exit 2
echo "$UV_DEFAULT_INDEX|$UV_INDEX|$UV_FIND_LINKS|$*" >>calls
"""
PYTHON = f"""#!/bin/sh
[ "$1 $2" = "-m pip" ] || exec {sys.executable} "$@"
case "$*" in *"config list") cat pip-settings ;; *install*) echo "pip $*" >>calls ;; esac
"""
PIP_SETTINGS = r"""
:env:.index-url='https://ours.example.org'
global.extra-index-url='\nhttps://one.example.org\nhttps://two.example.org'
global.find-links='/wheels'
global.index-url='https://other.example.org'
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose uv and pip only write down how they are called."""
    for name, text in {"uv": UV, "python": PYTHON}.items():
        program = tmp_path / ".venv" / "bin" / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(text)
        program.chmod(0o755)
    (tmp_path / ".venv" / "place").write_text(f"{tmp_path}\n")
    (tmp_path / "script").mkdir()
    for name in ("environment", "drop_unused"):
        shutil.copy(PROJECT / "script" / name, tmp_path / "script")
    (tmp_path / ".venv" / "lib" / "python3.11" / "site-packages").mkdir(parents=True)
    (tmp_path / "requirements.unused").write_text("# Why.\n\nbig/*.dat but used.dat\n")
    (tmp_path / "pip-settings").write_text(PIP_SETTINGS)
    (tmp_path / "first.txt").write_text("one==1\n")
    (tmp_path / "second.txt").write_text("two==2\n")
    (tmp_path / "requirements-dev.txt").write_text("uv==1.2.3\n")
    return tmp_path


def install(project: Path, *names: str) -> list[str]:
    subprocess.run(
        ["sh", "script/environment", *names],
        cwd=project,
        env={"PATH": os.environ["PATH"], "PYTHON": str(project / ".venv" / "bin" / "python")},
        check=True,
    )
    calls = project / "calls"
    return calls.read_text().splitlines() if calls.exists() else []


def test_all_files_at_once_from_the_indexes_that_pip_has(project):
    [call] = install(project, "first", "second")

    indexes, _, arguments = call.rpartition("|")
    assert indexes.split("|") == [
        "https://ours.example.org",
        " https://one.example.org https://two.example.org",
        "/wheels",
    ]
    assert arguments.endswith("-r first.txt -r second.txt")


def test_only_what_has_changed(project):
    install(project, "first", "second")
    (project / "second.txt").write_text("two==3\n")

    calls = install(project, "first", "second")

    assert len(calls) == 2
    assert calls[1].endswith(" -r second.txt")
    assert "first" not in calls[1]


def test_without_what_nothing_loads(project):
    big = project / ".venv" / "lib" / "python3.11" / "site-packages" / "big"
    big.mkdir()
    for name in ("used.dat", "unused.dat", "code.py"):
        (big / name).touch()

    install(project, "first")

    assert sorted(path.name for path in big.iterdir()) == ["code.py", "used.dat"]


def test_with_pip_where_uv_fails(project):
    (project / "broken").touch()

    [call] = install(project, "first")

    assert call.startswith("pip -m pip ")
    assert call.endswith("-r first.txt")


def test_again_after_a_move(project, tmp_path_factory):
    install(project, "first")
    moved = tmp_path_factory.mktemp("moved") / "project"
    project.rename(moved)
    (moved / "bin").mkdir()
    python = moved / "bin" / "python"
    shutil.copy(moved / ".venv" / "bin" / "python", python)

    subprocess.run(
        ["sh", "script/environment", "first"],
        cwd=moved,
        env={"PATH": os.environ["PATH"], "PYTHON": str(python)},
        check=True,
    )

    assert (moved / ".venv" / "place").read_text() == f"{moved}\n"
    assert not (moved / ".venv" / "bin" / "uv").exists()
    assert len((moved / "calls").read_text().splitlines()) == 3
