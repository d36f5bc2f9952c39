"""The check of a draw: who is in it, that byes are apart, and that the lines follow from the seed.

The guarantees they check are those of `findings.Guarantee`.
"""

from collections.abc import Collection, Mapping, Sequence

from tournaments.verification.checker import pairing
from tournaments.verification.checker.checked_state import CheckedState, Payload
from tournaments.verification.checker.draw_lines import has_drawn_blocks, list_expected_lines
from tournaments.verification.checker.findings import Guarantee
from tournaments.verification.checker.formats import format_of
from tournaments.verification.checker.separations import Tag
from tournaments.verification.checker.stages import ENTRIES, LIVES, CheckedStage

MET = "met"


def check_draw(state: CheckedState, stage: CheckedStage, payload: Payload, lines: Sequence[int]) -> None:
    """Check I1, I6, I7, I16 and I18 of a draw."""
    entries = sorted(entry for entry in lines if entry)
    playing = _list_playing(state, stage, entries)
    is_whole = state.log.expect(
        entries == playing, Guarantee.EACH_PLAYS_ONCE, "not_everybody_drawn", flight=stage.key
    )
    seeds = [int(number) for number in payload["seeds"]]
    if format_of(stage).is_knockout:
        _check_byes(state, stage, lines, seeds)
    if format_of(stage).is_play_off and stage.origin == LIVES:
        _check_who_sits_out(state, stage, lines)
    if is_whole and set(seeds) <= set(entries):
        tags = _list_tags(state, stage, entries)
        expected = list_expected_lines(stage, entries, seeds, str(payload["seed"]), tags)
        is_repeated = expected is None or expected == list(lines)
        state.log.expect(is_repeated, Guarantee.LINES_OF_SEED, "lines_not_by_lots", flight=stage.key)


def _list_playing(state: CheckedState, stage: CheckedStage, drawn_entries: Sequence[int]) -> list[int]:
    """Return the entries that must be on the lines.

    These are all eligible entries who are present. Of split flights and mini knockouts the drawn entries are
    returned, after a check that each is eligible.
    """
    possible_entries = pairing.eligible_entries(state, stage) - state.staying_out
    is_alone = stage.origin != ENTRIES or sum(other.origin == ENTRIES for other in state.plan) == 1
    if "rolling" not in stage.options and is_alone:
        return sorted(possible_entries)
    unexpected_entries = sorted(set(drawn_entries) - possible_entries)
    facts = {"flight": stage.key, "entry": min(unexpected_entries, default=0)}
    state.log.expect(not unexpected_entries, Guarantee.KNOWN_OPPONENTS, "line_of_nobody", **facts)
    return list(drawn_entries)


def _check_byes(state: CheckedState, stage: CheckedStage, lines: Sequence[int], seeds: Sequence[int]) -> None:
    """Check that "the top seeds get them first, two byes never meet"."""
    pairs = list(zip(lines[::2], lines[1::2], strict=False))
    state.log.expect((0, 0) not in pairs, Guarantee.BYES_LOSE, "bye_meets_bye", flight=stage.key)
    free = [number for pair in pairs if 0 in pair for number in pair if number]
    # "A bye belongs to a number, so inside a block the draw decides who gets it."
    seeds_with_byes = [] if has_drawn_blocks(stage) else list(seeds[: len(free)])
    is_right = set(seeds_with_byes) <= set(free)
    state.log.expect(
        is_right, Guarantee.BYES_LOSE, "bye_not_with_the_seeds", flight=stage.key, seeds=seeds_with_byes
    )


def _check_who_sits_out(state: CheckedState, stage: CheckedStage, lines: Sequence[int]) -> None:
    """Check that "one of the players with the fewest byes is drawn to sit out"."""
    byes = dict.fromkeys(lines, 0)
    for source in stage.sources:
        for entry, count in pairing.count_byes(state, source).items():
            byes[entry] = byes.get(entry, 0) + count
    is_right = not lines or byes[lines[0]] == min(byes[entry] for entry in lines)
    entry = lines[0] if lines else 0
    state.log.expect(is_right, Guarantee.BYE_OF_LOWEST_SCORE, "sits_out_again", flight=stage.key, entry=entry)


def _list_tags(
    state: CheckedState, stage: CheckedStage, entries: Collection[int]
) -> Mapping[int, Collection[Tag]]:
    """Return what a draw keeps apart: details of the entries and, if wished, their earlier meetings."""
    tags: dict[int, set[Tag]] = {entry: set(state.tags.get(entry, ())) for entry in entries}
    if MET not in stage.options.get("apart", ()):
        return tags
    for name in state.seating.nodes:
        outcome = state.seating.outcome(name)
        if outcome.is_contested and outcome.white in tags and outcome.black in tags:
            pair = sorted((outcome.white, outcome.black))
            for entry in pair:
                tags[entry].add((MET, f"{pair[0]}-{pair[1]}"))
    return tags
