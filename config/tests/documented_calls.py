"""The operations of the documents, and records that their calls lead to."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import schemathesis
from django.contrib.auth.models import User
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.utils import timezone
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation, BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from activities.tests.calls.rewarded import claimed
from activities.tests.factories import ActivityFactory
from config.urls import routes_of
from foundation.privacy.models import Erasure, SubjectKind
from foundation.rest.documents import build_document
from foundation.rest.groups import ApiGroup
from foundation.rest.tokens import issue
from programs.tests.factories import ParticipantExerciseTaskFactory, waiting_assignment
from recognition.models import (
    AlbumPhotosProcessingJob,
    AlbumText,
    JobMode,
    NumberRequest,
    RecognitionType,
    Selfie,
    SelfieImage,
    SelfieState,
)
from recognition.tests.factories import AccountSpaceFactory, NumberRequestFactory
from recognition.wire.signed_addresses import callback_url, selfie_image_url
from rewards.tests.corrections.corrected import staged
from rewards.tests.dry_runs.months import started
from rewards.tests.factories import golden_example, limited, requested_activation
from tagging.models import Tagator, TagatorSettings
from tagging.tests.factories import taken_work, waiting_tasks

Operation = APIOperation[Any, Any, Any, Any]
CALLBACK, AVATAR, IMAGE = "/auto-tagging/tasks/callback", "/avatar/tasks/callback", "/image"
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
]


PLAIN = {"Accept-Encoding": "identity"}  # an application's client unpacks nothing


def schema_of(group: ApiGroup) -> BaseSchema:
    """Return a document, with the application to call."""
    schema = schemathesis.openapi.from_dict(build_document(group, routes_of(group)))
    schema.app = get_wsgi_application()
    return schema


@lru_cache
def operations(group: ApiGroup) -> Sequence[Operation]:
    """Return the operations of a document, in both versions."""
    found = list(schema_of(group).get_all_operations())
    whole = [each.ok() for each in found if isinstance(each, Ok)]
    assert len(whole) == len(found), found
    return whole


@pytest.fixture
def boss(db: None) -> User:
    """A superuser who is a tagator too, with an active work."""
    boss = User.objects.create_superuser("boss")
    tagator = Tagator.objects.create(user=boss, email="boss@example.org", name="Boss")
    TagatorSettings.objects.create(tagator=tagator)
    return boss


@pytest.fixture
def known(boss: User) -> dict[str, str]:
    """Return what leads to records that exist, by the parameter's name or the signed address."""
    request = NumberRequestFactory.create(photo__state="AwaitingCallback")
    space = AccountSpaceFactory.create()
    job = AlbumPhotosProcessingJob.objects.create(
        album=request.photo.album, mode=JobMode.AGAIN, created_on=timezone.now()
    )
    text = AlbumText.objects.create(album=request.photo.album, value="21", words="run #", photos=9)
    selfie = Selfie.objects.create(album=request.photo.album, state=SelfieState.AWAITING_CALLBACK)
    SelfieImage.objects.create(selfie=selfie, content=b"picture", content_type="image/jpeg")
    task = waiting_tasks(1)[0]
    work = taken_work(boss.tagator)
    todo = ParticipantExerciseTaskFactory.create()
    avatar = NumberRequest.objects.create(selfie=selfie, type=RecognitionType.FACE)
    activation = requested_activation()
    formula = activation.formula
    erasure = Erasure.objects.create(kind=SubjectKind.SELFIE, created_on=timezone.now())
    return {
        "albumId": str(request.photo.album_id),
        "tenantId": str(request.photo.album.tenant_id),
        "accountId": str(space.account_id),
        "accountSpaceId": str(space.pk),
        "jobId": str(job.pk),
        "textId": str(text.pk),
        "selfieId": str(selfie.pk),
        "photoId": str(request.photo_id),
        "workId": str(work.pk),
        "taskId": str(task.pk),
        "tagatorId": str(boss.tagator.pk),
        "activityId": str(ActivityFactory.create().pk),
        "marketingProgramId": str(todo.participant.program_id),
        "limitId": str(limited(todo.participant.program_id).pk),
        "participantId": str(todo.participant_id),
        "exerciseId": str(todo.exercise_id),
        "participantExerciseTaskId": str(todo.pk),
        "assignmentId": str(waiting_assignment().pk),
        "claimId": str(claimed().pk),
        "correctionId": str(staged().pk),
        "formulaId": str(formula.pk),
        "activationId": str(activation.pk),
        "dryRunId": str(started(formula).pk),
        "personId": "person-1",
        "erasureId": str(erasure.pk),
        "exampleId": str(golden_example(formula).pk),
        CALLBACK: token_in(callback_url(request.pk)),
        AVATAR: token_in(callback_url(avatar.pk)),
        IMAGE: token_in(selfie_image_url(selfie.pk)),
    }


def token_in(address: str) -> str:
    return parse_qs(urlsplit(address).query)["token"][0]


@pytest.fixture
def superuser_token(boss: User) -> str:
    return str(issue(boss, timedelta(hours=1)))


@pytest.fixture(autouse=True)
def calls_share_the_test_s_transaction() -> Iterator[None]:
    """Let no call of the WSGI application drop the connection, as Django's own test client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def checks_of(case: Case[Any]) -> list[Any]:
    """Return what is asked of the answer to a call."""
    # An answer that was asked for some fields only has no shape of its own in the document.
    return CHECKS if "fields" in case.query else [*CHECKS, response_schema_conformance]


def point_at(case: Case[Any], known: dict[str, str]) -> None:
    """Let the path lead to what exists, and a callback's address hold its token."""
    places = case.path_parameters
    places.update({name: known[name] for name in places if name in known})
    for signed in (CALLBACK, AVATAR, IMAGE):
        if case.path.endswith(signed):
            case.query = {**case.query, "token": known[signed]}
