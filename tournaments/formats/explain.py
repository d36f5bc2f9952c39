"""Why each line of a stage that hangs on others is fed as it is: drop slots, byes and crossed places."""

from collections.abc import Mapping, Sequence

from tournaments.formats.consolation import fed_rounds
from tournaments.formats.drops import fallen, joining_round, masks
from tournaments.formats.feeds import hung
from tournaments.formats.field import Origin, Pairing, Source
from tournaments.formats.plan import LOSERS, Stage
from tournaments.formats.reasons import Fact, Reason, because


def explained(stage: Stage, pairings: Sequence[Pairing]) -> Mapping[int, tuple[Reason, ...]]:
    """The reasons by line from 1; `pairings` are all that were drawn before the stage."""
    sources = hung(stage, pairings)
    if stage.feed.origin == LOSERS and stage.format == "feed_in":
        return _dropped(stage, sources, {pairing.id: pairing for pairing in pairings})
    return {line: _plain(line, source) for line, source in enumerate(sources, start=1)}


def _plain(line: int, source: Source) -> tuple[Reason, ...]:
    if source.origin is Origin.PLACE:
        group = int(source.flight.rpartition("_")[2]) if "_" in source.flight else 0
        return (because("place_crossed", group=group, place=source.place, number=line),)
    if source.origin is Origin.FIRST_LOSS:
        return (because("drop_first_match", pairing=source.pairing),)
    if source.origin is Origin.LOSER:
        return (because("drop_pooled", pairing=source.pairing, number=line),)
    if source.origin is Origin.WINNER:
        return (because("winner_goes_on", pairing=source.pairing),)
    return ()


def _dropped(
    stage: Stage, sources: Sequence[Source], known: Mapping[str, Pairing]
) -> dict[int, tuple[Reason, ...]]:
    """Losers by the drop table: their round, the mask that moved them, and the first possible rematch."""
    width, rounds = fed_rounds(len(sources))
    size = width.bit_length()
    ahead = 1 if stage.options.get("starters") else 0
    spots = {
        (pair.round, pair.position): name for name, pair in known.items() if pair.flight == stage.feed.flight
    }
    table = masks(size, rounds, _is_turned(sources, width, known) and not ahead)
    reasons: dict[int, tuple[Reason, ...]] = {}
    line = 0
    for number, mask in enumerate(table, start=1):
        for at in range(1, (width >> (number - 1)) + 1):
            line += 1
            sender = spots.get((number - ahead, fallen(at, mask)), "")
            if sender == sources[line - 1].pairing:
                bits = format(mask, f"0{max(size - number, 1)}b")
                reasons[line] = (_drop(sender, number, bits, _rematch(table, size, number)),)
            elif sender:
                reasons[line] = (because("drop_of_bye", pairing=sender),)
    return reasons


def _drop(sender: str, number: int, bits: str, rematch: int) -> Reason:
    facts: dict[str, Fact] = {"round": joining_round(number), "mask": bits, "rematch": rematch}
    return because("drop_slot", pairing=sender, **facts)


def _is_turned(sources: Sequence[Source], width: int, known: Mapping[str, Pairing]) -> bool:
    """Whether the losers of the second round changed neighbours because of byes side by side."""
    second = sources[width : width + width // 2]
    return any(
        (known[source.pairing].position - 1 ^ at) & 1 for at, source in enumerate(second) if source.pairing
    )


def _rematch(table: Sequence[int], size: int, number: int) -> int:
    """The first round in which losers of a main round can meet somebody they met there; 0: never."""
    others = [other for other in range(1, len(table) + 1) if other != number]
    return min((_meeting(table, size, *sorted((number, other))) for other in others), default=0)


def _meeting(table: Sequence[int], size: int, early: int, late: int) -> int:
    width = size - late
    apart = ((table[early - 1] >> (late - early)) ^ table[late - 1]).bit_length()
    level = size - 1 - (width - apart)
    fed = len(table)
    if not apart:
        return joining_round(late)
    return 2 * level - 1 if level <= fed else fed + level - 1
