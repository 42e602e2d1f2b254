"""Orders of staff about taggers, their work and its quality."""

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from config.tests.audit.staff.forms import Given, Orders, act, added, button, opened
from foundation.staff.display import address_of_list
from recognition.tests.factories import AlbumFactory
from tagging.models import AlbumGuide, AlbumQuality, KnownAnswer, PaidMonth, Tagator, TaggingTask
from tagging.tests.factories import new_tagator, taken_work, waiting_photo, waiting_tasks
from tagging.tests.guides.written import written_guide
from tagging.tests.quality.checks import (
    checked_album,
    disagreement,
    known_photo,
    settled_disagreement,
)
from tagging.tests.quality.test_reading_again import careless, order
from tagging.tests.questions.asked import asked
from tagging.tests.statistics.ledger import complete

ORDERS: Orders = {
    "tagging.albumguide add": lambda client: added(
        client, AlbumGuide, album_id=AlbumFactory.create().pk, text="Red bibs."
    ),
    "tagging.albumguide change": lambda client: opened(client, written_guide(), text="Blue bibs."),
    "tagging.albumquality add": lambda client: added(
        client,
        AlbumQuality,
        album_id=AlbumFactory.create().pk,
        second_reading_share="0.5",
        known_answer_share="0.1",
    ),
    "tagging.albumquality change": lambda client: opened(
        client,
        AlbumQuality.objects.get(album_id=checked_album().pk),
        second_reading_share="0.5",
        known_answer_share="0.1",
    ),
    "tagging.comparison <uuid:task_id>/settle/": lambda _: button(
        disagreement(), "settle", decision="first"
    ),
    "tagging.comparison <uuid:task_id>/reopen/": lambda _: button(settled_disagreement(), "reopen"),
    "tagging.knownanswer action unmark": lambda _: act(
        known_photo(checked_album(), "7").known_answer, "unmark"
    ),
    "tagging.knownanswer add": lambda client: added(
        client, KnownAnswer, photo_id=waiting_photo().pk, numbers="7", custom_tags=""
    ),
    "tagging.knownanswer import/": lambda _: (
        address_of_list(KnownAnswer) + "import/",
        {"file": _known_answers(), "confirmed": "yes"},
    ),
    "tagging.knownanswer change": lambda client: opened(
        client, known_photo(checked_album(), "7").known_answer, numbers="8"
    ),
    "tagging.paidmonth next/": lambda client: _month_of_pay(client),
    "tagging.photoquestion <uuid:question_id>/answer/": lambda _: button(
        asked(), "answer", answer="Red ones.", version="1"
    ),
    "tagging.tagator <path:object_id>/block/": lambda _: button(new_tagator(), "block"),
    "tagging.tagator <path:object_id>/invite/": lambda _: button(
        new_tagator(), "invite", invite="yes", album=AlbumFactory.create().pk, message=""
    ),
    "tagging.tagator <path:object_id>/password/": lambda _: button(
        new_tagator(), "password", make="yes"
    ),
    "tagging.tagator <path:object_id>/read-again/": lambda _: button(
        Tagator.objects.get(pk=order(careless("12")[0]).tagator_id), "read-again", why="Guesses."
    ),
    "tagging.tagator <path:object_id>/unblock/": lambda _: button(
        new_tagator(state="Blocked"), "unblock"
    ),
    "tagging.tagator action block": lambda _: act(new_tagator(), "block"),
    "tagging.tagator action invite": lambda _: (
        act(new_tagator(), "invite")[0],
        {
            **act(new_tagator(email="eve@example.org"), "invite")[1],
            "invite": "yes",
            "album": AlbumFactory.create().pk,
            "message": "",
        },
    ),
    "tagging.tagator invite/": lambda _: (
        address_of_list(Tagator) + "invite/",
        {
            "invite": "yes",
            "album": AlbumFactory.create().pk,
            "taggers": [new_tagator().pk],
            "message": "",
        },
    ),
    "tagging.tagator action unblock": lambda _: act(new_tagator(state="Blocked"), "unblock"),
    "tagging.tagator add": lambda client: added(
        client, Tagator, email="ines@example.org", name="Ines", rate_per_task="0.15"
    ),
    "tagging.tagator change": lambda client: opened(
        client, new_tagator(), name="x", rate_per_task="0.15"
    ),
    "tagging.taggingtask <path:object_id>/cancel/": lambda _: button(
        waiting_tasks(1)[0], "cancel", reason="Too dark."
    ),
    "tagging.taggingtask board/priority/": lambda _: (
        address_of_list(TaggingTask) + "board/priority/",
        {"album": AlbumFactory.create().pk, "priority": "77"},
    ),
    "tagging.taggingtask action cancel": lambda _: act(waiting_tasks(1)[0], "cancel"),
    "tagging.taggingtask action no_number": lambda _: act(waiting_tasks(1)[0], "no_number"),
    "tagging.work <path:object_id>/expire/": lambda _: button(_work(), "expire"),
    "tagging.work action expire": lambda _: act(_work(), "expire"),
}


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
