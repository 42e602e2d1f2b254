"""Records what a running `script/up` answers, as examples for the pages of the API.

    script/examples

Each GET of JSON in version 2 is asked with ids that other answers hold; of several answers the one
that says most is kept, lists in it cut to two, and none that is empty. Do the cookbook there first:
it makes records of most kinds.
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import product
from time import sleep
from typing import Any
from uuid import uuid4

import django
import requests

from tools.local.environment import prepare_command
from tools.local.folders import PROJECT

RECORDED = PROJECT / "foundation/rest/recorded.json"
TIMEOUT = 30  # s
TRIED, PASSES, KEPT = 4, 3, 2
WORK_SECONDS = 60
JSON = "application/json"


@dataclass
class Recorder:
    """A caller that remembers ids, and the answer to each operation."""

    site: str
    tokens: dict[str, str]  # by the beginning of an address
    ids: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    answers: dict[str, Any] = field(default_factory=dict)

    def record(self, address: str, operation: dict[str, Any]) -> None:
        """Ask an operation with ids that are known, and keep the answer that says most."""
        names = [each["name"] for each in operation.get("parameters", []) if each["in"] == "path"]
        query = {
            each["name"]: self._asked(each)
            for each in operation.get("parameters", [])
            if each["in"] == "query" and each.get("required")
        }
        for ids in product(*(self._first_and_last(name) for name in names)):
            path = address.format(**dict(zip(names, ids, strict=True)))
            answer = self.call("GET", path, params=query)
            if answer.status_code == requests.codes.ok:
                self._remember(answer.json())
                found = shortened(answer.json())
                if said_in(found) > said_in(self.answers.get(address, [])):
                    self.answers[address] = found

    def call(self, method: str, path: str, **what: Any) -> requests.Response:
        token = next(token for start, token in self.tokens.items() if path.startswith(start))
        headers = {"Authorization": f"Bearer {token}"}
        address = self.site + path
        answer = requests.request(method, address, headers=headers, timeout=TIMEOUT, **what)
        if method == "POST" and answer.ok:
            self._remember(answer.json())
        return answer

    def _first_and_last(self, name: str) -> list[str]:
        known = self.ids[name]
        return list(dict.fromkeys([*known[:TRIED], *known[-TRIED:]]))

    def _asked(self, parameter: dict[str, Any]) -> Any:
        name, now = parameter["name"], datetime.now(UTC)
        values = {
            "from": (now - timedelta(days=1)).isoformat(),
            "to": now.isoformat(),
            "digits": "1",
            "otherActivityId": next(iter(self.ids["activityId"]), ""),
        }
        return values.get(name) or parameter["schema"]["enum"][0]

    def _remember(self, answer: Any) -> None:
        for name, value in _ids_in(answer):
            if value not in self.ids[name]:
                self.ids[name].append(value)


def _ids_in(answer: Any) -> Iterator[tuple[str, str]]:
    if isinstance(answer, list):
        for each in answer:
            yield from _ids_in(each)
    elif isinstance(answer, dict):
        for name, value in answer.items():
            if name.endswith("Id") and isinstance(value, str) and value:
                yield name, value
            else:
                yield from _ids_in(value)


def said_in(answer: Any) -> int:
    """Return how much an answer says, in characters; an empty page says nothing."""
    is_empty = isinstance(answer, dict) and answer.get("results") == []
    return 0 if is_empty or answer == [] else len(json.dumps(answer))


def shortened(answer: Any) -> Any:
    """Return an answer with the first of each of its lists."""
    if isinstance(answer, list):
        return [shortened(each) for each in answer[:KEPT]]
    if isinstance(answer, dict):
        return {name: shortened(value) for name, value in answer.items()}
    return answer


def reads(documents: Iterable[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the address and operation of each GET of JSON."""
    for document in documents:
        for address, place in document["paths"].items():
            operation = place.get("get")
            if operation and JSON in operation["responses"]["200"].get("content", {}):
                yield address, operation


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    prepare_command()
    django.setup()
    from clients.cookbook.ingredients import selfie, variables  # they need the set-up
    from config.urls import routes_of
    from foundation.rest.documents import build_document
    from foundation.rest.groups import GROUPS

    told = variables()
    recorder = Recorder(told["FINISHLINE_URL"], _tokens(told))
    _make_what_no_list_shows(recorder, told["ALBUM_ID"], selfie())
    operations = dict(reads(build_document(group, routes_of(group), [2]) for group in GROUPS))
    for _ in range(PASSES):
        for address, operation in operations.items():
            recorder.record(address, operation)
    RECORDED.write_text(json.dumps(dict(sorted(recorder.answers.items())), indent=1) + "\n")
    print(f"{len(recorder.answers)} of {len(operations)} in {RECORDED.relative_to(PROJECT)}; not:")
    print("\n".join(sorted(operations.keys() - recorder.answers.keys())))


def _tokens(told: dict[str, str]) -> dict[str, str]:
    site = told["FINISHLINE_URL"]
    staff = {"username": told["STAFF_NAME"], "password": told["STAFF_PASSWORD"]}
    tagger = {"email": told["TAGGER_EMAIL"], "password": told["TAGGER_PASSWORD"]}
    as_staff = _token(f"{site}/admin-api/api/v2/token", staff)
    as_tagger = _token(f"{site}/client-api/api/v2/accounts/signin", tagger)
    of_staff = ("/client-api/api/v2/balances", "/client-api/api/v2/selfies")
    return {**dict.fromkeys(of_staff, as_staff), "/client-api": as_tagger, "/": as_staff}


def _token(address: str, body: dict[str, str]) -> str:
    answer = requests.post(address, json=body, timeout=TIMEOUT)
    answer.raise_for_status()
    return str(answer.json()["accessToken"])


def _make_what_no_list_shows(recorder: Recorder, album_id: str, picture: bytes) -> None:
    admin = "/admin-api/api/v2"
    recorder.call("POST", f"{admin}/albums/{album_id}/processing", json={"force": True})
    form = {"albumId": album_id, "selfieId": str(uuid4())}
    recorder.call("POST", f"{admin}/selfies", data=form, files={"image": picture})
    for _ in range(WORK_SECONDS):  # until the first photos were looked at
        if recorder.call("POST", "/client-api/api/v2/works", json={}).ok:
            return
        sleep(1)


if __name__ == "__main__":
    main()
