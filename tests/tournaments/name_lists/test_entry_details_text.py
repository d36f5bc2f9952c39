"""Parsing of lists with club, country, rating and family beside names, and writing them back."""

from dataclasses import fields
from pathlib import Path

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from matches.names import fold_name
from tournaments.countries import CODES, ISO_CODES, by_code, code_of, name_of
from tournaments.messages.details import get_line_label
from tournaments.name_lists.details import DETAILS, EntryDetails
from tournaments.name_lists.entry_details import NOTHING, MatchedLine, Particulars, mark_person, read
from tournaments.name_lists.line_cells import rating_of
from tournaments.name_lists.line_labels import OTHER_PERSON, read_label
from tournaments.templatetags.events import entry_line

ParsedLine = tuple[str, str, str, str, int]


def parse(text: str, members: dict[int, str] | None = None) -> list[ParsedLine]:
    """Return name, club, country, family and rating of every line."""
    return [
        (line.name, line.about.club, line.about.country, line.about.family, line.about.rating)
        for line in read(text, members or {})
    ]


ANNA: ParsedLine = ("Anna Rossi", "Roma", "ITA", "", 1712)


@pytest.mark.parametrize(
    "line",
    [
        "Anna Rossi; Roma; ITA; 1712",
        "Anna Rossi\tRoma\tItalia\t1712",
        "Anna Rossi, 1712, Italy, Roma",
        "1712, Anna Rossi, Roma, 🇮🇹",
        "ITA; Anna Rossi; 1712; Roma",
        "1. Anna Rossi; IT; Roma; 1711,9",
        "3\tAnna Rossi\tRoma\tITA\t1712",
        'Anna Rossi,"Roma",ITA,1712',
        "rating: 1712; Anna Rossi; club: Roma; paese: Italia",
    ],
)
def test_details_are_recognised_in_any_order(line: str) -> None:
    assert parse(line) == [ANNA]


@pytest.mark.parametrize(
    ("headings", "line"),
    [
        ("Name,Club,Country,Rating", "Anna Rossi,Roma,ITA,1712"),
        ("Nome;Circolo;Paese;Elo", "Anna Rossi;Roma;Italia;1712"),
        ("Nr\tGiocatore\tNaz.\tPunteggio\tSquadra", "7\tAnna Rossi\tITA\t1712\tRoma"),
        ("Cognome;Nome;Circolo;Nazione;Rating", "Rossi;Anna;Roma;ITA;1712"),
        ("First name,Surname,Club,Nation,Fibs", "Anna,Rossi,Roma,Italy,1712"),
        ("Number,Name,Club,Country,Rating,Family,Seed,Status", "1,Anna Rossi,Roma,ITA,1712,,3,entered"),
    ],
)
def test_a_line_of_headings_in_either_language_names_the_columns(headings: str, line: str) -> None:
    assert parse(f"{headings}\n{line}") == [ANNA]


def test_without_headings_the_column_of_members_or_of_fewest_repeats_is_the_name() -> None:
    assert parse("Roma, Anna Rossi\nRoma, Bruno Verdi") == [
        ("Anna Rossi", "Roma", "", "", 0),
        ("Bruno Verdi", "Roma", "", "", 0),
    ]
    assert parse("Roma, Anna Rossi", {1: "Anna Rossi"}) == [("Anna Rossi", "Roma", "", "", 0)]


@pytest.mark.parametrize(
    "lines",
    [
        ("John Smith; London", "John Smith; Leeds"),
        ("John Smith; London; 1600", "John Smith; Leeds; 1500"),
        ("John Smith; West Ham", "John Smith; Leeds United"),
        ("John Smith; London", "John Smith; Leeds", "Bob Hayes; York"),
        ("John Smith; London", "John Smith; Leeds", "Bob Hayes; Hull", "Al Cox; Bath"),
        ("John Smith\tLondon", "John Smith\tLeeds"),
        ("John Smith, London, GBR", "John Smith, Leeds, GBR"),
    ],
)
def test_namesakes_of_different_clubs_are_not_read_as_a_club(lines: tuple[str, ...]) -> None:
    first, second, *_ = read("\n".join(lines), {})
    assert [(line.name, line.standing) for line in (first, second)] == [
        ("John Smith", "new"),
        ("John Smith", "repeated"),
    ]
    assert (second.has_other_details, second.is_doubtful) == (True, True)


