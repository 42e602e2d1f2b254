"""The two spellings of a name: snake_case inside, camelCase on the wire."""

import re

_HUMP = re.compile(r"_([a-z0-9])")


def camel_case(name: str) -> str:
    """Return `created_on` as `createdOn`; a camelCase name comes back as it is."""
    return _HUMP.sub(lambda found: found[1].upper(), name)
