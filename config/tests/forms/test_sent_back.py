"""Each form of staff can be sent back as a browser shows it…"""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client, RequestFactory
from django.urls import resolve
from django_celery_beat.models import IntervalSchedule
from pytest_django.live_server_helper import LiveServer

from config.tests.audit.orders_of_pages import signed_in
from config.tests.audit.test_every_entrance import last_row, undone, wrong_in
from config.tests.forms.records import changeable, page_of
from config.tests.forms.sent import Control, SentForm, confirmed, forms_at, forms_of_rows
from config.tests.forms.stored import changed_tables, rows_by_table
from config.tests.test_presets import member_of
from config.tests.walking import Shown
from foundation.records.models import AuditEntry
from foundation.rest.presets import PRESETS
from foundation.staff.command_admin import AuditedForms
from foundation.staff.page_parts import rows_about
from programs.programs.models import MarketingProgram
from rewards.limits.admin import LimitInline

# Values of fields that take not every text.
VALUES: Mapping[tuple[str, str], list[str]] = {
    ("django_celery_beat_crontabschedule", "minute"): ["8"],
    ("django_celery_beat_periodictask", "args"): ["[1]"],
    ("django_celery_beat_periodictask", "kwargs"): ['{"b": 2}'],
    ("django_celery_beat_periodictask", "headers"): ['{"b": "2"}'],
    ("programs_participantexercisetask", "criteria_maxPace"): ["5:05"],
    ("programs_participantexercisetask", "criteria_minPace"): ["7:30"],
    ("programs_marketingprogram", "time_zone"): ["Asia/Tokyo"],
    ("rewards_rewardformula", "expression"): ["distance * 2"],
    ("rewards_rewardformula", "settings"): ['{"__where": "distance > 5"}'],
    ("rewards_rewardformula", "coefficients"): ['{"rate": "2"}'],
    ("recognition_account", "credential_keys"): ["space-1 = k"],
    ("tagging_albumquality", "trial_share"): ["0.9000"],
    ("tagging_knownanswer", "numbers"): ["22 7"],
    ("tagging_knownanswer", "custom_tags"): [""],
    ("recognition_album", "minimum_confidence"): ["0.5"],
    ("recognition_account", "credential_similarity"): ["0.8"],
}
ONE_SCHEDULE = "Only one of clocked"
# What cannot be changed alone, and what staff read then.
REFUSED: dict[tuple[str, str], str] = {
    ("django_celery_beat_periodictask", "crontab"): ONE_SCHEDULE,
    ("django_celery_beat_periodictask", "solar"): ONE_SCHEDULE,
    ("django_celery_beat_periodictask", "clocked"): ONE_SCHEDULE,
    ("django_celery_beat_periodictask", "expire_seconds"): "Only one can be set",
    ("recognition_account", "remove_secrets"): "API key",
    ("recognition_album", "face_account"): "This space is of the account",
    ("recognition_album", "face_space"): "This space is of the account",
}
VALIDITY = "The formula is active: when it is valid is changed by those who may make it active."
REFUSED_TO: Mapping[str, dict[tuple[str, str], str]] = {
    "Marketing": {
        ("rewards_rewardformula", "valid_from"): VALIDITY,
        ("rewards_rewardformula", "valid_until"): VALIDITY,
    }
}
# The field of the record that a field of the form changes, where its name is another.
CHANGES: Mapping[str, str] = {
    "albums": "open_albums",
    "default": "is_default",
    "new_token": "token",
    "regtask": "task",
    "remove_token": "token",
}
# They are empty again when the page is shown: secrets, and what they are to do is done.
EMPTIED = {"credential_key", "credential_keys", "new_token", "regtask", "remove_token"}
# A script puts the chosen picture into the text; an answer to a question is not kept.
NOT_STORED = {"sample", "works_unpaid"}

pytestmark = pytest.mark.usefixtures("one_frame")


def models_of(user: User) -> list[type[Model]]:
    request = RequestFactory().get("/")
    request.user = user
    return changeable(request)


def test_and_then_nothing_changes_but_each_field_that_was_changed(
    live_server: LiveServer, subtests: pytest.Subtests
):
    boss = User.objects.create_superuser("boss")
    pages = {model: page_of(model) for model in models_of(boss)}
    members = [boss, *(member_of(preset) for preset in PRESETS)]

    for member in members:
        shown = forms_at(live_server.url, member, [pages[model] for model in models_of(member)])
        client = signed_in(member)
        for address, form in shown.items():
            with subtests.test(member=str(member), page=address), undone():
                assert_nothing_changes(client, address, form)
            fields = form.open_fields(but_for=NOT_STORED)
            values = values_at_once(member, address, form, fields)
            with undone():
                at_once = are_changed(client, address, form, values)
            for field in fields:
                # What was stored at once is stored alone: that is asked of the boss.
                if at_once and not (member == boss or refusal_to(member, address, field)):
                    continue
                with subtests.test(member=str(member), page=address, field=field.name), undone():
                    assert_is_changed(client, member, address, form, field, is_shown=at_once)


def values_at_once(
    member: User, address: str, form: SentForm, fields: Sequence[Control]
) -> dict[str, list[str]]:
    """Return another value of each field that nothing refuses."""
    taken = [each for each in fields if not refusal_to(member, address, each)]
    return {each.name: value_for(address, form, each) for each in taken}


def are_changed(
    client: Client, address: str, form: SentForm, values: Mapping[str, list[str]]
) -> bool:
    last = last_row()
    if confirmed(client, address, {**form.data, **values}).status_code == 200:
        return False
    rows = AuditEntry.objects.filter(pk__gt=last)
    written, shown = {name for row in rows for name in row.changes}, shown_at(client, address)
    return len(rows) == 1 and all(
        changed_field(name) in written and (name in EMPTIED or shown.get(name, []) == value)
        for name, value in values.items()
    )


