"""Management commands of money sessions."""
