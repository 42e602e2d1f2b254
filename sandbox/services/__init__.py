"""One class a service that the sandbox plays."""
