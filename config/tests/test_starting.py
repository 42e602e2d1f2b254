"""A process with a setting that cannot work does not start, and names the setting."""

import pytest
from django.conf import settings
from django.core.checks import registry

from config.tests.processes import python

pytestmark = pytest.mark.process
LOG = "--logger-class config.gunicorn_log.GunicornLog"
PROCESSES = {
    "web": f"-m gunicorn config.wsgi --bind 127.0.0.1:0 --workers 1 {LOG} --preload",
    "worker": "-m celery -A config worker --queues maintenance --concurrency 1",
    "consumer": "manage.py consume_events",
}


@pytest.mark.parametrize("process", PROCESSES)
def test_each_process_ends_at_once(process: str):
    done = python(*PROCESSES[process].split(), DEFAULT_STRATEGY="Guess")

    assert done.returncode != 0
    assert "DEFAULT_STRATEGY is 'Guess', not one of Disabled, " in done.stderr
    assert "Traceback" not in done.stderr


def test_check_names_where_reports_cannot_be_sent_to():
    wrong = {"SENTRY_DSN": "https://S3CRET@sentry", "OTEL_EXPORTER_OTLP_ENDPOINT": "collector:4318"}

    done = python("manage.py", "check", **wrong)

    assert done.returncode == 1
    for name in wrong:
        assert f"(rest.E008) {name} " in done.stderr
    assert "Traceback" not in done.stderr
    assert "S3CRET" not in done.stderr


def test_every_check_of_the_house_is_one_of_settings():
    ours = [
        check
        for check in registry.registry.registered_checks
        if check.__module__.partition(".")[0] in settings.OWN_PACKAGES
    ]

    assert len(ours) > 10
    assert [check for check in ours if "settings" not in check.tags] == []


# In a process of its own, as gunicorn loads it; no server is asked.
_FIRST_REQUEST = """
import sys
from io import BytesIO
from config.wsgi import application
loaded = set(sys.modules)
environ = {
    "REQUEST_METHOD": "POST", "PATH_INFO": "/client-api/api/v2/works", "SERVER_NAME": "localhost",
    "SERVER_PORT": "80", "wsgi.input": BytesIO(), "wsgi.url_scheme": "http",
}
for part in application(environ, lambda status, headers: print(status)):
    pass
print(*{name.partition(".")[0] for name in set(sys.modules) - loaded})
"""


def test_views_are_loaded_before_the_process_serves():
    done = python("-c", _FIRST_REQUEST)

    status, packages = done.stdout.splitlines()[-2:]
    assert status == "401 Unauthorized"
    assert set(packages.split()).isdisjoint({*settings.OWN_PACKAGES, "config", "rest_framework"})
