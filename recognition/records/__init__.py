"""The rows of albums and photos: steps, requests, results, and the state of a photo."""
