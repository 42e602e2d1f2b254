"""Each order on the staff's site, sent by a member of each preset: it is open to these alone.

`config/tests/test_presets.py` follows what is shown; here orders are sent that are not shown, too.
"""

from collections.abc import Mapping, Sequence

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from config.tests.audit.staff import STAFF
from config.tests.audit.staff.forms import Given
from config.tests.audit.test_every_entrance import last_row, undone
from foundation.rest.presets import PRESETS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_frame")]

# Album editor, recognition Manager, Tagging lead, markEting, reward aPprover, Support,
# aUditor, privacy Officer.
LETTERS = dict(zip("AMTEPSUO", PRESETS, strict=True))
# All others are open to no preset.
OPEN: Mapping[str, Sequence[str]] = {
    "AMTSUO": ["exports.export add"],
    "AMSO": ["recognition.album <path:object_id>/find-runner/"],
    "AMS": [
        "recognition.album <uuid:album_id>/persons/<path:person_id>/merge/",
        "recognition.album <uuid:album_id>/persons/<path:person_id>/refuse/",
        "recognition.album <uuid:album_id>/persons/<path:person_id>/split/",
        "recognition.album <uuid:album_id>/persons/<path:person_id>/suggest-again/",
        "recognition.photo <uuid:photo_id>/numbers",
        "recognition.photo <uuid:photo_id>/persons",
    ],
    "AMT": [
        "recognition.album change",
        "tagging.albumguide add",
        "tagging.albumguide change",
        "tagging.taggingtask board/priority/",
    ],
    "AM": [
        "recognition.album <path:object_id>/judge-again/",
        "recognition.album <path:object_id>/withdraw-text/",
        "recognition.album action reprocess",
        "recognition.album action reprocess_all",
        "recognition.album action switch_off",
        "recognition.album action switch_on",
        "recognition.photo action reprocess",
        "recognition.photo action reprocess_all",
    ],
    "E": [
        "programs.exercise add",
        "programs.exercise change",
        "programs.marketingprogram add",
        "programs.marketingprogram change",
        "programs.participant action block",
        "programs.participant action unblock",
        "programs.participant add",
        "programs.participantexercisetask action cancel",
        "programs.participantexercisetask add",
        "programs.participantexercisetask assign/",
        "programs.participantexercisetask change",
        "programs.taskassignment <path:object_id>/cancel/",
        "programs.taskassignment <path:object_id>/undo/",
        "rewards.rewardformula <path:object_id>/try/",
        "rewards.formuladryrun <path:object_id>/cancel/",
        "rewards.rewardformula <path:object_id>/dry-run/",
        "rewards.rewardformula <uuid:object_id>/examples/<uuid:example_id>/remove/",
        "rewards.rewardformula add",
        "rewards.rewardformula change",
    ],
    "ES": [
        "activities.activity <path:object_id>/ask-to-take-back/",
        "activities.activity action ask_to_take_back",
        "rewards.balance <path:object_id>/ask-to-adjust/",
        "rewards.balance ask-to-adjust-participant/",
    ],
    "M": [
        "messaging.outage action resume",
        "messaging.outboxmessage action send_back",
        "recognition.account <path:object_id>/switch-off/",
        "recognition.account action switch_off",
        "recognition.account action switch_on",
        "recognition.account add",
        "recognition.account change",
        "recognition.accountspace <path:object_id>/switch-off/",
        "recognition.accountspace action switch_off",
        "recognition.accountspace action switch_on",
        "recognition.accountspace add",
        "recognition.accountspace change",
        "recognition.competitorinstance add",
        "recognition.competitorinstance change",
        "recognition.tenant action switch_off",
        "recognition.tenant action switch_on",
        "recognition.tenant add",
        "recognition.tenant change",
    ],
    "O": [
        "programs.participant <path:object_id>/erase/",
        "recognition.album <uuid:album_id>/persons/<path:person_id>/erase",
        "recognition.selfie <path:object_id>/erase/",
    ],
    "P": [
        "activities.activity <path:object_id>/calculate/",
        "activities.activity <path:object_id>/pay-cut/",
        "activities.activity <path:object_id>/search/",
        "activities.activity <path:object_id>/take-back/",
        "activities.activity action calculate",
        "activities.activity action pay_cuts",
        "activities.activity action search",
        "activities.activity action take_rewards_back",
        "activities.activity try/",
        "activities.rewardclaim <path:object_id>/keep/",
        "activities.rewardclaim <path:object_id>/take-back/",
        "activities.rewardclaim action keep",
        "activities.rewardclaim action take_back",
        "rewards.approval <path:object_id>/approve/",
        "rewards.approval <path:object_id>/reject/",
        "rewards.approval action approve_chosen",
        "rewards.balance <path:object_id>/adjust/",
        "rewards.balance adjust-participant/",
        "rewards.rewardcorrection <path:object_id>/approve/",
        "rewards.rewardcorrection <path:object_id>/cancel/",
        "rewards.rewardcorrection <path:object_id>/request/",
        "rewards.rewardcorrection <path:object_id>/run/",
        "rewards.rewardcorrection new/",
        "rewards.rewardformula <path:object_id>/activation/",
        "rewards.rewardformula action activate",
        "rewards.rewardformula action deactivate",
        "rewards.rewardformula action move_down",
        "rewards.rewardformula action move_up",
    ],
    "T": [
        "tagging.albumquality add",
        "tagging.albumquality change",
        "tagging.comparison <uuid:task_id>/reopen/",
        "tagging.comparison <uuid:task_id>/settle/",
        "tagging.knownanswer action unmark",
        "tagging.knownanswer add",
        "tagging.knownanswer change",
        "tagging.knownanswer import/",
        "tagging.paidmonth next/",
        "tagging.photoquestion <uuid:question_id>/answer/",
        "tagging.tagator <path:object_id>/block/",
        "tagging.tagator <path:object_id>/invite/",
        "tagging.tagator <path:object_id>/password/",
        "tagging.tagator <path:object_id>/read-again/",
        "tagging.tagator <path:object_id>/unblock/",
        "tagging.tagator action block",
        "tagging.tagator action invite",
        "tagging.tagator action unblock",
        "tagging.tagator add",
        "tagging.tagator change",
        "tagging.tagator invite/",
        "tagging.taggingtask <path:object_id>/cancel/",
        "tagging.taggingtask action cancel",
        "tagging.taggingtask action no_number",
        "tagging.work <path:object_id>/expire/",
        "tagging.work action expire",
    ],
}


