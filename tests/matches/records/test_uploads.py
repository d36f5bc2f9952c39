"""Match files uploaded without a match: linked by players, length and day, and stored once."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from matches.actors import Identity
from matches.models import Match, User
from matches.records.models import Transcript
from matches.records.queries import transcripts
from matches.records.services import uploads
from rules.formats import WRITERS, read, write
from tests.factories import a_called_match, a_desk, a_user, with_account, with_badge
from tests.matches.records.files import damaged, record, with_an_illegal_play
from tests.matches.refusals import refusal

pytestmark = pytest.mark.django_db

NAMES = {"length": 3, "white": "José-María", "black": "X"}


@pytest.fixture
def official() -> User:
    return a_user("official")


def receive(identity: Identity, data: bytes | None = None, **fields: Any) -> uploads.Upload:
    return uploads.upload_file(
        **{"name": "final.mat", "data": data or record(), "identity": identity} | fields
    )


def test_a_record_goes_to_the_only_match_of_its_players(official: User) -> None:
    desk = a_desk(official)
    match = a_called_match(desk, **NAMES)
    a_called_match(a_desk(official), length=3, white="Bruno", black="Carla")
    a_called_match(a_desk(), **NAMES)  # of a desk of other officials
    received = receive(with_account(official))
    assert (received.transcript.match, received.fits, received.is_duplicate) == (match, (), False)
    assert (received.transcript.status, received.transcript.played_on) == ("certified", date(2026, 11, 20))


def test_a_player_uploads_with_a_badge_only_for_their_own_matches(official: User) -> None:
    match = a_called_match(a_desk(official), **NAMES)
    other = a_called_match(a_desk(official), length=3, white="Bruno", black="Carla")
    assert receive(with_badge(match, "white")).transcript.match == match
    received = receive(with_badge(other, "white"))
    assert (received.transcript.match, received.fits) == (None, ())


def test_an_anonymous_visitor_uploads_nothing() -> None:
    assert refusal(uploads.upload_file, name="a", data=record(), identity=Identity()).code == "not_signed_in"
    assert Transcript.objects.count() == 0


def test_of_several_matches_the_one_of_the_day_is_linked(official: User) -> None:
    first = a_called_match(a_desk(official), **NAMES)
    a_called_match(a_desk(official), **NAMES)
    day = timezone.make_aware(timezone.datetime(2026, 11, 20, 21, 0))
    Match.objects.update(created_at=day - timedelta(days=30), called_at=day - timedelta(days=7))
    Match.objects.filter(pk=first.pk).update(called_at=day)
    assert receive(with_account(official)).transcript.match == first


def test_when_several_matches_fit_the_uploader_chooses(official: User) -> None:
    one, two = (a_called_match(a_desk(official), **NAMES) for _ in "ab")
    received = receive(with_account(official))
    assert (received.transcript.match, received.fits) == (None, (two, one))
    transcript = uploads.link_transcript(
        transcript=received.transcript, match=one, identity=with_account(official)
    )
    transcript.refresh_from_db()
    assert (transcript.pk, transcript.match, transcript.white_score) == (received.transcript.pk, one, 3)


@pytest.mark.parametrize("format", sorted(WRITERS))
def test_the_same_games_in_another_format_are_the_same_record(official: User, format: str) -> None:
    match = a_called_match(a_desk(official), **NAMES)
    first = receive(with_account(official)).transcript
    again = receive(with_account(official), write(read(record()), format).encode())
    assert (again.transcript, again.is_duplicate) == (first, True)
    assert (
        uploads.attach_file(
            match=match,
            name="x",
            data=write(read(record()), format).encode(),
            identity=with_account(official),
        )
        == first
    )


def test_other_spellings_of_the_names_are_the_same_record_and_another_play_is_not(official: User) -> None:
    a_called_match(a_desk(official), **NAMES)
    first = receive(with_account(official)).transcript
    renamed = record().replace("José-María".encode(), b"Jose Maria ")
    assert receive(with_account(official), renamed).transcript == first
    other = receive(with_account(official), with_an_illegal_play())
    assert (other.is_duplicate, other.transcript.status) == (False, "disputed")


def test_a_stored_record_is_listed_once_for_each_uploader(official: User) -> None:
    other = a_user("other")
    transcript = receive(with_account(official)).transcript
    other_transcript = receive(with_account(other)).transcript
    assert receive(with_account(official)).transcript == transcript
    assert (
        list(transcripts.get_unassigned_uploads(with_account(official))),
        other_transcript == transcript,
    ) == (
        [transcript],
        False,
    )
    for fields in ({"uploaded_by": official}, {"device": other_transcript.device, "uploaded_by": other}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Transcript.objects.create(digest=transcript.digest, verdict={}, status="certified", **fields)


@pytest.mark.parametrize(
    ("text", "day"),
    [("2026-11-02", date(2026, 11, 2)), ("1981", None), ("2026.13.40", None), ("", None)],
)
def test_the_day_of_a_record_is_the_one_its_header_names(text: str, day: date | None) -> None:
    data = damaged("2026.11.20", text)
    assert uploads.parse_file(name="a", data=data).played_on == day
