"""What settings read from the environment: a secret may stand in a file."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import Environment, SecretFiles
from config.tests.processes import python

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


SHOW = """
import json
from config import settings
database = settings.DATABASES["default"]
del database["OPTIONS"]["pool"]
print(json.dumps(database))
"""


def database(**variables: str) -> Any:
    """Return the settings of the database in a process with these variables."""
    return json.loads(python("-c", SHOW, SECRET_KEY="x" * 50, **variables).stdout)


@pytest.mark.process
def test_an_address_may_have_several_hosts_and_a_pooler_is_sent_nothing_of_a_session():
    url = "postgres://one:secret@10.20.0.11:5432,10.20.0.12:5433/race"

    found = database(
        DATABASE_URL=f"{url}?target_session_attrs=read-write&sslmode=require",
        DATABASE_TRANSACTION_POOLING="true",
    )

    assert (found["HOST"], found["PORT"]) == ("10.20.0.11,10.20.0.12", "5432,5433")
    assert found["OPTIONS"]["target_session_attrs"] == "read-write"
    assert found["OPTIONS"]["sslmode"] == "require"
    assert found["DISABLE_SERVER_SIDE_CURSORS"] is True
    assert found["OPTIONS"]["prepare_threshold"] is None
    assert "options" not in found["OPTIONS"]


@pytest.mark.process
def test_the_settings_load_nothing_that_reads_them():
    code = "import sys, config.settings; print('rest_framework.settings' in sys.modules)"

    assert python("-c", code, SECRET_KEY="x" * 50).stdout == "False\n"


SAYS = """
import django
django.setup()
from axes.helpers import get_client_ip_address
from django.test import RequestFactory
from foundation.records.callers import address_of
sent = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.1, 203.0.113.7"}
request = RequestFactory().get("/", REMOTE_ADDR="10.42.0.9", headers=sent)
print(request.is_secure(), address_of(request), get_client_ip_address(request))
"""


@pytest.mark.process
@pytest.mark.parametrize(
    ("proxies", "believed"),
    [("0", "False 10.42.0.9 10.42.0.9"), ("1", "True 203.0.113.7 203.0.113.7")],
)
def test_a_header_of_a_proxy_is_believed_only_where_there_is_one(proxies: str, believed: str):
    variables = {"TRUSTED_PROXIES": proxies, "DJANGO_SETTINGS_MODULE": "config.settings"}

    said = python("-c", SAYS, **variables)

    assert said.stdout.strip().endswith(believed)
