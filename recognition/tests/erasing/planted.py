"""A marked person and number, planted wherever recognition and tagging keep persons and numbers."""

from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.utils import timezone

from foundation.exports.commands import StartExportCommand, start_export
from foundation.exports.models import ExportFormat
from foundation.messaging.models import OutboxMessage
from foundation.records.audit import Actor
from foundation.rest.models import KeptAnswer
from recognition.albums.commands import WithdrawAlbumTextCommand, withdraw_album_text
from recognition.merging.merging import MergePersonsCommand, merge_persons
from recognition.models import (
    AccountSpace,
    Album,
    AlbumText,
    CorrectedResult,
    FormerNumber,
    KnownFace,
    NumberSource,
    PersonApart,
    PersonMerge,
    Photo,
    PhotoCorrection,
    PhotoNumber,
    PhotoPerson,
    Selfie,
    SelfieImage,
    SelfiePerson,
    SelfieState,
    SuggestedNumber,
    SuggestedPerson,
    Tenant,
    UnreadRegions,
)
from recognition.processing.correcting import CorrectPhotoPersonsCommand, correct_photo_persons
from recognition.tests.calls.callbacks import payload_of
from recognition.tests.factories import CallbackFactory, CompetitorInstanceFactory, PhotoFactory
from tagging.albums.guides import ChangeAlbumGuideCommand, change_album_guide
from tagging.models import (
    Comparison,
    KnownAnswer,
    KnownAnswerReading,
    LaterReading,
    PhotoQuestion,
    TaggingTask,
    TagKind,
    TaskHistory,
    TaskTag,
)
from tagging.quality.commands import SettleDisagreementCommand, settle_disagreement
from tagging.questions.commands import AnswerQuestionCommand, answer_question
from tagging.tests.factories import new_tagator

ANN, TWIN, NUMBER = "7d0a5b1c-marked-ann", "7d0a5b1c-marked-twin", "987654321"
PART = "9?765?321"  # what was legible of it
MARKS = (ANN, TWIN, NUMBER, PART)
BOB = Actor("bob")
# Where persons or numbers can stand: `test_no_trace` knows all other columns.
PLANTED = {
    "messaging.OutboxMessage": {"body"},
    "exports.Export": {"title", "filters"},
    "records.AuditEntry": {"changes", "reason"},
    "recognition.AlbumText": {"value", "words"},
    "recognition.Callback": {"payload"},
    "recognition.FormerNumber": {"value", "evidence"},
    "recognition.KnownFace": {"face_id", "person_id"},
    "recognition.PersonApart": {"person_id", "other"},
    "recognition.PersonMerge": {"person_id", "into", "evidence"},
    "recognition.PersonReassignment": {"person_id", "why"},
    "recognition.PhotoCorrection": {"before", "after", "removed", "reason"},
    "recognition.PhotoNumber": {"value", "evidence", "words"},
    "recognition.PhotoPerson": {"person_id", "merged_from"},
    "recognition.SelfieImage": {"content"},
    "recognition.SelfiePerson": {"person_id"},
    "recognition.SuggestedNumber": {"value"},
    "recognition.SuggestedPerson": {"person_id", "may_be"},
    "rest.KeptAnswer": {"body", "headers"},
    "tagging.AlbumGuide": {"text"},
    "tagging.Comparison": {"first_numbers", "second_numbers", "settled_numbers"},
    "tagging.KnownAnswer": {"numbers"},
    "tagging.KnownAnswerReading": {"numbers", "expected_numbers"},
    "tagging.LaterReading": {"numbers"},
    "tagging.PhotoQuestion": {"text", "answer"},
    "tagging.TaskHistory": {"reason"},
    "tagging.TaskTag": {"value", "typed"},
}


def plant(album: Album) -> UUID:
    """Plant the marks wherever recognition and tagging keep persons and numbers."""
    now = timezone.now()
    photo = PhotoFactory.create(
        album=album, state="Processed", face_recognized=True, number_recognized=True
    )
    face = {"person_id": TWIN, "confidence": 0.9, "box": None}
    PhotoPerson.objects.create(
        photo=photo,
        person_id=ANN,
        album_id=album.pk,
        merged_from=[face, {**face, "person_id": ANN}],
    )
    read = {"alternatives": [{"value": NUMBER, "confidence": 0.4}], "phrase": f"Run {NUMBER}"}
    number = {"photo": photo, "confidence": 0.9}
    provider = {**number, "source": NumberSource.PROVIDER}
    PhotoNumber.objects.create(**provider, value=NUMBER, album_id=album.pk, evidence=read)
    beside = {"evidence": read, "words": f"{NUMBER} #"}
    PhotoNumber.objects.create(**provider, value="17", album_id=album.pk, **beside)
    PhotoNumber.objects.create(
        **provider, value=f"0{NUMBER}", album_id=album.pk, rejection="TooLong"
    )
    PhotoNumber.objects.create(
        photo=photo, source=NumberSource.MANUAL, value=PART, rejection="PartlyLegible"
    )
    for _ in range(2):  # 17 is another's
        other = PhotoFactory.create(album=album)
        PhotoPerson.objects.create(photo=other, person_id="bob", album_id=album.pk)
        PhotoNumber.objects.create(photo=other, value="17", source=NumberSource.PROVIDER)
    SuggestedNumber.objects.create(**number, value=NUMBER)
    for person_id, may_be in ((ANN, "eve"), ("bob", ANN), ("bob", TWIN)):
        SuggestedPerson.objects.create(
            photo=photo, album_id=album.pk, person_id=person_id, may_be=may_be
        )
    UnreadRegions.objects.create(photo=photo, regions=[{"box": {}, "confidence": 0.3}])
    FormerNumber.objects.create(
        **provider, value=PART, is_suggestion=False, judged_on=now, evidence=read
    )
    PhotoCorrection.objects.create(
        photo=photo, result=CorrectedResult.PERSONS, before=["eve"], after=[], corrected_on=now,
        removed=[{"person_id": ANN, "confidence": 1, "box": None}],
    )  # fmt: skip
    PhotoCorrection.objects.create(
        photo=photo, result=CorrectedResult.values[0], before=[NUMBER], after=[], corrected_on=now,
        reason=f"{NUMBER} is Ann's", corrected_by="bob",
    )  # fmt: skip
    CallbackFactory.create(
        request__photo=photo,
        payload=payload_of(
            photo, persons=[{"id": ANN}, {"id": "bob"}], tags=[{"value": NUMBER, **read}]
        ),
    )
    selfie = Selfie.objects.create(album=album, state=SelfieState.RECOGNIZED)
    SelfiePerson.objects.create(selfie=selfie, person_id=ANN)
    SelfieImage.objects.create(selfie=selfie, content=b"face of " + ANN.encode(), content_type="x")
    KnownFace.objects.create(space=AccountSpace.objects.get(), face_id=TWIN, person_id=ANN)
    banner = AlbumText(album=album, value=NUMBER, words="Run #", photos=9)
    sponsor = AlbumText(album=album, value="17", words=f"{NUMBER} #", photos=9)
    AlbumText.objects.bulk_create([banner, sponsor])
    _plant_of_taggers(photo)
    _order_as_staff(photo, banner)
    OutboxMessage.objects.create(
        kind="Peer", destination="photo-service", lane="peer:photo-service",
        key=f"{photo.pk}/tags", body={"version": 1, "tags": [{"value": NUMBER}]},
    )  # fmt: skip
    KeptAnswer.objects.create(
        caller="bob", key="1", body=f'{{"personId": "{ANN}"}}', headers={"Location": f"/{TWIN}"},
        created_on=now,
    )  # fmt: skip
    Tenant.objects.update(competitor_instance=CompetitorInstanceFactory.create())
    return photo.pk


