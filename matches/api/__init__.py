"""The API of players and matches, and the base classes of all API views."""
