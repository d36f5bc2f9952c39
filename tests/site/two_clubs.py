"""A club with a tournament in play, and clients of every role: the data of the site tests."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from functools import cached_property
from io import BytesIO
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from PIL import Image

from matches.actors import SYSTEM, Identity
from matches.models import Badge, Desk, Match, User
from matches.moneyplay.models import MoneySession
from matches.moneyplay.services import sessions
from matches.records.models import Archive, Certificate, Transcript
from matches.records.services import archives, uploads
from matches.services import badges, merging, penalties, players, postponing, reporting, scoring
from matches.services.announcements import create_announcement
from rules.options import ChouetteLaws
from tests.factories import a_user
from tests.factory_recordings import replayed
from tests.matches.accounts.account_factories import a_device, a_passkey, fresh
from tests.matches.records.files import SEVEN, THREE, a_zip, record
from tests.tournaments import club_evenings
from tests.tournaments.leagues import league_seasons as leagues
from tests.tournaments.team_evenings import a_team_event
from tournaments.exchange import trf
from tournaments.exchange.past_results import ParsedResults, PastRow
from tournaments.exchange.trf import TrfPlayer, TrfReport
from tournaments.finances.models import FundKind
from tournaments.finances.services import auctions, funds, payments
from tournaments.importing.queries.listed_names import list_names
from tournaments.importing.services import history_import, imports, member_enrolment, record_exports
from tournaments.ladders import services as ladders
from tournaments.ladders.journal.ladder_settings import LadderRules
from tournaments.mailing.models import MailSubscription
from tournaments.mailing.queries import make_token
from tournaments.mailing.services import MailChoice, save_tournament_mail
from tournaments.mirrors.models import CopiedTournament
from tournaments.mirrors.services import publications
from tournaments.models import Club, Event, MembershipFee, PaymentMethod
from tournaments.payment_codes.way_kinds import WayDetails
from tournaments.people.queries.invitations import get_invitation_secret
from tournaments.people.queries.office_offers import get_offer_token
from tournaments.people.services import (
    casual_matches,
    clubs,
    invitations,
    member_fees,
    member_records,
    office_offers,
    year_fees,
)
from tournaments.play.entries.queries import check_in as check_in_queries
from tournaments.play.entries.services import check_in
from tournaments.play.schedule.services import breaks
from tournaments.play.tournaments.queries import expected_players
from tournaments.play.tournaments.services import expected_players as expected_player_services
from tournaments.play.tournaments.services import sponsors, tournament_pages, tournaments, weekly_nights
from tournaments.registration.models import EventSignUp
from tournaments.registration.queries import personal_links
from tournaments.registration.services import questions, registration_settings, sign_ups, ways_to_pay
from tournaments.screens import services as screens
from tournaments.seasons import services as seasons
from tournaments.seasons.queries import honours
from tournaments.standings.season_settings import RULE_PRESETS
from tournaments.web.tokens import services as tokens_made
from tournaments.webhooks import services, webhook_events

LENGTH = 7
# Another site, which no host is, and its token.
PUBLISHED_TO, PUBLISHING_TOKEN = "https://receiver.invalid/clubs/riverside/", "crawford_planted"
NIGHT = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo")


@dataclass(frozen=True)
class Site:
    """A club with a published event: `match` is in play, `tokens` and `badges` are those of its players."""

    club: Club
    event: Event
    match: Match
    transcript: Transcript
    unlinked_transcript: Transcript
    archive: Archive
    director: User
    tokens: dict[str, str]
    badges: dict[str, Badge] = field(repr=False)
    session: MoneySession
    invitation: str
    league: Event
    squads: Event
    ladder_member: str

    @cached_property
    def names(self) -> dict[str, object]:
        """The values of the placeholders in addresses; cached, because they take two dozen queries."""
        return {
            "event": self.event.pk,
            "list": club_evenings.rating_list_of(self.club).pk,
            "club": self.club.slug,
            "night": f"{self.club.slug}/{self.event.tournament.slug}",
            "competition": f"{self.club.slug}/{self.event.tournament.slug}/{self.event.slug}",
            "evening": self.event.tournament.slug,
            "season": "season",
            "year": honours.get_years(self.club)[0],
            "export": self.event.tournament.record_exports.get().code,
            "task": self.club.file_imports.get().code,
            "past": self.club.past_imports.get(undone_at=None).pk,
            "member_list": self.club.log_entries.filter(kind="listed").latest("pk").pk,
            "league": "/".join((self.club.slug, self.league.tournament.slug, self.league.slug)),
            "squads": "/".join((self.club.slug, self.squads.tournament.slug, self.squads.slug)),
            "club_id": self.club.pk,
            "program": self.club.tokens.order_by("pk")[0].pk,
            "league_event": self.league.pk,
            "squads_event": self.squads.pk,
            "membership": self.club.memberships.exclude(player=None).order_by("pk")[0].pk,
            "ladder": "ladder",
            "webhook": self.club.webhooks.get().code,
            "rung": self.ladder_member,
            "match": self.match.code,
            "table": self.match.table.code if self.match.table else "",
            "player": self.match.white.code,
            "opponent": self.match.black.code,
            "namesake": self.badges["namesake"].player.code,
            "record": self.transcript.pk,
            "desk": self.match.desk.code,
            "unassigned": self.unlinked_transcript.pk,
            "certificate": self.match.certificates.get().code,
            "archive": self.archive.code,
            "session": self.session.code,
            **self._registration_names(),
            "sponsor": self.event.tournament.sponsor_logos.get().pk,
            "mail_token": make_token(MailSubscription.objects.get(tournament=self.event.tournament)),
            "screen": self.event.tournament.screens.get().code,
            "break": self.event.tournament.breaks.get().pk,
            "announcement": self.match.desk.announcements.get().pk,
            "seated": self.match.white.name,
            "director": self.director.username,
            "invitation": self.invitation,
            "member": self.club.memberships.get(player=self.match.white).pk,
            "member_fee": MembershipFee.objects.get(membership__club=self.club).pk,
            "member_field": self.club.member_fields.get().pk,
            "invite": self.club.invitations.get().pk,
            "link": get_invitation_secret(self.club.invitations.get()),
            "offer": self.club.office_offers.get().pk,
            "offer_token": get_offer_token(self.club.office_offers.get()),
            "weekly": self.club.nights.get().pk,
            "check_in": check_in_queries.get_token(self.event.tournament.check_in_pages.get()),
            "coming": self.club.nights.get().expected.earliest("pk").pk,
            "coming_day": self.club.nights.get().expected.earliest("pk").day.isoformat(),
            "passkey": self.director.authenticator_set.get().pk,
            "device": self.director.usersession_set.get().pk,
        }

    def _registration_names(self) -> dict[str, object]:
        """The placeholders for a tournament with registration and its first sign-up."""
        place = EventSignUp.objects.filter(event__event__tournament__club=self.club).earliest("order")
        event = place.event.event
        return {
            "signing": f"{self.club.slug}/{event.tournament.slug}",
            "signing_api": f"{self.club.slug}/tournaments/{event.tournament.slug}",
            "signing_event": event.pk,
            "sign_up": place.sign_up.reference,
            "question": event.tournament.registration.questions.get().pk,
            "signing_way": event.tournament.ways_to_pay.get().pk,
            "club_way": self.club.ways_to_pay.get().pk,
            "sign_up_place": place.pk,
            "sign_up_token": personal_links.get_token(place.sign_up),
        }


def with_a_public_page(event: Event, director: User) -> None:
    """A description, a cover and an attachment of the tournament."""
    tournament, image = event.tournament, BytesIO()
    Image.new("RGB", (64, 32), "#1c5a3b").save(image, "PNG")
    text = tournament_pages.PageText(description="By the **lake**", venue="Club house", contact="The desk")
    tournament_pages.update_tournament_page(tournament=tournament, text=text, by=director)
    tournament_pages.set_cover(tournament=tournament, upload=image.getvalue(), alt="The lake", by=director)
    sponsors.add_logo(
        tournament=tournament, upload=image.getvalue(), name="Bar", link="https://bar.example/", by=director
    )
    data = b"%PDF-1.7\n%%EOF\n"
    tournament_pages.add_attachment(tournament=tournament, name="Invitation", upload=data, by=director)


@replayed
def a_site(mark: str = "") -> Site:
    """A club whose names carry `mark`, with a season, an event, a match at a table and a match file."""
    director = a_user(f"director{mark}")
    club = club_evenings.a_club(f"Club{mark}", by=director)
    rules = RULE_PRESETS["divisions"].to_data()
    seasons.open_season(
        club=club,
        name="Season",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        rules=rules,
        by=director,
    )
    event = club_evenings.a_night(club, [f"{name}{mark}" for name in NIGHT], length=LENGTH)
    as_clubs_live(club, event, director, mark)
    club_evenings.settle(club_evenings.match_at(event, "M1-4"))
    with_money(event, director)
    # No host has this name, so no webhook is sent.
    services.subscribe(
        club=club, address="https://receiver.invalid/hook", kinds=webhook_events.KINDS, by=director
    )
    publications.publish_to(
        tournament=event.tournament, address=PUBLISHED_TO, token=PUBLISHING_TOKEN, by=director
    )
    with_a_public_page(event, director)
    match = club_evenings.match_at(event, "M1-1")
    with_an_earlier_year(match, director)
    with_member_records(match, director, mark)
    issued = {
        "player": badges.issue_badge(desk=match.desk, player=match.white, by=SYSTEM),
        "opponent": badges.issue_badge(desk=match.desk, player=match.black, by=SYSTEM),
        "other": badges.issue_badge(
            desk=match.desk, player=club_evenings.match_at(event, "M1-2").white, by=SYSTEM
        ),
        "namesake": badges.issue_badge(
            desk=match.desk, player=players.register_player(name=f"Annna{mark}"), by=SYSTEM
        ),
    }
    by = Identity(user=director)
    choice = MailChoice(
        calls=True, email=f"holder{mark}@mailbox.example", page_prefix="https://crawford.example/"
    )
    holder = Identity(badge=issued["opponent"].badge)
    save_tournament_mail(tournament=event.tournament, choice=choice, identity=holder)
    transcript = uploads.attach_file(match=match, name=f"record{mark}.mat", data=record(SEVEN), identity=by)
    screens.create_screen(tournament=event.tournament, by=director)
    create_announcement(desk=match.desk, english=f"Dinner{mark}", by=director)
    now = timezone.now()
    breaks.announce_break(
        tournament=event.tournament,
        begins_at=now - timedelta(minutes=1),
        ends_at=now + timedelta(hours=1),
        reason=f"Lunch{mark}",
        by=director,
    )
    unassigned = uploads.store_unassigned_file(
        name="kept.mat", data=record(SEVEN).replace(b"Alice", b"Alyce"), identity=by
    )
    # The match file of this certificate was removed since.
    Certificate.objects.create(match=match, content={}, issued_at=now)
    archive = an_archive(match.desk, director)
    tokens = {role: issued_badge.token for role, issued_badge in issued.items()}
    issued_badges = {role: issued_badge.badge for role, issued_badge in issued.items()}
    session_and_code = a_session(club, issued_badges["player"], by, mark)
    season = leagues.begun(club, name=f"League{mark}", names=tuple(f"{name}{mark}" for name in NIGHT))
    ladder_member = a_ladder(club, event, director)
    squads = a_team_event(club, mark=mark)
    with_registration(club, director, mark)
    a_passkey(director)
    a_device(director)
    tokens_made.create_token(by=director, name="Score board", scope=club, may_write=True, days=90)
    record_exports.request_export(
        tournament=event.tournament, format="mat", language="en", identity=Identity()
    )
    return Site(
        club,
        event,
        match,
        transcript,
        unassigned,
        archive,
        director,
        tokens,
        issued_badges,
        *session_and_code,
        season.event,
        squads,
        ladder_member,
    )


def as_clubs_live(club: Club, event: Event, by: User, mark: str) -> None:
    """A club page, an invitation, an offered role, a weekly tournament and a casual match."""
    club_page = clubs.ClubPage(
        about=f"**We play** at the sign of the {mark}", place=f"Hall {mark}", casual="ratings"
    )
    clubs.update_page(club=club, page=club_page, by=by)
    invitations.invite(club=club, options=invitations.InvitationOptions(most=50), by=by)
    office_offers.offer_office(club=club, username="owner", role="helper", by=by)
    form = {"name": "", "lengths": [5, 3], "plan": None, "formed": None, "features": {}}
    night = weekly_nights.save_night(
        club=club,
        template=weekly_nights.NightTemplate(
            name=f"Club night{mark}", weekday=0, begins=time(20, 30), events=[form]
        ),
        by=by,
    )
    open_list = expected_players.get_open_list(night, timezone.now())
    assert open_list is not None
    expected_player_services.expect_player(
        night=night, day=open_list.day, identity=Identity(user=by), now=timezone.now(), name=f"Guest{mark}"
    )
    check_in.open_check_in_page(event=event, by=by)
    # Players at the club's own desk are visible to its recorder: the players of the tested match are not.
    requested_match = club_evenings.match_at(event, "M1-1")
    others = event.entries.exclude(player__in=(requested_match.white_id, requested_match.black_id))
    two = [entry.player for entry in others.select_related("player").order_by("-number")[:2]]
    casual_matches.open_casual_match(
        club=club, white=two[0], black=two[1], length=3, identity=Identity(user=by)
    )


def a_ladder(club: Club, event: Event, by: User) -> str:
    """A ladder of four players; the fourth challenges the first. Return the code of the first."""
    today = date(2026, 10, 1)
    ladder = ladders.open_ladder(club=club, name="Ladder", rules=LadderRules(), today=today, by=by)
    ladder_players = [entry.player for entry in event.entries.select_related("player").order_by("number")[:4]]
    for player in ladder_players:
        ladders.add_member(ladder=ladder, player=player, today=today, by=by)
    challenge = {"ladder": ladder, "challenger": ladder_players[3], "holder": ladder_players[0]}
    ladders.challenge(identity=Identity(user=by), today=today, **challenge)
    code: str = ladder_players[0].code
    return code


def with_an_earlier_year(match: Match, director: User) -> None:
    """An imported earlier match of the same players, and an import in progress."""
    row = PastRow(
        1, date(2025, 3, 5), "Spring", match.white.name, match.black.name, 7, (7, 5), True, "played"
    )
    club = match.desk.tournament.club
    results = ParsedResults((row,))
    history_import.import_results(club=club, name="2025.csv", results=results, choices={}, by=director)
    report = TrfReport("Cup", tuple(TrfPlayer(number, f"Guest {number}") for number in (1, 2)), 1)
    member_enrolment.enrol_people(club=club, people=list_names(["Listed Member"]), choices={}, by=director)
    imports.enqueue_report_import(club=club, text=trf.write(report).decode(), length=5, by=director)


def with_member_records(match: Match, by: User, mark: str) -> None:
    """A record of White with a fee and a text of a field of the club."""
    club = match.desk.tournament.club
    membership = club.memberships.get(player=match.white)
    field = member_records.add_field(club=club, name="Licence", by=by)
    data = member_records.MemberData(
        number=f"N-{mark}7", email=f"white{mark}@records.example", phone="+39 055 1", birth_year=1961
    )
    member_records.describe_member(membership=membership, data=data, texts={field.pk: "International"}, by=by)
    payment = member_fees.FeePayment(year=2026, amount=Decimal("30.00"), method="cash")
    member_fees.record_fee(membership=membership, payment=payment, by=by, key="fee")
    year_fees.set_year_fee(club=club, year=2024, amount=Decimal(30), by=by)
    year_fees.set_own_fee(membership=membership, year=2024, amount=Decimal(10), by=by)


def with_money(event: Event, by: User) -> None:
    """Fees, a pool and an auction with two lots; one player has paid, and the prizes are public."""
    fees = funds.FundOptions(fee=50_00, template="columbus", is_shown=True)
    funds.turn_on_fees(event=event, currency="EUR", options=fees, by=by, key="fees")
    for kind, name in ((FundKind.POOL, "Side pool"), (FundKind.AUCTION, "Calcutta")):
        options = funds.FundOptions(fee=20_00, name=name, template="winner", is_shown=True)
        funds.open_fund(event=event, kind=kind, options=options, by=by, key=name)
    auctions.make_lots(event=event, fund=2, lots=[[1], [2, 3]], by=by)
    payment_context = payments.PaymentContext(by, PaymentMethod.CASH.value, "paid")
    paying = club_evenings.match_at(event, "M1-2").white
    payments.take_payment(event=event, player=paying, amount=50_00, context=payment_context)


def with_registration(club: Club, by: User, mark: str) -> None:
    """An upcoming tournament with two sign-ups: one confirmed, one waiting."""
    event = tournaments.create_knockout_tournament(
        club=club,
        name=f"Open{mark}",
        starts_at=datetime(2026, 12, 12, 13, 0, tzinfo=UTC),
        length=LENGTH,
        consolation_length=3,
        tables=2,
        by=by,
    )
    row = registration_settings.save_settings(
        tournament=event.tournament,
        options=registration_settings.RegistrationOptions(privacy=f"Notice{mark}"),
        events={event.pk: registration_settings.EventOptions(capacity=1)},
        by=by,
    )
    for owner in (club, event.tournament):
        way_details = WayDetails(account="12345")
        ways_to_pay.add_way(owner=owner, kind="mobilepay", label=f"Pay{mark}", details=way_details, by=by)
    question_text = questions.QuestionText(text=f"Where do you stay, {mark}?")
    question = questions.add_question(
        registration=row, kind="text", event=None, question_text=question_text, by=by
    )
    for name in ("Paula", "Quentin"):
        details = sign_ups.SignUpDetails(
            name=f"{name}{mark}",
            email=f"{name}{mark}@club.example".lower(),
            is_public=name == "Paula",
            answers={question.pk: f"Hotel of {name}{mark}"},
        )
        choices = [sign_ups.EventChoice(event=event.pk)]
        sign_ups.sign_up(registration=row, details=details, choices=choices, identity=Identity())


def an_archive(desk: Desk, by: User) -> Archive:
    """A zip with one match file that fits no match of the desk."""
    data = a_zip(("stray.mat", record(THREE)))
    archive = archives.upload_archive(desk=desk, name="evening.zip", data=data, by=by)
    archives.read_archived_file({"file": archive.files.get().pk})
    return archive


def a_session(club: Club, badge: Badge, by: Identity, mark: str) -> tuple[MoneySession, str]:
    """A chouette of the owner of a badge and two guests; return it with its join code."""
    laws = ChouetteLaws().to_json()
    session = sessions.open_session(kind="chouette", laws=laws, identity=by, desk=club.desk)
    token = sessions.create_invitation(session=session, identity=by).token
    invited = Identity(badge=badge, device="badge phone", invited=frozenset({session.pk}))
    sessions.take_seat(session=session, name=badge.player.name, identity=invited)
    for name in ("Guest", "Third"):
        sessions.add_guest(session=session, name=f"{name}{mark}", identity=by)
    return session, token


def a_client(site: Site, role: str, people: Mapping[str, User]) -> Client:
    """A client in one of the roles of the table of addresses; `people` are the users of roles with an
    account."""
    client = Client()
    if role in people:
        fresh(client, people[role])
    if role in site.tokens:
        client.post("/b/", {"token": site.tokens[role]})
        client.defaults["HTTP_AUTHORIZATION"] = f"Badge {site.tokens[role]}"
    client.defaults["HTTP_X_DEVICE"] = f"phone of {role}"
    if role == "card":
        client.defaults["HTTP_X_TABLE"] = str(site.names["table"])
    return client


def claimed(site: Site) -> None:
    """Black reports that White has won 7-1, as in the match file."""
    by = Identity(badge=site.badges["opponent"])
    reporting.report(match=site.match, white_score=7, black_score=1, identity=by)


def claimed_by_white(site: Site) -> None:
    """White reports the same score."""
    by = Identity(badge=site.badges["player"])
    reporting.report(match=site.match, white_score=7, black_score=1, identity=by)


def disputed(site: Site) -> None:
    """Black reports 7-1, White 7-3."""
    claimed(site)
    by, claim = Identity(badge=site.badges["player"]), site.match.reports.get()
    reporting.dispute(match=site.match, report=claim, white_score=7, black_score=3, identity=by)


def settled(site: Site) -> None:
    """The director has entered a win of White."""
    club_evenings.settle(site.match, loser_score=1)


def scored(site: Site) -> None:
    """White has won the first game."""
    by = Identity(badge=site.badges["player"])
    scoring.score_game(match=site.match, winner="white", kind="single", cube=1, identity=by, key="first")


def penalised(site: Site) -> None:
    """White has a penalty of one point for lateness."""
    penalties.penalise_player(match=site.match, side="white", points=1, by=site.director)


def postponed(site: Site) -> None:
    """The match is postponed."""
    postponing.postpone_match(match=site.match, reason="The hall closes", by=site.director)


def joined(site: Site) -> None:
    """White and a namesake are merged."""
    namesake = site.badges["namesake"].player
    merging.merge_players(keep=site.match.white, absorb=namesake, by=site.director, reason="The same member")


def copied_from_elsewhere(site: Site) -> None:
    """The tournament is marked as a copy that another site has published, though it is directed here."""
    CopiedTournament.objects.create(
        club=site.club, tournament=site.event.tournament, key="0" * 32, origin="Laptop"
    )


SITUATIONS: dict[str, Callable[[Site], None]] = {
    "claimed": claimed,
    "claimed by white": claimed_by_white,
    "disputed": disputed,
    "settled": settled,
    "scored": scored,
    "penalised": penalised,
    "postponed": postponed,
    "joined": joined,
    "copied": copied_from_elsewhere,
}


def a_file() -> SimpleUploadedFile:
    """An uploaded match file."""
    return SimpleUploadedFile("match.mat", record(SEVEN).replace(b"Alice", b"Alyce"))


def a_zip_file() -> SimpleUploadedFile:
    """An uploaded zip with two match files."""
    return SimpleUploadedFile("evening.zip", a_zip(("a.mat", record(SEVEN)), ("b.mat", record(THREE))))


def a_table_file() -> SimpleUploadedFile:
    """An uploaded CSV file with one result of an earlier year."""
    row = "Date;Event;Player 1;Player 2;Result\n2024-03-05;Spring;Zoe Quist;Yan Quill;7-5\n"
    return SimpleUploadedFile("2024.csv", row.encode())


def body_of(data: Mapping[str, Any], site: Site, **facts: object) -> dict[str, Any]:
    """A form with its placeholders filled in."""
    placeholders = {**site.names, **facts}
    files = {"<file>": a_file, "<zip>": a_zip_file, "<table>": a_table_file}
    return {
        name: files[value]() if str(value) in files else _filled(value, placeholders)
        for name, value in data.items()
    }


def _filled(value: Any, data: Mapping[str, object]) -> Any:
    if isinstance(value, dict):
        return {name: _filled(member, data) for name, member in value.items()}
    if isinstance(value, list):
        return [_filled(member, data) for member in value]
    return value.format(**data) if isinstance(value, str) else value
