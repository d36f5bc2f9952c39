"""Names in capitals, or with a surname in capitals: the usual spelling is proposed. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from matches.names import NAME_SUFFIXES
from tournaments.exchange.lists.reading import AS_WRITTEN, TAKE, Interview, PersonRow
from tournaments.exchange.lists.written_names import (
    is_capital_token,
    is_in_capitals,
    lower_capitals,
    split_bracket,
)

# A shorter part in capitals can be initials: "AJ Smith".
SURE_LETTERS = 3
TURKISH_LETTERS = "İıĞğŞş"


def settle_capitals(
    persons: Sequence[PersonRow], interview: Interview, *, have_own_questions: bool = False
) -> tuple[PersonRow, ...]:
    """Ask once about the names with capitals of a list, and return the persons with their names.

    `have_own_questions`: a few names all in capitals among others have had a question each.
    """
    are_single = have_own_questions and _are_few_in_capitals(persons)
    of_list = [
        person
        for person in persons
        if has_capitals(person.name) and not (are_single and is_in_capitals(person.name))
    ]
    if not of_list:
        return tuple(persons)
    first = of_list[0].name
    answer = interview.ask(
        "capitals_of_list",
        lines=tuple(person.line for person in of_list),
        facts={"name": first, "other_name": write_usual_spelling(first)},
        choices=(TAKE, AS_WRITTEN),
        guess=AS_WRITTEN if _has_turkish_letters(persons) else TAKE,
    )
    if answer != TAKE:
        return tuple(persons)
    lines = {person.line for person in of_list}
    return tuple(
        replace(person, name=write_usual_spelling(person.name)) if person.line in lines else person
        for person in persons
    )


def _has_turkish_letters(persons: Sequence[PersonRow]) -> bool:
    """Return whether names have letters of Turkish, in which a capital I may be of either small letter."""
    return any(letter in TURKISH_LETTERS for person in persons for letter in person.name)


def _are_few_in_capitals(persons: Sequence[PersonRow]) -> bool:
    count = sum(is_in_capitals(person.name) for person in persons)
    return count * 2 <= len(persons)


def has_capitals(name: str) -> bool:
    """Return whether a name of several parts has one of several letters in capitals."""
    tokens = split_bracket(name)[0].split()
    return len(tokens) > 1 and any(map(_is_sure, tokens))


def write_usual_spelling(name: str) -> str:
    """Return a name with its parts in capitals written as usual: "Pietro DE LUCA" is Pietro De Luca.

    What is in brackets behind it stays as it is.
    """
    plain = split_bracket(name)[0]
    tokens = [lower_capitals(token) if _is_lowered(token) else token for token in plain.split()]
    return f"{' '.join(tokens)}{name[len(plain) :]}"


def _is_sure(token: str) -> bool:
    return _is_lowered(token) and sum(map(str.isalpha, token)) >= SURE_LETTERS


def _is_lowered(token: str) -> bool:
    """Return whether a part is in capitals and no initial, suffix such as "III", or name with figures."""
    letters = sum(map(str.isalpha, token))
    return letters > 1 and is_capital_token(token) and token.casefold().strip(".") not in NAME_SUFFIXES
