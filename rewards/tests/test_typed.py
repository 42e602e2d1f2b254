"""Texts as staff type them…"""

import pytest

from rewards.formulas.editor import MOST_TYPED, TypedTexts, faults_of_typed


def faults(**typed: str) -> list[str]:
    texts = TypedTexts(**{"expression": "1", **typed})
    return [f"{fault.field} {fault}" for fault in faults_of_typed("SportActivity", texts)]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ('{\n "a": }', "settings line 2, column 7: no JSON: Expecting value"),
        ("[" * 2000, "settings The JSON is nested too deeply."),
        ('{"a": "\\u0000"}', "settings A string has a character that is not text."),
        ('{"a": Infinity}', "settings Infinity is not JSON."),
        ('{"a": 1, "a": 2}', "settings The key 'a' stands twice in an object."),
        ('"' + "a" * MOST_TYPED + '"', f"settings The JSON has more than {MOST_TYPED} characters."),
        ("[]", "settings settings are a JSON object"),
    ],
)
def test_that_are_no_json_say_where(settings: str, said: str):
    assert faults(settings=settings) == [said]


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ('{"__where": "distanse"}', "line 1, column 14"),
        (
            '{"a": [1, {"b": "}"}],\n  "__where" : "distance > 5\\n  and distanse"}',
            "line 2, column 36",
        ),
        ('{"__where": "\'\\u00e9\\ud83c\\udfc1\' == distanse"}', "line 1, column 38"),
        ('{"__where":\n{"distanse": 1}}', "line 2, column 1"),
    ],
)
def test_have_the_place_of_a_fault_within_json(settings: str, place: str):
    (said,) = faults(settings=settings)

    assert said.startswith(f"settings {place}: __where: unknown variable 'distanse'")