def is_done(client: Client, address: str, fields: Given) -> bool:
    """Send an order, undo it, and return whether it left a row of the audit."""
    before, rows = last_row(), 0
    with undone():
        for value in fields.values():
            if hasattr(value, "seek"):
                value.seek(0)
        answer = client.post(address, fields, secure=True)
        assert answer.status_code < 500
        rows = last_row() - before
    return rows > 0


def client_of(letters: str) -> Client:
    """Return a client of a new member of all these presets."""
    member = User.objects.create_user(f"of {letters}", is_staff=True)
    member.groups.set(Group.objects.filter(name__in=[LETTERS[each] for each in letters]))
    client = Client()
    client.force_login(member)
    return client


def test_an_order_is_open_to_the_presets_of_the_table_alone(
    admin_client: Client, subtests: pytest.Subtests, monkeypatch: pytest.MonkeyPatch
):
    # What a refusal says is a test of its own; to find it takes longer than to refuse.
    monkeypatch.setattr("foundation.rest.error_pages.refusal_of", lambda request: None)
    alone = {letter: client_of(letter) for letter in LETTERS}
    # Rights add up: what all other presets together do not open, none of them does.
    others = {each: client_of("".join(set(LETTERS) - set(each))) for each in ["", *OPEN]}
    open_to = {name: letters for letters, names in OPEN.items() for name in names}

    for name, scenario in STAFF.items():
        with subtests.test(name), undone():
            letters = open_to.get(name, "")
            address, fields = scenario(admin_client)
            found = [each for each in letters if is_done(alone[each], address, fields)]
            assert "".join(found) == letters
            assert not is_done(others[letters], address, fields)
    assert open_to.keys() <= STAFF.keys()
