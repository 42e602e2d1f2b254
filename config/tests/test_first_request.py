"""The first request of a web process waits for nothing that could be loaded before."""

import subprocess
import sys

import pytest
from django.conf import settings

pytestmark = pytest.mark.process

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
    done = subprocess.run(
        [sys.executable, "-c", _FIRST_REQUEST],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )

    status, packages = done.stdout.splitlines()[-2:]
    assert status == "401 Unauthorized"
    assert set(packages.split()).isdisjoint({*settings.OWN_PACKAGES, "config", "rest_framework"})
