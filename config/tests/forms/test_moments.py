"""Staff type moments in their own zone, as lists show them; without the script in UTC."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import RequestFactory
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from config.tests.browser import PASSWORD, browse, sign_in
from config.tests.forms.records import SINCE
from foundation.staff.display import address_of_list, address_of_page
from foundation.staff.form_fields import MomentField
from programs.programs.models import MarketingProgram
from programs.tests.factories import MarketingProgramFactory

FIELD = "Starts on"
SAVE = "[name=_save]"


def fields_of_staff(user: User) -> Iterator[tuple[str, Any]]:
    """Yield the fields of the forms of all admins, and those that any form declares."""
    request = RequestFactory().get("/")
    request.user = user
    for model, options in admin.site._registry.items():
        if options.has_add_permission(request):
            form: Any = options.get_form(request, None)
            yield from (
                (f"{model._meta.label} {name}", each) for name, each in form.base_fields.items()
            )
    waiting: list[type[Any]] = [forms.BaseForm]
    while waiting:
        waiting += (declaring := waiting.pop()).__subclasses__()
        if declaring.__module__.partition(".")[0] in settings.OWN_PACKAGES:
            declared = getattr(declaring, "declared_fields", {})
            yield from (
                (f"{declaring.__qualname__} {name}", each) for name, each in declared.items()
            )


def test_in_every_form(admin_user: User):
    kinds = forms.DateTimeField | forms.SplitDateTimeField | forms.TimeField
    moments = {name: each for name, each in fields_of_staff(admin_user) if isinstance(each, kinds)}

    assert len(moments) > 10
    assert [name for name, each in moments.items() if not isinstance(each, MomentField)] == []
    assert all(str(each.label).endswith("(UTC)") for each in moments.values())


def test_refuse_what_is_no_moment_of_our_years():
    field = MomentField(label="Moment")

    assert field.clean("2026-05-17T18:30:05.000+09:00") == datetime(
        2026, 5, 17, 9, 30, 5, tzinfo=UTC
    )
    for text in (
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-14:00",
        "soon",
        "2026-05-17T25:00",
    ):
        with pytest.raises(forms.ValidationError, match="valid date/time"):
            field.clean(text)


@pytest.mark.parametrize(
    ("look", "typed", "stored", "listed"),
    [
        ({"zone": "Asia/Tokyo"}, "2026-12-01T09:00", 0, "2026-12-01 09:00:00 GMT+9"),
        ({"zone": "UTC"}, "2026-12-01T09:00", 9, "2026-12-01 09:00:00 UTC"),
        ({"zone": "Asia/Tokyo", "without": "**/times*.js"}, "2026-12-01 09:00", 9,
         "2026-12-01 09:00:00 UTC"),
    ],
    ids=("abroad", "in UTC", "without scripts"),
)  # fmt: skip
def test_as_the_list_shows_them(
    live_server: LiveServer, look: Any, typed: str, stored: int, listed: str
):
    User.objects.create_superuser("boss", password=PASSWORD)
    program, left_out = (
        MarketingProgramFactory.create(starts_on=SINCE),
        look.get("without", "nothing"),
    )

    def visit(page: Page) -> tuple[str, str]:
        sign_in(page, live_server.url)
        page.route(left_out, lambda route: route.abort())
        page.goto(live_server.url + address_of_page(MarketingProgram, program.pk))
        field = page.get_by_label(FIELD)
        shown = field.input_value()
        assert page.get_by_label("Ends on").input_value() == ""
        field.fill(typed)
        page.click(SAVE)
        page.wait_for_url(f"**{address_of_list(MarketingProgram)}")
        return shown, page.inner_text("#result_list")

    seen = browse(visit, zone=look["zone"])

    program.refresh_from_db()
    assert program.starts_on == datetime(2026, 12, 1, stored, tzinfo=UTC)
    shown, listing = seen.found
    assert shown.replace(" ", "T").startswith(
        "2026-05-17T18:30:05" if stored == 0 else "2026-05-17T09:30:05"
    )
    assert listed in listing


def test_stay_as_they_were_typed_when_a_form_is_refused(live_server: LiveServer):
    User.objects.create_superuser("boss", password=PASSWORD)
    program = MarketingProgramFactory.create()

    def visit(page: Page) -> list[str]:
        sign_in(page, live_server.url)
        page.goto(live_server.url + address_of_page(MarketingProgram, program.pk))
        page.get_by_label(FIELD).fill("2026-12-01T09:00")
        page.get_by_label("Ends on").fill("2026-11-01T09:00")
        page.click(SAVE)
        page.get_by_text("Must be after “Starts on”.").wait_for()
        return [page.get_by_label(name).input_value() for name in (FIELD, "Ends on")]

    seen = browse(visit, zone="Asia/Tokyo")

    assert seen.found == ["2026-12-01T09:00", "2026-11-01T09:00"]
    program.refresh_from_db()
    assert program.version == 1


def test_are_not_sent_half_typed(live_server: LiveServer):
    User.objects.create_superuser("boss", password=PASSWORD)
    program = MarketingProgramFactory.create()

    def visit(page: Page) -> str:
        sign_in(page, live_server.url)
        page.goto(live_server.url + address_of_page(MarketingProgram, program.pk))
        field = page.get_by_label(FIELD)
        field.focus()
        page.keyboard.type("12")
        page.click(SAVE)
        return page.url

    seen = browse(visit)

    assert seen.found.endswith("/change/")
    program.refresh_from_db()
    assert program.version == 1
