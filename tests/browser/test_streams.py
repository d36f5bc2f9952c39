"""Every kind of page with live updates has an open stream, and all pages of a browser share one."""

import re
from collections.abc import Iterable, Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from matches.queries.desks import get_match_at
from matches.services import lifecycle, scoring
from tests import factories
from tests.browser.conftest import PATIENCE
from tests.servers import ROOT, site
from tests.site.addresses import list_pages
from tests.site.two_clubs import LENGTH, NIGHT, Site, a_client, a_site
from tests.tournaments import club_evenings
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.registry import make_plan
from tournaments.models import Event, Tournament
from tournaments.play.tournaments.services.tournaments import add_side_event

# Finds templates that name the topics of their page.
NAMING = re.compile(r"{% block topics %}[^{]*{[^%]|data-topics=\"[^\"]*{{")
TOPICS = re.compile(rb'data-topics="([^"]+)"')
# Records what the worker with the streams says; a refused stream is closed at once.
RECORD_STREAMS = """
  window.streams = [];
  window.SharedWorker = class extends SharedWorker {
    constructor(...given) {
      super(...given);
      const stream = { readyState: 0 };
      streams.push(stream);
      const states = { error: 0, open: 1, closed: 2 };
      this.port.addEventListener("message", ({ data }) => {
        stream.readyState = states[data] ?? stream.readyState;
      });
    }
  };
"""
# Records the streams of a browser without shared workers, and lets a test hide the page.
WITHOUT_SHARED_WORKERS = """
  delete window.SharedWorker;
  window.streams = [];
  window.EventSource = class extends EventSource {
    constructor(...given) { super(...given); streams.push(this); }
  };
  let isHidden = false;
  Object.defineProperty(document, "hidden", { get: () => isHidden });
  window.hide = (hidden) => { isHidden = hidden; document.dispatchEvent(new Event("visibilitychange")); };
"""
STATES = "streams.map((stream) => stream.readyState)"
OPEN, CLOSED = 1, 2
# HTTP/1.1 allows a browser six connections to a host.
MORE_THAN_CONNECTIONS = 9
IS_DECIDED = "() => streams.length > 0 && streams.every((stream) => stream.readyState !== 0)"
ALL_OPEN = "() => streams.every((stream) => stream.readyState === 1)"
# Pages of states that have no address of their own in the table.
MORE_PAGES = ("/t/{free_table}/", "/clubs/{night}/")
# The only page with topics that answers a form: the page with the form, and the end of its address.
INVITATION = ("/s/{session}/", "/invite/")


class StreamingPage(NamedTuple):
    """A page that follows topics, the templates that name them, and the visitor who sees it."""

    path: str
    templates: frozenset[str]
    role: str


@pytest.fixture
def world() -> Site:
    """A club with data for every address, and a second event in its tournament."""
    site = a_site()
    a_second_event(site.event.tournament, site)
    return site


def a_second_event(tournament: Tournament, world: Site) -> Event:
    plan = make_plan("knockout", FormatOptions((LENGTH,), (LENGTH,), (LENGTH,)))
    lengths = (LENGTH, LENGTH)
    return add_side_event(tournament=tournament, name="Side", plan=plan, lengths=lengths, by=world.director)


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[str]:
    """The address of a server with streams on the database of this test."""
    if connection.vendor != "sqlite":
        pytest.skip("the server shares the data file of this test")
    with site({"CRAWFORD_DATA": str(tmp_path), "SECRET_KEY": settings.SECRET_KEY}) as (address, _):
        yield address


def test_every_page_that_names_topics_has_an_open_stream(
    world: Site, serving: str, chromium: Browser
) -> None:
    clients = {role: a_client(world, role, {"director": world.director}) for role in ("director", "player")}
    pages = find_streaming_pages(world, clients)
    visitors = {role: open_browser(chromium, serving, client.cookies) for role, client in clients.items()}
    without_stream = [
        page.path for page in pages if not has_open_stream(visitors[page.role], serving + page.path)
    ]
    director = visitors["director"]
    director.goto(serving + INVITATION[0].format(**world.names))
    director.locator(f"form[action$='{INVITATION[1]}'] button").click()
    director.wait_for_url(f"**{INVITATION[1]}")
    wait_for_streams(director)
    has_invitation_stream = director.evaluate(ALL_OPEN)
    close(visitors.values())

    assert without_stream == []
    assert has_invitation_stream
    visited_templates = {name for page in pages for name in page.templates} | {"moneyplay/invite.html"}
    assert templates_that_name_topics() == visited_templates


