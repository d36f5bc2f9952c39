"""The services of registration: sign-ups are confirmed, queued, approved and entered."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.core import mail as mailbox
from django.test import Client
from django.utils import timezone

from matches.actors import Identity
from matches.messages import get_sentence
from matches.models import Outbox
from matches.queries.people import get_player
from matches.services import anonymising, outbox
from rules.errors import Refusal
from tests.factories import a_player, a_user
from tests.tournaments.club_evenings import director_of, rating_list_of
from tests.tournaments.registration.registrations import (
    PREFIX,
    START,
    add_way,
    an_open_event,
    keys_of,
    open_registration,
    sign_up,
    status_of,
    statuses,
    yesterday,
)
from tournaments.journal.team_facts import PAIRS, TEAMS
from tournaments.models import Event, Membership
from tournaments.play.desk.queries.next_step import get_next_step
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal
from tournaments.play.tournaments.queries.tournaments import list_tournaments
from tournaments.play.tournaments.services import tournament_copies, tournament_settings
from tournaments.play.tournaments.services.tournament_copies import CopyOptions
from tournaments.ratings.queries import ratings
from tournaments.registration.models import EventSignUp, Registration, RegistrationEvent, SignUp
from tournaments.registration.queries import personal_links, places_left, sign_up_lists
from tournaments.registration.services import approval, entering, mail, paid_marks, privacy, sign_ups
from tournaments.registration.services.sign_ups import EventChoice, SignUpDetails

pytestmark = pytest.mark.django_db


def registration_of(event: Event) -> Registration:
    """The registration of an event's tournament."""
    return Registration.objects.get(tournament=event.tournament_id)


def act(event: Event, action: str, *rows: SignUp) -> int:
    """Run an action of the desk on the status of sign-ups."""
    return approval.change_status(
        registration=registration_of(event),
        places=keys_of(*rows),
        action=action,
        by=director_of(event.tournament.club),
    )


def enter(event: Event, *rows: SignUp) -> int:
    """Enter sign-ups, or all confirmed ones."""
    return entering.enter_sign_ups(
        registration=registration_of(event),
        places=keys_of(*rows) if rows else None,
        by=director_of(event.tournament.club),
    ).count


def refusal_code(work: object) -> str:
    """The code of the refusal of a call."""
    with pytest.raises(Refusal) as excinfo:
        work()  # type: ignore[operator]
    return excinfo.value.code


def names_in(event: Event) -> list[str]:
    """The names entered in an event."""
    return list(event.entries.order_by("number").values_list("player__full_name", flat=True))


def test_sign_ups_are_confirmed_until_full_and_then_wait_in_order() -> None:
    event = an_open_event(capacity=2)
    rows = [sign_up(event, name) for name in ("Anna", "Bruno", "Carla", "Dario")]
    assert list(statuses(event).values()) == ["confirmed", "confirmed", "waiting", "waiting"]
    assert [sign_up_lists.list_places_of(row)[0].position for row in rows] == [0, 0, 1, 2]
    sign_ups.withdraw_own(token=personal_links.get_token(rows[0]), events=None, identity=Identity())
    assert list(statuses(event).values()) == ["withdrawn", "confirmed", "confirmed", "waiting"]
    open_registration(event, capacity=3)
    assert status_of(rows[3]) == "confirmed"


def test_entries_of_the_desk_count_for_the_capacity() -> None:
    event = an_open_event(capacity=2)
    by = director_of(event.tournament.club)
    entries.enter_names(event=event, names="Zora\nYuri", by=by, key="desk")
    row = sign_up(event, "Anna")
    assert status_of(row) == "waiting"
    entries.withdraw(entry=event.entries.get(number=1), by=by)
    assert status_of(row) == "confirmed"


def test_a_full_event_without_a_waiting_list_refuses_sign_ups() -> None:
    event = an_open_event(capacity=1, has_waiting_list=False)
    sign_up(event, "Anna")
    assert refusal_code(lambda: sign_up(event, "Bruno")) == "registration_full"
    assert SignUp.objects.count() == 1


