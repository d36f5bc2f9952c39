"""Private data is in no answer to outsiders: no page, API answer, file, header or stream."""

import html
import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import pairwise

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from config.hub import Message
from matches.accounts import services
from matches.accounts.models import SignInLink
from matches.actors import Identity
from matches.models import Badge, Notice, Player, User
from matches.moneyplay.models import MoneySession
from matches.services import anonymising, merging, players
from tests.factories import a_user
from tests.site.addresses import list_calls
from tests.site.two_clubs import PUBLISHING_TOKEN, Site, a_site
from tests.tournaments import club_evenings
from tests.tournaments.printing.reading import read_leaves
from tournaments.exchange.past_results import ParsedResults, PastRow
from tournaments.finances.services import auctions, payments
from tournaments.importing.services import history_import
from tournaments.journal.facts import PARTICULARS
from tournaments.mailing.models import MailSubscription
from tournaments.mailing.queries import make_token
from tournaments.mirrors import queries
from tournaments.mirrors.copy_messages import decompress_message
from tournaments.mirrors.models import Publication, PublishedEvent
from tournaments.mirrors.services import sending
from tournaments.models import CheckInPage, Event, ExpectedPlayer, JournalEntry, PaymentMethod, Token
from tournaments.name_lists.details import EntryDetails
from tournaments.name_lists.entry_details import Particulars, write_particulars
from tournaments.people.queries.invitations import get_invitation_secret
from tournaments.people.services import invitations, member_fees, member_records, members, year_fees
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.queries.journal import DIRECTOR, PLAYER
from tournaments.play.tournaments.services import tournaments
from tournaments.registration.models import SignUp
from tournaments.registration.queries import personal_links
from tournaments.web.tokens import services as tokens
from tournaments.webhooks.signing import secret_of as key_of

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.second_stage,
    pytest.mark.usefixtures("lean_requests"),
]

READ = [address.path for _, address, _ in list_calls("GET") if address.path != "/admin/"]
# In alphabetical order and in that of their numbers: only the draw has another order.
DRAFTED = ("Abelard", "Bertilde", "Cunegonde", "Dagobert", "Ermengarde", "Floribert", "Gunthram", "Hildegund")
DRAFT_SEED = "5ec1e7" * 5 + "00"
# The public details of an entry; every other detail, new ones included, is private.
PUBLIC_DETAILS = {"club", "country", "rating"}
PRIVATE_DETAILS = {name: f"Quarrel{name}" for name in PARTICULARS if name not in PUBLIC_DETAILS}


@dataclass(frozen=True)
class PlantedSite:
    """Two clubs, the first with `draft`, an event whose draw is not published.

    `secrets` are the values that outsiders must never read, by their descriptions."""

    site: Site
    draft: Event
    names: Mapping[str, object]
    secrets: Mapping[str, str]
    token: str


@pytest.fixture(scope="module")
def planted_site(module_transaction: None) -> PlantedSite:
    """A site with a value for every kind of secret."""
    site, elsewhere = a_site(), a_site("elsewhere")
    by, addresses = site.director, site.names
    secrets = {**PRIVATE_DETAILS, "phone number": "+39 055 7766554", "private note": "Nervousnote"}
    numbers = [entry.number for entry in site.event.entries.order_by("number")[:2]]
    details = EntryDetails(club="Roma", **PRIVATE_DETAILS)
    entries.describe(event=site.event, details=dict.fromkeys(numbers, details), by=by)
    # The match of the site is read by its names, so a player who is not in it gets the hidden name.
    seated = (site.match.white_id, site.match.black_id)
    player = site.event.entries.exclude(player__in=seated).earliest("number").player
    secrets["hidden name"] = "Hortensia Vexley"
    merging.correct_name(player=player, name=secrets["hidden name"], by=by)
    with_money(site, secrets, secrets["hidden name"])
    draft = a_draft(site)
    secrets |= with_people(site, secrets["hidden name"])
    secrets |= with_member_records(site)
    secrets |= with_credentials(site)
    token = tokens.create_token(
        by=elsewhere.director, name="Board", scope=elsewhere.club, may_write=True, days=9
    )
    secrets |= {f"seed {event.pk}": event.draw_seed for event in Event.objects.all() if is_secret(event)}
    secrets |= {"seed of the draft": DRAFT_SEED, "lines of the draft": lines_of(draft)}
    return PlantedSite(site, draft, addresses, secrets, token.secret)


def with_money(site: Site, data: Mapping[str, str], buyer: str) -> None:
    """A payment with a private note, and a lot of the auction sold to a buyer with a hidden name."""
    remark = f"{data['private note']}, call {data['phone number']}"
    payment_context = payments.PaymentContext(site.director, PaymentMethod.CASH.value, "remarked", remark)
    payments.take_payment(event=site.event, player=site.match.black, amount=10_00, context=payment_context)
    sale = {"fund": 2, "lot": 1, "buyer": buyer, "price": 5_00}
    auctions.sell_lot(event=site.event, by=site.director, key="sold", **sale)


