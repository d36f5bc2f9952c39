"""A reported score that is not confirmed is marked as unconfirmed wherever its match is shown."""

import re

import pytest
from django.test import Client

from matches.actors import SYSTEM
from matches.services import badges, reporting, scoring
from tests import factories
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def event() -> Event:
    """An event whose first match is reported as 5-1 by a phone at its table."""
    event = club_evenings.a_night(club_evenings.a_club(), length=5)
    factories.a_report(club_evenings.match_at(event, "M1-1"), 5, 1)
    return event


def page_text(client: Client, path: str) -> str:
    """The text of a page without scripts, styles and tags."""
    text = re.sub(r"<(script|style|title).*?</\1>", " ", client.get(path).content.decode(), flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))


def addresses(event: Event) -> dict[str, str]:
    match = club_evenings.match_at(event, "M1-1")
    return {
        "event": path_of(event),
        "bracket": path_of(event, "bracket/"),
        "embed": path_of(event, "embed/?part=now"),
        "club": f"/clubs/{event.tournament.club.slug}/",
        "screen": f"/tv/{event.tournament.desk.code}/",
        "overlay": f"/m/{match.code}/overlay/",
        "match": f"/m/{match.code}/",
        "phone": f"/m/{match.code}/report/",
    }


@pytest.mark.parametrize(
    ("page", "note"),
    [
        ("event", "Unconfirmed"),
        ("bracket", "Unconfirmed"),
        ("embed", "Unconfirmed"),
        ("club", "unconfirmed"),
        ("screen", "unconfirmed"),
        ("overlay", "unconfirmed"),
        ("match", "Unconfirmed"),
        ("phone", "Unconfirmed"),
    ],
)
def test_a_reported_score_is_shown_as_unconfirmed(client: Client, event: Event, page: str, note: str) -> None:
    text = page_text(client, addresses(event)[page])
    assert re.search(r"\b5\b\D*\b1\b", text)
    assert note in text


def test_a_withdrawn_score_is_removed_and_a_confirmed_one_unmarked(client: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    report = match.reports.get()
    reporting.withdraw(match=match, report=report, identity=factories.at_table(match))
    match.refresh_from_db()
    assert (match.status, match.white_score, match.black_score) == ("running", 0, 0)
    again = factories.a_report(match, 5, 1)
    reporting.confirm(match=match, report=again, identity=factories.at_table(match, "other"))
    text = page_text(client, f"/m/{match.code}/").lower()
    assert not re.search("not (yet )?confirmed|to be confirmed", text)


def test_the_api_marks_an_unconfirmed_score(client: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    match_data = client.get(f"/api/v1/matches/{match.code}/").json()
    assert (match_data["white_score"], match_data["black_score"], match_data["score_is_unconfirmed"]) == (
        5,
        1,
        True,
    )


def test_a_badge_shows_the_score_of_the_match_in_play(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club(), length=5)
    match = club_evenings.match_at(event, "M1-1")
    scoring.score_game(match=match, winner="white", kind="single", cube=1, identity=factories.at_table(match))
    client.post("/b/", {"token": badges.issue_badge(desk=match.desk, player=match.white, by=SYSTEM).token})
    text = page_text(client, "/b/")
    assert re.search(r"In play\s*1–0", text)
    assert "Not played yet" not in text
