"""Printed brackets, read back: number of pages, complete names, legible sizes, nothing off the page."""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.site.test_hostile_names import NAMES
from tests.tournaments.printing.reading import Leaf, fonts_of, read_leaves, squeezed
from tournaments.formats.random_order import shuffle
from tournaments.printing.pdf.bracket_pages import bracket_pages, poster_pages
from tournaments.printing.pdf.brackets import PrintedBracket, PrintedMatch, PrintedSeat
from tournaments.printing.pdf.pages import A3, A4, LETTER, Head, write_pdf
from tournaments.printing.pdf.typography import printable_text, visual_order

HEAD = Head("Crawford Open · Main", "matches to 7 points · Club · 22 November 2026", "As of 14:32")
PAPERS = 100 if os.environ.get("PROVE") == "1" else 6
LONG = "Massimiliano Quattrocchi-Buonaparte"


def a_tree(names: list[str], decided: int = 0) -> PrintedBracket:
    """A knockout of the names in bracket order, byes last; White wins the first `decided` rounds."""
    size = 1
    while size < max(2, len(names)):
        size *= 2
    half = size // 2
    matches = {
        f"1-{line}": PrintedMatch(0, (_first(names, line - 1), _first(names, half + line - 1)))
        for line in range(1, half + 1)
    }
    number, wide = 1, half
    while wide > 1:
        wide //= 2
        for position in range(1, wide + 1):
            sources = (f"{number}-{2 * position - 1}", f"{number}-{2 * position}")
            seats = tuple(_later(matches[source], source, is_known=number <= decided) for source in sources)
            matches[f"{number + 1}-{position}"] = PrintedMatch(number, (seats[0], seats[1]), tag="4")
        number += 1
    winner = matches[f"{number}-1"].seats[0].name if decided >= number else ""
    rounds = tuple(f"Round {n + 1}" for n in range(number))
    return PrintedBracket(rounds, matches, f"{number}-1", winner, "Winner", sheet_label="(%(number)s)")


def _first(names: list[str], at: int) -> PrintedSeat:
    if at < len(names):
        return PrintedSeat(names[at], mark="[1]" if at == 0 else "", points="7")
    return PrintedSeat(hint="bye", is_vacant=True)


def _later(before: PrintedMatch, source: str, *, is_known: bool) -> PrintedSeat:
    if not is_known and not before.seats[1].is_vacant:
        return PrintedSeat(source=source)
    name = before.seats[0].name
    return PrintedSeat(name, short=name.rpartition(" ")[2], source=source, has_won=is_known)


def read(pages: list, language: str = "en") -> list[Leaf]:
    """Write pages to a PDF and read it back; check fonts, sizes and margins, as for every sheet."""
    data = write_pdf(pages, "Bracket", language)
    assert all(font.is_embedded for font in fonts_of(data))
    leaves = read_leaves(data)
    for leaf in leaves:
        for piece in leaf.pieces:
            assert piece.size >= 8, piece
            assert 0 <= piece.x <= piece.x + piece.wide <= leaf.wide + 0.01, piece
            assert piece.size * 0.25 <= piece.y <= leaf.high - piece.size, piece
    return leaves


def missing(leaves: list[Leaf], names: list[str]) -> list[str]:
    """The names that are complete on none of the pages."""
    texts = [leaf.text for leaf in leaves]
    return [name for name in names if not any(has_name(printable_text(name), text) for text in texts)]


def has_name(name: str, text: str) -> bool:
    """Whether a page has a name; of a name in a right-to-left script, each part in visual order."""
    if visual_order(name) == name:
        return squeezed(name) in text
    return all(squeezed(visual_order(part)) in text for part in name.split())


@pytest.mark.parametrize("paper", [A4, LETTER, A3])
@pytest.mark.parametrize("decided", [0, 5])
def test_a_bracket_of_32_long_names_fits_on_one_page(paper, decided):
    names = [f"{LONG} {number}" for number in range(1, 33)]
    leaves = read(bracket_pages(a_tree(names, decided), paper, HEAD))
    assert len(leaves) == 1
    assert missing(leaves, names) == []


