"""requirements.txt is enough for a deployment, requirements/vision.txt for one of vision…"""

import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.process


@pytest.mark.parametrize("file", ["requirements.txt", "requirements/vision.txt"])
def test_to_import_every_module(file: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "config.tests.production_imports", file],
        cwd=settings.BASE_DIR,
        env={**os.environ, "SECRET_KEY": "never used to sign anything"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("command", "package", "file"),
    [
        ("demo", "rich", "requirements/local.txt"),
        ("check_openapi", "openapi_spec_validator", "requirements/dev.txt"),
    ],
)
def test_but_not_for_every_command(
    monkeypatch: pytest.MonkeyPatch, command: str, package: str, file: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)

    with pytest.raises(CommandError, match=file):
        call_command(command)
