"""The tables of the tournament room."""

from tournaments.models.casual import CasualMatch
from tournaments.models.club import Casual, Club, Joining, Membership, Role
from tournaments.models.deed import ClubDeed
from tournaments.models.entry import Entry, EntryStatus, Presence
from tournaments.models.event import Event, EventStatus, Takes
from tournaments.models.file_import import FileImport
from tournaments.models.invitation import Invitation, InvitationUse
from tournaments.models.journal import JournalEntry
from tournaments.models.night import SkippedNight, WeeklyNight
from tournaments.models.office_offer import OfferState, OfficeKind, OfficeOffer
from tournaments.models.pairing import Pairing
from tournaments.models.past import PastEvening, PastImport, PastPlace, PastResult
from tournaments.models.rating import Counted, RatingChange, RatingList, RatingListChange
from tournaments.models.season import Season, SeasonChange, SeasonPlayer
from tournaments.models.team import SealedLineUp, TeamMember
from tournaments.models.token import Token
from tournaments.models.tournament import Tournament

__all__ = [
    "Casual",
    "CasualMatch",
    "Club",
    "ClubDeed",
    "Counted",
    "Entry",
    "EntryStatus",
    "Event",
    "EventStatus",
    "FileImport",
    "Invitation",
    "InvitationUse",
    "Joining",
    "JournalEntry",
    "Membership",
    "OfferState",
    "OfficeKind",
    "OfficeOffer",
    "Pairing",
    "PastEvening",
    "PastImport",
    "PastPlace",
    "PastResult",
    "Presence",
    "RatingChange",
    "RatingList",
    "RatingListChange",
    "Role",
    "SealedLineUp",
    "Season",
    "SeasonChange",
    "SeasonPlayer",
    "SkippedNight",
    "Takes",
    "TeamMember",
    "Token",
    "Tournament",
    "WeeklyNight",
]
