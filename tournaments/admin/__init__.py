"""The back office shows the facts of the tournament room and changes none."""

from tournaments.admin import belonging, clubs, evenings, seasons, tokens

__all__ = ["belonging", "clubs", "evenings", "seasons", "tokens"]
