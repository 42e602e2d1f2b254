"""Whatever a document allows, and much that it does not, is answered as the document says."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import lru_cache
from itertools import count
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
from rest.groups import CLIENT, GROUPS, ApiGroup
from rest.tokens import issue
from rewards.tests.corrections.corrected import staged
from rewards.tests.dry_runs.months import started
from rewards.tests.factories import golden_example, requested_activation
from rewards.tests.limits import limited
from tagging.models import Tagator, TagatorSettings
from tagging.tests.factories import taken_work, waiting_tasks

pytestmark = pytest.mark.slow

Operation = APIOperation[Any, Any, Any, Any]
# Cases of an operation; the first go to version 1 too, and the first without a token.
EXAMPLES, FEW, ONE = 6, 2, 1
CALLBACK, AVATAR, IMAGE = "/auto-tagging/tasks/callback", "/avatar/tasks/callback", "/image"
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
]


@lru_cache
def operations(group: ApiGroup) -> Sequence[Operation]:
    """Return the operations of a document, in both versions."""
    schema = schemathesis.openapi.from_dict(build_document(group, routes_of(group)))
    schema.app = get_wsgi_application()
    found = list(schema.get_all_operations())
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
        plain = {**headers, "Accept-Encoding": "identity"}  # an application's client unpacks none
        # An answer that was asked for some fields only has no shape of its own in the document.
        shaped = [] if "fields" in case.query else [response_schema_conformance]
        case.call_and_validate(headers=plain, checks=[*CHECKS, *shaped])
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


def with_twins(group: ApiGroup) -> list[tuple[Operation, Operation | None]]:
    """Return each operation, with that of version 1 if both are alike: it gets the same cases."""
    known = {each.label: each for each in operations(group)}
    new = {label: known.get(label.replace("/v1/", "/v2/")) for label in known if "/v1/" in label}
    twin_of = {v2.label: known[v1] for v1, v2 in new.items() if v2 and are_alike(known[v1], v2)}
    twins = {twin.label for twin in twin_of.values()}
    return [(each, twin_of.get(label)) for label, each in known.items() if label not in twins]


def are_alike(old: Operation, new: Operation) -> bool:
    """Return whether both are documented in the same words."""
    first, second = ({**each.definition.raw, "operationId": ""} for each in (old, new))
    return first == second


def for_twin(twin: Operation, case: Case[Any]) -> Case[Any]:
    return twin.Case(
        path_parameters=case.path_parameters,
        headers=case.headers,
        cookies=case.cookies,
        query=case.query,
        body=case.body,
        media_type=case.media_type,
        multipart_content_types=case.multipart_content_types,
    )


def run(operation: Operation, twin: Operation | None, known: dict[str, str], token: str) -> None:
    case_of = st.one_of([operation.as_strategy(mode) for mode in GenerationMode])
    by_stranger = ONE if operation.definition.raw.get("security") else EXAMPLES
    number = count()

    @given(case=case_of, exists=st.booleans())
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def check(case: Case[Any], exists: bool) -> None:
        nth = next(number)
        if exists:
            point_at(case, known)
        for each in [case, for_twin(twin, case)] if twin and nth < FEW else [case]:
            call(each, {"Authorization": f"Bearer {token}"})
            if nth < by_stranger:
                call(each, {})

    check()


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.base)
def test_the_calls_of_a_superuser_and_of_a_stranger_are_answered_as_documented(
    subtests, group: ApiGroup, known, superuser_token
):
    sent = set()
    for operation, twin in with_twins(group):
        sent |= {each.label for each in (operation, twin) if each}
        with subtests.test(operation=operation.label):
            run(operation, twin, known, superuser_token)

    assert sent == {each.label for each in operations(group)} != set()