def test_the_times_of_registration_are_enforced() -> None:
    event = an_open_event(closes_at=yesterday())
    assert refusal_code(lambda: sign_up(event, "Anna")) == "registration_closed"
    open_registration(event, opens_at=timezone.now() + timedelta(days=1))
    assert refusal_code(lambda: sign_up(event, "Anna")) == "registration_not_open"
    open_registration(event)
    assert status_of(sign_up(event, "Anna")) == "confirmed"
    tournament_settings.cancel_tournament(tournament=event.tournament, by=director_of(event.tournament.club))
    assert refusal_code(lambda: sign_up(event, "Bruno")) == "tournament_cancelled"


def test_a_repeated_tournament_has_the_registration_with_its_fees_places_and_times() -> None:
    closes = START - timedelta(days=1)
    late = START.date() - timedelta(days=7)
    event = an_open_event(closes_at=closes, late_fee=Decimal(8), late_from=late)
    add_way(event.tournament, "text", text="By transfer")
    add_way(event.tournament.club, "text", text="To the club")
    RegistrationEvent.objects.filter(event=event).update(fee=Decimal(33), capacity=12)
    sign_up(event, "Anna")
    copy = tournament_copies.copy_tournament(
        tournament=event.tournament,
        options=CopyOptions(name="Next year", starts_at=START + timedelta(weeks=52)),
        by=director_of(event.tournament.club),
    )
    registration = Registration.objects.get(tournament=copy)

    assert (registration.opens_at, registration.closes_at) == (None, closes + timedelta(weeks=52))
    assert (registration.late_fee, registration.late_from) == (8, late + timedelta(weeks=52))
    assert [way_to_pay.text for way_to_pay in copy.ways_to_pay.all()] == ["By transfer"]
    assert registration.sign_ups.count() == 0
    assert list(registration.events.values_list("event", "fee", "capacity", "is_closed")) == [
        (copy.events.get().pk, 33, 12, False)
    ]


def test_the_desk_approves_declines_and_moves_sign_ups() -> None:
    event = an_open_event(capacity=1, approval="desk")
    anna, bruno, carla = (sign_up(event, name) for name in ("Anna", "Bruno", "Carla"))
    assert set(statuses(event).values()) == {"pending"}
    assert act(event, "approve", anna, bruno) == 2
    assert list(statuses(event).values()) == ["confirmed", "waiting", "pending"]
    assert refusal_code(lambda: act(event, "approve", bruno)) == "registration_full"
    assert act(event, "decline", anna) == 1
    assert list(statuses(event).values()) == ["declined", "confirmed", "pending"]
    assert act(event, "wait", bruno) == 1
    assert (status_of(bruno), act(event, "approve", carla)) == ("waiting", 1)
    assert statuses(event) == {"Anna": "declined", "Carla": "confirmed", "Bruno": "waiting"}
    act(event, "withdraw", carla)
    # A sign-up moved to the waiting list by the desk stays there until the desk approves it.
    assert status_of(bruno) == "waiting"
    act(event, "approve", bruno)
    assert status_of(bruno) == "confirmed"


def test_a_key_and_a_name_with_its_address_sign_up_once() -> None:
    event = an_open_event()
    first = sign_up(event, "Anna", key="k1", email="anna@example.org")
    assert sign_up(event, "Anna", key="k1", email="anna@example.org") == first
    # The browser's back button shows the form with the first key again.
    assert sign_up(event, "Bruno", key="k1") != first
    again = lambda: sign_up(event, "ANNA", email="Anna@example.org")  # noqa: E731
    assert refusal_code(again) == "already_signed_up"
    # Two people may share a name.
    assert status_of(sign_up(event, "Anna")) == "confirmed"
    assert SignUp.objects.count() == 3


def test_confirmed_sign_ups_are_entered_once_with_their_details() -> None:
    event = an_open_event(capacity=3)
    for name in ("Anna", "Bruno", "Carla", "Dario"):
        sign_up(event, name, country="ITA", club="Roma", rating=1600)
    assert enter(event) == 3
    assert names_in(event) == ["Anna", "Bruno", "Carla"]
    entry = event.entries.get(number=1)
    assert (entry.country, entry.club, entry.rating) == ("ITA", "Roma", 1600)
    assert refusal_code(lambda: enter(event)) == "nothing_to_enter"
    assert event.journal.filter(kind="entered").count() == 1
    # The rating they stated is offered as the one they start with in the club's list.
    offered = ratings.get_starting_ratings(rating_list_of(event.tournament.club))
    assert [(row.player.name, row.entered, row.starting) for row in offered] == [
        (name, 1600, None) for name in ("Anna", "Bruno", "Carla")
    ]
    # Undone, they can be entered again.
    event.refresh_from_db()
    command = event.journal.latest("seq").seq
    journal.undo(event=event, command=command, by=director_of(event.tournament.club))
    assert (names_in(event), list(statuses(event).values())[3]) == ([], "waiting")
    assert (enter(event), names_in(event)) == (3, ["Anna", "Bruno", "Carla"])


