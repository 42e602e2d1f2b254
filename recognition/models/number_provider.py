"""The number provider as a record: the settings configure it, so there is no table of it."""

from foundation.messaging.models import Outage


class NumberProviderStanding(Outage):
    """The number provider for staff, who see it with the rights of this name; rows: its outages."""

    class Meta:
        proxy = True
        verbose_name = verbose_name_plural = "number provider"

    def __str__(self) -> str:
        return "Number provider"