def test_with_rows_that_are_added_changed_and_removed(
    live_server: LiveServer, subtests: pytest.Subtests
):
    boss = User.objects.create_superuser("boss")
    pages = {model: page_of(model) for model in models_of(boss)}
    seen: dict[str, set[str]] = {}
    with_rows = set(pages.values())

    for member in (boss, *(member_of(preset) for preset in PRESETS)):
        client = signed_in(member)
        theirs = with_rows.intersection(pages[model] for model in models_of(member))
        forms = forms_of_rows(live_server.url, member, sorted(theirs))
        seen[str(member)] = {inline for _, inline, _ in forms}
        if member == boss:  # no one sees rows where the boss sees none
            with_rows = {address for address, _, _ in forms}
        for (address, inline, deed), form in forms.items():
            about = {"page": address, "inline": inline, "deed": deed}
            with subtests.test(member=str(member), **about), undone():
                assert_rows_are_stored(client, address, inline, form)
    assert seen["boss"] == {"limits", "custom_tags"}
    assert seen["Recognition manager"] == seen["Tagging lead"] == {"custom_tags"}


def assert_rows_are_stored(client: Client, address: str, inline: str, form: SentForm) -> None:
    last, before = last_row(), rows_shown(client, address, inline)
    answer = confirmed(client, address, form.data)
    assert answer.status_code == 302, wrong_in(answer)
    assert rows_shown(client, address, inline) == rows_sent(form, inline) != before
    assert AuditEntry.objects.filter(rows_about(record_at(address)), pk__gt=last).exists()


def test_the_walk_finds_rows_without_ids_and_saving_without_a_change(
    live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
):
    boss = User.objects.create_superuser("boss")
    monkeypatch.setattr(LimitInline, "exclude", ())
    monkeypatch.delattr(AuditedForms, "save_model")
    pages = [page_of(MarketingProgram), page_of(IntervalSchedule)]
    client = signed_in(boss)

    for address, form in forms_at(live_server.url, boss, pages).items():
        with pytest.raises(AssertionError), undone():
            assert_nothing_changes(client, address, form)


def assert_nothing_changes(client: Client, address: str, form: SentForm) -> None:
    before = rows_by_table()
    answer = client.post(address, form.data, secure=True)
    assert answer.status_code == 302, wrong_in(answer)
    assert changed_tables(before) == []


def assert_is_changed(
    client: Client, member: User, address: str, form: SentForm, field: Control, *, is_shown: bool
) -> None:
    """Assert that the audit has a field's change, and that its page shows it.

    :param is_shown: that page showed it already, with all others.
    """
    value, last = value_for(address, form, field), last_row()
    answer = confirmed(client, address, {**form.data, field.name: value})
    if answer.status_code == 200:
        assert (refusal_to(member, address, field) or "?") in str(wrong_in(answer))
        assert last_row() == last
        return
    assert changed_field(field.name) in audited(last)
    if field.name not in EMPTIED and not is_shown:
        assert shown_at(client, address).get(field.name, []) == value


def place_of(address: str, field: Control) -> tuple[str, str]:
    return str(resolve(address).url_name).removesuffix("_change"), field.name


def value_for(address: str, form: SentForm, field: Control) -> list[str]:
    return VALUES.get(place_of(address, field)) or form.another(field)


def refusal_to(member: User, address: str, field: Control) -> str | None:
    return (REFUSED | REFUSED_TO.get(str(member), {})).get(place_of(address, field))


def record_at(address: str) -> Model:
    """Return the record of a page."""
    page = resolve(address)
    app, model = (page.url_name or "").removesuffix("_change").rsplit("_", 1)
    found: Model = apps.get_model(app, model)._default_manager.get(pk=page.kwargs["object_id"])
    return found


Rows = list[list[tuple[str, str]]]


def rows_sent(form: SentForm, inline: str) -> Rows:
    """Return the rows of an inline that are not removed: the names and values of their fields."""
    count = int(form.data[f"{inline}-TOTAL_FORMS"][0])
    places = [f"{inline}-{number}-" for number in range(count)]
    return sorted(form.row(place) for place in places if f"{place}DELETE" not in form.data)


def rows_shown(client: Client, address: str, inline: str) -> Rows:
    """Return the stored rows of an inline in the same way."""
    shown = client.get(address, secure=True).context["inline_admin_formsets"]
    [rows] = [each.formset for each in shown if each.formset.prefix == inline]
    fields = [[each for each in row.visible_fields() if each.name != "DELETE"]
              for row in rows.initial_forms]  # fmt: skip
    return sorted([(each.name, str(each.value())) for each in row] for row in fields)


def changed_field(name: str) -> str:
    """Return the field of the record that a field of the form changes."""
    for prefix, field in {"criteria_": "criteria", "credential_": "credentials"}.items():
        if name.startswith(prefix):
            return field
    return CHANGES.get(name, name)


def audited(last: int) -> Mapping[str, Any]:
    """Return what the one row of the audit since then says was changed."""
    [row] = AuditEntry.objects.filter(pk__gt=last)
    assert all(old != new for old, new in row.changes.values())
    changes: Mapping[str, Any] = row.changes
    return changes


def shown_at(client: Client, address: str) -> Mapping[str, list[str]]:
    """Return what the fields of a page show."""
    page = Shown(address, client.get(address, secure=True).content.decode())
    return {name: values for form in page.forms for name, values in form.fields.items()}