def a_draft(site: Site) -> Event:
    """An event whose draw is made and changed, and not published."""
    by = site.director
    event = tournaments.add_event(
        tournament=site.event.tournament, name="Draft", length=5, consolation_length=3, by=by
    )
    names = "\n".join(write_particulars(name, Particulars(**PRIVATE_DETAILS)) for name in DRAFTED)
    entries.enter_names(event=event, names=names, by=by, key="names")
    draws.commit_draw_seed(event=event, seed=DRAFT_SEED, by=by)
    draws.draw(event=event, by=by, seeds=(3, 6))
    event.refresh_from_db()
    return event


def lines_of(draft: Event) -> str:
    """The lines of the draw, as in the journal."""
    payload = JournalEntry.objects.filter(event=draft, kind="drawn").latest("seq").payload
    return ",".join(str(number) for number in payload["lines"])


def is_secret(event: Event) -> bool:
    """Whether the seed of an event is secret: no published draw has used it."""
    lines = JournalEntry.objects.filter(event=event)
    return not (
        lines.filter(kind="drawn", payload__seed=event.draw_seed).exists()
        and lines.filter(kind="published").exists()
    )


def with_people(site: Site, hidden_name: str) -> dict[str, str]:
    """A player with a code name, an anonymised player, and a member with an account; return the secrets."""
    club, host = site.club, a_user("host", is_superuser=True)
    forgotten_name = "Zebulon Quarfle"
    club_evenings.play_out(
        club_evenings.a_night(club, [hidden_name, forgotten_name, "Third", "Fourth"], week=1)
    )
    earlier = PastRow(1, date(2024, 3, 5), "Autumn", hidden_name, forgotten_name, 7, (7, 5), True, "played")
    results = ParsedResults((earlier,))
    history_import.import_results(club=club, name="2024.csv", results=results, choices={}, by=site.director)
    hidden, forgotten = (Player.objects.get(full_name=name) for name in (hidden_name, forgotten_name))
    identity = Identity(user=host)
    players.set_public_name(player=hidden, shown="code", code_name="The Duck", identity=identity)
    anonymising.anonymise(player=forgotten, confirmation=forgotten_name, identity=identity)
    member = a_user("undisclosedaccount", email="undisclosed@mailbox.example")
    EmailAddress.objects.create(user=member, email=member.email, verified=True, primary=True)
    members.add_account(club=club, user=member, name="Thaddeus")
    return {"forgotten name": forgotten_name, "account of a member": member.username, "e-mail": member.email}


def with_member_records(site: Site) -> dict[str, str]:
    """A record of the two players of the match, one of a member of a list; return the secrets in them."""
    field = member_records.add_field(club=site.club, name="Undisclosedfield", by=site.director)
    values = {
        "number": "Nondisclosed-77",
        "email": "undisclosed.member@records.example",
        "phone": "+39 055 1928374",
        "home_club": "Undisclosedhomeclub",
        "note": "Undisclosednote",
    }
    secrets = {f"{name} of a member": text for name, text in values.items()}
    people = [
        site.match.white,
        site.match.black,
        Player.objects.get(full_name="Listed Member", memberships__club=site.club),
    ]
    for number, player in enumerate(people):
        membership = site.club.memberships.get(player=player)
        # A number is unique in a club.
        own_number = f"{values['number']}{number or ''}"
        data = member_records.MemberData(
            **{**values, "number": own_number}, birth_year=1903, joined_on=date(1904, 5, 6)
        )
        member_records.describe_member(
            membership=membership, data=data, texts={field.pk: "Undisclosedtext"}, by=site.director
        )
        payment = member_fees.FeePayment(year=1907, amount=Decimal("73.19"), method="voucher")
        member_fees.record_fee(membership=membership, payment=payment, by=site.director, key="undisclosed")
        year_fees.set_own_fee(membership=membership, year=1908, amount=Decimal("61.37"), by=site.director)
    secrets |= {"own fee of a member": "61.37"}
    secrets |= {"fee of a member": "73.19", "field of a club": field.name, "its text": "Undisclosedtext"}
    return secrets | {"year of birth": "1903", "day of joining": "1904-05-06"}


