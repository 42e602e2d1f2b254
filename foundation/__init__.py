"""What every app shares, and which knows no app."""
