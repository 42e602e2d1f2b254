"""What all operations share: how arguments become a call, and an answer becomes a value."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, TypeVar
from urllib.parse import quote, urlencode
from uuid import UUID, uuid4

from pydantic import TypeAdapter
from urllib3 import BaseHTTPResponse

from finishline_client.model import ANSWER, Model, read_answer, read_from, wire_name
from finishline_client.pages import Listed, Page
from finishline_client.transport import Request, Transport

Guid = UUID | str
M = TypeVar("M", bound=Model)
B = TypeVar("B", bound=Model)


class Group:
    """The operations of one group in one version."""

    base: ClassVar[str]
    version: ClassVar[int]

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _send(
        self,
        method: str,
        path: str,
        *places: Guid,
        query: Mapping[str, Any] | None = None,
        body: Model | None = None,
        form: Model | None = None,
        if_match: str | None = None,
        if_none_match: str | None = None,
        takes_key: bool = False,
        idempotency_key: str | None = None,
        once: str | None = None,
    ) -> "Answer":
        """Make a call. `once` is the field of the body by which it may be repeated."""
        body, form = _with_id(body, once), _with_id(form, once)
        key = (idempotency_key or str(uuid4())) if takes_key else None
        headers = {"If-Match": if_match, "If-None-Match": if_none_match, "Idempotency-Key": key}
        request = Request(
            method=method,
            path=self._address(path, places),
            headers={name: value for name, value in headers.items() if value is not None},
            json=None if body is None else body.sent(),
            form=None if form is None else _parts(form),
            repeatable=_is_repeatable(method, if_match) or takes_key or once is not None,
        )
        return Answer(self._transport, request, dict(query or {}))

    def _address(self, path: str, places: Iterable[Guid]) -> str:
        filled = path.format(*(quote(str(place), safe="") for place in places))
        return f"/{self.base}/api/v{self.version}/{filled}"


@dataclass(frozen=True)
class Answer:
    """A call whose answer is read in one of these ways; each makes it."""

    transport: Transport
    request: Request
    query: dict[str, Any]

    def one(self, shape: type[M]) -> M:
        response = self._made()
        found = read_answer(shape, response)
        found._etag = response.headers.get("ETag")  # noqa: SLF001
        return found

    def many(self, shape: type[M]) -> Listed[M]:
        response = self._made()
        kind = TypeAdapter(list[shape])  # type: ignore[valid-type]
        with read_from(response):
            found = Listed[M](kind.validate_json(response.data, context=ANSWER))
        found.etag = response.headers.get("ETag")
        return found

    def page(self, shape: type[M]) -> Page[M]:
        def turned(number: int) -> Page[M]:
            query = {**self.query, "page": number}
            return Answer(self.transport, self.request.without("If-None-Match"), query).page(shape)

        number = int(self.query.get("page") or 1)
        return Page.read(self._made(), shape, number, turned)

    def file(self) -> bytes:
        return self._made().data

    def etag(self) -> str:
        return self._made().headers.get("ETag", "")

    def nothing(self) -> None:
        self._made()

    def _made(self) -> BaseHTTPResponse:
        asked = {key: _text(value) for key, value in self.query.items() if value is not None}
        address = f"{self.request.path}?{urlencode(asked)}" if asked else self.request.path
        return self.transport.send(self.request.at(address))


def _is_repeatable(method: str, if_match: str | None) -> bool:
    """Return whether a call does the same if it is made twice; after a change `If-Match` fails."""
    return method == "GET" or (method != "POST" and if_match is None)


def _with_id(body: B | None, once: str | None) -> B | None:
    """Return the body with an id of the caller's: it is made once, however often it is sent."""
    if body is None or once is None or getattr(body, once, None) is not None:
        return body
    return body.model_copy(update={once: uuid4()})


def _parts(form: Model) -> dict[str, Any]:
    """Return the fields of a form: text, or a file's name and content."""
    found = form.model_dump(exclude_unset=True, exclude_none=True)
    return {
        wire_name(name): (name, value) if isinstance(value, bytes) else _text(value)
        for name, value in found.items()
    }


def _text(value: Any) -> str:
    """Return a value as it stands in an address."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return ",".join(_text(part) for part in value)
    return str(value)
