"""Imports of a club: status of background imports, Swiss reports, and results of earlier years."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Max, Min, Q, QuerySet

from matches import names
from matches.models import Player
from matches.names import NameKind, fold_name
from rules.errors import Refusal
from tournaments.exchange import trf
from tournaments.exchange.lists import member_lists
from tournaments.exchange.lists.member_lists import ListedPerson, ListedRecord
from tournaments.exchange.past_results import ParsedResults, get_day_range
from tournaments.exchange.trf import TrfReport
from tournaments.importing.queries.known_results import (
    NOTHING_KNOWN,
    KnownResults,
    Persons,
    find_known_results,
    get_canonical_key,
    map_canonical_keys,
)
from tournaments.importing.queries.listed_records import (
    get_listed_records,
    has_same_contact,
    is_other_record,
    is_same_record,
)
from tournaments.lookups import people_of
from tournaments.models import (
    Club,
    ClubLogEntry,
    FileImport,
    Membership,
    PastImport,
    PastPlace,
    PastPoints,
    PastResult,
)
from tournaments.models.imports import FAILED
from tournaments.people.queries.member_activities import Activity, find_activities
from tournaments.people.queries.member_records import filter_members
from tournaments.play.entrants.queries.namesakes import MemberNames, describe_namesakes

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


MAX_FLAGGED = 150


@dataclass(frozen=True, slots=True)
class NameCandidate:
    """A player a name may mean: one of the club (`is_here`), or another name of the file.

    `value` is "p:" and the code of the player, or "f:" and the number of the name. `about` is what tells the
    player from others of the name, or the row of the other name.
    """

    value: str
    name: str
    is_here: bool
    about: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class KnownPeople:
    """Players of a club by key, and those known only from undone imports by folded name.

    `descriptions` tell the players who share a name apart, by key, and `records` are what the club has
    recorded about its members, by the key of the player.
    """

    people: Mapping[int, Player]
    from_undone_imports: Mapping[str, Player]
    descriptions: Mapping[int, str] = field(default_factory=dict)
    records: Mapping[int, ListedRecord] = field(default_factory=dict)

    @property
    def fingerprint(self) -> tuple[Mapping[int, str], Mapping[str, int]]:
        """Return names and keys of all players, to find out whether they have changed since a preview."""
        people = {key: player.full_name for key, player in self.people.items()}
        return people, {name: player.pk for name, player in self.from_undone_imports.items()}


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """A name of the file: the player of the club, or the candidates in `near` if ambiguous.

    `line` is its row, 0 if the file names it in several. `is_incomplete`: the first name or the surname is
    missing. `is_shared`: another person of the file has the same name.
    """

    number: int
    name: str
    player: Player | None
    near: tuple[NameCandidate, ...] = ()
    line: int = 0
    is_incomplete: bool = False
    is_shared: bool = False

    @property
    def needs_choice(self) -> bool:
        """Whether somebody has to say who is meant."""
        return bool(self.near) or (self.is_incomplete and self.player is None)


@dataclass(frozen=True, slots=True)
class PastPreview:
    """Content of a file: names, first and last day, number of tournaments, and the results already stored."""

    names: tuple[NamedPlayer, ...]
    first: date | None
    last: date | None
    evenings: int
    # What tells new players of one name apart, by the number of the name.
    distinctions: Mapping[int, str] = field(default_factory=dict)
    # The keys of the players who are members now.
    members: frozenset[int] = frozenset()
    known_results: KnownResults = NOTHING_KNOWN

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
        return tuple(name for name in self.names if name.needs_choice)

    @property
    def known(self) -> tuple[NamedPlayer, ...]:
        """Return the names that are certainly members of the club, or by results its players."""
        return tuple(name for name in self.names if name.player and name.player.pk in self.members)

    @property
    def returning(self) -> tuple[NamedPlayer, ...]:
        """Return the names of known players who are not members now: former members and guests."""
        return tuple(name for name in self.names if name.player and name.player.pk not in self.members)

    @property
    def fresh(self) -> tuple[NamedPlayer, ...]:
        """Return the names without a candidate."""
        return tuple(name for name in self.names if name.player is None and not name.needs_choice)


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


def find_meant_persons(names: Sequence[NamedPlayer], choices: Mapping[int, str]) -> Persons:
    """Return whom each name of a file means by these choices. One query.

    A name without an answer may mean each of its candidates in the club, one of a new person means nobody.
    """
    names_by_number = {one.number: one for one in names}
    values = {one.number: _follow_choices(one, names_by_number, choices) for one in names}
    codes = {value for each in values.values() for value in each}
    keys = map_canonical_keys(codes) if codes else {}
    return {
        fold_name(one.name): frozenset(keys[code] for code in values[one.number] if code in keys)
        if one.player is None
        else frozenset([get_canonical_key(one.player)])
        for one in names
    }


def _follow_choices(
    one: NamedPlayer, names_by_number: Mapping[int, NamedPlayer], choices: Mapping[int, str]
) -> list[str]:
    """Return the codes of the players whom a name may mean, also as the same as another name of the file."""
    seen: set[int] = set()
    while one.number not in seen and one.player is None:
        seen.add(one.number)
        kind, _, value = choices.get(one.number, "").partition(":")
        if not kind and one.needs_choice:
            return [candidate.value[2:] for candidate in one.near if candidate.is_here]
        if kind == "p":
            return [value]
        if kind != "f" or not value.isdecimal() or int(value) not in names_by_number:
            return []
        one = names_by_number[int(value)]
    return [] if one.player is None else [one.player.code]


def preview_members(club: Club, people: Sequence[ListedPerson]) -> PastPreview:
    """Preview the import of a list of members. Eight queries at most."""
    names = match_listed_people(club, people)
    distinctions = member_lists.propose_distinctions(people)
    return PastPreview(names, None, None, 0, distinctions, _find_current_members(club, names))


def _find_current_members(club: Club, names: Iterable[NamedPlayer]) -> frozenset[int]:
    """Return the keys of the players of these names who are current members, under any spelling."""
    rows = filter_members(Membership.objects.filter(club=club, left_at=None, player__isnull=False))
    persons = {person or -player for player, person in rows.values_list("player", "player__person")}
    players = [name.player for name in names if name.player is not None]
    return frozenset(player.pk for player in players if (player.person_id or -player.pk) in persons)


def match_listed_people(club: Club, people: Sequence[ListedPerson]) -> tuple[NamedPlayer, ...]:
    """Match the people of a list with a club's players. Seven queries at most."""
    return compare_people(get_known_people(club, [person.name for person in people]), people)


