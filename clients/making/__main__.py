"""Makes the generated parts of the clients again; `--into FOLDER` puts them elsewhere."""

import argparse
import os
from pathlib import Path

import django

from clients.making.generating import CLIENTS, generate


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m clients.making", description=__doc__)
    parser.add_argument("--into", type=Path, default=CLIENTS, help="a folder beside `clients`")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tools.local.tool_settings")
    django.setup()
    for path in generate(parser.parse_args().into):
        print(path)


main()
