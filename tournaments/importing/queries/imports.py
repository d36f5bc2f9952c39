"""Imports of a club: status of background imports, Swiss reports, and results of earlier years."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Max, Min, QuerySet

from matches.names import fold_name
from rules.errors import Refusal
from tournaments.exchange import trf
from tournaments.exchange.lists import member_lists
from tournaments.exchange.lists.member_lists import ListedPerson
from tournaments.exchange.past_results import ParsedResults, get_day_range
from tournaments.exchange.trf import TrfReport
from tournaments.importing.queries.known_results import (
    NOTHING_KNOWN,
    KnownResults,
    find_known_results,
)
from tournaments.importing.queries.listed_names import (
    find_meant_persons,
    get_named_players,
    match_listed_people,
)
from tournaments.importing.queries.named_players import NamedPlayer
from tournaments.models import (
    Club,
    FileImport,
    Membership,
    PastImport,
)
from tournaments.models.imports import FAILED
from tournaments.people.queries.member_records import filter_members
from tournaments.play.entrants.queries.namesakes import MemberNames

IMPORTS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class ImportStatus:
    """A background import, its progress in percent, and why it failed, if it did."""

    task: FileImport
    percent: int
    refusal: Refusal | None


def progress_key(task: FileImport) -> str:
    """Return the cache key of the progress of an import, in percent."""
    return f"file-import:{task.pk}"


def get_import_status(task: FileImport) -> ImportStatus:
    """Return the status of a background import."""
    percent = 100 if task.is_over else int(cache.get(progress_key(task)) or 0)
    problem = task.problem
    refusal = Refusal(problem["code"], **problem["facts"]) if task.state == FAILED else None
    return ImportStatus(task, percent, refusal)


def get_file_imports(club: Club) -> Sequence[FileImport]:
    """Return the last background imports of a club, latest first."""
    file_imports = FileImport.objects.filter(club=club).select_related("event__tournament__club", "batch")
    return list(file_imports.order_by("-pk")[:IMPORTS_SHOWN])


def import_by_code(club: Club, code: str) -> FileImport | None:
    """Return a background import of a club by its code."""
    file_imports = FileImport.objects.filter(club=club, code=code).select_related(
        "event__tournament__club", "batch"
    )
    return file_imports.first()


@dataclass(frozen=True, slots=True)
class ReportPlayer:
    """A player of a Swiss report: name, points, and whether already a member."""

    name: str
    points: str
    is_known: bool


@dataclass(frozen=True, slots=True)
class ReportPreview:
    """The event of a Swiss report: number of paired and planned rounds, and of results."""

    name: str
    day: date | None
    players: tuple[ReportPlayer, ...]
    rounds: int
    planned: int
    results: int


def preview_report(club: Club, report: TrfReport) -> ReportPreview:
    """Preview the import of a Swiss report, without writing. Two queries.

    Raises the refusals of the import.
    """
    trf.check_report(report)
    member_codes = get_member_codes(club, report)
    return ReportPreview(
        name=report.name,
        day=trf.get_day(report),
        players=tuple(
            ReportPlayer(trf.get_name(entrant), f"{float(entrant.points):g}", code is not None)
            for entrant, code in zip(report.entrants, member_codes, strict=True)
        ),
        rounds=trf.count_rounds(report),
        planned=max(report.rounds, trf.count_rounds(report)),
        results=count_report_results(report),
    )


def count_report_results(report: TrfReport) -> int:
    """Return the number of results in a report."""
    games = (game for entrant in report.entrants for game in entrant.games)
    return sum(bool(game.opponent) and game.sign != trf.OPEN for game in games) // 2


def get_member_codes(club: Club, report: TrfReport) -> list[str | None]:
    """Return for each entrant the code of the member of that name; None for new names.

    Raises `name_shared` for a name of several members, or of a member and several entrants.
    """
    members = Membership.objects.filter(club=club, player__isnull=False, player__anonymised_at=None)
    columns = ("player", "player__full_name", "player__code", "player__person")
    # Of spellings of one person that are written alike, the first.
    rows = {
        (person or -key, fold_name(name)): (key, name, code)
        for key, name, code, person in members.order_by("-pk").values_list(*columns)
    }
    member_names = MemberNames(club.pk, {key: name for key, name, _code in rows.values()})
    codes = {key: code for key, _name, code in rows.values()}
    entrant_names = [trf.get_name(entrant) for entrant in report.entrants]
    counts = Counter(map(fold_name, entrant_names))
    keys = [member_names.get(name) for name in entrant_names]
    for name, key in zip(entrant_names, keys, strict=True):
        if key is not None and counts[fold_name(name)] > 1:
            raise member_names.make_refusal(name)
    return [None if key is None else codes[key] for key in keys]


@dataclass(frozen=True, slots=True)
class PastPreview:
    """Content of a file: names, first and last day, number of tournaments, and the results already stored."""

    names: tuple[NamedPlayer, ...]
    first: date | None
    last: date | None
    evenings: int
    # What tells new players of one name apart, by the number of the name.
    distinctions: Mapping[int, str] = field(default_factory=dict)
    # What a new person of the name of members may be distinguished by, by the number of the name.
    newcomer_texts: Mapping[int, str] = field(default_factory=dict)
    # The keys of the players who are members now.
    members: frozenset[int] = frozenset()
    known_results: KnownResults = NOTHING_KNOWN
    # The numbers of the names of former members, and the keys of all players whose membership goes on.
    former: frozenset[int] = frozenset()
    current: frozenset[int] = frozenset()

    @property
    def here(self) -> int:
        """Return how many of the results the club has already."""
        return self.known_results.known.row_count

    @property
    def differing(self) -> int:
        """Return how many matches have day and players of one that is stored with another score."""
        return self.known_results.differing

    @property
    def flagged(self) -> tuple[NamedPlayer, ...]:
        """Return the names that need a manual check."""
        return tuple(name for name in self.names if name.has_question)

    @property
    def known(self) -> tuple[NamedPlayer, ...]:
        """Return the names that are certainly members of the club, or by results its players."""
        return tuple(
            name
            for name in self.names
            if name.player and name.player.pk in self.members and name.number not in self.former
        )

    @property
    def returning(self) -> tuple[NamedPlayer, ...]:
        """Return the names of known players who are not members now: former members and guests."""
        return tuple(
            name
            for name in self.names
            if name.player and name.player.pk not in self.members and name.number not in self.former
        )

    @property
    def fresh(self) -> tuple[NamedPlayer, ...]:
        """Return the names without a candidate."""
        return tuple(name for name in self.newcomers if name.number not in self.former)

    @property
    def fresh_former(self) -> tuple[NamedPlayer, ...]:
        """Return the names without a candidate of former members."""
        return tuple(name for name in self.newcomers if name.number in self.former)

    @property
    def newcomers(self) -> tuple[NamedPlayer, ...]:
        """Return the names without a candidate, of members and former members."""
        return tuple(name for name in self.names if name.player is None and not name.has_question)

    @property
    def known_former(self) -> tuple[NamedPlayer, ...]:
        """Return the names of former members who are known as such already."""
        return tuple(name for name in self.names if name.number in self.former and self._has_left(name))

    @property
    def unchanged(self) -> tuple[NamedPlayer, ...]:
        """Return those who are called former members, and are members or guests now: they stay so."""
        return tuple(
            name
            for name in self.names
            if name.number in self.former and name.player and not self._has_left(name)
        )

    def _has_left(self, name: NamedPlayer) -> bool:
        return name.player is not None and name.player.pk not in self.current


def preview_past_results(
    club: Club,
    reading: ParsedResults,
    names: tuple[NamedPlayer, ...] | None = None,
    choices: Mapping[int, str] | None = None,
) -> PastPreview:
    """Preview the import of these results, without writing. Twelve queries at most.

    `names` are those of the results as matched, if the caller has them, and `choices` the answers about them.
    """
    span = get_day_range(reading)
    names = get_named_players(club, reading.names) if names is None else names
    return PastPreview(
        names=names,
        first=span[0] if span else None,
        last=span[1] if span else None,
        evenings=len(reading.tournaments),
        known_results=find_known_results(club, reading, find_meant_persons(names, choices or {})),
        # Nobody who is known becomes a member by results.
        members=frozenset(name.player.pk for name in names if name.player is not None),
    )


def preview_members(club: Club, people: Sequence[ListedPerson]) -> PastPreview:
    """Preview the import of a list of members. Nine queries at most."""
    names = match_listed_people(club, people)
    current = Membership.objects.filter(club=club, left_at=None, player__isnull=False)
    former = frozenset(number for number, person in enumerate(people) if person.is_former)
    return PastPreview(
        names,
        None,
        None,
        0,
        member_lists.propose_distinctions(people),
        _propose_for_newcomers(people, names),
        _select_people(filter_members(current), names),
        former=former,
        current=_select_people(current, names) if former else frozenset(),
    )


def propose_distinctions(
    people: Sequence[ListedPerson], names: Sequence[NamedPlayer], choices: Mapping[int, str]
) -> dict[int, str]:
    """Return what tells the new people of a list from others of their name in it or in the club."""
    texts = {
        number: text
        for number, text in _propose_for_newcomers(people, names).items()
        if text and choices.get(number) == "new"
    }
    return texts | dict(member_lists.propose_distinctions(people))


def _propose_for_newcomers(people: Sequence[ListedPerson], names: Iterable[NamedPlayer]) -> dict[int, str]:
    """Return what would tell the people of these names from members of the same name, "" if nothing would."""
    return {
        one.number: member_lists.propose_for_newcomer(
            people[one.number], " ".join(candidate.name for candidate in one.namesakes)
        )
        for one in names
        if one.namesakes and not one.is_shared
    }


def _select_people(memberships: QuerySet[Membership], names: Iterable[NamedPlayer]) -> frozenset[int]:
    """Return the keys of the players of these names who have such a membership, under any spelling."""
    persons = {person or -player for player, person in memberships.values_list("player", "player__person")}
    players = [name.player for name in names if name.player is not None]
    return frozenset(player.pk for player in players if (player.person_id or -player.pk) in persons)


def files_of(club: Club) -> list[Any]:
    """Return the imported files of a club, newest first; one query.

    Annotated with `first_day`, `last_day`, and the numbers of tournaments, places, points and answered names;
    the other rows are matches.
    """
    rows = PastImport.objects.filter(club=club).annotate(
        evening_count=Count("evenings", distinct=True),
        place_count=Count("evenings__places", distinct=True),
        points_count=Count("evenings__points", distinct=True),
        answer_count=Count("answered_names", distinct=True),
        first_day=Min("evenings__played_on"),
        last_day=Max("evenings__played_on"),
    )
    return list(rows.order_by("-pk"))
