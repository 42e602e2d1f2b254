"""Build and validate the OpenAPI document of every API group."""

import json
from argparse import ArgumentParser
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from foundation.rest.documents import build_document, generator_complaints
from foundation.rest.groups import GROUPS, ApiGroup


class Command(BaseCommand):
    """`manage.py check_openapi`; needs openapi-spec-validator, of requirements-dev.txt."""

    help = "Builds each API group's OpenAPI document and validates it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        help_ = "writes the documents into this folder, `admin-api.json` and so on"
        parser.add_argument("--write", type=Path, metavar="FOLDER", help=help_)

    def handle(self, *args: Any, **options: Any) -> None:
        if find_spec("openapi_spec_validator") is None:
            raise CommandError("Install openapi-spec-validator: it is in requirements-dev.txt.")
        complaints = [text for group in GROUPS for text in self._check(group, options["write"])]
        if complaints:
            raise CommandError("\n".join(complaints))

    def _check(self, group: ApiGroup, folder: Path | None) -> list[str]:
        from openapi_spec_validator import OpenAPIV31SpecValidator  # a deployment does not have it

        document = build_document(group, import_module(settings.ROOT_URLCONF).routes_of(group))
        if folder:
            text = json.dumps(document, indent=1, ensure_ascii=False)
            (folder / f"{group.base}.json").write_text(text + "\n", encoding="utf-8")
        faults = OpenAPIV31SpecValidator(document).iter_errors()
        complaints = [*generator_complaints(), *(str(fault) for fault in faults)]
        operations = sum(len(methods) for methods in document["paths"].values())
        self.stdout.write(f"{group.base}: {operations} operations, {len(complaints)} complaints")
        return [f"{group.base}: {text}" for text in complaints]
