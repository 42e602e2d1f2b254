"""Each form of staff can be sent back as a browser shows it…"""

import pytest
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import RequestFactory
from pytest_django.live_server_helper import LiveServer

from config.tests.audit.orders_of_pages import signed_in
from config.tests.audit.test_every_entrance import undone, wrong_in
from config.tests.browser import needs_chromium
from config.tests.forms.records import changeable, page_of
from config.tests.forms.sent import forms_at
from config.tests.forms.stored import changed_tables, rows_by_table
from config.tests.test_presets import member_of
from rest.presets import PRESETS

pytestmark = [pytest.mark.slow, needs_chromium, pytest.mark.django_db(transaction=True)]


def models_of(user: User) -> list[type[Model]]:
    request = RequestFactory().get("/")
    request.user = user
    return changeable(request)


def test_and_then_nothing_changes(live_server: LiveServer, subtests: pytest.Subtests):
    boss = User.objects.create_superuser("boss")
    pages = {model: page_of(model) for model in models_of(boss)}
    members = [boss, *(member_of(preset) for preset in PRESETS)]

    for member in members:
        shown = forms_at(live_server.url, member, [pages[model] for model in models_of(member)])
        client = signed_in(member)
        for address, form in shown.items():
            with subtests.test(member=str(member), page=address), undone():
                before = rows_by_table()
                answer = client.post(address, form.data, secure=True)
                assert answer.status_code == 302, wrong_in(answer)
                assert changed_tables(before) == []