def get_named_players(club: Club, names: Sequence[str]) -> tuple[NamedPlayer, ...]:
    """Match the names of a file with a club's players. Seven queries at most."""
    return compare_people(get_known_people(club, names), list_names(names))


def list_names(names: Sequence[str]) -> tuple[ListedPerson, ...]:
    """Return the people of these names; names equal except for case and accents are one person."""
    first_spellings = {fold_name(name): name for name in reversed(names)}
    return tuple(ListedPerson(name) for name in names if first_spellings[fold_name(name)] == name)


def get_known_people(club: Club, names: Sequence[str]) -> KnownPeople:
    """Return the players known to a club that these names may be. Six queries at most."""
    folded_names = {fold_name(name) for name in names}
    people = {player.pk: player for player in people_of(club)}
    namesakes = [key for keys in _group_by_name(people).values() if len(keys) > 1 for key in keys]
    return KnownPeople(
        people,
        _get_players_of_undone_imports(club, folded_names),
        describe_namesakes(club.pk, namesakes) if namesakes else {},
        get_listed_records(club),
    )


def compare_people(club_people: KnownPeople, people: Sequence[ListedPerson]) -> tuple[NamedPlayer, ...]:
    """Match people of a file with known players; certain only if equal except for case and accents.

    If several people of the file have the name of a player, any of them can be that player. A member with the
    same number, e-mail or, under the same name, year of birth is the person, and one with another number or
    year of birth may be another person.
    """
    players_by_name = _group_by_name(club_people.people)
    counts = Counter(fold_name(person.name) for person in people)
    near = _find_candidates(club_people, people, players_by_name)
    matched_names = []
    for number, person in enumerate(people):
        name, is_shared = fold_name(person.name), counts[fold_name(person.name)] > 1
        namesakes = _select_namesakes(club_people, person, players_by_name.get(name, []))
        is_chosen = len(namesakes) < len(players_by_name.get(name, []))
        record = club_people.records.get(namesakes[0]) if len(namesakes) == 1 else None
        is_certain = len(namesakes) == 1 and (
            is_chosen or is_same_record(record, person) or not (is_shared or is_other_record(record, person))
        )
        twins = tuple(_twin_candidate(people, twin) for twin in person.possible_twins)
        candidates = (
            ()
            if is_certain
            else twins
            + (
                tuple(_player_candidate(club_people, key) for key in namesakes)
                if namesakes
                else _find_candidates_by_record(club_people, person, near.get(number, ()))
            )
        )
        player = club_people.people[namesakes[0]] if is_certain else None
        if not candidates and not is_shared:
            player = player or club_people.from_undone_imports.get(name)
        matched_names.append(
            NamedPlayer(number, person.name, player, candidates, person.line, person.is_incomplete, is_shared)
        )
    return tuple(matched_names)


