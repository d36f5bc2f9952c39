"""E-mail of announcements and calls to the players who subscribed, once to each address."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as mailbox
from django.core.cache import cache
from django.test import Client

from matches.actors import SYSTEM, Identity
from matches.models import Match, Outbox, Player, User
from matches.services import badges, lifecycle, outbox
from matches.services.announcements import withdraw_announcement
from rules.errors import Refusal
from tests.factories import a_user
from tests.matches import constraints
from tests.tournaments import club_evenings
from tests.tournaments.club_pages import signed_in
from tests.tournaments.registration.registrations import an_open_event, keys_of, sign_up
from tournaments.mailing import queries, services
from tournaments.mailing.models import MailSubscription
from tournaments.mailing.services import MailChoice
from tournaments.models import Event
from tournaments.play.schedule.services import announcements
from tournaments.play.tournaments.services import tournaments
from tournaments.registration.models import Registration
from tournaments.registration.services import entering

pytestmark = pytest.mark.django_db
PREFIX = "https://crawford.example/mail/stop/"
BOTH = {"announcements": True, "calls": True}


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    """Clear the cache, and with it the rate limits."""
    cache.clear()


@pytest.fixture
def event() -> Event:
    return club_evenings.a_night(club_evenings.a_club())


@pytest.fixture
def match(event: Event) -> Match:
    return club_evenings.match_at(event, "M1-1")


def badge_of(event: Event, player: Player) -> str:
    """The token of a player's badge."""
    return badges.issue_badge(desk=event.tournament.desk, player=player, by=SYSTEM).token


def subscribe(event: Event, player: Player, **choice: Any) -> MailSubscription:
    """Subscribe the holder of a badge, by default to everything, at name@example.org."""
    badge = badges.redeem_badge(token=badge_of(event, player))
    fields = {"email": f"{player.name.lower()}@example.org", "page_prefix": PREFIX, **BOTH, **choice}
    row = services.save_tournament_mail(
        tournament=event.tournament, choice=MailChoice(**fields), identity=Identity(badge=badge)
    )
    assert row is not None
    return row


def announce(event: Event, text: str = "Dinner", **options: Any) -> None:
    """Announce something, also by e-mail, as a director of the club."""
    by = club_evenings.director_of(event.tournament.club)
    options = {"by_mail": True, **options}
    announcements.announce(tournament=event.tournament, english=text, by=by, **options)


def sent() -> list[tuple[str, str]]:
    """Deliver queued mail; return address and first line of each message, sorted."""
    mailbox.outbox.clear()
    for _turn in range(2):
        for row in Outbox.objects.filter(kind__startswith="mail", sent_at=None).order_by("pk"):
            outbox.deliver_message(outbox_id=row.pk)
    return sorted((mail.to[0], mail.body.splitlines()[0]) for mail in mailbox.outbox)


def an_account(player: Player) -> User:
    """Create an account with an address and link the player to it."""
    user = a_user("accountholder", email="account@example.org")
    Player.objects.filter(pk=player.pk).update(user=user)
    return user


def test_an_announcement_is_mailed_to_subscribers_in_their_language(event: Event, match: Match) -> None:
    subscribe(event, match.white)
    subscribe(event, match.black, language="it", announcements=True, calls=False)
    announce(event, italian="Cena")

    white, black = (f"{player.name.lower()}@example.org" for player in (match.white, match.black))
    assert sent() == sorted([(white, "Dinner"), (black, "Cena")])
    white_mail = next(message for message in mailbox.outbox if message.to == [white])
    assert white_mail.subject == f"{event.tournament.name}: message from the desk"
    assert (
        f"{PREFIX}{queries.make_token(MailSubscription.objects.get(player=match.white))}/" in white_mail.body
    )
    assert sent() == []


def test_withdrawn_and_unmailed_announcements_are_not_sent(event: Event, match: Match) -> None:
    subscribe(event, match.white)
    announce(event, by_mail=False)
    announce(event)
    announcement = event.tournament.desk.announcements.earliest("-pk")
    withdraw_announcement(announcement=announcement, by=club_evenings.director_of(event.tournament.club))

    assert sent() == []


def test_an_announcement_to_a_match_is_mailed_to_its_players_only(event: Event, match: Match) -> None:
    other = club_evenings.match_at(event, "M1-2").white
    subscribe(event, match.white)
    subscribe(event, other)
    announce(event, audience=match)

    assert sent() == [(f"{match.white.name.lower()}@example.org", f"{match}: Dinner")]


