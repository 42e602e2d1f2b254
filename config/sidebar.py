"""The sidebar of the staff's site: a section for each domain, with the lists of its models."""

from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.db.models import Model
from django.http import HttpRequest
from django.template.defaultfilters import capfirst
from django.urls import reverse

from foundation.staff.display import address_of_list, has_pages, may_see
from tagging.models import TaggingTask

SECTIONS = {
    "Recognition": ["recognition"],
    "Tagging": ["tagging"],
    "Programs and rewards": ["programs", "activities", "rewards"],
    "Messages": ["messaging"],
    "Schedules": ["django_celery_beat"],
    "Privacy": ["privacy"],
    "People and access": ["auth", "axes", "records"],
}
# An entry for each job of staff: its lists are tabs of each other's pages.
TABS = {
    "Albums": ["recognition.Album", "recognition.Tenant"],
    "Photos": [
        "recognition.Photo",
        "recognition.Selfie",
        "recognition.NumberRequest",
        "recognition.Callback",
    ],
    "Providers": [
        "recognition.Account",
        "recognition.AccountSpace",
        "recognition.NumberProviderStanding",
        "recognition.CompetitorInstance",
    ],
    "Jobs": [
        "recognition.AlbumPhotosProcessingJob",
        "recognition.AlbumRejudging",
        "recognition.AlbumsMove",
    ],
    "Tagging tasks": [
        "tagging.TaggingTask",
        "tagging.Comparison",
        "tagging.PhotoQuestion",
        "tagging.SkippedTask",
    ],
    "Quality and guides": ["tagging.AlbumQuality", "tagging.KnownAnswer", "tagging.AlbumGuide"],
    "Taggers": ["tagging.Tagator", "tagging.Work"],
    "Pay": ["tagging.TimeSheet", "tagging.PaidMonth"],
    "Programs": ["programs.MarketingProgram", "programs.Exercise"],
    "Participants": [
        "programs.Participant",
        "programs.ParticipantExerciseTask",
        "programs.TaskAssignment",
    ],
    "Activities": ["activities.Activity"],
    "Formulas": ["rewards.RewardFormula", "rewards.FormulaDryRun"],
    "Balances": ["rewards.Balance", "rewards.BalanceOperation"],
    "Corrections": ["rewards.RewardCorrection", "rewards.Approval", "activities.RewardClaim"],
    "Messages": [
        "messaging.OutboxMessage",
        "messaging.InboxMessage",
        "messaging.DeadLetter",
        "messaging.Outage",
    ],
    "Periodic tasks": [
        "django_celery_beat.PeriodicTask",
        "django_celery_beat.IntervalSchedule",
        "django_celery_beat.CrontabSchedule",
        "django_celery_beat.ClockedSchedule",
        "django_celery_beat.SolarSchedule",
    ],
    "Erasures": ["privacy.Erasure"],
    "Users": ["auth.User", "auth.Group"],
    "Access": ["axes.AccessAttempt", "axes.AccessFailureLog", "axes.AccessLog"],
    "Audit": ["records.AuditEntry", "records.LeftOutRow"],
}

MOST_OPEN = 3  # sections that are shown unfolded
# Pages without a list of records, before those of their section, for who sees these records.
PAGES: dict[str, list[tuple[str, str, type[Model]]]] = {
    "Tagging": [("Board", "admin:tagging_board", TaggingTask)]
}


def sidebar(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the sidebar with the models that this user may see."""
    items = {
        title: [*_pages(request, title), *_items(request, labels)]
        for title, labels in SECTIONS.items()
    }
    seen = {title: pages for title, pages in items.items() if pages}
    folds = len(seen) > MOST_OPEN
    return [{"title": title, "collapsible": folds, "items": pages} for title, pages in seen.items()]


def _pages(request: HttpRequest, section: str) -> list[dict[str, Any]]:
    return [
        {"title": title, "link": reverse(name)}
        for title, name, model in PAGES.get(section, [])
        if may_see(request, model)
    ]


def _items(request: HttpRequest, labels: list[str]) -> list[dict[str, Any]]:
    entries = _entries(request)
    return [
        entries[title]
        for title, lists in TABS.items()
        if title in entries and _app_of(lists) in labels
    ]


def _app_of(lists: list[str]) -> str:
    return lists[0].partition(".")[0]


def _lists(request: HttpRequest, models: Iterable[type[Model]]) -> list[dict[str, Any]]:
    return [
        {
            "title": capfirst(str(model._meta.verbose_name_plural)),
            "link": address_of_list(model),
            "label": model._meta.label,
        }
        for model in models
        if has_pages(model) and may_see(request, model)
    ]


def _entries(request: HttpRequest) -> dict[str, dict[str, Any]]:
    """Return the entries that this user sees; each opens the first of its lists.

    Each page asks three times, so the request keeps them.
    """
    kept: dict[str, dict[str, Any]] = request.__dict__.setdefault("sidebar_entries", {})
    if not kept:
        lists = {title: _lists(request, map(apps.get_model, TABS[title])) for title in TABS}
        kept |= {title: _entry(request, title, found) for title, found in lists.items() if found}
    return kept


def _entry(request: HttpRequest, title: str, lists: list[dict[str, Any]]) -> dict[str, Any]:
    # A page without records has an address below that of a list, and an entry of its own.
    pages = [reverse(name) for each in PAGES.values() for _, name, _ in each]
    is_here = request.path not in pages and any(
        request.path.startswith(each["link"]) for each in lists
    )
    return {"title": title, "link": lists[0]["link"], "lists": lists, "active": is_here}


def tabs(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the tabs of the lists that share an entry of the sidebar."""
    return [
        {
            "models": [label.lower() for label in TABS[title]],
            "items": [
                {
                    "title": each["title"],
                    "link": each["link"],
                    "active": request.path == each["link"],
                }
                for each in entry["lists"]
            ],
        }
        for title, entry in _entries(request).items()
        if len(entry["lists"]) > 1
    ]


def lists_of(item: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the pages that an entry of the sidebar leads to: itself, or its tabs."""
    found: list[dict[str, Any]] = item.get("lists", [item])
    return found
