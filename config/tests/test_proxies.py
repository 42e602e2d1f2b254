"""Headers of a proxy are believed…"""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.process

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


@pytest.mark.parametrize(
    ("proxies", "believed"),
    [("0", "False 10.42.0.9 10.42.0.9"), ("1", "True 203.0.113.7 203.0.113.7")],
)
def test_only_where_there_is_one(proxies: str, believed: str):
    env = {**os.environ, "TRUSTED_PROXIES": proxies, "DJANGO_SETTINGS_MODULE": "config.settings"}

    said = subprocess.run(
        [sys.executable, "-c", SAYS], env=env, capture_output=True, text=True, check=True
    )

    assert said.stdout.strip().endswith(believed)
