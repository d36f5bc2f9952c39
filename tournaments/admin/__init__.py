"""The back office shows the facts of the tournament room and changes none."""

from tournaments.admin import clubs, evenings, leagues, money

__all__ = ["clubs", "evenings", "leagues", "money"]
