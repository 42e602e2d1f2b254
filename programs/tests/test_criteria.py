"""The criteria of a type…"""

import pytest

from programs.criteria import Between, CriteriaInvalid, Near, Same, TaskCriteria
from programs.readers import degrees, guid, number

GUID = "7d9f3f7e-2d7b-4c52-9b39-0d5a5b7f6c11"
PLACE = Same(key="place", fact="Place", reader=guid)
AREA = Near(latitude="latitude", longitude="longitude", radius="metres", point=("Lat", "Lon"))
CUPS = Between(fact="Cups", least="minCups", most="maxCups")
TEA = Same(key="tea", fact="Tea")

EITHER = TaskCriteria([PLACE], [AREA])
BOTH = TaskCriteria([TEA, CUPS])


@pytest.mark.parametrize(
    ("centre", "metres", "point", "expected"),
    [
        (("52.5", "13.4"), "11.1194", ("52.5001", "13.4"), False),  # 11.1195 m
        (("52.5", "13.4"), "11.1196", ("52.5001", "13.4"), True),
        (("0", "180"), "12", ("0", "-179.9999"), True),  # across the date line: 11.12 m
        (("0", "-179.9999"), "22", ("0", "179.9999"), False),
        (("90", "0"), "12", ("89.9999", "-120"), True),  # at a pole all longitudes meet
        (("89.9999", "0"), "22", ("89.9999", "180"), False),
        (("-90", "77"), "0.001", ("-90", "-33"), True),
        (("0", "0"), "20100000", ("0", "180"), True),  # half around the earth: 20,015 km
        (("0", "0"), "20000000", ("0", "180"), False),
        (("1E-20", "-1E-20"), "0", ("1E-20", "-1E-20"), True),
    ],
)
def test_of_an_area_suit_a_point_within_the_radius(centre, metres, point, expected):
    wanted = EITHER.read({"latitude": centre[0], "longitude": centre[1], "metres": metres})
    facts = {"Lat": degrees(90)(point[0]), "Lon": degrees(180)(point[1])}

    assert EITHER.suits(wanted, facts) is expected


@pytest.mark.parametrize(
    ("wanted", "facts", "expected"),
    [
        ({}, {}, True),
        ({"tea": "green"}, {"Tea": "green"}, True),
        ({"tea": "green"}, {"Tea": "Green"}, False),
        ({"tea": " green\t"}, {"Tea": "green"}, True),
        ({"tea": "green"}, {}, False),
        ({"minCups": "2.0"}, {"Cups": number("2")}, True),
        ({"minCups": "2"}, {"Cups": number("1.99999")}, False),
        ({"maxCups": "2"}, {"Cups": number("2.00001")}, False),
        ({"minCups": "1", "maxCups": "3"}, {"Cups": number("2")}, True),
        ({"tea": "green", "minCups": "1"}, {"Tea": "green", "Cups": number("1")}, True),
        ({"tea": "green", "minCups": "1"}, {"Tea": "green", "Cups": number("0")}, False),
        ({"tea": "green", "minCups": "1"}, {"Tea": "black", "Cups": number("1")}, False),
    ],
)
def test_of_one_way_suit_an_activity_that_meets_all(wanted, facts, expected):
    assert BOTH.suits(BOTH.read(wanted), facts) is expected


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"place": GUID}, True),
        ({"place": GUID.replace("7", "8")}, False),
        ({"latitude": 0, "longitude": 0, "metres": 1}, True),
        ({"place": GUID.replace("7", "8"), "latitude": 0, "longitude": 0, "metres": 1}, True),
        ({"place": GUID, "latitude": 9, "longitude": 0, "metres": 1}, True),
    ],
)
def test_of_two_ways_suit_an_activity_that_meets_one_of_them(wanted, expected):
    facts = {"Place": guid(GUID), "Lat": number("0"), "Lon": number("0")}

    assert EITHER.suits(EITHER.read(wanted), facts) is expected


@pytest.mark.parametrize(
    ("rules", "wanted", "faults"),
    [
        (BOTH, {"milk": 1}, {"milk": "is not a criterion of this type"}),
        (BOTH, {"tea": " "}, {"tea": "must not be blank"}),
        (BOTH, {"minCups": 2, "maxCups": 1}, {"minCups": "must not be greater than maxCups"}),
        (EITHER, {}, {"place": "is missing"}),
        (EITHER, {"latitude": 1, "metres": 1}, {"longitude": "is missing"}),
    ],
)
def test_are_refused_with_the_key_of_each_fault(rules, wanted, faults):
    with pytest.raises(CriteriaInvalid) as refusal:
        rules.read(wanted)

    assert refusal.value.errors == faults
