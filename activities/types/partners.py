"""PartnersActivity: an action at a partner, a purchase for example."""

from decimal import Decimal
from typing import ClassVar

from activities.types.kind import ActivityKind, DataVariable, activity_type
from programs.activity_types import Span
from programs.criteria import Same, TaskCriteria
from programs.readers import guid, measure, words


@activity_type
class PartnersActivity(ActivityKind):
    type: ClassVar = "PartnersActivity"
    required: ClassVar = {"PartnerId": guid, "ActionCode": words}
    optional: ClassVar = {"Amount": measure}
    variables: ClassVar = {
        "partner_id": DataVariable(
            key="PartnerId",
            says="The partner's id, as text.",
            example="0b8e7d6c-5a4f-4e3d-8c2b-1a0f9e8d7c6b",
        ),
        "action_code": DataVariable(
            key="ActionCode", says="What the participant did.", example="PURCHASE"
        ),
        "amount": DataVariable(
            key="Amount",
            says="The amount.",
            example=Decimal("49.9"),
            span=Span(least=Decimal(0), typical=tuple(map(Decimal, (0, 1, 10, 100, 1000, 10000)))),
        ),
    }
    criteria: ClassVar = TaskCriteria(
        [
            Same(key="partnerId", fact="PartnerId", reader=guid, is_required=True),
            Same(key="actionCode", fact="ActionCode"),
        ]
    )