def with_credentials(site: Site) -> dict[str, str]:
    """Create tokens, links, keys, and a name on a list; return them and their stored hashes."""
    ExpectedPlayer.objects.create(
        night=site.club.nights.get(), day=site.names["coming_day"], name="Quarrelguest"
    )
    club, by = site.club, site.director
    options = invitations.InvitationOptions(email="invited@mailbox.example")
    invited = invitations.invite(club=club, options=options, by=by)
    program = tokens.create_token(by=by, name="Board", scope=club, may_write=True, days=9)
    member = User.objects.get(username="undisclosedaccount")
    link = services.issue_sign_in_link(user=member, by=User.objects.get(username="host"))
    webhook = club.webhooks.get()
    publication = Publication.objects.get(tournament__club=club)
    return {
        "e-mail of an invitation": options.email,
        "invitation": get_invitation_secret(invited),
        "token of a program": program.secret,
        "sign-in link": link.token,
        "key of a webhook": key_of(webhook),
        "salt of a webhook": webhook.salt,
        "token of another site": PUBLISHING_TOKEN,
        "encrypted token of another site": publication.encrypted_token,
        "key of a publication": publication.key,
        "address of a webhook": "receiver.invalid/hook",
        "code of a session": site.invitation,
        "link of a check-in page": site.names["check_in"],
        **{f"hash {row.pk} of a check-in page": row.token_hash for row in CheckInPage.objects.all()},
        **{f"nonce {row.pk} of a check-in page": row.nonce for row in CheckInPage.objects.all()},
        "name of an expected player": "Quarrelguest",
        **sign_up_secrets(site),
        "e-mail of a badge's holder": MailSubscription.objects.get(tournament__club=club).email,
        "link that ends an e-mail": make_token(MailSubscription.objects.get(tournament__club=club)),
        **{f"badge of {role}": token for role, token in site.tokens.items()},
        **{f"hash {row.pk} of a badge": row.token_hash for row in Badge.objects.all()},
        **{f"hash {row.pk} of a token": row.token_hash for row in Token.objects.all()},
        **{f"hash {row.pk} of an invitation": row.token_hash for row in club.invitations.all()},
        **{f"hash {row.pk} of a link": row.token_hash for row in SignInLink.objects.all()},
        **{f"seed {row.pk} of a session": row.seed for row in MoneySession.objects.all()},
        **{f"password of {user.pk}": user.password for user in User.objects.all()},
    }


def sign_up_secrets(site: Site) -> dict[str, str]:
    """The e-mail, name and link of an unlisted sign-up, and the stored hashes of all links."""
    rows = SignUp.objects.filter(registration__tournament__club=site.club)
    unlisted = rows.get(is_public=False)
    return {
        "e-mail of a sign-up": unlisted.email,
        "name of a sign-up": unlisted.name,
        "answer of a sign-up": unlisted.answers.get().text,
        "link of a sign-up": personal_links.get_token(unlisted),
        **{f"hash {row.pk} of a sign-up": row.token_hash for row in rows},
        **{f"nonce {row.pk} of a sign-up": row.nonce for row in rows},
    }


def texts(answer: HttpResponse) -> Iterator[str]:
    """All texts of an answer: headers, cookies, and the content of its body."""
    yield f"{answer.headers} {answer.cookies}"
    body = b"".join(answer) if answer.streaming else answer.content
    yield from read(body)


def read(body: bytes) -> Iterator[str]:
    """The texts of a body: plain text, the pages of a PDF, the members of a zip or a spreadsheet."""
    if body.startswith(b"%PDF"):
        yield body.decode("latin-1")
        yield from (leaf.text for leaf in read_leaves(body))
    elif body.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(io.BytesIO(body)) as packed:
            for name in packed.namelist():
                yield name
                yield from read(packed.read(name))
    else:
        yield html.unescape(body.decode(errors="replace"))


def squeezed(text: str) -> str:
    """Text without white space and in lower case, for comparison."""
    return re.sub(r"\s", "", text).casefold()


def leaks(planted_site: PlantedSite, text: str, path: str = "") -> list[str]:
    """The descriptions of the secrets in a text, without those in the requested path."""
    requested_text = text.replace(path, "") if path else text
    plain = squeezed(requested_text)
    return [
        name
        for name, secret in planted_site.secrets.items()
        if (has_number(requested_text, secret) if secret.isdecimal() else squeezed(secret) in plain)
    ]


def has_number(text: str, number: str) -> bool:
    """Whether a number stands alone in a text: not within a code, or as a length inside a PDF."""
    return re.search(rf"(?<!\w)(?<!/Length ){number}(?!\w)", text) is not None


def meets(text: str, pair: tuple[str, str]) -> bool:
    """Whether two names follow each other with no letters between them."""
    parts = re.findall(r"[^\W\d_]+", re.sub(r"<[^>]*>", " ", text))
    return pair in pairwise(parts)


def pairs_of(draft: Event) -> list[tuple[str, str]]:
    """The pairs of the first round whose names do not follow each other in alphabetical order."""
    numbers = [int(number) for number in lines_of(draft).split(",")]
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return [(DRAFTED[a - 1], DRAFTED[b - 1]) for a, b in pairs if a and b and abs(a - b) > 1]


