"""PATCH of a tagator, and POST password…"""

from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from messaging.tests.play.racing import race
from rest.tokens import issue
from tagging.commands.tagators import (
    ChangeTagatorCommand,
    CreateTagatorCommand,
    EmailTaken,
    _change,
    change_tagator,
    create_tagator,
)
from tagging.commands.works import TagatorBlocked, TakenWork, TakeWorkCommand, take_work
from tagging.models import Tagator, TagatorState, TaggingTask, TaskState, Work, WorkState
from tagging.tasks import expire_works_task
from tagging.tests.factories import (
    PASSWORD,
    history_of,
    new_tagator,
    taken_work,
    tasks_of,
    waiting_tasks,
)
from tagging.tests.tagator_calls import (
    BOTH,
    WEAK,
    WRONG_VALUES,
    change,
    fields_of,
    path,
    set_password,
)

pytestmark = pytest.mark.django_db

STRONGER = "a longer and better phrase"


@pytest.fixture
def kim():
    return new_tagator(email="kim@example.org", phone="1", rate_per_task=1)


def tagger(tagator: Tagator) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {issue(tagator.user, timedelta(minutes=5))}")
    return client


def ask(client: APIClient) -> int:
    return client.get("/client-api/api/v2/accounts").status_code


def blocking(tagator: Tagator, **fields) -> ChangeTagatorCommand:
    given = {"now": timezone.now(), "actor": "manager", "state": TagatorState.BLOCKED}
    return ChangeTagatorCommand(tagator_id=tagator.pk, **{**given, **fields})


@BOTH
def test_what_is_given_is_changed_and_the_rest_stays(manager, kim, version):
    answer = change(manager, kim, version, name="Kay", ratePerTask="0.2", phone="")

    kim.refresh_from_db()
    assert (answer.status_code, answer["ETag"]) == (200, '"2"')
    assert answer.json()["email"] == "kim@example.org"
    assert (kim.name, kim.rate_text, kim.phone) == ("Kay", "0.20", "")
    assert (kim.state, kim.user.is_active) == (TagatorState.ACTIVE, True)


def test_a_new_email_is_what_the_tagator_signs_in_with(manager, anybody, kim):
    answer = change(manager, kim, email="Kay@Example.org")

    statuses = [
        anybody.post(
            "/client-api/api/v2/accounts/signin",
            {"email": email, "password": PASSWORD},
            format="json",
        ).status_code
        for email in ("kay@example.org", "kim@example.org")
    ]
    assert (answer.status_code, answer.json()["email"]) == (200, "kay@example.org")
    assert statuses == [200, 401]


@pytest.mark.parametrize("fields", [{}, {"name": "Kim"}, {"email": "KIM@example.org"}])
def test_what_is_so_already_makes_no_new_version(manager, kim, fields):
    answer = change(manager, kim, **fields)

    assert (answer.status_code, answer["ETag"]) == (200, '"1"')


@BOTH
@WRONG_VALUES
def test_a_wrong_value_is_422_and_changes_nothing(manager, kim, version, field, value, code):
    answer = change(manager, kim, version, **{field: value})

    kim.refresh_from_db()
    assert (answer.status_code, fields_of(answer)) == (422, {field: code})
    assert kim.version == 1


@BOTH
def test_an_email_that_is_taken_is_409_and_changes_nothing(manager, kim, version):
    new_tagator(email="kay@example.org")
    User.objects.create_user("staff@example.org")

    answers = [
        change(manager, kim, version, name="Kay", email=email)
        for email in ("KAY@example.org", "staff@example.org")
    ]

    kim.refresh_from_db()
    assert {(each.status_code, each.json()["code"]) for each in answers} == {(409, "email-taken")}
    assert (kim.email, kim.name, kim.user.username) == ("kim@example.org", "Kim", "kim@example.org")


