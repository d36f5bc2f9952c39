"""Reinstating a player who was withdrawn from the event by mistake, once play has gone on."""

import re

import pytest
from django.test import Client

from rules.errors import Refusal
from tests.factory_recordings import replayed
from tests.tournaments.play.draws.test_views_stages import NAMES, Chair
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Entry, Event
from tournaments.play.entries.services import entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def chair(client: Client) -> Chair:
    """The desk of the event."""
    return Chair.of_event(client, make_event())


@replayed
def make_event() -> Event:
    """A Swiss of six in its second round, paired without Fabio, who was withdrawn."""
    chair = Chair(Client(), "swiss", rounds=3)
    chair.begin(NAMES[:6])
    assert (chair.step(), chair.play()) == (True, True)
    assert chair.post("withdraw", entry=6, key="w").status_code == 303
    assert (chair.step(), chair.play()) == (True, True)
    return chair.event


def get_fabio(chair: Chair) -> Entry:
    return chair.event.entries.select_related("player").get(number=6)


def count_matches(chair: Chair, round_number: int) -> int:
    """Return how many matches of a round Fabio plays."""
    pairings = chair.event.pairings.filter(round=round_number)
    return pairings.filter(white_entry__number=6).count() + pairings.filter(black_entry__number=6).count()


def find_link(page: str) -> str:
    """Return the address of the only link "Reinstate Fabio"; "" if there is none."""
    links = re.findall(r'href="([^"]+)"\s+aria-label="Reinstate Fabio"', page)
    return links[0].replace("&amp;", "&") if links else ""


def test_a_player_withdrawn_by_mistake_is_reinstated_where_the_withdrawal_is_seen(chair: Chair) -> None:
    assert get_fabio(chair).status == "withdrawn"
    link = find_link(chair.get("entries/"))
    assert find_link(chair.get("find/", q="Fabio")) == link

    preview = chair.client.get(link).content.decode()
    fields = dict(
        re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', preview.partition("do-change")[0])
    )
    answer = chair.client.post(path_of(chair.event, "desk/change/"), fields)

    assert "Reinstate a player" in preview
    assert answer.status_code == 303
    assert get_fabio(chair).status == "entered"
    assert find_link(chair.get("entries/")) == ""
    assert chair.step()
    assert [count_matches(chair, number) for number in (1, 2, 3)] == [1, 0, 1]


@pytest.mark.parametrize("flight", ["", "swiss"])
def test_a_flight_need_not_be_named(chair: Chair, flight: str) -> None:
    entries.reinstate(event=chair.event, entry=6, flight=flight, by=chair.director)
    assert get_fabio(chair).status == "entered"


def test_a_player_is_reinstated_by_the_api_without_a_flight(chair: Chair) -> None:
    address = f"/api/v1/events/{chair.event.pk}/changes/"
    body = {"act": "reinstate", "entry": 6}
    preview = chair.client.post(f"{address}preview/", body, content_type="application/json")
    answer = chair.client.post(address, body, content_type="application/json")

    assert (preview.status_code, answer.status_code) == (200, 201)
    assert get_fabio(chair).status == "entered"


def test_a_player_who_was_not_withdrawn_is_not_reinstated(chair: Chair) -> None:
    with pytest.raises(Refusal, match="entry_not_withdrawn"):
        entries.reinstate(event=chair.event, entry=1, flight="swiss", by=chair.director)


def test_a_walk_over_stays_after_its_winner_has_played_on(client: Client) -> None:
    chair = Chair(client, "knockout_consolation")
    chair.begin(NAMES[:4])
    first = chair.event.pairings.get(label="M1-1")
    gone, opponent = first.white_entry, first.black_entry
    assert chair.post("withdraw", entry=gone.number, key="w").status_code == 303
    while chair.play():
        pass
    final = chair.event.pairings.get(label="M2-1")
    entries.reinstate(event=chair.event, entry=gone.number, by=chair.director)

    gone.refresh_from_db()
    first.refresh_from_db()
    assert (gone.status, first.winner_entry) == ("entered", opponent)
    assert opponent in (final.white_entry, final.black_entry)


def reinstate(chair: Chair, entry: Entry) -> tuple[str, str]:
    """Reinstate a player at the desk; return the text of the preview, and that of the desk afterwards."""
    fields = {"act": "reinstate", "entry": entry.number}
    preview = chair.client.get(path_of(chair.event, "desk/change/"), fields).content.decode()
    answer = chair.client.post(path_of(chair.event, "desk/change/"), fields, follow=True)
    return " ".join(preview.split()), " ".join(answer.content.decode().split())


@pytest.mark.parametrize("scheme", ["progressive", "double"])
def test_a_reinstated_player_is_offered_the_free_place_of_the_losers(client: Client, scheme: str) -> None:
    chair = Chair(client, scheme)
    chair.begin([*NAMES, "Hugo"])
    first = chair.event.pairings.get(label="M1-1")
    gone = first.white_entry
    name = gone.player.desk_name
    assert chair.post("withdraw", entry=gone.number, key="w").status_code == 303
    assert (chair.play(), chair.play()) == (True, True)
    stage = {"progressive": "Consolation", "double": "Backdraw"}[scheme]
    sentence = (
        f"The walk-over stays, so that {name} does not go on to {stage}; a place there is free for them."
    )

    preview, desk = reinstate(chair, gone)
    links = re.findall(rf'<a href="([^"]+)">Put {name} in</a>', desk)
    address, _, query = links[0].replace("&amp;", "&").partition("?")
    fields = dict(pair.split("=") for pair in query.split("&"))
    answer = client.post(address, fields)

    assert (sentence in preview, sentence in desk, len(links)) == (True, True, 1)
    assert answer.status_code == 303, answer.content.decode()
    flight = fields["flight"]
    played = chair.event.pairings.filter(flight=flight)
    assert played.filter(white_entry=gone).exists() or played.filter(black_entry=gone).exists()


def test_a_reinstated_player_reads_that_no_place_is_free(client: Client) -> None:
    chair = Chair(client, "progressive")
    chair.begin([*NAMES, "Hugo"])
    gone = chair.event.pairings.get(label="M1-1").white_entry
    assert chair.post("withdraw", entry=gone.number, key="w").status_code == 303
    while chair.play():
        pass

    _preview, desk = reinstate(chair, gone)

    assert f"{gone.player.desk_name} does not go on to Consolation, and no place is free there." in desk


def test_the_preview_names_the_match_that_is_called_again(client: Client) -> None:
    chair = Chair(client, "knockout_consolation")
    chair.begin(NAMES[:4])
    first = chair.event.pairings.get(label="M1-1")
    gone, opponent = first.white_entry, first.black_entry
    assert chair.post("withdraw", entry=gone.number, key="w").status_code == 303

    preview, _desk = reinstate(chair, gone)

    first.refresh_from_db()
    assert first.match.status in ("called", "running")
    names = f"<strong>{gone.player.name} – {opponent.player.name}</strong>"
    assert f'{names} <span class="badge">to be played after all</span>' in preview
    assert "All opponents stay the same." not in preview
