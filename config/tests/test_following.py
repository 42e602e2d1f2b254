"""Pages that show by themselves how work goes on: of each long job, and the home page."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db.models import Model
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from config.tests.browser import PASSWORD, browse, sign_in
from config.tests.test_every_list import MAKERS
from foundation.exports.models import Export
from foundation.messaging.models import LongJob
from foundation.messaging.tests.play.racing import in_thread
from foundation.privacy.models import Erasure
from foundation.staff.display import address_of_page, has_pages
from recognition.models import AlbumsMove, Photo, PhotoHour
from recognition.records.figures import hour_of
from recognition.tests.factories import AccountSpaceFactory
from rewards.corrections.commands import start_correction
from rewards.models import FormulaDryRun, RewardCorrection
from rewards.tests.corrections.corrected import credited_runs, preview_order
from rewards.tests.dry_runs.months import started
from rewards.tests.factories import draft_formula

MAKERS_OF_JOBS: dict[type[Model], Callable[[], Any]] = {
    AlbumsMove: lambda: moved_albums(),
    Erasure: lambda: Erasure.objects.create(kind="Selfie"),
    Export: lambda: Export.objects.create(
        title="Photos", model_label=Photo._meta.label, started_by="admin"
    ),
    FormulaDryRun: lambda: started(draft_formula()),
    RewardCorrection: lambda: start_correction(preview_order(credited_runs("5"))),
}
JOBS = [each for each in apps.get_models() if issubclass(each, LongJob) and has_pages(each)]
IS_DRAWN = "id => Boolean(Chart.getChart(document.querySelector(`#${id} canvas`)))"


def moved_albums(**fields: Any) -> AlbumsMove:
    space, other = AccountSpaceFactory.create(), AccountSpaceFactory.create()
    return AlbumsMove.objects.create(account=space.account, to_space=other, **fields)


@pytest.fixture(autouse=True)
def _counted_again() -> Iterator[None]:
    caches["figures"].clear()
    yield
    caches["figures"].clear()


@pytest.mark.django_db
@pytest.mark.parametrize("model", JOBS)
def test_the_page_of_each_long_job_refreshes_itself_until_it_is_over(
    admin_client: Client, model: type[Model]
):
    made = MAKERS_OF_JOBS[model]() if model in MAKERS_OF_JOBS else MAKERS[model](0)
    job: Any = made

    def page() -> str:
        return admin_client.get(address_of_page(model, job.pk), secure=True).content.decode()

    going_on = page()
    ended = {"state": "Failed", "finished_on": timezone.now()}
    model._default_manager.filter(pk=job.pk).update(**ended)

    assert "data-refresh=" in going_on
    assert "staff/refresh" in going_on
    assert "data-refresh=" not in page()


def test_a_job_is_followed_to_its_end(live_server: LiveServer, transactional_db: None):
    User.objects.create_superuser("boss", password=PASSWORD)
    move = moved_albums(total=5, done=3)

    def ends() -> None:
        AlbumsMove.objects.update(done=5, state="Finished", finished_on=timezone.now())

    def visit(page: Page) -> None:
        sign_in(page, live_server.url)
        page.goto(live_server.url + address_of_page(AlbumsMove, move.pk))
        expect(page.locator("#followed")).to_contain_text("3 of 5 albums moved")
        in_thread(ends).join()
        expect(page.locator("#followed")).to_contain_text("5 of 5 albums moved")
        expect(page.locator("[data-refresh]")).to_have_count(0)

    assert browse(visit).troubles == []


def test_what_is_new_appears_on_the_home_page_and_what_is_no_more_goes(
    live_server: LiveServer, transactional_db: None, client: Client
):
    boss = User.objects.create_superuser("boss", password=PASSWORD)
    client.force_login(boss)
    first = client.get("/admin/", secure=True).content.decode()
    gone = '<p id="gone">Gone</p>'
    first = first.replace("data-grows>", f"data-grows>{gone}", 1).replace(
        'data-every="20"', 'data-every="1"'
    )
    PhotoHour.objects.create(hour=hour_of(timezone.now()), processed=7)
    caches["figures"].clear()

    def visit(page: Page) -> None:
        sign_in(page, live_server.url)
        answers = iter([first])

        def answer(route: Route) -> None:
            body = next(answers, None)
            if body is None:
                route.continue_()
            else:
                route.fulfill(body=body, content_type="text/html")

        page.route(f"{live_server.url}/admin/", answer)
        page.goto(f"{live_server.url}/admin/")
        page.locator("#home-throughput").evaluate("one => { one.hidden = false; one.open = true; }")
        expect(page.locator("#chart-photos-a-day canvas")).to_be_visible()
        page.wait_for_function(IS_DRAWN, arg="chart-photos-a-day")
        expect(page.get_by_text("Gone", exact=True)).to_have_count(0)

    seen = browse(visit)

    assert "chart-photos-a-day" not in first
    assert seen.troubles == []
