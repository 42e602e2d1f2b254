"""HTTP: one pool of connections, tokens, retries, problems."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from urllib3 import BaseHTTPResponse, PoolManager, Timeout
from urllib3.exceptions import HTTPError

from finishline_client.access import IssuedTokens, SignIn, StaffSignIn, TaggerSignIn, Token, Tokens
from finishline_client.model import read_answer
from finishline_client.problems import NotModified, Unreachable, Unreadable, problem_of
from finishline_client.retries import retry_policy

USER_AGENT = "finishline-client-python"


@dataclass(frozen=True, kw_only=True)
class Request:
    """One call; `path` begins with a slash, and has the query."""

    method: str
    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    json: Any = None
    form: Mapping[str, Any] | None = None  # text, or a file's name and content
    repeatable: bool = True  # sent twice it does the same as sent once

    def at(self, path: str) -> "Request":
        return replace(self, path=path)

    def without(self, header: str) -> "Request":
        return replace(self, headers={k: v for k, v in self.headers.items() if k != header})


class Transport:
    """Sends calls to one server."""

    def __init__(
        self,
        url: str,
        access: Token | SignIn | None,
        *,
        retries: int,
        timeout: float,
        language: str | None,
        pool: PoolManager | None,
    ) -> None:
        self._url = url.rstrip("/")
        self._headers = {"User-Agent": USER_AGENT, "Accept-Encoding": "gzip"}
        if language:
            self._headers["Accept-Language"] = language
        self._retries = retries
        self._timeout = Timeout(connect=5.0, read=timeout)
        self._pool = pool or PoolManager(maxsize=10)
        self._fixed = access.text if isinstance(access, Token) else None
        signs_in = access if isinstance(access, StaffSignIn | TaggerSignIn) else None
        self._tokens = Tokens(signs_in, self._ask_for_tokens) if signs_in else None

    def close(self) -> None:
        self._pool.clear()

    def send(self, request: Request) -> BaseHTTPResponse:
        """Return an answer of success.

        :raises Problem: the server refused.
        :raises NotModified: 304.
        :raises Unreadable: a page of HTML, as of a proxy.
        :raises Unreachable: no answer came.
        """
        token = self._tokens.current() if self._tokens else self._fixed
        response = self._sent(request, token)
        if response.status == 401 and self._tokens:
            response = self._sent(request, self._tokens.current(refused=token))
        if response.status == 304:
            raise NotModified
        return self._succeeded(response)

    @staticmethod
    def _succeeded(response: BaseHTTPResponse) -> BaseHTTPResponse:
        if response.status >= 300:
            raise problem_of(response)
        media_type = response.headers.get("Content-Type", "").lower()
        if response.data and media_type.startswith("text/html"):
            raise Unreadable(response, "a page of HTML, not the API")
        return response

    def _sent(self, request: Request, token: str | None) -> BaseHTTPResponse:
        signed = {"Authorization": f"Bearer {token}"} if token else {}
        headers = {**self._headers, **request.headers, **signed}
        body: dict[str, Any] = {} if request.json is None else {"json": request.json}
        form: dict[str, Any] = {} if request.form is None else {"fields": request.form}
        try:
            return self._pool.request(
                request.method,
                self._url + request.path,
                headers=headers,
                retries=retry_policy(self._retries, repeatable=request.repeatable),
                timeout=self._timeout,
                **body,
                **form,
            )
        except HTTPError as error:
            raise Unreachable(f"{request.method} {request.path}: {error}") from error

    def _ask_for_tokens(self, path: str, given: dict[str, str]) -> IssuedTokens:
        response = self._sent(Request(method="POST", path=path, json=given), None)
        return read_answer(IssuedTokens, self._succeeded(response))
