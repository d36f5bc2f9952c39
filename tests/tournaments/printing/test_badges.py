"""Badges of all players in one PDF file: who gets one, what is revoked, and what a page shows."""

from http import HTTPStatus

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.models import Badge
from matches.services import badges
from rules.errors import Refusal
from tests.factories import a_user
from tests.tournaments import club_evenings
from tests.tournaments.play.event_pages.test_views_public import path_of
from tests.tournaments.printing.reading import read_leaves, squeezed
from tests.tournaments.printing.test_pages import a_director, paper
from tests.tournaments.team_evenings import a_team_event
from tournaments.models import Event
from tournaments.play.entries.services import entries
from tournaments.printing.pdf.badges import PlayerCard, card_pages
from tournaments.printing.pdf.pages import A3, A4, LETTER, write_pdf

pytestmark = pytest.mark.django_db

TEN = [f"Massimiliano Bianchi-Rossi {number:02}" for number in range(1, 11)]


@pytest.fixture
def night() -> Event:
    return club_evenings.a_night(club_evenings.a_club(), TEN)


def issue(event: Event, **fields: str) -> HttpResponse:
    return a_director(event).post(path_of(event, "desk/badges/"), {"players": "missing", **fields})


def names_in(answer: HttpResponse, names: list[str]) -> list[str]:
    """Those of the names that are on the pages of a file."""
    text = "".join(leaf.text for leaf in read_leaves(answer.content))
    return [name for name in names if squeezed(name) in text]


def test_badges_of_all_players_are_printed_eight_to_a_page(night: Event) -> None:
    entry = night.entries.get(number=1)
    entry.club, entry.country = "Roma BC", "ITA"
    entry.save(update_fields=["club", "country"])
    answer = issue(night)
    assert (answer.status_code, answer["Content-Type"], answer["Cache-Control"]) == (
        HTTPStatus.OK,
        "application/pdf",
        "no-store",
    )
    assert answer["Content-Disposition"] == f'attachment; filename="{night.slug}-badges.pdf"'
    first, second = read_leaves(answer.content)
    assert [sum(squeezed(name) in leaf.text for name in TEN) for leaf in (first, second)] == [8, 2]
    printed_texts = (
        "Roma BC · Italy",
        "Monday night",
        night.tournament.club.name,
        "Scan to report your result",
    )
    assert [squeezed(text) in first.text for text in printed_texts] == [True] * 4
    assert Badge.objects.filter(desk=night.tournament.desk, revoked_at=None).count() == 10


def test_existing_badges_stay_valid_unless_all_are_issued_again(night: Event) -> None:
    desk, holder = night.tournament.desk, night.entries.get(number=1).player
    token = badges.issue_badge(
        desk=desk, player=holder, by=club_evenings.director_of(night.tournament.club)
    ).token

    assert names_in(issue(night), TEN) == TEN[1:]
    assert badges.redeem_badge(token=token).player == holder

    again = issue(night)
    assert (again.status_code, again["Location"]) == (303, path_of(night, "desk/badges/"))

    assert names_in(issue(night, players="all"), TEN) == TEN
    with pytest.raises(Refusal, match="badge_unknown"):
        badges.redeem_badge(token=token)
    assert Badge.objects.filter(desk=desk, revoked_at=None).count() == 10


def test_each_issued_token_belongs_to_its_player(night: Event) -> None:
    holders = [entry.player for entry in night.entries.select_related("player").order_by("number")]
    desk, by = night.tournament.desk, club_evenings.director_of(night.tournament.club)
    issued = badges.issue_badges(desk=desk, players=[*holders, holders[0]], skip_holders=False, by=by)
    assert [badges.redeem_badge(token=issued_badge.token).player for issued_badge in issued] == holders


def test_badges_are_issued_by_the_desk_only(night: Event) -> None:
    holders = [entry.player for entry in night.entries.select_related("player")]
    with pytest.raises(Refusal):
        badges.issue_badges(
            desk=night.tournament.desk, players=holders, skip_holders=False, by=a_user("stranger")
        )
    assert Badge.objects.count() == 0


