"""Does the jobs of docs/cookbook.md at a running `script/up`, each language in an empty folder."""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import django

from clients.cookbook.book import PYTHON, TYPESCRIPT, read_book
from clients.cookbook.empty_folder import ProgramFailed, python_program, typescript_program
from local.environment import prepare_command
from local.folders import PROJECT

PROGRAMS = {PYTHON: (python_program, "#"), TYPESCRIPT: (typescript_program, "//")}


def main() -> int:
    """Print what the programs print; 1: one of them failed."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    prepare_command()
    django.setup()
    from clients.cookbook.ingredients import selfie, variables  # they need the set-up

    book = read_book((PROJECT / "docs/cookbook.md").read_text())
    told, picture = variables(), selfie()
    for language, (program_in, comment) in PROGRAMS.items():
        with TemporaryDirectory(prefix="cookbook-") as name:
            folder = Path(name)
            (folder / "selfie.jpg").write_bytes(picture)
            try:
                print(program_in(folder, book.program(language, comment)).run(told))
            except ProgramFailed as failure:
                print(failure, file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
