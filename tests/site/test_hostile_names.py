"""Names, reasons, files and numbers with HTML, scripts and rare characters: pages escape and show all of
them."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from django.core.cache import cache
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpResponse, QueryDict
from django.test import Client
from django.urls import resolve
from django.utils import timezone
from pytest_django import DjangoDbBlocker
from time_machine import TimeMachineFixture

from matches.actors import SYSTEM, Identity
from matches.models import Desk, Match, Player, Ruling, User
from matches.queries import people
from matches.records.models import Transcript
from matches.records.queries import match_fits
from matches.records.services import uploads
from matches.services import badges, lifecycle, players, reporting, rulings
from matches.templatetags import paging
from tests.factories import a_user
from tests.matches.records.files import SEVEN, record
from tests.tournaments import club_evenings
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.finances.models import Charge, FundKind, FundTerms, Receipt, Sale
from tournaments.finances.queries.auctions import LotState
from tournaments.finances.services import auctions, charges, funds, payments, pools
from tournaments.models import Club, Event, JournalEntry, Season, Tournament
from tournaments.people.services import clubs, members
from tournaments.play.brackets import bracket_layout
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments
from tournaments.printing.views import printouts as ledger
from tournaments.seasons import services as seasons
from tournaments.standings.season_settings import RULE_PRESETS

pytestmark = [pytest.mark.django_db, pytest.mark.second_stage]

NAMES = (
    "<script>alert(1)</script>",
    "</script><script>alert(2)</script>",
    '"><img src=x onerror=alert(3)>',
    "' onmouseover='alert(4)",
    '" autofocus onfocus="alert(5)" x="',
    "<svg onload=alert(6)>",
    "</title><style>*{display:none}</style>",
    "</textarea><iframe src=//evil.example>",
    "--><!-- <b>",
    "]]><b>cdata</b>",
    "{{7*7}} ${7*7} <%= 7*7 %>",
    "{% load static %}{% debug %}",
    "%(name)s %s %d %",
    "{name} {0} {}",
    "&lt;b&gt; &amp; &#60;script&#62;",
    "javascript:alert(7)",
    "data:text/html,<script>alert(8)</script>",
    "=cmd|' /C calc'!A0",
    "+1+1 @SUM(A1)",
    "'; DROP TABLE matches_player; --",
    "1' OR '1'='1",
    "../../etc/passwd",
    "C:\\CON\\nul.mat",
    "Evil\r\nSet-Cookie: owned=1",
    "Evil\tTab",
    "\u202eneddih si siht\u202c",
    "zero\u200bwidth\u200djoiner\ufeff",
    "\u2028line\u2029separators",
    "Zo\u0308e" + "\u0301" * 100,
    "👩‍👩‍👧‍👦🎲🇮🇹",
    "السلام عليكم",
    "王小明",
    "ﷺ" * 20,
    "I\u0307stanbul ıİ",
    "´`ˈ’‘“”«»",
    "a" * 120,
    "0",
    "-1",
    "9223372036854775808",
    "NaN",
    "null",
)


LATIN = [name for name in NAMES if re.search("[a-z]", name)]
OURS = {"", "testserver"}
# The match is behind the "#", which no browser sends.
LINKED_SITES = {"gammonview.com"}
MOST_OF_A_ROUTE = 3


class Structure(HTMLParser):
    """Counts the elements of a page with the names of their attributes, and collects its links."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: Counter[tuple[str, ...]] = Counter()
        self.links: list[str] = []
        self.page_links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found[(tag, *sorted(name for name, _ in attrs))] += 1
        self.links += [value or "" for name, value in attrs if name in {"href", "src", "action"}]
        self.page_links += [value or "" for name, value in attrs if (tag, name) == ("a", "href")]


def structure_of(answer: HttpResponse) -> Structure:
    structure = Structure()
    structure.feed(answer.content.decode())
    structure.close()
    return structure


def an_evening() -> Event:
    """An event in which every name and every reason is hostile."""
    director = a_user("<b>director</b>")
    club = clubs.create_club(name=LATIN[0], by=director)
    seasons.open_season(
        club=club,
        name=LATIN[1],
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        rules=RULE_PRESETS["league"].to_data(),
        by=director,
    )
    event = tournaments.create_knockout_tournament(
        club=club,
        name=LATIN[2],
        starts_at=club_evenings.FIRST_NIGHT,
        length=7,
        consolation_length=3,
        tables=6,
        by=director,
    )
    entered = [players.register_player(name=name) for name in NAMES]
    entries.enter_players(event=event, players=entered, by=director, key="names")
    for player in entered:
        members.enrol(club=club, player=player, by=director)
    draws.draw(event=event, by=director)
    draws.publish(event=event, by=director)
    take_money(event, director)
    play(event, director)
    return event


