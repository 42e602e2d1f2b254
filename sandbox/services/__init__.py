"""One class for each service that the sandbox plays."""
