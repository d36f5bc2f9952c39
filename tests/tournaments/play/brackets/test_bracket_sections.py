"""Large brackets in sections and as an overview drawing: every entry appears once, inside the drawing."""

import re

import pytest
from django.test import Client

from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tests.tournaments.play.draws.test_views_stages import Chair
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Event
from tournaments.play.brackets import brackets
from tournaments.play.brackets.bracket_layout import (
    MAX_DRAWN_PAIRINGS,
    BracketSection,
    build_overview,
    choose_section,
    cut_into_sections,
)
from tournaments.play.brackets.brackets import Bracket

pytestmark = pytest.mark.django_db


def draw_brackets(size: int) -> tuple[Bracket, ...]:
    """Return the brackets of a published event with this many entries."""
    return brackets.get_brackets(
        club_evenings.a_night(club_evenings.a_club(), [f"Player {number}" for number in range(size)])
    )


def outline(sections: tuple[BracketSection, ...]) -> list[tuple[str, list[int]]]:
    """Return the key and the sizes of the rounds of every section."""
    return [(section.key, [len(part.cells) for part in section.rounds]) for section in sections]


def test_a_field_that_fits_is_one_section() -> None:
    main, consolation = draw_brackets(32)

    assert outline(cut_into_sections(main)) == [("main", [16, 8, 4, 2, 1])]
    assert [section.is_cut for section in cut_into_sections(consolation)] == [False]


def test_a_large_field_is_cut_into_quarters_and_its_last_rounds() -> None:
    main = draw_brackets(57)[0]
    sections = cut_into_sections(main)

    assert outline(sections) == [
        *((f"main-part-{number}", [8, 4, 2, 1]) for number in (1, 2, 3, 4)),
        ("main-end", [4, 2, 1]),
    ]
    labels = [
        cell.pairing.label for section in sections[:-1] for part in section.rounds for cell in part.cells
    ]
    last = [cell.pairing.label for part in sections[-1].rounds[1:] for cell in part.cells]
    assert sorted(labels + last) == sorted(cell.pairing.label for part in main.rounds for cell in part.cells)
    assert [section.is_reached for section in sections] == [False] * 5


def test_the_overview_has_every_entry_once_at_its_edge_and_stays_in_its_box() -> None:
    main = draw_brackets(57)[0]
    overview = build_overview(main, cut_into_sections(main))
    assert overview is not None
    left, top, width, height = map(float, overview.box.split())
    points = [
        (float(x), float(y))
        for line in overview.lines
        for x, y in re.findall(r"M([\d.]+) ([\d.]+)", line.path)
    ]
    stubs = [line.entries for line in overview.lines if re.match(r"M(0|1000) ", line.path)]

    assert sorted(entry for (entry,) in stubs) == [number for number in range(1, 58) if (number,) in stubs]
    assert len(stubs) == 57
    assert all(left <= x <= left + width and top <= y <= top + height for x, y in points)
    assert [area.section.number for area in overview.areas] == [1, 2, 3, 4]


def test_a_result_is_drawn_as_the_path_of_its_winner() -> None:
    event = club_evenings.a_night(club_evenings.a_club(), [f"Player {number}" for number in range(64)])
    match = club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    main = brackets.get_brackets(event)[0]
    number = event.entries.get(player=match.white).number

    overview = build_overview(main, cut_into_sections(main))
    assert overview is not None
    lines = [line.state for line in overview.lines if line.entries == (number,)]

    assert lines == ["done", "done"]


@pytest.fixture(scope="module")
@replayed
def cup(module_transaction: None) -> Event:
    """A knockout of 64 with every first-round match of the first two sections settled."""
    event = club_evenings.a_night(club_evenings.a_club(), [f"Player {number}" for number in range(64)])
    for position in range(1, 17):
        club_evenings.settle(club_evenings.match_at(event, f"M1-{position}"))
    return event


def shown_parts(event: Event, address: str = "bracket/", **parameters: object) -> list[str]:
    """Return the keys of the sections on a page."""
    text = Client().get(path_of(event, address), parameters).content.decode()
    return re.findall(r'<section class="section" id="section-(main[^"]*)"', text)


