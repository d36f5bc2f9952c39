"""Copies of tournaments that another site directs: received, read-only, taken over, deleted."""

import json
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from matches.actors import SYSTEM
from matches.models import Match, Player
from matches.models.operations import Outbox
from matches.services import desks, outbox, players
from rules.errors import Refusal
from tests.tournaments.club_evenings import a_club, director_of, match_at, rating_list_of, settle
from tests.tournaments.mirrors.conftest import Follower
from tests.tournaments.mirrors.other_site import Body, OtherSite, play_elsewhere
from tournaments.known_ratings import current_changes
from tournaments.mirrors import queries
from tournaments.mirrors.copy_messages import LONGEST_TEXT, compress_message
from tournaments.mirrors.models import CopiedTournament
from tournaments.mirrors.services import receiving
from tournaments.models import ClubLogEntry, Event, EventStatus, JournalEntry, Tournament
from tournaments.play.event_journal.services import journal
from tournaments.play.schedule.queries.breaks import get_breaks
from tournaments.play.schedule.services import breaks
from tournaments.web.tokens import services as tokens

pytestmark = pytest.mark.django_db
Lines = list[tuple[str, str, int, int, int]]


def describe_matches(follower: Follower) -> Lines:
    """Pairing, status, table and score of each match of the copy."""
    rows = follower.event.pairings.exclude(match=None).select_related("match__table").order_by("pk")
    return [
        (row.label, row.match.status, row.match.table.number if row.match.table else 0, *get_score(row.match))
        for row in rows
        if row.match is not None
    ]


def get_score(match: Match) -> tuple[int, int]:
    return match.white_score, match.black_score


def tell_result(site: OtherSite) -> list[Body]:
    """An evening as it is drawn, with a match in play, with its result, and finished."""
    new_draw = site.message()
    site.start("M1-1", white=2)
    running = site.message()
    site.settle("M1-1")
    settled = site.message()
    site.finish()
    return [new_draw, running, settled, site.message()]


def get_lines(answer: object) -> int:
    return int(answer.json()["lines"])  # type: ignore[attr-defined]


def get_code(answer: object) -> str:
    return str(answer.json()["code"])  # type: ignore[attr-defined]


def get_copy(follower: Follower) -> CopiedTournament:
    return CopiedTournament.objects.select_related("club", "tournament__club").get(club=follower.club)


def count_rated(follower: Follower) -> int:
    """The number of rated players of the club, after all pending work."""
    for pk in Outbox.objects.filter(sent_at=None).order_by("pk").values_list("pk", flat=True):
        outbox.deliver_message(outbox_id=pk)
    return current_changes(rating_list_of(follower.club)).count()


def test_calls_scores_and_results_of_another_site_are_shown(follower: Follower) -> None:
    tournament, event, (new_draw, running, settled, _finished) = play_elsewhere(tell_result)
    keys = (tournament, event)

    answers = [follower.put(keys, new_draw)]
    assert describe_matches(follower) == [("M1-1", "called", 1, 0, 0), ("M1-2", "called", 2, 0, 0)]
    answers.append(follower.put(keys, running))
    assert describe_matches(follower)[0] == ("M1-1", "running", 1, 2, 0)
    answers.append(follower.put(keys, settled))
    assert describe_matches(follower)[0] == ("M1-1", "settled", 1, 5, 2)
    assert [get_lines(answer) for answer in answers] == [
        body["lines"] for body in (new_draw, running, settled)
    ]


def test_what_is_sent_twice_or_late_changes_nothing(follower: Follower) -> None:
    tournament, event, (new_draw, running, settled, _finished) = play_elsewhere(tell_result)
    keys = (tournament, event)
    for body in (new_draw, running, settled):
        follower.put(keys, body)
    matches, heard_at = describe_matches(follower), get_copy(follower).heard_at
    late = [new_draw, running, {**running, "file": None}]

    answers = [follower.put(keys, body) for body in late]

    assert [(answer.status_code, get_lines(answer)) for answer in answers] == [(200, settled["lines"])] * 3
    assert (describe_matches(follower), get_copy(follower).heard_at) == (matches, heard_at)