def test_an_announcement_to_an_event_is_mailed_to_its_players_only(event: Event, match: Match) -> None:
    by = club_evenings.director_of(event.tournament.club)
    side_event = tournaments.add_event(
        tournament=event.tournament, name="Side event", length=3, consolation_length=1, by=by
    )
    subscribe(event, match.white)
    announce(event, audience=side_event)
    assert sent() == []

    announce(event, audience=event)
    assert [address for address, _text in sent()] == [f"{match.white.name.lower()}@example.org"]


def test_an_account_is_mailed_about_tournaments_it_plays_in_only(event: Event, match: Match) -> None:
    user = an_account(match.white)
    services.save_account_mail(choice=MailChoice(**BOTH), by=user)
    elsewhere = club_evenings.a_night(
        club_evenings.a_club("Elsewhere", by=a_user("elsewhere")), ("A", "B", "C", "D")
    )
    announce(elsewhere)
    assert sent() == []

    announce(event)
    assert sent() == [("account@example.org", "Dinner")]


def test_each_address_gets_one_mail(event: Event, match: Match) -> None:
    user = an_account(match.white)
    services.save_account_mail(choice=MailChoice(**BOTH), by=user)
    subscribe(event, match.white, email="Account@example.org")
    announce(event)

    assert len(sent()) == 1


def test_a_call_is_mailed_with_its_table_to_subscribers_of_calls(event: Event, match: Match) -> None:
    by, table = club_evenings.director_of(event.tournament.club), match.table
    lifecycle.cancel_call(match=match, by=by)
    subscribe(event, match.white)
    subscribe(event, match.black, calls=False)
    lifecycle.call_match(match=match, table=table, by=by)

    assert sent() == [(f"{match.white.name.lower()}@example.org", f"{match}: table {table}")]


def test_a_call_that_was_cancelled_is_not_sent(event: Event, match: Match) -> None:
    by, table = club_evenings.director_of(event.tournament.club), match.table
    lifecycle.cancel_call(match=match, by=by)
    subscribe(event, match.white)
    lifecycle.call_match(match=match, table=table, by=by)
    lifecycle.cancel_call(match=match, by=by)

    assert sent() == []


def test_people_subscribe_with_their_sign_up() -> None:
    event = an_open_event()
    anna = sign_up(event, "Anna", email="anna@example.org", wants_messages=True)
    sign_up(event, "Bruno", email="bruno@example.org")
    Outbox.objects.all().delete()
    announce(event)
    assert sent() == [("anna@example.org", "Dinner")]
    assert queries.SOURCE != "registration"
    assert "https://crawford.example/signed-up/" in mailbox.outbox[0].body

    entering.enter_sign_ups(
        registration=Registration.objects.get(),
        places=keys_of(anna),
        by=club_evenings.director_of(event.tournament.club),
    )
    announce(event, "Round 1", audience=event)
    assert ("anna@example.org", "Round 1") in sent()


def test_the_holder_of_a_badge_subscribes_changes_and_unsubscribes(event: Event, match: Match) -> None:
    client = Client()
    assert client.get("/b/mail/").status_code == 404
    client.post("/b/", {"token": badge_of(event, match.white)})
    assert "/b/mail/" in client.get("/b/").content.decode()
    missing = client.post("/b/mail/", {"announcements": "on"})
    assert (missing.status_code, "no e-mail address" in missing.content.decode()) == (409, True)
    data = {"email": "white@example.org", "announcements": "on"}
    assert client.post("/b/mail/", data).status_code == 303
    row = MailSubscription.objects.get()
    assert (row.player, row.tournament, row.announcements, row.calls) == (
        match.white,
        event.tournament,
        True,
        False,
    )
    assert "white@example.org" in client.get("/b/mail/").content.decode()
    assert client.post("/b/mail/", {"email": "white@example.org"}).status_code == 303
    assert not MailSubscription.objects.exists()


def test_badges_of_a_club_or_another_desk_cannot_subscribe(event: Event, match: Match) -> None:
    token = badges.issue_badge(desk=event.tournament.club.desk, player=match.white, by=SYSTEM).token
    client = Client()
    client.post("/b/", {"token": token})
    assert client.get("/b/mail/").status_code == 404
    with pytest.raises(Refusal) as caught:
        services.save_tournament_mail(
            tournament=event.tournament,
            choice=MailChoice(**BOTH, email="a@example.org"),
            identity=Identity(badge=badges.redeem_badge(token=token)),
        )
    assert caught.value.code == "mail_badge_needed"


