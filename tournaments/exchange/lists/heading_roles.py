"""The roles of a row of headings: each heading by itself, then by those beside it. Pure."""

import re
from collections.abc import Sequence

from tournaments.exchange.lists.headings import (
    FIRST,
    IGNORED,
    LAST,
    LENGTH,
    LOSER,
    NAME,
    ONE,
    ONE_FIRST,
    OTHER,
    OTHER_FIRST,
    RESULT,
    SCORE_ONE,
    SCORE_OTHER,
    TIMESTAMP,
    WINNER,
    WON,
    find_form_role,
    find_languages,
    find_role,
    fold_heading,
)
from tournaments.exchange.lists.points_headings import find_points_of_each, find_side

# Behind the heading of a player: "Cognome 1", "Nome B".
SIDE = re.compile(r"\s*[12ab]$")
OF_RESULTS = frozenset((RESULT, SCORE_ONE, SCORE_OTHER, WINNER))


def find_roles(headings: Sequence[str]) -> tuple[str, ...]:
    """Return the role of every column of a row of headings, each role once, the first column of it.

    A column "Name" beside one for first names is that of surnames, and "Nome" beside "Cognome" that of first
    names. An online form, known by its time stamp, has questions as headings.
    """
    languages = find_languages(headings)
    outcome = [find_role(heading, languages) for heading in headings]
    if TIMESTAMP in outcome:
        outcome = [role or find_form_role(heading) for role, heading in zip(outcome, headings, strict=True)]
    outcome = _settle_name_pairs(outcome, headings, languages)
    outcome = _settle_names(_settle_winner(_settle_points(_settle_opponents(outcome), headings)))
    used: set[str] = set()
    roles = []
    for role in outcome:
        roles.append(IGNORED if role in used else role)
        used.add(role)
    return tuple(roles)


def _settle_name_pairs(roles: list[str], headings: Sequence[str], languages: Sequence[str]) -> list[str]:
    """Return the roles with two columns of surnames beside a result, with first names, as the players'."""
    parts = []
    for heading, role in zip(headings, roles, strict=True):
        base = SIDE.sub("", fold_heading(heading))
        base_role = role if role in (FIRST, LAST, NAME) else find_role(base, languages) if not role else ""
        parts.append(base_role if base_role in (FIRST, LAST, NAME) else "")
    parts = _settle_names(parts)
    lasts = [column for column, part in enumerate(parts) if part == LAST]
    firsts = [column for column, part in enumerate(parts) if part == FIRST]
    if len(lasts) != 2 or len(firsts) != 2 or OF_RESULTS.isdisjoint(roles):
        return roles
    outcome = list(roles)
    outcome[lasts[0]], outcome[lasts[1]] = ONE, OTHER
    outcome[firsts[0]], outcome[firsts[1]] = ONE_FIRST, OTHER_FIRST
    return outcome


def _settle_opponents(roles: list[str]) -> list[str]:
    """Return the roles with two columns of names as those of both players; two of points are no length.

    Pairings of programs for Swiss tournaments have name and points on both sides of the result.
    """
    names = [column for column, role in enumerate(roles) if role == NAME]
    if len(names) != 2 or RESULT not in roles:
        return roles
    outcome = [IGNORED if role == LENGTH and roles.count(LENGTH) > 1 else role for role in roles]
    outcome[names[0]], outcome[names[1]] = ONE, OTHER
    return outcome


def _settle_points(roles: list[str], headings: Sequence[str]) -> list[str]:
    """Return the roles with two columns of points, such as "Points W" and "Points L", as theirs.

    The letters are those with which the headings of the players begin, in any language. Of two columns of one
    heading, such as "Points", each has those of the player on its side.
    """
    first = ONE if ONE in roles else WINNER
    second = LOSER if LOSER in roles and first == WINNER else OTHER
    if first not in roles or second not in roles:
        return roles
    pair = find_points_of_each([fold_heading(heading) for heading in headings])
    if pair and RESULT not in _leave_out(roles, pair):
        order = pair if roles.index(first) < roles.index(second) else pair[::-1]
        outcome = [IGNORED if role in (SCORE_ONE, SCORE_OTHER) else role for role in roles]
        outcome[order[0]], outcome[order[1]] = SCORE_ONE, SCORE_OTHER
        return outcome
    if RESULT in roles:
        return roles
    players = [fold_heading(headings[roles.index(role)]) for role in (first, second)]
    sides = [find_side(fold_heading(heading), players) for heading in headings]
    if sides.count(0) != 1 or sides.count(1) != 1:
        return roles
    outcome = [IGNORED if role in (SCORE_ONE, SCORE_OTHER) else role for role in roles]
    outcome[sides.index(0)], outcome[sides.index(1)] = SCORE_ONE, SCORE_OTHER
    return outcome


def _leave_out(roles: Sequence[str], columns: Sequence[int]) -> list[str]:
    """Return the roles of the other columns."""
    return [role for column, role in enumerate(roles) if column not in columns]


def _settle_winner(roles: list[str]) -> list[str]:
    """Return the roles with a column "Won?" beside both players as that of the winner."""
    if {ONE, OTHER} <= set(roles) and {WINNER, RESULT, SCORE_ONE, SCORE_OTHER}.isdisjoint(roles):
        return [WINNER if role == WON else role for role in roles]
    return roles


def _settle_names(roles: list[str]) -> list[str]:
    has_first, has_last = FIRST in roles, LAST in roles
    if NAME in roles and has_first and not has_last:
        return [LAST if role == NAME else role for role in roles]
    if NAME in roles and has_last and not has_first:
        return [FIRST if role == NAME else role for role in roles]
    if has_last and not has_first and NAME not in roles:
        return [NAME if role == LAST else role for role in roles]
    if has_first and not has_last and NAME not in roles:
        return [NAME if role == FIRST else role for role in roles]
    return roles
