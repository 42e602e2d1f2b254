"""The TypeScript client: strict types for every operation of the documents, and its own tests."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from clients.making.documents import operations
from clients.tests.npm import node_packages, run
from clients.tests.strange_answers import as_json
from config.urls import routes_of
from foundation.rest.documents import build_document
from foundation.rest.groups import GROUPS

HEAD = """
import type { V1, V2 } from "{source}/src/versions.js";
import type { DataOf } from "{source}/src/group.js";
type IsAny<T> = 0 extends 1 & T ? true : false;
type Is<Made extends true> = Made;
type Clear<Data> = IsAny<Data> extends true ? false : true;
type Known<Paths, Path, Method> = Path extends keyof Paths
  ? Method extends keyof Paths[Path]
    ? [Paths[Path][Method]] extends [undefined] ? false : Clear<Paths[Path][Method]>
    : false
  : false;
"""


@pytest.fixture(scope="module")
def typescript() -> Path:
    return node_packages()


def test_its_tests_pass(typescript: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STRANGE_ANSWERS", as_json())
    run("npx", "tsc", "--project", "tests")
    run("node", "--test", "tests/dist/tests/")


def test_every_operation_of_both_versions_has_its_types(typescript: Path, tmp_path: Path) -> None:
    lines = list(_claims())
    assert len(lines) > 300
    program = tmp_path / "every.ts"
    program.write_text(HEAD.replace("{source}", str(typescript)) + "\n".join(lines))
    settings = {
        "extends": f"{typescript}/tsconfig.json",
        "compilerOptions": {
            "noEmit": True,
            "rootDir": "/",
            "noUnusedLocals": False,
            "skipLibCheck": True,
        },
        "include": [str(program)],
    }
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings))

    run("npx", "tsc", "--project", tmp_path)


def _claims() -> Iterator[str]:
    """Yield what must be true: each operation has types, and its answer is no `any`."""
    for group in GROUPS:
        for method, path, operation in operations(build_document(group, routes_of(group))):
            _, _, _, version, rest = path.split("/", 4)
            paths = f'{version.upper()}<"{group.base}">'
            name = f"{group.module}_{operation['operationId']}"
            yield f'export type {name} = Is<Known<{paths}, "/{rest}", "{method}">>;'
            answer = f'DataOf<{paths}["/{rest}"]["{method}"], {{}}>'
            yield f"export type {name}_data = Is<Clear<{answer}>>;"


def test_no_any_is_generated(typescript: Path) -> None:
    schema = (typescript / "src/generated/schema.ts").read_text()

    assert not re.search(
        r"\bany\b(?=[;\[\] |}])", re.sub(r"/\*\*.*?\*/", "", schema, flags=re.DOTALL)
    )
