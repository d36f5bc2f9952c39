"""The tables of the tournament room."""

from tournaments.models.auction import Lot, LotPlayer, Move, Sale
from tournaments.models.club import Club, Membership, Role
from tournaments.models.entry import Entry, EntryStatus, Presence
from tournaments.models.event import Event, EventStatus, Takes
from tournaments.models.journal import JournalEntry
from tournaments.models.ladder import Ladder, LadderChallenge, LadderLine
from tournaments.models.league import Arrangement, LeagueSeason, Reminder
from tournaments.models.money import (
    Cashier,
    Charge,
    ChargeKind,
    Count,
    CountKind,
    FundKind,
    Method,
    MoveKind,
    Receipt,
    Terms,
    Till,
)
from tournaments.models.pairing import Pairing
from tournaments.models.rating import RatingChange, RatingList
from tournaments.models.screen import Screen
from tournaments.models.season import Season
from tournaments.models.team import SealedLineUp, TeamMember
from tournaments.models.tournament import Tournament

__all__ = [
    "Arrangement",
    "Cashier",
    "Charge",
    "ChargeKind",
    "Club",
    "Count",
    "CountKind",
    "Entry",
    "EntryStatus",
    "Event",
    "EventStatus",
    "FundKind",
    "JournalEntry",
    "Ladder",
    "LadderChallenge",
    "LadderLine",
    "LeagueSeason",
    "Lot",
    "LotPlayer",
    "Membership",
    "Method",
    "Move",
    "MoveKind",
    "Pairing",
    "Presence",
    "RatingChange",
    "RatingList",
    "Receipt",
    "Reminder",
    "Role",
    "Sale",
    "Screen",
    "SealedLineUp",
    "Season",
    "Takes",
    "TeamMember",
    "Terms",
    "Till",
    "Tournament",
]
