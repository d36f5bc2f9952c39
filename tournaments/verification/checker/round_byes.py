"""Who may have the bye of a round, in Swiss rounds and in rounds for lives."""

from collections.abc import Collection, Mapping
from typing import Any

from tournaments.verification.checker.findings import FindingLog, Guarantee
from tournaments.verification.checker.matching import can_all_meet
from tournaments.verification.checker.round_fields import Pair

# The number of byes so far, then the score or the lives: the lowest of these has the bye.
Record = tuple[int, int]


def check_bye(
    log: FindingLog,
    given: int,
    records: Mapping[int, Record],
    barred: Collection[Pair],
    facts: Mapping[str, Any],
) -> bool:
    """Check I7: the bye went to a player of the lowest record without whom the others can be paired.

    "The bye goes to a player with the fewest byes so far, of the lowest score"; in rounds for lives "no
    player sits out a second time before all remaining players have; the bye goes to one of the worst record".
    """
    better = [
        one
        for one in records
        if records[one] < records[given]
        and can_all_meet([entry for entry in records if entry != one], barred)
    ]
    is_first = log.expect(
        all(records[one][0] == records[given][0] for one in better),
        Guarantee.BYE_OF_LOWEST_SCORE,
        "bye_twice",
        **facts,
        entry=given,
    )
    if is_first:
        log.expect(not better, Guarantee.BYE_OF_LOWEST_SCORE, "bye_not_lowest", **facts, entry=given)
    return not better
