"""`python -m tools.local.contents ROOT NAME VERSION`: what an image contains, as CycloneDX (JSON).

ROOT is the file system of the image: Python packages of /finishline/.venv, Debian packages of dpkg.
"""

import sys
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path

from cyclonedx.model import Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from tools.local.processes import say


def contents(root: Path, name: str, version: str) -> Bom:
    """Return the packages below a root, of Python and of Debian."""
    image = Component(name=name, version=version, type=ComponentType.CONTAINER, bom_ref=name)
    bom = Bom(components=[*_of_python(root), *_of_debian(root)])
    bom.metadata.component = image
    bom.register_dependency(image, bom.components)
    return bom


def _of_python(root: Path) -> Iterator[Component]:
    folders = map(str, (root / "finishline" / ".venv" / "lib").glob("python3*/site-packages"))
    for found in distributions(path=list(folders)):
        purl = PackageURL("pypi", None, found.name.lower().replace("_", "-"), found.version)
        yield _component(purl)


def _of_debian(root: Path) -> Iterator[Component]:
    status = root / "var" / "lib" / "dpkg" / "status"
    if not status.exists():
        return
    for paragraph in status.read_text(encoding="utf-8").split("\n\n"):
        fields = dict(line.split(": ", 1) for line in paragraph.split("\n") if ": " in line)
        if fields.get("Status", "").endswith(" installed"):
            where = {"arch": fields["Architecture"]}
            purl = PackageURL("deb", "debian", fields["Package"], fields["Version"], where)
            yield _component(purl, source=fields.get("Source", fields["Package"]))


def _component(purl: PackageURL, source: str | None = None) -> Component:
    return Component(
        name=purl.name,
        version=purl.version,
        type=ComponentType.LIBRARY,
        purl=purl,
        bom_ref=str(purl),
        properties=[Property(name="debian:source", value=source)] if source else None,
    )


if __name__ == "__main__":
    root, name, version = sys.argv[1:]
    say(JsonV1Dot6(contents(Path(root), name, version)).output_as_string(indent=2))
