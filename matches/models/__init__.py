"""The tables of the match room."""

from matches.models.user import User

__all__ = ["User"]
