"""UploadImageActivity: the participant uploaded an image."""

from typing import ClassVar

from activities.types.kind import ActivityKind, activity_type, text
from programs.criteria import Same, TaskCriteria
from programs.readers import guid, timestamp, web_address


@activity_type
class UploadImageActivity(ActivityKind):
    type: ClassVar = "UploadImageActivity"
    happens: ClassVar = "UploadedOn"
    required: ClassVar = {"ImageId": guid, "ImageUrl": web_address, "UploadedOn": timestamp}
    optional: ClassVar = {"AlbumId": guid}
    variables: ClassVar = {
        "image_id": text(
            "ImageId", "The image's id, as text.", "6a5b4c3d-2e1f-4a0b-9c8d-7e6f5a4b3c2d"
        ),
        "image_url": text("ImageUrl", "The image's address.", "https://example.org/finish.jpg"),
        "uploaded_on": text("UploadedOn", "When, as text.", "2026-05-17T09:30:00Z"),
        "album_id": text(
            "AlbumId", "The album's id, as text.", "8f7e6d5c-4b3a-4f2e-9d1c-0b9a8f7e6d5c"
        ),
    }
    criteria: ClassVar = TaskCriteria([Same(key="albumId", fact="AlbumId", reader=guid)])
