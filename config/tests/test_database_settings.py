"""What the settings make of the database's address, and what they load."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings as ours

pytestmark = pytest.mark.process

SHOW = """
import json
from config import settings
database = settings.DATABASES["default"]
del database["OPTIONS"]["pool"]
print(json.dumps(database))
"""


def database(**variables: str) -> Any:
    """Return the settings of the database in a process with these variables."""
    done = subprocess.run(
        [sys.executable, "-c", SHOW],
        cwd=ours.BASE_DIR,
        env={**os.environ, "SECRET_KEY": "x" * 50, **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


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


def test_the_settings_load_nothing_that_reads_them():
    code = "import sys, config.settings; print('rest_framework.settings' in sys.modules)"
    variables = {**os.environ, "SECRET_KEY": "x" * 50}

    said = subprocess.check_output([sys.executable, "-c", code], cwd=ours.BASE_DIR, env=variables)

    assert said == b"False\n"
