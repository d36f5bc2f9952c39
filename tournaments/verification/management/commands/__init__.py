"""Management commands of the verification app."""
