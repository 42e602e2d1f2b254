"""Formulas that want out, want to hang, or want to exhaust the server.

The texts follow faults that were published of other expression languages (simpleeval, asteval,
numexpr, rule-engine, MVEL, SpEL, OGNL, template engines), and the limits of this one.
"""

from decimal import Decimal
from typing import Any

# Formulas that want out of the language.
ESCAPES = [
    "''.__class__", "''.__class__.__mro__[1].__subclasses__()",
    "().__class__.__bases__[0].__subclasses__()", "[].__class__.__base__.__subclasses__()",
    "distance.__class__", "distance.real", "distance.__init__.__globals__", "distance.as_tuple()",
    "discipline.format", "discipline.upper()", "discipline[0]", "discipline['__class__']",
    "__class__", "__builtins__", "__builtins__.open", "__import__", "__import__('os')",
    "__import__('os').system('id')", "__import__('subprocess').check_output('id')", "__name__",
    "__file__", "__loader__.load_module('os')", "globals()", "globals()['__builtins__']",
    "locals()", "vars()", "dir()", "eval('1')", "exec('import os')", "compile('1', '', 'eval')",
    "open('/etc/passwd')", "open('/etc/passwd').read()", "getattr(distance, '__class__')",
    "setattr(distance, 'x', 1)", "type(distance)", "type('X', (), {})", "object()", "super()",
    "input()", "print(1)", "help()", "breakpoint()", "exit()", "quit()", "import os",
    "import os; os.system('id')", "from os import system", "lambda: 1", "(lambda: 1)()",
    "(lambda x: x)(1)", "(lambda: (yield))()",
    "lambda fc=(lambda n: [c for c in ().__class__.__bases__[0].__subclasses__()]): fc",
    "[x for x in ().__class__.__base__.__subclasses__() if x.__name__ == 'Popen']",
    "[c for c in 'abc']", "{x for x in discipline}", "{k: v for k, v in {}}",
    "(x for x in discipline)", "[*'abc']", "(*[1], 2)", "min(*discipline)", "min(**{})",
    "f'{distance}'", "f'{distance.__class__}'", "f'{distance!r:>{9999999}}'", 'f"{().__class__}"',
    "'{0.__class__}'.format(distance)", "'{distance.__class__.__init__.__globals__}'.format_map(1)",
    "'%s' % distance", "'%(x)s' % 1", "'%1000000000d' % 1", "t'{distance}'", "b'bytes'", "r'raw'",
    "'a' 'b'", "`id`", "$(id)", "${7*7}", "${jndi:ldap://127.0.0.1/a}", "#{7*7}", "{{7*7}}",
    "{{config.__class__.__init__.__globals__}}", "{% import os %}", "<%= 7*7 %>",
    "T(java.lang.Runtime).getRuntime().exec('id')", "@java.lang.Runtime@getRuntime().exec('id')",
    "Runtime.getRuntime().exec('id')", "new java.lang.ProcessBuilder('id').start()",
    "new String('a')", "import java.lang.*; Runtime.getRuntime()", "java.lang.System.exit(0)",
    "with (discipline) { toUpperCase() }", "foreach (x : discipline) { x }", "def f() { f() }; f()",
    "function f() { return f() }", "#ex = 'id'", "(#a = 1, #a)", "discipline =~ '(a+)+$'",
    "discipline ~= '(a|a)*'", "discipline matches '(a+)+'", "discipline.to_ary", "$re_exec",
    "distance?.real", "distance&.real", "distance::real", "distance->real", "a = 1", "distance = 2",
    "distance := 2", "(x := 10)", "distance += 1", "del distance", "raise distance",
    "assert distance", "return 1", "yield 1", "await distance", "async distance", "global distance",
    "class X: pass", "try: 1", "while true: 1", "for x in 1: x", "1; 2", "1, 2", "1 if true else 2",
    "1 is 1", "1 in (1, 2)", "not in", "...", "@distance", "distance @ distance", "~1", "1 & 1",
    "1 | 1", "1 ^ 1", "1 << 100000000", "1 >> 1", "1 // 0", "2 ** 10", "v0", "k0", "n0",
    "get('distance')", "with_nulls(get)", "unfit()", "Decimal('1')",
    "numpy.fromfile('/etc/passwd')", "where(1, 2, 3)", "os.system('id')", "sys.exit()", "None",
    "True", "nan", "inf", "-inf", "Infinity", "\\x41", "\\u0041", "1 # comment", "1 // comment",
    "/* */ 1", "'\\' + __import__('os') + \\''", "k0)\n import os\n (1",
    "') or __import__('os').system('id') or ('", "coeff('__class__')", "coeff('text.__class__')",
    "coeff('list.__len__')", "coeff('nested.__proto__.constructor')",
    "coeff('constructor.constructor')", "coeff('../../etc/passwd')", "coeff('list.-1')",
    "coeff('list.99999999999999999999')", "coeff('list.\u0662')", "coeff('.....')", "coeff('')",
    "coeff(coeff)", "coeff()('x')", "min", "min.__self__", "coalesce.__globals__", "in(in, in)",
]  # fmt: skip

