"""The statements that a tagger's requests need, in order, and why each.

What is not listed fails here. BEGIN and COMMIT are not counted.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from recognition.tests.statements import Statements, counted
from tagging.models import Work
from tagging.tests.calls.works import BASE, add, put, signed_in
from tagging.tests.factories import new_tagator, tasks_of, waiting_tasks

pytestmark = pytest.mark.django_db

Listed = Sequence[tuple[str, str]]  # how a statement begins, and why it is needed
SIGNED_IN = ("SELECT auth_user.id", "who calls, with their rights and as a tagger")
TAKEN: Listed = (
    SIGNED_IN,
    ("SELECT tagging_tagator.id", "which tagger that is"),
    ("SELECT tagging_work.id", "works that are overdue: their tasks can be taken at once"),
    ("SELECT tagging_tagator.created_on", "locked: one work at a time, and not while blocked"),
    ("SELECT tagging_work.id", "a work that is active is returned"),
    ("SELECT tagging_tagatorsettings.created_on", "how many tasks, of which albums"),
    ("SELECT tagging_albumquality.", "whether any album is a trial"),
    ("SELECT %s AS a FROM tagging_albumquality", "whether any album checks by known answers"),
    ("SELECT tagging_taggingtask.id", "the most urgent tasks, locked"),
    ("INSERT INTO tagging_work", "the work"),
    ("UPDATE tagging_taggingtask", "all its tasks"),
    ("INSERT INTO tagging_taskhistory", "the history of all"),
    ("SELECT tagging_work.id", "the answer: the work and how far it is"),
)
TAGGED: Listed = (
    SIGNED_IN,
    ("SELECT task.id", "the task and its album's rules: a start list is asked for unlocked"),
    ("SELECT task.id", "the task, locked"),
    ("SELECT work.id", "its work, locked; its tags, and its album: an erasure may have come first"),
    ("INSERT INTO tagging_tasktag", "all that are new"),
)
COMPLETED: Listed = (
    SIGNED_IN,
    ("SELECT photo.created_on", "the photo, locked before its task, as everywhere"),
    ("SELECT album.created_on", "its strategy; whether it is read twice, or has numbers already"),
    ("SELECT task.id", "the task, locked"),
    ("SELECT work.id", "its work, locked; what was read, the rate of now, the longest pause"),
    ("INSERT INTO recognition_photonumber", "the numbers"),
    ("UPDATE recognition_photo", "where the photo stands"),
    ("INSERT INTO messaging_outboxmessage", "what is sent, in the same transaction"),
    ("WITH stored AS", "the task's state, what counts for pay, and that its work goes on or ends"),
)


def test_a_task_needs_these_to_be_taken_tagged_and_completed() -> None:
    waiting_tasks(3)
    tagger = signed_in(new_tagator())

    with counted() as taking:
        tagger.post(f"{BASE}/works", {}, format="json")
    task = tasks_of(Work.objects.get())[0]
    with counted() as tagging:
        add(tagger, task, "7", "12")
    with counted() as completing:
        put(tagger, task, "complete")

    task.refresh_from_db()
    assert task.state == "Completed"
    for statements, listed in ((taking, TAKEN), (tagging, TAGGED), (completing, COMPLETED)):
        compare(statements, listed)


def compare(statements: Statements, listed: Listed) -> None:
    """Compare what was sent, without the test's own savepoints, with a list; print the list."""
    print(*(f"{n:2} {begin:42} {why}" for n, (begin, why) in enumerate(listed, 1)), sep="\n")
    found = [" ".join(text.replace('"', "").split()) for text in statements.sent]
    found = [text for text in found if "SAVEPOINT" not in text]
    pairs: Any = zip(found, listed, strict=False)
    unlike = [text for text, (begin, _) in pairs if not text.startswith(begin)]
    assert (unlike, len(found)) == ([], len(listed)), str(statements)