def test_loading_the_page_issues_no_badges(night: Event) -> None:
    page = a_director(night).get(path_of(night, "desk/badges/")).content.decode()
    assert Badge.objects.count() == 0
    assert "A player who gets a new badge cannot use an earlier one any more." in page
    assert "10 players" in " ".join(page.split())
    assert issue(night, players="").status_code == HTTPStatus.BAD_REQUEST
    assert Badge.objects.count() == 0


def test_withdrawn_players_get_no_badge_and_team_members_do(night: Event) -> None:
    by = club_evenings.director_of(night.tournament.club)
    entries.withdraw(entry=night.entries.get(number=3), by=by, key="out")
    assert names_in(issue(night), TEN) == [*TEN[:2], *TEN[3:]]
    event = a_team_event(club_evenings.a_club())
    members = [member.player.name for member in event.team_members.select_related("player")]
    assert (len(members) > 4, sorted(names_in(issue(event), members))) == (True, sorted(members))


def test_a_player_of_two_events_gets_one_badge_for_the_tournament(night: Event) -> None:
    by = club_evenings.director_of(night.tournament.club)
    client = a_director(night)
    address = f"/clubs/{night.tournament.club.slug}/{night.tournament.slug}/add/"
    client.post(address, {"scheme": "jackpot", "length": "3", "seats": "4"})
    jackpot = Event.objects.exclude(pk=night.pk).get()
    entries.enter_names(event=jackpot, names=f"{TEN[0]}\nZeno", by=by, key="more")
    answer = issue(jackpot, scope="tournament")
    assert names_in(answer, [*TEN, "Zeno"]) == [*TEN, "Zeno"]
    assert Badge.objects.filter(revoked_at=None).count() == 11
    assert answer.status_code == HTTPStatus.OK


def test_the_queries_of_badges_do_not_depend_on_the_field(night: Event) -> None:
    counts = []
    for event in (club_evenings.a_night(club_evenings.a_club()), night):
        client = a_director(event)
        client.get(path_of(event, "desk/badges/"))
        with CaptureQueriesContext(connection) as queries:
            client.post(path_of(event, "desk/badges/"), {"players": "all"})
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 20


def test_name_cards_have_no_code_and_issue_no_badges(night: Event) -> None:
    first, second = paper(night, "name-cards")
    assert [sum(squeezed(name) in leaf.text for name in TEN) for leaf in (first, second)] == [8, 2]
    assert "Scan" not in first.text
    assert Badge.objects.count() == 0


@pytest.mark.parametrize(("sheet", "pages"), [(A4, 2), (LETTER, 2), (A3, 1)])
@pytest.mark.parametrize("link", ["", "https://crawford.example.org/b/#0123456789abcdefABCDEF"])
def test_long_names_fit_inside_their_cards(sheet, pages: int, link: str) -> None:
    names = ["Wolfeschlegelsteinhausenbergerdorff / Massimiliano Quattrocchi-Buonaparte " * 2, "Li", *TEN]
    cards = [PlayerCard("Open " * 20, name, "Backgammon Club " * 6, link, "Scan") for name in names]
    leaves = read_leaves(write_pdf(card_pages(cards, sheet), "Badges", "en"))
    assert len(leaves) == pages
    text = "".join(leaf.text for leaf in leaves)
    assert [name for name in names if squeezed(name) not in text] == []
    middle = sheet.wide / 2
    pieces = [piece for leaf in leaves for piece in leaf.pieces]
    assert [piece for piece in pieces if piece.x < middle < piece.x + piece.wide] == []
    assert min(piece.size for piece in pieces) >= 8


def test_two_pages_of_the_desk_link_the_badges(night: Event) -> None:
    client: Client = a_director(night)
    address = f'href="{path_of(night, "desk/badges/")}'
    pages = [client.get(path_of(night, page)).content.decode() for page in ("desk/paper/", "desk/entries/")]
    assert [address in page for page in pages] == [True, True]
