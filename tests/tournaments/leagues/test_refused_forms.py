"""Forms of a league that are refused keep what was entered."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.page_forms import PageForm, read_forms
from tests.tournaments.leagues import league_seasons as seasons
from tests.tournaments.leagues.test_views import at, phone, signed_in
from tournaments.leagues.services.seasons import SeasonSpan
from tournaments.play.events.event_state import get_event_state

pytestmark = pytest.mark.django_db


def find_form(page: str, ending: str, **hidden: object) -> PageForm:
    """Return the form of an address with these hidden values."""
    forms = [form for form in read_forms(page) if form.action.endswith(ending)]
    sent = {name: str(value) for name, value in hidden.items()}
    return next(form for form in forms if sent.items() <= form.data().items())


def send_refused(
    client: Client, page: str, ending: str, hidden: dict[str, object], **entered: str
) -> PageForm:
    """Send a form with an outdated version; return it as the refusal shows it."""
    form = find_form(client.get(page).content.decode(), ending, **hidden)
    answer = client.post(form.action, {**form.data(), "version": "0", **entered})
    assert answer.status_code in {409, 412}
    return find_form(answer.content.decode(), ending, **hidden)


def test_a_message_to_the_opponent_is_shown_again_when_its_time_cannot_be_read() -> None:
    league = seasons.begun()
    anna = phone(league.event, "Anna")
    match = seasons.match_of(league.event, "Anna", "Bruno")
    page = f"/clubs/{league.event.tournament.club.slug}/mine/"
    entered = {"match": match.code, "play_at": "Friday", "note": "At <your> club?"}

    answer = anna.post(f"{page}propose/", entered)

    form = find_form(answer.content.decode(), "/propose/", match=match.code).data()
    others = [form for form in read_forms(answer.content.decode()) if form.action.endswith("/propose/")]
    assert (answer.status_code, form["play_at"], form["note"]) == (400, "Friday", "At <your> club?")
    assert [other.data()["note"] for other in others if other.data()["match"] != match.code] == ["", ""]


def test_a_deadline_of_a_round_is_shown_again_when_the_season_has_changed() -> None:
    league = seasons.begun()
    client, page = signed_in(league), at(league, "desk/league/")

    form = send_refused(
        client, page, "/round-deadline/", {"flight": "league_2", "round": 2}, until="2099-02-02"
    ).data()
    other = find_form(
        client.get(page).content.decode(), "/round-deadline/", flight="league_2", round=1
    ).data()

    assert (form["until"], other["until"] == "2099-02-02") == ("2099-02-02", False)
    assert client.post(at(league, "desk/league/round-deadline/"), form).status_code == 303


def test_a_deadline_after_the_season_needs_a_confirmation() -> None:
    today = timezone.localdate()
    league = seasons.begun(span=SeasonSpan(today, today + timedelta(days=60)))
    client, page = signed_in(league), at(league, "desk/league/")
    later = str(today + timedelta(days=70))
    form = find_form(client.get(page).text, "/round-deadline/", flight="league_2", round=3)
    assert "is_after_season" not in form.visible

    refused = client.post(form.action, {**form.data(), "until": later})
    again = find_form(refused.text, "/round-deadline/", flight="league_2", round=3)
    answer = client.post(again.action, {**again.data(), "is_after_season": "on"})

    assert (refused.status_code, again.data()["until"], answer.status_code) == (409, later, 303)
    assert refused.text.count('name="is_after_season"') == 1
    assert get_event_state(league.event).deadlines["league_2", 3] == later


@pytest.mark.parametrize(
    ("ending", "name", "entered"),
    [("/extend/", "until", "2099-02-02"), ("/decide/", "reason", "Both were ill")],
)
def test_the_decision_about_an_overdue_match_is_shown_again(ending: str, name: str, entered: str) -> None:
    league = seasons.begun()
    client, page = signed_in(league), at(league, "desk/league/")
    label = seasons.named(league.event, "Anna", "Bruno").label

    form = send_refused(client, page, ending, {"pairing": label}, **{name: entered, "verdict": "both"}).data()

    assert form[name] == entered