@pytest.mark.parametrize(
    "lines",
    [
        ("Circolo Roma; Anna Rossi", "Circolo Roma; Bruno Verdi", "Circolo Roma; Carla Bo"),
        ("London; Anna Rossi", "London; Bruno Verdi", "Leeds; Carla Bo"),
    ],
)
def test_clubs_before_names_are_found_by_their_repeats(lines: tuple[str, ...]) -> None:
    assert [line.name for line in read("\n".join(lines), {})] == ["Anna Rossi", "Bruno Verdi", "Carla Bo"]


def test_what_may_be_a_club_before_names_is_to_be_checked() -> None:
    """Of two lines with the same cell first, it is the name, and the second line asks."""
    lines = read("Circolo Roma; Anna Rossi\nCircolo Roma; Bruno Verdi", {})
    assert [(line.name, line.is_doubtful) for line in lines] == [
        ("Circolo Roma", False),
        ("Circolo Roma", True),
    ]


def test_a_club_may_come_before_the_name_in_some_lines() -> None:
    lines = (
        *("Jérôme Lefèvre; Paris; 1677", "FRA; Paris; Mathilde Dubois; 1566"),
        *("Milano; Dario Colombo", "Elena Ricci; Milano"),
    )
    names_and_clubs = [(line.name, line.about.club) for line in read("\n".join(lines), {})]
    assert names_and_clubs == [
        ("Jérôme Lefèvre", "Paris"),
        ("Mathilde Dubois", "Paris"),
        ("Dario Colombo", "Milano"),
        ("Elena Ricci", "Milano"),
    ]


def test_a_country_may_be_a_first_name() -> None:
    assert parse("Jordan, London\nAnna, Roma") == [
        ("Jordan", "London", "", "", 0),
        ("Anna", "Roma", "", "", 0),
    ]
    assert parse("Georgia") == [("Georgia", "", "", "", 0)]


def test_a_family_is_given_by_a_label() -> None:
    assert parse("Anna; family: Rossi\nBruno; famiglia: Rossi\nCarla; fam: Verdi") == [
        ("Anna", "", "", "Rossi", 0),
        ("Bruno", "", "", "Rossi", 0),
        ("Carla", "", "", "Verdi", 0),
    ]


def test_a_pair_has_its_own_details() -> None:
    (line,) = read("Anna Rossi / Bruno Verdi; Roma; 1600", {})
    assert ([member.name for member in line.members], line.about) == (
        ["Anna Rossi", "Bruno Verdi"],
        Particulars(club="Roma", rating=1600),
    )


def test_unknown_fields_are_preserved_and_flagged() -> None:
    (line,) = read("Anna; Roma; 1500; 1600; paese: Atlantide; nota", {})
    assert line.about == Particulars(club="Roma", rating=1500, unread=("1600", "nota", "Atlantide"))


@pytest.mark.parametrize(
    ("cell", "rating"), [("1712", 1712), ("1534.6", 1535), ("99", 0), ("10000", 0), ("-1500", 0), ("x", 0)]
)
def test_a_rating_has_three_or_four_figures(cell: str, rating: int) -> None:
    assert rating_of(cell) == rating


TEXTS = st.sampled_from(["", "Roma", "Backgammon; Club", "A, B", "Bar: Point", "Jordan"])
ABOUT = st.builds(
    Particulars,
    club=TEXTS,
    country=st.sampled_from(["", "ITA", "GBR"]),
    family=st.sampled_from(["", "Rossi", "de' Medici"]),
    rating=st.sampled_from([0, 100, 1500, 9999]),
)


@given(st.sampled_from(["Anna Rossi", "Jordan", "Rossi; A.", "Eve 99"]), ABOUT)
def test_a_written_line_is_parsed_to_the_same_details(name: str, about: Particulars) -> None:
    line = MatchedLine(1, name, read("x", {})[0].standing, about=about)
    (parsed_line,) = read(line.text, {})
    assert (parsed_line.name, parsed_line.about) == (name, about)


@given(st.text(max_size=200))
def test_any_text_is_parsed_to_valid_ratings_and_countries(text: str) -> None:
    for line in read(text, {}):
        assert line.about.rating == 0 or 100 <= line.about.rating <= 9999
        assert line.about.country == "" or name_of(line.about.country, "en") != line.about.country


def test_a_list_of_names_has_no_details() -> None:
    assert [line.about for line in read("Anna\n2. Bruno\n- Carla", {})] == [NOTHING] * 3


