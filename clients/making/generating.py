"""Writes the generated files of both clients: by the generators, and by what is ours."""

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from clients.making.documents import Node, is_page, merged, operations, repeatable_by, takes_key
from clients.making.python_operations import groups

CLIENTS = Path(__file__).parents[1]
PYTHON = Path("python/src/finishline_client")
TYPESCRIPT = Path("typescript/src/generated")
# Shapes as compact as a reader wants them: names as Python writes them, words instead of classes of
# enums, addresses as text.
MODELS = (
    "--input-file-type=openapi",
    "--output-model-type=pydantic_v2.BaseModel",
    "--base-class=finishline_client.model.Model",
    "--target-python-version=3.11",
    "--snake-case-field",
    "--no-alias",
    "--enum-field-as-literal=all",
    "--collapse-root-models",
    "--use-annotated",
    "--strict-nullable",
    "--use-typed-nullable-map-values",
    "--field-constraints",
    "--use-schema-description",
    "--use-field-description",
    "--use-single-line-docstring",
    "--use-double-quotes",
    "--disable-warnings",
    *("--type-mappings", "uri=string", "email=string", "binary=binary"),
    "--custom-file-header=# Made by `script/clients`; do not change it by hand.",
    "--formatters=builtin",
)
RUFF = (sys.executable, "-m", "ruff", "--quiet")


def generate(into: Path) -> Iterator[Path]:
    """Write the generated files under a folder like `clients`, and yield their paths."""
    document = whole_document()
    python, typescript = into / PYTHON, into / TYPESCRIPT
    for folder in (python / "operations", typescript):
        folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="clients-") as scratch:
        yield from _python(document, python, Path(scratch))
        yield from _typescript(document, typescript, Path(scratch))


def whole_document() -> Node:
    """Return the document that both clients are made from; Django is set up."""
    from foundation.rest.documents import build_document
    from foundation.rest.groups import GROUPS

    routes_of: Any = import_module("config.urls").routes_of
    return merged([build_document(group, routes_of(group)) for group in GROUPS], version())


def version() -> str:
    """Return the version of the API, which the clients have too."""
    project = tomllib.loads((CLIENTS.parent / "pyproject.toml").read_text())["project"]
    return str(project["version"])


def _python(document: Node, folder: Path, scratch: Path) -> Iterator[Path]:
    source = scratch / "shapes.json"
    source.write_text(json.dumps(_without_pages(document)))
    models = folder / "models.py"
    _run(
        sys.executable,
        "-m",
        "datamodel_code_generator",
        *MODELS,
        f"--input={source}",
        f"--output={models}",
    )
    written = [models]
    for name, text in groups(document):
        written.append(folder / f"operations/{name}.py")
        written[-1].write_text(text)
    settings = f"--config={CLIENTS.parent / 'pyproject.toml'}"
    _run(*RUFF, "check", settings, "--fix", "--select=F401,I", *written)
    _run(*RUFF, "format", settings, *written)
    yield from written


def _without_pages(document: Node) -> Node:
    """Return the shapes alone; a page is a class by hand."""
    shapes = document["components"]["schemas"]
    kept = {name: shape for name, shape in shapes.items() if not is_page(shape)}
    return {**document, "paths": {}, "components": {"schemas": _with_decimals(kept)}}


def _with_decimals(part: Any) -> Any:
    """Return shapes in which a number that may be a text is a decimal one, sent as a text.

    A float would lose digits.
    """
    if isinstance(part, list):
        return [_with_decimals(each) for each in part]
    if not isinstance(part, dict):
        return part
    decimal = {"type": "string", "format": "decimal"}
    text, number, null = {"type": "string"}, {"type": "number"}, {"type": "null"}
    if part.get("oneOf") in ([text, number], [text, number, null]):
        others = {name: value for name, value in part.items() if name != "oneOf"}
        return {**others, "anyOf": [decimal, *part["oneOf"][2:]]}
    if part.get("type") == ["string", "number", "null"]:
        return {"anyOf": [text, decimal, null]}
    return {name: _with_decimals(each) for name, each in part.items()}


def _typescript(document: Node, folder: Path, scratch: Path) -> Iterator[Path]:
    source = scratch / "document.json"
    source.write_text(json.dumps(document))
    _run("node", CLIENTS / "typescript/generate.mjs", source, folder / "schema.ts")
    yield folder / "schema.ts"
    (folder / "repeatable.ts").write_text(_repeatable(document))
    yield folder / "repeatable.ts"


def _repeatable(document: Node) -> str:
    """Return which POSTs may be sent twice: by an id in their body, or by a header."""
    posts = [(path, each) for method, path, each in operations(document) if method == "post"]
    ids = {path: repeatable_by(document, each) for path, each in posts}
    lines = [f'  "{path}": "{field}",' for path, field in ids.items() if field]
    keyed = [f'  "{path}",' for path, each in posts if takes_key(each)]
    return "\n".join(
        [
            "// Made by `script/clients`; do not change it by hand.",
            "",
            "/** The field of the body whose id, made by the caller, makes a POST repeatable. */",
            "export const idFields: Readonly<Record<string, string>> = {",
            *lines,
            "};",
            "",
            "/** POSTs that take an `Idempotency-Key`. */",
            f"export const keyed: ReadonlySet<string> = new Set<string>([{'' if keyed else ']);'}",
            *([*keyed, "]);"] if keyed else []),
            "",
        ]
    )


def _run(*command: str | Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{command[0]}: {done.stdout}{done.stderr}")
