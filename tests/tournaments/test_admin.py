"""The admin of the tournaments app: read-only for superusers, without draw seeds and pending line-ups."""

from decimal import Decimal

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from matches.actors import Identity
from tests.factories import a_desk, a_match, a_player, a_user
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, settle_and_rate
from tests.tournaments.finances import fee_factories
from tests.tournaments.leagues import league_seasons as leagues
from tests.tournaments.registration import registrations
from tests.tournaments.team_evenings import a_team_event, row
from tournaments import models
from tournaments.finances.models import CashCountKind, FundKind
from tournaments.finances.services import auctions, cash_counts, cashiers, pools
from tournaments.ladders.models import Ladder, LadderChallenge, LadderLine
from tournaments.leagues.models import Arrangement, Reminder
from tournaments.mailing.models import MailSubscription
from tournaments.mirrors.models import CopiedEvent, CopiedPlayer, CopiedTournament, PublishedEvent
from tournaments.mirrors.services import publications
from tournaments.payment_codes.way_kinds import WayDetails
from tournaments.people.queries.invitations import get_invitation_secret
from tournaments.people.services import (
    casual_matches,
    invitations,
    member_fees,
    member_records,
    office_offers,
)
from tournaments.play.entries.services import check_in
from tournaments.play.tournaments.queries import weekly_nights as weekly_night_queries
from tournaments.play.tournaments.services import weekly_nights
from tournaments.registration.services import event_prices, ways_to_pay
from tournaments.registration.services.event_prices import PriceOptions
from tournaments.screens.models import Screen
from tournaments.web.tokens import services as tokens
from tournaments.webhooks import services, webhook_events

pytestmark = pytest.mark.django_db


def address(model: type, page: str, *args: object) -> str:
    """Return the URL of a model's admin page."""
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


@pytest.fixture
def owner(client: Client) -> Client:
    client.force_login(a_user("owner", is_superuser=True, is_staff=True))
    return client


def get_registered_models() -> list[type]:
    """Return the models of the tournaments app that the admin has."""
    return [model for model in admin.site._registry if model.__module__.startswith("tournaments.")]


@pytest.mark.second_stage
def test_every_model_has_a_list_and_no_add_page(owner: Client) -> None:
    event = a_night(a_club())
    settle_and_rate(match_at(event, "M1-1"))
    assert set(get_registered_models()) == {
        model for model in apps.get_models() if model.__module__.startswith("tournaments.")
    }
    assert {
        model.__name__: owner.get(address(model, "changelist")).status_code
        for model in get_registered_models()
    } == {model.__name__: 200 for model in get_registered_models()}
    assert {owner.get(address(model, "add")).status_code for model in get_registered_models()} == {403}


def test_the_seed_of_a_future_draw_is_hidden(owner: Client) -> None:
    event = a_night(a_club())
    event.refresh_from_db()
    page = owner.get(address(models.Event, "change", event.pk)).content.decode()
    assert event.draw_commitment in page
    assert event.draw_seed not in page


def a_pending_line_up() -> models.PendingLineUp:
    meeting = row(a_team_event(a_club()), "R1-1")
    assert meeting.white_entry is not None
    return models.PendingLineUp.objects.create(
        pairing=meeting, entry=meeting.white_entry, players=["SECRET"], submitter="Captain"
    )


def test_the_players_of_a_pending_line_up_are_hidden(owner: Client) -> None:
    line_up = a_pending_line_up()
    page = owner.get(address(models.PendingLineUp, "change", line_up.pk)).content.decode()
    assert line_up.submitter in page
    assert "SECRET" not in page


def create_payments() -> None:
    event = fee_factories.a_paying_night()
    by, key = fee_factories.director(event), fee_factories.key
    pool = fee_factories.a_pool(event)
    pools.join_pool(event=event, fund=pool.fund, player=fee_factories.player(event, "Anna"), by=by, key=key())
    fee_factories.everybody_pays(event)
    auction = fee_factories.a_pool(event, "Calcutta", FundKind.AUCTION)
    auctions.make_lots(event=event, fund=auction.fund, lots=[[1], [2]], by=by)
    auctions.sell_lot(event=event, fund=auction.fund, lot=1, buyer="Zeno", price=5_00, by=by, key=key())
    cashiers.appoint_cashier(tournament=event.tournament, username=by.username, by=by)
    cash_counts.record_count(
        event=event, operator=by.username, kind=CashCountKind.FLOAT, amount=0, note="", by=by, key=key()
    )