def test_only_the_live_part_is_sent_while_the_journal_is_the_same(follower: Follower) -> None:
    tournament, event, (new_draw, running, *_) = play_elsewhere(tell_result)
    keys, unchanged = (tournament, event), {**running, "file": None}

    unknown = follower.put(keys, unchanged)
    follower.put(keys, new_draw)
    known = follower.put(keys, unchanged)

    assert (unknown.status_code, get_code(unknown), known.status_code) == (409, "copy_unknown", 200)
    assert describe_matches(follower)[0] == ("M1-1", "running", 1, 2, 0)


def test_the_clock_of_the_other_site_does_not_matter(follower: Follower) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=400)):
        tournament, event, (_drawn, running, settled, _) = play_elsewhere(tell_result)
    before = timezone.now()

    for body in (running, settled):
        assert follower.put((tournament, event), body).status_code == 200

    started = match_at(follower.event, "M1-2").called_at
    assert started is not None
    assert abs(started - before) < timedelta(minutes=1)
    assert before <= get_copy(follower).heard_at <= timezone.now()
    assert list(JournalEntry.objects.order_by("seq").values_list("seq", flat=True)) == [
        *range(1, settled["lines"] + 1)
    ]


def test_a_journal_that_differs_keeps_the_copy_until_it_is_replaced(follower: Follower) -> None:
    tournament, event, (_, _, settled, _) = play_elsewhere(tell_result)
    keys = (tournament, event)
    follower.put(keys, settled)

    def restore(site: OtherSite) -> list[Body]:
        site.settle("M1-2", "black")
        return [site.message()]

    _, _, (restored,) = play_elsewhere(restore)
    refused = follower.put(keys, {**restored, "events": [event]})
    shown = describe_matches(follower)
    replaced = follower.put(keys, {**restored, "events": [event], "replaces": True})

    assert (refused.status_code, get_code(refused)) == (409, "journals_differ")
    assert shown[0] == ("M1-1", "settled", 0, 5, 2)
    assert replaced.status_code == 200
    assert [(label, status) for label, status, *_ in describe_matches(follower)] == [
        ("M1-1", "called"),
        ("M1-2", "settled"),
    ]
    assert ClubLogEntry.objects.filter(kind="copy_replaced").count() == 1


def test_nothing_of_a_copy_can_be_changed_here(follower: Follower) -> None:
    tournament, event, (new_draw, *_) = play_elsewhere(tell_result)
    follower.put((tournament, event), new_draw)
    client = Client()
    client.force_login(follower.by)
    match = match_at(follower.event, "M1-1")

    desk = client.post(f"/api/v1/events/{follower.event.pk}/undo/", {}, content_type="application/json")
    phone = client.post(
        f"/api/v1/matches/{match.code}/reports/",
        {"white_score": 5, "black_score": 1},
        content_type="application/json",
    )
    page = client.get(f"/clubs/riverside/{follower.event.tournament.slug}/{follower.event.slug}/desk/")

    assert [(answer.status_code, get_code(answer)) for answer in (desk, phone)] == [
        (409, "directed_elsewhere")
    ] * 2
    assert "is directed elsewhere: this is a copy" in page.content.decode()
    with pytest.raises(Refusal, match="directed_elsewhere"):
        settle(match)


def test_pages_say_that_a_tournament_is_directed_elsewhere_and_since_when_they_heard_nothing(
    follower: Follower,
) -> None:
    tournament, event, (new_draw, *_) = play_elsewhere(tell_result)
    with time_machine.travel("2026-12-01T19:41:00Z", tick=False):
        follower.put((tournament, event), new_draw)
        address = f"/clubs/riverside/{follower.event.tournament.slug}/{follower.event.slug}/"
        at_once = Client().get(address)
        match = follower.event.pairings.exclude(match=None).first().match
        of_match = Client().get(f"/m/{match.code}/").content.decode()
        of_tournament = Client().get(f"/clubs/riverside/{follower.event.tournament.slug}/").content.decode()
    with time_machine.travel("2026-12-01T19:43:01Z", tick=False):
        later = Client().get(address, headers={"If-None-Match": at_once["ETag"]})

    assert "Directed by The laptop, as of 20:41." in at_once.content.decode()
    assert "Directed by The laptop, as of 20:41." in of_match
    # Nobody of this site directs it, not even the owner of the token.
    assert "<dt>Officials</dt>" not in of_tournament
    assert "Directed by The laptop. Nothing has been heard from there since 20:41." in later.content.decode()


