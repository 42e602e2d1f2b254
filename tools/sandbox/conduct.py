"""The current behaviour of one service, its scripts and its draws."""

import asyncio
from collections import Counter, deque
from dataclasses import dataclass
from random import Random
from typing import Any

from tools.sandbox.behaviour import CallbackBehaviour, CallbackOutcome, Step
from tools.sandbox.documents import complete, fields_of, merge, parse_behaviour, parse_step
from tools.sandbox.fields import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class CallbackPlan:
    """What happens to one callback, and the generator that draws its times."""

    outcome: CallbackOutcome
    behaviour: CallbackBehaviour
    random: Random


class Conduct:
    """Decide what happens to each request of a service.

    Draws depend on the seed, the photo and the number of earlier requests about it, not on the
    order of arrival. So a concurrent run repeats exactly.
    """

    def __init__(self, service: str, initial: JsonObject) -> None:
        self.service = service
        self._initial = initial
        self.reset()

    def reset(self) -> None:
        """Restore the initial behaviour."""
        self.released = asyncio.Event()
        self.replace(self._initial)

    def replace(self, document: Any) -> None:
        """Replace the behaviour; missing fields get their defaults.

        :raises Refused: 422; the former behaviour stays.
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
        """Change only these fields; scripts continue where they are.

        :raises Refused: 422; the former behaviour stays.
        """
        asked = self._asked
        self.replace(merge(self._current(), document))
        self._asked = asked

    def document(self) -> JsonObject:
        """Return the full behaviour, with the remaining steps of its scripts."""
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
        """Decide what happens to the next callback about a photo."""
        random = self._random(subject, "callback")
        behaviour = self.behaviour.of(subject).callback
        script = self._script(self._callback_steps, subject)
        outcome = CallbackOutcome(script.popleft()) if script else behaviour.outcome(random)
        return CallbackPlan(outcome=outcome, behaviour=behaviour, random=random)

    def rejects(self, subject: str) -> bool:
        """Decide whether the next task about a photo is rejected."""
        rate = self.behaviour.of(subject).reject_rate
        return self._random(subject, "rejection").random() < rate

    def _random(self, subject: str, purpose: str) -> Random:
        key = f"{purpose}:{subject}"
        self._asked[key] += 1
        return Random(f"{self.behaviour.seed}:{key}:{self._asked[key]}")

    def _script(self, scripts: "Scripts", subject: str) -> deque[Any] | None:
        """Return the script of the photo's own behaviour, else the service's."""
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
    """Take the scripts out of a document; the service's own has the empty name."""
    holders = {"": document} | {
        photo.lower(): override for photo, override in document.get("photos", {}).items()
    }
    return {
        name: deque((holder.get(section, {}) if section else holder).get("next", ()))
        for name, holder in holders.items()
    }