def take_money(event: Event, director: User) -> None:
    """Fees, a pool and an auction, with hostile names, buyers and notes."""
    fees = funds.FundOptions(fee=50_00, template="winner", is_shown=True)
    funds.turn_on_fees(event=event, currency="EUR", options=fees, by=director, key="fees")
    for fund, kind in enumerate((FundKind.POOL, FundKind.AUCTION), start=1):
        options = funds.FundOptions(name=LATIN[fund][:60], fee=5_00, template="winner", is_shown=True)
        funds.open_fund(event=event, kind=kind, options=options, by=director, key=str(fund))
    first, second = (event.entries.get(number=number).player for number in (1, 2))
    by = {"event": event, "by": director}
    pools.join_pool(fund=1, player=first, key="join", **by)
    charges.set_own_fee(player=second, amount=5_00, note=LATIN[3], key="fee", **by)
    auctions.make_lots(fund=2, lots=[[1], [2, 3]], **by)
    auctions.sell_lot(fund=2, lot=1, buyer=LATIN[4], price=5_00, key="sold", **by)
    auctions.sell_lot(fund=2, lot=2, buyer=LATIN[5], price=5_00, key="too", **by)
    for key, player in (("one", first), ("two", second)):
        payment_context = payments.PaymentContext(director, "cash", key, LATIN[6])
        payments.take_payment(event=event, player=player, amount=5_00, context=payment_context)
    payments.take_lot_payment(
        event=event, fund=2, lot=1, context=payments.PaymentContext(director, "cash", "lot")
    )
    payments.reverse_receipt(number=1, note=LATIN[7], key="back", **by)


def play(event: Event, director: User) -> None:
    """Give matches every status (awarded, void, reported, disputed, ruled), and a match file each."""
    matches = list(Match.objects.filter(desk=event.tournament.desk_id).order_by("pk"))
    by = Identity(user=director)
    for match, name in zip(matches, NAMES, strict=False):
        score = {"white_score": 7, "black_score": 1}
        identity = Identity(badge=badges.issue_badge(desk=match.desk, player=match.white, by=SYSTEM).badge)
        opponent = Identity(badge=badges.issue_badge(desk=match.desk, player=match.black, by=SYSTEM).badge)
        uploads.attach_file(match=match, name=name, data=a_record(name), identity=by)
        kind = match.pk % 6
        if match.status == "scheduled" or kind == 0:
            rulings.award(match=match, winner="white", ending="played", by=director, reason=name, **score)
        elif kind == 1:
            lifecycle.void_match(match=match, reason=name, by=director)
        elif kind > 2:
            report = reporting.report(match=match, identity=identity, **score)
            if kind > 3:
                reporting.dispute(match=match, report=report, identity=opponent, white_score=7, black_score=2)
            if kind == 5:
                rulings.rule_on_match(
                    match=match, law="match.adjudication", reason=name, by=director, **score
                )


def a_record(name: str) -> bytes:
    """A match file with this name in its players and headers."""
    clean = " ".join(name.split()).encode()
    return (
        b'; [Event "'
        + clean
        + b'"]\n'
        + record(SEVEN).replace(b"Alice", clean[:40]).replace(b"X ", clean[:9])
    )


def rename_everything() -> None:
    """Replace every hostile name, reason and note by "Plain"."""
    Player.objects.update(name="Plain", full_name="Plain")
    for model in (Club, Tournament, Event, Season, Desk):
        model.objects.update(name="Plain")
    User.objects.update(username="plain")
    Ruling.objects.update(reason="Plain")
    FundTerms.objects.exclude(name="").update(name="Plain")
    Charge.objects.exclude(note="").update(note="Plain")
    Sale.objects.exclude(buyer="").update(buyer="Plain")
    Receipt.objects.exclude(person="").update(person="Plain")
    Receipt.objects.exclude(note="").update(note="Plain")
    JournalEntry.objects.exclude(reason="").update(reason="Plain")
    for transcript in Transcript.objects.all():
        transcript.verdict["players"] = ["Plain", "Plain"]
        transcript.name = "Plain"
        transcript.save()


