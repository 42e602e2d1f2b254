"""Start numbers on photos: readings from pixels."""
