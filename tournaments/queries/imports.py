"""Imports of a club: status of background imports, Swiss reports, and results of past seasons."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from operator import or_

from django.core.cache import cache
from django.db.models import Count, Max, Min, Q, QuerySet
from django.utils.timezone import localdate

from matches import names
from matches.models import Match, Player
from matches.names import NameKind
from matches.states import Status
from rules.errors import Refusal
from tournaments.entries_text import folded
from tournaments.exchange import trf
from tournaments.exchange.past_results import Reading, days
from tournaments.exchange.trf import TrfReport
from tournaments.models import Club, FileImport, Membership, PastImport, PastPlace, PastResult
from tournaments.models.imports import FAILED
from tournaments.registry import match_club_lookups

IMPORTS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class ImportStatus:
    """A task, its progress in percent, and its refusal."""

    task: FileImport
    percent: int
    refusal: Refusal | None


def progress_key(task: FileImport) -> str:
    """Return the cache key of a task's progress."""
    return f"file-import:{task.pk}"


def get_import_status(task: FileImport) -> ImportStatus:
    """Return the status of a task."""
    percent = 100 if task.is_over else int(cache.get(progress_key(task)) or 0)
    problem = task.problem
    refusal = Refusal(problem["code"], **problem["facts"]) if task.state == FAILED else None
    return ImportStatus(task, percent, refusal)


def get_file_imports(club: Club) -> Sequence[FileImport]:
    """Return the last tasks of a club, latest first."""
    file_imports = FileImport.objects.filter(club=club).select_related("event__tournament__club", "batch")
    return list(file_imports.order_by("-pk")[:IMPORTS_SHOWN])


def import_by_code(club: Club, code: str) -> FileImport | None:
    """Return a club's task by code."""
    file_imports = FileImport.objects.filter(club=club, code=code).select_related(
        "event__tournament__club", "batch"
    )
    return file_imports.first()


@dataclass(frozen=True, slots=True)
class ReportPlayer:
    """A player of a report: name, points, and whether already a member."""

    name: str
    points: str
    is_known: bool


@dataclass(frozen=True, slots=True)
class ReportPreview:
    """The event of a report: paired and planned rounds, and results."""

    name: str
    players: tuple[ReportPlayer, ...]
    rounds: int
    planned: int
    results: int


def preview_report(club: Club, report: TrfReport) -> ReportPreview:
    """Preview the import of a report, without writing. Raises what the import would. One query."""
    trf.check_report(report)
    member_codes = get_member_codes(club, report)
    return ReportPreview(
        name=report.name,
        players=tuple(
            ReportPlayer(trf.name_of(entrant), f"{float(entrant.points):g}", code is not None)
            for entrant, code in zip(report.entrants, member_codes, strict=True)
        ),
        rounds=trf.rounds_of(report),
        planned=max(report.rounds, trf.rounds_of(report)),
        results=count_report_results(report),
    )


def count_report_results(report: TrfReport) -> int:
    """Return the number of results in a report."""
    games = (game for entrant in report.entrants for game in entrant.games)
    return sum(bool(game.opponent) and game.sign != trf.OPEN for game in games) // 2


def get_member_codes(club: Club, report: TrfReport) -> list[str | None]:
    """Return each entrant's member code by name, each member once; None for new names."""
    members = Membership.objects.filter(club=club, player__isnull=False, player__anonymised_at=None)
    rows = members.order_by("-pk").values_list("player__full_name", "player__code")
    free = {folded(name): code for name, code in rows}
    return [free.pop(folded(trf.name_of(entrant)), None) for entrant in report.entrants]


MOST_FLAGGED = 150
Facts = tuple[date, str, str, int, int]


