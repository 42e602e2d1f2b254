"""A new tagger, where an album is a trial…"""

from decimal import Decimal

import pytest
from django.test import Client

from foundation.messaging.models import OutboxMessage
from foundation.rest.tests.staff import signed_in as signed_in_staff
from foundation.staff.display import address_of_page
from foundation.staff.tests.staff_pages import form_errors
from recognition.models import Album
from tagging.models import AlbumQuality, Tagator, TaggingTask, TaskHistory, Work
from tagging.quality.commands import UnmarkKnownAnswerCommand, unmark_known_answer
from tagging.quality.trials import TrialNotPassed
from tagging.tagators.invitations import InviteTagatorsCommand, invite_tagators
from tagging.tests.admin.pages import page_of, post, tagator_form
from tagging.tests.calls.works import BASE, signed_in
from tagging.tests.factories import new_tagator, tasks_of, waiting_tasks
from tagging.tests.quality.checks import checked_album, known_photo, mark, read, take, work_of
from tagging.works.commands import is_work_waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def trial() -> Album:
    """An album with two known photos, of which half is to be right; and one with open tasks."""
    album = checked_album()
    known_photo(album, "12", "165")
    known_photo(album, "7")
    AlbumQuality.objects.update(trial_share=Decimal("0.5"))
    waiting_tasks(1)
    return album


def read_trial(work: Work, *, right: int) -> None:
    for at, task in enumerate(tasks_of(work)):
        known = task.photo.known_answer.numbers
        read(task, *(known if at < right else ["999"]))


def test_reads_it_first_unpaid_and_then_gets_paid_work(trial: Album) -> None:
    tagator = new_tagator(rate_per_task=Decimal("0.15"))

    first = take(tagator)
    read_trial(first, right=1)
    paid = take(tagator)
    read(tasks_of(paid)[0], "5")

    assert (first.is_trial, {task.album_id for task in tasks_of(first)}) == (True, {trial.pk})
    assert (paid.is_trial, paid.tasks_total) == (False, 1)
    amounts = TaskHistory.objects.filter(change="Completed").order_by("pk")
    assert list(amounts.values_list("amount", flat=True)) == [0, 0, Decimal("0.15")]


def test_gets_none_if_too_little_was_right_unless_the_lead_needs_less(trial: Album) -> None:
    tagator = new_tagator()
    read_trial(take(tagator), right=0)
    api = signed_in(tagator)

    refused = api.post(f"{BASE}/works", {}, format="json")
    with pytest.raises(TrialNotPassed):
        take(tagator)

    assert (refused.status_code, refused.json()["code"]) == (403, "trial-not-passed")
    assert not is_work_waiting(tagator.pk, None)
    AlbumQuality.objects.update(trial_share=0)
    assert is_work_waiting(tagator.pk, None)
    assert not take(tagator).is_trial


def test_what_was_read_only_in_part_is_not_right(trial: Album) -> None:
    tagator = new_tagator()
    api = signed_in(tagator)
    for task in tasks_of(take(tagator)):
        read(task, *(number[:-1] + "?" if len(number) > 1 else "?7" for number in
                     task.photo.known_answer.numbers))  # fmt: skip

    with pytest.raises(TrialNotPassed):
        take(tagator)

    found = api.get(f"{BASE}/accounts/trial").json()
    assert (found["asked"], found["right"], found["isPassed"]) == (2, 0, False)


def test_the_lead_lets_one_tagger_past_on_their_page(trial: Album, client: Client) -> None:
    lead, tagator = signed_in_staff(client, "tagging.manage"), new_tagator()
    assert "0 of 0 right, 50% needed, 2 to be read" in page_of(lead, tagator)
    read_trial(take(tagator), right=0)
    page = "0 of 2 right, 50% needed: not passed, gets no other work unless"
    assert page in page_of(lead, tagator)

    form = tagator_form(lead, tagator, trial_waived="on")
    answer = post(lead, address_of_page(Tagator, tagator.pk), **form)

    assert answer.redirect_chain, form_errors(answer)
    assert "0 of 2 right, 50% needed: not needed" in page_of(lead, tagator)
    assert not take(tagator).is_trial


