"""The blocks of docs/cookbook.md."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

PYTHON, TYPESCRIPT = "python", "ts"
_BLOCK = re.compile(r"^```(?P<language>\w+)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^## (?=\d+\. )", re.MULTILINE)


@dataclass(frozen=True)
class Job:
    """A part of the cookbook: its title, and its code in each language."""

    title: str
    code: dict[str, str]

    def lines(self, language: str) -> int:
        return sum(1 for line in self.code[language].splitlines() if line.strip())


@dataclass(frozen=True)
class Book:
    """How a program begins, and the jobs."""

    opening: Job
    jobs: tuple[Job, ...]

    def program(self, language: str, comment: str) -> str:
        """Return all jobs as one program, which names each as it comes to it."""
        say = {PYTHON: 'print("== {}")', TYPESCRIPT: 'console.log("== {}");'}[language]
        parts = (f"{say.format(job.title)}\n{job.code[language]}" for job in self.jobs)
        return "\n".join([comment, self.opening.code[language], *parts])


def read_book(text: str) -> Book:
    """Return the jobs, each a heading with a number."""
    opening, *jobs = (_job(part) for part in _HEADING.split(text))
    return Book(opening, tuple(jobs))


def _job(part: str) -> Job:
    title, _, _ = part.partition("\n")
    return Job(title, dict(_blocks(part)))


def _blocks(part: str) -> Iterator[tuple[str, str]]:
    for found in _BLOCK.finditer(part):
        yield found["language"], found["code"]
