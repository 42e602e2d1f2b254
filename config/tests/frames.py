"""The frame of staff's pages: what each page shows beside its own part."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.http import HttpRequest


@pytest.fixture
def one_frame() -> Iterator[None]:
    """Show the navigation on the first page of a member alone.

    It is the same on all pages, and takes longer than most of them: for who opens hundreds.
    """
    frame_of = admin.site.each_context
    shown: dict[Any, dict[str, Any]] = {}

    def each_context(request: HttpRequest) -> dict[str, Any]:
        if request.user.pk in shown:
            return {**shown[request.user.pk], "sidebar_navigation": [], "available_apps": []}
        frame = frame_of(request)
        if request.user.pk:
            shown[request.user.pk] = frame
        return frame

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(admin.site, "each_context", each_context)
        yield


@pytest.fixture
def frame() -> None:
    """Show the navigation, and all of the first page, in spite of `without_frame`."""


@pytest.fixture(autouse=True)
def without_frame(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Show no navigation: for folders whose tests ask pages for their own part.

    It takes half of a page's time; `config/tests` opens every page with it.
    """
    if "frame" not in request.fixturenames:
        for part in ("get_app_list", "get_sidebar_list", "get_tabs_list"):
            monkeypatch.setattr(admin.site, part, lambda _: [])
