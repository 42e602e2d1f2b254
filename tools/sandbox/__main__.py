"""Start the sandbox: `python -m sandbox --port 8100`."""

import argparse
import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from aiohttp import web

from tools.sandbox.problems import Refused
from tools.sandbox.server import SandboxOptions, build_app


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8100, help="0: any free port, printed")
    parser.add_argument("--album", type=Path, help="folder whose images /album/ serves")
    parser.add_argument("--journal", type=Path, help="file for the photo service's results")
    parser.add_argument(
        "--behave",
        action="append",
        default=[],
        metavar="SERVICE=JSON",
        type=behaviour_argument,
        help='behaviour from the start, such as number-provider={"truth":"derive"}',
    )
    return parser.parse_args(arguments)


def behaviour_argument(text: str) -> tuple[str, dict[str, Any]]:
    """Split `SERVICE=JSON`.

    :raises argparse.ArgumentTypeError: the text has another form.
    """
    service, _, document = text.partition("=")
    try:
        return service, dict(json.loads(document))
    except (ValueError, TypeError) as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not SERVICE=JSON") from error


async def serve(options: SandboxOptions, host: str, port: int) -> None:
    """Serve until SIGINT or SIGTERM."""
    stopping = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    runner = web.AppRunner(build_app(options), access_log=None, shutdown_timeout=1)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port, backlog=1024)
        await site.start()
        address = runner.addresses[0]
        print(f"sandbox listens on http://{address[0]}:{address[1]}", flush=True)
        await stopping.wait()
    finally:
        await runner.cleanup()


def main(arguments: list[str]) -> int:
    """Run the sandbox; print one line if an option is wrong or the port is taken."""
    given = parse_arguments(arguments)
    behaviours = dict(given.behave)
    secret = os.environ.get("NUMBER_PROVIDER_WEBHOOK_SECRET", "").partition(",")[0]  # the newest
    if secret:
        behaviours["number-provider"] = {
            "webhookSecret": secret,
            **behaviours.get("number-provider", {}),
        }
    options = SandboxOptions(album=given.album, journal=given.journal, behaviours=behaviours)
    try:
        asyncio.run(serve(options, given.host, given.port))
    except (Refused, OSError) as error:
        print(f"sandbox: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
