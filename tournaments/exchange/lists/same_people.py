"""Two rows of one name: the same person twice, two people, or a question. Pure."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from matches.names import sort_name_parts
from tournaments.exchange.lists.reading import (
    ONE_PERSON,
    OPEN,
    TWO_PEOPLE,
    Interview,
    PassedOver,
    PersonRow,
)

REPEATED = "repeated"
EARLIER, LATER = "earlier", "later"
IDENTITIES = ("number", "email", "birth", "birth_year")


def settle_same_people(
    persons: Sequence[PersonRow], interview: Interview, *, later_counts: bool = False
) -> tuple[list[PersonRow], list[PassedOver]]:
    """Return the persons without those of earlier rows once more, and the rows left out for it.

    `later_counts`: of two answers of one person to an online form the later one counts, if nothing else is
    chosen.
    """
    remaining: list[PersonRow] = []
    passed: list[PassedOver] = []
    places: defaultdict[str, list[int]] = defaultdict(list)
    for person in persons:
        key = sort_name_parts(person.name)
        repeated = None
        for place in places[key]:
            if _is_repeated(remaining[place], person, interview, later_counts=later_counts):
                repeated = place
                break
        if repeated is None:
            places[key].append(len(remaining))
            remaining.append(person)
            continue
        first = remaining[repeated]
        if later_counts and interview.get_answer(_make_key(first, person)) != EARLIER and first != person:
            remaining[repeated], left_out = person, first
        else:
            left_out = person
        passed.append(PassedOver(left_out.line, left_out.name, REPEATED, remaining[repeated].line))
    return remaining, passed


def _make_key(one: PersonRow, other: PersonRow) -> str:
    return f"twice:{one.line}-{other.line}"


def _is_repeated(one: PersonRow, other: PersonRow, interview: Interview, *, later_counts: bool) -> bool:
    """Return whether two persons of one name are the same; asks unless equal rows identify one."""
    evidence = _compare(one, other)
    if replace(one, line=0, position="") == replace(other, line=0, position="") and evidence == ONE_PERSON:
        return True
    facts = {"name": one.name, "other_name": other.name}
    if later_counts and evidence == ONE_PERSON:
        answer = interview.ask(
            "twice",
            place=f"{one.line}-{other.line}",
            lines=(one.line, other.line),
            facts=facts,
            choices=(LATER, EARLIER, TWO_PEOPLE),
            guess=LATER,
        )
        return answer != TWO_PEOPLE
    answer = interview.ask(
        "same_person",
        place=f"{one.line}-{other.line}",
        lines=(one.line, other.line),
        facts=facts,
        choices=(ONE_PERSON, TWO_PEOPLE),
        guess=evidence,
    )
    # Without an answer nothing is stored; the preview shows one.
    return answer != TWO_PEOPLE


def _compare(one: PersonRow, other: PersonRow) -> str:
    """Return what the rows say: one person, two people, or nothing."""
    pairs = [(getattr(one, name), getattr(other, name)) for name in IDENTITIES]
    known_values = [(_fold(first), _fold(second)) for first, second in pairs if first and second]
    equal = [first == second for first, second in known_values]
    if not equal:
        origins = ((one.city, other.city), (one.club, other.club))
        has_other_origin = any(all(pair) and _fold(pair[0]) != _fold(pair[1]) for pair in origins)
        return TWO_PEOPLE if has_other_origin else OPEN
    if all(equal):
        return ONE_PERSON
    return OPEN if any(equal) else TWO_PEOPLE


def _fold(value: object) -> object:
    return value.casefold() if isinstance(value, str) else value
