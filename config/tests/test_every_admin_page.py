"""Every page of the staff's site lets in whom it should, and does not fail."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client, RequestFactory
from django.urls import reverse

from activities.tests.factories import ActivityFactory
from foundation.staff.page_parts import parts_for
from foundation.staff.staff_admin import StaffAdmin
from programs.tests.factories import ParticipantExerciseTaskFactory
from recognition.tests.factories import AccountSpaceFactory, CallbackFactory

NIL = "00000000-0000-0000-0000-000000000000"
MODELS = list(admin.site._registry)
PARTS = {"changelist": False, "add": False, "change": True, "delete": True, "history": True}


def pages_of(model: type[Model], key: object) -> Iterator[str]:
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    for part, of_one in PARTS.items():
        yield reverse(f"{name}_{part}", args=[key] if of_one else None)


def some_key(model: type[Model]) -> object:
    """Return the key of a record, else a key that none has."""
    key = model._meta.pk.get_internal_type()
    found = model._default_manager.values_list("pk", flat=True).first()
    return found or (NIL if key == "UUIDField" else 1)


@pytest.fixture
def _records(db: None) -> None:
    """Create records of each model that staff look at."""
    ActivityFactory.create()
    ParticipantExerciseTaskFactory.create()
    AccountSpaceFactory.create()
    CallbackFactory.create()


pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_records", "one_frame")]


def assert_sign_in(client: Client) -> None:
    pages = [page for model in MODELS for page in pages_of(model, some_key(model))]

    answers = {page: client.get(page) for page in pages}

    leads_to = {
        page: (answer.status_code, answer.get("Location", "").partition("?")[0])
        for page, answer in answers.items()
    }
    assert leads_to == dict.fromkeys(pages, (302, "/admin/login/"))


def test_nobody_is_sent_to_sign_in(client: Client):
    assert_sign_in(client)


def test_who_is_no_staff_is_sent_to_sign_in(client: Client):
    client.force_login(User.objects.create_user("ann"))

    assert_sign_in(client)


def statuses(client: Client, model: type[Model]) -> dict[str, int]:
    pages = zip(PARTS, pages_of(model, some_key(model)), strict=True)
    return {part: client.get(page).status_code for part, page in pages}


def test_staff_without_permission_is_refused(
    client: Client, subtests: pytest.Subtests, monkeypatch: pytest.MonkeyPatch
):
    # What a refusal says is a test of its own; to find it takes longer than to refuse.
    monkeypatch.setattr("foundation.rest.error_pages.refusal_of", lambda request: None)
    client.force_login(User.objects.create_user("new", is_staff=True))

    for model in MODELS:
        # Where there is no record, Django sends back to the start before it asks who may see it.
        of_a_record = {403} if model._default_manager.exists() else {302, 403}
        with subtests.test(model=model):
            found = statuses(client, model)

            assert found.pop("changelist") == 403
            assert found.pop("add") == 403
            assert set(found.values()) <= of_a_record


def test_a_superuser_opens_every_page(client: Client, subtests: pytest.Subtests):
    client.force_login(User.objects.create_superuser("boss"))

    for model in MODELS:
        there = model._default_manager.exists()
        with subtests.test(model=model):
            found = statuses(client, model)

            assert found["changelist"] == 200
            # Some records are made or deleted by commands alone.
            assert {found["add"], found["delete"]} <= {200, 403} | (set() if there else {302})
            assert {found["change"], found["history"]} == {200 if there else 302}


def test_each_button_is_open_to_who_may_do_all_however_far_a_record_is(admin_client: Client):
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


def test_parts_of_apps_above_are_on_the_page_that_they_name(admin_user: User):
    request = RequestFactory().get("/")
    request.user = admin_user
    parts = [part for model in MODELS for part in parts_for(model, request)]

    lost = []
    for part in parts:
        options: Any = admin.site.get_model_admin(part.page)
        shown = options.get_readonly_fields(request, part.page())
        if part.show not in shown or type(options).get_fieldsets is not StaffAdmin.get_fieldsets:
            lost.append(f"{part.title} of {part.page.__name__}")

    assert (lost, len(parts) > 5) == ([], True)