def _plant_of_taggers(photo: Photo) -> None:
    guide = f"{NUMBER} is {ANN}.\n\n![{NUMBER}](photo:{photo.pk})"
    change_album_guide(ChangeAlbumGuideCommand(album_id=photo.album_id, text=guide, by=BOB))
    task, second, third = (
        TaggingTask.objects.create(photo=photo, album=photo.album, state="Completed")
        for _ in range(3)
    )
    TaskTag.objects.create(task=task, kind=TagKind.NUMBER, value=NUMBER, typed=PART)
    TaskTag.objects.create(task=task, kind=TagKind.PARTIAL, value=PART)
    TaskHistory.objects.create(
        task=task, change="Skipped", priority=0, occurred_on=timezone.now(), reason=f"Not {NUMBER}?"
    )
    known = KnownAnswer.objects.create(
        photo=photo, album=photo.album, numbers=[NUMBER, "17"], marked_by="bob"
    )
    read = {"numbers": [NUMBER], "expected_numbers": [NUMBER], "is_hit": True, "custom_tags": []}
    KnownAnswerReading.objects.create(
        task=second,
        known_answer=known,
        tagator_id=uuid4(),
        read_on=timezone.now(),
        expected_custom_tags=[],
        **read,
    )
    question = PhotoQuestion.objects.create(
        task=task, tagator=new_tagator(), text=f"Is it {NUMBER}?", asked_on=timezone.now()
    )
    answer_question(
        AnswerQuestionCommand(
            question_id=question.pk, answer=f"{NUMBER} is {ANN}.", by=BOB, now=timezone.now()
        )
    )
    none: Any = {"first_custom_tags": [], "second_custom_tags": []}
    compared = Comparison.objects.create(
        task=task, second_task=second, first_tagator_id=uuid4(), second_tagator_id=uuid4(),
        first_numbers=[NUMBER], second_numbers=[NUMBER, "17"], **none,
        agrees=False, compared_on=timezone.now(),
    )  # fmt: skip
    LaterReading.objects.create(
        task=third, comparison=compared, tagator_id=uuid4(), numbers=[NUMBER], custom_tags=[]
    )
    settle_disagreement(
        SettleDisagreementCommand(
            task_id=task.pk, numbers=[NUMBER], custom_tags=[], by=BOB, now=timezone.now()
        )
    )


def _order_as_staff(photo: Photo, banner: AlbumText) -> None:
    """Order what leaves names in the audit."""
    now, album_id = timezone.now(), photo.album_id
    other = PhotoFactory.create(album=photo.album)
    PhotoPerson.objects.create(photo=other, person_id=TWIN, album_id=album_id)
    merge_persons(MergePersonsCommand(album_id=album_id, person_id=TWIN, into=ANN, now=now, by=BOB))
    evidence = {"first": ANN, "second": TWIN, "number": NUMBER, "photos": ["", ""], "face": 0.4}
    PersonMerge.objects.filter(album=album_id).update(evidence=evidence)
    PersonApart.objects.create(album_id=album_id, person_id=ANN, other=TWIN)
    withdraw_album_text(
        WithdrawAlbumTextCommand(album_id=album_id, text_id=banner.pk, now=now, by=BOB)
    )
    correct_photo_persons(
        CorrectPhotoPersonsCommand(
            photo_id=other.pk, person_ids=[], reason=f"{ANN} is {TWIN}", now=now, by=BOB
        )
    )
    staff = User.objects.create_superuser("bob")
    for mark in (NUMBER, ANN):
        start_export(
            StartExportCommand(
                export_id=uuid4(),
                model_label="recognition.Photo",
                filters=f"q={mark}",
                format=ExportFormat.CSV,
                user=staff,
                now=now,
                by=BOB,
            )
        )
