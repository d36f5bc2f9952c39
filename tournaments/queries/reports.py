"""A report of a Swiss as it would come into a club: who is known, how many rounds, how many results."""

from dataclasses import dataclass

from tournaments.entries_text import folded
from tournaments.exchange import trf_event
from tournaments.exchange.trf import Report
from tournaments.models import Club, Membership


@dataclass(frozen=True, slots=True)
class Coming:
    """A player of a report: name, points, and whether he is a member already."""

    name: str
    points: str
    is_known: bool


@dataclass(frozen=True, slots=True)
class Foreseen:
    """An event as it would be made of a report: rounds that are paired, of how many, and results."""

    name: str
    players: tuple[Coming, ...]
    rounds: int
    planned: int
    results: int


def foreseen(club: Club, report: Report) -> Foreseen:
    """What a report would bring; nothing is written. Refuses what it is refused for. One query."""
    trf_event.check(report)
    member_codes = codes_of(club, report)
    return Foreseen(
        name=report.name,
        players=tuple(
            Coming(trf_event.name_of(entrant), f"{float(entrant.points):g}", code is not None)
            for entrant, code in zip(report.entrants, member_codes, strict=True)
        ),
        rounds=trf_event.rounds_of(report),
        planned=max(report.rounds, trf_event.rounds_of(report)),
        results=results_of(report),
    )


def results_of(report: Report) -> int:
    """How many results a report tells."""
    games = (game for entrant in report.entrants for game in entrant.games)
    return sum(bool(game.opponent) and game.sign != trf_event.OPEN for game in games) // 2


def codes_of(club: Club, report: Report) -> list[str | None]:
    """For each entrant the code of the member of that name, each member once; None for new names."""
    members = Membership.objects.filter(club=club, player__isnull=False, player__anonymised_at=None)
    rows = members.order_by("-pk").values_list("player__full_name", "player__code")
    free = {folded(name): code for name, code in rows}
    return [free.pop(folded(trf_event.name_of(entrant)), None) for entrant in report.entrants]
