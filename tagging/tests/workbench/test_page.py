"""The page of the workbench…"""

import json
import re
from datetime import timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings as project
from django.core import signing
from django.test import Client
from django.urls import URLPattern, URLResolver
from django.utils import timezone

from config.urls import workbench_urlpatterns
from tagging.tagators.invitations import LIFETIME, sign
from tagging.tests.factories import manual_album

STATIC = Path(project.BASE_DIR) / "tagging/static/tagging/workbench"


def test_is_served_with_a_strict_policy(client: Client, settings: Any):
    settings.WORKBENCH_IMAGE_SOURCES = ["https://photos.example.org"]

    answer = client.get("/workbench/")

    assert answer.status_code == 200
    assert answer["Content-Security-Policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; "
        "img-src 'self' blob: https://photos.example.org; connect-src 'self'; "
        "worker-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    )
    assert answer["Cache-Control"] == "no-store"


def test_has_no_script_and_no_style_in_itself(client: Client):
    found: list[str] = []

    class Look(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            names = {name for name, _ in attrs}
            in_itself = tag == "style" or (tag == "script" and "src" not in names)
            if in_itself or "style" in names or any(name.startswith("on") for name in names):
                found.append(tag)

    Look().feed(client.get("/workbench/").content.decode())

    assert found == []


def test_is_served_beside_the_client_api_alone():
    def addresses(groups: list[str]) -> list[URLPattern | URLResolver]:
        return workbench_urlpatterns(groups)

    assert addresses(["admin-api"]) == []
    assert len(addresses(["admin-api", "client-api"])) == 1


@pytest.mark.django_db
def test_names_the_album_of_an_invitation(client: Client):
    album = manual_album(name="Berlin <b>2026</b>")

    answer = client.get("/workbench/", {"invitation": sign(album.pk)})

    assert f'data-album-id="{album.pk}"' in answer.content.decode()
    assert "Berlin &lt;b&gt;2026&lt;/b&gt;" in answer.content.decode()


OF_ANOTHER_SALT = pytest.param(signing.dumps("x", salt="another"), id="of another salt")


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["forged", "a:b:c", OF_ANOTHER_SALT])
def test_opens_with_a_forged_invitation_and_says_so(client: Client, token: str):
    answer = client.get("/workbench/", {"invitation": token})

    assert answer.status_code == 200
    assert 'data-invitation-trouble="invalid"' in answer.content.decode()


@pytest.mark.django_db
def test_opens_with_an_expired_invitation_and_says_so(client: Client):
    with time_machine.travel(timezone.now() - LIFETIME - timedelta(minutes=1)):
        token = sign(manual_album().pk)

    answer = client.get("/workbench/", {"invitation": token})

    assert 'data-invitation-trouble="expired"' in answer.content.decode()


@pytest.mark.django_db
def test_opens_with_an_invitation_to_an_album_that_is_gone(client: Client):
    token = sign(uuid4())

    answer = client.get("/workbench/", {"invitation": token})

    assert 'data-invitation-trouble="invalid"' in answer.content.decode()


def test_has_a_worker_that_keeps_it_and_its_parts_alone(client: Client):
    page, worker = client.get("/workbench/"), client.get("/workbench/worker.js")

    script = worker.content.decode()
    assert (worker.status_code, worker["Content-Type"]) == (200, "text/javascript")
    assert worker["Content-Security-Policy"].startswith("default-src 'none'")
    assert f'VERSION = "{page["Workbench-Version"]}"' in script
    found = re.search(r"ADDRESSES = (\[.*\]);", script)
    assert found is not None
    parts = [f"/static/tagging/workbench/{file.name}" for file in sorted(STATIC.iterdir())]
    assert json.loads(found[1]) == ["/workbench/", "/workbench/catalogue.js", *parts]


def test_loads_every_module_in_advance(client: Client):
    page = client.get("/workbench/").content.decode()

    preloaded = re.findall(r'modulepreload" href="/static/tagging/workbench/(\w+\.js)"', page)

    assert preloaded == sorted(script.name for script in STATIC.glob("*.js"))
