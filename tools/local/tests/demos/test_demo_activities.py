"""The demo of activities…"""

from io import StringIO

import pytest
from rich.console import Console

from activities.types import KINDS, kind_of
from programs.participants.models import Participant
from programs.tasks.models import ParticipantExerciseTask
from rewards.models import RewardFormula
from tools.local.demos.activities.program import FORMULAS, Deed, add_task, deeds, make_program
from tools.local.management.commands.demo_activities import rows_of, table_of

ANY = [deed for deed in deeds() if deed.way == "any"]


@pytest.mark.django_db
def test_has_a_formula_and_a_deed_of_every_type_and_can_be_repeated():
    make_program()
    make_program()

    assert set(FORMULAS) == {deed.type for deed in deeds()} == set(KINDS)
    assert RewardFormula.objects.filter(active_revision__isnull=False).count() == len(KINDS)
    assert Participant.objects.count() == 3


@pytest.mark.django_db
def test_gives_a_task_to_each_deed_that_has_criteria():
    make_program()
    done = list(deeds())

    for deed in done:
        add_task(deed)

    with_task = [deed for deed in done if deed.criteria is not None]
    assert ParticipantExerciseTask.objects.count() == len(with_task) == 10
    assert list(rows_of(done)) == []


@pytest.mark.parametrize("deed", ANY, ids=[deed.type for deed in ANY])
def test_sends_data_that_meet_the_task(deed: Deed):
    kind = kind_of(deed.type)
    values = kind.read({key: str(value) for key, value in deed.data.items()})
    wanted = {key: str(value) for key, value in (deed.criteria or {}).items()}

    assert kind.criteria.suits(kind.criteria.read(wanted), kind.facts(values))


def test_cuts_nothing_of_its_table_on_a_screen_of_80_columns():
    console = Console(width=80, file=StringIO(), record=True)
    row = ("Cleo", "ran 12 km", "Participating", "Cancelled", "Applied", "none", "123456789012.25")

    console.print(table_of([row]))

    shown = console.export_text()
    assert "…" not in shown
    assert max(map(len, shown.splitlines())) <= 80
