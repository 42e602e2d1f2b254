"""Staff's pages of tagging in a browser: they fit, nothing fails, and everyone can use them."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from config.tests.browser import PASSWORD, Look, browse, faults_of, sign_in
from config.tests.looked_at import not_looked_at
from foundation.rest.roles import grant_role
from foundation.staff.display import address_of_list, address_of_page
from recognition.models import Photo
from tagging.models import (
    AlbumGuide,
    AlbumQuality,
    Comparison,
    KnownAnswer,
    PaidMonth,
    PhotoQuestion,
    SkippedTask,
    Tagator,
    TaggingTask,
    TimeSheet,
    Work,
)
from tagging.tests.admin.pages import beside
from tagging.tests.factories import manual_album, new_tagator, taken_work, tasks_of, waiting_tasks
from tagging.tests.quality.checks import disagreement as new_disagreement
from tagging.tests.quality.checks import known_photo
from tagging.tests.questions.asked import asked, written_guide
from tagging.tests.statistics.ledger import close, complete
from tagging.works.commands import CompleteTaskCommand, complete_task
from tools.sandbox.client import SandboxClient


@pytest.fixture(autouse=True)
def _boss(transactional_db: None, settings: Any) -> None:
    """A manager, who signs in."""
    settings.ALLOW_PRIVATE_IMAGE_URLS = True
    user = User.objects.create_user("boss", password=PASSWORD, is_staff=True)
    grant_role(user, "tagging.manage")


@pytest.fixture
def pages(_boss: None, sandbox: SandboxClient) -> list[str]:
    """Return the addresses of every page of tagging, with something on each."""
    question = asked()
    picture = sandbox.url("album", "/pixel.jpg")
    Photo.objects.filter(pk=question.task.photo_id).update(image_url=picture)
    of_quality = pages_of_quality(picture)
    guide = written_guide(text="# Bibs\n- **red** ones")
    album = manual_album(name="A half marathon with rather a long name")
    waiting_tasks(5, album)
    tagator = new_tagator(rate_per_task=Decimal("0.15"), settings={"tasks_per_work": 3})
    work = taken_work(tagator, now=timezone.now() - timedelta(minutes=9))
    task = tasks_of(work)[0]
    named = {"tagator_id": tagator.pk, "work_id": work.pk, "task_id": task.pk}
    complete_task(CompleteTaskCommand(**named, now=timezone.now()))
    return [
        *of_quality,
        address_of_list(AlbumGuide),
        address_of_list(PhotoQuestion),
        address_of_page(PhotoQuestion, question.pk),
        address_of_list(AlbumGuide) + "add/",
        address_of_page(AlbumGuide, guide.pk),
        reverse("admin:index"),
        reverse("admin:tagging_board"),
        *pages_of_pay(),
        address_of_list(SkippedTask),
        address_of_list(Comparison, state="settled"),
        *(address_of_list(model) for model in (Tagator, Work, TaggingTask, TimeSheet)),
        address_of_list(TaggingTask, album=album.pk, state="all"),
        *(address_of_page(type(each), each.pk) for each in (tagator, work, task, album)),
        address_of_list(Tagator) + "add/",
        *(beside(tagator, f"{part}/") for part in ("password", "invite", "block")),
        beside(work, "expire/"),
    ]


def pages_of_pay() -> list[str]:
    """Return the addresses of the pages of a closed month, and of the next one."""
    complete(new_tagator(name="Pat"), timezone.now() - timedelta(days=70))
    closed = close(timezone.now())
    return [
        address_of_list(PaidMonth),
        address_of_list(PaidMonth) + "next/",
        address_of_page(PaidMonth, closed.pk),
    ]


def pages_of_quality(picture: str) -> list[str]:
    """Return the addresses of the pages on which staff check the quality of tagging."""
    disagreement = new_disagreement()
    known = known_photo(disagreement.task.album, "12").known_answer
    records = [disagreement, known, disagreement.task.album.tagging_quality]
    Photo.objects.filter(album=disagreement.task.album).update(image_url=picture)
    return [
        *(address_of_list(type(record)) for record in records),
        *(address_of_page(type(record), record.pk) for record in records),
        *(address_of_list(model) + "add/" for model in (AlbumQuality, KnownAnswer)),
    ]


@pytest.mark.usefixtures("frame", "one_frame")
def test_everyone_can_use_them(live_server: LiveServer, pages: list[str]):
    def visit(page: Page) -> dict[Look, list[str]]:
        sign_in(page, live_server.url)
        return faults_of(page, live_server.url, pages)

    seen = browse(visit)

    assert not_looked_at("tagging", pages) == set()
    assert (seen.troubles, seen.found) == ([], {})


def test_an_album_is_searched_chosen_and_saved_by_keys(live_server: LiveServer):
    manual_album(name="A half marathon with rather a long name")
    tagator = new_tagator()

    def visit(page: Page) -> str:
        sign_in(page, live_server.url)
        page.goto(live_server.url + address_of_page(Tagator, tagator.pk))
        page.get_by_role("searchbox", name="Albums").press_sequentially("half")
        page.wait_for_selector(".select2-results__option--highlighted")
        page.keyboard.press("Enter")
        page.click("button[name=_continue]")
        expect(page.get_by_text("was changed successfully")).to_be_visible()
        return str(page.inner_text(".select2-selection__rendered"))

    seen = browse(visit)

    assert seen.troubles == []
    assert "A half marathon" in seen.found
    assert len(tagator.settings.album_ids) == 1


def test_disagreements_are_settled_by_a_key_each_or_as_typed(
    live_server: LiveServer, sandbox: SandboxClient
):
    first, *_ = (new_disagreement() for _ in range(3))
    Photo.objects.update(image_url=sandbox.url("album", "/pixel.jpg"))

    def visit(page: Page) -> list[float]:
        sign_in(page, live_server.url)
        page.goto(live_server.url + address_of_page(Comparison, first.pk))
        places = []
        for key in ("2", "1"):
            button = page.get_by_role("button", name="First reading is right")
            page.wait_for_function("document.querySelector('.fl-canvas img').naturalWidth")
            places.append(button.evaluate("one => one.getBoundingClientRect().y"))
            with page.expect_navigation():
                page.keyboard.press(key)
        page.wait_for_function("document.querySelector('.fl-canvas img').naturalWidth")
        page.keyboard.press("e")
        page.keyboard.type("14")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        return places

    seen = browse(visit)

    assert seen.troubles == []
    assert len(set(seen.found)) == 1  # the message moved nothing
    numbers = Comparison.objects.exclude(settled_on=None).order_by("settled_on")
    assert list(numbers.values_list("settled_numbers", flat=True)) == [["13"], ["12"], ["14"]]
