"""The public page of a tournament in the files of its events: text, cover, attachments."""

import json
from datetime import date, datetime, timedelta
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from matches.lateness import PenaltyScale
from matches.services import desks
from rules.errors import Refusal
from rules.options import ConductLaws, MatchLaws
from tests.tournaments.club_evenings import a_club, a_night, director_of
from tests.tournaments.exchange.sites import brought
from tests.tournaments.exchange.test_round_trips import elsewhere
from tournaments.exchange import event_file
from tournaments.importing.queries.exports import write_event_file
from tournaments.models import Event, Tournament, TournamentAttachment, TournamentCover, TournamentPage
from tournaments.play.schedule.services import breaks
from tournaments.play.tournaments.services import tournament_pages, tournament_settings
from tournaments.play.tournaments.services.tournament_pages import PageText
from tournaments.web import uploaded_images

pytestmark = pytest.mark.django_db
DEADLINE = datetime.fromisoformat("2026-12-01T20:00:00+00:00")
START = datetime.fromisoformat("2026-12-12T10:00:00+00:00")
PDF = b"%PDF-1.7\n%%EOF\n"


def an_image(form: str = "PNG", **options: Any) -> bytes:
    """A small image."""
    file = BytesIO()
    Image.new("RGB", (64, 32), "#1c5a3b").save(file, form, **options)
    return file.getvalue()


def an_announced_night() -> list[Event]:
    """An event whose tournament has a page with a cover and an attachment, and a desk with times."""
    event = a_night(a_club())
    tournament, by = event.tournament, director_of(event.tournament.club)
    tournament_settings.update_tournament(
        tournament=tournament,
        name=tournament.name,
        starts_at=tournament.starts_at,
        ends_on=date(2027, 1, 1),
        by=by,
    )
    text = PageText(
        description="By the **lake**", venue="Club house", contact="The desk", entry_deadline=DEADLINE
    )
    tournament_pages.update_tournament_page(tournament=tournament, text=text, by=by)
    tournament_pages.schedule_events(tournament=tournament, starts={event.slug: START}, by=by)
    tournament_pages.set_cover(tournament=tournament, upload=an_image(), alt="The lake", by=by)
    tournament_pages.add_attachment(tournament=tournament, name="Invitation", upload=PDF, by=by)
    for only_event, hours, reason in ((None, 1, "Lunch"), (event, 5, ""), (None, 9, "")):
        begins_at = START + timedelta(hours=hours)
        last = breaks.announce_break(
            tournament=tournament,
            begins_at=begins_at,
            ends_at=begins_at + timedelta(minutes=30),
            reason=reason,
            event=only_event,
            by=by,
        )
    breaks.remove_break(play_break=last, by=by)
    desks.set_times(desk=tournament.desk, scale=PenaltyScale(10, 5, True), final_after=30, by=by)
    conduct = ConductLaws(setup_turns=2)
    desks.set_laws(desk=tournament.desk, laws=MatchLaws(), conduct=conduct, by=by)
    event.refresh_from_db()
    return [Event.objects.select_related("tournament__desk").get(pk=event.pk)]


def test_a_page_with_its_files_is_imported_and_exported_byte_for_byte() -> None:
    (data,) = elsewhere(an_announced_night)
    event = brought(data)
    tournament = Tournament.objects.get(pk=event.tournament_id)
    page = TournamentPage.objects.get(tournament=tournament)

    assert (page.description, page.venue, page.contact) == ("By the **lake**", "Club house", "The desk")
    assert (page.entry_deadline, event.starts_at, tournament.ends_on) == (DEADLINE, START, date(2027, 1, 1))
    assert TournamentCover.objects.get(tournament=tournament).alt == "The lake"
    attachment = TournamentAttachment.objects.get(tournament=tournament)
    assert (attachment.name, bytes(attachment.data)) == ("Invitation", PDF)
    assert (tournament.desk.scale, tournament.desk.final_after) == (PenaltyScale(10, 5, True), 30)
    assert [(row.event, row.begins_at, row.reason) for row in tournament.breaks.all()] == [
        (None, START + timedelta(hours=1), "Lunch"),
        (event, START + timedelta(hours=5), ""),
    ]
    assert write_event_file(event) == data


def test_a_tournament_without_a_page_has_none_in_its_file() -> None:
    facts = json.loads(write_event_file(a_night(a_club())))["event"]
    assert {"page", "times"} & set(facts) == set()


def test_attachments_too_large_for_the_file_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.importing.queries.exports.ATTACHMENT_BYTES", len(PDF) - 1)
    (event,) = an_announced_night()
    assert json.loads(write_event_file(event))["event"]["page"]["attachments"] == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("description", "x" * 12_001),
        ("venue", 7),
        ("entry_deadline", "tomorrow"),
        ("ends_on", "2026-13-01"),
        ("cover", {"alt": "", "jpeg": "not base64!"}),
        ("cover", {"alt": "", "jpeg": ""}),
        ("cover", {"alt": ""}),
        ("attachments", {}),
        ("attachments", [{"name": "A", "pdf": "JVBERi0="}] * 6),
        ("unknown", ""),
    ],
)
def test_a_damaged_page_is_refused(field: str, value: Any) -> None:
    (event,) = an_announced_night()
    content = json.loads(write_event_file(event))
    content["event"]["page"][field] = value
    content["seal"] = event_file.compute_checksum(content)
    with pytest.raises(Refusal) as caught:
        event_file.read(event_file.to_canonical_bytes(content))
    assert (caught.value.code, caught.value.facts["place"]) == ("event_file_damaged", "event")


def test_a_foreign_cover_is_made_anew_and_one_of_ours_is_not() -> None:
    own_cover = uploaded_images.make_cover(an_image(), 1_000_000)
    assert uploaded_images.restore_cover(own_cover.data, 1_000_000) == own_cover
    for foreign in (
        an_image("JPEG", comment=b"hidden"),
        own_cover.data + b"<script>",
        an_image("JPEG", exif=b"Exif\0\0"),
    ):
        restored = uploaded_images.restore_cover(foreign, 1_000_000).data
        assert restored != foreign
        assert b"hidden" not in restored
        assert b"<script>" not in restored
    with pytest.raises(Refusal, match="cover_unreadable"):
        uploaded_images.restore_cover(b"<svg/>", 1_000_000)