def test_an_account_subscribes_on_its_own_page(match: Match) -> None:
    user = an_account(match.white)
    client = signed_in(user)
    assert "/account/mail/" in client.get("/account/").content.decode()
    assert client.post("/account/mail/", {"calls": "on"}).status_code == 303
    assert queries.get_account_subscription(user) == MailSubscription.objects.get(calls=True, email="")
    assert "When my match is called" in client.get("/account/").content.decode()
    nobody = signed_in(a_user("nobody", email="nobody@example.org"))
    assert nobody.post("/account/mail/", {"calls": "on"}).status_code == 409


def test_the_link_in_a_mail_unsubscribes_after_confirmation(event: Event, match: Match) -> None:
    address = f"/mail/stop/{queries.make_token(subscribe(event, match.white))}/"
    client = Client()
    assert "Stop e-mails" in client.get(address).content.decode()
    assert MailSubscription.objects.exists()
    assert client.post(address).status_code == 303
    assert not MailSubscription.objects.exists()
    assert client.post(address).status_code == 404
    assert client.get("/mail/stop/1:wrong/").status_code == 404
    with pytest.raises(Refusal) as caught:
        services.stop_mail(token="1:wrong", identity=Identity())
    assert caught.value.code == "mail_stopped"


def test_the_api_reads_and_changes_subscriptions_by_badge_and_account(event: Event, match: Match) -> None:
    badge = {"Authorization": f"Badge {badge_of(event, match.white)}"}
    client, kind = Client(), "application/json"
    assert client.get("/api/v1/mail/").status_code == 403
    data = {"announcements": True, "email": "white@example.org"}
    answer = client.put("/api/v1/mail/", data, content_type=kind, headers=badge)
    assert answer.json() == {"announcements": True, "calls": False, "email": "white@example.org"}
    assert client.get("/api/v1/mail/", headers=badge).json() == answer.json()
    account = signed_in(an_account(match.black))
    assert account.put("/api/v1/mail/", {"calls": True}, content_type=kind).json()["calls"] is True
    assert account.get("/api/v1/mail/").json() == {"announcements": False, "calls": True, "email": ""}


def test_subscriptions_are_exported_and_deleted(event: Event, match: Match) -> None:
    subscribe(event, match.white)
    assert queries.export_subscriptions(match.white) == [
        {"tournament": event.tournament.name, "email": f"{match.white.name.lower()}@example.org", **BOTH}
    ]
    start = event.tournament.starts_at
    assert services.delete_past_subscriptions(now=start + timedelta(days=29)) == 0
    assert services.delete_past_subscriptions(now=start + timedelta(days=31)) == 1
    subscribe(event, match.white)
    services.delete_player_subscriptions(players=[match.white.pk])
    user = an_account(match.white)
    services.save_account_mail(choice=MailChoice(**BOTH), by=user)
    services.delete_account_subscription(user=user)
    services.save_account_mail(choice=MailChoice(**BOTH), by=user)
    services.delete_former_subscription(player=match.white)
    assert not MailSubscription.objects.exists()


@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        ({"tournament": None}, "mail_address_of_one_tournament"),
        ({"email": ""}, "mail_address_of_one_tournament"),
        ({"announcements": False, "calls": False}, "mail_about_something"),
    ],
)
def test_the_database_refuses_impossible_rows(
    event: Event, match: Match, changes: dict[str, Any], constraint: str
) -> None:
    row = subscribe(event, match.white)
    constraints.refuses(
        constraint, lambda: MailSubscription.objects.filter(pk=row.pk).update(**changes), [MailSubscription]
    )


def test_a_player_has_one_subscription_per_tournament_and_one_for_all(event: Event, match: Match) -> None:
    subscribe(event, match.white)
    MailSubscription.objects.create(player=match.white)
    second_subscription = {
        "player": match.white,
        "tournament": event.tournament,
        "email": "again@example.org",
    }
    for columns, name in (
        (second_subscription, "mail_once_per_tournament"),
        ({"player": match.white}, "mail_once_per_account"),
    ):
        constraints.refuses(
            name,
            lambda columns_of_row=columns: MailSubscription.objects.create(**columns_of_row),
            [MailSubscription],
        )
