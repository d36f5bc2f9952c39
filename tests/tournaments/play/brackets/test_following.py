"""Following a player without an account: their next match, their path, and the marks on event pages."""

import re

import pytest
from django.test import Client

from matches.models import Match
from matches.services import lifecycle, scoring
from tests.factories import at_table
from tests.tournaments import club_evenings
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Event
from tournaments.play.brackets import brackets, player_paths
from tournaments.play.event_journal.services import journal

pytestmark = pytest.mark.django_db

PAGES = ("", "bracket/", "results/", "entries/", "draw-audit/", "journal/")


@pytest.fixture
def event() -> Event:
    return club_evenings.a_night(club_evenings.a_club(), [f"Player {number}" for number in range(1, 9)])


def find_followed_codes(page: str) -> list[str]:
    """Return the codes of the players that a page says it follows."""
    return re.findall(r'<span class="label">Following</span>\s*<a href="/p/(\w+)/">', page)


def test_a_player_is_followed_on_every_page_of_an_event_until_unfollowed(
    client: Client, event: Event
) -> None:
    code = club_evenings.match_at(event, "M1-1").white.code
    client.post("/follow/", {"player": code, "next": path_of(event)})
    followed_codes = {
        page: find_followed_codes(client.get(path_of(event, page)).content.decode()) for page in PAGES
    }
    answer = client.post("/follow/", {"next": path_of(event)})

    assert followed_codes == {page: [code] for page in PAGES}
    assert answer["Location"] == path_of(event)
    assert find_followed_codes(client.get(path_of(event)).content.decode()) == []


def test_each_reader_follows_their_own_player(client: Client, event: Event) -> None:
    white, black = club_evenings.match_at(event, "M1-1").white, club_evenings.match_at(event, "M1-1").black
    other = Client()
    client.post("/follow/", {"player": white.code})
    other.post("/follow/", {"player": black.code})
    marks = [
        re.findall(
            r'class="p\d+ followed bracket-player (\w+)',
            reader.get(path_of(event, "bracket/")).content.decode(),
        )
        for reader in (client, other, Client())
    ]

    assert marks == [["white"], ["black"], []]


def test_an_unknown_or_invalid_code_is_not_followed(client: Client, event: Event) -> None:
    client.post("/follow/", {"player": "nobody00"})

    assert client.cookies["following"].value == ""
    client.cookies["following"] = "<b>"
    assert find_followed_codes(client.get(path_of(event)).content.decode()) == []


def test_the_match_of_the_followed_player_is_shown_with_its_table_its_players_and_the_score(
    client: Client, event: Event
) -> None:
    match = Match.objects.select_related("table", "white", "black").get(
        pk=club_evenings.match_at(event, "M1-2").pk
    )
    lifecycle.start_match_at_table(match=match, identity=at_table(match))
    for winner in ("black", "white", "black"):
        scoring.score_game(match=match, winner=winner, kind="single", cube=1, identity=at_table(match))

    page = client.get(path_of(event, "results/"), {"player": match.black.code}).content.decode()

    link = re.search(r'<a class="followed-match (\w+)" href="(\S+)".*?</a>', page, re.DOTALL)
    assert link is not None
    sides = re.findall(
        r'<span class="(own )?side">.*?<span class="name">(.*?)</span>\s*<b class="numeral">(\d+)</b>',
        link[0],
        re.DOTALL,
    )
    assert (link[1], link[2]) == ("running", f"/m/{match.code}/")
    assert f'<b class="numeral">{match.table}</b>' in link[0]
    assert sides == [("", match.white.name, "1"), ("own ", match.black.name, "2")]


def test_the_current_match_is_the_consolation_after_a_loss_in_the_main_bracket(event: Event) -> None:
    first = club_evenings.match_at(event, "M1-1")
    club_evenings.settle(first)
    entry = player_paths.find_entry(event, first.black.code)
    assert entry is not None
    followed = player_paths.get_followed_entry(
        entry, brackets.get_brackets(event), event.tournament.starts_at
    )

    assert followed.last is not None
    assert (
        followed.last.pairing.flight,
        followed.open,
        [step.state for step in followed.path.steps[:1]],
    ) == (
        "consolation",
        followed.last,
        ["lost"],
    )


def test_a_bye_stands_in_the_path_of_the_followed_player(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), ["Ada", "Bo", "Carla"])
    main = brackets.get_brackets(event)[0]
    cells = [cell for bracket_round in main.rounds for cell in bracket_round.cells]
    (bye,) = (cell for cell in cells if cell.state == brackets.BYE)
    (entry,) = (seat.entry for seat in bye.seats if seat.entry is not None)
    pages = [client.get(f"{path_of(event, page)}?player={entry.player.code}") for page in PAGES]

    assert [page.status_code for page in pages] == [200] * len(PAGES)
    path = pages[0].content.decode().partition('class="path-rounds"')[2].partition("</ol>")[0]
    assert '<li class="bye">' in path
    assert "bye" in re.sub(r"<[^>]+>", " ", path).split()


def test_an_undone_result_is_removed_from_the_path(client: Client, event: Event) -> None:
    match = club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    path = path_of(event, f"bracket/?player={match.white.code}")
    before = client.get(path).content.decode()
    by = club_evenings.director_of(event.tournament.club)
    journal.undo(event=event, command=event.journal.order_by("-seq")[0].seq, by=by)

    after = client.get(path).content.decode()

    assert [len(re.findall(r'<li class="[^"]*leads-to', page)) for page in (before, after)] == [1, 0]


def test_a_settled_match_links_to_the_paths_of_both_players(client: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    running = client.get(f"/m/{match.code}/report/").content.decode()
    club_evenings.settle(match)
    settled = client.get(f"/m/{match.code}/report/").content.decode()

    paths = [path_of(event, f"?player={side.code}") for side in (match.white, match.black)]
    assert [[page.count(f'href="{path}"') for path in paths] for page in (running, settled)] == [
        [0, 0],
        [1, 1],
    ]
    assert find_followed_codes(client.get(paths[0]).content.decode()) == [match.white.code]
