"""The behaviour of one service as it stands, its scripts, and its draws."""

import asyncio
from collections import Counter, deque
from dataclasses import dataclass
from random import Random
from typing import Any

from sandbox.behaviour import CallbackBehaviour, CallbackOutcome, Step
from sandbox.documents import complete, fields_of, merge, parse_behaviour, parse_step
from sandbox.fields import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class CallbackPlan:
    """What becomes of one callback, and with which generator its times are drawn."""

    outcome: CallbackOutcome
    behaviour: CallbackBehaviour
    random: Random


class Conduct:
    """Decide what happens to each request of a service.

    Draws depend on the seed, the photo and how often that photo was asked for before, never on
    the order of arrival, so that a concurrent run repeats exactly.
    """

    def __init__(self, service: str, initial: JsonObject) -> None:
        self.service = service
        self._initial = initial
        self.reset()

    def reset(self) -> None:
        """Go back to the behaviour of the start."""
        self.released = asyncio.Event()
        self.replace(self._initial)

    def replace(self, document: Any) -> None:
        """Behave as the document says and as the defaults say where it is silent.

        :raises Refused: 422; the former behaviour stands.
        """
        behaviour = parse_behaviour(self.service, document)
        self._given: JsonObject = document
        self.behaviour = behaviour
        self._asked: Counter[str] = Counter()
        self._steps = _scripts(document)
        self._callback_steps = _scripts(document, "callback")
        self.released.set()
        self.released = asyncio.Event()

    def patch(self, document: Any) -> None:
        """Change the named fields only; what a script had left goes on.

        :raises Refused: 422; the former behaviour stands.
        """
        asked = self._asked
        self.replace(merge(self._current(), document))
        self._asked = asked

    def document(self) -> JsonObject:
        """Describe the behaviour in full, with what the scripts have left."""
        whole = complete(self._current())
        return {name: whole.get(name) for name in sorted(fields_of(self.service))}

    def step(self, subject: str) -> Step:
        """Decide what happens to the next request about a photo."""
        random = self._random(subject, "request")
        behaviour = self.behaviour.of(subject)
        script = self._script(self._steps, subject)
        if script:
            return parse_step(script.popleft(), behaviour, behaviour.latency.draw(random))
        return behaviour.step(random)

    def callback(self, subject: str) -> CallbackPlan:
        """Decide what becomes of the next callback about a photo."""
        random = self._random(subject, "callback")
        behaviour = self.behaviour.of(subject).callback
        script = self._script(self._callback_steps, subject)
        outcome = CallbackOutcome(script.popleft()) if script else behaviour.outcome(random)
        return CallbackPlan(outcome=outcome, behaviour=behaviour, random=random)

    def _random(self, subject: str, purpose: str) -> Random:
        key = f"{purpose}:{subject}"
        self._asked[key] += 1
        return Random(f"{self.behaviour.seed}:{key}:{self._asked[key]}")

    def _script(self, scripts: "Scripts", subject: str) -> deque[Any] | None:
        """Return the script of a photo that has a behaviour of its own, else the service's."""
        return scripts.get(subject if subject in self.behaviour.photos else "")

    def _current(self) -> JsonObject:
        given = merge(self._given, {"next": list(self._steps[""])})
        if "callback" in given:
            given = merge(given, {"callback": {"next": list(self._callback_steps[""])}})
        for photo, override in given.get("photos", {}).items():
            given = merge(given, {"photos": {photo: self._left_of(photo.lower(), override)}})
        return dict(given)

    def _left_of(self, photo: str, override: JsonObject) -> JsonObject:
        left: JsonObject = {}
        if "next" in override:
            left["next"] = list(self._steps[photo])
        if "next" in override.get("callback", {}):
            left["callback"] = {"next": list(self._callback_steps[photo])}
        return left


Scripts = dict[str, deque[Any]]


def _scripts(document: JsonObject, section: str = "") -> Scripts:
    """Take the scripts out of a document; the service's own stands under the empty name."""
    holders = {"": document} | {
        photo.lower(): override for photo, override in document.get("photos", {}).items()
    }
    return {
        name: deque((holder.get(section, {}) if section else holder).get("next", ()))
        for name, holder in holders.items()
    }
