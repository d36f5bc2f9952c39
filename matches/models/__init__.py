"""Models of the matches app."""

from matches.models.desk import Announcement, Audience, Desk, Table
from matches.models.match import Adjournment, Game, Match, Penalty, Report, Ruling
from matches.models.operations import Heartbeat, IdempotencyKey, Notice, Outbox
from matches.models.player import Badge, Person, Player, PlayerChange, User
from matches.models.site import SiteSettings

__all__ = [
    "Adjournment",
    "Announcement",
    "Audience",
    "Badge",
    "Desk",
    "Game",
    "Heartbeat",
    "IdempotencyKey",
    "Match",
    "Notice",
    "Outbox",
    "Penalty",
    "Person",
    "Player",
    "PlayerChange",
    "Report",
    "Ruling",
    "SiteSettings",
    "Table",
    "User",
]
