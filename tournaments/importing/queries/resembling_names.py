"""Players who may be a person of a list under another form of the first name, or another surname."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from matches.first_names import FirstNameIndex, are_forms_of_one_name, get_first_name
from matches.models import Player
from matches.names import fold_name
from tournaments.exchange.lists.member_lists import ListedPerson, ListedRecord
from tournaments.exchange.lists.written_names import split_bracket
from tournaments.importing.queries.listed_records import has_same_contact, has_same_number, is_other_record


def find_resembling_players(
    players: Mapping[int, Player], records: Mapping[int, ListedRecord], people: Sequence[ListedPerson]
) -> dict[int, list[int]]:
    """Return the keys of the players whom the people of a list may be, by number of the person.

    They have the same surname and another form of the first name, as Jon and Jonathan, or the same first name
    and year of birth, as after a marriage. Those of another number or year of birth are left out.
    """
    index = FirstNameIndex({key: player.full_name for key, player in players.items()})
    keys_by_birth: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    for key, record in records.items():
        if key in players and record.birth_year:
            keys_by_birth[get_first_name(players[key].full_name), record.birth_year].append(key)
    keys_by_number: dict[int, list[int]] = {}
    for number, person in enumerate(people):
        name = split_bracket(person.name)[0]
        keys = index.find_other_forms(name)
        first_name, birth_year = get_first_name(name), person.record.birth_year
        if first_name and birth_year:
            keys += keys_by_birth.get((first_name, birth_year), [])
        possible_keys = [key for key in dict.fromkeys(keys) if not is_other_record(records.get(key), person)]
        if possible_keys:
            keys_by_number[number] = possible_keys
    return keys_by_number


def is_evidently(name: str, record: ListedRecord, person: ListedPerson) -> bool:
    """Return whether a player of this name and record is a person of a list, by number, e-mail or phone.

    A number is of one person, an address may be of a family: only the same first name, or a form of it, makes
    it that of the person.
    """
    if is_other_record(record, person) or not has_same_contact(record, person):
        return False
    if has_same_number(record, person):
        return bool(set(fold_name(name).split()) & set(fold_name(person.name).split()))
    one, other = get_first_name(name), get_first_name(person.name)
    return bool(one) and (one == other or are_forms_of_one_name(one, other))
