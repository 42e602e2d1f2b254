"""PartnersActivity: an action at a partner, a purchase for example."""

from decimal import Decimal
from typing import ClassVar

from activities.types.kind import ActivityKind, activity_type, numbers, numeric, text
from programs.criteria import Same, TaskCriteria
from programs.readers import guid, measure, words


@activity_type
class PartnersActivity(ActivityKind):
    type: ClassVar = "PartnersActivity"
    required: ClassVar = {"PartnerId": guid, "ActionCode": words}
    optional: ClassVar = {"Amount": measure}
    variables: ClassVar = {
        "partner_id": text(
            "PartnerId", "The partner's id, as text.", "0b8e7d6c-5a4f-4e3d-8c2b-1a0f9e8d7c6b"
        ),
        "action_code": text("ActionCode", "What the participant did.", "PURCHASE"),
        "amount": numeric(
            "Amount", "The amount.", "49.9", numbers("0 1 10 100 1000 10000", least=Decimal(0))
        ),
    }
    criteria: ClassVar = TaskCriteria(
        [
            Same(key="partnerId", fact="PartnerId", reader=guid, is_required=True),
            Same(key="actionCode", fact="ActionCode"),
        ]
    )
