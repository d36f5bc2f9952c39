"""Names in any script are printed letter by letter in embedded fonts, and none is cut."""

import pytest

from tests.tournaments.printing.reading import Leaf, fonts_of, read_leaves, squeezed
from tests.tournaments.printing.test_draw_sheets import HEAD, a_tree, missing, read
from tournaments.printing.pdf.bracket_pages import bracket_pages
from tournaments.printing.pdf.lists import Block, Column, list_pages
from tournaments.printing.pdf.pages import A4, Head, write_pdf
from tournaments.printing.pdf.typography import (
    BOLD,
    EAST_ASIAN,
    EMOJI,
    MISSING_LETTER,
    PLAIN,
    SMALLEST,
    Run,
    fit_text,
    font_runs,
    is_printable,
    printable_text,
    width,
)

LACKING = Head("Rating", "", "As of 14:32", missing_letter_note="▯: not to be had")
EAST_ASIA = ("山田太郎", "さくら もも", "ミシェル・田中", "王小明", "陳冠宇", "习近平", "김민준", "이서연 박")
EMOJI_NAMES = ("Anna 🎲 Rossi", "😀 Luca", "Rossi 🇮🇹", "Ángel ❤ Núñez", "🥳🫠")
OTHERS = ("Бронштейн", "Παπαδόπουλος", "გიორგი", "Müller 山田 🎲")


def a_list(names: tuple[str, ...], head: Head = HEAD) -> tuple[bytes, list[Leaf]]:
    rows = tuple((name,) for name in names)
    data = write_pdf(list_pages([Block("", (Column("名前"),), rows)], A4, head), "List", "en")
    return data, read_leaves(data)


@pytest.mark.parametrize("name", [*EAST_ASIA, *EMOJI_NAMES, *OTHERS])
def test_a_name_of_any_script_is_read_back_letter_by_letter(name: str) -> None:
    data, leaves = a_list((name,))

    assert is_printable(name)
    assert squeezed(name) in leaves[0].text
    assert all(font.is_embedded for font in fonts_of(data))


@pytest.mark.parametrize(
    ("name", "set_as"),
    [
        ("👨‍👩‍👧", "👨👩👧"),
        ("👍🏽 ❤️", "👍 ❤"),
        ("𝒥ohn", "John"),
        ("ﾀﾅｶ ﾊﾞﾝ", "タナカ バン"),
        ("สม", MISSING_LETTER * 2),
    ],
)
def test_unprintable_letters_are_replaced_by_the_nearest_printable_text(name: str, set_as: str) -> None:
    assert printable_text(name) == set_as
    assert printable_text(set_as) == set_as


def test_each_letter_is_set_in_the_first_font_that_has_it() -> None:
    assert font_runs("Müller 山田 🎲") == [
        Run("Müller ", PLAIN, is_thick=False),
        Run("山田", EAST_ASIAN, is_thick=False),
        Run(" ", PLAIN, is_thick=False),
        Run("🎲", EMOJI, is_thick=False),
    ]
    assert font_runs("A山", bold=True) == [
        Run("A", BOLD, is_thick=False),
        Run("山", EAST_ASIAN, is_thick=True),
    ]


def test_a_mixed_text_is_as_wide_as_its_parts() -> None:
    parts = sum(width(part, 9.0) for part in ("Anna ", "山田", " ", "🎲"))

    assert width("Anna 山田 🎲", 9.0) == pytest.approx(parts)
    assert width("山田", 10.0) == pytest.approx(20.0, rel=0.05)


def test_a_long_name_without_spaces_is_broken_between_its_letters() -> None:
    name = "東京都千代田区永田町一丁目七番一号"
    fitted = fit_text(name, 60.0, 11.0)

    assert "".join(fitted.lines) == name
    assert len(fitted.lines) > 1
    assert max(width(line, SMALLEST) for line in fitted.lines) <= 60.0


def test_32_names_of_all_scripts_fit_on_one_page() -> None:
    names = [f"{name} {number}" for number in range(1, 3) for name in (*EAST_ASIA, *OTHERS, *EMOJI_NAMES[:4])]
    leaves = read(bracket_pages(a_tree(names, 5), A4, HEAD))

    assert len(names) == 32
    assert len(leaves) == 1
    assert missing(leaves, names) == []
    assert MISSING_LETTER not in leaves[0].text


def test_a_page_with_missing_letters_has_a_note() -> None:
    assert [
        squeezed("▯: not to be had") in a_list((name,), LACKING)[1][0].text for name in ("สมชาย", "山田")
    ] == [True, False]
