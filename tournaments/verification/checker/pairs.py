"""The pairs of a doubles event: two people each, and nobody in two entries.

An event file lists the people of its pairs too; a file for the checker alone may leave out who they are.
"""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from tournaments.verification.checker.checked_state import CheckedState
from tournaments.verification.checker.findings import Guarantee

SEPARATOR = " / "
# What tells people of one name apart: "Anna Rossi (Roma)".
MARK = re.compile(r" \([^()]*\)")


def check_pairs(state: CheckedState) -> None:
    """Check I1 and I18: a pair has the two people that its name says, and each plays in one entry."""
    listed = state.event.get("players", {})
    # One player in two entries is another finding.
    playing = {player for entry, player in state.players.items() if ("", entry) not in state.withdrawn}
    counts = Counter(person for player in playing for person in _list_people(listed, player))
    for entry, player in state.players.items():
        people = _list_people(listed, player)
        if people != [player]:
            are_single = all(one in listed and "pair" not in listed[one] for one in people)
            is_known = are_single and len(set(people)) == len(people) == 2
            state.log.expect(is_known, Guarantee.KNOWN_OPPONENTS, "pair_of_strangers", entry=entry)
            names = SEPARATOR.join(str(listed.get(one, {}).get("name", "")) for one in people)
            is_named = not is_known or MARK.sub("", str(listed[player]["name"])) == MARK.sub("", names)
            state.log.expect(is_named, Guarantee.KNOWN_OPPONENTS, "pair_named_otherwise", entry=entry)
        is_once = all(counts[one] <= 1 for one in people)
        state.log.expect(is_once, Guarantee.EACH_PLAYS_ONCE, "partner_twice", entry=entry)


def _list_people(listed: Mapping[str, Any], player: str) -> list[str]:
    """Return the people of an entry: both of a pair, else the player."""
    return list(listed.get(player, {}).get("pair", ())) or [player]
