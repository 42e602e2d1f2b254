"""Every group's document is made without a complaint and is valid."""

from io import StringIO

from django.core.management import call_command

from rest.groups import GROUPS


def test_every_document_is_valid():
    out = StringIO()

    call_command("check_openapi", stdout=out)

    assert [line.split(":")[0] for line in out.getvalue().splitlines()] == [
        group.base for group in GROUPS
    ]
