"""Labels are not lost when the server or the page dies, or two pages change one photo."""

import pytest
from playwright.sync_api import expect

from vision.tests.label.labelling import draw_number, opened, saved, values


def test_a_server_that_is_killed_loses_nothing(context, tool):
    page = opened(context, tool)
    draw_number(page, "17")
    saved(page)

    tool.kill()
    draw_number(page, "18", left=0.6)
    page.keyboard.press("PageDown")
    draw_number(page, "19")
    expect(page.locator("#saved")).to_contain_text("Kept in this browser")
    tool.start()
    saved(page)

    assert (values(tool), values(tool, "b.jpg")) == (["17", "18"], ["19"])


def test_a_page_that_dies_while_the_server_is_down_loses_nothing(context, tool):
    page = opened(context, tool)
    tool.kill()
    draw_number(page, "18")
    expect(page.locator("#saved")).to_contain_text("Kept in this browser")
    page.close(run_before_unload=False)

    tool.start()
    page = opened(context, tool)
    expect(page.locator("#notice")).to_contain_text("Restored what was not saved: a.jpg")
    saved(page)

    assert values(tool) == ["18"]


@pytest.mark.parametrize(
    ("button", "kept"), [("Keep what is here", ["18"]), ("Take what is stored", ["17"])]
)
def test_two_pages_that_change_one_photo_are_asked(context, tool, button, kept):
    one, other = opened(context, tool), opened(context, tool)
    draw_number(one, "17")
    saved(one)

    draw_number(other, "18")
    expect(other.locator("#notice")).to_contain_text("a.jpg was changed elsewhere, and here.")
    assert values(tool) == ["17"]
    other.get_by_role("button", name=button).click()
    saved(other)

    assert values(tool) == kept
    expect(other.get_by_role("button", name=f"Number {kept[0]}", exact=True)).to_be_visible()
