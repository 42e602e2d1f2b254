"""Plain SQL of corrections…"""

import re

from rewards.models import ItemState, OperationSource, OperationState, OperationType
from rewards.models.corrections_sql import ADD_ITEMS, ADJUST, CREDITED


def test_names_values_that_the_models_have() -> None:
    known = {*ItemState, *OperationSource, *OperationState, *OperationType, ""}

    for text in (ADD_ITEMS, ADJUST, CREDITED):
        assert set(re.findall(r"'(\w*)'", text)) <= known
