"""Formulas as beginners write them: each refusal names the place and the cure…"""

# ruff: noqa: E501 (a table)

from rewards.checking import faults_of

COEFFICIENTS = {
    "rate": "1.5",
    "perKilometre": "2",
    "bonus": '{"weekend": {"rate": 2}}',
    "table": "[[0, 1], [5, 2]]",
    "crooked": "[[5, 1], [0, 2]]",
}
REFUSED = {
    "distance && time_in_seconds": "10: unexpected '&'; 'and' is a word: a and b",
    "distance > 5 || distance < 3 ? 1 : 2": "14: unexpected '|'; 'or' is a word: a or b",
    "!is_manual ? 1 : 2": "1: unexpected '!'; 'not' is a word: not a; != compares for difference",
    "distance = 5 ? 1 : 2": "10: unexpected '='; == compares two values",
    'discipline == "running" ? 10 : 5': "15: unexpected '\"'; a text stands in single quotes: 'running'",
    "discipline == running ? 10 : 5": "15: unknown variable 'running'; a text stands in quotes: 'running'",
    "discipline == ‘running’ ? 10 : 5": "15: unexpected '‘'; a text stands in single quotes: 'running'",
    "if distance > 5 then 10 else 5": "1: unknown variable 'if'; a choice is written: condition ? yes : no",
    "if (distance > 5) 10 else 5": "1: unknown function 'if'; a choice is written: condition ? yes : no",
    "distance > 5 ? 10": "18: ':' is missing before the end; a choice has two results: condition ? yes : no",
    "distance > 5 : 10": "14: unexpected ':'; a choice is written: condition ? yes : no",
    "distance * rate": "12: unknown variable 'rate'; it is a coefficient: coeff('rate')",
    "distance * coeff(rate)": "18: unknown variable 'rate'; the name of a coefficient stands in quotes: coeff('rate')",
    "distance * coeff('rat')": "18: no coefficient 'rat'; did you mean 'rate'?",
    "distance * coeff('PerKilometre')": "18: no coefficient 'PerKilometre'; did you mean 'perKilometre'?",
    "distance * coeff('bonus.weekend.rates')": "18: no coefficient 'bonus.weekend.rates'; did you mean 'bonus.weekend.rate'?",
    "distance * coeff('colour')": "18: no coefficient 'colour'; there are rate, perKilometre, bonus, bonus.weekend, bonus.weekend.rate, table, crooked",
    "null": "1: this is null, never a number",
    "'abc'": "1: this is a text, never a number",
    "distance > 5": "1: this is a truth value, never a number; write it as condition ? number : number",
    "discipline": "1: this is a text, never a number",
    "coeff('table')": "1: this is a table, never a number",
    "distance + discipline": "12: a number is needed here, not a text",
    "distance * 1,5": "13: unexpected ','; a decimal has a point: 1.5",
    "distance * 10%": "15: unexpected the end; % is the remainder of a division; ten percent is 0.1",
    "distance ** 2": "11: unexpected '*'; there is no power: write distance * distance",
    "distance ^ 2": "10: unexpected '^'; there is no power: write distance * distance",
    "distance² ": "9: unexpected '²'; there is no power: write distance * distance",
    "distance × 2": "10: unexpected '×'; * multiplies",
    "2 distance": "3: unexpected 'distance'; an operator such as * is missing before distance",
    "10 km": "4: unexpected 'km'; an operator such as * is missing before km",
    "distance * ": "12: unexpected the end; a value is missing after *",
    "* distance": "1: unexpected '*'; a value is missing before *",
    "(distance * 2": "14: ')' is missing before the end",
    "distance * 2)": "13: unexpected ')'; no ( is open",
    "max(1, 2, 3)": "1: max takes 2 arguments: max(a, b)",
    "max(distance 5)": "14: ')' is missing before '5'; a comma separates arguments",
    "round(distance, 2)": "1: round takes 1 argument: round(x)",
    "sqrt(distance)": "1: unknown function 'sqrt'; there are coeff, piecewise, after_linear, clamp, min, max, coalesce, in, abs, round, floor, ceil",
    "5 < distance < 10": "14: comparisons do not chain: unexpected '<'; write a < b and b < c",
    "distance between 5 and 10": "10: unexpected 'between'; write distance >= 5 and distance <= 10",
    "distance >= 5 and <= 10": "19: unexpected '<='; a value is missing after and",
    "distance => 5 ? 1 : 2": "10: unexpected '='; write >=",
    "distance <> 5 ? 1 : 2": "11: unexpected '>'; write !=",
    "discipline in ('running', 'walking') ? 1 : 2": "12: unexpected 'in'; in is a function: in(discipline, 'running', 'walking')",
    "distance is null ? 0 : 5": "10: unexpected 'is'; == compares two values",
    "distance == null ? 0 : 5": "1: this is never true: a comparison with null is false; coalesce(x, 0) replaces null",
    "discipline == 5 ? 1 : 2": "1: this is never true: a text and a number are never equal",
    "distance > '5' ? 1 : 2": "1: this is never true: a number and a text have no order",
    "discipline ? 1 : 2": "1: this is never true: a condition is needed here, not a text",
    "Distance * 2": "1: unknown variable 'Distance'; did you mean 'distance'?",
    "distanse": "1: unknown variable 'distanse'; did you mean 'distance'?",
    "return distance * 2": "1: unknown variable 'return'; a formula is one expression, without a word before it",
    "distance * 2;": "13: unexpected ';'; a formula is one expression, without an end sign",
    "distance * 2 # points": "14: unexpected '#'; a formula has no comments",
    "// points": "1: unexpected '/'; a value is missing before /",
    "$distance * 2": "1: unexpected '$'; a variable is written as it is: distance",
    "distance.value": "9: unexpected '.'; a name has no dot; a decimal has digits on both sides: 0.5",
    "points = distance * 2": "8: unexpected '='; == compares two values",
    "distance AND time_in_seconds": "10: unexpected 'AND'; write and in small letters",
    "TRUE ? 1 : 2": "1: unknown variable 'TRUE'; write true in small letters",
    "piecewise(coeff('rate'), distance)": "11: a table is needed here, not a number",
    "piecewise(coeff('crooked'), distance)": "11: the rows of a table must ascend",
    "piecewise('table', distance)": "11: a table is a list of [from, multiplier], all of them numbers",
    "coalesce(coeff('missing'), 0) + distance": "16: no coefficient 'missing'; there are rate, perKilometre, bonus, bonus.weekend, bonus.weekend.rate, table, crooked",
    "'it's": "5: unexpected 's'; an operator such as * is missing before s",
    "distance * .5": "12: unexpected '.'; a name has no dot; a decimal has digits on both sides: 0.5",
    "1.000.000": "6: unexpected '.'; a name has no dot; a decimal has digits on both sides: 0.5",
    "min(distance)": "1: min takes 2 arguments: min(a, b)",
    "not 5 ? 1 : 2": "1: this is never true: a condition is needed here, not a number",
    "distance + 'a' > 5 ? 1 : 2": "1: this is never true: a number is needed here, not a text",
}


def test_names_the_place_and_the_cure() -> None:
    found = {
        text: [
            (fault.line, f"{fault.column}: {fault.detail}")
            for fault in faults_of("SportActivity", text, {}, COEFFICIENTS)
        ]
        for text in REFUSED
    }

    assert found == {text: [(1, refusal)] for text, refusal in REFUSED.items()}


def test_takes_what_may_give_a_number() -> None:
    taken = (
        "coalesce(coeff('rate'), 0) * distance",
        "discipline == 'running' ? distance : null",
        "coalesce(pulse, 'none') == 'none' ? 1 : distance",
        "piecewise(coeff('table'), distance)",
        "piecewise('[[0, 1]]', distance)",
        "in(discipline, 'running', coeff('table')) ? 1 : 2",
        "after_linear(distance, 10, 3, null)",
        "distance != null or true ? 1 : 2",
        "distance / 0",
        "coeff(discipline)",
        "coeff('bonus.weekend.rate') * min(distance, coalesce(pulse, 3))",
    )

    assert [
        text for text in taken if list(faults_of("SportActivity", text, {}, COEFFICIENTS))
    ] == []
