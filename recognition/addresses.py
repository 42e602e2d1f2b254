"""Addresses that others write down: of images, of services."""

from django.core.validators import RegexValidator

# Not Django's URLValidator: that knows no hosts of an inner network, `http://images/1.jpg`.
check_address = RegexValidator(
    r"\Ahttps?://\S+\Z", "An address like https://example.org/path is expected."
)
