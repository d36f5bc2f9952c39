"""The rules of backgammon in pure Python: no Django, no database, no clock, no randomness.

The names below are the public interface; `docs/rules-library.md` lists the names of the submodules.
"""

from .actions import Beavered, Conceded, Doubled, Dropped, Moved, Took
from .cube import Cube
from .diagram import svg, text_board
from .dice import Dice
from .equity import equity_table, win_chance
from .errors import Ambiguous, Illegal, Refusal, Unreadable
from .formats import read as read_record
from .formats import write as write_record
from .formats.gnuid import match_id, position_id, read_match_id, read_position_id
from .formats.xgid import read_xgid, write_xgid
from .gameplay import Game, Match
from .match import GameOutcome, MatchScore
from .moneyplay import Chouette, MoneySession
from .options import ChouetteLaws, MatchLaws, MoneyLaws
from .play_faults import choose_play
from .plays import Play, legal_plays
from .position import Position
from .record import Record
from .replay import replay
from .sides import Side

__all__ = [
    "Ambiguous",
    "Beavered",
    "Chouette",
    "ChouetteLaws",
    "Conceded",
    "Cube",
    "Dice",
    "Doubled",
    "Dropped",
    "Game",
    "GameOutcome",
    "Illegal",
    "Match",
    "MatchLaws",
    "MatchScore",
    "MoneyLaws",
    "MoneySession",
    "Moved",
    "Play",
    "Position",
    "Record",
    "Refusal",
    "Side",
    "Took",
    "Unreadable",
    "choose_play",
    "equity_table",
    "legal_plays",
    "match_id",
    "position_id",
    "read_match_id",
    "read_position_id",
    "read_record",
    "read_xgid",
    "replay",
    "svg",
    "text_board",
    "win_chance",
    "write_record",
    "write_xgid",
]