def test_a_page_shows_the_requested_section_and_the_last_rounds(cup: Event) -> None:
    assert shown_parts(cup, section="main-part-3") == ["main-part-3", "main-end"]
    assert shown_parts(cup, "embed/", part="bracket", section="main-part-3") == ["main-part-3", "main-end"]
    assert shown_parts(cup, all=1) == [*(f"main-part-{number}" for number in (1, 2, 3, 4)), "main-end"]


@pytest.mark.parametrize("unknown", ["", "x", "main-end", "main-part-9"])
def test_without_a_section_the_first_with_open_matches_is_shown(cup: Event, unknown: str) -> None:
    main = brackets.get_brackets(cup)[0]
    first_on = next(section for section in cut_into_sections(main) if section.is_on)

    assert shown_parts(cup, section=unknown) == [first_on.key, "main-end"]


@pytest.mark.parametrize("part", [1, 4])
def test_the_section_of_the_followed_player_is_shown_first(cup: Event, part: int) -> None:
    match = club_evenings.match_at(cup, f"M1-{8 * part}")

    assert shown_parts(cup, player=match.black.code) == [f"main-part-{part}", "main-end"]
    assert shown_parts(cup, player=match.black.code, section="main-part-2") == ["main-part-2", "main-end"]


def test_every_section_is_linked_and_the_shown_one_marked(cup: Event) -> None:
    text = Client().get(path_of(cup, "bracket/"), {"section": "main-part-2"}).content.decode()
    links = re.findall(r'<li><a href="([^"]+main-[^"]+)"\s*(aria-current="true")?>', text)

    assert links == [
        ("?section=main-part-1#section-main-part-1", ""),
        ("?section=main-part-2#section-main-part-2", 'aria-current="true"'),
        ("?section=main-part-3#section-main-part-3", ""),
        ("?section=main-part-4#section-main-part-4", ""),
        ("#section-main-end", ""),
    ]


def test_the_overview_of_the_event_links_to_the_sections_on_the_draw_sheet(cup: Event) -> None:
    text = Client().get(path_of(cup)).content.decode()

    assert f'<li><a href="{path_of(cup, "bracket/")}?section=main-part-2#section-main-part-2"' in text


def test_the_sections_together_have_every_pairing_once(cup: Event) -> None:
    client, address = Client(), path_of(cup, "bracket/")
    keys = [f"main-part-{number}" for number in (1, 2, 3, 4)]
    pages = [client.get(address, {"section": key}).content.decode() for key in keys]
    shown = [set(re.findall(r'id="at-(M[^"]+)"', page)) for page in pages]
    whole = set(re.findall(r'id="at-(M[^"]+)"', client.get(address, {"all": 1}).content.decode()))

    assert len(whole) == 63
    assert set.union(*shown) == whole
    # Every page has the semi-finals and the final.
    assert set.intersection(*shown) == {"M5-1", "M5-2", "M6-1"}


def test_the_section_of_an_entry_is_chosen_before_one_with_open_matches() -> None:
    sections = cut_into_sections(draw_brackets(64)[0])
    last = sections[3].rounds[0].cells[-1].seats[0].entry

    assert last is not None
    assert choose_section(sections, "", [last.number]).key == "main-part-4"
    assert choose_section(sections, "").key == "main-part-1"


def test_a_bracket_with_too_many_lines_for_a_drawing_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    main = draw_brackets(33)[0]

    assert MAX_DRAWN_PAIRINGS == 128
    monkeypatch.setattr("tournaments.play.brackets.bracket_layout.MAX_DRAWN_PAIRINGS", 31)
    assert build_overview(main, cut_into_sections(main)) is None


def test_a_match_for_third_place_is_not_headed_as_the_final(client: Client) -> None:
    chair = Chair(client, "knockout", third="on")
    chair.begin(["Anna", "Bruno", "Carla", "Dario"])
    page = client.get(path_of(chair.event, "bracket/")).content.decode()
    headings = [" ".join(heading.split()) for heading in re.findall(r"<h3>([^<]*)", page)]

    assert "For other places: last round" in headings
    assert [heading for heading in headings if heading.startswith("For other places: Final")] == []
