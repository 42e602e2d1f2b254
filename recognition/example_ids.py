"""Values that the examples of the API documents share."""

from uuid import UUID

NIL_GUID = UUID(int=0)

ALBUM_ID = "3b1f8a52-6c0e-4d37-9a5b-1e2f3a4b5c6d"
TENANT_ID = "a7c4e2d0-5b3f-4e1a-8d6c-9f0b1a2c3d4e"
PHOTO_ID = "7d9f2f6c-6f0a-4a53-8f2b-54f2f2c2c0aa"
SELFIE_ID = "0d5b8f1e-6c2a-4f3b-9d7e-2a1c4b6d8e01"
PERSON_ID = "5b0f7a52-9c1d-4e3a-8f6b-1d2c3e4f5a03"
OTHER_PERSON_ID = "9e4c2b71-3a5d-4f80-b6c2-7d1e8f90a2b4"
ACCOUNT_ID = "d2b6f3a8-1c4e-4f7a-b9d0-6e5c4b3a2f1e"
SPACE_ID = "e8a1c5d7-2f4b-4c6e-a0d3-7b9f8e6d5c4a"
TEXT_ID = "c1d2e3f4-7a6b-4c5d-8e9f-0a1b2c3d4e5f"
MOMENT = "2026-05-17T09:30:00Z"
TIMES = {"createdOn": MOMENT, "updatedOn": MOMENT}
