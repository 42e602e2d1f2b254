"""Adjustments above an amount, as orders that need a second person."""

from django.conf import settings as site

from programs.models import Participant
from rewards.commands.approvals import OrderKind
from rewards.commands.balances import AdjustBalanceCommand, adjust_balance
from rewards.models import Balance


def _in_words(order: AdjustBalanceCommand) -> str:
    change = "taken from" if order.amount < 0 else "added to"
    return f"{abs(order.amount):,f} is {change} the balance of {order.balance_id}: {order.reason}"


ADJUSTMENT = OrderKind(
    command=AdjustBalanceCommand,
    do=adjust_balance,
    role="rewards.adjust",
    readers=("rewards.read", "rewards.adjust"),
    words=_in_words,
    about=lambda order: Participant.objects.get_or_refuse(order.balance_id),
    changes=lambda approval: (Balance, approval.participant_id),
    needs=lambda order: abs(order.amount) > site.ADJUSTMENT_NEEDS_ANOTHER_ABOVE,
)
