"""The search field of the staff's site (Ctrl-K): pages, and what the apps find."""

from collections.abc import Iterator

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from config.sidebar import lists_of, sidebar
from foundation.records.texts import clean
from foundation.staff.page_parts import TEXT_MOST, Found, find_all


@admin.site.admin_view
@require_GET
def find(request: HttpRequest) -> HttpResponse:
    """Show what a text finds.

    It replaces the theme's own view, which keeps what it found, names of people too, in Redis.
    """
    text = clean(request.GET.get("s", "").replace("\0", ""))[:TEXT_MOST]
    found = [*_pages(request, text), *find_all(request, text)] if text else []
    return render(request, "staff/found.html", {"text": text, "found": found})


def _pages(request: HttpRequest, text: str) -> Iterator[Found]:
    for section in sidebar(request):
        for item in (each for entry in section["items"] for each in lists_of(entry)):
            if text.lower() in item["title"].lower():
                description = f"Page of {section['title'].lower()}"
                yield Found(title=item["title"], description=description, link=item["link"])
