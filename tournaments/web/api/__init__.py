"""Base classes, permissions and sign-in by token of the API."""
