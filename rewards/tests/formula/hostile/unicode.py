"""Formulas of characters that look like others, or like nothing."""

UNICODE = [
    "\uff11 + \uff11", "\u0661 + 1", "\u00b2", "\u2460", "\U0001d7d9 + 1", "d\u0456stance",
    "\U0001d4b9istance", "distance\u200b", "\u202edistance", "\ufeff1", "1\u00a0+ 1", "1\u2028+ 1",
    "1\u0085+ 1", "1 \u2212 1", "1 \u00d7 1", "\u2018a\u2019", "'a\u0000b'", "\u0000", "1\u0000",
    "\ud800", "'\ud800'", "'\ud800' == discipline", "\U0010ffff", "'\U0001f3c3' == discipline",
    "e\u0301", "\u212a", "\ufb01", "\u00ad1", "_", "__", "di\u017ftance", "'\r'", "1\r+ 1",
    "1\x0b+ 1", "1\x1c+ 1",
]  # fmt: skip