def crawl(client: Client, start: str = "/") -> dict[str, HttpResponse]:
    """Request the pages that links lead to, at most three of each route; return the answers by path.

    Links that look for a name are not followed: after the renaming they find others.
    """
    answers: dict[str, HttpResponse] = {}
    waiting, route_counts = [start], Counter[str]()
    while waiting:
        path = waiting.pop(0)
        route = resolve(urlsplit(path).path).route
        is_search = "find" in QueryDict(urlsplit(path).query)
        if path in answers or is_search or route_counts[route] >= MOST_OF_A_ROUTE:
            continue
        route_counts[route] += 1
        answers[path] = client.get(path)
        if answers[path].get("Content-Type", "").startswith("text/html"):
            waiting += [
                to for to in (inner(path, link) for link in structure_of(answers[path]).page_links) if to
            ]
    return answers


def check_security_headers(path: str, answer: HttpResponse) -> None:
    """Assert that an answer has the security headers, safe cookies, and links within the site alone.

    Pages for frames of other sites have no X-Frame-Options.
    """
    is_for_frames = urlsplit(path).path.endswith("/embed/")
    headers = ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "X-Frame-Options")
    missing = [header for header in headers if header not in answer]
    assert "camera=()" in answer["Permissions-Policy"], path
    assert missing == (["X-Frame-Options"] if is_for_frames else []), path
    assert ("frame-ancestors *" in answer["Content-Security-Policy"]) == is_for_frames, path
    assert "unsafe" not in answer["Content-Security-Policy"]
    links = structure_of(answer).links if "html" in answer["Content-Type"] else []
    assert [
        to for to in links if urlsplit(urljoin("http://testserver", to)).netloc not in OURS | LINKED_SITES
    ] == []
    for cookie in answer.cookies.values():
        assert (cookie["samesite"], bool(cookie["httponly"])) == ("Lax", cookie.key != "csrftoken"), path


def inner(page: str, link: str) -> str:
    """The path and query of a link within the site; "" for static files and other hosts."""
    to = urldefrag(urljoin(f"http://testserver{page}", link)).url
    parts = urlsplit(to)
    if parts.netloc not in OURS or parts.path.startswith("/static/"):
        return ""
    return parts.path + (f"?{parts.query}" if parts.query else "")


@pytest.fixture(scope="module")
def event(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Event]:
    """The event, created once for the module and rolled back."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield an_evening()
        transaction.set_rollback(True)


@pytest.fixture(params=["nobody", "director"])
def visitor(request: pytest.FixtureRequest, event: Event) -> Client:
    cache.clear()
    client = Client()
    if request.param == "director":
        client.force_login(club_evenings.director_of(event.tournament.club))
    return client


def test_no_page_gains_an_element_or_attribute_and_every_answer_has_the_security_headers(
    visitor: Client, monkeypatch: pytest.MonkeyPatch, time_machine: TimeMachineFixture
) -> None:
    # Lateness depends on the time; similar players, printable letters, the number of long names on a screen
    # and the lines on a page of a sorted list depend on the names: all are fixed, so that only names differ.
    time_machine.move_to(timezone.now(), tick=False)
    monkeypatch.setattr(people, "MIN_LIKENESS", 0.0)
    monkeypatch.setattr(match_fits, "MIN_SIMILARITY", 3.0)
    monkeypatch.setattr(ledger, "is_printable", lambda _name: False)
    # Buyers and players have one name then, and who buys the own lot cannot buy back half.
    monkeypatch.setattr(LotState, "is_own_buyer", False)
    monkeypatch.setattr(bracket_layout, "MAX_LONG_NAMES", bracket_layout.TREE_ROWS * 2)
    monkeypatch.setattr(paging, "Paginator", lambda rows, _per_page: Paginator(rows, max(len(rows), 1)))
    answers = crawl(visitor)
    for path, answer in answers.items():
        check_security_headers(path, answer)
    pages = {path: page for path, page in answers.items() if "html" in page.get("Content-Type", "")}
    structures = {path: structure_of(page).found for path, page in pages.items()}
    rename_everything()
    cache.clear()

    assert {path: page.status_code for path, page in pages.items() if page.status_code >= 400} == {}
    assert len(pages) >= 25
    for path, structure in structures.items():
        assert structure == structure_of(visitor.get(path)).found, path


def test_every_name_is_shown_as_it_is_written(visitor: Client, event: Event) -> None:
    class Text(HTMLParser):
        text = ""

        def handle_data(self, data: str) -> None:
            self.text += data

    reader = Text()
    reader.feed(visitor.get(path_of(event, "entries/")).content.decode())
    names = event.entries.values_list("player__name", flat=True)

    assert [name for name in names if name not in reader.text] == []
    assert len(names) == len(NAMES)
