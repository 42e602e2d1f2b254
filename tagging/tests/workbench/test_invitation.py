"""An invitation in the address of the workbench…"""

from playwright.sync_api import expect

from recognition.models import Album
from tagging.invitations import sign
from tagging.models import Tagator
from tagging.tests.workbench.conftest import album_of
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.looking import states


def test_offers_work_of_its_album(desk: Desk, tagator: Tagator, album: Album, photos: str):
    invited = album_of(1, f"{photos}/small", name="Lisbon 2026")

    desk.open(f"?invitation={sign(invited.pk)}")
    desk.sign_in(tagator)
    expect(desk.page.locator("#take")).to_have_text("Take work of Lisbon 2026")
    desk.page.click("#take")
    desk.expect_place(1)

    assert states(invited) == {"101": "Assigned"}
    assert set(states(album).values()) == {"Open"}


def test_that_is_forged_says_so_and_work_can_be_taken(desk: Desk, tagator: Tagator, album: Album):
    desk.open("?invitation=forged")
    desk.sign_in(tagator)

    expect(desk.page.locator("#between-text")).to_contain_text("The invitation is not valid.")
    desk.page.click("#take")

    desk.expect_place(1)
