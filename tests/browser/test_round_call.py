"""The call of a round: one shortcut at the desk updates the screen, the phones and the printed slips."""

import re

import pytest
from playwright.sync_api import expect

from matches.services import badges
from tests import factories
from tests.browser.conftest import OpenDevice
from tests.browser.journeys import took
from tests.browser.page_addresses import path_of
from tests.browser.phones import PASSWORD, Phone
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tests.tournaments.printing.reading import read_leaves, squeezed
from tournaments.models import Event
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo")
# Writes every vibration and notification of the phone into an attribute of its page.
OVERHEARD = """
  const hear = (...said) => {
    const { dataset } = document.documentElement;
    dataset.heard = [dataset.heard, ...said].join(" ");
  };
  navigator.vibrate = () => hear("buzz");
  Object.defineProperty(Notification, "permission", { get: () => window.may });
  ServiceWorkerRegistration.prototype.showNotification = async (title, more) => hear(title, more.body);
"""


@pytest.fixture
@replayed
def event() -> Event:
    """An event with an unpublished draw."""
    by = factories.a_user("director", password=PASSWORD)
    event = tournaments.create_knockout_tournament(
        club=club_evenings.a_club("Monday Club", by),
        name="Monday night",
        starts_at=club_evenings.FIRST_NIGHT,
        length=5,
        consolation_length=3,
        tables=4,
        by=by,
    )
    entries.enter_names(event=event, names="\n".join(NAMES), by=by, key="names")
    draws.draw(event=event, by=by)
    return event


def the_phone_of(open_device: OpenDevice, event: Event, name: str, may: str = "granted") -> Phone:
    """A phone with the badge of a player; `may` is its permission for notifications."""
    player = event.entries.get(player__name=name).player
    badge = badges.issue_badge(
        desk=event.tournament.desk, player=player, by=club_evenings.director_of(event.tournament.club)
    )
    phone = open_device(permissions=["notifications"])
    phone.page.add_init_script(f"window.may = '{may}'; {OVERHEARD}")
    phone.open(f"/b/#{badge.token}")
    phone.page.get_by_role("heading", name=name).wait_for()
    return phone


def test_one_shortcut_calls_the_round_to_the_screen_to_phones_and_to_slips(
    open_device: OpenDevice, event: Event
) -> None:
    director, screen = open_device(1280), open_device(1280)
    director.sign_in()
    phone = the_phone_of(open_device, event, "Anna")
    screen.open(f"/tv/{event.tournament.desk.code}/")
    before = phone.page.title()

    director.open(path_of(event, "desk/"))
    director.press("Alt+n")
    director.page.get_by_text("Draw published; first matches called.").wait_for()
    took("J13", director.taps)
    printed = director.get_opened_pdf(lambda: director.press("Alt+l"))
    took("J13 slips", director.taps - 1)
    match = next(
        pairing.match for pairing in event.pairings.all() if pairing.match and "Anna" in str(pairing.match)
    )
    card = f"Table {match.table}"
    slips = read_leaves(printed)
    assert all(name in slips[0].text for name in NAMES)
    assert squeezed(card) in slips[0].text
    expect(screen.page.locator("#calls-1.current")).to_contain_text("Anna")
    expect(phone.page).to_have_title(re.compile(f"^{card} · Anna"))
    text = f" buzz {card} {match.white.name} – {match.black.name}"
    expect(phone.page.locator("html")).to_have_attribute("data-heard", text)
    assert before.startswith("Anna")


@pytest.mark.parametrize(
    ("may", "expected"), [("default", ["button"]), ("granted", [".muted"]), ("denied", [])]
)
def test_a_phone_offers_notifications_of_calls_where_the_browser_allows_them(
    open_device: OpenDevice, event: Event, may: str, expected: list[str]
) -> None:
    phone = the_phone_of(open_device, event, "Anna", may)

    offer = phone.page.locator("#call-notices")
    assert [part for part in ("button", ".muted") if offer.locator(part).is_visible()] == expected
