"""The texts of taggers' pages and mails, in each language…"""

from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings

from tools.local.texts import DOMAINS, compiled, extracted, faults_of, forms, languages, written


@pytest.fixture(scope="module")
def now() -> dict[str, Catalog]:
    """The texts as they stand in templates and scripts."""
    return {domain: extracted(domain) for domain in DOMAINS}


def strings_of(catalog: Catalog) -> dict[tuple[str, ...], tuple[str, ...]]:
    return {forms(each.id): forms(each.string) for each in catalog if each.id}


def ids_of(catalog: Catalog) -> set[tuple[str, ...]]:
    return set(strings_of(catalog))


def catalogues() -> Iterator[tuple[str, str]]:
    return ((domain, language) for language in languages() for domain in DOMAINS)


def test_are_found_in_templates_python_and_scripts(now: dict[str, Catalog]):
    some = {("Workbench",), ("E-mail address",), ("Leading zeros may be left out.",)}
    assert some <= ids_of(now["django"])
    assert ("%(count)s number", "%(count)s numbers") in ids_of(now["djangojs"])


def test_are_those_of_templates_and_scripts_no_fewer_and_no_more(now: dict[str, Catalog]):
    differing = {
        (language, domain): ids_of(written(domain, language)) ^ ids_of(now[domain])
        for domain, language in catalogues()
    }

    assert {place: texts for place, texts in differing.items() if texts} == {}, "./script/texts"


def test_are_all_translated_with_the_same_placeholders():
    faults = {
        (language, domain): faults_of(written(domain, language))
        for domain, language in catalogues()
    }

    assert {place: texts for place, texts in faults.items() if texts} == {}


def test_are_compiled_as_they_are_written():
    differing = [
        (language, domain)
        for domain, language in catalogues()
        if strings_of(compiled(domain, language)) != strings_of(written(domain, language))
    ]

    assert differing == [], "./script/texts"


def test_have_as_many_plurals_as_the_language():
    found = {language: written("djangojs", language).num_plurals for language in languages()}

    assert found == {"de": 2, "es": 2, "fr": 2, "ru": 3}
    assert set(found) == set(dict(settings.LANGUAGES)) - {"en"}


@pytest.mark.parametrize(
    ("translation", "is_right"),
    [
        (("%(n)s Foto", "%(n)s Fotos"), True),
        (("%(n)s Foto", ""), False),
        (("%(n)s Foto",), False),
        (("ein Foto", "%(n)s Fotos"), False),
        (("%(n)s Foto", "%(m)s Fotos"), False),
    ],
)
def test_that_lack_a_form_or_a_placeholder_are_named(translation: tuple[str, ...], is_right: bool):
    catalog = Catalog(locale="de")
    catalog.add(("%(n)s photo", "%(n)s photos"), translation)

    assert (faults_of(catalog) == []) == is_right


def test_that_are_only_guessed_are_named():
    catalog = Catalog(locale="de")
    catalog.add("Photo", "Foto", flags=["fuzzy"])

    assert faults_of(catalog) == ["Photo"]
