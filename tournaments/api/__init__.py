"""The REST API of clubs, tournaments, events and seasons."""
