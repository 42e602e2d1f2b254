"""Values that the examples of the API documents share."""

FORMULA_ID = "6f1d3c5a-8b2e-4a7c-9d0f-3e5a7b9c1d2e"
PROGRAM_ID = "2a4c6e80-1b3d-4f5a-9c7e-8d0f1a2b3c4d"
PARTICIPANT_ID = "5f2d7a54-0f5c-4a1c-8f0e-6d0b7c8e9f10"
ACTIVITY_ID = "c0f8a1f2-3d52-4b7e-9a0e-7b9f0a6d1e01"
MOMENT = "2026-05-17T09:30:00Z"
TEXTS = {
    "expression": "round(distance * coeff('rate'))",
    "settings": {"__where": "distance > 1"},
    "coefficients": {"rate": "1.5"},
}