def test_breaks_and_clock_follow_and_are_stored_once(follower: Follower) -> None:
    begins_at = timezone.now().replace(microsecond=0)

    def rest(site: OtherSite) -> list[Body]:
        tournament = site.event.tournament
        new_draw = site.message()
        desks.set_times(desk=tournament.desk, clock="nova", by=SYSTEM)
        lunch = {"begins_at": begins_at, "ends_at": begins_at + timedelta(hours=1), "reason": "Lunch"}
        play_break = breaks.announce_break(tournament=tournament, **lunch, by=site.by)
        during = site.message()
        breaks.remove_break(play_break=play_break, by=site.by)
        desks.set_times(desk=tournament.desk, by=SYSTEM)
        return [new_draw, during, site.message()]

    tournament, event, (new_draw, during, after) = play_elsewhere(rest)
    stored = []
    for body in (new_draw, during, during, after):
        assert follower.put((tournament, event), body).status_code == 200
        rows = get_breaks(follower.event.tournament).values_list("begins_at", "ends_at", "reason", "event")
        stored.append((list(rows), follower.event.tournament.desk.clock))

    lunch = (begins_at, begins_at + timedelta(hours=1), "Lunch", None)
    assert stored == [([], ""), ([lunch], "nova"), ([lunch], "nova"), ([], "")]


def test_times_of_a_copy_are_those_of_its_hall(follower: Follower) -> None:
    tournament, event, (new_draw, *_) = play_elsewhere(tell_result)
    new_draw = {**new_draw, "time_zone": "Asia/Tokyo", "origin": "Riverside hall"}
    with time_machine.travel("2026-12-01T19:41:00Z", tick=False):
        follower.put((tournament, event), new_draw)
        address = f"/clubs/riverside/{follower.event.tournament.slug}/{follower.event.slug}/"
        of_event = Client().get(address).content.decode()
        match = follower.event.pairings.exclude(match=None).first().match
        of_match = Client().get(f"/m/{match.code}/").content.decode()
    follower.put((tournament, event), {**new_draw, "time_zone": "Mars/Crater"})

    sentence = "Directed by The laptop at Riverside hall, as of 04:41. Times are local: Asia/Tokyo."
    assert [sentence in text for text in (of_event, of_match)] == [True, True]
    assert follower.event.tournament.desk.time_zone == ""


def test_results_are_rated_once_the_event_is_finished(follower: Follower) -> None:
    tournament, event, (_, _, settled, finished) = play_elsewhere(tell_result)
    follower.put((tournament, event), settled)
    rated_in_play = count_rated(follower)

    follower.put((tournament, event), finished)

    assert follower.event.status == EventStatus.FINISHED
    assert (rated_in_play, count_rated(follower)) == (0, 8)


def test_no_mail_is_sent_for_a_copy(follower: Follower) -> None:
    tournament, event, bodies = play_elsewhere(tell_result)
    for body in bodies:
        follower.put((tournament, event), body)

    assert set(Outbox.objects.values_list("kind", flat=True)) <= {"rate_match"}


