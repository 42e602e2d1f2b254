"""Values that the documents' examples share."""

PROGRAM_ID = "1d7e5c3a-9f2b-4e68-8a41-3c5d7e9f1b20"
PARTICIPANT_ID = "6e2b5f0e-3f6c-4a55-9b6e-0a4f6d1c2b3a"
EXERCISE_ID = "8c4a2e6f-0b1d-4f93-a7c5-2e4b6d8f0a13"
TASK_ID = "f2a9d4b7-6c8e-4b05-9d31-7a1c3e5b9f24"
TIMES = {"createdOn": "2026-05-17T09:30:00Z", "updatedOn": "2026-05-17T09:30:00Z"}