@BOTH
def test_a_tagator_who_is_not_there_is_404(manager, version):
    answers = [
        change(manager, uuid4(), version, name="Kay"),
        set_password(manager, uuid4(), STRONGER, version),
    ]

    assert {(each.status_code, each.json()["code"]) for each in answers} == {
        (404, "tagator-not-found")
    }


@pytest.mark.parametrize(
    ("tag", "status"), [('"1"', 200), ("*", 200), ('"2"', 409), ('W/"1"', 409), ("1", 400)]
)
def test_a_change_is_held_to_the_version_named(manager, kim, tag, status):
    headers = {"If-Match": tag}

    answer = manager.patch(path(kim), {"name": "Kay"}, format="json", headers=headers)

    kim.refresh_from_db()
    assert answer.status_code == status
    assert kim.name == ("Kay" if status == 200 else "Kim")


@BOTH
def test_malformed_bodies_are_400(manager, kim, version):
    calls = (
        (manager.patch, path(kim, "", version)),
        (manager.post, path(kim, "/password", version)),
    )

    for call, address in calls:
        assert call(address, "{", content_type="application/json").status_code == 400


@BOTH
def test_is_open_to_tagging_managers_only(caller, anybody, kim, version):
    stranger = caller("recognition.manage", "tagging.tag", "internal.call", username="stranger")

    for client, status in ((anybody, 401), (stranger, 403)):
        answers = [
            change(client, kim, version, name="Kay"),
            set_password(client, kim, STRONGER, version),
        ]
        assert [answer.status_code for answer in answers] == [status] * 2
    kim.refresh_from_db()
    assert (kim.name, kim.user.check_password(PASSWORD)) == ("Kim", True)


# --- The password


@BOTH
def test_a_new_password_replaces_the_old_one_and_ends_its_tokens(manager, kim, version):
    client = tagger(kim)

    answer = set_password(manager, kim, STRONGER, version)

    kim.user.refresh_from_db()
    assert (answer.status_code, answer.content) == (204, b"")
    assert kim.user.check_password(STRONGER)
    assert ask(client) == 401
    assert ask(tagger(kim)) == 200


def test_a_password_may_come_with_other_changes(manager, kim):
    change(manager, kim, name="Kay", password=STRONGER)

    kim.refresh_from_db()
    assert (kim.name, kim.user.check_password(STRONGER)) == ("Kay", True)


@WEAK
def test_a_weak_password_is_422_and_changes_nothing(manager, kim, password):
    answers = [
        set_password(manager, kim, password),
        change(manager, kim, name="Kay", password=password),
    ]

    kim.refresh_from_db()
    assert [answer.status_code for answer in answers] == [422, 422]
    assert [fields_of(answer) for answer in answers] == [{"password": "weak-password"}] * 2
    assert (kim.name, kim.user.check_password(PASSWORD)) == ("Kim", True)


@BOTH
@pytest.mark.parametrize("value", ["", None, 7, [], "x" * 129], ids=str)
def test_a_password_that_is_none_is_422(manager, kim, version, value):
    answer = set_password(manager, kim, value, version)

    assert (answer.status_code, list(fields_of(answer))) == (422, ["password"])
    assert kim.user.check_password(PASSWORD)


def test_a_password_keeps_the_spaces_around_it(manager, kim):
    set_password(manager, kim, f" {STRONGER} ")

    kim.user.refresh_from_db()
    assert kim.user.check_password(f" {STRONGER} ")


# --- Blocking


def test_a_blocked_tagator_is_401_from_the_next_request_on(manager, kim):
    client = tagger(kim)
    before = ask(client)

    answer = change(manager, kim, state="Blocked")

    assert (answer.status_code, answer.json()["state"]) == (200, "Blocked")
    assert (before, ask(client)) == (200, 401)


def test_a_tagator_who_is_active_again_may_go_on(manager, kim):
    client = tagger(kim)
    change(manager, kim, state="Blocked")

    change(manager, kim, state="Active")

    assert ask(client) == 200