def test_a_bracket_of_64_fits_on_one_a3_page():
    names = [f"Giovanni Rossini {number}" for number in range(1, 65)]
    leaves = read(bracket_pages(a_tree(names, 6), A3, HEAD))
    assert len(leaves) == 1
    assert missing(leaves, names) == []


@pytest.mark.parametrize(("entries", "expected"), [(64, 3), (128, 5), (256, 9)])
def test_larger_fields_take_few_pages(entries, expected):
    names = [f"{LONG} {number}" for number in range(1, entries + 1)]
    leaves = read(bracket_pages(a_tree(names, 3), A4, HEAD))
    assert 1 < len(leaves) <= expected
    assert missing(leaves, names) == []


def test_a_bracket_of_256_is_split_into_parts_and_a_page_of_later_rounds():
    names = [f"Giovanni Rossini {number}" for number in range(1, 257)]
    *parts, last = read(bracket_pages(a_tree(names, 2), A4, HEAD))
    first = [[piece for piece in leaf.pieces if "Rossini" in piece.text and piece.x < 40] for leaf in parts]
    assert [len(pieces) for pieces in first] == [32] * 8
    assert len({(leaf.wide, leaf.high) for leaf in (*parts, last)}) == 1
    assert [f"({number})" in last.text for number in (1, 8, 9)] == [True, True, False]
    assert last.text.count("Rossini") == 0
    *_, last = read(bracket_pages(a_tree(names, 8), A4, HEAD))
    assert last.text.count("Rossini") == 15


def test_a_bracket_is_split_only_where_all_paths_are_long_enough():
    whole = a_tree([str(number) for number in range(1, 17)], 4)
    *under, over = whole.split(2)
    assert [(len(part.matches), part.rounds, part.winner_label) for part in under] == [
        (3, ("Round 1", "Round 2"), "Round 3")
    ] * 4
    assert (len(over.matches), over.rounds, over.winner) == (3, ("Round 3", "Round 4"), whole.winner)
    seats = [seat for bout in over.matches.values() if bout.round == 0 for seat in bout.seats]
    assert sorted((seat.hint, seat.name) for seat in seats) == sorted(
        (f"({number})", part.winner) for number, part in enumerate(under, start=1)
    )
    assert whole.split(4) == ()


def test_a_poster_of_32_is_set_in_large_type():
    names = [f"Giovanni Rossini {number}" for number in range(1, 33)]
    leaves = read(poster_pages(a_tree(names), A4, HEAD))
    assert len(leaves) > 1
    assert missing(leaves, names) == []
    sizes = {piece.size for leaf in leaves for piece in leaf.pieces if "Rossini" in piece.text}
    assert min(sizes) >= 11


def test_difficult_names_are_printed_completely():
    leaves = read(bracket_pages(a_tree(list(NAMES), 6), A4, HEAD))
    assert missing(leaves, list(NAMES)) == []


def test_byes_are_left_out_when_a_page_is_short_of_lines():
    names = [f"Giovanni Rossini {number}" for number in range(1, 34)]
    tree = a_tree(names)
    assert len(tree.matches) - len(tree.without_byes().matches) == 31
    leaves = read(bracket_pages(tree, A4, HEAD))
    assert len(leaves) == 1
    assert missing(leaves, names) == []


@pytest.mark.second_stage
@settings(max_examples=PAPERS, deadline=None)
@given(
    entries=st.integers(2, 256),
    decided=st.integers(0, 8),
    longest=st.integers(3, 120),
    seed=st.text("ab", min_size=1),
    paper=st.sampled_from([A4, LETTER, A3]),
    make=st.sampled_from([bracket_pages, poster_pages]),
)
def test_every_name_of_random_fields_is_printed_completely(entries, decided, longest, seed, paper, make):
    letters = shuffle(list("abcdefghijklmnopqrstuvwxyz    "), seed)
    part = ("".join(letters) * 5).strip()
    names = [f"{number}{part[: 3 + number * 7 % longest]}".strip() for number in range(1, entries + 1)]
    leaves = read(make(a_tree(names, decided), paper, HEAD))
    assert missing(leaves, names) == []
    if entries <= 32 and longest <= 30:
        assert make is poster_pages or len(leaves) == 1