@dataclass(frozen=True, slots=True)
class Like:
    """A candidate for a name: a club player by code, or another name of the file by number."""

    value: str
    name: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class KnownPeople:
    """Players known to a club, by key, and by name those known only from undone imports."""

    people: Mapping[int, Player]
    gone: Mapping[str, Player]

    @property
    def spelled(self) -> tuple[Mapping[int, str], Mapping[str, int]]:
        """Return what identifies the named players, to compare with a later state."""
        people = {key: player.full_name for key, player in self.people.items()}
        return people, {name: player.pk for name, player in self.gone.items()}


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """A name of the file: its club player, or the candidates if ambiguous."""

    number: int
    name: str
    player: Player | None
    near: tuple[Like, ...] = ()


@dataclass(frozen=True, slots=True)
class PastPreview:
    """Content of a file: names, days, tournaments, and number of matches already present."""

    names: tuple[NamedPlayer, ...]
    first: date | None
    last: date | None
    evenings: int
    here: int

    @property
    def flagged(self) -> tuple[NamedPlayer, ...]:
        """Return the names that need a manual check."""
        return tuple(one for one in self.names if one.near)

    @property
    def known(self) -> int:
        """Return the number of names that are club players for certain."""
        return sum(one.player is not None for one in self.names)

    @property
    def fresh(self) -> int:
        """Return the number of names without a candidate."""
        return sum(one.player is None and not one.near for one in self.names)


def people_of(club: Club) -> QuerySet[Player]:
    """Return every player of a club: members, entered, and imported ones."""
    past = PastResult.objects.filter(evening__batch__club=club, evening__batch__undone_at=None)
    placed = PastPlace.objects.filter(evening__batch__club=club, evening__batch__undone_at=None)
    connected_to_club = (
        Q(memberships__club=club)
        | Q(pk__in=placed.values("player"))
        | Q(entries__event__tournament__club=club)
        | Q(pk__in=past.values("match__white"))
        | Q(pk__in=past.values("match__black"))
    )
    people = Player.objects.filter(connected_to_club, kind=NameKind.PERSON.value, anonymised_at=None)
    return Player.objects.filter(pk__in=people.order_by().values("pk")).order_by("pk")


def preview_past_results(club: Club, reading: Reading) -> PastPreview:
    """Preview the import of these results, without writing. Four queries."""
    span = days(reading)
    return PastPreview(
        names=get_named_players(club, reading.names),
        first=span[0] if span else None,
        last=span[1] if span else None,
        evenings=len(reading.nights),
        here=_here(club, reading),
    )


def preview_past_names(club: Club, names: Sequence[str]) -> PastPreview:
    """Preview the import of a list of names only. Two queries."""
    return PastPreview(get_named_players(club, names), None, None, 0, 0)


def get_named_players(club: Club, names: Sequence[str]) -> tuple[NamedPlayer, ...]:
    """Match the names of a file with a club's players. Two queries."""
    return compare_names(get_known_people(club, names), names)


def get_known_people(club: Club, names: Sequence[str]) -> KnownPeople:
    """Return the players known to a club that these names may be. Two queries."""
    folded_names = {folded(name) for name in names}
    return KnownPeople(
        {player.pk: player for player in people_of(club)}, _of_files_taken_back(club, folded_names)
    )


def compare_names(club_people: KnownPeople, names: Sequence[str]) -> tuple[NamedPlayer, ...]:
    """Match the names of a file with known players; certain only if equal but for case and accents."""
    exact: defaultdict[str, list[Player]] = defaultdict(list)
    for player in club_people.people.values():
        exact[folded(player.full_name)].append(player)
    once = {folded(name): name for name in reversed(names)}
    unique_names = [name for name in names if once[folded(name)] == name]
    near = _near(club_people.people, unique_names, exact)
    matched_names = []
    for number, name in enumerate(unique_names):
        alike = exact.get(folded(name), [])
        clear = alike[0] if len(alike) == 1 else None
        more = tuple(_here_as(each) for each in alike) if len(alike) > 1 else near.get(number, ())
        matched_names.append(
            NamedPlayer(number, name, clear or (None if more else club_people.gone.get(folded(name))), more)
        )
    return tuple(matched_names)


