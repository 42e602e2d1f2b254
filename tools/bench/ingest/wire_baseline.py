"""The baseline with the wire: what a photo costs a program that has no framework and no rules.

    python -m tools.bench.ingest.wire_baseline PHOTOS

For each photo one message from the event bus (a list in Redis), one request to the number provider,
one callback that is received over HTTP, two deliveries to the photo service, and the rows of
`tools.bench.ingest.rows` in their three transactions. One process, kept connections. It prints "ready",
and when all is done a line of JSON: its processor seconds.
"""

import asyncio
import base64
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import psycopg
import redis.asyncio
from psycopg.types.json import Jsonb

from tools.bench.ingest.rows import (
    BATCH,
    CALLED_BACK,
    DELIVERED,
    RECOGNISED,
    TAKEN_IN,
    album_of_system,
    values_of,
)

QUEUE, TAKEN = "bench.baseline", "bench.baseline.taken"
REQUESTS_AT_ONCE = 256
DELIVERIES_AT_ONCE = 16
DATABASE_CONNECTIONS = 4
_ACCEPTED = b"HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"


class Failed(Exception):
    """A request was not answered with success."""


class Peer:
    """Kept connections to one address."""

    def __init__(self, address: str, most: int) -> None:
        parts = urlsplit(address)
        self._host, self._port, self._base = parts.hostname, parts.port, parts.path
        self._idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        self._free = asyncio.Semaphore(most)

    async def ask(self, method: str, path: str, document: object) -> None:
        """Send JSON and read the answer.

        :raises Failed: its status is no success.
        """
        body = json.dumps(document).encode()
        head = (
            f"{method} {self._base}{path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        async with self._free:
            reader, writer = self._idle.pop() if self._idle else await self._connect()
            writer.write(head.encode() + body)
            answer, _ = await _read_message(reader)
            self._idle.append((reader, writer))
        if not answer.startswith(b"HTTP/1.1 2"):
            raise Failed(answer.decode())

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self._host, self._port)


class Baseline:
    """Takes in messages, asks, receives callbacks and delivers, until so many photos are done."""

    def __init__(self, photos: int, album: UUID) -> None:
        self._photos, self._album = photos, album
        sandbox = os.environ["SANDBOX_URL"]
        self._provider = Peer(f"{sandbox}/number-provider", REQUESTS_AT_ONCE)
        self._photo_service = Peer(f"{sandbox}/photo-service", DELIVERIES_AT_ONCE)
        self._bus = redis.asyncio.Redis.from_url(os.environ["EVENT_BUS_URL"])
        self._database: asyncio.Queue[psycopg.AsyncConnection] = asyncio.Queue()
        self._asked: dict[str, dict[str, Any]] = {}
        self._delivered = 0
        self._over = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Print that it is ready; return when all photos are delivered."""
        for _ in range(DATABASE_CONNECTIONS):
            self._database.put_nowait(await self._open_database())
        server = await asyncio.start_server(self._receive, "127.0.0.1", 0)
        self._port = server.sockets[0].getsockname()[1]
        await self._bus.delete(QUEUE, TAKEN)
        print("ready", flush=True)
        self._start(self._consume())
        await self._over.wait()

    async def _consume(self) -> None:
        for _ in range(self._photos):
            message = await self._bus.blmove(QUEUE, TAKEN, 0, "RIGHT", "LEFT")
            self._start(self._take_in(message))

    async def _take_in(self, message: Any) -> None:
        event = json.loads(_body_of(message))["data"]
        values = values_of(UUID(event["photoId"]), self._album)
        request = str(values["request"])
        self._asked[request] = values
        await self._write(TAKEN_IN, values)
        await self._provider.ask(
            "POST",
            "/recognitions",
            {
                "name": f"{values['photo']};{self._album}",
                "type": "FACE_NUMBER",
                "imageUrl": event["imageUrl"],
                "callbackUrl": f"http://127.0.0.1:{self._port}/{request}",
            },
        )
        await self._bus.lrem(TAKEN, 1, message)

    async def _receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one connection's callbacks, each when its row is committed."""
        while True:
            try:
                head, body = await _read_message(reader)
            except asyncio.IncompleteReadError:
                return
            payload = json.loads(body)
            values = self._asked.pop(head.split(b" ", 2)[1][1:].decode())
            values["payload"] = Jsonb(payload)
            await self._write(CALLED_BACK, values)
            writer.write(_ACCEPTED)
            self._start(self._finish(values, payload))

    async def _finish(self, values: dict[str, Any], payload: dict[str, Any]) -> None:
        await self._write(RECOGNISED, values)
        path = f"/api/v1/photos/{values['photo']}"
        persons = [
            {"personId": one["id"], "confidence": one["confidence"], "box": one["box"]}
            for one in payload["persons"]
        ]
        tags = [{"value": one["value"], "source": "Provider"} for one in payload["tags"]]
        service = self._photo_service
        await service.ask("PUT", f"{path}/persons", {"version": 1, "persons": persons})
        await service.ask("PUT", f"{path}/tags", {"version": 1, "tags": tags})
        self._delivered += 1
        done = self._delivered == self._photos
        if done or self._delivered % BATCH == 0:
            await self._write((DELIVERED,), values)
        if done:
            self._over.set()

    async def _write(self, statements: Sequence[str], values: dict[str, Any]) -> None:
        async with self._connection() as connection, connection.transaction():
            for statement in statements:
                await connection.execute(statement, values)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[psycopg.AsyncConnection]:
        connection = await self._database.get()
        try:
            yield connection
        finally:
            self._database.put_nowait(connection)

    @staticmethod
    async def _open_database() -> psycopg.AsyncConnection:
        return await psycopg.AsyncConnection.connect(os.environ["DATABASE_URL"], autocommit=True)

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            os._exit(1)


async def _read_message(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """Return the head and the body of a request or of an answer."""
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.lower().split(b"\r\n")
    length = next((int(x[15:]) for x in lines if x.startswith(b"content-length:")), 0)
    return head, await reader.readexactly(length) if length else b""


def _body_of(message: bytes) -> bytes:
    """Return the body of kombu's envelope."""
    envelope = json.loads(message)
    is_encoded = envelope["properties"].get("body_encoding") == "base64"
    body = envelope["body"]
    return base64.b64decode(body) if is_encoded else body.encode()


async def _run(photos: int, album: UUID) -> None:
    before = time.process_time()
    await Baseline(photos, album).run()
    print(json.dumps(time.process_time() - before), flush=True)
    os._exit(0)  # an ordinary end cancels each connection's reader, and asyncio reports every one


def main() -> None:
    """Run the baseline."""
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        album = album_of_system(connection)
    asyncio.run(_run(int(sys.argv[1]), album))


if __name__ == "__main__":
    main()
