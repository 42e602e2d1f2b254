"""Staff's view of messaging: the module registers itself."""

from foundation.messaging.admin import messages, outages
