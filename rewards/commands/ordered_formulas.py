"""The order of formulas, as an order that needs a second person."""

from programs.activity_types import titles
from programs.models import MarketingProgram
from rewards.commands.approvals import OrderKind
from rewards.commands.formula_order import ReorderFormulasCommand, reorder_formulas
from rewards.models import RewardFormula


def _in_words(order: ReorderFormulasCommand) -> str:
    names = RewardFormula.objects.in_bulk(list(order.formula_ids))
    listed = ", ".join(names[each].name for each in order.formula_ids)
    return f"Formulas of {dict(titles())[order.activity_type]} are tried in this order: {listed}"


REORDERING = OrderKind(
    command=ReorderFormulasCommand,
    do=reorder_formulas,
    role="rewards.activate",
    readers=("rewards.read", "rewards.edit", "rewards.activate"),
    words=_in_words,
    about=lambda order: MarketingProgram.objects.get_or_refuse(order.program_id),
    changes=lambda approval: (MarketingProgram, approval.program_id),
    takes_now=False,
)