def test_a_name_entered_at_the_desk_is_not_entered_again() -> None:
    event = an_open_event()
    by = director_of(event.tournament.club)
    entries.enter_names(event=event, names="Anna Rossi", by=by, key="desk")
    sign_up(event, "anna rossì")
    sign_up(event, "Bruno")
    assert (enter(event), names_in(event)) == (2, ["Anna Rossi", "Bruno"])
    assert [place.is_entered for place in sign_up_lists.list_places(registration_of(event))] == [True, True]


def test_two_sign_ups_of_one_name_are_marked_and_not_entered_as_one() -> None:
    event = an_open_event()
    first, second = sign_up(event, "Anna Rossi"), sign_up(event, "Anna Rossi")
    sign_up(event, "Anna Rosso")
    hints = [place.hints for place in sign_up_lists.list_places(registration_of(event), hints=True)]
    assert hints == [
        (),
        (
            "Anna Rossi has signed up twice. If these are two people, give each their club, or a text under "
            "“Tell apart by” (Edit).",
        ),
        ("Anna Rosso: similar to Anna Rossi",),
    ]
    assert refusal_code(lambda: enter(event, first, second)) == "sign_up_same_person"
    by = director_of(event.tournament.club)
    sign_ups.update_sign_up(sign_up=second, details=SignUpDetails(name="Anna Rossi 2"), choices=[], by=by)
    assert enter(event, first, second) == 2


def test_a_later_sign_up_of_the_same_name_is_not_the_entered_player() -> None:
    event, user = an_open_event(), a_user()
    sign_up(event, "Anna Rossi")
    enter(event)
    a_player("Anna Rossi", user)
    user.refresh_from_db()
    other = sign_up(event, "Anna Rossi", user=user)
    assert refusal_code(lambda: enter(event, other)) == "sign_up_same_person"
    assert event.entries.count() == 1


def test_pairs_and_teams_are_entered_with_their_members() -> None:
    doubles = an_open_event(takes=PAIRS)
    assert refusal_code(lambda: sign_up(doubles, "Anna")) == "sign_up_partner_missing"
    assert refusal_code(lambda: sign_up(doubles, "Anna", choice={"partner": "anna"})) == (
        "sign_up_partner_same"
    )
    sign_up(doubles, "Anna", choice={"partner": "Bruno"})
    assert (enter(doubles), names_in(doubles)) == (1, ["Anna / Bruno"])
    meeting = an_open_event(takes=TEAMS)
    assert refusal_code(lambda: sign_up(meeting, "Carla", choice={"team": "Reds"})) == "sign_up_team_wrong"
    sign_up(meeting, "Carla", choice={"team": "2 Reds", "members": ["Carla", "Dario", "Elena"]})
    assert enter(meeting) == 1
    assert list(meeting.team_members.order_by("position").values_list("player__full_name", flat=True)) == [
        "Carla",
        "Dario",
        "Elena",
    ]


def test_an_account_signs_up_its_own_player_or_a_friend() -> None:
    event, user = an_open_event(), a_user()
    player = a_player("Anna Rossi", user)
    user.refresh_from_db()
    row, friend = sign_up(event, "Anna Rossi", user=user), sign_up(event, "Bruno", user=user)
    assert (row.player, friend.player) == (player, None)
    assert refusal_code(lambda: sign_up(event, "Anna Rossi", user=user)) == "already_signed_up"
    enter(event)
    assert event.entries.get(number=1).player == player
    assert Membership.objects.filter(club=event.tournament.club, player=player).count() == 1
    assert [exported["name"] for exported in sign_up_lists.export_sign_ups(player)] == ["Anna Rossi", "Bruno"]


