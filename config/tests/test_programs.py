"""The programs that tests need are there, or a message says which tests are left out.

Continuous integration fails without them: it would be green although those tests had not run.
"""

import os
import shutil
import sys

import pytest
from django.core.management import CommandError, call_command

from config.tests.processes import python

PATH = f"{os.environ['PATH']}:/usr/sbin"
NEEDED = {
    "promtool": ("the rules of alerts", ("promtool",)),
    "haproxy": ("the balancer", ("haproxy",)),
    "pgbackrest": ("restoring a backup", ("pgbackrest",)),
    "rsync": ("the copy of the erasures' file", ("rsync",)),
    "chromium": ("pages in a browser", ("chromium-headless-shell", "chromium")),
}


def missing(names: tuple[str, ...], path: str = PATH) -> bool:
    return not any(shutil.which(name, path=path) for name in names)


@pytest.mark.parametrize("name", NEEDED)
def test_is_installed(name: str) -> None:
    what, names = NEEDED[name]

    if missing(names):
        stop = pytest.fail if os.environ.get("CI") else pytest.skip
        stop(f"no {name}: {what} are not tested")


def test_a_program_that_is_not_there_is_missing(tmp_path) -> None:
    assert missing(("promtool",), path=str(tmp_path))


@pytest.mark.process
@pytest.mark.parametrize("file", ["requirements.txt", "requirements/vision.txt"])
def test_requirements_to_import_every_module(file: str) -> None:
    signing = {"SECRET_KEY": "never used to sign anything"}

    done = python("-m", "config.tests.production_imports", file, **signing)

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.process
@pytest.mark.parametrize(
    ("command", "package", "file"),
    [
        ("demo", "rich", "requirements/local.txt"),
        ("check_openapi", "openapi_spec_validator", "requirements/dev.txt"),
    ],
)
def test_requirements_but_not_for_every_command(
    monkeypatch: pytest.MonkeyPatch, command: str, package: str, file: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)

    with pytest.raises(CommandError, match=file):
        call_command(command)
