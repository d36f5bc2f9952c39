"""Parsing of pasted lists of names: tidying, members, pairs, repeated and similar names, running time."""

from collections.abc import Callable

import pytest

from matches.names import fold_name
from tests.processor_time import measure_seconds
from tournaments.name_lists.entry_box import LineStatus
from tournaments.name_lists.entry_details import LONGEST, MatchedLine, read
from tournaments.name_lists.line_cells import tidy
from tournaments.play.teams import teams_text

MEMBERS = {1: "Ada Bianchi", 2: "Nicolò Moretti", 3: "Zoe D'Angelo"}


def get_statuses(text: str, **options: object) -> list[tuple[str, str]]:
    """Return the name and the status of every line."""
    return [(line.name, line.standing.value) for line in read(text, MEMBERS, **options)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "raw",
    [
        "Ada Bianchi",
        "  Ada   Bianchi ",
        "1. Ada Bianchi",
        "12) Ada Bianchi",
        "3 Ada Bianchi",
        "- Ada Bianchi",
        "7:\tAda Bianchi",
        "• Ada\u00a0Bianchi",
        "Ada\x00 Bianchi",
        "04 - Ada Bianchi",
    ],
)
def test_numbers_bullets_and_extra_blanks_are_removed(raw: str) -> None:
    assert tidy(raw) == "Ada Bianchi"


def test_a_number_in_a_name_stays() -> None:
    assert [tidy(raw) for raw in ("Eve99", "Bruno 2", "2Pac")] == ["Eve99", "Bruno 2", "2Pac"]


@pytest.mark.parametrize(
    ("name", "other_spelling"),
    [
        ("NICOLO MORETTI", "Nicolò Moretti"),
        ("zoe d'angelo", "Zoe D’Angelo"),
        ("ŁUKASZ", "łukasz"),
        ("Straße", "STRASSE"),
    ],
)
def test_names_are_compared_without_case_accents_and_punctuation(name: str, other_spelling: str) -> None:
    assert fold_name(name) == fold_name(other_spelling)


def test_members_are_recognised_and_others_are_new() -> None:
    assert get_statuses("nicolo moretti\nGino Ferri\n\nZoe D’Angelo") == [
        ("nicolo moretti", "member"),
        ("Gino Ferri", "new"),
        ("Zoe D’Angelo", "member"),
    ]


def test_lines_have_their_line_number_and_their_member() -> None:
    assert read("\n\nada bianchi", MEMBERS) == (MatchedLine(3, "ada bianchi", LineStatus.MEMBER, player=1),)


def test_repeated_and_already_entered_names_are_flagged_and_not_accepted() -> None:
    lines = read("Ada Bianchi\nGino Ferri\ngino ferri\nNicolo Moretti", MEMBERS, entered=[2])
    assert [line.standing.value for line in lines] == ["member", "new", "repeated", "entered"]
    assert [line.is_taken for line in lines] == [True, True, False, False]


def test_a_name_in_another_order_is_the_member() -> None:
    expected = MatchedLine(1, "Ada Bianchi", LineStatus.MEMBER, player=1, written="Bianchi Ada")
    assert read("Bianchi Ada", MEMBERS) == (expected,)


@pytest.mark.parametrize("name", ["Ada Bianci", "Ada Bianchini"])
def test_names_similar_to_a_member_are_flagged_and_accepted(name: str) -> None:
    (line,) = read(name, MEMBERS)
    assert (line.standing, line.near) == (LineStatus.NEW, ("Ada Bianchi",))


def test_similar_names_inside_the_list_are_flagged() -> None:
    lines = read("Giovanni Ferri\nGiovani Ferri", MEMBERS)
    assert [line.near for line in lines] == [(), ("Giovanni Ferri",)]


def test_names_that_share_one_part_are_not_similar() -> None:
    assert [line.near for line in read("Anna Rossi\nMarco Rossi\nAnna Verdi", MEMBERS)] == [(), (), ()]


