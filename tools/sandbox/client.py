"""A typed client of a running sandbox."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import requests

JsonObject = dict[str, Any]
ANSWER_WITHIN = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many photos the photo service knows, and the outcomes of its PUTs."""

    photos: int
    persons: int
    tags: int
    puts: int
    accepted: int
    stale: int
    equal: int
    conflicting: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoServiceState:
    """The photo service's state; `photos` by lower-case photo id."""

    counts: Counts
    photos: Mapping[str, JsonObject]

    def tags(self, photo: UUID | str) -> list[str]:
        """Return the delivered numbers of a photo, sorted."""
        items = self.photos.get(str(photo), {}).get("tags", {}).get("tags", [])
        return sorted(item["value"] for item in items)

    def persons(self, photo: UUID | str) -> list[str]:
        """Return the delivered person ids of a photo, sorted."""
        items = self.photos.get(str(photo), {}).get("persons", {}).get("persons", [])
        return sorted(item["personId"] for item in items)


class SandboxClient:
    """Controls the services of a sandbox, and reads what they received."""

    def __init__(self, base_url: str) -> None:
        self.base_url = base_url.rstrip("/")
        self._session = requests.Session()
        # The sandbox is on this machine: ignore proxies of the environment.
        self._session.trust_env = False

    def url(self, service: str, path: str = "") -> str:
        """Return the base address of a service, or an address in it."""
        return f"{self.base_url}/{service}{path}"

    def behave(self, service: str, **fields: object) -> JsonObject:
        """Change fields of a service's behaviour, in camelCase or snake_case; others stay."""
        document = {_camel(name): value for name, value in fields.items()}
        return self._ask("PATCH", f"/control/{service}", document)

    def replace_behaviour(self, service: str, document: JsonObject) -> JsonObject:
        """Replace a service's whole behaviour."""
        return self._ask("PUT", f"/control/{service}", document)

    def behaviour(self, service: str) -> JsonObject:
        """Return a service's full behaviour."""
        return self._ask("GET", f"/control/{service}")

    def set_truth(
        self,
        photo: UUID | str,
        *,
        persons: Iterable[str | JsonObject] = (),
        tags: Iterable[str | JsonObject] = (),
        provider: str = "number-provider",
    ) -> None:
        """Set what a provider sees on a photo: ids and numbers, or whole items."""
        truth = {"persons": list(persons), "tags": list(tags)}
        self._ask("PUT", f"/{provider}/truth/{photo}", truth)

    def set_start_list(
        self, album: UUID | str, numbers: Iterable[str], names: Mapping[str, str] | None = None
    ) -> None:
        """Set the start list of an album, and the names of some of its numbers."""
        document: dict[str, Any] = {"startNumbers": list(numbers)}
        if names:
            document["names"] = dict(names)
        self._ask("PUT", f"/competitor-service/start-lists/{album}", document)

    def remove_start_list(self, album: UUID | str) -> None:
        """Make an album unknown to the competitor service."""
        self._ask("DELETE", f"/competitor-service/start-lists/{album}")

    def photo_service_state(self) -> PhotoServiceState:
        """Return the photo service's state."""
        state = self._ask("GET", "/photo-service/state")
        return PhotoServiceState(counts=Counts(**state["counts"]), photos=state["photos"])

    def photo_service_counts(self) -> Counts:
        """Return only the photo service's counts, which is cheap with many photos."""
        return Counts(**self._ask("GET", "/photo-service/state?photos=false")["counts"])

    def state(self, service: str) -> JsonObject:
        """Return the state of a service that has one."""
        return self._ask("GET", f"/{service}/state")

    def stats(self, service: str) -> JsonObject:
        """Return the counts of one service's wire."""
        counts: JsonObject = self._ask("GET", "/control/stats")["services"][service]
        return counts

    def log(self, **filters: object) -> list[JsonObject]:
        """Return the newest requests, oldest first; filters as in `GET /control/log`."""
        response = self._session.get(
            f"{self.base_url}/control/log",
            params={name: str(value) for name, value in filters.items()},
            timeout=ANSWER_WITHIN,
        )
        response.raise_for_status()
        found: list[JsonObject] = response.json()["requests"]
        return found

    def reset(self) -> None:
        """Restore the initial behaviour, and forget truths, states, counts and log."""
        self._ask("DELETE", "/control?state=forget")

    def close(self) -> None:
        """Close the connections."""
        self._session.close()

    def _ask(self, method: str, path: str, document: object = None) -> JsonObject:
        response = self._session.request(
            method, f"{self.base_url}{path}", json=document, timeout=ANSWER_WITHIN
        )
        if response.status_code == requests.codes.unprocessable_entity:
            raise ValueError(response.json()["detail"])
        response.raise_for_status()
        answer: JsonObject = response.json() if response.content else {}
        return answer


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)
