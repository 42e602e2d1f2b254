"""A scenario for each order on the staff's site: the address, and the fields of its form."""

from config.tests.audit.staff import accounts, activities, recognition, tagging
from config.tests.audit.staff.forms import Orders

STAFF: Orders = {**accounts.ORDERS, **activities.ORDERS, **recognition.ORDERS, **tagging.ORDERS}
