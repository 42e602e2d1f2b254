"""Orders of staff about taggers, their work and its quality."""

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from config.tests.audit.staff.forms import Given, Orders, act, button, orders_of
from foundation.staff.display import address_of_list
from recognition.tests.factories import AlbumFactory
from tagging.models import (
    AlbumGuide,
    AlbumQuality,
    KnownAnswer,
    PaidMonth,
    Tagator,
    TaggingTask,
    Work,
)
from tagging.tests.factories import new_tagator, taken_work, waiting_photo, waiting_tasks
from tagging.tests.quality.checks import (
    checked_album,
    disagreement,
    known_photo,
    settled_disagreement,
)
from tagging.tests.quality.test_second_reading import careless, order
from tagging.tests.questions.asked import asked, written_guide
from tagging.tests.statistics.ledger import complete

QUALITY = {"second_reading_share": "0.5", "known_answer_share": "0.1"}

ORDERS: Orders = {
    **orders_of(
        AlbumGuide,
        written_guide,
        add=lambda: {"album_id": AlbumFactory.create().pk, "text": "Red bibs."},
        change={"text": "Blue bibs."},
    ),
    **orders_of(
        AlbumQuality,
        lambda: AlbumQuality.objects.get(album_id=checked_album().pk),
        add=lambda: {"album_id": AlbumFactory.create().pk, **QUALITY},
        change=QUALITY,
    ),
    "tagging.comparison <uuid:task_id>/settle/": lambda _: button(
        disagreement(), "settle", decision="first"
    ),
    "tagging.comparison <uuid:task_id>/reopen/": lambda _: button(settled_disagreement(), "reopen"),
    **orders_of(
        KnownAnswer,
        lambda: known_photo(checked_album(), "7").known_answer,
        add=lambda: {"photo_id": waiting_photo().pk, "numbers": "7", "custom_tags": ""},
        change={"numbers": "8"},
        actions={"unmark": {}},
    ),
    "tagging.knownanswer import/": lambda _: (
        address_of_list(KnownAnswer) + "import/",
        {"file": _known_answers(), "confirmed": "yes"},
    ),
    "tagging.paidmonth next/": lambda client: _month_of_pay(client),
    "tagging.photoquestion <uuid:question_id>/answer/": lambda _: button(
        asked(), "answer", answer="Red ones.", version="1"
    ),
    **orders_of(
        Tagator,
        new_tagator,
        add=lambda: {"email": "ines@example.org", "name": "Ines", "rate_per_task": "0.15"},
        change={"name": "x", "rate_per_task": "0.15"},
        actions={"block": {}},
        buttons={"block": {}, "password": {"make": "yes"}},
    ),
    **orders_of(
        Tagator,
        lambda: new_tagator(state="Blocked"),
        actions={"unblock": {}},
        buttons={"unblock": {}},
    ),
    "tagging.tagator <path:object_id>/invite/": lambda _: button(
        new_tagator(), "invite", **_invitation()
    ),
    "tagging.tagator <path:object_id>/read-again/": lambda _: button(
        Tagator.objects.get(pk=order(careless("12")[0]).tagator_id), "read-again", why="Guesses."
    ),
    "tagging.tagator action invite": lambda _: act(new_tagator(), "invite", **_invitation()),
    "tagging.tagator invite/": lambda _: (
        address_of_list(Tagator) + "invite/",
        {"taggers": [new_tagator().pk], **_invitation()},
    ),
    **orders_of(
        TaggingTask,
        lambda: waiting_tasks(1)[0],
        actions={"cancel": {}, "no_number": {}},
        buttons={"cancel": {"reason": "Too dark."}},
    ),
    "tagging.taggingtask board/priority/": lambda _: (
        address_of_list(TaggingTask) + "board/priority/",
        {"album": AlbumFactory.create().pk, "priority": "77"},
    ),
    **orders_of(Work, lambda: _work(), actions={"expire": {}}, buttons={"expire": {}}),
}


def _invitation() -> Given:
    return {"invite": "yes", "album": AlbumFactory.create().pk, "message": ""}


def _known_answers() -> SimpleUploadedFile:
    return SimpleUploadedFile("known.csv", f"photo;numbers\n{waiting_photo().pk};7\n".encode())


def _work() -> Any:
    waiting_tasks(1)
    return taken_work()


def _month_of_pay(client: Client) -> tuple[str, Given]:
    complete(new_tagator(), "2026-05-17T09:00Z")
    address = address_of_list(PaidMonth) + "next/"
    shown = client.get(address, secure=True).context
    return address, {name: shown[name] for name in ("begin", "total", "currency")}
