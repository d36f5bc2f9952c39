"""Settings of a tournament: rename, move, cancel, archive and delete, by services, pages and API."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from matches.actors import SYSTEM
from matches.models import Desk, Match
from matches.moneyplay.models import MoneySession
from matches.services import badges, lifecycle, reporting, scoring
from matches.states import Status
from rules.errors import Refusal
from tests.factories import at_table
from tests.matches.moneyplay.sessions import a_chouette
from tests.page_forms import form_with, read_forms
from tests.tournaments import club_evenings
from tests.tournaments.finances import fee_factories
from tests.tournaments.play.desk.test_views_desk import message
from tests.tournaments.play.event_pages.test_views_public import a_draft
from tournaments.finances.services import cash_desks
from tournaments.models import ClubLogEntry, Event, JournalEntry, RatingChange, Tournament
from tournaments.people.queries import home
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal
from tournaments.play.events import announcements
from tournaments.play.schedule.queries import call_board
from tournaments.play.tournaments.queries import deletions
from tournaments.play.tournaments.queries import tournaments as tournament_queries
from tournaments.play.tournaments.services import tournament_settings, tournaments
from tournaments.seasons.queries import honours, season_results
from tournaments.web.decorators import event_url

pytestmark = pytest.mark.django_db
LATER = datetime(2027, 3, 1, 19, 0, tzinfo=timezone.get_default_timezone())

TERMS = {"returned": 90, "template": "columbus", "sharing": "place", "fee": "50", "registration": "10"}


@pytest.fixture
def event() -> Event:
    """A published event of four with matches at the tables."""
    return club_evenings.a_night(club_evenings.a_club())


def address_of(tournament: Tournament) -> str:
    return f"/clubs/{tournament.club.slug}/{tournament.slug}/settings/"


def api_address_of(tournament: Tournament) -> str:
    return f"/api/v1/clubs/{tournament.club.slug}/tournaments/{tournament.slug}/"


def by(event: Event) -> Any:
    return club_evenings.director_of(event.tournament.club)


def log_of(event: Event) -> list[str]:
    rows = ClubLogEntry.objects.filter(club=event.tournament.club).order_by("id")
    return [kind for kind in rows.values_list("kind", flat=True) if kind.startswith(("tournament", "event"))]


def statuses(event: Event) -> set[str]:
    return set(Match.objects.filter(pairing__event=event).values_list("status", flat=True))


def test_a_tournament_is_renamed_and_moved_with_its_event_and_desk(client: Client) -> None:
    event = a_draft()
    client.force_login(by(event))
    form = {"action_name": "edit", "name": "Spring open", "starts_at": "2027-03-01T19:00"}

    answer = client.post(address_of(event.tournament), form)

    tournament = Tournament.objects.get(pk=event.tournament.pk)
    assert answer.status_code == 303
    assert (tournament.name, tournament.starts_at, tournament.slug) == (
        "Spring open",
        LATER,
        event.tournament.slug,
    )
    assert (tournament.desk.name, log_of(event)) == ("Spring open", ["tournament_changed"])
    assert Event.objects.get(pk=event.pk).name == (
        "Spring open" if event.name == event.tournament.name else event.name
    )


def test_an_empty_name_is_shown_with_its_error(client: Client) -> None:
    event = a_draft()
    client.force_login(by(event))
    form = {"action_name": "rename-event", "event": event.slug, "name": ""}

    assert client.post(address_of(event.tournament), form).status_code == 400
    assert Event.objects.get(pk=event.pk).name == event.name


def test_refused_settings_keep_what_was_entered(event: Event, client: Client) -> None:
    tournament = event.tournament
    client.force_login(club_evenings.director_of(tournament.club))
    page = address_of(tournament)
    earlier = form_with(client.get(page).content.decode(), "Rename")
    Event.objects.filter(pk=event.pk).update(name="Speed")
    Match.objects.filter(pairing__event=event).update(status="running")
    sent = {"action_name": "cancel", "reason": "The hall is closed"}

    renamed = client.post(page, {**earlier.data("Rename"), "name": "Rapid"})
    cancelled = client.post(page, sent)
    event_cancelled = client.post(page, {**sent, "action_name": "cancel-event", "event": event.slug})

    answers = (renamed, cancelled, event_cancelled)
    assert [answer.status_code for answer in answers] == [409, 409, 409]
    assert form_with(renamed.content.decode(), "Rename").data()["name"] == "Rapid"
    pages = [read_forms(answer.content.decode()) for answer in (cancelled, event_cancelled)]
    reasons = [[form.data()["reason"] for form in forms if "reason" in form.visible] for forms in pages]
    assert reasons == [["", sent["reason"]], [sent["reason"], ""]]


def test_a_cancelled_event_takes_no_results_until_it_is_reinstated(event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")

    tournament_settings.cancel_event(event=event, by=by(event))

    assert Status.CALLED.value not in statuses(event)
    with pytest.raises(Refusal, match="event_cancelled"):
        club_evenings.settle(match)
    with pytest.raises(Refusal, match="event_cancelled"):
        journal.undo(event=event, by=by(event))

    tournament_settings.reinstate_event(event=event, by=by(event))

    match.refresh_from_db()
    assert match.status == Status.CALLED.value
    assert club_evenings.settle(match).status == Status.SETTLED.value
    assert log_of(event) == ["event_cancelled", "event_reinstated"]


def test_the_pages_of_a_cancelled_event_list_nothing_to_be_played(event: Event, client: Client) -> None:
    client.force_login(by(event))
    addresses = [event_url("event", event), event_url("desk", event)]
    assert '<span class="badge">In play</span>' in client.get(addresses[1]).content.decode()
    tournament_settings.cancel_event(event=event, by=by(event))
    for address in addresses:
        page = client.get(address).content.decode()
        assert "To be called" not in page
        assert '<span class="badge">In play</span>' not in page
        assert '<span class="badge">Cancelled</span>' in page


def list_pages_waiting(client: Client, event: Event) -> list[str]:
    """Return the pages that say that the match of "Player 1" in another event waits to be played.

    They are the desk and its search in `event`, the pages of the badge and of the player, and the path in
    the other event.
    """
    blitz = event.tournament.events.get(name="Blitz")
    match = Match.objects.get(pairing__event=blitz)
    token = badges.issue_badge(desk=event.tournament.desk, player=match.white, by=SYSTEM).token
    phone = Client()
    assert phone.post("/b/", {"token": token}).status_code in (302, 303)
    texts = {
        "desk": client.get(event_url("desk", event)).content.decode(),
        "search": client.get(event_url("desk-search", event), {"q": match.white.name}).content.decode(),
        "badge": phone.get("/b/").content.decode(),
        "player": phone.get(f"/p/{match.white.code}/").content.decode(),
        "path": phone.get(f"{event_url('event', blitz)}?player={match.white.code}").content.decode(),
    }
    texts["path"] = texts["path"].partition('id="followed"')[2].partition("</aside>")[0]
    return [name for name, text in texts.items() if match.code in text]


def test_the_row_of_events_of_the_desk_has_a_cancelled_event_too(event: Event, client: Client) -> None:
    client.force_login(by(event))
    blitz = tournaments.add_event(
        tournament=event.tournament,
        name="Blitz",
        format="knockout",
        length=1,
        consolation_length=1,
        by=by(event),
    )
    tournament_settings.cancel_event(event=blitz, by=by(event))

    for address in (event_url("desk", event), event_url("desk-entries", event)):
        page = client.get(address).content.decode()
        row = page.partition("desk-switch")[2].partition("</nav>")[0]
        assert re.findall(r'<a href="([^"]+)">([^<]+)</a>', row) == [
            (event_url("desk", blitz), "Blitz (cancelled)")
        ]


def test_a_match_of_a_cancelled_event_waits_nowhere_until_it_is_reinstated(
    event: Event, client: Client
) -> None:
    client.force_login(by(event))
    blitz = tournaments.add_event(
        tournament=event.tournament,
        name="Blitz",
        format="knockout",
        length=1,
        consolation_length=1,
        by=by(event),
    )
    entries.enter_names(event=blitz, names="Vera\nWanda", by=by(event), key="names")
    draws.draw(event=blitz, by=by(event))
    draws.publish(event=blitz, by=by(event))
    match = Match.objects.get(pairing__event=blitz)
    lifecycle.cancel_call(match=match, by=SYSTEM)
    before = list_pages_waiting(client, event)

    tournament_settings.cancel_event(event=blitz, by=by(event))

    assert before == ["desk", "search", "badge", "player", "path"]
    assert list_pages_waiting(client, event) == []
    board = call_board.get_call_board(event.tournament)
    assert [each.code for each in board.waiting if each.pk == match.pk] == []
    assert list(announcements.get_callable_matches(event.tournament).filter(pk=match.pk)) == []
    tournament_settings.reinstate_event(event=blitz, by=by(event))
    assert list_pages_waiting(client, event) == before


def test_a_cancelled_tournament_takes_no_entries_and_is_shown_as_cancelled(client: Client) -> None:
    event = a_draft()
    tournament = tournament_settings.cancel_tournament(tournament=event.tournament, by=by(event))

    with pytest.raises(Refusal, match="tournament_cancelled"):
        entries.enter_names(event=event, names="Zeno", by=by(event), key="late")
    page = client.get(f"/clubs/{tournament.club.slug}/{tournament.slug}/{event.slug}/").content.decode()
    assert '<span class="badge">Cancelled</span>' in page
    assert event.pk not in {upcoming.pk for upcoming, _signed_up in home.get_home_events().upcoming}
    assert (
        "STATUS:CANCELLED"
        in client.get(f"/clubs/{tournament.club.slug}/{tournament.slug}/calendar.ics").content.decode()
    )


CHANGING = {
    "quick-entry-line",
    "data-undo",
    ">Correct</a>",
    "newest-log-lines",
    "Change the draw",
    "Add another",
}


def offers(client: Client, address: str) -> set[str]:
    """Return which of `CHANGING` a desk offers."""
    page = re.sub(r"\s*(<|>)\s*", r"\1", client.get(address).content.decode())
    return {part for part in CHANGING if part in page}


@pytest.mark.parametrize("is_archived", [False, True])
def test_the_desk_offers_nothing_that_is_refused(event: Event, client: Client, is_archived: bool) -> None:
    client.force_login(by(event))
    desk = f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/desk/"
    club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    assert offers(client, desk) == CHANGING
    if is_archived:
        club_evenings.play_out(event)
        tournament_settings.archive_tournament(tournament=event.tournament, by=by(event))
        sentence = f"“{event.tournament.name}” is archived: it can be read but not changed."
    else:
        tournament_settings.cancel_event(event=event, by=by(event))
        sentence = f"“{event.name}” is cancelled: nothing can be entered or played."

    # Another event can still be added to a tournament of which one is cancelled.
    assert offers(client, desk) == (set() if is_archived else {"Add another"})
    assert sentence in client.get(desk).content.decode()


@pytest.mark.parametrize("cancel", ["tournament", "event"])
def test_what_is_cancelled_counts_for_ratings_only(client: Client, cancel: str) -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    tournament, club = event.tournament, event.tournament.club
    day = timezone.localdate(tournament.starts_at)
    span = season_results.DayRange(day, day)
    club_evenings.settle_and_rate(club_evenings.match_at(event, "M1-1"))
    assert len(season_results.get_results_between(club, span)) == 1
    assert honours.get_year_review(club, day.year).matches == 1
    address = f"/clubs/{club.slug}/{tournament.slug}/{event.slug}/"
    assert client.get(address).content.decode().count("Estimated finish") == 1
    if cancel == "event":
        tournament_settings.cancel_event(event=event, by=by(event))
    else:
        tournament_settings.cancel_tournament(tournament=tournament, by=by(event))
    review = honours.get_year_review(club, day.year)
    assert (season_results.get_results_between(club, span), review.matches, review.players) == ([], 0, 0)
    assert honours.get_years(club) == []
    assert RatingChange.objects.filter(rating_list__club=club).count() == 2
    assert "Estimated finish" not in client.get(address).content.decode()


def test_a_tournament_with_a_match_in_play_cannot_be_cancelled_or_archived(event: Event) -> None:
    Match.objects.filter(pk=club_evenings.match_at(event, "M1-1").pk).update(
        status=Status.RUNNING.value, started_at=timezone.now()
    )

    for change in (tournament_settings.cancel_tournament, tournament_settings.archive_tournament):
        with pytest.raises(Refusal, match="matches_in_play"):
            change(tournament=event.tournament, by=by(event))


def test_a_finished_event_can_be_archived_but_not_cancelled(event: Event, client: Client) -> None:
    club_evenings.play_out(event)
    tournament, club = event.tournament, event.tournament.club
    with pytest.raises(Refusal, match="tournament_over"):
        tournament_settings.cancel_tournament(tournament=tournament, by=by(event))

    tournament_settings.archive_tournament(tournament=tournament, by=by(event))

    assert (tournament_queries.list_tournaments(club), tournament_queries.archived_tournaments(club)) == (
        [],
        [tournament],
    )
    assert client.get(f"/clubs/{club.slug}/{tournament.slug}/{event.slug}/").status_code == 200
    winner = event.entries.get(place_from=1, place_to=1)
    assert client.get(f"/clubs/{club.slug}/").context["last"].winners == (winner,)
    with pytest.raises(Refusal, match="tournament_archived"):
        tournament_settings.rename_event(event=event, name="Another", by=by(event))
    with pytest.raises(Refusal, match="tournament_archived"):
        journal.undo(event=event, by=by(event))

    tournament_settings.restore_tournament(tournament=tournament, by=by(event))

    assert [summary.tournament for summary in tournament_queries.list_tournaments(club)] == [tournament]


def test_a_tournament_without_results_is_deleted_with_everything(event: Event, client: Client) -> None:
    tournament, desk = event.tournament, event.tournament.desk
    cash_desks.open_cash_desk(tournament=tournament, currency="EUR", by=by(event))
    journal.undo(event=event, by=by(event))
    draws.publish(event=event, by=by(event))
    client.force_login(by(event))
    page = client.get(address_of(tournament)).content.decode()

    answer = client.post(address_of(tournament), {"action_name": "delete"})

    assert ("4 entries" in page, "8 tables with their codes" in page) == (True, True)
    assert (answer.status_code, answer["Location"]) == (303, f"/clubs/{tournament.club.slug}/")
    deleted = (Tournament, tournament.pk), (Event, event.pk), (Desk, desk.pk)
    assert [model.objects.filter(pk=pk).exists() for model, pk in deleted] == [False] * 3
    assert not Match.objects.filter(desk=desk.pk).exists()
    assert not JournalEntry.objects.filter(event=event.pk).exists()


def test_an_event_with_results_cannot_be_deleted(event: Event, client: Client) -> None:
    club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    client.force_login(by(event))
    reason = (
        f"“{event.name}” cannot be deleted: its matches have started or have results. "
        "Cancel or archive it instead."
    )

    answer = client.post(address_of(event.tournament), {"action_name": "delete-event", "event": event.slug})

    assert (answer.status_code, message(answer)) == (409, reason)
    assert client.get(address_of(event.tournament)).content.decode().count(reason) == 2
    assert Event.objects.filter(pk=event.pk).exists()


def test_a_tournament_of_which_everything_was_undone_can_be_deleted(event: Event) -> None:
    club_evenings.settle_and_rate(club_evenings.match_at(event, "M1-1"))
    match = club_evenings.match_at(event, "M1-2")
    reporting.report(match=match, white_score=5, black_score=0, identity=at_table(match, "one"))
    match.refresh_from_db()
    lifecycle.void_match(match=match, reason="practice", by=by(event))
    while event.status != "draft":
        journal.undo(event=event, by=by(event))
        event.refresh_from_db()
    club, desk = event.tournament.club, event.tournament.desk_id
    tournament_settings.delete_tournament(tournament=event.tournament, by=by(event))
    assert not Match.objects.filter(desk=desk).exists()
    assert not RatingChange.objects.filter(rating_list__club=club).exists()


def test_a_rehearsal_whose_results_the_desk_voided_can_be_deleted_as_it_is_offered(event: Event) -> None:
    scored, settled = (club_evenings.match_at(event, label) for label in ("M1-1", "M1-2"))
    scoring.score_game(match=scored, winner="white", kind="single", cube=1, identity=at_table(scored))
    scored.refresh_from_db()
    scoring.strike_last_game(match=scored, identity=at_table(scored), version=scored.version)
    club_evenings.settle_and_rate(settled)
    for match in (scored, settled):
        match.refresh_from_db()
        lifecycle.void_match(match=match, reason="practice", by=by(event))
    while event.status != "draft":
        journal.undo(event=event, by=by(event))
        event.refresh_from_db()
    tournament, desk = event.tournament, event.tournament.desk_id
    assert deletions.preview_tournament_deletion(tournament).obstacles == ()

    tournament_settings.delete_tournament(tournament=tournament, by=by(event))

    assert not Match.objects.filter(desk=desk).exists()
    assert not RatingChange.objects.filter(rating_list__club=tournament.club).exists()


def test_a_tournament_with_money_sessions_at_its_tables_is_not_offered_for_deletion(event: Event) -> None:
    session = a_chouette()
    MoneySession.objects.filter(pk=session.pk).update(desk=event.tournament.desk)

    obstacles = deletions.preview_tournament_deletion(event.tournament).obstacles

    assert [obstacle.code for obstacle in obstacles] == ["tournament_has_sessions"]
    with pytest.raises(Refusal, match="tournament_has_sessions"):
        tournament_settings.delete_tournament(tournament=event.tournament, by=by(event))


def test_an_event_whose_receipts_were_all_voided_points_to_cancelling_it(client: Client) -> None:
    paid = fee_factories.a_paying_night()
    fee_factories.everybody_pays(paid)
    client.force_login(by(paid))

    page = " ".join(client.get(address_of(paid.tournament)).text.split())

    assert "receipts stay on record when they are voided. Use “Cancel event” instead" in page


def test_an_event_with_payments_cannot_be_deleted() -> None:
    paid, priced = fee_factories.a_paying_night(), fee_factories.a_paying_night()
    fee_factories.everybody_pays(paid)

    with pytest.raises(Refusal, match="event_has_money"):
        tournament_settings.delete_event(event=paid, by=by(paid))
    tournament_settings.delete_tournament(tournament=priced.tournament, by=by(priced))

    assert list(Event.objects.filter(pk__in=(paid.pk, priced.pk))) == [paid]


def test_the_form_of_another_event_suggests_to_rename_one_called_like_the_tournament(
    client: Client, event: Event
) -> None:
    client.force_login(by(event))
    page, note = f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/add/", "Rename event"
    link = f'href="{address_of(event.tournament)}#event-{event.slug}"'
    assert (note in (text := client.get(page).text), link in text) == (True, True)

    client.post(
        address_of(event.tournament), {"action_name": "rename-event", "event": event.slug, "name": "Open"}
    )

    assert note not in client.get(page).text


def test_an_unplayed_event_is_deleted_and_its_tournament_stays(event: Event) -> None:
    other = Event.objects.get(pk=event.pk)
    tournament_settings.delete_event(event=other, by=by(event))

    assert not Event.objects.filter(pk=event.pk).exists()
    assert Tournament.objects.filter(pk=event.tournament.pk).exists()
    assert log_of(event) == ["event_deleted"]


def test_directors_of_other_clubs_have_no_access(event: Event, client: Client) -> None:
    outsider = club_evenings.director_of(club_evenings.a_club())
    client.force_login(outsider)

    assert client.get(address_of(event.tournament)).status_code == 404
    with pytest.raises(Refusal, match="directors_only"):
        tournament_settings.delete_tournament(tournament=event.tournament, by=outsider)


def test_the_api_edits_cancels_archives_and_deletes(client: Client) -> None:
    event = a_draft()
    client.force_login(by(event))
    tournament = event.tournament
    at, event_at = api_address_of(tournament), f"/api/v1/events/{event.pk}/"
    kind = "application/json"
    starts_at = tournament.starts_at + timedelta(days=1)

    data = client.patch(at, {"starts_at": starts_at.isoformat()}, content_type=kind).json()
    renamed = client.patch(event_at, {"name": "Main"}, content_type=kind).json()
    cancelled = client.post(f"{event_at}cancel/").json()
    archived = client.post(f"{at}archive/").json()
    response = client.delete(event_at)
    restored = client.post(f"{at}restore/").json()

    assert (data["name"], datetime.fromisoformat(data["starts_at"])) == (tournament.name, starts_at)
    assert (renamed["name"], cancelled["cancelled_at"] is None) == ("Main", False)
    assert (archived["archived_at"] is None, restored["archived_at"]) == (False, None)
    assert (response.status_code, response.json()["code"]) == (409, "tournament_archived")
    assert [client.delete(address).status_code for address in (event_at, at)] == [204, 204]
    assert not Tournament.objects.filter(pk=tournament.pk).exists()


def test_wrong_names_dates_events_and_currencies_are_corrected_in_the_pages(client: Client) -> None:
    """A typo in both names, a wrong date, an event created twice, and a wrong currency."""
    event = a_draft()
    tournament = event.tournament
    twice = tournaments.add_event(
        tournament=tournament, name="Side evnt", length=3, consolation_length=1, by=by(event)
    )
    again = tournaments.add_event(
        tournament=tournament, name="Side evnt", length=3, consolation_length=1, by=by(event)
    )
    fee_factories.with_money(event, currency="EUR")
    client.force_login(by(event))
    page = address_of(tournament)
    assert "This cannot be undone. It also deletes:" in client.get(page).content.decode()

    posts = [
        (page, {"action_name": "edit", "name": "Spring Open", "starts_at": "2027-03-01T19:00"}),
        (page, {"action_name": "rename-event", "event": twice.slug, "name": "Side event"}),
        (page, {"action_name": "delete-event", "event": again.slug}),
        (
            f"/clubs/{tournament.club.slug}/{tournament.slug}/{event.slug}/desk/money/act/terms/",
            {**TERMS, "fund": 0, "currency": "CHF"},
        ),
    ]
    assert [client.post(address, data).status_code for address, data in posts] == [303] * 4

    tournament.refresh_from_db()
    assert (tournament.name, tournament.starts_at) == ("Spring Open", LATER)
    assert list(tournament.events.order_by("pk").values_list("name", flat=True))[1:] == ["Side event"]
    assert Tournament.objects.get(pk=tournament.pk).currency == "CHF"
