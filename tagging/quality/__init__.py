"""How right readings are: known answers, second readings, disagreements, certainty."""