def create_league_and_ladder() -> None:
    club = a_club()
    league = leagues.begun(club)
    match = leagues.named(league.event, "Anna", "Bruno").match
    assert match is not None
    Arrangement.objects.create(match=match, by=match.white, note="Monday?")
    Reminder.objects.create(match=match, occasion="soon", last_day=league.ends_on)
    ladder = Ladder.objects.create(club=club, name="Ladder", slug="ladder")
    LadderLine.objects.create(ladder=ladder, seq=1, kind="joined", payload={}, key="k")
    LadderChallenge.objects.create(
        ladder=ladder, number=1, challenger=match.white, holder=match.black, status="done", match=match
    )


def create_registrations() -> None:
    event = registrations.an_open_event()
    by = director_of(event.tournament.club)
    question = registrations.ask(event, "Which shirt?", kind="choice", options=("S", "L"))
    registrations.sign_up(event, "Anna", answers={question.pk: "L"})
    event_prices.save_prices(event=event, prices=[PriceOptions(category="member", amount=Decimal(5))], by=by)
    details = WayDetails(account="12345")
    ways_to_pay.add_way(owner=event.tournament, kind="mobilepay", label="", details=details, by=by)


def create_club_rows() -> None:
    club = a_club()
    by = director_of(club)
    invitation = invitations.invite(club=club, options=invitations.InvitationOptions(), by=by)
    invitations.accept(token=get_invitation_secret(invitation), user=a_user(), name="Guest")
    office_offers.offer_office(club=club, username="bruno", role="helper", by=by)
    event = a_night(club)
    night = weekly_nights.save_night_from_tournament(tournament=event.tournament, by=by)
    models.Break.objects.create(
        tournament=event.tournament, begins_at=timezone.now(), ends_at=timezone.now(), by=by
    )
    day = next(weekly_night_queries.days_from(night.weekday, timezone.localdate()))
    weekly_nights.skip_night(night=night, day=day, by=by)
    models.ExpectedPlayer.objects.create(night=night, day=day, name="Zeno")
    check_in.open_check_in_page(event=event, by=by)
    opponents = [entry.player for entry in event.entries.order_by("number")[:2]]
    models.AnsweredName.objects.create(
        club=club, written_name="Zeno", folded="zeno", player=opponents[0], event=event, entered_line=1
    )
    webhook_fields = {
        "club": club,
        "address": "https://hooks.example.org/hook",
        "kinds": webhook_events.KINDS,
    }
    services.ping_webhook(webhook=services.subscribe(by=by, **webhook_fields).webhook, by=by)
    publication = publications.publish_to(
        tournament=event.tournament,
        address="https://crawford.example.org/clubs/riverside/",
        token="crawford_token",
        by=by,
    )
    PublishedEvent.objects.create(publication=publication, event=event)
    copy = CopiedTournament.objects.create(
        club=club, tournament=event.tournament, key=publication.key, origin="Laptop"
    )
    CopiedEvent.objects.create(copy=copy, event=event, key=publication.key, size=1)
    CopiedPlayer.objects.create(copy=copy, player=opponents[0])
    casual_matches.open_casual_match(
        club=club, white=opponents[0], black=opponents[1], length=3, identity=Identity(user=by)
    )


def create_photo_and_mail_rows() -> None:
    """Create a winner's photo, a mail subscription and a record export, without their services."""
    event, player = a_night(a_club()), a_player()
    models.WinnerPhoto.objects.create(event=event, player=player, data=b"", width=1, height=1, digest="d")
    MailSubscription.objects.create(player=player, tournament=event.tournament, email="a@example.org")
    models.RecordExport.objects.create(
        tournament=event.tournament, format="mat", language="en", digest="d", records=1
    )