def test_the_page_of_a_club_follows_an_event_that_begins_and_its_matches(
    serving: str, chromium: Browser
) -> None:
    club = club_evenings.a_club("Monday Club", by=factories.a_user("director"))
    visitor = open_browser(chromium, serving, SimpleCookie())
    visitor.goto(f"{serving}/clubs/{club.slug}/")
    wait_for_streams(visitor)
    live = visitor.locator("#live")

    match = club_evenings.match_at(club_evenings.a_night(club, NIGHT[:4]), "M1-1")
    expect(live.get_by_text(match.white.name)).to_be_visible()
    lifecycle.start_match_at_table(match=match, identity=factories.at_table(match))
    scoring.score_game(match=match, winner="white", kind="single", cube=1, identity=factories.at_table(match))
    expect(live.locator("li", has_text=match.white.name)).to_contain_text("1–0")
    close([visitor])


def test_more_pages_than_connections_are_live_in_one_browser(
    world: Site, serving: str, chromium: Browser
) -> None:
    director = open_browser(
        chromium, serving, a_client(world, "director", {"director": world.director}).cookies
    )
    event = world.event
    event_path = f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/"
    paths = (
        *(
            event_path + part
            for part in ("desk/", "bracket/", "", "embed/", "embed/?part=results", "results/")
        ),
        f"/clubs/{event.tournament.club.slug}/",
        f"/m/{world.match.code}/",
        f"/m/{world.match.code}/overlay/",
        f"/tv/{world.match.desk.code}/",
    )
    pages = [director, *(director.context.new_page() for _ in paths[1:])]
    assert len(pages) > MORE_THAN_CONNECTIONS
    for page, path in zip(pages, paths, strict=True):
        page.goto(serving + path)
        wait_for_streams(page)
    assert [page.evaluate(ALL_OPEN) for page in pages] == [True] * len(pages)

    overlay = pages[8]
    lifecycle.start_match_at_table(match=world.match, identity=factories.at_table(world.match))
    scoring.score_game(
        match=world.match, winner="white", kind="gammon", cube=1, identity=factories.at_table(world.match)
    )
    expect(overlay.locator("#over")).to_contain_text("2")
    close([director])


def test_a_hidden_page_without_shared_workers_leaves_its_connection_to_others(
    world: Site, serving: str, chromium: Browser
) -> None:
    context = chromium.new_context()
    context.add_init_script(WITHOUT_SHARED_WORKERS)
    page = context.new_page()
    page.goto(f"{serving}/m/{world.match.code}/")
    wait_for_streams(page)
    assert page.evaluate(STATES) == [OPEN]
    page.evaluate("hide(true)")
    assert page.evaluate(STATES) == [CLOSED]
    page.evaluate("hide(false)")
    wait_for_streams(page)
    assert page.evaluate(STATES) == [CLOSED, OPEN]
    context.close()


def find_streaming_pages(world: Site, clients: dict[str, Client]) -> list[StreamingPage]:
    """One page for each combination of templates that name topics and kinds of topics."""
    pages: dict[tuple[frozenset[str], frozenset[str]], StreamingPage] = {}
    naming = templates_that_name_topics()
    free = next(table for table in world.match.desk.tables.all() if get_match_at(table) is None)
    for address in readable_addresses():
        path = address.format(law="match.crawford", free_table=free.code, **world.names)
        for role, client in clients.items():
            response: Any = client.get(path)
            topics = TOPICS.search(b"" if response.streaming else response.content)
            if response.status_code == 200 and topics:
                templates = naming & {used.name for used in response.templates}
                kinds = frozenset(topic.partition(":")[0] for topic in topics[1].decode().split())
                pages.setdefault((templates, kinds), StreamingPage(path, templates, role))
                break
    return list(pages.values())


def readable_addresses() -> Iterator[str]:
    """Every page in the table of addresses; files have no slash at the end."""
    for path in (*(page.path for page in list_pages()), *MORE_PAGES):
        if path.endswith("/"):
            yield path


def templates_that_name_topics() -> frozenset[str]:
    """The names of all templates that name topics."""
    folder = ROOT / "templates"
    return frozenset(
        str(file.relative_to(folder)) for file in folder.rglob("*.html") if NAMING.search(file.read_text())
    )


def open_browser(chromium: Browser, address: str, cookies: SimpleCookie) -> Page:
    """Open a browser page with the cookies of a client."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(RECORD_STREAMS)
    context.add_cookies(
        [{"name": name, "value": cookie.value, "url": address} for name, cookie in cookies.items()]
    )
    return context.new_page()


def has_open_stream(page: Page, url: str) -> bool:
    """Open a page and return whether all its streams are open."""
    page.goto(url)
    wait_for_streams(page)
    return bool(page.evaluate(ALL_OPEN))


def wait_for_streams(page: Page) -> None:
    page.wait_for_function(IS_DECIDED, timeout=PATIENCE)


def close(pages: Iterable[Page]) -> None:
    for page in pages:
        page.context.close()
