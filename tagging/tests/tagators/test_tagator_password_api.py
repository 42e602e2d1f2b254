"""POST password of a tagator, and PATCH with one…"""

import pytest

from tagging.tests.calls.tagators import STRONGER, WEAK, ask, change, fields_of, set_password
from tagging.tests.calls.works import signed_in
from tagging.tests.factories import PASSWORD

pytestmark = pytest.mark.django_db


def test_a_new_password_replaces_the_old_one_and_ends_its_tokens(manager, kim):
    client, spaced = signed_in(kim), f" {STRONGER} "

    answer = set_password(manager, kim, spaced)

    kim.user.refresh_from_db()
    assert (answer.status_code, answer.content) == (204, b"")
    assert kim.user.check_password(spaced)
    assert ask(client) == 401
    assert ask(signed_in(kim)) == 200
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


@pytest.mark.parametrize("value", ["", None, 7, [], "x" * 129], ids=str)
def test_a_password_that_is_none_is_422(manager, kim, value):
    answer = set_password(manager, kim, value)

    assert (answer.status_code, list(fields_of(answer))) == (422, ["password"])
    assert kim.user.check_password(PASSWORD)
