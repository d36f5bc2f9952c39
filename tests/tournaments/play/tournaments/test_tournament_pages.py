"""The public page of a tournament: text, publication, visits, copies, and hostile files and texts."""

import json
import re
import struct
import zlib
from datetime import timedelta
from functools import partial
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from PIL import Image

from matches.models import Notice
from rules.errors import Refusal
from tests.factories import a_user
from tests.factory_recordings import replayed
from tests.matches.constraints import names_in, refuses
from tests.page_forms import form_with
from tests.tournaments import club_evenings
from tests.tournaments.finances import fee_factories
from tests.tournaments.play.event_pages.test_views_public import a_draft
from tournaments.finances.queries.funds import get_terms
from tournaments.models import Event, Tournament, TournamentAttachment, TournamentCover, TournamentPage
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import (
    tournament_copies,
    tournament_drafts,
    tournament_pages,
    tournaments,
)
from tournaments.play.tournaments.services.tournament_copies import CopyOptions
from tournaments.printing import link_images

pytestmark = pytest.mark.django_db
PAGE_MODELS = (TournamentPage, TournamentCover, TournamentAttachment)
PDF = b"%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"
HOSTILE = (
    "# Welcome\n\n<script>alert(1)</script>\n\n[a](javascript:alert(1)) [b](https://example.org/rules) "
    "![c](https://example.org/t.gif) <img src=x onerror=alert(1)>"
)


@replayed
def an_announcement(*, is_draft: bool = True) -> Event:
    """An event of a tournament in two weeks, a draft unless `is_draft` is false."""
    club = club_evenings.a_club()
    by = club_evenings.director_of(club)
    setup = tournaments.TournamentSetup(8, is_draft=is_draft)
    starts_at = timezone.now() + timedelta(days=14)
    tournament = tournaments.create_tournament(
        club=club, name="Lakeside Open", starts_at=starts_at, setup=setup, by=by
    )
    return tournaments.add_event(tournament=tournament, name="Open", length=7, consolation_length=5, by=by)


def message(answer: Any) -> str:
    """The text of a page, without its tags and line breaks."""
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def director(event: Event) -> Any:
    return club_evenings.director_of(event.tournament.club)


def address_of(tournament: Tournament) -> str:
    return f"/clubs/{tournament.club.slug}/{tournament.slug}/"


def api_address_of(tournament: Tournament) -> str:
    return f"/api/v1/clubs/{tournament.club.slug}/tournaments/{tournament.slug}/"


def an_image(kind: str = "PNG", size: tuple[int, int] = (2000, 1000), **options: Any) -> bytes:
    file = BytesIO()
    Image.new("RGBA" if kind == "PNG" else "RGB", size, "#1c5a3b").save(file, kind, **options)
    return file.getvalue()


