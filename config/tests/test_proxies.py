"""Headers of a proxy are believed…"""

import os
import subprocess
import sys

import pytest

SAYS = """
import django
django.setup()
from django.conf import settings
from django.test import RequestFactory
request = RequestFactory().get("/", headers={"X-Forwarded-Proto": "https"})
print(request.is_secure())
"""


@pytest.mark.parametrize(("proxies", "is_secure"), [("0", "False"), ("1", "True")])
def test_only_where_there_is_one(proxies: str, is_secure: str):
    env = {**os.environ, "TRUSTED_PROXIES": proxies, "DJANGO_SETTINGS_MODULE": "config.settings"}

    said = subprocess.run(
        [sys.executable, "-c", SAYS], env=env, capture_output=True, text=True, check=True
    )

    assert said.stdout.strip().endswith(is_secure)