def test_a_director_takes_a_tournament_over_and_what_is_sent_later_is_refused(follower: Follower) -> None:
    tournament, event, (_, running, settled, _) = play_elsewhere(tell_result)
    keys = (tournament, event)
    follower.put(keys, running)

    receiving.take_over(copy=get_copy(follower), by=follower.by)
    refused = follower.put(keys, settled)
    settle(match_at(follower.event, "M1-1"), loser_score=3)

    assert (refused.status_code, get_code(refused)) == (409, "copy_taken_over")
    assert describe_matches(follower)[0] == ("M1-1", "settled", 1, 5, 3)
    assert count_rated(follower) == 2
    with pytest.raises(Refusal, match="copy_taken_over"):
        receiving.take_over(copy=get_copy(follower), by=follower.by)


def test_only_a_director_of_the_club_takes_over(follower: Follower) -> None:
    tournament, event, (new_draw, *_) = play_elsewhere(tell_result)
    follower.put((tournament, event), new_draw)
    other_director = director_of(a_club("Elsewhere"))

    with pytest.raises(Refusal, match="directors_only"):
        receiving.take_over(copy=get_copy(follower), by=other_director)


def test_a_copy_is_deleted_with_the_players_whom_only_it_brought(follower: Follower) -> None:
    tournament, event, (_, _, settled, _) = play_elsewhere(tell_result)
    existing = players.register_player(name="Olga")
    follower.put((tournament, event), settled)

    answer = follower.request("DELETE", f"copies/{tournament}/")

    assert answer.status_code == 204
    assert not Tournament.objects.filter(club=follower.club).exists()
    assert list(Player.objects.values_list("name", flat=True)) == [existing.name]
    assert follower.request("DELETE", f"copies/{tournament}/").status_code == 404


def test_names_changed_or_erased_on_the_other_site_are_changed_here(follower: Follower) -> None:
    def rename(site: OtherSite) -> list[Body]:
        first = site.message()
        player = site.event.entries.get(player__name="Anna").player
        Player.objects.filter(pk=player.pk).update(name="N. N. abcd", full_name="N. N. abcd")
        return [first, site.message()]

    tournament, event, (first, renamed) = play_elsewhere(rename)
    for body in (first, renamed):
        follower.put((tournament, event), body)

    assert sorted(follower.event.entries.values_list("player__name", flat=True)) == [
        *("Bruno", "Carla", "Dario", "N. N. abcd")
    ]


def test_a_token_to_publish_does_nothing_else(follower: Follower) -> None:
    tournament, event, (new_draw, *_) = play_elsewhere(tell_result)
    ordinary = tokens.create_token(by=follower.by, name="Script", scope=follower.club, may_write=True, days=1)

    write = follower.request("PATCH", "", {"about": "Changed"})
    listed = follower.request("GET", "copies/")
    by_other_token = follower.put((tournament, event), new_draw, ordinary.secret)
    tokens.revoke(token=follower.token, by=follower.by)
    revoked = follower.put((tournament, event), new_draw)

    assert (write.status_code, get_code(write)) == (403, "token_publishes_only")
    assert listed.status_code == 403
    assert (by_other_token.status_code, get_code(by_other_token)) == (403, "publish_token_needed")
    assert (revoked.status_code, Event.objects.count()) == (401, 0)


def test_a_token_of_one_club_publishes_in_no_other(follower: Follower) -> None:
    tournament, event, (new_draw, *_) = play_elsewhere(tell_result)
    other = a_club("Elsewhere")
    elsewhere = Follower(other, director_of(other), follower.token, follower.secret)

    answer = elsewhere.put((tournament, event), new_draw)

    assert (answer.status_code, get_code(answer)) == (403, "token_elsewhere")


def test_players_of_another_club_are_not_used(follower: Follower) -> None:
    tournament, event, (new_draw, *_) = play_elsewhere(tell_result)
    code = next(iter(new_draw["file"]["event"]["players"]))
    Player.objects.create(name="Somebody", full_name="Somebody", code=code)

    answer = follower.put((tournament, event), new_draw)

    assert (answer.status_code, get_code(answer)) == (409, "player_elsewhere")
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"version": "copy/1"}, "copy_version_unknown"),
        ({"live": {"matches": {}}}, "copy_damaged"),
        ({"live": {"matches": {"M1-1": {"status": "settled"}}, "tables": {}}}, "copy_damaged"),
        ({"file": {"crawford": "event/2"}}, "copy_version_unknown"),
    ],
)
def test_what_cannot_be_read_changes_nothing(
    follower: Follower, change: dict[str, object], code: str
) -> None:
    tournament, event, (new_draw, *_) = play_elsewhere(tell_result)

    answer = follower.put((tournament, event), {**new_draw, **change})

    assert (answer.status_code, get_code(answer)) == (409, code)
    assert not Tournament.objects.exists()


