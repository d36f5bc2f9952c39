"""What visitors see of a large event: a followed player, results that keep their place on the page, brackets
of any size."""

import re

import pytest
from playwright.sync_api import expect

from matches.models import Match
from tests import factories
from tests.browser.axe import IS_WIDE, LENGTHEN, faults
from tests.browser.conftest import OpenDevice
from tests.browser.gallery_site import planned
from tests.browser.journeys import took
from tests.browser.page_addresses import path_of
from tests.browser.phones import PASSWORD
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tournaments.models import Event
from tournaments.play.draws import services as draws
from tournaments.play.draws.services import pair_round

PAGES = ("", "bracket/", "entries/", "results/", "draw-audit/", "journal/")
READING_PLACE = (
    "[document.activeElement.id, scrollY, "
    "document.querySelector('#section-main-part-1 > .bracket-scroll').scrollLeft]"
)

# Whether this lowest part of a round is visible, and less than two lines above the end of its bracket.
ENDS_BELOW = """selector => {
  const part = document.querySelector(selector), bracket = part.closest(".bracket-scroll");
  const { left, right, bottom } = part.getBoundingClientRect(), frame = bracket.getBoundingClientRect();
  return left >= 0 && right <= innerWidth && bottom <= frame.bottom && frame.bottom - bottom < 40;
}"""


@pytest.fixture
@replayed
def cup() -> Event:
    """A knockout of 64 with a few results."""
    director = factories.a_user("director", password=PASSWORD)
    club = club_evenings.a_club("Monday Club", director)
    event = club_evenings.a_night(club, [f"Competitor Number-{number:02}" for number in range(64)])
    for label in ("M1-1", "M1-2", "M2-1"):
        club_evenings.settle(club_evenings.match_at(event, label))
    return event


def swiss_of(event: Event) -> Event:
    club, by = event.tournament.club, club_evenings.director_of(event.tournament.club)
    swiss = planned(club, "swiss", by)
    draws.draw(event=swiss, by=by)
    draws.publish(event=swiss, by=by)
    pair_round(event=swiss, flight="swiss", by=by)
    match = Match.objects.filter(pairing__event=swiss).select_related("desk", "white", "black")[0]
    club_evenings.settle(match)
    return swiss


def test_no_page_of_a_large_event_has_a_fault_or_is_too_wide_in_a_longer_language(
    open_device: OpenDevice, cup: Event
) -> None:
    swiss = swiss_of(cup)
    match = club_evenings.match_at(cup, "M1-1")
    player = f"?player={match.white.code}"
    device = open_device()
    checked_paths = [path_of(cup, player), path_of(cup, f"bracket/{player}"), path_of(swiss)]
    lines = [line for path in checked_paths for line in faults(device, path, is_lengthened=True)]
    phone = open_device(320)
    club = f"/clubs/{cup.tournament.club.slug}/"
    for path in (*(path_of(cup, f"{page}{player}") for page in PAGES[2:]), club, "/"):
        phone.open(path)
        phone.page.evaluate(LENGTHEN)
        if phone.page.evaluate(IS_WIDE):
            lines.append(f"{path} is too wide")

    assert lines == []


def test_a_player_is_found_in_few_taps_and_stays_followed_without_scripts(
    open_device: OpenDevice, cup: Event
) -> None:
    match = club_evenings.match_at(cup, "M1-1")
    phone = open_device(360, script=False)
    phone.open(path_of(cup))
    phone.tap("Follow a player")
    phone.tap(phone.page.get_by_role("button", name=match.white.name))
    took("J9", phone.taps)
    phone.open(path_of(cup, "results/"))
    phone.tap("Show in bracket")

    assert re.search(r"/bracket/#at-M\d-\d$", phone.page.url)
    expect(phone.page.locator(".cell:target")).to_be_in_viewport()
    phone.tap("Unfollow")
    expect(phone.page.locator(".followed-player")).to_have_count(0)


def test_typed_letters_filter_the_names(open_device: OpenDevice, cup: Event) -> None:
    phone = open_device(360)
    phone.open(path_of(cup))
    phone.tap("Follow a player")
    phone.page.get_by_placeholder("Part of the name").fill("NUMBER-07")

    expect(phone.page.locator("#follow-names button:visible")).to_have_text(["Competitor Number-07"])


def test_a_result_changes_its_cell_and_keeps_focus_and_scroll_position(
    open_device: OpenDevice, cup: Event
) -> None:
    match = club_evenings.match_at(cup, "M1-3")
    phone = open_device(360)
    phone.open(path_of(cup, "bracket/"))
    page = phone.page
    page.locator("#section-main-part-1 > .bracket-scroll").evaluate(
        "part => part.scrollTo({ left: 0, behavior: 'instant' })"
    )
    page.locator("#at-M1-4").focus()
    page.locator("#at-M1-3").evaluate("cell => { cell.closest('.round').isSame = true; }")
    before = page.evaluate(READING_PLACE)
    club_evenings.settle(match)
    page.evaluate("dispatchEvent(new Event('due'))")

    expect(page.locator("#at-M1-3.settled")).to_be_visible()
    assert page.evaluate(READING_PLACE) == before
    assert before[0] == "at-M1-4"
    # The elements around the cell were not replaced.
    assert page.locator("#at-M1-3").evaluate("cell => cell.closest('.round').isSame")


def test_the_bracket_is_zoomed_with_the_keyboard_without_scripts(open_device: OpenDevice, cup: Event) -> None:
    phone = open_device(360, script=False)
    phone.open(path_of(cup, "bracket/"))
    page = phone.page
    page.locator("#zoom-usual").focus()
    page.keyboard.press("ArrowLeft")

    expect(page.locator("#section-main-part-1 .bracket")).to_have_css("zoom", "0.6")
    expect(page.locator("#section-main-part-1 .rounds")).to_be_hidden()


def test_on_a_phone_the_bracket_ends_below_the_round_that_is_shown(open_device: OpenDevice) -> None:
    """The page opens at the final, with the winner below it."""
    event = club_evenings.a_night(club_evenings.a_club(), [f"Player {number}" for number in range(16)])
    club_evenings.play_out(event)
    phone = open_device(360, has_touch=True, reduced_motion="reduce")
    phone.open(path_of(event, "bracket/"))
    page, winner = phone.page, "#main-4 + .winner-round .winner-plate"
    links = page.locator("#section-main .rounds a")

    page.wait_for_function(ENDS_BELOW, arg=winner)
    page.locator(winner).scroll_into_view_if_needed()
    expect(page.locator(winner)).to_be_in_viewport(ratio=1)
    for link, lowest in ((0, "#main-1 .pair:last-child"), (2, "#main-3 .pair:last-child"), (3, winner)):
        links.nth(link).tap()
        page.wait_for_function(ENDS_BELOW, arg=lowest)


def test_the_link_of_the_current_round_does_not_scroll(open_device: OpenDevice) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), ["Anna", "Bruno", "Carla", "Dario"])
    club_evenings.play_out(event)
    phone = open_device(360, has_touch=True, reduced_motion="reduce")
    phone.open(path_of(event, "bracket/"))
    link = phone.page.locator("#section-main .rounds a[aria-current]").first
    rolled = "link => link.closest('#section-main').querySelector('.bracket-scroll').scrollLeft"
    before = link.evaluate(rolled)
    link.tap()

    assert link.evaluate(rolled) == before > 0