def test_an_entered_sign_up_can_be_changed_at_the_desk_only() -> None:
    event = an_open_event()
    row = sign_up(event, "Anna")
    enter(event)
    token = personal_links.get_token(row)
    leave = lambda: sign_ups.withdraw_own(token=token, events=None, identity=Identity())  # noqa: E731
    assert refusal_code(leave) == "sign_up_entered"
    assert refusal_code(lambda: act(event, "decline", row)) == "sign_up_entered"
    details = SignUpDetails(name="Anne")
    change = lambda: sign_ups.update_own(  # noqa: E731
        token=token, details=details, choices=[], identity=Identity()
    )
    assert refusal_code(change) == "sign_up_entered"


def test_waiting_sign_ups_are_not_confirmed_once_the_event_is_drawn() -> None:
    event = an_open_event(capacity=2)
    by = director_of(event.tournament.club)
    rows = [sign_up(event, name) for name in ("Anna", "Bruno", "Carla")]
    enter(event)
    event.refresh_from_db()
    draws.draw(event=event, by=by)
    open_registration(event, capacity=8)
    assert status_of(rows[2]) == "waiting"
    assert refusal_code(lambda: sign_up(event, "Dario")) == "registration_closed"


def test_outsiders_may_not_act_as_the_desk() -> None:
    event, outsider = an_open_event(), a_user()
    row = sign_up(event, "Anna")
    registration = registration_of(event)
    for work in (
        lambda: entering.enter_sign_ups(registration=registration, places=None, by=outsider),
        lambda: approval.change_status(
            registration=registration, places=keys_of(row), action="approve", by=outsider
        ),
        lambda: paid_marks.set_paid(
            registration=registration, places=keys_of(row), method="transfer", by=outsider
        ),
        lambda: sign_ups.update_sign_up(
            sign_up=row, details=SignUpDetails(name="Zed"), choices=[], by=outsider
        ),
    ):
        assert refusal_code(work) == "directors_only"
    elsewhere = an_open_event()
    assert refusal_code(lambda: act(elsewhere, "approve", row)) == "sign_up_unknown"