def create_season_and_import_rows() -> None:
    """Create seasons, rating lists, imports and a token, mostly without their services."""
    club = a_club()
    by, player = director_of(club), a_player()
    year = models.Season.objects.create(
        club=club, name="2026", slug="2026", starts_on="2026-01-01", ends_on="2026-12-31"
    )
    models.SeasonPlayer.objects.create(season=year, player=player, division=1)
    models.SeasonChange.objects.create(season=year, kind="rules", key="rules", before={}, after={}, by=by)
    rated = models.RatingList.objects.create(club=club, name="Elo", parameters={})
    models.RatingListChange.objects.create(rating_list=rated, before={}, after={}, by=by)
    batch = models.PastImport.objects.create(
        club=club, desk=a_desk(), name="2019.csv", digest="0" * 64, rows=1, by=by
    )
    evening = models.PastEvening.objects.create(batch=batch, name="Monday", played_on="2019-01-07")
    models.PastResult.objects.create(evening=evening, match=a_match(batch.desk), line=2)
    models.FileImport.objects.create(club=club, kind="report", name="Cup", arguments={}, rows=1, by=by)
    models.EventFileImport.objects.create(
        event=a_night(club), first_line=1, last_line=2, checksum="0" * 64, by=by
    )
    models.PastPlace.objects.create(evening=evening, player=a_player(), first=1, last=1, field=2, line=3)
    models.PastPoints.objects.create(evening=evening, player=a_player(), points="2.5", line=4)
    tokens.create_token(by=by, name="Scoreboard", scope=club, may_write=False, days=1)


def create_tournament_page() -> None:
    tournament, by = a_night(a_club()).tournament, a_user()
    models.TournamentPage.objects.create(tournament=tournament)
    models.TournamentCover.objects.create(tournament=tournament, data=b"1", width=1, height=1)
    models.CertificateTemplate.objects.create(club=tournament.club, title="Diploma", by=by)
    models.SponsorLogo.objects.create(
        tournament=tournament,
        place=1,
        name="Bar",
        data=b"1",
        width=1,
        height=1,
        by=by,
    )
    models.TournamentAttachment.objects.create(
        tournament=tournament, number=1, name="Rules", data=b"1", size=1, by=by
    )


def create_member_rows() -> None:
    """Create the record of a member with a field of the club, a fee, and an e-mail to members."""
    club = a_club()
    by = director_of(club)
    membership = club.memberships.get()
    field = member_records.add_field(club=club, name="Address", by=by)
    data = member_records.MemberData(number="1")
    member_records.describe_member(membership=membership, data=data, texts={field.pk: "Via Roma 1"}, by=by)
    payment = member_fees.FeePayment(year=2026, amount=Decimal(5), method="cash")
    member_fees.record_fee(membership=membership, payment=payment, by=by, key="fee")
    models.YearFee.objects.create(club=club, year=2026, amount=Decimal(30), currency="EUR")
    models.OwnYearFee.objects.create(membership=membership, year=2026, amount=Decimal(10), currency="EUR")
    models.MemberMail.objects.create(club=club, subject="Summer", text="Hi", count=1, by=by, key="mail")


def create_rows_of_every_model() -> None:
    """Create at least one row of every model."""
    create_club_rows()
    create_season_and_import_rows()
    settle_and_rate(match_at(a_night(a_club()), "M1-1"))
    a_pending_line_up()
    create_payments()
    create_league_and_ladder()
    create_registrations()
    create_photo_and_mail_rows()
    Screen.objects.create()
    create_tournament_page()
    create_member_rows()


@pytest.mark.second_stage
def test_the_queries_of_a_list_do_not_grow_with_its_rows(owner: Client) -> None:
    query_counts: list[dict[str, int]] = [{}, {}]
    for counts in query_counts:
        create_rows_of_every_model()
        for model in get_registered_models():
            with CaptureQueriesContext(connection) as queries:
                owner.get(address(model, "changelist"))
            counts[model.__name__] = len(queries)
    assert query_counts[0] == query_counts[1]


@pytest.mark.second_stage
def test_a_row_of_every_model_is_shown_and_neither_changed_nor_deleted(owner: Client) -> None:
    create_rows_of_every_model()
    instances = {model: model.objects.first() for model in get_registered_models()}
    assert [model.__name__ for model, instance in instances.items() if instance is None] == []
    statuses = {
        model.__name__: (
            owner.get(address(model, "change", instance.pk)).status_code,
            owner.post(address(model, "change", instance.pk), {"number": 9}).status_code,
            owner.post(address(model, "delete", instance.pk), {"post": "yes"}).status_code,
        )
        for model, instance in instances.items()
    }
    assert statuses == {model.__name__: (200, 403, 403) for model in get_registered_models()}