def files_of(club: Club) -> list[PastImport]:
    """Return the imported files of a club, newest first; one query.

    Annotated with `first_day`, `last_day` and the number of tournaments.
    """
    rows = PastImport.objects.filter(club=club).annotate(
        evening_count=Count("evenings"),
        first_day=Min("evenings__played_on"),
        last_day=Max("evenings__played_on"),
    )
    return list(rows.order_by("-pk"))


def _near(
    people: Mapping[int, Player], unique_names: Sequence[str], exact: Mapping[str, list[Player]]
) -> Mapping[int, tuple[Like, ...]]:
    """Return, for every unmatched name, similar players and other names."""
    spelled = {pk: player.full_name for pk, player in people.items()}
    spelled |= {
        -number: name for number, name in enumerate(unique_names, start=1) if folded(name) not in exact
    }
    likes_by_number: defaultdict[int, list[Like]] = defaultdict(list)
    for one, other in names.find_similar_pairs(spelled):
        if one < 0:
            like = (
                _here_as(people[other])
                if other > 0
                else Like(f"f:{-other - 1}", unique_names[-other - 1], False)
            )
            likes_by_number[-one - 1].append(like)
        if other < 0 and one < 0:
            likes_by_number[-other - 1].append(Like(f"f:{-one - 1}", unique_names[-one - 1], False))
    return {number: tuple(likes) for number, likes in list(likes_by_number.items())[:MOST_FLAGGED]}


def _here_as(player: Player) -> Like:
    return Like(f"p:{player.code}", player.full_name, True)


def _of_files_taken_back(club: Club, folded_names: Collection[str]) -> Mapping[str, Player]:
    """Return players known only from undone imports, which the same file restores."""
    undone_results = PastResult.objects.filter(
        evening__batch__club=club, evening__batch__undone_at__isnull=False
    )
    placed = PastPlace.objects.filter(evening__batch__club=club, evening__batch__undone_at__isnull=False)
    played_or_placed = Q(pk__in=undone_results.values("match__white")) | Q(
        pk__in=undone_results.values("match__black")
    )
    played_or_placed |= Q(pk__in=placed.values("player"))
    rows = Player.objects.filter(played_or_placed, kind=NameKind.PERSON.value, anonymised_at=None).order_by(
        "-pk"
    )
    spelled = {folded(player.full_name): player for player in rows}
    return {name: spelled[name] for name in folded_names if name in spelled}


def _here(club: Club, reading: Reading) -> int:
    """Return how many of these matches the club has already, by day, names and score."""
    days_in_file = {row.day for row in reading.rows}
    if not days_in_file:
        return 0
    lines = PastResult.objects.filter(evening__batch__club=club, evening__batch__undone_at=None)
    match_rows = [
        *lines.filter(evening__played_on__in=days_in_file).values_list(
            "evening__played_on", *_match_columns("match__")
        )
    ]
    lookups = ("pairing__event__tournament__club", "casual__club", *match_club_lookups)
    played = Match.objects.filter(
        reduce(or_, (Q(**{lookup: club}) for lookup in lookups)),
        status=Status.SETTLED.value,
        settled_at__date__gte=min(days_in_file),
        settled_at__date__lte=max(days_in_file),
    )
    match_rows += [
        (localdate(at), *rest) for at, *rest in played.values_list("settled_at", *_match_columns(""))
    ]
    existing_matches = {
        _turned(day, folded(one), folded(other), first, second)
        for day, one, other, first, second in match_rows
    }
    return sum(
        _turned(row.day, folded(row.one), folded(row.other), *row.score) in existing_matches
        for row in reading.rows
    )


def _match_columns(match: str) -> tuple[str, ...]:
    names = ("white__full_name", "black__full_name", "white_score", "black_score")
    return tuple(f"{match}{name}" for name in names)


def _turned(day: date, one: str, other: str, first: int, second: int) -> Facts:
    """Return a match with its players in a fixed order."""
    return (day, *((one, other, first, second) if one <= other else (other, one, second, first)))