def test_each_change_is_mailed_in_the_language_of_the_sign_up() -> None:
    event = an_open_event(capacity=1)
    sign_up(event, "Anna", email="anna@example.org")
    row = sign_up(event, "Bruno", email="bruno@example.org")
    SignUp.objects.filter(pk=row.pk).update(language="it")
    for message in Outbox.objects.filter(kind=mail.MAIL).order_by("pk"):
        outbox.deliver_message(outbox_id=message.pk)
    assert [letter.to for letter in mailbox.outbox] == [["anna@example.org"], ["bruno@example.org"]]
    assert mailbox.outbox[0].subject == "Registration for Winter Open"
    assert f"{PREFIX}{personal_links.get_token(row)}/" in mailbox.outbox[1].body
    assert "Bruno" not in mailbox.outbox[1].body
    act(event, "withdraw", SignUp.objects.get(name="Anna"))
    by = director_of(event.tournament.club)
    tournament_settings.cancel_tournament(tournament=event.tournament, by=by, reason="The hall is flooded")
    payloads = Outbox.objects.filter(kind=mail.MAIL, sent_at=None).order_by("pk")
    assert [
        (row_of_outbox.payload["sign_up"] == row.pk, row_of_outbox.payload["what"])
        for row_of_outbox in payloads
    ] == [
        (True, "changed"),
        (False, "changed"),
        (True, "cancelled"),
    ]
    SignUp.objects.filter(pk=row.pk).update(language="en")
    outbox.deliver_message(outbox_id=payloads[2].pk)
    body = mailbox.outbox[-1].body
    assert "Winter Open: cancelled" in body
    assert "Reason: The hall is flooded" in body
    assert "confirmed" not in body
    assert "withdraw" not in body
    page = Client().get(f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/").text
    assert "Cancelled: The hall is flooded" in page
    assert "open for entries" not in page


def test_personal_details_are_deleted_after_the_days_of_the_registration() -> None:
    event = an_open_event(keep_days=10)
    sign_up(event, "Anna", email="anna@example.org")
    enter(event)
    row = sign_up(event, "Bruno", email="bruno@example.org", club="Roma", choice={"partner": "Carla"})
    assert privacy.forget_expired_details(now=START + timedelta(days=9)) == 0
    assert privacy.forget_expired_details(now=START + timedelta(days=10)) == 2
    assert privacy.forget_expired_details(now=START + timedelta(days=11)) == 0
    assert list(SignUp.objects.order_by("pk").values_list("name", "email", "club")) == [
        ("Anna", "", ""),
        ("", "", ""),
    ]
    assert EventSignUp.objects.get(sign_up=row).partner == ""
    change = lambda: sign_ups.update_own(  # noqa: E731
        token=personal_links.get_token(row), details=SignUpDetails(name="B"), choices=[], identity=Identity()
    )
    assert refusal_code(change) == "sign_up_forgotten"


def test_an_anonymised_player_is_removed_from_the_sign_ups() -> None:
    event, user = an_open_event(takes=PAIRS), a_user()
    anna = a_player("Anna Rossi", user)
    user.refresh_from_db()
    row = sign_up(event, "Anna Rossi", user=user, email="anna@example.org", choice={"partner": "Bruno"})
    enter(event)
    anonymising.anonymise(player=anna, confirmation="Anna Rossi", identity=Identity(user=user))
    row.refresh_from_db()
    anonymised = get_player(anna.code)
    assert anonymised is not None
    assert (row.name, row.email) == (anonymised.name, "")


def test_an_event_with_active_sign_ups_cannot_be_deleted() -> None:
    event = an_open_event()
    by = director_of(event.tournament.club)
    row = sign_up(event, "Anna")
    assert refusal_code(lambda: tournament_settings.delete_event(event=event, by=by)) == "event_has_sign_ups"
    act(event, "decline", row)
    tournament_settings.delete_tournament(tournament=event.tournament, by=by)
    assert (Registration.objects.count(), SignUp.objects.count()) == (0, 0)


@pytest.mark.parametrize("name", ["Anna / Bruno", "A;B", "a:b"])
def test_a_name_with_separators_is_refused(name: str) -> None:
    event = an_open_event()
    assert refusal_code(lambda: sign_up(event, name)) == "sign_up_slash"


def test_a_sign_up_for_two_events_is_withdrawn_from_one() -> None:
    event = an_open_event(takes=PAIRS, capacity=1)
    other = event.tournament.events.order_by("pk")[0]
    open_registration(other, capacity=1)
    registration = registration_of(event)
    row = sign_ups.sign_up(
        registration=registration,
        details=SignUpDetails(name="Anna"),
        choices=[EventChoice(event=other.pk), EventChoice(event=event.pk, partner="Bruno")],
        identity=Identity(),
    )
    sign_ups.withdraw_own(token=personal_links.get_token(row), events=[other.pk], identity=Identity())
    assert [place.row.status for place in sign_up_lists.list_places_of(row)] == ["withdrawn", "confirmed"]
    summaries = places_left.summarise_events(registration, timezone.now())
    assert [(summary.taken, summary.places_left) for summary in summaries] == [(0, 1), (1, 0)]


def test_a_pair_is_signed_up_once_whoever_of_the_two_does_it() -> None:
    event = an_open_event(takes=PAIRS, capacity=4)
    sign_up(event, "Anna Bianchi", choice={"partner": "Bruno Costa"})
    with pytest.raises(Refusal) as refused:
        sign_up(event, "Bruno Costa", choice={"partner": "anna bianchi"})
    assert get_sentence(refused.value.code, refused.value.facts) == (
        "Bruno Costa is already signed up for Doubles as a pair with anna bianchi. "
        "One registration is enough for both."
    )
    assert refusal_code(lambda: sign_up(event, "anna bianchi", choice={"partner": "BRUNO COSTA"})) == (
        "pair_signed_up"
    )
    (summary,) = places_left.summarise_events(registration_of(event), timezone.now())
    assert (summary.taken, summary.places_left) == (1, 3)
    carla = sign_up(event, "Bruno Costa", choice={"partner": "Carla"})
    changed = sign_ups.EventChoice(event=event.pk, partner="Anna Bianchi")
    change = {"details": SignUpDetails(name="Bruno Costa"), "choices": [changed], "identity": Identity()}
    token = personal_links.get_token(carla)
    assert refusal_code(lambda: sign_ups.update_own(token=token, **change)) == "pair_signed_up"
    by = director_of(event.tournament.club)
    sign_ups.withdraw_own(token=token, events=None, identity=Identity())
    EventSignUp.objects.filter(sign_up=carla).update(partner="ANNA BIANCHI")
    for action in ("approve", "wait"):
        act = {"places": keys_of(carla), "action": action, "by": by}
        assert (
            refusal_code(lambda act=act: approval.change_status(registration=registration_of(event), **act))
            == "pair_signed_up"
        )


def test_who_plays_by_the_registration_of_the_partner_does_not_read_that_theirs_was_declined() -> None:
    event = an_open_event(takes=PAIRS)
    anna = sign_up(event, "Anna", choice={"partner": "Bruno"})
    bruno = sign_up(event, "Bruno", choice={"partner": "Zoe"})
    EventSignUp.objects.filter(sign_up=bruno).update(partner="anna")
    by = director_of(event.tournament.club)
    approval.change_status(
        registration=registration_of(event), places=keys_of(bruno), action="decline", by=by
    )
    (place,) = sign_up_lists.list_places_of(bruno)
    assert mail.describe_status(place) == "signed up by Anna"
    enter(event, anna)
    page = Client().get(f"/signed-up/{personal_links.get_token(bruno)}/").text
    assert ("declined" in page, "Draw and results" in page) == (False, True)


def test_a_team_of_a_name_that_has_signed_up_is_refused() -> None:
    event = an_open_event(takes=TEAMS)
    members = ["Carla", "Dario", "Elena"]
    sign_up(event, "Carla", choice={"team": "Reds", "members": members})
    again = {"team": "reds", "members": members}
    assert refusal_code(lambda: sign_up(event, "Dario", choice=again)) == "team_signed_up"


def test_who_waits_and_is_entered_at_the_desk_counts_as_in_until_that_is_undone() -> None:
    event = an_open_event(capacity=2)
    by = director_of(event.tournament.club)
    for name in ("Anna", "Bruno", "Carla", "Łukasz Żak"):
        sign_up(event, name)
    assert list(statuses(event).values()) == ["confirmed", "confirmed", "waiting", "waiting"]
    entries.enter_names(event=event, names="carla\nLukasz Zak\nDora", by=by, key="desk")
    assert list(statuses(event).values()) == ["confirmed"] * 4
    (summary,) = places_left.summarise_events(registration_of(event), timezone.now())
    assert (summary.taken, summary.waiting) == (5, 0)
    places = sign_up_lists.list_places(registration_of(event))
    assert [place.is_entered for place in places] == [False, False, True, True]

    event.refresh_from_db()
    command = event.journal.latest("seq").seq
    journal.undo(event=event, command=command, by=by)
    assert list(statuses(event).values()) == ["confirmed", "confirmed", "waiting", "waiting"]
    event.refresh_from_db()
    journal.redo(event=event, command=command, by=by)
    assert list(statuses(event).values()) == ["confirmed"] * 4


def test_a_name_that_two_have_signed_up_with_is_left_to_the_desk() -> None:
    event = an_open_event(capacity=1)
    by = director_of(event.tournament.club)
    for name in ("Anna", "John Smith", "John Smith"):
        sign_up(event, name)
    entries.enter_names(event=event, names="John Smith", by=by, key="desk")
    places = sign_up_lists.list_places(registration_of(event))
    assert [(place.row.status, place.is_entered) for place in places] == [
        ("confirmed", False),
        ("waiting", False),
        ("waiting", False),
    ]


def test_the_desk_and_the_club_speak_of_the_people_signed_up() -> None:
    event = an_open_event(capacity=6)
    for number in range(6):
        sign_up(event, f"Player {number}")
    step = get_next_step(event)
    assert (step.code, step.facts["count"]) == ("enter_sign_ups", 6)
    (summary,) = list_tournaments(event.tournament.club)
    assert (summary.players, summary.signed_up) == (0, 6)
    club_page = Client().get(f"/clubs/{event.tournament.club.slug}/").text
    assert "6 places taken" in club_page
    assert "0 players" not in club_page
    enter(event)
    (summary,) = list_tournaments(event.tournament.club)
    assert (summary.players, summary.signed_up, get_next_step(event).code) == (6, 0, "draw")


def test_no_fee_is_marked_as_paid_for_somebody_who_has_withdrawn() -> None:
    event = an_open_event()
    by = director_of(event.tournament.club)
    row = sign_up(event, "Anna")
    act(event, "withdraw", row)
    with pytest.raises(Refusal, match="sign_up_not_active"):
        paid_marks.set_paid(
            registration=registration_of(event), places=keys_of(row), method="transfer", by=by
        )
    assert row.places.get().paid_at is None
    assert (
        paid_marks.set_paid(registration=registration_of(event), places=keys_of(row), method="", by=by) == 0
    )
