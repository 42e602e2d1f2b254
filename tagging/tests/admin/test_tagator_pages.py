"""On staff's pages of taggers…"""

import re
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from foundation.staff.display import address_of_list, address_of_page
from foundation.staff.tests.staff_pages import form_errors
from tagging.models import Tagator, TagatorState, TaggingTaskState, Work, WorkState
from tagging.quality.queries import get_tagator_quality, quality_of, with_quality
from tagging.tagators.settings import ChangeTagatorSettingsCommand, change_tagator_settings
from tagging.tests.admin.pages import (
    NEW,
    act,
    beside,
    page_of,
    post,
    read,
    rows_at,
    said,
    tagator_form,
)
from tagging.tests.factories import (
    PASSWORD,
    manual_album,
    new_tagator,
    taken_work,
    tasks_of,
    waiting_tasks,
)
from tagging.tests.quality.checks import first_reading, known_task, second_reading, settle
from tagging.tests.quality.checks import read as complete
from tagging.works.commands import CompleteTaskCommand, complete_task

pytestmark = pytest.mark.django_db
ADD = address_of_list(Tagator) + "add/"


def stored(tagator: Tagator) -> dict[str, Any]:
    """Return the columns of a tagger, the user and the settings."""
    tagator = Tagator.objects.select_related("user", "settings").get(pk=tagator.pk)
    rows = (tagator, tagator.user, tagator.settings)
    return {f"{type(row).__name__}.{f.name}": f.value_from_object(row)
            for row in rows for f in row._meta.concrete_fields}  # fmt: skip


def test_a_tagger_is_listed_with_rate_active_work_and_what_was_done_today(manager: Client):
    now = timezone.now()
    tagator = new_tagator(name="Kim", rate_per_task=Decimal("0.15"))
    waiting_tasks(3)
    work = taken_work(tagator, now=now - timedelta(minutes=10, seconds=30))
    complete_task(
        CompleteTaskCommand(
            tagator_id=tagator.pk, work_id=work.pk, task_id=tasks_of(work)[0].pk, now=now
        )
    )

    page = read(manager, address_of_list(Tagator))

    assert "0.15" in page
    assert f"{address_of_page(Work, work.pk)}" in page
    assert "2 of 3 left</a>, 49 min" in page
    [shown] = rows_at(manager, address_of_list(Tagator))
    assert (shown.tasks_today, shown.last_completion) == (1, now)


@pytest.mark.parametrize("term", ["kim@", "Kim", "pk"])
def test_a_tagger_is_found_by_id_e_mail_or_name(manager: Client, term: str):
    tagator = new_tagator(name="Kim", email="kim@example.org")
    new_tagator(name="Ann", email="ann@example.org")

    term = str(tagator.pk) if term == "pk" else term

    assert rows_at(manager, address_of_list(Tagator, q=term)) == [tagator]


@pytest.mark.parametrize("password", ["a long enough phrase", ""])
def test_a_tagger_is_added_with_settings_and_a_password_if_given(manager: Client, password: str):
    album = manual_album()

    answer = post(manager, ADD, **NEW, albums=[str(album.pk)], password=password)

    assert answer.redirect_chain, form_errors(answer)
    tagator = Tagator.objects.get()
    assert (tagator.email, tagator.rate_per_task) == ("kim@example.org", Decimal("0.15"))
    assert tagator.user.has_usable_password() is bool(password)
    assert tagator.user.check_password("a long enough phrase") is bool(password)
    settings = tagator.settings
    assert (settings.tasks_per_work, settings.work_timeout_minutes) == (30, 45)
    assert (settings.idle_cap_seconds, settings.all_albums) == (120, True)
    assert settings.album_ids == [album.pk]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("email", "none"),
        ("rate_per_task", "-1"),
        ("rate_per_task", "NaN"),
        ("rate_per_task", "100000"),
        ("tasks_per_work", "201"),
        ("work_timeout_minutes", "4"),
        ("idle_cap_seconds", "29"),
        ("albums", "00000000-0000-0000-0000-000000000000"),
    ],
)
def test_a_value_out_of_range_is_refused_in_its_place(manager: Client, field: str, value: str):
    answer = post(manager, ADD, **{**NEW, "password": "", field: value})

    assert field in form_errors(answer)
    assert not Tagator.objects.exists()


@pytest.mark.parametrize(
    ("fields", "why"),
    [({"password": "1234"}, "too short"), ({"password": "", "email": "boss"}, "signs in")],
)
def test_what_the_command_refuses_is_shown_and_nothing_is_added(
    manager: Client, fields: dict[str, str], why: str
):
    User.objects.create_user("boss@example.org")
    given = {**NEW, **fields}
    given["email"] = "boss@example.org" if given["email"] == "boss" else given["email"]

    answer = post(manager, ADD, **given)

    assert why in str(form_errors(answer))
    assert not Tagator.objects.exists()
    assert not User.objects.filter(username="kim@example.org").exists()


def test_a_tagger_and_the_settings_are_changed_on_one_page(manager: Client):
    tagator, album = new_tagator(), manual_album()
    form = tagator_form(manager, tagator, name="Kim Lee", albums=[str(album.pk)])
    del form["all_albums"]

    answer = post(manager, address_of_page(Tagator, tagator.pk), **form)

    assert answer.redirect_chain, form_errors(answer)
    tagator = Tagator.objects.get()
    assert (tagator.name, tagator.version) == ("Kim Lee", 2)
    assert (tagator.settings.all_albums, tagator.settings.album_ids) == (False, [album.pk])


