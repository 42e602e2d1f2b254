"""The texts of taggers' pages and mails: extracted, merged with their translations, compiled.

`script/texts` runs it. Babel (requirements/dev.txt) reads and writes the catalogues, so that no GNU
gettext is needed; the compiled ones are committed, so that a deployment needs neither.
"""

import io
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import django
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation import templatize

from tools.local.folders import PROJECT

DOMAINS = ("django", "djangojs")
# Of the domain `django`. What staff alone see has no translations.
_SOURCES = ("foundation/rest/*.py", "recognition/albums/queries.py", "tagging/**/*.py",
            "tagging/templates/tagging/*", "templates/*.html", "templates/password/*")  # fmt: skip
_SCRIPTS = ("tagging/static/tagging/workbench/*.js",)
_KEYWORDS: Mapping[str, tuple[int, ...] | None] = {
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
}
_PLACEHOLDER = re.compile(r"%\(\w+\)s")
_WRITTEN_ON = datetime(2026, 1, 1, tzinfo=UTC)  # the same at each run, so that nothing else differs


def languages() -> list[str]:
    """Return the languages that need translations."""
    return [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def extracted(domain: str) -> Catalog:
    """Return the texts as they stand in templates and scripts now."""
    catalog = Catalog(project="Finishline")
    for file in _files(_SCRIPTS if domain == "djangojs" else _SOURCES):
        for _, text, comments, context in _texts_in(file):
            place = (str(file.relative_to(PROJECT)), 0)
            catalog.add(text, locations=[place], auto_comments=comments, context=context)
    return catalog


def _files(patterns: tuple[str, ...]) -> Iterator[Path]:
    for pattern in patterns:
        found = (file for file in PROJECT.glob(pattern) if file.is_file())
        yield from sorted(file for file in found if "tests" not in file.parts)


def _texts_in(file: Path) -> Iterator[tuple[int, str | tuple[str, ...], list[str], str | None]]:
    source, language = file.read_text(), "javascript" if file.suffix == ".js" else "python"
    if file.suffix not in (".js", ".py"):
        # Made to look like Python, whose reader would not bear the indentation of a page.
        source = "\n".join(line.strip() for line in templatize(source).splitlines())
    elif file.suffix == ".js" and "gettext" not in source:
        return
    # Also what stands in a template of JavaScript, between `${` and `}`.
    options = {"parse_template_string": True}
    yield from extract(language, io.BytesIO(source.encode()), keywords=_KEYWORDS, options=options)


def written(domain: str, language: str) -> Catalog:
    """Return the committed texts with their translations; empty if there are none yet."""
    file = _po(domain, language)
    if not file.exists():
        return Catalog(locale=language, domain=domain)
    with file.open("rb") as opened:
        return read_po(opened, locale=language, domain=domain)


def compiled(domain: str, language: str) -> Catalog:
    """Return the compiled texts that are committed."""
    with _po(domain, language).with_suffix(".mo").open("rb") as opened:
        return read_mo(opened)


def merged(domain: str, language: str) -> Catalog:
    """Return the texts of now, with the translations that are known of them."""
    catalog = written(domain, language)
    catalog.update(extracted(domain), no_fuzzy_matching=True)
    catalog.creation_date = catalog.revision_date = _WRITTEN_ON
    catalog.header_comment = "# Written by script/texts, but for the translations."
    catalog.project, catalog.version, catalog.fuzzy = "Finishline", "", False
    catalog.msgid_bugs_address = catalog.last_translator = catalog.language_team = ""
    return catalog


def faults_of(catalog: Catalog) -> list[str]:
    """Return the texts without a translation, or with one whose placeholders differ."""
    plurals = catalog.num_plurals
    return [str(each.id) for each in catalog if each.id and not _is_right(each, plurals)]


def _is_right(message: Message, plurals: int) -> bool:
    originals, texts = forms(message.id), forms(message.string)
    wanted = set(_PLACEHOLDER.findall(originals[-1]))
    same = all(text and set(_PLACEHOLDER.findall(text)) == wanted for text in texts)
    return same and len(texts) == (plurals if len(originals) > 1 else 1) and not message.fuzzy


def forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the forms of a text for numbers; of one that has no number, itself."""
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


def write(domain: str, language: str, catalog: Catalog) -> None:
    """Write the texts and compile them."""
    file = _po(domain, language)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as opened:
        write_po(opened, catalog, width=110, ignore_obsolete=True, include_lineno=False)
    with file.with_suffix(".mo").open("wb") as opened:
        write_mo(opened, catalog)


def _po(domain: str, language: str) -> Path:
    return PROJECT / "locale" / language / "LC_MESSAGES" / f"{domain}.po"


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tools.local.tool_settings")
    django.setup()
    lacking = 0
    for language in languages():
        for domain in DOMAINS:
            catalog = merged(domain, language)
            write(domain, language, catalog)
            for text in faults_of(catalog):
                lacking += 1
                print(f"{language} {domain}: {text}")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
