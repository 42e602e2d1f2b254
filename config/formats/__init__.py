"""How dates and times are written for people; Django finds a language's module by its name."""
