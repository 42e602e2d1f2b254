"""The OpenAPI 3.1 document of an API group: of both versions, or of one."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

from foundation.rest.error_pages import not_allowed
from foundation.rest.groups import VERSIONS, ApiGroup, Route, versioned_routes
from foundation.rest.problems import MEDIA_TYPE

TAGS = {
    "accounts": "AdminApi: accounts of face providers and their spaces. ClientApi: taggers sign in "
    "and change what is theirs.",
    "activities": "What participants did, from where it came, and how it was rewarded.",
    "albums": "Albums: how their photos are recognised and tagged, and what that does to them.",
    "audit": "Who ordered what, when and from where, with old and new values.",
    "auto-tagging": "What the number provider found on a photo.",
    "avatar": "What the number provider found on a selfie.",
    "balances": "What participants own, and the operations that made it.",
    "corrections": "Batches of corrections of balances: preview, approval, run.",
    "dry-runs": "A formula tried on past activities: its progress and result.",
    "erasures": "Persons and participants who were erased, and what is left to do.",
    "exercises": "What participants of a program can do for a reward.",
    "formulas": "Formulas of rewards: revisions, activations, golden examples, dry runs.",
    "marketing-programs": "Programs in which participants are rewarded, and their limits.",
    "participant-exercise-tasks": "Exercises given to participants as tasks.",
    "participants": "Who takes part in a program.",
    "photos": "Photos: where each stands and why, its numbers, persons and history.",
    "questions": "What taggers asked staff about a photo.",
    "reward-claims": "Rewards that wait until another service has settled them.",
    "selfies": "Finding the photos of a person by a selfie.",
    "settings": "The settings of a tagger: pay, size and time of works.",
    "sporadic-activities-callback": "Activities without a measure: accepted, rejected.",
    "sport-activities-callback": "Measured activities: accepted, rejected.",
    "statistics": "Counts of the work of taggers, by album and by time.",
    "tagators": "Taggers: who they are, how well they read, what they are paid.",
    "task-assignments": "Tasks of an exercise for many participants at once.",
    "tasks": "What an outside tagator service reports of its tasks.",
    "tenants": "Organisers, whose albums can be switched on and off together.",
    "token": "Signing in: tokens for `Authorization: Bearer`.",
    "works": "A tagger's works: tasks, tags, pictures.",
}


_SAFE = ("GET", "HEAD")


LICENCE = {"name": "Proprietary", "identifier": "LicenseRef-Proprietary"}
_METHODS = ("get", "put", "post", "patch", "delete")


def build_document(
    group: ApiGroup, routes: Iterable[Route], versions: Sequence[int] = VERSIONS
) -> dict[str, Any]:
    """Return the document of a group with these routes (without base and version)."""
    patterns = versioned_routes(group, routes, versions)
    generator: Any = SchemaGenerator(patterns=patterns)  # type: ignore[no-untyped-call]
    found = generator.get_schema(request=None, public=True)
    operations = [each for place in found["paths"].values() for each in _operations(place)]
    tags = sorted({tag for each in operations for tag in each["tags"]})
    _open_shapes_of_version_1(found)
    return {
        "openapi": found["openapi"],
        "info": {
            "title": group.title,
            "description": group.description,
            "version": " and ".join(f"v{version}" for version in versions),
            "contact": {"name": "Finishline", "url": settings.PUBLIC_URL},
            "license": LICENCE,
        },
        "servers": [{"url": "/", "description": "The server that sent this document."}],
        "tags": [{"name": tag, "description": TAGS.get(tag, "")} for tag in tags],
        "paths": found["paths"],
        "components": {**found["components"], "responses": _shared_problems(operations)},
    }


def _operations(place: dict[str, Any]) -> list[dict[str, Any]]:
    return [place[method] for method in _METHODS if method in place]


def _open_shapes_of_version_1(document: dict[str, Any]) -> None:
    """Let shapes that only version 1 takes have other fields: it ignores them."""
    shapes, paths = document["components"]["schemas"], document["paths"]
    waiting = {
        name
        for path in paths
        if "/api/v1/" not in path
        for each in _operations(paths[path])
        for name in references(each.get("requestBody"))
    }
    closed: set[str] = set()
    while waiting:
        closed.add(name := waiting.pop())
        waiting |= set(references(shapes[name])) - closed
    for name in shapes.keys() - closed:
        if shapes[name].get("additionalProperties") is False:
            del shapes[name]["additionalProperties"]


def references(node: Any) -> Iterator[str]:
    """Yield the name of each shape that a part of a document refers to."""
    parts = [*node.values()] if isinstance(node, dict) else node if isinstance(node, list) else []
    if isinstance(node, dict) and isinstance(node.get("$ref"), str):
        yield node["$ref"].rpartition("/")[2]
    for part in parts:
        yield from references(part)


def _shared_problems(operations: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Let operations refer to the answers of problems, which are alike; return these."""
    shared: dict[str, Any] = {}
    for operation in operations:
        answers = operation["responses"]
        for status in [
            status for status in answers if MEDIA_TYPE in answers[status].get("content", {})
        ]:
            name = f"Problem{status}"
            shared.setdefault(name, {**answers[status], "headers": _headers_of_problem(status)})
            answers[status] = {"$ref": f"#/components/responses/{name}"}
    return shared


def _headers_of_problem(status: str) -> dict[str, Any]:
    told = {
        "X-Request-Id": "Finds the call in logs.",
        "Content-Language": "The language of `title`.",
        **({"Retry-After": "Seconds to wait."} if status in ("429", "503") else {}),
        **({"WWW-Authenticate": "A bearer token is wanted."} if status == "401" else {}),
    }
    return {
        name: {"description": text, "schema": {"type": "string"}} for name, text in told.items()
    }


class Documents:
    """The documents of a group, each built once, when it is first asked for."""

    _building = Lock()  # the generator has module-level state

    def __init__(self, group: ApiGroup, routes: Iterable[Route]) -> None:
        self._of = cache(partial(build_document, group, list(routes)))

    def of_version(self, *versions: int) -> dict[str, Any]:
        """Return the document of these versions."""
        with self._building:
            return self._of(versions)

    def view(self, request: HttpRequest, versions: tuple[int, ...] = VERSIONS) -> HttpResponseBase:
        """Answer with the document."""
        if request.method not in _SAFE:
            return not_allowed(request, _SAFE)
        return JsonResponse(self.of_version(*versions))


def generator_complaints() -> list[str]:
    return [*GENERATOR_STATS._warn_cache, *GENERATOR_STATS._error_cache]  # noqa: SLF001