# Formulas that want to hang the server, or to exhaust it.
HANGS = [
    "9**9**9**9", "9**9**9**9**9**9**9**9", "10 ** 1000000000", "pow(9, 999999999)",
    "factorial(99999999)", "range(10 ** 10)", "sum(range(10 ** 10))", "'a' * 1000000000",
    "1000000000 * 'a'", "('a' * 99999) * 99999", "[0] * 10 ** 10", "discipline * 1000000000",
    "discipline + discipline", "9" * 4000, "9" * 31, "0." + "0" * 3990 + "1", "1" + "." + "1" * 40,
    "1e999999999", "1e-999999999", "1E+400", "0x" + "f" * 3000, "1_000_000", "1.2.3", "." * 4000,
    "-" * 4000, "+" * 4000, "'" * 3999, "'" * 4000, "''" * 1999 + "a", "'" + "a" * 4000,
    "'" + "'a'" * 1300, "a" * 4000, "distance " * 400, "(" * 4000, ")" * 4000, "()" * 2000,
    "(" * 2000 + "1" + ")" * 1999, "[" * 4000, "{" * 4000, "not " * 999, "-(" * 1300 + "1",
    "min(1, " * 570, "coalesce(" * 400, "true ? " * 570, "true ? 1 : " * 360, "true and (" * 390,
    "1 + (" * 790, "1 * 1 + (" * 440, "true or true and 1 < 1 + 2 * (" * 120, "!" * 4000,
    "," * 4000, "?" * 4000, ":" * 4000, "\n" * 4000, " " * 4001, "\t" * 3999 + "1", "<" * 4000,
    "==" * 2000, "%" * 4000, "",
]  # fmt: skip

