"""Numbers and texts in brackets behind the names of a file: they tell players apart, or are seeds."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from matches.names import fold_name
from matches.short_names import ShortNameIndex
from tournaments.exchange.lists.written_names import split_bracket
from tournaments.exchange.past_results import ParsedResults
from tournaments.importing.queries.listed_names import KnownPeople, get_known_people
from tournaments.models import Club

LARGEST_SEED = 999


def drop_seeds(club: Club, results: ParsedResults) -> ParsedResults:
    """Return the results without the numbers behind names that tell nobody from anybody else.

    A number stays if the file has the name with another number or without any, if several people of the club
    have the name, or if the one who has it has another member number. Six queries if names have numbers.
    """
    seeds = {name: base for name in results.names if (base := _take_seed(name))}
    if not seeds:
        return results
    forms: defaultdict[str, set[str]] = defaultdict(set)
    for name in results.names:
        forms[fold_name(split_bracket(name)[0])].add(fold_name(name))
    people = get_known_people(club, list(seeds.values()))
    dropped = {
        name: base
        for name, base in seeds.items()
        if len(forms[fold_name(base)]) == 1 and not _tells_apart(people, name)
    }
    return _rename(results, dropped)


def _take_seed(name: str) -> str:
    """Return a name without its number; "" if it has none, or one that is no seed."""
    base, mark = split_bracket(name)
    return base if mark.isdecimal() and int(mark) <= LARGEST_SEED else ""


def _tells_apart(people: KnownPeople, name: str) -> bool:
    base, mark = split_bracket(name)
    keys = people.select_persons(people.keys_by_name.get(fold_name(base), ()))
    if not keys:
        full_names = ShortNameIndex({key: each.full_name for key, each in people.people.items()})
        is_marked = bool(people.select_marked(full_names.find_full_names(base), mark))
        return is_marked or fold_name(name) in people.keys_by_name
    record = people.records.get(keys[0])
    return len(keys) > 1 or (record is not None and bool(record.number) and record.number != mark)


def _rename(results: ParsedResults, names: Mapping[str, str]) -> ParsedResults:
    return replace(
        results,
        rows=tuple(
            replace(row, one=names.get(row.one, row.one), other=names.get(row.other, row.other))
            for row in results.rows
        ),
        places=tuple(replace(row, name=names.get(row.name, row.name)) for row in results.places),
        points=tuple(replace(row, name=names.get(row.name, row.name)) for row in results.points),
    )
