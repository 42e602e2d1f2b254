"""Answers as proxies and other servers give them, in place of the API; both clients get them."""

import json
from dataclasses import asdict
from typing import Any

from clients.tests.played import Told

HTML = {"Content-Type": "text/html; charset=utf-8"}
PAGE = b"<html>Sign in to the WLAN</html>"
FORMER = "Wed, 21 Oct 2015 07:28:00 GMT"

# By name: the answer, and the error that it becomes.
STRANGE: dict[str, tuple[Told, str]] = {
    "a decimal of Retry-After": (Told(404, {}, {"Retry-After": "0.5"}), "NotFound"),
    "words of Retry-After": (Told(404, {}, {"Retry-After": "1m0s"}), "NotFound"),
    "errors that are a text": (Told(400, {"message": "No", "errors": "x is wrong"}), "BadRequest"),
    "errors that are texts": (Told(400, {"errors": ["x is wrong"]}), "BadRequest"),
    "errors by field": (Told(422, {"errors": {"amount": ["x is wrong"]}}), "Invalid"),
    "a code that is a number": (Told(502, {"code": 502, "detail": {"a": 1}}), "ServerFault"),
    "a text": (Told(400, "x is wrong"), "BadRequest"),
    "null": (Told(400, None), "BadRequest"),
    "a page of a proxy": (Told(502, PAGE, HTML), "ServerFault"),
    "a redirection": (Told(302, PAGE, {**HTML, "Location": "/elsewhere"}), "Problem"),
    "bytes that are no text": (Told(400, b"\xff\xfe\x00"), "BadRequest"),
    "a page in place of the answer": (Told(200, PAGE, HTML), "Unreadable"),
    "nothing in place of the answer": (Told(200, b""), "Unreadable"),
    "no JSON in place of the answer": (Told(200, b"{", {"Content-Type": "x/y"}), "Unreadable"),
}
# By `Retry-After`: how many seconds a client says that it asks for.
ASKED: dict[str, float | None] = {
    "0": 0, "7": 7, "900": 900, "1.5": 1.5, FORMER: 0,
    "-1": None, "1m0s": None, "soon": None, "": None, "1e3": None, "NaN": None,
}  # fmt: skip


def as_json() -> str:
    """Return the same for the tests of the other language; bytes as Latin-1."""

    def plain(told: Told) -> dict[str, Any]:
        body = told.body
        text = body.decode("latin-1") if isinstance(body, bytes) else json.dumps(body)
        return {**asdict(told), "body": text}

    strange = {name: [plain(told), error] for name, (told, error) in STRANGE.items()}
    return json.dumps({"strange": strange, "asked": ASKED})
