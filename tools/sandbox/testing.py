"""Runs a sandbox during a test, a demo or a bench.

For pytest there are fixtures in `tools.sandbox.fixtures`.
"""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from aiohttp import web

from tools.sandbox.client import Counts, PhotoServiceState, SandboxClient
from tools.sandbox.server import SandboxOptions, build_app

__all__ = ["Counts", "PhotoServiceState", "SandboxClient", "run_sandbox", "run_sandbox_process"]

START_WITHIN = 60.0


@contextmanager
def run_sandbox(options: SandboxOptions | None = None) -> Iterator[SandboxClient]:
    """Run a sandbox in a thread of this process, on a free port."""
    started: Future[tuple[asyncio.AbstractEventLoop, asyncio.Event, int]] = Future()
    thread = threading.Thread(
        target=_run, args=(options or SandboxOptions(), started), name="sandbox", daemon=True
    )
    thread.start()
    loop, stopping, port = started.result(START_WITHIN)
    client = SandboxClient(f"http://127.0.0.1:{port}")
    try:
        yield client
    finally:
        client.close()
        loop.call_soon_threadsafe(stopping.set)
        thread.join()


@contextmanager
def run_sandbox_process(*arguments: str) -> Iterator[SandboxClient]:
    """Run a sandbox in its own process, on a free port: for benches, which need this core."""
    command = [sys.executable, "-m", "sandbox", "--port", "0", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        line = process.stdout.readline() if process.stdout else ""
        if not line:
            raise RuntimeError(f"the sandbox did not start: {' '.join(command)}")
        client = SandboxClient(line.split()[-1])
        try:
            yield client
        finally:
            client.close()
            process.terminate()


def _run(
    options: SandboxOptions, started: "Future[tuple[asyncio.AbstractEventLoop, asyncio.Event, int]]"
) -> None:
    try:
        asyncio.run(_serve(options, started))
    except Exception as error:
        # The thread ends; the caller, who waits for the start, gets the error.
        if started.done():
            raise
        started.set_exception(error)


async def _serve(
    options: SandboxOptions, started: "Future[tuple[asyncio.AbstractEventLoop, asyncio.Event, int]]"
) -> None:
    stopping = asyncio.Event()
    runner = web.AppRunner(build_app(options), access_log=None, shutdown_timeout=1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0, backlog=1024).start()
        started.set_result((asyncio.get_running_loop(), stopping, runner.addresses[0][1]))
        await stopping.wait()
    finally:
        await runner.cleanup()
