"""Management commands of tournaments, one per module."""
