"""Whom the names of a file mean: players of the club, other names of the file, or new people."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.db.models import Q, QuerySet

from matches import names
from matches.models import Player
from matches.names import NameKind, fold_name
from matches.short_names import ShortNameIndex, split_short_name
from tournaments.exchange.lists import member_lists
from tournaments.exchange.lists.member_lists import ListedPerson, ListedRecord
from tournaments.exchange.lists.written_names import get_generation, split_bracket
from tournaments.importing.queries.known_results import Persons, get_canonical_key, map_canonical_keys
from tournaments.importing.queries.listed_records import (
    describe_record,
    get_listed_records,
    has_same_contact,
    is_other_record,
    is_same_record,
)
from tournaments.importing.queries.named_players import EarlierAnswer, NameCandidate, NamedPlayer
from tournaments.importing.queries.resembling_names import find_resembling_players, is_evidently
from tournaments.lookups import people_of
from tournaments.models import Club, PastPlace, PastPoints, PastResult
from tournaments.play.entrants.queries.answered_names import (
    NameAnswer,
    fold_written_name,
    get_name_answers,
)
from tournaments.play.entrants.queries.namesake_facts import describe_namesakes

# The most names that need a choice because they resemble others.
MAX_FLAGGED = 150


@dataclass(frozen=True)
class KnownPeople:
    """Players of a club by key, and those known only from undone imports by folded name.

    `descriptions` tell the players who share a name apart, by key, and `records` are what the club has
    recorded about its members, by the key of the player. `answers` are those of earlier lists.
    """

    people: Mapping[int, Player]
    from_undone_imports: Mapping[str, Player]
    descriptions: Mapping[int, str] = field(default_factory=dict)
    records: Mapping[int, ListedRecord] = field(default_factory=dict)
    answers: Mapping[str, NameAnswer] = field(default_factory=dict)

    @cached_property
    def representatives(self) -> Mapping[int, int]:
        """Return for each player the one of the person's spellings that has a record, else the shown one."""
        best: dict[int, int] = {}
        for key, player in self.people.items():
            canonical_key = get_canonical_key(player)
            ranked = [best[canonical_key], key] if canonical_key in best else [key]
            best[canonical_key] = min(
                ranked, key=lambda each: (each not in self.records, each != canonical_key, each)
            )
        return {key: best[get_canonical_key(player)] for key, player in self.people.items()}

    def select_persons(self, keys: Iterable[int]) -> list[int]:
        """Return each person among these players once."""
        return list(dict.fromkeys(self.representatives[key] for key in keys))

    @cached_property
    def keys_by_name(self) -> Mapping[str, list[int]]:
        """Return the keys of the players of each folded name."""
        return _group_by_name(self.people)

    def select_marked(self, keys: Iterable[int], mark: str) -> list[int]:
        """Return the persons whose number, year of birth, distinction or club a mark behind a name is.

        "(f)" and "(figlio)" are the same mark.
        """
        texts = _fold_mark(mark)
        return [key for key in self.select_persons(keys) if texts & self._list_marks(key)]

    def _list_marks(self, key: int) -> set[str]:
        record, texts = self.records.get(key), [self.people[key].distinction]
        if record is not None:
            texts += [record.number, str(record.birth_year or ""), record.club]
        return {folded for text in texts if text for folded in _fold_mark(text)}

    @property
    def fingerprint(self) -> tuple[Mapping[int, str], Mapping[str, int]]:
        """Return names and keys of all players, to find out whether they have changed since a preview."""
        people = {key: player.full_name for key, player in self.people.items()}
        return people, {name: player.pk for name, player in self.from_undone_imports.items()}


def _fold_mark(mark: str) -> set[str]:
    """Return a mark behind a name as it is compared: folded, and the generation that it means."""
    generation = get_generation(mark)
    return {fold_name(mark), f"({generation})"} if generation else {fold_name(mark)}


def match_listed_people(club: Club, people: Sequence[ListedPerson]) -> tuple[NamedPlayer, ...]:
    """Match the people of a list with a club's players. Eight queries at most."""
    return compare_people(get_known_people(club, [person.name for person in people]), people)


def get_named_players(club: Club, names: Sequence[str]) -> tuple[NamedPlayer, ...]:
    """Match the names of a file with a club's players. Eight queries at most."""
    return compare_people(get_known_people(club, names), list_names(names))


def list_names(names: Sequence[str]) -> tuple[ListedPerson, ...]:
    """Return the people of these names; names equal except for case and accents are one person."""
    first_spellings = {fold_name(name): name for name in reversed(names)}
    return tuple(ListedPerson(name) for name in names if first_spellings[fold_name(name)] == name)


