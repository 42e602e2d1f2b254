"""Sends callbacks: late, lost, doubled, out of order or corrupt, with a pool of workers."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from random import Random
from uuid import uuid4

from aiohttp import ClientError, ClientSession, ClientTimeout, TCPConnector
from standardwebhooks import Webhook

from tools.sandbox.behaviour import CallbackBehaviour, CallbackOutcome, Corruption, Reorder
from tools.sandbox.conduct import Conduct
from tools.sandbox.fields import JsonObject
from tools.sandbox.ledger import Tally

# The longest wait between attempts, seconds.
LONGEST_BACKOFF = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """One callback to send; doubles and further attempts have the same `webhook_id`.

    A letter from before a reset is not sent, nor one whose `begin` returns false.
    """

    url: str
    body: bytes
    webhook_id: str
    behaviour: CallbackBehaviour
    era: int
    begin: Callable[[], bool]
    attempt: int = 1


class Shuffle:
    """Holds letters until a window is full or its time is over; then shuffles and releases them."""

    def __init__(self, release: Callable[[Letter], None]) -> None:
        self._release = release
        self._held: list[Letter] = []
        self._timer: asyncio.TimerHandle | None = None

    def put(self, letter: Letter, reorder: Reorder, random: Random) -> None:
        """Hold a letter; release all if the window is full."""
        self._held.append(letter)
        if len(self._held) >= reorder.window:
            self._open(random)
        elif self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(reorder.within, self._open, random)

    def _open(self, random: Random) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        held, self._held = self._held, []
        random.shuffle(held)
        for letter in held:
            self._release(letter)


class Courier:
    """Sends the callbacks of a service."""

    def __init__(self, conduct: Conduct, tally: Tally, *, workers: int = 64) -> None:
        self._conduct = conduct
        self._tally = tally
        self._workers = workers
        self._era = 0

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Send callbacks; those left at the end are lost, as when a real provider dies."""
        self._due: asyncio.Queue[Letter] = asyncio.Queue()
        self._shuffle = Shuffle(self._due.put_nowait)
        async with ClientSession(connector=TCPConnector(limit=self._workers)) as self._session:
            tasks = [asyncio.create_task(self._work()) for _ in range(self._workers)]
            yield
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def forget(self) -> None:
        """Drop every callback that is not sent yet."""
        self._era += 1
        self._tally.hold(-self._tally.pending)

    def dispatch(
        self, url: str, subject: str, payload: JsonObject, begin: Callable[[], bool] = lambda: True
    ) -> None:
        """Send a callback as the behaviour says; `begin` is called before each attempt."""
        plan = self._conduct.callback(subject)
        self._tally.callbacks[plan.outcome.value] += 1
        if plan.outcome is CallbackOutcome.LOST:
            return
        corrupt = plan.outcome is CallbackOutcome.CORRUPT
        body = _corrupt(payload, plan.behaviour.corrupt_as) if corrupt else _encode(payload)
        letter = Letter(
            url=url,
            body=body,
            webhook_id=f"msg_{uuid4().hex}",
            behaviour=plan.behaviour,
            era=self._era,
            begin=begin,
        )
        late = plan.behaviour.late_by if plan.outcome is CallbackOutcome.LATE else 0.0
        copies = 2 if plan.outcome is CallbackOutcome.DOUBLED else 1
        self._tally.hold(copies)
        for _ in range(copies):
            delay = plan.behaviour.delay.draw(plan.random) + late
            asyncio.get_running_loop().call_later(delay, self._release, letter, plan.random)

    def _release(self, letter: Letter, random: Random) -> None:
        reorder = letter.behaviour.reorder
        if reorder is None:
            self._due.put_nowait(letter)
        else:
            self._shuffle.put(letter, reorder, random)

    async def _work(self) -> None:
        while True:
            letter = await self._due.get()
            if letter.era != self._era:
                continue
            if not letter.begin():
                self._tally.hold(-1)
                self._tally.callbacks["dropped"] += 1
                continue
            status = await self._post(letter)
            self._tally.answers[status] += 1
            self._settle(letter, again=not status.startswith(("2", "3", "4")) or status == "429")

    async def _post(self, letter: Letter) -> str:
        """Send a letter and return the status, or the name of the error."""
        self._tally.callbacks["sent"] += 1
        timeout = ClientTimeout(total=letter.behaviour.timeout)
        try:
            async with self._session.post(
                letter.url, data=letter.body, headers=self._headers(letter), timeout=timeout
            ) as response:
                await response.read()
                return str(response.status)
        except TimeoutError:
            return "timeout"
        except (ClientError, OSError, ValueError) as error:
            return type(error).__name__

    def _settle(self, letter: Letter, *, again: bool) -> None:
        """Count a letter as finished, or send it again later."""
        if letter.era != self._era:
            return
        if again and letter.attempt < letter.behaviour.attempts:
            self._tally.callbacks["retried"] += 1
            wait = min(letter.behaviour.backoff * 2 ** (letter.attempt - 1), LONGEST_BACKOFF)
            following = replace(letter, attempt=letter.attempt + 1)
            asyncio.get_running_loop().call_later(wait, self._due.put_nowait, following)
            return
        self._tally.hold(-1)
        self._tally.callbacks["exhausted" if again else "settled"] += 1

    def _headers(self, letter: Letter) -> dict[str, str]:
        headers = {"Content-Type": "application/json"}
        if token := self._conduct.behaviour.callback_token:
            headers["Authorization"] = f"Bearer {token}"
        secret = self._conduct.behaviour.webhook_secret
        if secret is None:
            return headers
        now = datetime.now(UTC)
        signature = Webhook(secret).sign(letter.webhook_id, now, letter.body.decode())
        return headers | {
            "webhook-id": letter.webhook_id,
            "webhook-timestamp": str(int(now.timestamp())),
            "webhook-signature": signature,
        }


def _encode(payload: JsonObject) -> bytes:
    return json.dumps(payload, separators=(",", ":")).encode()


def _corrupt(payload: JsonObject, corruption: Corruption) -> bytes:
    if corruption is Corruption.TAGS_MISSING:
        return _encode({name: value for name, value in payload.items() if name != "tags"})
    if corruption is Corruption.UNKNOWN_PHOTO:
        other = {"name": f"{uuid4()};{uuid4()}", "photoId": str(uuid4())}
        return _encode({name: other.get(name, value) for name, value in payload.items()})
    whole = _encode(payload)
    return whole[: len(whole) // 2]
