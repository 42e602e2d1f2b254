"""Moving in and out: a folder of files, one a kind of record, that is checked, imported, written.

Each app declares its kinds in its `moving.py`; the columns, their types and what may be absent come
from the models. So a field stands in one place: the schema, the check, the import, the export and
the page of the documentation follow from it.
"""