def get_known_people(club: Club, names: Sequence[str]) -> KnownPeople:
    """Return the players known to a club that these names may be. Seven queries at most."""
    folded_names = {fold_name(name) for name in names}
    people = {player.pk: player for player in _get_people_with_spellings(club)}
    records = get_listed_records(club)
    namesakes = [key for keys in _group_by_name(people).values() if len(keys) > 1 for key in keys]
    return KnownPeople(
        people,
        _get_players_of_undone_imports(club, folded_names),
        describe_namesakes(club.pk, namesakes, with_records=True, with_codes=False) if namesakes else {},
        records,
        get_name_answers(club.pk),
    )


def _get_people_with_spellings(club: Club) -> QuerySet[Player]:
    """Return the people of a club, also under spellings that were joined with theirs. One query.

    A spelling stays known after the import that brought it was withdrawn.
    """
    people = people_of(club)
    persons = people.filter(person__isnull=False).order_by().values("person")
    is_known = Q(pk__in=people.order_by().values("pk")) | Q(person__in=persons)
    players = Player.objects.filter(is_known, kind=NameKind.PERSON.value, anonymised_at=None)
    return players.select_related("person").order_by("pk")


def compare_people(club_people: KnownPeople, people: Sequence[ListedPerson]) -> tuple[NamedPlayer, ...]:
    """Match people of a file with known players; certain only if equal except for case and accents.

    If several people of the file have the name of a player, any of them can be that player. A member with the
    same number, e-mail or, under the same name, year of birth is the person, and one with another number or
    year of birth may be another person.
    """
    players_by_name = club_people.keys_by_name
    counts = Counter(fold_name(person.name) for person in people)
    near = _find_candidates(club_people, people, players_by_name)
    matched_names = []
    for number, person in enumerate(people):
        name, is_shared = fold_name(person.name), counts[fold_name(person.name)] > 1
        same_name = club_people.select_persons(players_by_name.get(name, []))
        is_chosen, is_marked, namesakes = _choose_namesakes(
            club_people, person, same_name, near.get(number, ())
        )
        is_certain = len(namesakes) == 1 and (
            is_chosen
            or (not is_marked and _is_same_person(club_people.records.get(namesakes[0]), person, is_shared))
        )
        candidates: tuple[NameCandidate, ...] = ()
        if not is_certain:
            others = _tell_apart([_player_candidate(club_people, key) for key in namesakes])
            others = others or _find_candidates_by_record(club_people, person, near.get(number, ()))
            candidates = (*(_twin_candidate(people, twin) for twin in person.possible_twins), *others)
        player = club_people.people[namesakes[0]] if is_certain else None
        if all(one.is_resembling for one in candidates) and not is_shared:
            player = player or club_people.from_undone_imports.get(name)
            candidates = () if player else candidates
        matched_names.append(
            replace(
                NamedPlayer(number, person.name, player, candidates, person.line, person.is_incomplete),
                is_shared=is_shared,
                is_short=any(one.is_full for one in candidates),
            )
        )
    return tuple(_add_earlier_answer(club_people, people, one) for one in matched_names)


def _add_earlier_answer(
    club_people: KnownPeople, people: Sequence[ListedPerson], one: NamedPlayer
) -> NamedPlayer:
    """Return a name with a question with what an earlier list has answered, if that person is known here.

    Each row of one name is a question.
    """
    folded = fold_written_name(one.name, people[one.number].mark)
    answer = None if one.is_shared or not one.has_question else club_people.answers.get(folded)
    if answer is None or answer.player not in club_people.people:
        return one
    candidate = _player_candidate(club_people, club_people.representatives[answer.player])
    near = one.near
    if all(other.value != candidate.value for other in near):
        near = _tell_apart((*near, candidate))
    return replace(
        one, near=near, answer=EarlierAnswer(candidate.value, answer.list_name, answer.on, answer.is_new)
    )


def _choose_namesakes(
    club_people: KnownPeople,
    person: ListedPerson,
    same_name: Sequence[int],
    near: Sequence[NameCandidate],
) -> tuple[bool, bool, Sequence[int]]:
    """Return whether something chooses among those of a name, whether a mark leaves it open, and whom."""
    namesakes = _select_namesakes(club_people, person, same_name)
    if len(namesakes) < len(same_name):
        return True, False, namesakes
    if same_name and person.mark:
        marked = club_people.select_marked(same_name, person.mark)
        return (True, True, marked) if len(marked) == 1 else (False, True, namesakes)
    if not same_name:
        is_chosen, namesakes = _select_marked(club_people, person, near)
        return is_chosen, bool(namesakes), namesakes
    return False, False, namesakes


