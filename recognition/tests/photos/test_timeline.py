"""The timeline of a photo's history…"""

from datetime import UTC, datetime, timedelta

import pytest

from recognition.console.photo_page import timeline_of
from recognition.photos.history import PhotoHistoryEntry

MIDNIGHT = datetime(2026, 5, 18, tzinfo=UTC)


def entry(kind: str, seconds: float) -> PhotoHistoryEntry:
    return PhotoHistoryEntry(
        occurred_on=MIDNIGHT + timedelta(seconds=seconds), kind=kind, text=kind
    )


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0.0004, "+0.000 s"),
        (1.5, "+1.500 s"),
        (59.6, "+60 s"),
        (725, "+12 min"),
        (7384, "+2 h 3 min"),
    ],
)
def test_timeline_says_how_long_after_the_row_before(seconds, shown):
    first, second = timeline_of([entry("Published", 0), entry("RequestSent", seconds)])
    assert (first.after, second.after) == ("", shown)


def test_timeline_shows_facts_in_words() -> None:
    details = {
        "nextAttemptOn": None,
        "persons": ["p1", "p2"],
        "body": {"version": 3, "tags": [{"value": "154", "source": "Provider"}]},
        "isFinal": True,
    }
    [row] = timeline_of(
        [PhotoHistoryEntry(occurred_on=MIDNIGHT, kind="Sent", text="Sent.", details=details)]
    )

    assert row.facts == [
        ("Next attempt on", "none"),
        ("Persons", "p1; p2"),
        ("Body", "version 3, tags value 154, source Provider"),
        ("Is final", "yes"),
    ]
