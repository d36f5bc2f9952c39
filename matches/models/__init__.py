"""Models of the matches app."""

from matches.models.desk import Announcement, Audience, Desk, Table
from matches.models.match import Adjournment, Game, Match, Penalty, Report, Ruling
from matches.models.operations import IdempotencyKey, Notice, Outbox, Pulse
from matches.models.player import Badge, Person, Player, PlayerChange, User

__all__ = [
    "Adjournment",
    "Announcement",
    "Audience",
    "Badge",
    "Desk",
    "Game",
    "IdempotencyKey",
    "Match",
    "Notice",
    "Outbox",
    "Penalty",
    "Person",
    "Player",
    "PlayerChange",
    "Pulse",
    "Report",
    "Ruling",
    "Table",
    "User",
]