def _select_marked(
    club_people: KnownPeople, person: ListedPerson, near: Sequence[NameCandidate]
) -> tuple[bool, Sequence[int]]:
    """Return whether what stands in brackets behind a name decides, and whom it or the plain name means."""
    base, mark = split_bracket(person.name)
    if not mark:
        return False, ()
    codes = {one.value[2:] for one in near if one.is_here}
    same_name = club_people.select_persons(club_people.keys_by_name.get(fold_name(base), ()))
    similar = [key for key, player in club_people.people.items() if player.code in codes]
    marked = club_people.select_marked(same_name or similar, mark)
    return (True, marked) if len(marked) == 1 else (False, same_name)


def _is_same_person(record: ListedRecord | None, person: ListedPerson, is_shared: bool) -> bool:
    """Return whether the only player of a name is this person, whose name others of the file may share."""
    return is_same_record(record, person) or not (is_shared or is_other_record(record, person))


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
    candidates = {candidate.value: candidate for candidate in near}
    keys = [
        key
        for key, record in club_people.records.items()
        if key in club_people.people and has_same_contact(record, person)
    ]
    for key in club_people.select_persons(keys):
        record, name = club_people.records.get(key), club_people.people[key].full_name
        candidate = _player_candidate(club_people, key)
        candidates[candidate.value] = replace(
            candidates.get(candidate.value, candidate),
            is_resembling=False,
            is_evident=record is not None and is_evidently(name, record, person),
        )
    return _tell_apart(tuple(candidates.values()))


def _tell_apart(candidates: Sequence[NameCandidate]) -> tuple[NameCandidate, ...]:
    """Return the candidates, with their code where nothing else tells players of the club apart."""
    counts = Counter((candidate.name, candidate.about) for candidate in candidates if candidate.is_here)
    return tuple(
        replace(candidate, about=", ".join(filter(None, (candidate.about, candidate.value[2:]))))
        if counts[candidate.name, candidate.about] > 1
        else candidate
        for candidate in candidates
    )


def _group_by_name(people: Mapping[int, Player]) -> Mapping[str, list[int]]:
    """Return the keys of the players of each folded name."""
    keys_by_name: defaultdict[str, list[int]] = defaultdict(list)
    for key, player in people.items():
        for folded_name in {fold_name(player.full_name), fold_name(player.desk_name)}:
            keys_by_name[folded_name].append(key)
    return keys_by_name


def _find_candidates(
    club_people: KnownPeople, people: Sequence[ListedPerson], players_by_name: Mapping[str, list[int]]
) -> Mapping[int, tuple[NameCandidate, ...]]:
    """Return, for every name without a namesake, the players and other names similar to it, by number.

    Names of the file have negative keys here: -1 is the first one. Those of one name are different people.
    """
    names_by_key = {pk: player.full_name for pk, player in club_people.people.items()}
    names_by_key |= {
        -number: split_bracket(person.name)[0]
        for number, person in enumerate(people, start=1)
        if fold_name(person.name) not in players_by_name
    }
    others_by_number: defaultdict[int, dict[int, bool]] = defaultdict(dict)
    for pair in names.find_similar_pairs(names_by_key):
        if fold_name(names_by_key[pair[0]]) == fold_name(names_by_key[pair[1]]):
            continue
        for key, other in (pair, pair[::-1]):
            if key < 0:
                others_by_number[-key - 1][other] = False
    keys_by_parts = _group_by_parts(club_people)
    similar = dict(list(others_by_number.items())[:MAX_FLAGGED])
    similar |= _select_reordered(
        club_people, people, dict(list(others_by_number.items())[MAX_FLAGGED:]), keys_by_parts
    )
    for number, others in _find_short_names(names_by_key).items():
        similar[number] = similar.get(number, {}) | others
    candidates = {
        number: tuple(
            replace(
                _player_candidate(club_people, other) if other > 0 else _twin_candidate(people, -other - 1),
                is_full=is_full,
                is_reordered=other in keys_by_parts.get(names.sort_name_parts(people[number].name), ()),
            )
            for other, is_full in _select_persons(club_people, others).items()
        )
        for number, others in similar.items()
    }
    return _add_resembling(club_people, people, players_by_name, candidates)