def _select_namesakes(
    club_people: KnownPeople, person: ListedPerson, namesakes: Sequence[int]
) -> Sequence[int]:
    """Return the namesake whom record or distinction show to be this person, else all.

    The distinction shows it if it is the card number or the year of birth.
    """
    recorded = [key for key in namesakes if is_same_record(club_people.records.get(key), person)]
    if len(recorded) == 1:
        return recorded
    texts = {text.casefold() for text in member_lists.get_distinctions(person) if text}
    marked = [key for key in namesakes if club_people.people[key].distinction.casefold() in texts]
    return marked if len(marked) == 1 else namesakes


def _find_candidates_by_record(
    club_people: KnownPeople, person: ListedPerson, near: Sequence[NameCandidate]
) -> tuple[NameCandidate, ...]:
    """Return the players with a similar name, and those of another name with this number or e-mail."""
    recorded = [
        _player_candidate(club_people, key)
        for key, record in club_people.records.items()
        if key in club_people.people and has_same_contact(record, person)
    ]
    values = {candidate.value for candidate in near}
    return (*near, *(candidate for candidate in recorded if candidate.value not in values))


def _group_by_name(people: Mapping[int, Player]) -> Mapping[str, list[int]]:
    """Return the keys of the players of each folded name."""
    keys_by_name: defaultdict[str, list[int]] = defaultdict(list)
    for key, player in people.items():
        for folded_name in {fold_name(player.full_name), fold_name(player.desk_name)}:
            keys_by_name[folded_name].append(key)
    return keys_by_name


def files_of(club: Club) -> list[Any]:
    """Return the imported files of a club, newest first; one query.

    Annotated with `first_day`, `last_day`, and the numbers of tournaments, places and points; the other
    rows are matches.
    """
    rows = PastImport.objects.filter(club=club).annotate(
        evening_count=Count("evenings", distinct=True),
        place_count=Count("evenings__places", distinct=True),
        points_count=Count("evenings__points", distinct=True),
        first_day=Min("evenings__played_on"),
        last_day=Max("evenings__played_on"),
    )
    return list(rows.order_by("-pk"))


