"""What a member may do on the staff's site does not depend on how far a record is…"""

import re
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.messages import get_messages
from django.test import Client, RequestFactory

from config.tests.audit import staff
from config.tests.audit.test_every_entrance import undone
from config.tests.frames import one_frame
from tools.sandbox.client import SandboxClient
from tools.sandbox.fixtures import sandbox, sandbox_server

__all__ = ["one_frame", "sandbox", "sandbox_server"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_frame")]
BUTTON = re.compile(r"\S+ <path:object_id>/[\w-]+/")


@pytest.fixture(autouse=True)
def _number_provider(sandbox: SandboxClient, settings: Any) -> None:
    settings.NUMBER_PROVIDER_URL = sandbox.url("number-provider")


def test_so_each_button_is_open_to_who_may_do_all(admin_client: Client):
    request = RequestFactory().get("/")
    request.user = admin_client.get("/admin/", secure=True).wsgi_request.user
    closed = []
    for model, options in admin.site._registry.items():
        for name in options._extract_action_names(options.actions_detail):  # type: ignore[attr-defined]
            rights = getattr(options, name).allowed_permissions
            # Of no record: a permission that looks for one in some state finds none.
            may = (getattr(options, f"has_{right}_permission")(request, "0") for right in rights)
            closed += [] if all(may) else [f"{model._meta.label} {name}"]

    assert closed == []


def test_so_what_is_over_is_told_and_not_refused_as_a_right(
    admin_client: Client, subtests: pytest.Subtests
):
    for name, scenario in staff.STAFF.items():
        if not BUTTON.fullmatch(name):
            continue
        with subtests.test(name), undone():
            address, fields = scenario(admin_client)
            admin_client.post(address, fields, secure=True)

            again = admin_client.post(address, fields, secure=True)
            opened = admin_client.get(address, secure=True)

            assert again.status_code in (200, 302)
            told = [str(each) for each in get_messages(opened.wsgi_request)]
            assert opened.status_code == 200 or told