def test_every_country_is_recognised_by_its_codes_flag_and_names() -> None:
    for code, iso in ISO_CODES.items():
        flag = "".join(chr(ord("🇦") + ord(letter) - ord("A")) for letter in iso)
        assert {by_code(code), by_code(iso), by_code(flag)} == {code}
    for code in CODES:
        assert {code_of(name_of(code, language)) for language in ("en", "it")} == {code}
    assert len(CODES) == len(set(CODES)) == 215


@pytest.mark.parametrize(
    ("text", "code"),
    [
        *(("GER", "GER"), ("DEU", "GER"), ("svizzera", "SUI"), ("ita", "ITA"), ("Mars", "")),
        *(("England", "ENG"), ("Inghilterra", "ENG"), ("SCO", "SCO"), ("Galles", "WAL"), ("NIR", "NIR")),
        *(("Northern Ireland", "NIR"), ("Great Britain", "GBR"), ("UK", "GBR"), ("Olanda", "NED")),
        *(
            ("BRN", "BRN"),
            ("Brunei", "BRU"),
            ("Costa d'Avorio", "CIV"),
            ("Turkey", "TUR"),
            ("Türkiye", "TUR"),
        ),
    ],
)
def test_countries_are_recognised_by_sport_codes_and_names(text: str, code: str) -> None:
    assert code_of(text) == code


def test_country_names_are_translated() -> None:
    assert [name_of("GER", language) for language in ("it", "en", "it-ch", "xx")] == [
        "Germania",
        "Germany",
        "Germania",
        "Germany",
    ]
    assert (name_of("XYZ", "it"), fold_name("x")) == ("XYZ", "x")


LISTS = Path(__file__).parent.parent.parent / "data" / "lists"


def test_a_surname_before_a_comma_follows_from_the_details_behind_the_first_name() -> None:
    text = (LISTS / "e02_bullets.txt").read_text()
    assert parse(text) == [
        ("Derek Young", "", "ENG", "", 1720),
        ("Niamh O'Rourke", "", "IRL", "", 1655),
        ("Jan van der Berg", "", "NED", "", 1610),
        ("Aylin Öztürk", "", "GER", "", 0),
        ("Wei Liu", "", "", "", 1500),
        ("Smith", "", "", "", 0),
    ]


@pytest.mark.parametrize(
    ("line", "name", "rating"),
    [
        ("Margaret O'Neill rating: 1,650", "Margaret O'Neill", 1650),
        ("Alan Whitcombe (1712)", "Alan Whitcombe", 1712),
        ("Bob Hayes, 1\N{THIN SPACE}588", "Bob Hayes", 1588),
        ("Anna Rossi; Roma; 1.650", "Anna Rossi", 1650),
        ('"Rossi, Anna"', "Anna Rossi", 0),
        ("Rossi, Anna (ITA)", "Anna Rossi", 0),
    ],
)
def test_ratings_and_names_in_many_writings(line: str, name: str, rating: int) -> None:
    ((parsed_name, _, _, _, parsed_rating),) = parse(line)
    assert (parsed_name, parsed_rating) == (name, rating)


def test_a_lone_surname_before_what_may_be_a_first_name_is_to_be_checked() -> None:
    (line,) = read("Rossi, Anna", {})
    assert (line.is_doubtful, line.text_with_first_name) == (True, "Anna Rossi")
    assert not any(line.is_doubtful for line in read("Anna, Roma\nBea, Roma", {}))


def test_another_person_of_a_name_is_entered_when_the_line_says_so() -> None:
    members = {1: "John Smith", 2: "Anna Rossi"}
    first, second, third = read("John Smith; London\nJohn Smith; Leeds\nBob", members)
    assert [line.standing for line in (first, second, third)] == ["member", "repeated", "new"]
    assert [line.is_doubtful for line in (first, second, third)] == [False, True, False]
    lines = read(f"John Smith; London\n{mark_person(second.text, OTHER_PERSON)}", members)
    assert [(line.standing, line.player, line.about.club) for line in lines] == [
        ("member", 1, "London"),
        ("new", None, "Leeds"),
    ]
    newcomers = read(
        mark_person("John Smith", OTHER_PERSON) + "\nBob\n" + mark_person("Bob", OTHER_PERSON), {}
    )
    assert [(line.standing, line.player) for line in newcomers] == [("new", None)] * 3
    (entered,) = read("John Smith", members, entered=[1])
    assert (entered.standing, entered.may_be_another) == ("entered", True)
    (other,) = read(mark_person(entered.text, OTHER_PERSON), {**members, 3: "John Smith"}, entered=[1])
    assert (other.standing, other.player) == ("member", 3)