def _add_resembling(
    club_people: KnownPeople,
    people: Sequence[ListedPerson],
    players_by_name: Mapping[str, list[int]],
    candidates: Mapping[int, tuple[NameCandidate, ...]],
) -> Mapping[int, tuple[NameCandidate, ...]]:
    """Return the candidates with the players who have another form of the first name, or another surname."""
    keys_by_number = {
        number: keys
        for number, keys in find_resembling_players(club_people.people, club_people.records, people).items()
        if fold_name(people[number].name) not in players_by_name
    }
    all_candidates = dict(candidates)
    for number, keys in list(keys_by_number.items())[:MAX_FLAGGED]:
        others = {one.value: one for one in candidates.get(number, ())}
        for key in club_people.select_persons(keys):
            candidate = replace(_player_candidate(club_people, key), is_resembling=True)
            others.setdefault(candidate.value, candidate)
        all_candidates[number] = tuple(others.values())
    return all_candidates


def _select_reordered(
    club_people: KnownPeople,
    people: Sequence[ListedPerson],
    others_by_number: Mapping[int, Mapping[int, bool]],
    keys_by_parts: Mapping[str, frozenset[int]],
) -> dict[int, dict[int, bool]]:
    """Return only those who have the parts of the name in another order: they are hardly new people."""
    reordered: dict[int, dict[int, bool]] = {}
    for number, others in others_by_number.items():
        same_parts = keys_by_parts.get(names.sort_name_parts(people[number].name), frozenset())
        keys = [key for key in others if club_people.representatives.get(key) in same_parts]
        reordered |= {number: dict.fromkeys(keys, False)} if keys else {}
    return reordered


def _group_by_parts(club_people: KnownPeople) -> Mapping[str, frozenset[int]]:
    """Return the persons (their representatives) by the sorted parts of their names, under any spelling."""
    keys: defaultdict[str, set[int]] = defaultdict(set)
    for key, player in club_people.people.items():
        keys[names.sort_name_parts(player.full_name)].add(club_people.representatives[key])
    return {parts: frozenset(persons) for parts, persons in keys.items()}


def _select_persons(club_people: KnownPeople, others: Mapping[int, bool]) -> dict[int, bool]:
    """Return each person among these players once, True if one of their names is a longer form."""
    persons: dict[int, bool] = {}
    for other, is_full in others.items():
        key = club_people.representatives[other] if other > 0 else other
        persons[key] = persons.get(key, False) or is_full
    return persons


def _find_short_names(names_by_key: Mapping[int, str]) -> Mapping[int, dict[int, bool]]:
    """Return the numbers of names of the file, with the keys of longer forms and of players of short ones.

    Each of these is True if it is a longer form and not a short form itself. A player of one name only, such
    as "Anna", is a short form of too many. Another name of the file with the parts of a player's name is not
    offered beside the player.
    """
    index = ShortNameIndex(names_by_key)
    full_keys = {key: keys for key, name in names_by_key.items() if (keys := index.find_full_names(name))}
    others_by_number: defaultdict[int, dict[int, bool]] = defaultdict(dict)
    for key, keys in full_keys.items():
        if key < 0:
            of_players = {names.sort_name_parts(names_by_key[other]) for other in keys if other > 0}
            others_by_number[-key - 1] |= {
                other: other > 0 or other not in full_keys
                for other in keys
                if other > 0 or names.sort_name_parts(names_by_key[other]) not in of_players
            }
        elif split_short_name(names_by_key[key]).shortened:
            for other in keys:
                if other < 0:
                    others_by_number[-other - 1].setdefault(key, False)
    return others_by_number


def _twin_candidate(people: Sequence[ListedPerson], number: int) -> NameCandidate:
    return NameCandidate(f"f:{number}", people[number].name, False, line=people[number].line)


def _player_candidate(club_people: KnownPeople, key: int) -> NameCandidate:
    player, record = club_people.people[key], club_people.records.get(key)
    about = club_people.descriptions.get(key, "") or (describe_record(record) if record else "")
    return NameCandidate(f"p:{player.code}", player.desk_name, True, about)


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
    followed: set[int] = set()
    while one.number not in followed and one.player is None:
        followed.add(one.number)
        kind, _, value = choices.get(one.number, "").partition(":")
        if not kind and one.needs_choice:
            return [candidate.value[2:] for candidate in one.near if candidate.is_here]
        if kind == "p":
            return [value]
        if kind != "f" or not value.isdecimal() or int(value) not in names_by_number:
            return []
        one = names_by_number[int(value)]
    return [] if one.player is None else [one.player.code]
