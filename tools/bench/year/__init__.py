"""A year of a program that one seed makes: the product beside a plain model of it."""
