"""Does the jobs of docs/cookbook.md at a running `script/up`, each language in an empty folder.

The cookbooks and packages of the last releases are taken too.
"""

import argparse
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import django

from clients.cookbook.editions import Edition, build_edition, released
from clients.cookbook.empty_folder import ProgramFailed, python_program, typescript_program
from tools.local.environment import prepare_command


def main() -> int:
    """Print what the programs print; 1: one of them failed."""
    parser = argparse.ArgumentParser(prog="script/cookbook", description=__doc__)
    parser.add_argument("--into", type=Path, help="keeps the programs in this folder")
    kept = parser.parse_args().into
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    prepare_command()
    django.setup()
    with TemporaryDirectory(prefix="cookbook-") as name:
        packages = Path(name) / "packages"
        packages.mkdir()
        try:
            for edition in (build_edition(packages), *released()):
                _do(edition, kept or Path(name))
        except ProgramFailed as failure:
            print(failure, file=sys.stderr)
            return 1
    return 0


def _do(edition: Edition, programs: Path) -> None:
    from clients.cookbook.ingredients import selfie, variables  # they need the set-up

    told, picture = variables(), selfie()
    for program_in in (python_program, typescript_program):
        folder = programs / f"{edition.folder.name}-{program_in.__name__}"
        folder.mkdir(parents=True)
        (folder / "selfie.jpg").write_bytes(picture)
        printed = program_in(folder, edition).run(told)
        (folder / "printed").write_text(printed)
        print(printed)


if __name__ == "__main__":
    sys.exit(main())
