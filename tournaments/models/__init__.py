"""Models of the tournaments app."""

from tournaments.models.answered_name import AnsweredName
from tournaments.models.breaks import Break
from tournaments.models.certificate import CertificateTemplate
from tournaments.models.check_in import CheckInPage
from tournaments.models.club import Casual, CasualMatch, Club, ClubLogEntry, Joining, Membership, Role
from tournaments.models.event import (
    Entry,
    EntryStatus,
    Event,
    EventStatus,
    JournalEntry,
    Pairing,
    PendingLineUp,
    Presence,
    Takes,
    TeamMember,
)
from tournaments.models.imports import (
    EventFileImport,
    FileImport,
    PastEvening,
    PastImport,
    PastPlace,
    PastPoints,
    PastResult,
)
from tournaments.models.invitation import Invitation, InvitationUse, OfferState, OfficeKind, OfficeOffer
from tournaments.models.member import (
    MemberField,
    MemberFieldText,
    MemberMail,
    MemberRecord,
    MembershipFee,
    OwnYearFee,
    YearFee,
)
from tournaments.models.payment_method import PaymentMethod
from tournaments.models.rating import Counted, RatingChange, RatingList, RatingListChange
from tournaments.models.record_export import RecordExport
from tournaments.models.season import Season, SeasonChange, SeasonPlayer
from tournaments.models.sponsor import SponsorLogo
from tournaments.models.token import Token
from tournaments.models.tournament import ExpectedPlayer, SkippedNight, Tournament, WeeklyNight
from tournaments.models.tournament_page import TournamentAttachment, TournamentCover, TournamentPage
from tournaments.models.winner_photo import WinnerPhoto

__all__ = [
    "AnsweredName",
    "Break",
    "Casual",
    "CasualMatch",
    "CertificateTemplate",
    "CheckInPage",
    "Club",
    "ClubLogEntry",
    "Counted",
    "Entry",
    "EntryStatus",
    "Event",
    "EventFileImport",
    "EventStatus",
    "ExpectedPlayer",
    "FileImport",
    "Invitation",
    "InvitationUse",
    "Joining",
    "JournalEntry",
    "MemberField",
    "MemberFieldText",
    "MemberMail",
    "MemberRecord",
    "Membership",
    "MembershipFee",
    "OfferState",
    "OfficeKind",
    "OfficeOffer",
    "OwnYearFee",
    "Pairing",
    "PastEvening",
    "PastImport",
    "PastPlace",
    "PastPoints",
    "PastResult",
    "PaymentMethod",
    "PendingLineUp",
    "Presence",
    "RatingChange",
    "RatingList",
    "RatingListChange",
    "RecordExport",
    "Role",
    "Season",
    "SeasonChange",
    "SeasonPlayer",
    "SkippedNight",
    "SponsorLogo",
    "Takes",
    "TeamMember",
    "Token",
    "Tournament",
    "TournamentAttachment",
    "TournamentCover",
    "TournamentPage",
    "WeeklyNight",
    "WinnerPhoto",
    "YearFee",
]
