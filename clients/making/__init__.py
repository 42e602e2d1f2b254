"""Makes the generated parts of the clients: `python -m clients.making`."""
