"""Lists that are answered in pages."""

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from pydantic import TypeAdapter
from urllib3 import BaseHTTPResponse

from finishline_client.model import ANSWER, Model, read_answer, read_from
from finishline_client.problems import NotFound

M = TypeVar("M", bound=Model)


class _Envelope(Model):
    count: int
    next: str | None
    results: list[object]


class Listed(list[M]):
    """A list without pages. `etag`: for `if_none_match`, when it is asked for again."""

    etag: str | None = None


class Page(Generic[M]):
    """A page; iterating goes on over the pages after it, each asked for when it is reached.

    `etag`: for `if_none_match`, when the same page is asked for again.
    """

    def __init__(
        self,
        results: list[M],
        count: int,
        *,
        number: int,
        etag: str | None,
        turn: Callable[[int], "Page[M]"] | None,
    ) -> None:
        self.etag = etag
        self.results = results
        self.count = count  # of all pages
        self.number = number
        self._turn = turn

    @classmethod
    def read(
        cls,
        response: BaseHTTPResponse,
        shape: type[M],
        number: int,
        turn: Callable[[int], "Page[M]"],
    ) -> "Page[M]":
        """Return the page that an answer has."""
        found = read_answer(_Envelope, response)
        with read_from(response):
            rows = TypeAdapter(list[shape]).validate_python(  # type: ignore[valid-type]
                found.results, context=ANSWER
            )
        return cls(
            rows,
            found.count,
            number=number,
            etag=response.headers.get("ETag"),
            turn=turn if found.next else None,
        )

    def next_page(self) -> "Page[M] | None":
        """Return the page after this one; None after the last, also if rows went meanwhile."""
        if self._turn is None:
            return None
        try:
            return self._turn(self.number + 1)
        except NotFound:
            return None

    def __iter__(self) -> Iterator[M]:
        page: Page[M] | None = self
        while page is not None:
            yield from page.results
            page = page.next_page()

    def __len__(self) -> int:
        return self.count
