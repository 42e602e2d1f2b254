"""The commands of a page, as one script: its blocks in their order.

A block's first line says what it is: ```sh is pasted into the shell, ```python first_photo.py (and
```ts …) is saved under that name, ```sh up starts what the others need, ```sh with another word is
what a test cannot do. Other blocks are shown.
"""

import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

_BLOCK = re.compile(r"^```(?P<opening>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_END = "END_OF_THIS_BLOCK"
SECONDS = 1200.0


@dataclass(frozen=True)
class Block:
    """`language` and, behind it, a file's name or another word; both may be empty."""

    language: str
    word: str
    text: str


def blocks_of(page: str) -> list[Block]:
    """Return the blocks of a page, by its place in the project."""
    text = (settings.BASE_DIR / page).read_text(encoding="utf-8")
    return [_block(*found.groups()) for found in _BLOCK.finditer(text)]


def _block(opening: str, text: str) -> Block:
    language, _, word = opening.partition(" ")
    return Block(language, word, text)


def script_of(page: str, replaced: Mapping[str, str]) -> str:
    """Return what a reader of the page pastes and saves, with other words for these."""
    script = "\n".join(_lines(page))
    for word, other in replaced.items():
        script = script.replace(word, other)
    return script


def _lines(page: str) -> Iterator[str]:
    yield "set -eu -o pipefail"
    for block in blocks_of(page):
        if block.language == "sh" and not block.word:
            yield block.text
        elif block.language in ("python", "ts") and block.word:
            yield f"cat > {block.word} <<'{_END}'\n{block.text}{_END}"


def follow(
    page: str,
    replaced: Mapping[str, str],
    variables: Mapping[str, str],
    cwd: Path,
    *,
    shell: Sequence[str] = ("bash",),
    then: str = "",
) -> str:
    """Do what the page says, in one shell, and return what it printed.

    :param then: commands after those of the page.
    :raises AssertionError: a command failed.
    """
    done = subprocess.run(
        shell,
        input=script_of(page, replaced) + then,
        cwd=cwd,
        env=dict(variables),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
