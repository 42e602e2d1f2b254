"""TeaActivity: a tenth type, as one module."""

from decimal import Decimal
from typing import ClassVar

from activities.types.kind import ActivityKind, DataVariable, activity_type
from programs.criteria import Between, Same, TaskCriteria
from programs.readers import measure, timestamp, words


@activity_type
class TeaActivity(ActivityKind):
    type: ClassVar = "TeaActivity"
    required: ClassVar = {"Tea": words, "Cups": measure, "DrunkOn": timestamp}
    variables: ClassVar = {
        "tea": DataVariable(key="Tea", says="The tea.", example="green"),
        "cups": DataVariable(key="Cups", says="How many cups.", example=Decimal(2)),
    }
    criteria: ClassVar = TaskCriteria(
        [
            Same(key="tea", fact="Tea", is_required=True),
            Between(fact="Cups", least="minCups", reader=measure),
        ]
    )