EXHAUSTS = [
    "+".join(["1"] * 999), "+".join(["1"] * 2000), "-".join(["distance"] * 440),
    "*".join(["999999999999999999999999999999"] * 125),
    "*".join(["0.000000000000000000000000000001"] * 120), "*".join(["distance"] * 440),
    "/".join(["1", *["3"] * 900]), "/".join(["distance"] * 440),
    "%".join(["999999999999999999999999999999", *["7"] * 900]),
    "999999999999999999999999999999 % 0.000000000000000000000000000001", "1" + "+pulse" * 600,
    "1" + "*pulse" * 600, "0" + "+coalesce(pulse,1)" * 220,
    "distance" + "*(1+distance" * 49 + ")" * 49,
    "((((distance*distance)*(distance*distance))*((distance*distance)*(distance*distance))))",
    "(distance/3)" + "*(distance/3)" * 300, " and ".join(["true"] * 570),
    " or ".join(["false"] * 500), " or ".join(["distance<0"] * 280),
    " and ".join(["discipline=='running'"] * 150), "true ? " * 49 + "1" + " : 2" * 49,
    "distance>1 ? " * 49 + "distance" + " : 2" * 49, "coalesce(" + ",".join(["pulse"] * 660) + ")",
    "in(distance," + ",".join(["1"] * 900) + ")", "in(discipline," + ",".join(["'x'"] * 900) + ")",
    "+".join(["piecewise(coeff('rows'),distance)"] * 117),
    "+".join(["piecewise(coeff('text_rows'),distance)"] * 100),
    " or ".join(["in(distance,coeff('many'))"] * 130),
    " or ".join(["in(pulse,coeff('many'))"] * 140),
    " or ".join(["in(coeff('many'),coeff('lists'))"] * 110),
    " and ".join(["coeff('many')==coeff('same')"] * 120), "+".join(["coeff('many.7')"] * 250),
    "coeff('" + ".".join(["a"] * 1990) + "')",
    "+".join([f"coalesce(coeff('{'a.' * 49}a'),1)"] * 30), "coeff('deep')",
    "coeff('deep" + ".0" * 40 + "')", "coeff('huge')", "coeff('nan')", "coeff('infinity')",
    "coeff('digits') * coeff('digits')", "coeff('broken')", "coeff('dictionary') + 1",
    "piecewise(coeff('deep'), 1)", "piecewise(discipline, 1)", "piecewise('[' , 1)",
    "piecewise('" + "[" * 3900 + "', 1)", "piecewise(coeff('crooked'), distance)",
    "round(" * 49 + "distance" + ")" * 49, "abs(" * 49 + "distance" + ")" * 49,
    "+".join(["round(distance/3)"] * 220), "+".join(["clamp(distance,1,2)"] * 190),
    "+".join(["after_linear(distance,1,2,null)"] * 120), "clamp(distance, 2, 1)",
    "distance / (distance - distance)", "0 / 0", "0 % 0", "not distance", "discipline ? 1 : 2",
    "true + true", "is_manual * 5", "discipline < 5", "is_manual < true", "- discipline",
    "round(discipline)", "min(discipline, is_manual)",
]  # fmt: skip

# Formulas of characters that look like others, or like nothing.
UNICODE = [
    "\uff11 + \uff11", "\u0661 + 1", "\u00b2", "\u2460", "\U0001d7d9 + 1", "d\u0456stance",
    "\U0001d4b9istance", "distance\u200b", "\u202edistance", "\ufeff1", "1\u00a0+ 1", "1\u2028+ 1",
    "1\u0085+ 1", "1 \u2212 1", "1 \u00d7 1", "\u2018a\u2019", "'a\u0000b'", "\u0000", "1\u0000",
    "\ud800", "'\ud800'", "'\ud800' == discipline", "\U0010ffff", "'\U0001f3c3' == discipline",
    "e\u0301", "\u212a", "\ufb01", "\u00ad1", "_", "__", "di\u017ftance", "'\r'", "1\r+ 1",
    "1\x0b+ 1", "1\x1c+ 1",
]  # fmt: skip

VARIABLES: dict[str, Any] = {
    "distance": Decimal("10.5"),
    "discipline": "running",
    "is_manual": False,
    "pulse": None,
}

COEFFICIENTS = {
    "text": "gold",
    "list": "[1, 2, 3]",
    "nested": '{"a": {"b": 1}}',
    "rows": "[" + ", ".join(f"[{n}, 1]" for n in range(400)) + "]",
    "text_rows": '"' + "[" + ", ".join(f"[{n}, 1]" for n in range(200)) + "]" + '"',
    "many": "[" + ",".join(["1"] * 1000) + "]",
    "same": "[" + ",".join(["1"] * 999) + ",2]",
    "lists": "[" + ",".join(["[1]"] * 300) + "]",
    "deep": "[" * 1500 + "]" * 1500,
    "huge": "1e999999999",
    "nan": "NaN",
    "infinity": "-Infinity",
    "digits": "9" * 300,
    "broken": '{"a": ',
    "dictionary": '{"a": 1, "a": 2}',
    "crooked": "[[5, 1], [0, 2]]",
}

FORMULAS = [*ESCAPES, *HANGS, *EXHAUSTS, *UNICODE]