def get_member_lists(club: Club) -> QuerySet[Any]:
    """Return the imported lists of members, latest first, annotated with `remaining`. One query.

    `remaining` is the number of members whom the list has brought to the club and who are still here.
    """
    rows = ClubLogEntry.objects.filter(club=club, kind="listed").select_related("by")
    is_current = Q(listed_memberships__left_at=None)
    return rows.annotate(remaining=Count("listed_memberships", filter=is_current)).order_by("-pk")


def find_remaining_members(club: Club) -> Mapping[int, list[tuple[Player, Activity]]]:
    """Return who would stay when an imported list is withdrawn, and why, by the key of the list.

    Eight queries at most.
    """
    memberships = list(
        Membership.objects.filter(
            club=club, list_import__isnull=False, left_at=None, player__isnull=False
        ).select_related("player")
    )
    activities = find_activities(memberships, with_listed_fees=False) if memberships else {}
    remaining: defaultdict[int, list[tuple[Player, Activity]]] = defaultdict(list)
    for row in memberships:
        if row.pk in activities and row.list_import_id is not None and row.player is not None:
            remaining[row.list_import_id].append((row.player, activities[row.pk]))
    return remaining


def _find_candidates(
    club_people: KnownPeople, people: Sequence[ListedPerson], players_by_name: Mapping[str, list[int]]
) -> Mapping[int, tuple[NameCandidate, ...]]:
    """Return, for every name without a namesake, the players and other names similar to it, by number.

    Names of the file have negative keys here: -1 is the first one. Those of one name are different people.
    """
    names_by_key = {pk: player.full_name for pk, player in club_people.people.items()}
    names_by_key |= {
        -number: person.name
        for number, person in enumerate(people, start=1)
        if fold_name(person.name) not in players_by_name
    }
    candidates_by_number: defaultdict[int, list[NameCandidate]] = defaultdict(list)
    for pair in names.find_similar_pairs(names_by_key):
        if fold_name(names_by_key[pair[0]]) == fold_name(names_by_key[pair[1]]):
            continue
        for key, other in (pair, pair[::-1]):
            if key < 0:
                candidate = (
                    _player_candidate(club_people, other)
                    if other > 0
                    else _twin_candidate(people, -other - 1)
                )
                candidates_by_number[-key - 1].append(candidate)
    return {
        number: tuple(candidates) for number, candidates in list(candidates_by_number.items())[:MAX_FLAGGED]
    }


def _twin_candidate(people: Sequence[ListedPerson], number: int) -> NameCandidate:
    return NameCandidate(f"f:{number}", people[number].name, False, line=people[number].line)


def _player_candidate(club_people: KnownPeople, key: int) -> NameCandidate:
    player = club_people.people[key]
    return NameCandidate(f"p:{player.code}", player.desk_name, True, club_people.descriptions.get(key, ""))


def _get_players_of_undone_imports(club: Club, folded_names: Collection[str]) -> Mapping[str, Player]:
    """Return the players of undone imports by folded name; importing the file again restores them."""
    undone_results = PastResult.objects.filter(
        evening__batch__club=club, evening__batch__undone_at__isnull=False
    )
    imported_places = PastPlace.objects.filter(
        evening__batch__club=club, evening__batch__undone_at__isnull=False
    )
    played_or_placed = Q(pk__in=undone_results.values("match__white")) | Q(
        pk__in=undone_results.values("match__black")
    )
    imported_points = PastPoints.objects.filter(
        evening__batch__club=club, evening__batch__undone_at__isnull=False
    )
    played_or_placed |= Q(pk__in=imported_places.values("player"))
    played_or_placed |= Q(pk__in=imported_points.values("player"))
    rows = Player.objects.filter(played_or_placed, kind=NameKind.PERSON.value, anonymised_at=None).order_by(
        "-pk"
    )
    players_by_name = {fold_name(player.full_name): player for player in rows}
    return {name: players_by_name[name] for name in folded_names if name in players_by_name}
