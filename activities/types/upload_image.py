"""UploadImageActivity: the participant uploaded an image."""

from typing import ClassVar

from activities.types.kind import ActivityKind, DataVariable, activity_type
from programs.criteria import Same, TaskCriteria
from programs.readers import guid, timestamp, words


@activity_type
class UploadImageActivity(ActivityKind):
    type: ClassVar = "UploadImageActivity"
    required: ClassVar = {"ImageId": guid, "ImageUrl": words, "UploadedOn": timestamp}
    optional: ClassVar = {"AlbumId": guid}
    variables: ClassVar = {
        "image_id": DataVariable(
            key="ImageId",
            says="The image's id, as text.",
            example="6a5b4c3d-2e1f-4a0b-9c8d-7e6f5a4b3c2d",
        ),
        "image_url": DataVariable(
            key="ImageUrl", says="The image's address.", example="https://example.org/finish.jpg"
        ),
        "uploaded_on": DataVariable(
            key="UploadedOn", says="When, as text.", example="2026-05-17T09:30:00Z"
        ),
        "album_id": DataVariable(
            key="AlbumId",
            says="The album's id, as text.",
            example="8f7e6d5c-4b3a-4f2e-9d1c-0b9a8f7e6d5c",
        ),
    }
    criteria: ClassVar = TaskCriteria([Same(key="albumId", fact="AlbumId", reader=guid)])
