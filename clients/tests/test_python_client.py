"""The layer by hand of the Python client, against a server that plays the API."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest

from clients.tests.played import CUT, Play, Told, played
from clients.tests.strange_answers import ASKED, STRANGE
from finishline_client import (
    Conflict,
    Finishline,
    FinishlineError,
    Invalid,
    JobNotDone,
    NotFound,
    NotModified,
    NotSignedIn,
    ServerFault,
    StaffSignIn,
    TaggerSignIn,
    Throttled,
    Token,
    Unreachable,
    Unreadable,
    WaitedTooLong,
    models,
    wait_for,
    wait_for_job,
)
from finishline_client.model import Model

ALBUM = "3b1f8a52-6c0e-4d37-9a5b-1e2f3a4b5c6d"
NOW = "2026-05-17T09:30:00Z"
SOON = {"Retry-After": "0"}
ACCOUNT: dict[str, Any] = {
    "accountId": ALBUM,
    "name": "Faces",
    "provider": "local",
    "baseUrl": "",
    "requestsPerSecond": None,
    "isActive": True,
    "createdOn": NOW,
    "updatedOn": NOW,
}
NEW_ACCOUNT = models.AccountInput(name="Faces", provider="local")


def problem(status: int, code: str, headers: dict[str, str] | None = None, **more: Any) -> Told:
    body = {"type": "about:blank", "title": "", "status": status, "detail": "No.", "code": code}
    sent = {"X-Request-Id": "request-1", **(headers or {})}
    return Told(status, {**body, "errors": [], **more}, sent)


def page(names: list[str], *, count: int, has_next: bool) -> Told:
    rows = [{**ACCOUNT, "name": name} for name in names]
    following = "https://elsewhere/?page=2" if has_next else None
    return Told(200, {"count": count, "next": following, "previous": None, "results": rows})


def tokens(access: str, *, lifetime: timedelta = timedelta(hours=1)) -> Told:
    end = (datetime.now(UTC) + lifetime).isoformat()
    return Told(200, {"accessToken": access, "refreshToken": "refresh", "expiresOn": end})


@pytest.fixture
def play() -> Iterator[Play]:
    with played() as play:
        yield play


@pytest.fixture
def finishline(play: Play) -> Iterator[Finishline]:
    with Finishline(play.url, Token("token")) as finishline:
        yield finishline


def test_a_call_has_the_token_and_its_answer_the_shape_and_the_version(play, finishline):
    play.tells(Told(200, ACCOUNT, {"ETag": '"7"'}), Told(200, ACCOUNT))

    account = finishline.admin.accounts_retrieve(ALBUM)
    finishline.v1.admin.accounts_retrieve(ALBUM)

    assert (account.name, str(account.account_id), account.etag) == ("Faces", ALBUM, '"7"')
    call, of_version_1 = play.calls
    assert of_version_1.path == f"/admin-api/api/v1/accounts/{ALBUM}"
    assert (call.method, call.path) == ("GET", f"/admin-api/api/v2/accounts/{ALBUM}")
    assert call.headers["authorization"] == "Bearer token"


def test_the_query_and_the_path_are_written_as_the_document_says(play, finishline):
    play.tells(page([], count=0, has_next=False), Told(204))

    finishline.admin.accounts_list(is_active=True, ordering=["name", "-createdOn"], search="a&b")
    finishline.admin.albums_persons_suggest_again_create(
        ALBUM, "a/b", models.OtherPersonInput(other="c")
    )

    assert play.calls[0].path.endswith("?isActive=true&ordering=name%2C-createdOn&search=a%26b")
    assert "/persons/a%2Fb/suggest-again" in play.calls[1].path


def test_what_is_left_out_is_not_sent_and_none_is_null(play, finishline):
    play.tells(Told(200, ACCOUNT))

    finishline.admin.accounts_partial_update(
        ALBUM, models.AccountChangeInput(requests_per_second=None)
    )

    assert play.calls[0].json == {"requestsPerSecond": None}


def test_it_tries_again_when_the_server_says_so(play, finishline):
    throttled = problem(429, "throttled")
    play.tells(
        Told(429, throttled.body, SOON), Told(503, b"away", SOON), Told(200, {"name": "Faces"})
    )

    with pytest.raises(Unreadable, match="accountId: Field required"):
        finishline.admin.accounts_retrieve(ALBUM)

    assert len(play.calls) == 3


def test_it_waits_as_long_as_retry_after_says(play, finishline, monkeypatch):
    waits: list[float] = []
    monkeypatch.setattr("urllib3.util.retry.time.sleep", waits.append)
    play.tells(Told(503, b"", {"Retry-After": "7"}), Told(200, ACCOUNT))

    finishline.admin.accounts_retrieve(ALBUM)

    assert waits == [7]


@pytest.mark.parametrize(
    ("told", "kind", "code"),
    [
        # It does not wait for its end.
        (problem(429, "locked-out", {"Retry-After": "900"}), Throttled, "locked-out"),
        (Told(500, b"<html>"), ServerFault, "http-500"),  # of a proxy
        (problem(404, "album-not-found"), NotFound, "album-not-found"),
    ],
)
def test_a_refusal_is_an_error_of_its_kind_with_its_code(play, finishline, told, kind, code):
    play.tells(told)

    with pytest.raises(kind) as refused:
        finishline.admin.accounts_retrieve(ALBUM)

    assert refused.value.code == code


def test_it_gives_up_at_last(play):
    play.tells(*[Told(503, problem(503, "unavailable").body, SOON)] * 3)

    with Finishline(play.url, retries=2) as finishline, pytest.raises(ServerFault) as refused:
        finishline.admin.accounts_retrieve(ALBUM)

    assert (refused.value.code, len(play.calls)) == ("unavailable", 3)


def test_a_cut_connection_is_tried_again_with_the_same_id_and_the_caller_s_is_kept(
    play, finishline
):
    own = uuid4()
    play.tells(CUT, CUT, Told(201, ACCOUNT), Told(201, ACCOUNT))

    finishline.admin.accounts_create(NEW_ACCOUNT)
    finishline.admin.accounts_create(NEW_ACCOUNT.model_copy(update={"account_id": own}))

    *tries, last = (call.json["accountId"] for call in play.calls)
    assert (len(tries), len(set(tries))) == (3, 1)
    assert last == str(own)
    assert NEW_ACCOUNT.account_id is None


def test_what_must_not_be_made_twice_is_sent_once_or_with_one_key(play, finishline):
    play.tells(CUT, CUT, Told(202, {}))

    with pytest.raises(Unreachable):
        finishline.admin._send("POST", "things").file()
    assert len(play.calls) == 1
    finishline.admin._send("POST", "things", takes_key=True).file()

    assert len(play.calls) == 3
    assert len({call.headers["idempotency-key"] for call in play.calls[1:]}) == 1


def test_a_sign_in_is_made_once_and_its_token_renewed_when_refused(play):
    play.tells(tokens("first"), Told(200, ACCOUNT), problem(401, "not-authenticated"))
    play.tells(tokens("second"), Told(200, ACCOUNT))

    with Finishline(play.url, StaffSignIn("ann", "secret")) as finishline:
        finishline.admin.accounts_retrieve(ALBUM)
        finishline.admin.accounts_retrieve(ALBUM)

    paths = [call.path.rpartition("/v2/")[2] for call in play.calls]
    account = f"accounts/{ALBUM}"
    assert paths == ["token", account, account, "token/refresh", account]
    assert play.calls[0].json == {"username": "ann", "password": "secret"}
    assert play.calls[-1].headers["authorization"] == "Bearer second"


def test_a_token_that_ends_soon_is_renewed_before_the_call(play):
    play.tells(tokens("first", lifetime=timedelta(seconds=20)), Told(200, ACCOUNT))
    play.tells(problem(401, "invalid-token"), tokens("second"), Told(200, ACCOUNT))

    with Finishline(play.url, TaggerSignIn("kim@example.org", "secret")) as finishline:
        finishline.admin.accounts_retrieve(ALBUM)
        finishline.admin.accounts_retrieve(ALBUM)

    paths = [call.path.rpartition("/v2/")[2] for call in play.calls]
    account = f"accounts/{ALBUM}"
    assert paths == [
        "accounts/signin", account, "accounts/refresh", "accounts/signin", account,
    ]  # fmt: skip


def test_a_wrong_password_is_a_problem_of_the_call(play):
    play.tells(problem(401, "sign-in-failed"))

    with (
        Finishline(play.url, StaffSignIn("ann", "no")) as finishline,
        pytest.raises(NotSignedIn) as refused,
    ):
        finishline.admin.accounts_retrieve(ALBUM)

    assert (refused.value.code, len(play.calls)) == ("sign-in-failed", 1)


def test_a_problem_has_its_code_its_faults_and_the_request(play, finishline):
    fault = {"field": "name", "code": "required", "detail": "Required."}
    play.tells(problem(422, "invalid", errors=[fault]))

    with pytest.raises(Invalid) as refused:
        finishline.admin.accounts_retrieve(ALBUM)

    problem_ = refused.value
    assert (problem_.status, problem_.code, problem_.request_id) == (422, "invalid", "request-1")
    assert problem_.errors[0].field == "name"
    assert str(problem_) == "422 invalid: No.; name: Required. (request request-1)"


def test_a_problem_has_a_title_in_the_language_of_the_client_and_says_how_long_to_wait(play):
    body = {**problem(429, "locked-out").body, "title": "Zu viele Anfragen"}
    play.tells(Told(429, body, {"Retry-After": "900"}))

    with Finishline(play.url, language="de") as finishline, pytest.raises(Throttled) as refused:
        finishline.admin.accounts_retrieve(ALBUM)

    assert play.calls[0].headers["accept-language"] == "de"
    assert (refused.value.title, refused.value.retry_after) == ("Zu viele Anfragen", 900)


@pytest.mark.parametrize("name", STRANGE)
def test_a_strange_answer_is_an_error_of_this_client_with_its_beginning(play, name):
    told, error = STRANGE[name]
    play.tells(told)

    with Finishline(play.url, retries=0) as finishline, pytest.raises(FinishlineError) as refused:
        finishline.admin.accounts_retrieve(ALBUM)

    assert type(refused.value).__name__ == error
    content = told.body if isinstance(told.body, bytes) else json.dumps(told.body).encode()
    said = str(refused.value)
    assert str(told.status) in said
    for part in ("WLAN", "x is wrong"):
        assert (part in said) == (part.encode() in content)
    assert "None" not in said


@pytest.mark.parametrize(
    "name", ["a page in place of the answer", "nothing in place of the answer"]
)
def test_a_strange_answer_to_a_sign_in_is_one_too(play, name):
    play.tells(STRANGE[name][0])

    with (
        Finishline(play.url, StaffSignIn("ann", "secret")) as finishline,
        pytest.raises(Unreadable),
    ):
        finishline.admin.accounts_retrieve(ALBUM)


@pytest.mark.parametrize(("header", "asked"), ASKED.items())
def test_retry_after_is_read_or_asks_for_nothing(play, header, asked):
    play.tells(problem(404, "not-found", {"Retry-After": header}))

    with Finishline(play.url, retries=0) as finishline, pytest.raises(NotFound) as refused:
        finishline.admin.accounts_retrieve(ALBUM)

    assert refused.value.retry_after == asked


def test_it_never_tries_again_at_once_where_no_time_is_said(play, finishline, monkeypatch):
    waits: list[float] = []
    monkeypatch.setattr("finishline_client.retries.time.sleep", waits.append)
    play.tells(*[Told(503, b"", {"Retry-After": "1m0s"})] * 2, Told(503), CUT, Told(200, ACCOUNT))

    finishline.admin.accounts_retrieve(ALBUM)

    bounds = zip((0.2, 0.4, 0.8, 1.6), waits, strict=True)
    assert [wait for least, wait in bounds if not least <= wait <= least + 0.2] == []


def test_etags_go_both_ways(play, finishline):
    play.tells(Told(204, None, {"ETag": '"8"'}), problem(409, "version-conflict"), Told(304))
    priority = models.PriorityInput(priority=50)

    assert finishline.admin.albums_priority_partial_update(ALBUM, priority, if_match='"7"') == '"8"'
    with pytest.raises(Conflict):
        finishline.admin.albums_priority_partial_update(ALBUM, priority, if_match='"7"')
    with pytest.raises(NotModified):
        finishline.admin.tenants_retrieve(ALBUM, if_none_match='"8"')

    assert [call.headers.get("if-match") for call in play.calls] == ['"7"', '"7"', None]
    assert play.calls[2].headers["if-none-match"] == '"8"'


def test_a_change_on_a_condition_is_not_sent_twice(play, finishline):
    play.tells(CUT)

    with pytest.raises(Unreachable):
        finishline.admin.albums_priority_partial_update(
            ALBUM, models.PriorityInput(priority=50), if_match='"7"'
        )


def test_iterating_a_list_turns_its_pages(play, finishline):
    play.tells(page(["a", "b"], count=3, has_next=True), page(["c"], count=3, has_next=False))

    accounts = finishline.admin.accounts_list(search="x", page_size=2)

    assert len(accounts) == 3
    assert [each.name for each in accounts] == ["a", "b", "c"]
    assert [call.path.partition("?")[2] for call in play.calls] == [
        "pageSize=2&search=x", "page=2&pageSize=2&search=x",
    ]  # fmt: skip


def test_a_page_has_a_tag_which_the_pages_after_it_do_not_send(play, finishline):
    first = page(["a"], count=2, has_next=True)
    play.tells(Told(200, first.body, {"ETag": 'W/"1"'}), page(["b"], count=2, has_next=False))

    accounts = finishline.admin.accounts_list(if_none_match='W/"0"')

    assert (accounts.etag, [each.name for each in accounts]) == ('W/"1"', ["a", "b"])
    assert [call.headers.get("if-none-match") for call in play.calls] == ['W/"0"', None]


def test_a_page_that_went_meanwhile_ends_the_list(play, finishline):
    play.tells(page(["a"], count=2, has_next=True), problem(404, "not-found"))

    assert [each.name for each in finishline.admin.accounts_list()] == ["a"]


def test_a_word_that_only_a_newer_server_knows_is_kept_but_must_be_known_to_be_sent(
    play, finishline
):
    play.tells(Told(200, {**ACCOUNT, "provider": "future", "more": 1}))

    assert str(finishline.admin.accounts_retrieve(ALBUM).provider) == "future"
    with pytest.raises(ValueError, match="provider"):
        models.AccountInput.model_validate({"name": "Faces", "provider": "future"})


def test_a_selfie_is_uploaded_and_waited_for(play, finishline, tmp_path, monkeypatch):
    monkeypatch.setattr("finishline_client.waiting.time.sleep", lambda _: None)
    picture = tmp_path / "ann.jpg"
    picture.write_bytes(b"picture")
    selfie = {"selfieId": ALBUM, "albumId": ALBUM, "persons": [], "photos": []}
    play.tells(CUT, Told(201, {**selfie, "state": "AwaitingCallback"}))
    play.tells(*[Told(200, {**selfie, "state": word}) for word in ("AwaitingCallback", "NotFound")])

    found = finishline.upload_selfie(ALBUM, picture)

    assert found.state == "NotFound"
    form = play.calls[1]
    assert form.headers["content-type"].startswith("multipart/form-data; boundary=")
    assert b'name="image"; filename="image"' in form.body
    assert b'name="selfieId"' in form.body
    assert b"picture" in form.body


def test_a_file_is_its_bytes(play, finishline):
    play.tells(Told(200, b"a;b\r\n"))

    assert finishline.admin.audit_list_file(format="csv") == b"a;b\r\n"


def test_a_job_is_waited_for_until_it_is_finished_or_will_not_be(play, finishline, monkeypatch):
    monkeypatch.setattr("finishline_client.waiting.time.sleep", lambda _: None)
    job = {"selected": 1, "processed": 1, "failed": 0, "startedOn": None, "finishedOn": None}
    states = ("Queued", "Running", "Finished", "Failed")
    play.tells(*[Told(200, {**job, "state": state}) for state in states])

    def read() -> models.JobOutput:
        job: models.JobOutput = finishline.admin.albums_processing_retrieve(ALBUM, ALBUM)
        return job

    assert wait_for_job(read).state == "Finished"
    with pytest.raises(JobNotDone):
        wait_for_job(read)


def test_waiting_ends():
    with pytest.raises(WaitedTooLong):
        wait_for(lambda: 1, lambda _: False, timeout=0.01, pause=0.02)


def test_an_amount_is_sent_with_all_its_digits():
    adjustment = models.AdjustmentInput(amount=Decimal("99999999999999.99"), reason="r")

    assert adjustment.sent() == {"amount": "99999999999999.99", "reason": "r"}


def test_no_shape_that_takes_a_text_for_a_number_makes_a_float_of_it():
    mixed = [
        f"{shape.__name__}.{name}: {field.annotation}"
        for shape in vars(models).values()
        if isinstance(shape, type) and issubclass(shape, Model)
        for name, field in shape.model_fields.items()
        if "str | float" in str(field.annotation)
    ]

    assert mixed == []
