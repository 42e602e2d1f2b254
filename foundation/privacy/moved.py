"""The erased in files that are imported: they are refused, since the erased stay erased."""

from collections.abc import Iterable, Iterator

from foundation.moving.kinds import Row, RowProblem
from foundation.privacy.models import ErasedName
from foundation.privacy.names import Name, erased_among


def erased_problems(named: Iterable[tuple[Row, str, Name]]) -> Iterator[tuple[Row, RowProblem]]:
    """Yield a problem for each row with a field that names someone who was erased here."""
    if not ErasedName.objects.exists():
        return
    found = list(named)
    erased = erased_among({name for _, _, name in found})
    for row, field, name in found:
        if name in erased:
            cure = "Leave it out: the erased stay erased."
            yield row, RowProblem(field=field, says=f"names {name[-1]}, erased here", cure=cure)
