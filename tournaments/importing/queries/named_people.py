"""Names of a list: which people of a club each can mean, and which other names of the list."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from matches import names
from matches.models import Player
from matches.names import fold_name
from matches.short_names import ShortNameIndex, split_short_name
from tournaments.exchange.lists import member_lists
from tournaments.exchange.lists.member_lists import ListedPerson, ListedRecord
from tournaments.importing.queries.listed_records import has_same_contact, is_other_record, is_same_record

# The most names that are asked about because they resemble others.
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
    # The name is a short form of this one.
    is_full: bool = False


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
    # The name is a short form of another one, as "Rossi G." is of "Giovanni Rossi".
    is_short: bool = False

    @property
    def guess(self) -> str:
        """Return the value of the only person whom a short name can mean; "" if there are several or none."""
        people = [one for one in self.near if one.is_full or one.is_here]
        return people[0].value if self.is_short and len(people) == 1 else ""

    @property
    def needs_choice(self) -> bool:
        """Whether somebody has to say who is meant."""
        return bool(self.near) or (self.is_incomplete and self.player is None)


def list_names(names: Sequence[str]) -> tuple[ListedPerson, ...]:
    """Return the people of these names; names equal except for case and accents are one person."""
    first_spellings = {fold_name(name): name for name in reversed(names)}
    return tuple(ListedPerson(name) for name in names if first_spellings[fold_name(name)] == name)


def compare_people(club_people: KnownPeople, people: Sequence[ListedPerson]) -> tuple[NamedPlayer, ...]:
    """Match people of a file with known players; certain only if equal except for case and accents.

    If several people of the file have the name of a player, any of them can be that player. A member with the
    same number, e-mail or, under the same name, year of birth is the person, and one with another number or
    year of birth may be another person.
    """
    players_by_name = group_by_name(club_people.people)
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
        candidates: tuple[NameCandidate, ...] = ()
        if not is_certain:
            others = tuple(_player_candidate(club_people, key) for key in namesakes)
            others = others or _find_candidates_by_record(club_people, person, near.get(number, ()))
            candidates = (*(_twin_candidate(people, twin) for twin in person.possible_twins), *others)
        player = club_people.people[namesakes[0]] if is_certain else None
        if not candidates and not is_shared:
            player = player or club_people.from_undone_imports.get(name)
        matched_names.append(
            replace(
                NamedPlayer(number, person.name, player, candidates, person.line, person.is_incomplete),
                is_shared=is_shared,
                is_short=any(one.is_full for one in candidates),
            )
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


def group_by_name(people: Mapping[int, Player]) -> Mapping[str, list[int]]:
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
        -number: person.name
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
    similar = dict(list(others_by_number.items())[:MAX_FLAGGED])
    for number, others in _find_short_names(names_by_key).items():
        similar[number] = similar.get(number, {}) | others
    return {
        number: tuple(
            replace(
                _player_candidate(club_people, other) if other > 0 else _twin_candidate(people, -other - 1),
                is_full=is_full,
            )
            for other, is_full in others.items()
        )
        for number, others in similar.items()
    }


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
    player = club_people.people[key]
    return NameCandidate(f"p:{player.code}", player.desk_name, True, club_people.descriptions.get(key, ""))