def visitors(planted_site: PlantedSite) -> dict[str, Client]:
    """Outsiders: no account, an account without a role, a badge, and a token of another club."""
    outsider, badge = Client(), Client()
    outsider.force_login(User.objects.filter(username="stranger").first() or a_user("stranger"))
    badge.post("/b/", {"token": planted_site.site.tokens["other"]})
    badge.defaults["HTTP_AUTHORIZATION"] = f"Badge {planted_site.site.tokens['other']}"
    program = Client(headers={"Authorization": f"Bearer {planted_site.token}"})
    return {"nobody": Client(), "stranger": outsider, "badge": badge, "program": program}


def paths(planted_site: PlantedSite) -> Iterator[tuple[str, str]]:
    """Every address that can be read, for the published event and for the draft."""
    names = {"law": "match.crawford", **planted_site.names}
    night = names["night"]
    draft = {**names, "event": planted_site.draft.pk, "competition": f"{night}/{planted_site.draft.slug}"}
    for address in READ:
        yield address, address.format(**names)
        if "{event}" in address or "{competition}" in address:
            yield f"{address} (draft)", address.format(**draft)


@pytest.mark.parametrize("role", ["nobody", "stranger", "badge", "program"])
def test_no_answer_to_an_outsider_contains_a_secret(planted_site: PlantedSite, role: str) -> None:
    client, leaks_by_address = visitors(planted_site)[role], {}
    draft_pairs = pairs_of(planted_site.draft)
    for address, path in paths(planted_site):
        if role == "program" and not path.startswith("/api/"):
            continue
        cache.clear()
        text = " ".join(texts(client.get(path)))
        found_secrets = leaks(planted_site, text, path)
        if address.endswith("(draft)"):
            found_secrets += [f"{pair} of the draft" for pair in draft_pairs if meets(text, pair)]
        if found_secrets:
            leaks_by_address[address] = found_secrets

    assert leaks_by_address == {}


def test_no_message_of_a_stream_holds_a_secret(planted_site: PlantedSite) -> None:
    messages = [Message.of(notice, resume=notice.pk).wire.decode() for notice in Notice.objects.all()]

    assert messages
    assert {
        message: found_secrets for message in messages if (found_secrets := leaks(planted_site, message))
    } == {}


def test_no_message_to_another_site_holds_a_secret_or_an_account(
    planted_site: PlantedSite,
) -> None:
    publication = Publication.objects.get(tournament__club=planted_site.site.club)
    published_events = queries.list_published_events(publication)
    # An account may have the name of a role.
    accounts = set(User.objects.values_list("username", flat=True)) - {DIRECTOR, PLAYER}
    leaks_by_event: dict[str, list[str]] = {}
    for event in published_events:
        row = PublishedEvent(publication=publication, event=event)
        message = sending.build_message(publication, row, event, [row.key])
        text = decompress_message(message.body).decode()
        names = [name for name in accounts if f'"{name}"' in text]
        if leaked := leaks(planted_site, text) + names:
            leaks_by_event[event.name] = leaked

    assert planted_site.draft in published_events
    assert leaks_by_event == {}


def test_the_search_finds_secrets_in_pages_of_the_director(planted_site: PlantedSite) -> None:
    """A check of the search: it finds the secrets in pages of the director."""
    director = Client()
    director.force_login(planted_site.site.director)
    event, draft = (f"/api/v1/events/{one.pk}" for one in (planted_site.site.event, planted_site.draft))
    published = Client().get("/clubs/{competition}/bracket/".format(**planted_site.names)).content.decode()

    found_secrets = {
        name
        for path in (
            f"{draft}/journal/",
            f"{event}/files/entries.csv",
            f"{event}/ledger/files/money.json",
            "/clubs/{club}/webhooks/{webhook}/".format(**planted_site.names),
        )
        for text in texts(director.get(path))
        for name in leaks(planted_site, text, path)
    }

    expected = {*PRIVATE_DETAILS, "seed of the draft", "lines of the draft", "phone number", "private note"}
    assert expected | {"address of a webhook"} <= found_secrets
    ratings = "/clubs/{club}/ratings/{list}/list.pdf".format(**planted_site.names)
    for path, name in ((f"{event}/files/event.xlsx", planted_site.site.match.white.name), (ratings, "Third")):
        assert any(squeezed(name) in squeezed(text) for text in texts(director.get(path))), path
    assert meets(published, (planted_site.site.match.white.name, planted_site.site.match.black.name))


def test_seeds_of_an_unpublished_draw_are_not_in_the_public_entries(planted_site: PlantedSite) -> None:
    entries_of_draft = Client().get(f"/api/v1/events/{planted_site.draft.pk}/entries/").json()["results"]

    assert [entry["seed"] for entry in entries_of_draft] == [None] * len(DRAFTED)
