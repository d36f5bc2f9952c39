"""Webhooks of a club: who asked for what, the way there, and who is told that it ended."""
