"""A browser…"""

from playwright.sync_api import expect

from recognition.models import Album
from tagging.models import Tagator
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.looking import numbers_by_photo

FORBID_STORAGE = """
const refuse = () => new DOMException("Storage is forbidden.", "SecurityError");
Object.defineProperty(window, "localStorage", { get() { throw refuse(); } });
LockManager.prototype.request = async () => { throw refuse(); };
"""
UNKNOWN_ZONE = """
Intl.DateTimeFormat.prototype.resolvedOptions = () => ({ timeZone: "Moon/Tycho" });
"""


def test_that_forbids_storage_can_work(desk: Desk, tagator: Tagator, album: Album):
    desk.page.add_init_script(FORBID_STORAGE)
    desk.begin(tagator)

    desk.type("101", "Enter", "Enter")
    desk.expect_notice("This browser keeps nothing.")
    desk.type("102", "Enter")
    desk.expect_numbers("102")
    desk.expect_saved()

    assert numbers_by_photo(album) == {"101": ["101"], "102": ["102"]}


def test_whose_time_zone_is_unknown_to_the_server_can_work(
    desk: Desk, tagator: Tagator, album: Album
):
    desk.page.add_init_script(UNKNOWN_ZONE)

    desk.begin(tagator)
    desk.type("101", "Enter")
    desk.expect_saved()

    expect(desk.page.locator("#who")).to_have_text(tagator.name)
    assert numbers_by_photo(album) == {"101": ["101"]}
