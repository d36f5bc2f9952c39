"""The tables of the tournament room."""

from tournaments.models.club import Club, Membership, Role
from tournaments.models.entry import Entry, EntryStatus, Presence
from tournaments.models.event import Event, EventStatus
from tournaments.models.journal import JournalEntry
from tournaments.models.pairing import Pairing
from tournaments.models.rating import RatingChange, RatingList
from tournaments.models.screen import Screen
from tournaments.models.season import Season
from tournaments.models.tournament import Tournament

__all__ = [
    "Club",
    "Entry",
    "EntryStatus",
    "Event",
    "EventStatus",
    "JournalEntry",
    "Membership",
    "Pairing",
    "Presence",
    "RatingChange",
    "RatingList",
    "Role",
    "Screen",
    "Season",
    "Tournament",
]