def test_a_compressed_message_is_read_and_a_damaged_one_refused(follower: Follower) -> None:
    tournament, event, (new_draw, *_) = play_elsewhere(tell_result)
    path = f"/api/v1/clubs/{follower.club.slug}/copies/{tournament}/events/{event}/"
    headers = {"Authorization": f"Bearer {follower.secret}", "Content-Encoding": "gzip"}
    text = json.dumps(new_draw).encode()
    bomb = compress_message(b" " * (LONGEST_TEXT + 1))

    refused = [
        Client().put(path, data, content_type="application/json", headers=headers)
        for data in (b"no gzip", compress_message(text)[:-20], bomb)
    ]
    read = Client().put(path, compress_message(text), content_type="application/json", headers=headers)

    assert [(answer.status_code, get_code(answer)) for answer in refused] == [(409, "copy_damaged")] * 3
    assert (read.status_code, get_lines(read)) == (200, new_draw["lines"])


def test_an_unknown_field_is_refused(follower: Follower) -> None:
    tournament, event, (new_draw, *_) = play_elsewhere(tell_result)
    answer = follower.put((tournament, event), {**new_draw, "colour_of_the_board": "green"})
    assert (answer.status_code, get_code(answer)) == (400, "unknown_field")


def test_a_club_has_a_limited_number_of_copies(follower: Follower, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, event, (new_draw, running, *_) = play_elsewhere(tell_result)
    monkeypatch.setattr(receiving, "MAX_EVENTS", 0)
    full = follower.put((tournament, event), new_draw)
    monkeypatch.setattr(receiving, "MAX_EVENTS", 1)
    monkeypatch.setattr(receiving, "MAX_MEGABYTES", 0)
    large = follower.put((tournament, event), new_draw)
    monkeypatch.setattr(receiving, "MAX_MEGABYTES", 1)
    answers = [follower.put((tournament, event), body) for body in (new_draw, running)]

    assert [get_code(full), get_code(large)] == ["copies_full", "copies_too_large"]
    assert [answer.status_code for answer in answers] == [200, 200]
    (usage,) = queries.list_usage()
    assert (usage.club, usage.tournaments, usage.events) == (follower.club, 1, 1)


def test_an_event_deleted_on_the_other_site_disappears(follower: Follower) -> None:
    tournament, event, (new_draw, *_) = play_elsewhere(tell_result)
    follower.put((tournament, event), new_draw)

    def tell_other(site: OtherSite) -> list[Body]:
        return [site.message()]

    _, other, (body,) = play_elsewhere(tell_other, names=("Elena", "Fabio", "Gina", "Hugo"))
    both = follower.put((tournament, other), {**body, "events": [event, other]})
    assert (both.status_code, Event.objects.filter(tournament__club=follower.club).count()) == (200, 2)
    follower.put((tournament, other), {**body, "events": [other]})

    assert sorted(follower.event.entries.values_list("player__name", flat=True)) == [
        *("Elena", "Fabio", "Gina", "Hugo")
    ]


def test_an_undo_on_the_other_site_reverses_what_is_shown(follower: Follower) -> None:
    def take_back(site: OtherSite) -> list[Body]:
        site.settle("M1-1")
        settled = site.message()
        journal.undo(event=site.event, by=site.by)
        return [settled, site.message()]

    tournament, event, (settled, undone) = play_elsewhere(take_back)
    for body in (settled, undone):
        assert follower.put((tournament, event), body).status_code == 200

    assert describe_matches(follower)[0][1] == undone["live"]["matches"]["M1-1"]["status"]
