"""The back office shows the facts of the match room and changes none: only accounts are edited here."""

from matches.admin import people, play, sessions, works
from matches.admin.read_only import ReadOnly

__all__ = ["ReadOnly", "people", "play", "sessions", "works"]
