"""Values that the examples of the API documents share."""

TAGATOR_ID = "3f0e6a1c-2f5b-4a53-9d41-6a1f8a0e77b1"
WORK_ID = "5a7d1c3e-8b42-4c11-8f6e-0d9b5b7c2a10"
TASK_ID = "0b7c1d0e-4a51-4d8e-9f4e-2f1f6a3a9c11"
PHOTO_ID = "7d9f2f6c-6f0a-4a53-8f2b-54f2f2c2c0aa"
ALBUM_ID = "c1f6d7a2-3b1e-4c55-9a70-1d2e3f4a5b6c"
TENANT_ID = "9b0c2d1e-5f6a-4b7c-8d9e-0a1b2c3d4e5f"
