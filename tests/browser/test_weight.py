"""What a public page weighs on its way to a phone: packed, with styles and scripts, from this house alone."""

import gzip
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Response

from tests.browser.conftest import Hand
from tests.tournaments import nights
from tests.tournaments.test_views_public import path_of
from tournaments.models import Event

MOST_BYTES = 100_000
PAGES = ("", "bracket/", "entries/", "results/", "lots/", "journal/", "embed/", "embed/?part=results")
FIRST_VIEW = {"document", "stylesheet", "script", "image", "font"}
PACKED_ALREADY = ("image/png", "font/woff2")


def an_evening(size: int) -> Event:
    """A large field in its first round; every name is another one, as long as names are."""
    names = [f"Competitor Number-{number:03} of the Evening" for number in range(size)]
    event = nights.a_night(nights.a_club(), names)
    for label in ("M1-1", "M1-2", "M1-3"):
        nights.settle(nights.match_at(event, label))
    return event


def weighed(page: Page, address: str) -> tuple[int, set[str]]:
    """The bytes of a page and all it asks for, packed as servers send them, and the houses they come from."""
    answers: list[Response] = []

    def keep(answer: Response) -> None:
        answers.append(answer)

    page.on("response", keep)
    page.goto(address, wait_until="networkidle")
    seen = [answer for answer in answers if answer.request.resource_type in FIRST_VIEW]
    return sum(map(_packed, seen)), set(_houses(answers))


def _packed(answer: Response) -> int:
    body = answer.body()
    kind = answer.headers.get("content-type", "")
    return len(body) if kind in PACKED_ALREADY else len(gzip.compress(body))


def _houses(answers: list[Response]) -> Iterator[str]:
    for answer in answers:
        yield "/".join(answer.url.split("/")[:3])


@pytest.mark.parametrize(("size", "pages"), [(128, PAGES), (256, ("bracket/", "embed/"))])
def test_public_pages_of_large_fields_are_light_and_ask_nobody_else(
    hand: Hand, size: int, pages: tuple[str, ...]
) -> None:
    event = an_evening(size)
    device = hand(360)
    found = {}
    match = nights.match_at(event, "M1-1")
    beside = (f"/tv/{event.tournament.desk.code}/", f"/m/{match.code}/", f"/p/{match.white.code}/")
    for path in (*(path_of(event, page) for page in pages), *beside):
        context = device.page.context.browser.new_context() if device.page.context.browser else None
        assert context is not None
        found[path] = weighed(context.new_page(), device.address + path)
        context.close()

    assert {path: size for path, (size, _houses) in found.items() if size > MOST_BYTES} == {}
    assert {house for _size, houses in found.values() for house in houses} == {device.address}
