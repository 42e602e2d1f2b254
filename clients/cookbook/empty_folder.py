"""An empty folder with a built package, in which a program is checked and run."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from clients.cookbook.book import PYTHON, TYPESCRIPT
from clients.cookbook.editions import CLIENTS, UV, Edition

TOOLS = CLIENTS / "typescript/node_modules"


class ProgramFailed(Exception):
    """A program ended with an error; the text is what it printed."""


@dataclass(frozen=True)
class Program:
    """What is run, where, with which variables."""

    folder: Path
    check: tuple[str | Path, ...]
    start: tuple[str | Path, ...]

    def run(self, variables: dict[str, str]) -> str:
        """Check the types strictly, run it, and return what it printed.

        :raises ProgramFailed: one of them failed.
        """
        _run(*self.check, cwd=self.folder)
        return _run(*self.start, cwd=self.folder, env={**os.environ, **variables})


def python_program(folder: Path, edition: Edition) -> Program:
    """Install the wheel in an environment of its own, and its cookbook as a program beside it."""
    python = folder / "venv/bin/python"
    _run(UV, "venv", "--quiet", "--python", sys.executable, folder / "venv", cwd=folder)
    pinned = CLIENTS.parent / "requirements/dev.txt"
    install = (UV, "pip", "install", "--quiet", "--python", python, "--constraint", pinned)
    _run(*install, edition.wheel, cwd=folder)
    (folder / "cookbook.py").write_text(edition.book.program(PYTHON, "# docs/cookbook.md"))
    check = (sys.executable, "-m", "mypy", "--strict", "--python-executable", python)
    quiet = ("--config-file=", "--cache-dir", folder / "types", "cookbook.py")
    return Program(folder, (*check, *quiet), (python, "-I", "cookbook.py"))


def typescript_program(folder: Path, edition: Edition) -> Program:
    """Install the tarball, and its cookbook as a program beside it."""
    (folder / "package.json").write_text('{"type": "module", "private": true}')
    install = ("npm", "install", "--silent", "--prefer-offline", "--no-audit", "--no-fund")
    _run(*install, edition.tarball, cwd=folder)
    (folder / "cookbook.ts").write_text(edition.book.program(TYPESCRIPT, "// docs/cookbook.md"))
    options = {
        "module": "NodeNext",
        "target": "ES2022",
        "strict": True,
        "skipLibCheck": True,  # the build of the package has checked them
        "types": ["node"],
        "typeRoots": [str(TOOLS / "@types")],
    }
    settings = {"compilerOptions": options, "files": ["cookbook.ts"]}
    (folder / "tsconfig.json").write_text(json.dumps(settings))
    return Program(folder, (TOOLS / ".bin/tsc", "--project", "."), ("node", "cookbook.js"))


def _run(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ProgramFailed(f"{command[0]} in {cwd}: {done.stdout}{done.stderr}")
    return done.stdout