def test_the_album_s_page_counts_known_answers(trial: Album, client: Client) -> None:
    lead = signed_in_staff(client, "tagging.manage", "recognition.manage")
    waiting_tasks(1, trial)
    mark(TaggingTask.objects.get(album=trial).photo, "5")

    page = page_of(lead, trial)

    assert ">Trial share 0.5</a>" in page
    assert ">3 known answers</a>, of which 1 wait to be read: taggers do not get" in page


def test_an_album_whose_known_answers_were_unmarked_is_no_trial(trial: Album) -> None:
    tagator = new_tagator()
    tasks = tasks_of(take(tagator))
    for known in trial.known_answers.all():
        unmark_known_answer(UnmarkKnownAnswerCommand(photo_id=known.pk))

    for task in tasks:
        read(task, "999")

    assert not take(tagator).is_trial


def test_who_had_other_work_or_sees_no_trial_album_is_not_asked(trial: Album) -> None:
    AlbumQuality.objects.update(trial_share=None)
    known = new_tagator()
    read(tasks_of(take(known))[0], "5")
    AlbumQuality.objects.update(trial_share=1)
    album = waiting_tasks(2)[0].album

    other = new_tagator(settings={"all_albums": False, "album_ids": frozenset([album.pk])})

    assert not take(known).is_trial
    assert not is_work_waiting(other.pk, None)


def test_is_shown_what_was_right_and_so_is_the_lead(trial: Album, client: Client) -> None:
    tagator = new_tagator()
    api = signed_in(tagator)
    before = api.get(f"{BASE}/accounts/trial").json()
    work = take(tagator)
    first, second = tasks_of(work)
    read(first, *first.photo.known_answer.numbers)
    early = api.get(f"{BASE}/accounts/trial")
    read(second, "999")

    found = api.get(f"{BASE}/accounts/trial").json()

    assert [before[name] for name in ("asked", "photosLeft", "isPassed")] == [0, 2, False]
    assert (early.status_code, early.json()["code"]) == (404, "no-trial")
    photos = found.pop("photos")
    assert found == {
        "asked": 2, "right": 1, "needed": "0.5000", "photosLeft": 0, "isPassed": True
    }  # fmt: skip
    shown = {each["taskId"]: each for each in photos}
    wrong = shown[str(second.pk)]
    assert [shown[str(first.pk)]["isRight"], wrong["isRight"]] == [True, False]
    assert wrong["numbers"] == ["999"]
    assert wrong["expectedNumbers"] == second.photo.known_answer.numbers
    page = page_of(signed_in_staff(client, "tagging.manage"), tagator)
    assert "1 of 2 right, 50% needed: passed" in page


def test_skipped_photos_are_not_right_and_unfinished_ones_come_again(trial: Album) -> None:
    tagator = new_tagator(settings={"tasks_per_work": 1})
    api = signed_in(tagator)
    work = take(tagator)
    [task] = tasks_of(work)
    skip = f"{BASE}/works/{work.pk}/tasks/{task.pk}/skip"
    assert api.put(skip, {}, format="json").status_code == 204

    [second] = tasks_of(take(tagator))
    read(second, "999")

    assert second.photo_id != task.photo_id
    with pytest.raises(TrialNotPassed):
        take(tagator)
    found = api.get(f"{BASE}/accounts/trial").json()
    assert (found["asked"], found["right"]) == (2, 0)


def test_is_told_so_in_the_invitation(trial: Album) -> None:
    album = waiting_tasks(1)[0].album
    new, known = new_tagator(), new_tagator()
    Work.objects.create(
        tagator=known, created_on=known.created_on, expires_on=known.created_on,
        active_since=known.created_on, tasks_total=1, state="Completed",
    )  # fmt: skip

    invite_tagators(
        InviteTagatorsCommand(album_id=album.pk, tagator_ids=frozenset([new.pk, known.pk]))
    )

    texts = {mail.key.split("/")[1]: mail.body["text"] for mail in OutboxMessage.objects.all()}
    assert "Paid photos follow if 50 % are right." in texts[str(new.pk)]
    assert "known" not in texts[str(known.pk)]


def test_the_picture_of_a_read_photo_stays_until_then(trial: Album) -> None:
    work = take(new_tagator())
    task = TaggingTask.objects.filter(work=work).first()
    assert task is not None
    read_trial(work, right=2)

    answer = signed_in(work_of(task).tagator).get(f"{BASE}/works/{work.pk}/tasks/{task.pk}/picture")

    assert answer.json()["code"] == "picture-not-available"  # but not `work-completed`
