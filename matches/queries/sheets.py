"""The score sheet of a match: games, claims, records and decisions in a fixed number of queries."""

from dataclasses import dataclass

from matches.models import Game, Match, Report, Ruling, Transcript
from matches.states import ReportState
from rules.match import GameOutcome, Kind, MatchScore, possible_outcomes
from rules.options import MatchLaws
from rules.sides import Side


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything a page about one match shows; transcripts come without their text and verdict."""

    match: Match
    games: tuple[Game, ...]
    reports: tuple[Report, ...]
    transcripts: tuple[Transcript, ...]
    rulings: tuple[Ruling, ...]
    score: MatchScore

    @property
    def claim(self) -> Report | None:
        """The claim that waits for a second word."""
        return next((report for report in self.reports if report.state == ReportState.OPEN.value), None)

    @property
    def disputed(self) -> tuple[Report, ...]:
        """The claims that stand against one another."""
        return tuple(report for report in self.reports if report.state == ReportState.DISPUTED.value)

    @property
    def choices(self) -> tuple[GameOutcome, ...]:
        """Every way the next game can end at this score; empty when the match is over."""
        return possible_outcomes(self.score, laws_of(self.match))

    @property
    def record(self) -> Transcript | None:
        """The latest record attached."""
        return self.transcripts[-1] if self.transcripts else None


def match_by_code(code: str) -> Match | None:
    """A match with its players, table and desk, or None."""
    rows = Match.objects.select_related("desk", "white", "black", "table")
    return rows.filter(code=code).first()


def sheet_of(match: Match) -> Sheet:
    """The sheet of a match, in four queries."""
    games = tuple(match.games.filter(struck_at=None).order_by("number"))
    return Sheet(
        match=match,
        games=games,
        reports=tuple(match.reports.select_related("by", "confirmed_by").order_by("number")),
        transcripts=tuple(match.transcripts.defer("text", "verdict").order_by("id")),
        rulings=tuple(match.rulings.select_related("by").order_by("number")),
        score=fold(match, games),
    )


def live_score(match: Match) -> MatchScore:
    """The score the games on the sheet add up to."""
    return fold(match, tuple(match.games.filter(struck_at=None).order_by("number")))


def fold(match: Match, games: tuple[Game, ...]) -> MatchScore:
    """Fold the lines of a sheet into the score, with the Crawford state for the next game."""
    score = MatchScore.new(match.length, laws_of(match))
    for game in games:
        score = score.after(GameOutcome(Side(game.winner), _kind(game), game.cube))
    return score


def laws_of(match: Match) -> MatchLaws:
    """The optional laws the match began under."""
    return MatchLaws.from_json(match.laws)


def _kind(game: Game) -> Kind:
    kinds: dict[str, Kind] = {
        "single": "single",
        "gammon": "gammon",
        "backgammon": "backgammon",
        "drop": "drop",
    }
    return kinds[game.kind]
