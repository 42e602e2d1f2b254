"""Does the jobs of docs/cookbook.md at a running `script/up`, each language in an empty folder."""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import django

from clients.cookbook.editions import build_edition
from clients.cookbook.empty_folder import ProgramFailed, python_program, typescript_program
from local.environment import prepare_command


def main() -> int:
    """Print what the programs print; 1: one of them failed."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    prepare_command()
    django.setup()
    from clients.cookbook.ingredients import selfie, variables  # they need the set-up

    told, picture = variables(), selfie()
    with TemporaryDirectory(prefix="cookbook-") as packages:
        edition = build_edition(Path(packages))
        for program_in in (python_program, typescript_program):
            with TemporaryDirectory(prefix="cookbook-") as name:
                folder = Path(name)
                (folder / "selfie.jpg").write_bytes(picture)
                try:
                    print(program_in(folder, edition).run(told))
                except ProgramFailed as failure:
                    print(failure, file=sys.stderr)
                    return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
