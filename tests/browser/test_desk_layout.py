"""Where things stand on the desk: what its first screen holds on a laptop and on a phone."""

import pytest

from tests import factories
from tests.browser.phones import PASSWORD, Phone
from tests.tournaments import nights
from tournaments.models import Event
from tournaments.services import draws, entries, tournaments

TABLES, SEEN_TABLES = 9, 6
QUICK_BOX_BEGINS = 300


@pytest.fixture
def event() -> Event:
    """A published draw of 18, with a match at each of nine tables."""
    by = factories.a_user("director", password=PASSWORD)
    club = nights.a_club("Monday Club", by)
    event = tournaments.start_evening(
        club=club,
        name="Monday night",
        starts_at=nights.FIRST_NIGHT,
        length=7,
        consolation_length=5,
        tables=TABLES,
        by=by,
    )
    names = "\n".join(f"Player{number} Surname{number}" for number in range(1, 2 * TABLES + 1))
    entries.enter_names(event=event, names=names, by=by, key="names")
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    return event


def top_and_bottom(device: Phone, selector: str) -> list[tuple[float, float]]:
    """Return where the visible elements begin and end, in pixels from the top of the window."""
    boxes = [place.bounding_box() for place in device.page.locator(selector).all() if place.is_visible()]
    return [(box["y"], box["y"] + box["height"]) for box in boxes if box]
