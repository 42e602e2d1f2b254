"""Our templates write a moment as `staff/times.js` finds it…"""

import re

from tools.local.folders import PROJECT

OWN = [
    path
    for path in PROJECT.glob("**/templates/**/*.html")
    if not {".venv", "node_modules"} & set(path.parts)
]
MOMENT = re.compile(r'\|date:"[^"]*H:i[^"]*" ?\}\}(?! UTC)')


def test_with_utc_behind_it():
    written = {str(path.relative_to(PROJECT)): MOMENT.findall(path.read_text()) for path in OWN}

    assert len(written) > 20
    assert {path: moments for path, moments in written.items() if moments} == {}
