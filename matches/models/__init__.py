"""The tables of the match room."""

from matches.models.adjournment import Adjournment
from matches.models.announcement import Announcement
from matches.models.answer import KeptAnswer
from matches.models.badge import Badge
from matches.models.desk import Desk, Table
from matches.models.game import Game
from matches.models.match import Match
from matches.models.notice import Notice
from matches.models.outbox import Outbox
from matches.models.penalty import Penalty
from matches.models.player import Person, Player, PlayerChange
from matches.models.pulse import Pulse
from matches.models.report import Report
from matches.models.ruling import Ruling
from matches.models.session import Session, SessionEntry, SessionSeat
from matches.models.sign_in_link import SignInLink
from matches.models.user import User

__all__ = [
    "Adjournment",
    "Announcement",
    "Badge",
    "Desk",
    "Game",
    "KeptAnswer",
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
    "Session",
    "SessionEntry",
    "SessionSeat",
    "SignInLink",
    "Table",
    "User",
]
