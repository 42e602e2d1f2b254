"""A person labels photos in a browser, by mouse and by keys."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from vision.tests.label.labelling import (
    draw,
    draw_face,
    draw_number,
    opened,
    place_of,
    saved,
    values,
)

SPILL = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]


def test_labels_two_photos_of_a_burst_by_keys(context, tool):
    page = opened(context, tool)

    draw_number(page, "t-2182")
    draw_face(page, "Anna")
    page.get_by_role("button", name="Number T2182").focus()
    page.keyboard.press("l")
    page.keyboard.press("d")
    page.keyboard.press("b")
    page.keyboard.press("c")
    page.get_by_role("button", name="Number T2182").focus()
    page.keyboard.press("u")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("d")
    saved(page)

    first, second = (tool.labels()[name] for name in ("a.jpg", "b.jpg"))
    [number], [face] = first["numbers"], first["faces"]
    assert (number["value"], number["wearer"], face["person"]) == ("T2182", face["id"], "Anna")
    assert (first["done"], first["burst"]) == (True, "")
    assert number["box"]["left"] == pytest.approx(0.3, abs=0.01)
    assert number["box"]["width"] == pytest.approx(0.1, abs=0.01)
    [copied] = second["numbers"]
    assert (second["done"], second["burst"], copied["legible"]) == (True, "a.jpg", False)
    assert copied["box"]["left"] == pytest.approx(number["box"]["left"] + 0.002)
    assert copied["box"]["height"] == pytest.approx(number["box"]["height"] + 0.002)
    assert (tool.folder / "numbers.csv").read_text().splitlines()[1:] == [
        "a.jpg,T2182,,",
        "b.jpg,,T2182,",
    ]
    expect(page.locator("#progress")).to_have_text("3 of 3, 2 done")


def test_undoes_and_redoes(context, tool):
    page = opened(context, tool)
    draw_number(page, "17")
    draw_number(page, "18", left=0.6)
    page.keyboard.press("PageDown")

    page.keyboard.press("Control+z")  # what was typed
    page.keyboard.press("Control+z")  # the box
    saved(page)
    expect(page.locator("#progress")).to_contain_text("1 of 3")
    assert values(tool) == ["17"]
    page.keyboard.press("Control+Shift+z")
    page.keyboard.press("Control+y")
    saved(page)
    assert values(tool) == ["17", "18"]
    page.get_by_role("button", name="Number 17", exact=True).focus()
    page.keyboard.press("Delete")
    saved(page)
    assert values(tool) == ["18"]


def test_moves_and_resizes_by_mouse(context, tool):
    page = opened(context, tool)
    draw_number(page, "17")
    stage = place_of(page.locator("#stage"))

    box = place_of(page.get_by_role("button", name="Number 17"))
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + stage["width"], y, steps=3)
    page.mouse.up()
    corner = place_of(page.locator(".box.chosen i.first"))
    page.mouse.move(corner["x"] + 6, corner["y"] + 6)
    page.mouse.down()
    page.mouse.move(corner["x"] + 6 - stage["width"] / 10, corner["y"] + 6, steps=3)
    page.mouse.up()
    saved(page)

    [number] = tool.labels()["a.jpg"]["numbers"]
    assert number["box"]["left"] + number["box"]["width"] == pytest.approx(1)
    assert number["box"]["width"] == pytest.approx(0.2, abs=0.02)


def test_typing_errors_are_said_and_are_not_done(context, tool):
    page = opened(context, tool)
    draw_number(page, "12x4y")

    page.keyboard.press("d")

    expect(page.locator("#notice")).to_contain_text("Number 1 is not complete")
    expect(page.locator("#numbers input").first).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#numbers input").first).to_be_focused()
    page.keyboard.type("124")
    page.keyboard.press("Enter")
    page.keyboard.press("d")
    saved(page)
    assert (values(tool), tool.labels()["a.jpg"]["done"]) == (["124"], True)
    # What is done is not done while it is typed again.
    page.keyboard.press("PageUp")
    page.locator("#numbers input").first.fill("")
    saved(page)
    assert tool.labels()["a.jpg"]["done"] is False
    page.locator("#numbers input").first.fill("125")
    saved(page)
    assert (values(tool), tool.labels()["a.jpg"]["done"]) == (["125"], True)


def test_says_that_two_wear_one_number(context, tool):
    page = opened(context, tool)
    for name in ("Anna", "Ben"):
        draw_number(page, "17")
        draw_face(page, name)
        page.get_by_role("button", name="Number 17").focus()
        page.keyboard.press("l")
        page.keyboard.press("PageDown")
    page.keyboard.press("PageUp")

    expect(page.locator("#numbers small")).to_have_text(
        "Worn by Anna and Ben: is one of them wrong?"
    )


def test_a_face_without_a_name_gets_that_of_who_wears_the_number(context, tool):
    page = opened(context, tool)
    draw_number(page, "17")
    draw_face(page, "Anna")
    page.get_by_role("button", name="Number 17").focus()
    page.keyboard.press("l")
    page.keyboard.press("PageDown")
    draw_number(page, "17")
    draw_face(page, "")

    page.get_by_role("button", name="Number 17").focus()
    page.keyboard.press("l")

    expect(page.locator("#faces input")).to_have_value("Anna")


def test_begins_with_our_reading(context, tool):
    tool.kill()
    tool.start("--read")

    page = opened(context, tool)
    expect(page.get_by_role("button", name="Number 552")).to_be_visible()
    saved(page)

    assert values(tool) == ["552"]
    assert tool.labels()["a.jpg"]["done"] is False


def test_numbers_without_boxes_get_them(context, tool):
    tool.kill()
    (tool.folder / "numbers.csv").write_text("photo,numbers\na.jpg,17\n")
    tool.start()
    page = opened(context, tool)

    page.locator("#numbers input").first.focus()
    draw(page, 0.3, 0.6)
    saved(page)

    [number] = tool.labels()["a.jpg"]["numbers"]
    assert number["value"] == "17"
    assert number["box"]["left"] == pytest.approx(0.3, abs=0.01)


@pytest.mark.parametrize("width", [1280, 390])
def test_fits_a_window_and_can_be_used_by_all(context, tool, width):
    page = opened(context, tool)
    page.set_viewport_size({"width": width, "height": 800})
    draw_number(page, "17")
    draw_face(page, "Anna")

    assert page.evaluate(SPILL) <= 0
    found = Axe().run(page, options={"runOnly": WCAG}).response["violations"]
    assert [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found] == []
