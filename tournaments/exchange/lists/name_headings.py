"""Headings that name both parts of a name, such as "Surname, First" and "Name, Vorname". Pure."""

from collections.abc import Mapping

from tournaments.exchange.lists.token_sets import make_tokens

# Beside a first name it is the surname, beside a surname the first name.
NAME = "name"
BETWEEN = make_tokens("and und et e y og och ve i o of or the en")
MOST_TERMS = 3


def is_of_whole_name(heading: str, roles: Mapping[str, str], first: str, last: str) -> bool:
    """Return whether a folded heading names first name and surname, and nothing else.

    `roles` are those of the headings of one language, `first` and `last` those of the two parts. A plain
    "name" is the surname beside a first name.
    """
    return len(set(_list_parts(heading, roles, first, last))) > 1


def is_surname_first(heading: str, roles: Mapping[str, str], first: str, last: str) -> bool:
    """Return whether a folded heading names the surname before the first name: "cognome e nome"."""
    parts = _list_parts(heading, roles, first, last)
    return len(parts) == 2 and (parts == [last, first] or parts in ([last, NAME], [NAME, first]))


def _list_parts(heading: str, roles: Mapping[str, str], first: str, last: str) -> list[str]:
    """Return the parts of a name that a heading names, in its order; none if it names something else."""
    tokens = [token for token in heading.split() if token not in BETWEEN]
    parts: list[str] = []
    place = 0
    while place < len(tokens):
        for count in range(min(MOST_TERMS, len(tokens) - place), 0, -1):
            part = " ".join(tokens[place : place + count])
            role = roles.get(part, "")
            if role in (first, last) or part == NAME:
                parts.append(role if role in (first, last) else NAME)
                place += count
                break
        else:
            return []
    return parts
