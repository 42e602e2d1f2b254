"""The web's application, which raises an error of its own at one address."""

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from config.tests.planted import TEXT
from config.wsgi import application as served


def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    if environ["PATH_INFO"] == "/raise":
        raise ValueError(TEXT)
    answer: Iterable[bytes] = served(environ, start_response)
    return answer
