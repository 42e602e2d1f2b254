"""The criteria of a type…"""

import pytest

from programs.criteria import Between, Near, Same, TaskCriteria

AREA = Near(latitude="latitude", longitude="longitude", radius="metres", point=("Lat", "Lon"))
TEA = Same(key="tea", fact="Tea")


def test_fill_the_spans_of_a_task():
    TaskCriteria([AREA], [TEA, Between(fact="Cups", least="minCups")])


def test_that_need_more_spans_than_a_task_has_are_refused():
    with pytest.raises(ValueError, match=r"need 5: Lat, Lon, Tea, Cups, Milk\."):
        TaskCriteria([AREA], [TEA, Between(fact="Cups", least="x"), Same(key="y", fact="Milk")])
