"""Rules of brackets that other programs publish: seeds, byes, and where losers go."""

from collections.abc import Callable, Sequence

from tests.peers.brackets import draw_bracket, list_pairings, list_round, play_by_rule
from tests.peers.cases import Case, each_case, each_difference, get_expected
from tests.tournaments.event_simulation import Event, payload_of
from tournaments.formats import FORMATS
from tournaments.formats.graph import Graph, Origin
from tournaments.formats.seed_lines import draw_lines, place_on_lines
from tournaments.formats.seeding import default_seed_count, seed_blocks

SEED = "5e" * 16


@each_case("seed_lines")
def test_the_seeds_are_on_the_same_lines(case: Case) -> None:
    entries = range(1, case["input"]["entries"] + 1)
    lines = place_on_lines(entries, case["input"]["sheet"])
    assert {"lines": list(lines)} == get_expected(case)


@each_case("seeds_count")
def test_as_many_entries_are_seeded(case: Case) -> None:
    assert {"seeds": default_seed_count(case["input"]["entries"])} == get_expected(case)


@each_case("seed_blocks")
def test_seeds_are_drawn_in_the_same_blocks(case: Case) -> None:
    blocks = [list(range(first, last + 1)) for first, last in seed_blocks(case["input"]["lines"])]
    assert {"blocks": blocks} == get_expected(case)


@each_case("byes")
def test_the_byes_are_spread_alike(case: Case) -> None:
    entries = range(1, case["input"]["entries"] + 1)
    lines = draw_lines(entries, tuple(entries)[: default_seed_count(len(entries))], SEED)
    assert len(lines) == case["input"]["lines"]
    ours: dict[str, object] = {
        "byes": lines.count(0),
        "byes_by_half": count_byes(lines, 2),
        "byes_by_quarter": count_byes(lines, 4),
    }
    expected = get_expected(case)
    assert {part: ours[part] for part in expected} == expected


def count_byes(lines: Sequence[int], parts: int) -> list[int]:
    size = len(lines) // parts
    return [lines[start : start + size].count(0) for start in range(0, len(lines), size)]


@each_case("lowest_place")
def test_a_loser_of_each_round_can_still_get_the_same_lowest_place(case: Case) -> None:
    formats = {"knockout": "knockout", "all losers of the main bracket feed one backdraw": "double"}
    options = {"format": formats[case["input"]["format"]], "sheet": "standard", "final": "none"}
    graph = draw_bracket(range(1, case["input"]["lines"] + 1), options).state.graph
    lowest = {str(number): find_lowest_place(graph, number) for number in range(1, graph.rounds("main") + 1)}
    assert {"lowest_place_of_loser_of_main_round": lowest} == get_expected(case)


def find_lowest_place(graph: Graph, main_round: int) -> int:
    """The lowest place of a loser of this round, in the backdraw if they go on there."""
    lost = list_round(graph, "main", main_round)[0]
    next_pairings = [
        pairing
        for pairing in graph.of("backdraw")
        if any(source.origin is Origin.LOSER and source.pairing == lost.id for source in pairing.sources)
    ]
    return max(pairing.loser_range[1] for pairing in next_pairings or [lost])


def play_two_second_round_matches_of_players_with_byes(event: Event) -> None:
    (opening,) = (placed for placed in event.playable if event.state.graph.by_id[placed.id].round == 1)
    event.append("settled", payload_of(opening, "white"))
    had_byes = [placed for placed in event.playable if not {opening.white, opening.black} & set(placed.seats)]
    for placed in had_byes[:2]:
        event.append("settled", payload_of(placed, "white"))


def play_two_rounds_that_players_with_byes_win(event: Event) -> None:
    """The better numbers have the byes."""
    for _ in range(2):
        for placed in [one for one in event.playable if event.state.graph.by_id[one.id].flight == "main"]:
            winner = "white" if placed.white == min(filter(None, placed.seats)) else "black"
            event.append("settled", payload_of(placed, winner))


COURSES: dict[str, Callable[[Event], None]] = {
    "the only first-round match, then two second-round matches between players who all had byes": (
        play_two_second_round_matches_of_players_with_byes
    ),
    "all 8 first-round matches played; then every player with a bye wins their first match": (
        play_two_rounds_that_players_with_byes_win
    ),
}


@each_case("consolation_entry")
def test_as_many_players_have_entered_the_consolation(case: Case) -> None:
    entries = range(1, case["input"]["entries"] + 1)
    event = draw_bracket(entries, {"format": case["input"]["format"], "sheet": "standard"})
    assert len(event.state.lines) == case["input"]["lines"]
    COURSES[case["input"]["results"]](event)
    graph = event.state.graph
    players = {seat for pairing in graph.of("consolation") for seat in event.board[pairing.id].seats if seat}
    assert {"in_consolation": len(players)} == get_expected(case)


@each_difference("drop_table")
def test_every_loser_of_a_round_drops_to_a_line_of_their_own_though_not_to_the_same(case: Case) -> None:
    assert case["input"]["fed"] == "all rounds"
    options = {"format": "double", "sheet": "standard"}
    graph = draw_bracket(range(1, case["input"]["lines"] + 1), options).state.graph
    there = case["expected"]["losers_fall_on"]
    ours = {name: find_drop_lines(graph, int(name.removeprefix("main round "))) for name in there}
    assert {name: sorted(lines) for name, lines in ours.items()} == {
        name: sorted(lines) for name, lines in there.items()
    }
    assert ours != there


def find_drop_lines(graph: Graph, main_round: int) -> list[int]:
    """For each pairing of a round the pairing of the backdraw, by its position, to which its loser drops."""
    positions = {
        source.pairing: pairing.position
        for pairing in graph.of("backdraw")
        for source in pairing.sources
        if source.origin is Origin.LOSER
    }
    return [positions[pairing.id] for pairing in list_round(graph, "main", main_round)]


@each_difference("lucky_draw")
def test_a_draw_in_which_losers_are_let_in_again_is_not_offered(case: Case) -> None:
    """There every odd round takes in a loser or has a bye; here the byes are all in the first round."""
    assert not [name for name in FORMATS if "lucky" in name]
    event = draw_bracket(range(1, case["input"]["entries"] + 1), {"format": "knockout", "sheet": "standard"})
    play_by_rule(event)
    matches = [len([pair for pair in pairs if all(pair)]) for pairs in list_pairings(event).values()]
    assert matches != case["expected"]["matches_by_round"]
