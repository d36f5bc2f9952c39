"""Actions at the tables of the demo, through the services."""

from collections.abc import Sequence
from importlib.resources import files

from matches.identity import Identity, device_hash
from matches.models import Match, Player, Report, User
from matches.records.services import uploads
from matches.services import reporting, scoring
from rules.formats.mat import read_mat
from tournaments.models import Event

Game = tuple[str, str, int]


def report_at_desk(match: Match, white_score: int, black_score: int, director: User) -> None:
    """Both players come to the desk and tell the score."""
    identity = Identity(user=director, device=device_hash("the desk"))
    reporting.report(match=match, white_score=white_score, black_score=black_score, identity=identity)


def report_from_the_table(match: Match, white_score: int, black_score: int) -> Report:
    """One of the two scans the card of the table and reports."""
    return reporting.report(
        match=match, white_score=white_score, black_score=black_score, identity=_phone(match, "one")
    )


def confirm_from_the_table(match: Match, report: Report) -> None:
    """The other one confirms with his own phone."""
    reporting.confirm(match=match, report=report, identity=_phone(match, "other"))


def disagree(match: Match, reported_score: tuple[int, int], disputed_score: tuple[int, int]) -> None:
    """One reports, the other says otherwise: the desk will have to decide."""
    report = report_from_the_table(match, *reported_score)
    reporting.dispute(
        match=match,
        report=report,
        white_score=disputed_score[0],
        black_score=disputed_score[1],
        identity=_phone(match, "other"),
    )


def keep_score(match: Match, games: Sequence[Game]) -> None:
    """Games are put on the sheet as they end: (winner, kind, cube)."""
    for winner, kind, cube in games:
        scoring.score_game(match=match, winner=winner, kind=kind, cube=cube, identity=_phone(match, "one"))


def upload_transcript(match: Match, name: str) -> None:
    """Upload a transcript of the match, then both players confirm its score."""
    text = files("tournaments.demo").joinpath(name).read_text(encoding="utf-8")
    data = _with_names(text, match.white, match.black).encode()
    transcript = uploads.attach_file(match=match, name=name, data=data, identity=_phone(match, "one"))
    report = report_from_the_table(match, transcript.white_score or 0, transcript.black_score or 0)
    confirm_from_the_table(match, report)


def matches_at_tables(event: Event) -> list[Match]:
    """The matches of an event that are at a table, by table."""
    matches = Match.objects.filter(
        pairing__event=event, table__isnull=False, status__in=("called", "running")
    )
    return list(matches.select_related("white", "black", "table", "desk").order_by("table__number"))


def _with_names(text: str, white: Player, black: Player) -> str:
    old = read_mat(text).players
    return text.replace(old[0], white.name).replace(old[1], black.name)


def _phone(match: Match, whose: str) -> Identity:
    return Identity(device=device_hash(f"{whose} of {match.pk}"), table=match.table)
