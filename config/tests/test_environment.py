"""What settings read from the environment: a secret may stand in a file."""

import re
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import Environment, SecretFiles

CONFIG = Path(__file__).parents[1]
READ_FROM_ENVIRONMENT = re.compile(r'env\.\w+\("(?P<name>\w+)", default=(?P<default>.*)')


@pytest.fixture
def env(monkeypatch: pytest.MonkeyPatch) -> Environment:
    monkeypatch.setattr(Environment, "ENVIRON", SecretFiles())
    return Environment()


def test_a_file_comes_before_the_variable(env, monkeypatch, tmp_path):
    (tmp_path / "key").write_text("of the file\n")
    monkeypatch.setenv("SOME_KEY", "of the variable")
    monkeypatch.setenv("SOME_KEY_FILE", str(tmp_path / "key"))

    assert env.str("SOME_KEY") == "of the file"


def test_a_variable_without_a_file_stays_as_it_is(env, monkeypatch):
    monkeypatch.setenv("SOME_KEY", "plain")

    assert env.str("SOME_KEY") == "plain"
    assert env.str("OTHER_KEY", default="none") == "none"


def test_a_file_that_is_missing_is_named(env, monkeypatch, tmp_path):
    monkeypatch.setenv("SOME_KEY_FILE", str(tmp_path / "missing"))

    with pytest.raises(ImproperlyConfigured, match="SOME_KEY_FILE: No such file"):
        env.str("SOME_KEY")


# What a process itself has: no peer, and nothing that only a demo has.
OF_THE_PROCESS = {"ALLOWED_HOSTS"}


def test_no_setting_of_production_has_the_default_of_a_demo():
    """A forgotten setting is an error then, and no result goes to an address that nothing owns."""
    lines = [line for file in sorted(CONFIG.glob("*.py")) for line in file.read_text().splitlines()]
    read = [READ_FROM_ENVIRONMENT.search(line) for line in lines]
    ours = {
        found["name"]
        for found in read
        if found and re.search(r"localhost|127\.0\.0\.1|sandbox|demo", found["default"])
    }

    assert ours == OF_THE_PROCESS
