"""Whatever a document allows, and much that it does not, is answered as the document says."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import product
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import schemathesis
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from activities.tests.calls.rewarded import claimed
from activities.tests.factories import ActivityFactory
from config.urls import routes_of
from privacy.models import Erasure, SubjectKind
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
from recognition.providers.numbers.requests import callback_url, selfie_image_url
from recognition.tests.factories import AccountSpaceFactory, NumberRequestFactory
from rest.documents import build_document
from rest.groups import CLIENT, GROUPS, VERSIONS, ApiGroup
from rest.tokens import issue
from rewards.tests.dry_runs.months import started
from rewards.tests.factories import golden_example, requested_activation
from rewards.tests.limits import limited
from tagging.models import Tagator, TagatorSettings
from tagging.tests.factories import taken_work, waiting_tasks

pytestmark = pytest.mark.slow

Operation = APIOperation[Any, Any, Any, Any]
EXAMPLES, FEW, ONE = 6, 2, 1
CALLBACK, AVATAR, IMAGE = "/auto-tagging/tasks/callback", "/avatar/tasks/callback", "/image"
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


def operations(group: ApiGroup) -> Iterator[Operation]:
    schema = schemathesis.openapi.from_dict(build_document(group, routes_of(group)))
    schema.app = get_wsgi_application()
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        yield found.ok()


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
def _calls_share_the_test_s_transaction() -> Iterator[None]:
    """Let no call of the WSGI application drop the connection, as Django's own test client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def call(case: Case[Any], headers: dict[str, str]) -> None:
    """Make the call, check its answer, and forget what it did."""
    cache.clear()
    with transaction.atomic():
        case.call_and_validate(headers=headers, checks=CHECKS)
        transaction.set_rollback(True)


def point_at(case: Case[Any], known: dict[str, str]) -> None:
    """Let the path lead to what exists, and a callback's address hold its token."""
    places = case.path_parameters
    places.update({name: known[name] for name in places if name in known})
    for signed in (CALLBACK, AVATAR, IMAGE):
        if case.path.endswith(signed):
            case.query = {**case.query, "token": known[signed]}


def test_the_known_fill_every_parameter_of_a_path(known):
    everything = [found for group in GROUPS for found in operations(group)]

    named = {part.name for found in everything for part in found.path_parameters}

    assert named | {CALLBACK, AVATAR, IMAGE} == set(known)


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize(
    ("signed", "sent", "status"),
    [
        (CALLBACK, {"body": {}}, 422),
        (AVATAR, {"body": {}}, 422),
        ("/selfies/{selfieId}" + IMAGE, {"path_parameters": {"selfieId": ""}}, 200),
    ],
)
def test_a_call_at_a_signed_address_gets_past_the_signature(
    known, version: int, signed: str, sent: dict[str, Any], status: int
):
    path = f"/client-api/api/v{version}{signed}"
    (found,) = [operation for operation in operations(CLIENT) if operation.path == path]
    case = found.Case(**sent)

    point_at(case, known)

    assert case.call().status_code == status


def examples_for(operation: Operation, token: str) -> int:
    """Return few where the same was tried already: in version 2, or without a token."""
    if not token and operation.definition.raw.get("security"):
        return ONE
    is_as_in_2 = "/v1/" in operation.path and not operation.definition.raw.get("deprecated")
    return FEW if is_as_in_2 else EXAMPLES


def run(operation: Operation, known: dict[str, str], token: str) -> None:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    case_of = st.one_of([operation.as_strategy(mode) for mode in GenerationMode])

    @given(case=case_of, exists=st.booleans())
    @settings(
        max_examples=examples_for(operation, token),
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def check(case: Case[Any], exists: bool) -> None:
        if exists:
            point_at(case, known)
        call(case, headers)

    check()


each_document = pytest.mark.parametrize(
    ("group", "version"),
    [pytest.param(*each, id=f"{each[0].base}-{each[1]}") for each in product(GROUPS, VERSIONS)],
)


def run_all(
    subtests: pytest.Subtests, group: ApiGroup, version: int, known: dict[str, str], token: str
) -> None:
    found = [each for each in operations(group) if f"/v{version}/" in each.path]
    assert found
    for operation in found:
        with subtests.test(operation=operation.label):
            run(operation, known, token)


@each_document
def test_a_superuser_s_calls_are_answered_as_documented(
    subtests, group: ApiGroup, version: int, known, superuser_token
):
    run_all(subtests, group, version, known, superuser_token)


@each_document
def test_a_stranger_s_calls_are_answered_as_documented(
    subtests, group: ApiGroup, version: int, known
):
    run_all(subtests, group, version, known, "")