def test_a_figure_inside_a_name_is_flagged_and_the_line_accepted() -> None:
    lines = read("Giulia Conti 1650 ITA Milano\nPlayer 7\nAnna Verdi, 1650", MEMBERS)
    assert [(line.figure, line.is_doubtful, line.is_taken) for line in lines] == [
        ("1650", True, True),
        ("", False, True),
        ("", False, True),
    ]


def test_a_name_that_is_too_long_is_flagged() -> None:
    assert get_statuses("x" * (LONGEST + 1))[0][1] == "too_long"


def test_names_of_punctuation_only_are_different() -> None:
    assert get_statuses("!!!\n???") == [("!!!", "new"), ("???", "new")]


@pytest.mark.parametrize("text", ["", "\n \n\t\n", "12.\n- "])
def test_an_empty_list_has_no_lines(text: str) -> None:
    assert read(text, MEMBERS) == ()


def get_lines(text: str, **options: object) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return the name, the status and the names entered elsewhere of every line."""
    return [(line.name, line.standing.value, line.sits) for line in read(text, MEMBERS, **options)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "raw", ["Ada Bianchi / Nicolò Moretti", "3. ADA BIANCHI/nicolo moretti", "- Ada  Bianchi /Nicolo Moretti"]
)
def test_two_names_separated_by_a_slash_are_a_pair(raw: str) -> None:
    (line,) = read(raw, MEMBERS)
    assert (line.standing, [member.player for member in line.members]) == (LineStatus.MEMBER, [1, 2])


def test_a_pair_is_new_when_one_of_the_two_is() -> None:
    (line,) = read("Ada Bianchi / Gino Ferri", MEMBERS)
    assert (line.standing, line.player) == (LineStatus.NEW, None)
    assert [(member.name, member.standing.value) for member in line.members] == [
        ("Ada Bianchi", "member"),
        ("Gino Ferri", "new"),
    ]


@pytest.mark.parametrize("raw", ["Ada /", "/ Ada", "Ada / Bruno / Carla", "Ada Bianchi / ada  bianchi"])
def test_a_slash_without_two_names_is_flagged(raw: str) -> None:
    (line,) = read(raw, MEMBERS)
    assert (line.standing, line.is_taken, line.is_wrong) == (LineStatus.NOT_TWO, False, True)


def test_each_name_of_a_pair_has_the_maximum_length_of_a_name() -> None:
    assert get_statuses("Ada / " + "x" * (LONGEST + 1))[0][1] == "too_long"
    assert get_statuses("x" * LONGEST + " / " + "y" * LONGEST)[0][1] == "new"


def test_a_player_in_two_lines_is_flagged() -> None:
    text = "Ada Bianchi / Gino Ferri\ngino ferri / Ada Bianchi\nGino Ferri\nGino Ferri / Zoe D'Angelo"
    assert get_lines(text) == [
        ("Ada Bianchi / Gino Ferri", "new", ()),
        ("gino ferri / Ada Bianchi", "repeated", ()),
        ("Gino Ferri", "elsewhere", ("Gino Ferri",)),
        ("Gino Ferri / Zoe D'Angelo", "elsewhere", ("Gino Ferri",)),
    ]


def test_a_player_in_another_entry_is_flagged() -> None:
    text = "Ada Bianchi\nNicolo Moretti / Zoe D'Angelo\nZoe D'Angelo\nNicolo Moretti / Gino Ferri"
    assert get_lines(text, entered=[1], paired={2: 7, 3: 7}) == [
        ("Ada Bianchi", "entered", ()),
        ("Nicolo Moretti / Zoe D'Angelo", "entered", ()),
        ("Zoe D'Angelo", "elsewhere", ("Zoe D'Angelo",)),
        ("Nicolo Moretti / Gino Ferri", "elsewhere", ("Nicolo Moretti",)),
    ]
    assert get_lines("Ada Bianchi / Nicolo Moretti", entered=[1, 2]) == [
        ("Ada Bianchi / Nicolo Moretti", "elsewhere", ("Ada Bianchi", "Nicolo Moretti"))
    ]


def test_a_surname_is_similar_to_the_member_with_it() -> None:
    (line,) = read("Bianchi / Moretti", MEMBERS)
    assert (line.standing, line.near) == (LineStatus.NEW, ("Ada Bianchi", "Nicolò Moretti"))


def many_names(count: int) -> str:
    """Return names with ten different first names and unique family names."""
    first = ["Ada", "Bruno", "Carla", "Dino", "Elena", "Fabio", "Gina", "Hugo", "Ida", "Jan"]
    syllables = ["ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru"]
    family = ("".join(syllables[int(digit)] for digit in f"{number:04d}") for number in range(count))
    return "\n".join(f"{first[number % 10]} {name.title()}" for number, name in enumerate(family))


@pytest.mark.parametrize("text", [many_names, lambda count: "\n".join(f"Player {n}" for n in range(count))])
def test_a_name_is_compared_with_few_of_a_long_list(text: Callable[[int], str]) -> None:
    """Eight times as many names take about eight times as long, not sixty-four times."""
    few, many = text(128), text(1024)
    assert (len(read(few, {})), len(read(many, {}))) == (128, 1024)
    assert measure_seconds(read, many, {}) < 24 * measure_seconds(read, few, {})


def test_a_common_name_part_does_not_hide_similar_names() -> None:
    crowd = {number: f"Marco {name}" for number, name in enumerate(many_names(100).split()[1::2])}
    [similar, first_name, different] = read(
        "Marco Brambila\nMarco\nMarco Zeta", {**crowd, 500: "Marco Brambilla"}
    )
    assert similar.near == ("Marco Brambilla",)
    assert len(first_name.near) == 102
    assert different.near == ()


@pytest.mark.parametrize("name", ["Аda Bianchi", "Аda", "Adа Вianchi"])
def test_a_name_with_similar_letters_of_another_script_is_near(name: str) -> None:
    [line] = read(name, {1: "Ada Bianchi"})
    assert (line.standing, line.near) == (LineStatus.NEW, ("Ada Bianchi",))
    [line] = read("Ada Bianchi", {1: name})
    assert (line.standing, line.near) == (LineStatus.NEW, (name,))
    assert read("Ada Bianchi", {1: "Ada", 2: "Ada Verdi"})[0].near == ()


def test_names_wholly_in_another_script_are_not_similar() -> None:
    members = {1: "Anna Petrova", 2: "Ольга Попова", 3: "Nikos Pappas"}
    assert [line.near for line in read("Анна Петрова\nОлег Попов\nΝίκος Παππάς", members)] == [(), (), ()]


@pytest.mark.parametrize(
    ("read_text", "text"),
    [
        (teams_text.read, "Dragons: Anna" + " " * 2_000 + "Rossi"),
        (teams_text.read, "Dragons: Anna" + " ( " * 700 + "Rossi"),
        (lambda text: read(text, {}), "club: Roma" + " " * 2_000 + "Monte Mario"),
        (lambda text: read(text, {}), " " * 1_000 + "1" + " " * 1_000 + "Anna"),
    ],
)
def test_ten_times_the_blanks_take_about_ten_times_as_long(
    read_text: Callable[[str], object], text: str
) -> None:
    """A quadratic algorithm would take a hundred times as long."""
    longer = text.replace("  ", "  " * 10).replace(" ( ", " ( " * 10)
    short = measure_seconds(read_text, text, attempts=5)
    long = measure_seconds(read_text, longer, attempts=3)
    assert long < 30 * max(short, 0.001)


def test_ten_times_the_lines_take_about_ten_times_as_long() -> None:
    def lines(count: int) -> str:
        return "\n".join(
            f"{number * 7919 % 1_000_003:x} Rossi, Club {number % 50}" for number in range(count)
        )

    short = measure_seconds(read, lines(200), {}, attempts=3)
    assert measure_seconds(read, lines(2_000), {}) < 30 * max(short, 0.001)
