"""The statements of a tagger's request, as texts, name only…"""

import re

from recognition.models import Album, Photo, Tenant
from tagging.models import (
    AlbumQuality,
    Tagator,
    TagatorSettings,
    TaggingTask,
    TaggingTaskState,
    Work,
    WorkState,
    tasks_sql,
)

TEXTS = [text for name, text in vars(tasks_sql).items() if name.isupper()]


def test_tables_and_columns_of_the_models():
    known = {"album", "photo", "quality", "settings", "tagator", "task", "tenant", "work"}
    for model in (Album, AlbumQuality, Photo, Tagator, TagatorSettings, TaggingTask, Tenant, Work):
        known |= {model._meta.db_table} | {field.column for field in model._meta.concrete_fields}

    for text in TEXTS:
        values = re.sub(r"%\(\w+\)s|'\w+'", "", text)
        assert set(re.findall(r"\b[a-z_]+\b", values)) - {"s"} <= known


def test_states_of_the_models():
    quoted = set(re.findall(r"'(\w+)'", tasks_sql.CLOSE_FINISHED_WORKS))

    assert quoted == {TaggingTaskState.ASSIGNED.value, WorkState.ACTIVE.value}
