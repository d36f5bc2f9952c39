"""The size of public pages: compressed, with styles and scripts, and loaded from the site alone."""

import gzip

import pytest
from playwright.sync_api import Response

from tests.browser.conftest import OpenDevice
from tests.browser.page_addresses import path_of
from tests.browser.phones import Phone
from tests.tournaments import club_evenings
from tournaments.models import Event

MOST_BYTES = 100_000
PAGES = ("", "bracket/", "entries/", "results/", "draw-audit/", "journal/", "embed/", "embed/?part=results")
FIRST_VIEW = {"document", "stylesheet", "script", "image", "font"}
PACKED_ALREADY = ("image/png", "font/woff2")


def an_evening(size: int) -> Event:
    """An event with many entries of different names in its first round."""
    names = [f"Competitor Number-{number:03} of the Evening" for number in range(size)]
    event = club_evenings.a_night(club_evenings.a_club(), names)
    for label in ("M1-1", "M1-2", "M1-3"):
        club_evenings.settle(club_evenings.match_at(event, label))
    return event


def answers_to(device: Phone, path: str) -> list[Response]:
    """Open a page and return the list of its responses, to which later ones are added."""
    answers: list[Response] = []

    def keep(answer: Response) -> None:
        answers.append(answer)

    device.page.on("response", keep)
    device.open(path)
    return answers


def weight(answers: list[Response]) -> int:
    """The compressed bytes of a page and the files of its first view."""
    return sum(_packed(answer) for answer in answers if answer.request.resource_type in FIRST_VIEW)


def _packed(answer: Response) -> int:
    body = answer.body()
    kind = answer.headers.get("content-type", "")
    return len(body) if kind in PACKED_ALREADY else len(gzip.compress(body))


def site_of(answer: Response) -> str:
    """The scheme and host of a response."""
    return "/".join(answer.url.split("/")[:3])


@pytest.mark.parametrize(("size", "pages"), [(128, PAGES), (256, ("bracket/", "embed/"))])
def test_public_pages_of_large_events_are_small_and_load_nothing_from_other_sites(
    open_device: OpenDevice, size: int, pages: tuple[str, ...]
) -> None:
    event = an_evening(size)
    match = club_evenings.match_at(event, "M1-1")
    beside = (f"/tv/{event.tournament.desk.code}/", f"/m/{match.code}/", f"/p/{match.white.code}/")
    devices = {path: open_device(1280) for path in (*(path_of(event, page) for page in pages), *beside)}
    answers = {path: answers_to(device, path) for path, device in devices.items()}
    for device in devices.values():
        # Fetches after loading. For Playwright the request of a shared worker never ends: no idle network.
        device.page.wait_for_timeout(500)

    weights = {path: weight(responses) for path, responses in answers.items()}
    assert {path: size for path, size in weights.items() if size > MOST_BYTES} == {}
    assert {site_of(response) for responses in answers.values() for response in responses} == {device.address}