def test_a_name_of_several_members_has_to_say_which_one() -> None:
    members, codes = {1: "Marco Rossi", 2: "Marco Rossi", 3: "Anna Bo"}, {"aaaaaaaa": 1, "bbbbbbbb": 2}
    lines = read("Marco Rossi, 1500\nMarco Rossi, 1512\nmarco rossi / Anna Bo", members, codes=codes)
    assert [(line.standing, line.is_wrong) for line in lines] == [("namesakes", True)] * 3
    assert lines[0].choices == (("aaaaaaaa", 1), ("bbbbbbbb", 2))
    chosen = [mark_person(lines[0].text, "bbbbbbbb"), mark_person(lines[1].text, "aaaaaaaa")]
    again = read("\n".join([*chosen, chosen[0], mark_person("Marco Rossi", "new")]), members, codes=codes)
    assert [(line.standing, line.player, line.about.rating) for line in again] == [
        ("member", 2, 1500),
        ("member", 1, 1512),
        ("repeated", 2, 1500),
        ("new", None, 0),
    ]
    (pair,) = read(mark_person("Marco Rossi / Anna Bo", "bbbbbbbb"), members, codes=codes)
    assert [half.player for half in pair.members] == [2, 3]
    (entered,) = read("Marco Rossi", members, entered=[2], codes=codes)
    assert (entered.standing, entered.may_be_another) == ("entered", True)


def test_a_bye_in_a_list_is_left_out() -> None:
    assert [line.standing for line in read("Anna\nFreilos\nbye", {})] == ["new", "bye", "bye"]


def test_a_line_is_labelled_in_the_language_of_the_page_and_read_again_in_any() -> None:
    (line,) = read("Anna Rossi; club: Roma; country: ITA; rating: 1712; family: Rossi", {})
    texts = {}
    for language in ("en", "it"):
        with override(language):
            texts[language] = entry_line(line)
    assert texts == {
        "en": "Anna Rossi; club: Roma; country: ITA; rating: 1712; family: Rossi",
        "it": "Anna Rossi; circolo: Roma; nazione: ITA; rating: 1712; famiglia: Rossi",
    }
    for text in texts.values():
        assert parse(text) == [("Anna Rossi", "Roma", "ITA", "Rossi", 1712)]


def test_every_detail_is_declared_and_labelled_by_one_of_its_headings_in_every_language() -> None:
    assert {detail.name for detail in fields(EntryDetails)} == set(DETAILS)
    for language in ("en", "it"):
        with override(language):
            assert [read_label(f"{get_line_label(name)}: x") for name in DETAILS] == [
                (name, "x") for name in DETAILS
            ]


def test_a_pasted_list_is_read_by_the_headings_of_an_uploaded_one() -> None:
    for heading in ("Club", "Home club", "Società", "societa", "Association"):
        assert parse(f"Name; {heading}\nAnna Rossi; Roma") == [("Anna Rossi", "Roma", "", "", 0)]
    for heading in ("Rtg", "Punti Elo", "Punteggio"):
        assert parse(f"Name; {heading}\nAnna Rossi; 1712") == [("Anna Rossi", "", "", "", 1712)]


def test_a_pair_beside_an_entered_namesake_can_mean_another_person() -> None:
    members, codes = {1: "Anna Bo", 2: "Anna Bo", 3: "Ugo Neri"}, {"aaaaaaaa": 1, "bbbbbbbb": 2}
    paired = {1: 7}
    (line,) = read("Anna Bo / Ugo Neri", members, paired=paired, codes=codes)
    assert (line.standing, line.sits, line.choices) == ("elsewhere", ("Anna Bo",), (("bbbbbbbb", 2),))
    (chosen,) = read(mark_person(line.text, "bbbbbbbb"), members, paired=paired, codes=codes)
    assert (chosen.standing, [half.player for half in chosen.members]) == ("member", [2, 3])
    (other,) = read(mark_person(line.text, OTHER_PERSON), members, paired=paired, codes=codes)
    assert (other.standing, [half.player for half in other.members]) == ("member", [2, 3])
    (newcomer,) = read(mark_person(line.text, "new"), members, paired=paired, codes=codes)
    assert (newcomer.standing, [half.player for half in newcomer.members]) == ("new", [None, 3])