def test_a_page_opened_before_a_change_of_the_settings_is_refused(manager: Client):
    tagator = new_tagator()
    form = tagator_form(manager, tagator, name="Kim Lee")
    change_tagator_settings(ChangeTagatorSettingsCommand(tagator_id=tagator.pk, tasks_per_work=7))
    before = stored(tagator)

    answer = post(manager, address_of_page(Tagator, tagator.pk), **form)

    [why] = form_errors(answer)["__all__"]
    assert "settings changed since you opened this page" in why
    assert stored(tagator) == before


def test_an_address_that_another_account_has_is_refused_and_nothing_is_changed(manager: Client):
    tagator = new_tagator()
    User.objects.create_user("boss@example.org")
    before = stored(tagator)
    form = tagator_form(manager, tagator, email="boss@example.org", tasks_per_work="5")

    answer = post(manager, address_of_page(Tagator, tagator.pk), **form)

    assert "Another account signs in with this e-mail address." in str(form_errors(answer))
    assert stored(tagator) == before


def test_the_albums_of_all_tenants_are_not_on_the_page(manager: Client):
    opened, other = manual_album(name="Opened"), manual_album(name="Other")
    tagator = new_tagator(settings={"album_ids": frozenset([opened.pk])})

    page = page_of(manager, tagator)

    assert str(opened.pk) in page
    assert str(other.pk) not in page


def test_taggers_are_blocked_and_their_work_expires_in_the_name_of_the_user(manager: Client):
    waiting_tasks(1)
    tagator = new_tagator()
    work = taken_work(tagator)
    task = tasks_of(work)[0]

    asked = act(manager, "block", tagator)
    assert "the active work expires" in asked.content.decode()
    assert "1 tagger is blocked." in asked.content.decode()
    assert "1 task goes back to the pool." in asked.content.decode()
    one = manager.get(beside(tagator, "block/"), secure=True)
    assert "1 task goes back to the pool." in one.content.decode()
    tagator.refresh_from_db()
    assert tagator.state == TagatorState.ACTIVE

    answer = act(manager, "block", tagator, confirmed="yes")

    assert said(answer) == ["Blocked: done for 1."]
    tagator.refresh_from_db()
    work.refresh_from_db()
    task.refresh_from_db()
    assert (tagator.state, work.state) == (TagatorState.BLOCKED, WorkState.EXPIRED)
    assert task.state == TaggingTaskState.OPEN
    assert task.history.latest("pk").actor == "meg"
    act(manager, "unblock", tagator, confirmed="yes")
    tagator.refresh_from_db()
    assert tagator.state == TagatorState.ACTIVE


def test_a_tagger_is_blocked_from_their_page_after_a_question(manager: Client):
    tagator = new_tagator()
    address = beside(tagator, "block/")

    page = read(manager, address)
    assert Tagator.objects.get().state == TagatorState.ACTIVE
    answer = post(manager, address, confirmed="yes")

    assert "the active work expires" in page
    assert answer.redirect_chain[-1][0] == address_of_page(Tagator, tagator.pk)
    assert Tagator.objects.get().state == TagatorState.BLOCKED
    assert "Unblock…" in page_of(manager, tagator)
    assert ">Block…" not in page_of(manager, tagator)


NEXT = "another long phrase"


@pytest.fixture
def tagator(db: None) -> Tagator:
    return new_tagator()


def has(tagator: Tagator, password: str) -> bool:
    return Tagator.objects.get(pk=tagator.pk).user.check_password(password)


def test_password_a_typed_password_is_set(manager: Client, tagator: Tagator):
    answer = post(manager, beside(tagator, "password/"), password=NEXT, set="yes")

    assert said(answer) == ["The password is set."]
    assert NEXT not in answer.content.decode()
    assert has(tagator, NEXT)


def test_password_a_password_is_made_and_shown_once(manager: Client, tagator: Tagator):
    answer = post(manager, beside(tagator, "password/"), password="", make="yes")

    [made] = re.findall(r"<code[^>]*>([a-z0-9-]{19})</code>", answer.content.decode())
    assert has(tagator, made)
    assert "no-store" in answer.headers["Cache-Control"]
    assert made not in page_of(manager, tagator)
    assert made not in read(manager, beside(tagator, "password/"))


@pytest.mark.parametrize(("password", "why"), [("1234", "too short"), ("", "")])
def test_password_a_weak_password_or_none_is_refused_in_its_place(manager, tagator, password, why):
    answer = post(manager, beside(tagator, "password/"), password=password, set="yes")

    errors = answer.context["form"].errors["password"]
    assert errors
    assert why in " ".join(errors)
    assert has(tagator, PASSWORD)


def checked_tagger() -> Tagator:
    """Return a tagger with an agreement, two disagreements, one settled for them, and a hit."""
    tagger = new_tagator(name="Kim")
    second_reading(first_reading("12"), "12", tagator=tagger)
    settled = first_reading("12")
    second_reading(settled, "13", tagator=tagger)
    second_reading(first_reading("12"), "14", tagator=tagger)
    settle(settled.pk, "13")
    return tagger


def test_quality_on_the_page_and_in_the_list(manager: Client):
    tagger = checked_tagger()

    page = page_of(manager, tagger)
    listed = read(manager, address_of_list(Tagator, q="Kim"))

    for shown in (page, listed):
        assert "100.0%, 2 of 2" in shown  # accuracy: the open disagreement is not known yet


def test_quality_as_the_admin_api_gives_it(manager: Client):
    tagger = checked_tagger()
    complete(known_task("7", tagator=new_tagator()), "8")

    for each in with_quality(Tagator.objects.all()):
        assert quality_of(each) == get_tagator_quality(each.pk, None, None)
    assert quality_of(with_quality(Tagator.objects.all()).get(pk=tagger.pk)).settled_right == 1