def a_bomb(side: int) -> bytes:
    """A PNG of a few bytes whose header declares an image of `side` by `side` pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    packed = zlib.compress(b"\0" * 1_000_000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def upload(
    client: Client, tournament: Tournament, action_name: str, data: bytes, name: str, **more: str
) -> Any:
    form: dict[str, Any] = {"action_name": action_name, "file": SimpleUploadedFile(name, data), **more}
    return client.post(f"{address_of(tournament)}page/", form)


def test_a_tournament_page_is_written_published_and_visited(client: Client) -> None:
    event = an_announcement()
    tournament, page = event.tournament, f"{address_of(event.tournament)}page/"
    last = timezone.localdate(tournament.starts_at) + timedelta(days=2)
    client.force_login(director(event))
    text = {
        "description": f"Three days by the lake.\n\n{HOSTILE}",
        "venue": "Hotel Lago",
        "address": "Via Riva 1, Como",
        "map_link": "https://www.openstreetmap.org/?mlat=45.8",
        "contact": "Desk: +39 031 000",
        "entry_limits": "64 players",
        "entry_deadline": "2027-03-01T18:00",
    }
    start = f"{timezone.localtime(tournament.starts_at):%Y-%m-%dT%H:%M}"
    days = {"action_name": "edit", "name": "Lakeside Open", "starts_at": start, "ends_on": str(last)}
    posts = [
        client.post(page, {"action_name": "save", **text}),
        client.post(page, {"action_name": "schedule", "start-open": f"{last}T10:00"}),
        client.post(f"{address_of(tournament)}settings/", days),
        upload(client, tournament, "set-cover", an_image(), "lake.png", alt="The lake"),
        upload(client, tournament, "attach", PDF, "Invitation.pdf"),
    ]
    assert [answer.status_code for answer in posts] == [303] * 5
    assert "Preview of the description" in message(client.get(page))
    assert Client().get(address_of(tournament)).status_code == 404
    assert client.post(page, {"action_name": "publish"}).status_code == 303

    visitor = Client()
    html = visitor.get(address_of(tournament)).content.decode()
    shown_text = message(visitor.get(address_of(tournament)))
    for phrase in (
        "Lakeside Open",
        "Hotel Lago",
        "Desk: +39 031 000",
        "64 players",
        "Invitation",
        "Announced",
    ):
        assert phrase in shown_text
    assert '<a href="https://example.org/rules" rel="nofollow noopener ugc">b</a>' in html
    assert "alert(1)</script>" not in html
    assert 'href="javascript' not in html
    assert "<img src=x" not in html
    data = json.loads(re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)[0])
    assert (data["@type"], data["name"], data["endDate"]) == ("SportsEvent", "Lakeside Open", str(last))
    assert data["location"] == {"@type": "Place", "name": "Hotel Lago", "address": "Via Riva 1, Como"}

    image_address = re.findall(r'property="og:image" content="http://[^/]+([^"]+)"', html)[0]
    shared_image = visitor.get(image_address)
    with Image.open(BytesIO(shared_image.content)) as image:
        assert (shared_image["Content-Type"], image.format, image.size) == ("image/png", "PNG", (1200, 630))
    assert visitor.get(image_address, headers={"if-none-match": shared_image["ETag"]}).status_code == 304

    feed = visitor.get(f"{address_of(tournament)}calendar.ics").content.decode().replace("\r\n ", "")
    assert "LOCATION:Hotel Lago\\, Via Riva 1\\, Como" in feed
    assert "DESCRIPTION:Three days by the lake." in feed
    assert f"DTEND:{last:%Y%m%d}T" in feed

    cover = visitor.get(f"{address_of(tournament)}cover.jpg")
    with Image.open(BytesIO(cover.content)) as image:
        assert (cover["Content-Type"], image.format, image.size) == ("image/jpeg", "JPEG", (1600, 800))
    file = visitor.get(f"{address_of(tournament)}attachments/1/")
    assert (file.content, file["Content-Type"]) == (PDF, "application/pdf")
    assert file["X-Content-Type-Options"] == "nosniff"
    assert file["Content-Disposition"] == 'attachment; filename="invitation.pdf"'
    poster = visitor.get(f"{address_of(tournament)}poster.pdf")
    assert (poster["Content-Type"], poster.content[:5]) == ("application/pdf", b"%PDF-")


def test_a_tournament_of_one_event_redirects_unless_its_page_has_text(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    address = address_of(event.tournament)
    assert client.get(address).headers["Location"] == f"{address}{event.slug}/"

    text = tournament_pages.PageText(venue="Club site")
    tournament_pages.update_tournament_page(tournament=event.tournament, text=text, by=director(event))

    assert "Club site" in message(client.get(address))


def test_an_announced_tournament_shows_its_page(client: Client) -> None:
    event = an_announcement(is_draft=False)
    assert client.get(address_of(event.tournament)).status_code == 200


def test_a_draft_is_shown_to_its_officials_only(client: Client) -> None:
    event = an_announcement()
    tournament, club = event.tournament, event.tournament.club
    outsider = Client()
    outsider.force_login(a_user())
    official = Client()
    official.force_login(director(event))
    addresses = [
        *(address_of(tournament) + page for page in ("", "calendar.ics", "image.png", "poster.pdf")),
        *(
            f"{address_of(tournament)}open/{page}"
            for page in ("", "entries/", "embed/", "journal/", "draw-audit/")
        ),
        api_address_of(tournament),
        f"/api/v1/events/{event.pk}/",
        f"/api/v1/events/{event.pk}/entries/",
    ]
    for address in addresses:
        assert (client.get(address).status_code, outsider.get(address).status_code) == (404, 404), address
        assert official.get(address).status_code == 200, address
    lists = [
        "/",
        f"/clubs/{club.slug}/",
        f"/clubs/{club.slug}/calendar.ics",
        f"/clubs/{club.slug}/embed/",
        f"/api/v1/clubs/{club.slug}/tournaments/",
        f"/api/v1/events/?club={club.slug}",
    ]
    for address in lists:
        assert "Lakeside" not in client.get(address).content.decode(), address
        assert "lakeside" not in outsider.get(address).content.decode(), address
    assert "Lakeside Open" in message(official.get(f"/clubs/{club.slug}/"))
    assert "lakeside" in official.get(f"/api/v1/events/?club={club.slug}").content.decode()
    assert not [row for row in Notice.objects.all() if "akeside" in str(row.data)]


def test_a_draw_is_published_only_after_its_tournament() -> None:
    event = an_announcement()
    by = director(event)
    entries.enter_names(event=event, names="Anna\nBruno\nCarla\nDario", by=by, key="names")
    draws.draw(event=event, by=by)
    with pytest.raises(Refusal, match="tournament_is_draft"):
        draws.publish(event=event, by=by)
    tournament_drafts.publish_tournament(tournament=event.tournament, by=by)
    draws.publish(event=event, by=by)
    with pytest.raises(Refusal, match="tournament_begun"):
        tournament_drafts.hide_tournament(tournament=event.tournament, by=by)


@pytest.mark.parametrize(
    ("data", "name", "status"),
    [
        (a_bomb(30_000), "bomb.png", 409),
        (a_bomb(4_000), "short.png", 409),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "cover.svg", 409),
        (b"<html><script>alert(1)</script></html>", "cover.jpg", 409),
        (an_image()[:300], "half.png", 409),
        (b"", "empty.png", 400),
    ],
)
def test_hostile_covers_are_refused(client: Client, data: bytes, name: str, status: int) -> None:
    event = an_announcement()
    client.force_login(director(event))
    assert upload(client, event.tournament, "set-cover", data, name).status_code == status
    assert not TournamentCover.objects.exists()


def test_a_cover_is_re_encoded_upright_without_metadata(client: Client) -> None:
    event = an_announcement()
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "taken at home"
    client.force_login(director(event))
    photo = an_image("JPEG", (800, 400), exif=exif)

    assert upload(client, event.tournament, "set-cover", photo, "photo.jpg").status_code == 303

    cover = TournamentCover.objects.get()
    assert (cover.width, cover.height) == (400, 800)
    assert b"taken at home" not in bytes(cover.data)


@pytest.mark.parametrize(
    ("data", "status"),
    [(b"<html><script>alert(1)</script></html>", 409), (an_image(), 409), (PDF + b"0" * 10_000_000, 409)],
)
def test_only_pdf_files_of_limited_size_are_attached(client: Client, data: bytes, status: int) -> None:
    event = an_announcement()
    client.force_login(director(event))
    assert upload(client, event.tournament, "attach", data, "rules.pdf").status_code == status
    assert not TournamentAttachment.objects.exists()


def test_a_refused_upload_keeps_its_texts(client: Client) -> None:
    event = an_announcement()
    client.force_login(director(event))
    fields = {
        "action_name": "attach",
        "name": "House rules",
        "file": SimpleUploadedFile("rules.pdf", b"no PDF"),
    }

    attached = client.post(f"{address_of(event.tournament)}page/", fields)
    cover = upload(client, event.tournament, "set-cover", b"no image", "lake.png", alt="The lake")

    assert form_with(attached.content.decode(), "Attach").data()["name"] == "House rules"
    assert form_with(cover.content.decode(), "Save cover").data()["alt"] == "The lake"


def test_a_tournament_has_at_most_five_attachments(client: Client) -> None:
    event = an_announcement()
    client.force_login(director(event))
    tournament = event.tournament
    codes = [upload(client, tournament, "attach", PDF, f"{n}.pdf").status_code for n in range(6)]
    assert codes == [303] * 5 + [409]
    removal = {"action_name": "remove-attachment", "number": "2"}
    assert client.post(f"{address_of(tournament)}page/", removal).status_code == 303
    assert upload(client, tournament, "attach", PDF, "again.pdf").status_code == 303
    assert list(tournament.attachments.values_list("number", "name")) == [
        (1, "0"),
        (2, "again"),
        *((number + 1, str(number)) for number in range(2, 5)),
    ]


def test_a_map_link_must_be_https(client: Client) -> None:
    event = an_announcement()
    client.force_login(director(event))
    for link in ("http://maps.example", "javascript:alert(1)", "https://a b"):
        answer = client.post(
            f"{address_of(event.tournament)}page/", {"action_name": "save", "map_link": link}
        )
        assert answer.status_code == 400, link


def test_a_copy_has_events_fees_and_text_but_no_entries(client: Client) -> None:
    event = fee_factories.a_paying_night()
    tournament, by = event.tournament, director(event)
    text = tournament_pages.PageText(description="By the lake", entry_deadline=timezone.now())
    tournament_pages.update_tournament_page(tournament=tournament, text=text, by=by)
    later = tournament.starts_at + timedelta(days=364)
    starts = {event.slug: tournament.starts_at + timedelta(hours=2)}
    tournament_pages.schedule_events(tournament=tournament, starts=starts, by=by)
    tournament_pages.add_attachment(tournament=tournament, name="Rules", upload=PDF, by=by)
    client.force_login(by)
    form = {"name": "Next year", "starts_at": f"{timezone.localtime(later):%Y-%m-%dT%H:%M}", "is_draft": "on"}

    assert client.post(f"{address_of(tournament)}again/", form).status_code == 303

    copy = Tournament.objects.get(name="Next year")
    copied_event = copy.events.get()
    assert (copy.is_draft, copy.page.description, copy.page.entry_deadline) == (True, "By the lake", None)
    assert copied_event.starts_at == later + timedelta(hours=2)
    assert copy.attachments.get().name == "Rules"
    assert (copied_event.entries.count(), copied_event.status) == (0, "draft")
    assert [terms.fee for terms in get_terms(copied_event).values()] == [
        terms.fee for terms in get_terms(event).values()
    ]
    empty = tournaments.create_tournament(
        club=copy.club, name="Empty", starts_at=later, setup=tournaments.TournamentSetup(0), by=by
    )
    with pytest.raises(Refusal, match="nothing_to_copy"):
        tournament_copies.copy_tournament(
            tournament=empty, options=CopyOptions(name="Copy", starts_at=later), by=by
        )


def test_the_api_edits_publishes_hides_and_copies(client: Client) -> None:
    event = an_announcement()
    tournament = event.tournament
    client.force_login(director(event))
    last = timezone.localdate(tournament.starts_at) + timedelta(days=1)
    body = {"description": "By the lake\n\n* one", "venue": "Hotel Lago", "ends_on": last.isoformat()}
    address, json_type = api_address_of(tournament), "application/json"

    changed = client.patch(address, body, json_type)

    assert changed.status_code == 200, changed.content
    data = changed.json()
    assert {name: data[name] for name in body} == body
    assert (data["is_draft"], data["cover"], data["attachments"]) == (True, None, [])
    early = client.patch(address, {"ends_on": "2020-01-01"}, json_type)
    assert (early.status_code, early.json()["code"]) == (409, "tournament_ends_early")
    assert client.post(f"{address}publish/").json()["is_draft"] is False
    assert client.post(f"{address}hide/").json()["is_draft"] is True
    copy = client.post(f"{address}copy/", {"name": "Again", "starts_at": "2027-09-01T10:00:00Z"}, json_type)
    assert (copy.status_code, copy.json()["description"]) == (201, body["description"])
    event_address = f"/api/v1/events/{event.pk}/"
    started = client.patch(event_address, {"starts_at": "2026-12-10T10:00:00Z"}, json_type)
    assert started.json()["starts_at"] is not None


def test_the_prize_pool_is_shown_where_prizes_are_public(client: Client) -> None:
    event = fee_factories.a_paying_night()
    by = director(event)
    text = tournament_pages.PageText(venue="Club site")
    tournament_pages.update_tournament_page(tournament=event.tournament, text=text, by=by)
    assert "Prize pool so far" not in message(client.get(address_of(event.tournament)))

    get_terms(event)[0].__class__.objects.filter(event=event).update(is_shown=True)

    assert "Prize pool so far" in message(client.get(address_of(event.tournament)))


def test_the_tournament_page_takes_at_most_forty_queries(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    event = a_draft()
    text = tournament_pages.PageText(venue="Club site")
    tournament_pages.update_tournament_page(tournament=event.tournament, text=text, by=director(event))
    with django_assert_max_num_queries(40):
        assert client.get(address_of(event.tournament)).status_code == 200


def test_the_database_refuses_impossible_rows() -> None:
    event = an_announcement()
    tournament, by = event.tournament, director(event)
    cover = tournament_pages.set_cover(tournament=tournament, upload=an_image(), alt="", by=by)
    file = tournament_pages.add_attachment(tournament=tournament, name="One", upload=PDF, by=by)
    other = tournament_pages.add_attachment(tournament=tournament, name="Two", upload=PDF, by=by)
    page = TournamentPage.objects.get(tournament=tournament)
    wrong: dict[str, tuple[Any, dict[str, Any]]] = {
        "tournament_map_link_is_https": (page, {"map_link": "javascript:alert(1)"}),
        "tournament_cover_has_a_size": (cover, {"width": 0}),
        "tournament_attachment_number_once": (other, {"number": 1}),
        "tournament_attachments_are_few": (other, {"number": 6}),
        "tournament_attachment_size": (file, {"size": 10_000_001}),
        "tournament_attachment_has_a_name": (file, {"name": ""}),
    }
    for name, (row, columns) in wrong.items():
        refuses(name, partial(type(row).objects.filter(pk=row.pk).update, **columns), PAGE_MODELS)
    assert set(wrong) == set(names_in(PAGE_MODELS))


def test_the_image_for_links_is_drawn_again_only_when_its_text_changes(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = an_announcement(is_draft=False).tournament
    drawn: list[str] = []

    def draw(text: link_images.ImageText) -> bytes:
        drawn.append(text.name)
        return b"PNG"

    monkeypatch.setattr("tournaments.printing.views.tournament_images.draw_link_image", draw)
    address = f"{address_of(tournament)}image.png"
    first = client.get(address)
    assert (Client().get(address).content, len(drawn)) == (first.content, 1)
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    Tournament.objects.filter(pk=tournament.pk).update(name="Another name")
    assert client.get(address)["ETag"] != first["ETag"]
    assert drawn == [tournament.name, "Another name"]
