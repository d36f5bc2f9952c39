"""The admin of matches: read-only, except for accounts."""

from matches.admin import people, play, works
from matches.admin.read_only import ReadOnly

__all__ = ["ReadOnly", "people", "play", "works"]
