"""The records of recognition that messages are about, and the pages of its services."""

from foundation.messaging.admin.about import Subject
from foundation.staff.links import address_of_list, address_of_page
from recognition.models import Account, CompetitorInstance
from recognition.models.number_provider import NumberProviderStanding
from recognition.providers.numbers.requests import number_provider
from recognition.providers.photo_service import PEER as PHOTO_SERVICE
from recognition.providers.tagator_service import PEER as TAGATOR_SERVICE

SUBJECTS = (
    Subject(
        field="photoId",
        label="recognition.Photo",
        word="photo",
        destinations=(PHOTO_SERVICE, TAGATOR_SERVICE),
    ),
    Subject(field="albumId", label="recognition.Album", word="album"),
)
SERVICE_PAGES = {
    number_provider().key: lambda _: address_of_list(NumberProviderStanding),
    "account:": lambda key: address_of_page(Account, key),
    "competitor:": lambda key: address_of_page(CompetitorInstance, key),
}
