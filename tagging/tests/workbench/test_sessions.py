"""The session of a tagger on the workbench…"""

from django.utils import timezone
from playwright.sync_api import expect

from foundation.records.audit import Actor
from recognition.models import Album
from tagging.commands.tagators import (
    ChangeTagatorCommand,
    ChangeTagatorPasswordCommand,
    change_tagator,
    change_tagator_password,
)
from tagging.models import Tagator, TagatorState
from tagging.tests.factories import new_tagator
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.looking import completed, numbers_by_photo

NEW_PASSWORD = "another long phrase"


def end_session(desk: Desk, tagator: Tagator) -> None:
    """Give the tagger a new password: tokens of before are refused, the refresh token too."""
    desk.expect_ahead()  # what is still asked for would let the page ask to sign in
    change_tagator_password(
        ChangeTagatorPasswordCommand(tagator_id=tagator.pk, password=NEW_PASSWORD)
    )


def test_is_refused_with_a_wrong_password(desk: Desk, tagator: Tagator):
    desk.open()

    desk.sign_in(tagator, "wrong")

    expect(desk.page.locator("#sign-in-reason")).to_have_text(
        "The e-mail or the password is wrong."
    )


def test_expires_and_goes_on_after_signing_in_again(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    end_session(desk, tagator)

    desk.type("101", "Enter")
    expect(desk.page.locator("#sign-in-dialog")).to_be_visible()
    expect(desk.page.locator("#email")).to_have_value(tagator.email)
    desk.sign_in(tagator, NEW_PASSWORD)
    desk.expect_numbers("101")
    desk.type("Enter")
    desk.expect_place(2)
    desk.expect_saved()

    assert numbers_by_photo(album) == {"101": ["101"]}
    assert completed(album) == ["101"]


def test_expires_and_asks_on_whatever_closes_its_dialog(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    end_session(desk, tagator)
    desk.type("101", "Enter")
    expect(desk.page.locator("#sign-in-dialog")).to_be_visible()

    desk.type(*["Escape"] * 3)
    desk.sign_in(tagator, NEW_PASSWORD)

    desk.expect_numbers("101")
    expect(desk.page.locator("#sign-in-dialog")).to_be_hidden()


def test_of_another_tagger_never_gets_the_queue_of_the_first(
    desk: Desk, tagator: Tagator, album: Album
):
    other = new_tagator(name="Robin")
    desk.begin(tagator)
    end_session(desk, tagator)
    desk.type("101", "Enter")

    desk.sign_in(other)
    desk.expect_between("Ready?")
    expect(desk.page.locator("#connection")).to_have_text("")
    assert numbers_by_photo(album) == {}
    desk.sign_out("#account-between")
    desk.sign_in(tagator, NEW_PASSWORD)
    desk.expect_numbers("101")

    assert numbers_by_photo(album) == {"101": ["101"]}


def test_of_a_tagger_who_is_blocked_meanwhile_ends_and_says_why(
    desk: Desk, tagator: Tagator, album: Album
):
    desk.begin(tagator)
    change_tagator(
        ChangeTagatorCommand(
            tagator_id=tagator.pk, state=TagatorState.BLOCKED, by=Actor("ann"), now=timezone.now()
        )
    )

    desk.type("101", "Enter")
    expect(desk.page.locator("#sign-in-dialog")).to_be_visible()
    desk.sign_in(tagator)

    expect(desk.page.locator("#sign-in-reason")).to_have_text(
        "You are blocked. Ask those who invited you."
    )
    assert numbers_by_photo(album) == {}


def test_lives_through_a_reload(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)

    desk.page.reload()

    desk.expect_place(1)


def test_is_renewed_by_the_refresh_token(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.page.evaluate(
        """() => {
            const name = "finishline.workbench.session";
            const kept = JSON.parse(localStorage.getItem(name));
            kept.value.accessToken = "worn out";
            localStorage.setItem(name, JSON.stringify(kept));
        }"""
    )

    desk.type("101", "Enter")
    desk.expect_numbers("101")

    expect(desk.page.locator("#sign-in-dialog")).to_be_hidden()
    assert numbers_by_photo(album) == {"101": ["101"]}


def test_of_no_tagger_is_refused_in_words(desk: Desk, transactional_db: None):
    desk.open()

    desk.page.fill("#email", "nobody@example.org")
    desk.page.press("#email", "Enter")

    expect(desk.page.locator("#sign-in-reason")).not_to_be_empty()