def test_two_pairs_of_one_list_with_two_people_of_one_name_say_which_is_which() -> None:
    members, codes = {1: "Anna Bo", 2: "Anna Bo", 3: "Ugo Neri", 4: "Ivo Blu"}, {"aaaaaaaa": 1, "bbbbbbbb": 2}
    first, second = mark_person("Anna Bo / Ugo Neri", "aaaaaaaa"), "Anna Bo / Ivo Blu"
    lines = read("\n".join((first, mark_person(second, "bbbbbbbb"))), members, codes=codes)
    assert [[half.player for half in line.members] for line in lines] == [[1, 3], [2, 4]]
    lines = read("\n".join((first, mark_person(second, "aaaaaaaa"))), members, codes=codes)
    assert [line.standing for line in lines] == ["member", "elsewhere"]


NAMESAKES = {1: "Andrea Rossi", 2: "Andrea Rossi", 3: "Ugo Neri"}
NAMESAKE_CODES = {"aaaaaaaa": 1, "bbbbbbbb": 2}
NAMESAKE_MARKS = {"andrea rossi ancona": 1, "andrea rossi pesaro": 2}


@pytest.mark.parametrize("text", ["Andrea Rossi (Pesaro)", "Rossi Andrea (Pesaro)", "rossi andrea (pesaro)"])
def test_a_distinction_behind_a_name_in_either_order_is_the_member_who_has_it(text: str) -> None:
    (line,) = read(text, NAMESAKES, codes=NAMESAKE_CODES, marked_names=NAMESAKE_MARKS)
    assert (line.standing, line.player) == ("member", 2)
    (again,) = read(text, NAMESAKES, entered=[2], codes=NAMESAKE_CODES, marked_names=NAMESAKE_MARKS)
    assert (again.standing, again.player) == ("entered", 2)


def test_a_mark_that_no_namesake_has_is_a_question() -> None:
    (line,) = read("Rossi Andrea (f)", NAMESAKES, codes=NAMESAKE_CODES, marked_names=NAMESAKE_MARKS)
    assert (line.standing, [player for _person, player in line.choices]) == ("namesakes", [1, 2])
    chosen = mark_person("Rossi Andrea (f)", "aaaaaaaa")
    (line,) = read(chosen, NAMESAKES, codes=NAMESAKE_CODES, marked_names=NAMESAKE_MARKS)
    assert (line.standing, line.player) == ("member", 1)


@pytest.mark.parametrize("name", ["Neri Ugo (Otley)", "Ugo Neri (p)"])
def test_a_mark_behind_the_name_of_a_single_member_needs_a_choice(name: str) -> None:
    codes = {**NAMESAKE_CODES, "cccccccc": 3}
    (line,) = read(name, NAMESAKES, codes=codes, marked_names=NAMESAKE_MARKS)
    assert (line.standing, line.choices) == ("namesakes", (("cccccccc", 3),))
    (line,) = read(mark_person(name, "cccccccc"), NAMESAKES, codes=codes, marked_names=NAMESAKE_MARKS)
    assert (line.standing, line.player) == ("member", 3)
    (line,) = read(mark_person(name, "new"), NAMESAKES, codes=codes, marked_names=NAMESAKE_MARKS)
    assert (line.standing, line.player, line.name) == ("new", None, name)


def test_a_year_in_brackets_behind_the_name_of_namesakes_is_no_rating() -> None:
    years = {**NAMESAKE_MARKS, "andrea rossi 1988": 2}
    for text in ("Andrea Rossi (1988)", "Rossi Andrea (1988)"):
        (line,) = read(text, NAMESAKES, codes=NAMESAKE_CODES, marked_names=years)
        assert (line.standing, line.player, line.about.rating) == ("member", 2, 0)
    (line,) = read("Andrea Rossi (1990)", NAMESAKES, codes=NAMESAKE_CODES, marked_names=years)
    assert (line.standing, [player for _person, player in line.choices]) == ("namesakes", [1, 2])
    for text, rating in (("Andrea Rossi (1650)", 1650), ("Ugo Neri (1988)", 1988)):
        (line,) = read(text, NAMESAKES, codes=NAMESAKE_CODES, marked_names=years)
        assert line.about.rating == rating
