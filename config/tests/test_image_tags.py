"""script/image gives each build a tag of its own…"""

import os
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.process

# They stand for the tools: what buildah is asked for is written down.
STAND_INS = {
    "script/environment": "exit 0",
    ".venv/bin/python": "exit 0",
    "tools/buildah": 'echo "$@" >>"$ASKED"',
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one commit, in which script/image builds nothing."""
    project = tmp_path / "project"
    for name, line in STAND_INS.items():
        tool = project / name
        tool.parent.mkdir(parents=True, exist_ok=True)
        tool.write_text(f"#!/bin/sh\n{line}\n")
        tool.chmod(0o755)
    shutil.copy(settings.BASE_DIR / "script" / "image", project / "script")
    (project / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n')
    (project / ".gitignore").write_text("/var/\n")
    _git(project, "init", "--quiet")
    _git(project, "add", ".")
    _git(project, *("-c", "user.name=A", "-c", "user.email=a@example.org"), "commit", "-qm", "A")
    return project


def test_of_version_and_commit_and_moves_that_of_the_version(project: Path) -> None:
    commit = _git(project, "rev-parse", "--short=12", "HEAD")

    assert _tags(project) == {
        *(f"finishline:1.2.3-{commit}", "finishline:1.2.3"),
        *(f"finishline-vision:1.2.3-{commit}", "finishline-vision:1.2.3"),
    }


def test_that_says_if_files_differ_from_the_commit(project: Path) -> None:
    commit = _git(project, "rev-parse", "--short=12", "HEAD")
    (project / "new.py").touch()

    tags = _tags(project)

    assert f"finishline:1.2.3-{commit}-dirty" in tags
    assert f"finishline:1.2.3-{commit}" not in tags


def test_of_the_version_alone_without_a_repository(project: Path) -> None:
    shutil.rmtree(project / ".git")

    assert _tags(project) == {"finishline:1.2.3", "finishline-vision:1.2.3"}


def test_unless_it_is_named(project: Path) -> None:
    assert "finishline:tried" in _tags(project, TAG="tried")


def _tags(project: Path, **variables: str) -> set[str]:
    """Run script/image; return what buildah was to tag."""
    asked = project.parent / "asked"
    environment = {
        **os.environ,
        **variables,
        "ASKED": str(asked),
        "PATH": f"{project / 'tools'}:{os.environ['PATH']}",
        "GIT_CEILING_DIRECTORIES": str(project.parent),
    }
    subprocess.run([project / "script" / "image"], env=environment, check=True)
    words = asked.read_text().split()
    return {after for word, after in pairwise(words) if word == "--tag"}


def _git(project: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=project, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()
