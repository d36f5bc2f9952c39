"""Headings that name both parts of a name, such as "Surname, First" and "Name, Vorname". Pure."""

from collections.abc import Mapping

from tournaments.exchange.lists.token_sets import make_tokens

BETWEEN = make_tokens("and und et e y og och ve i o of or the en")
MOST_TERMS = 3


def is_of_whole_name(heading: str, roles: Mapping[str, str], first: str, last: str) -> bool:
    """Return whether a folded heading names first name and surname, and nothing else.

    `roles` are those of the headings of one language, `first` and `last` those of the two parts. A plain
    "name" is the surname beside a first name.
    """
    tokens = [token for token in heading.split() if token not in BETWEEN]
    roles_found: set[str] = set()
    place = 0
    while place < len(tokens):
        for count in range(min(MOST_TERMS, len(tokens) - place), 0, -1):
            part = " ".join(tokens[place : place + count])
            role = roles.get(part, "")
            if role in (first, last) or part == "name":
                roles_found.add(role or last)
                place += count
                break
        else:
            return False
    return len(roles_found) > 1