def test_a_user_whom_staff_made_inactive_stays_so_after_other_changes(manager, kim):
    User.objects.filter(pk=kim.user_id).update(is_active=False)

    change(manager, kim, name="Kay")

    kim.user.refresh_from_db()
    assert not kim.user.is_active


def test_the_active_work_of_a_blocked_tagator_expires_at_once(manager, kim):
    waiting_tasks(2)
    work = taken_work(kim)
    task = tasks_of(work)[0]

    change(manager, kim, state="Blocked")

    work.refresh_from_db()
    assert work.state == WorkState.EXPIRED
    assert not TaggingTask.objects.exclude(state=TaskState.OPEN, work=None).exists()
    assert history_of(task)[-1] == ("Expired", "The tagator was blocked.")
    assert task.history.latest("pk").actor == "manager"


def test_blocking_again_expires_what_a_process_that_died_left(manager, kim):
    waiting_tasks(1)
    work = taken_work(kim)
    _change(blocking(kim))  # and the process dies

    change(manager, kim, state="Blocked")

    work.refresh_from_db()
    assert work.state == WorkState.EXPIRED


def test_the_sweep_expires_what_a_process_that_died_left(kim):
    waiting_tasks(1)
    work, other = taken_work(kim), new_tagator()
    waiting_tasks(1)
    still = taken_work(other)
    _change(blocking(kim))  # and the process dies

    expire_works_task()

    work.refresh_from_db()
    still.refresh_from_db()
    assert (work.state, still.state) == (WorkState.EXPIRED, WorkState.ACTIVE)
    assert TaggingTask.objects.filter(state=TaskState.OPEN).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_work_asked_for_while_its_tagator_is_blocked_is_refused():
    kim = new_tagator()
    waiting_tasks(1)
    asking = TakeWorkCommand(tagator_id=kim.pk, now=timezone.now())

    refused = race(partial(change_tagator, blocking(kim)), partial(take_work, asking))

    assert isinstance(refused, TagatorBlocked)
    assert not Work.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_work_taken_while_its_tagator_is_being_blocked_expires():
    kim = new_tagator()
    waiting_tasks(1)
    asking = TakeWorkCommand(tagator_id=kim.pk, now=timezone.now())
    taken: list[TakenWork] = []

    race(lambda: taken.append(take_work(asking)), partial(change_tagator, blocking(kim)))

    work = Work.objects.get()
    assert (work.pk, work.state) == (taken[0].work.pk, WorkState.EXPIRED)
    assert TaggingTask.objects.get().state == TaskState.OPEN


@pytest.mark.django_db(transaction=True)
def test_of_two_tagators_who_want_one_email_the_later_is_refused():
    kim, kay = new_tagator(name="Kim"), new_tagator(name="Kay")
    wish = {"state": None, "email": "one@example.org"}

    refused = race(
        partial(change_tagator, blocking(kim, **wish)),
        partial(change_tagator, blocking(kay, **wish)),
    )

    kay.refresh_from_db()
    assert isinstance(refused, EmailTaken)
    assert kay.email != "one@example.org"


@pytest.mark.django_db(transaction=True)
def test_a_creation_that_races_with_a_change_to_its_email_is_refused():
    kim = new_tagator()
    creation = CreateTagatorCommand(
        tagator_id=uuid4(), email="one@example.org", name="Kay", now=timezone.now()
    )

    refused = race(
        partial(change_tagator, blocking(kim, state=None, email="one@example.org")),
        partial(create_tagator, creation),
    )

    assert isinstance(refused, EmailTaken)
    assert Tagator.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_changes_of_one_version_the_later_is_refused(transactional_db):
    kim = new_tagator()
    rename = partial(blocking, kim, state=None, expected_version=1)

    refused = race(
        partial(change_tagator, rename(name="Kay")), partial(change_tagator, rename(name="Bo"))
    )

    kim.refresh_from_db()
    assert (refused.code, kim.name) == ("version-conflict", "Kay")
