"""A secret may stand in a file."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import Environment, SecretFiles


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
