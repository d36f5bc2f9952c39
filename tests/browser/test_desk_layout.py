"""The layout of the desk: what the first screen shows on a laptop and on a phone."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests import factories
from tests.browser.axe import IS_WIDE
from tests.browser.conftest import OpenDevice
from tests.browser.page_addresses import path_of
from tests.browser.phones import PASSWORD, Phone
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tournaments.models import Event
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments

TABLES, SEEN_TABLES = 9, 6
QUICK_BOX_BEGINS = 300
# Pages, each with the tab that it marks.
TABS = (
    ("desk/", "Desk"),
    ("desk/entries/", "Entries"),
    ("desk/entry/1/", "Entries"),
    ("desk/plan/", "Draws"),
    ("desk/change/", "Draws"),
    ("desk/table-settings/", "Tables"),
    ("desk/screens/", "Screens"),
    ("desk/money/", "Finances"),
    ("desk/paper/", "Printouts"),
    ("desk/badges/", "Printouts"),
    ("../settings/", "Settings"),
    ("../officials/", "Settings"),
)


@pytest.fixture
@replayed
def event() -> Event:
    """A published draw of 32, with a match at each of nine tables."""
    by = factories.a_user("director", password=PASSWORD)
    club = club_evenings.a_club("Monday Club", by)
    event = tournaments.create_knockout_tournament(
        club=club,
        name="Monday night",
        starts_at=club_evenings.FIRST_NIGHT,
        length=7,
        consolation_length=5,
        tables=TABLES,
        by=by,
    )
    names = "\n".join(f"Player{number} Surname{number}" for number in range(1, 33))
    entries.enter_names(event=event, names=names, by=by, key="names")
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    return event


def top_and_bottom(device: Phone, selector: str) -> list[tuple[float, float]]:
    """Return where the visible elements begin and end, in pixels from the top of the window."""
    boxes = [place.bounding_box() for place in device.page.locator(selector).all() if place.is_visible()]
    return [(box["y"], box["y"] + box["height"]) for box in boxes if box]


@pytest.fixture
def director(open_device: OpenDevice, event: Event) -> Phone:
    """The director of the event, signed in at a laptop."""
    device = open_device(1280)
    device.sign_in()
    return device


def open_desk(device: Phone, event: Event, size: tuple[int, int]) -> None:
    """Open the desk in a window of this size."""
    device.page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    device.open(path_of(event, "desk/"))


def test_the_first_screen_of_a_laptop_holds_the_quick_box_and_two_thirds_of_the_tables(
    director: Phone, event: Event
) -> None:
    open_desk(director, event, (1280, 800))
    rows = top_and_bottom(director, ".desk-row")
    box = top_and_bottom(director, "#quick-entry")

    assert len(rows) == TABLES
    assert len([bottom for _, bottom in rows if bottom <= 800]) >= SEEN_TABLES
    assert box[0][1] <= 800
    order = [top_and_bottom(director, selector)[0][0] for selector in ("h1", "#step", "#quick-entry")]
    assert order == sorted(order)


def test_the_quick_box_begins_in_the_first_300_pixels_of_a_phone(director: Phone, event: Event) -> None:
    open_desk(director, event, (360, 740))
    places = [
        top_and_bottom(director, selector)[0][0] for selector in ("h1", "#step", "#quick-entry", ".desk-row")
    ]

    assert places == sorted(places)
    assert places[2] <= QUICK_BOX_BEGINS
    assert not director.page.evaluate(IS_WIDE)


def test_the_header_is_sticky_and_the_logo_has_one_position(director: Phone, event: Event) -> None:
    director.page.set_viewport_size(ViewportSize(width=1600, height=800))
    club = f"/clubs/{event.tournament.club.slug}/"
    lefts = set()
    for path in ("/", "/players/", club, path_of(event), path_of(event, "desk/")):
        director.open(path)
        box = director.page.locator(".wordmark").bounding_box()
        assert box
        lefts.add((box["x"], box["y"]))
    director.page.evaluate("scrollTo(0, 400)")

    assert len(lefts) == 1
    assert top_and_bottom(director, ".site-header")[0][0] == 0


def test_each_page_of_the_desk_marks_its_tab(
    subtests: pytest.Subtests, director: Phone, event: Event
) -> None:
    for path, place in TABS:
        with subtests.test(path=path):
            director.open(path_of(event, path))

            assert director.page.locator(".tabs a[aria-current=page]").all_inner_texts() == [place]
            assert director.page.locator(".tabs a").first.inner_text() == "Desk"


def test_long_names_and_a_large_field_break_no_page(director: Phone, event: Event) -> None:
    by = club_evenings.director_of(event.tournament.club)
    large = tournaments.create_knockout_tournament(
        club=event.tournament.club,
        name="Donaudampfschifffahrtsgesellschaftskapitänsmeisterschaft",
        starts_at=club_evenings.FIRST_NIGHT,
        length=7,
        consolation_length=5,
        tables=TABLES,
        by=by,
    )
    name = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"
    names = "\n".join(f"{name} {number}" for number in range(256))
    entries.enter_names(event=large, names=names, by=by, key="names")
    draws.draw(event=large, by=by)
    draws.publish(event=large, by=by)
    pages = ("desk/", "desk/entries/", "desk/table-settings/", "desk/plan/", "entries/", "../settings/")

    wide = []
    for width in (360, 768, 1280):
        director.page.set_viewport_size(ViewportSize(width=width, height=800))
        for path in pages:
            director.open(path_of(large, path))
            if director.page.evaluate(IS_WIDE):
                wide.append((width, path))

    assert wide == []


def test_a_head_start_has_a_field_only_where_the_final_has_one(open_device: OpenDevice) -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    director = open_device(1280)
    director.sign_in(club_evenings.director_of(event.tournament.club).username)
    director.open(path_of(event).removesuffix(f"{event.slug}/") + "add/")
    director.page.locator("details.more-formats").evaluate_all(
        "all => all.forEach((each) => { each.open = true })"
    )
    director.page.locator("[data-fields~=final]").first.check(force=True)
    final, ahead = (director.page.locator(f"[name={name}]") for name in ("final", "ahead"))
    final.select_option("single")
    expect(ahead).to_be_hidden()
    final.select_option("advantage")
    expect(ahead).to_be_visible()
