"""The SQL texts of hot paths…"""

import pytest

from rewards.models import RewardFormula, RewardLimit
from rewards.tests.factories import active_formula
from rewards.tests.limits import limited

pytestmark = pytest.mark.django_db


def test_name_every_column_of_a_limit():
    added = limited()

    [limit] = RewardLimit.objects.holding(added.program_id, "SportActivity")

    # Without `*`: a prepared statement would fail as soon as a migration adds a column.
    assert limit.get_deferred_fields() == set()
    assert (limit, limit.version) == (added, 1)


def test_name_the_columns_of_a_formula_that_decisions_use(django_assert_num_queries):
    active = active_formula()

    with django_assert_num_queries(1):
        [(formula, revision_id)] = RewardFormula.objects.deciding(
            active.program_id, "SportActivity"
        )
        used = formula.name, formula.valid_from, formula.valid_until, revision_id

    assert used == (active.name, None, None, active.active_revision_id)
