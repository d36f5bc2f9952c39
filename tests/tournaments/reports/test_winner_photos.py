"""Photographs of winners: added by the winner or the desk, shown with the winner, deleted with them."""

from base64 import b64decode
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from matches.actors import SYSTEM, Identity
from matches.models import Player
from matches.services import badges
from rules.errors import Refusal
from tests.factories import a_user
from tests.factory_recordings import replayed
from tests.matches import constraints
from tests.tournaments import club_evenings
from tests.tournaments.club_pages import signed_in
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Event, WinnerPhoto
from tournaments.play.tournaments.services import tournament_settings
from tournaments.reports import services
from tournaments.reports.queries import winner_photos

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
@replayed
def finished_event(module_transaction: None) -> Event:
    """A finished event of four."""
    event = club_evenings.a_night(club_evenings.a_club())
    club_evenings.play_out(event)
    return event


@pytest.fixture
def event(finished_event: Event) -> Event:
    return Event.objects.select_related("tournament__club", "tournament__desk").get(pk=finished_event.pk)


@pytest.fixture
def winner(event: Event) -> Player:
    return winner_photos.get_winners(event)[0].entry.player


def an_image(width: int = 1200, height: int = 900, **options: Any) -> bytes:
    """An image larger than a photograph may be."""
    file = BytesIO()
    Image.new("RGB", (width, height), "#7c1d27").save(file, "JPEG", **options)
    return file.getvalue()


def file() -> SimpleUploadedFile:
    """The image as an uploaded file."""
    return SimpleUploadedFile("photo.jpg", an_image(), "image/jpeg")


def desk_of(event: Event) -> Client:
    """A client signed in as the director."""
    return signed_in(club_evenings.director_of(event.tournament.club))


def badge_client(event: Event, player: Player) -> Client:
    """A client with the badge of a player."""
    client = Client()
    client.post(
        "/b/", {"token": badges.issue_badge(desk=event.tournament.desk, player=player, by=SYSTEM).token}
    )
    return client


def add(event: Event, player: Player) -> WinnerPhoto:
    """Add a photograph as the desk."""
    identity = Identity(user=club_evenings.director_of(event.tournament.club))
    return services.set_photo(event=event, player=player, upload=an_image(), identity=identity)


def test_the_desk_adds_a_photograph_which_is_resized_and_shown(event: Event, winner: Player) -> None:
    desk, address = desk_of(event), path_of(event, f"photos/{winner.code}.jpg")
    initials = desk.get(path_of(event, "report/")).content.decode()
    assert f">{winner.name[0]}</span>" in initials
    assert desk.get(address).status_code == 404

    data = {"player": winner.code, "file": file()}
    assert desk.post(path_of(event, "photos/"), data).status_code == 303

    photo = WinnerPhoto.objects.get()
    assert (photo.width, photo.height, photo.player) == (800, 600, winner)
    answer = Client().get(address)
    assert (answer["Content-Type"], answer.content == bytes(photo.data)) == ("image/jpeg", True)
    assert Client().get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert address in Client().get(path_of(event, "report/")).content.decode()
    log = event.tournament.club.log_entries.latest("pk")
    assert (log.kind, log.player, log.payload["name"]) == ("photo_added", winner, event.name)


def test_only_the_winner_and_the_desk_add_and_remove_a_photograph(event: Event, winner: Player) -> None:
    own, address = badge_client(event, winner), path_of(event, "photos/")
    other = event.entries.exclude(player=winner).first()
    assert other is not None
    data = {"player": winner.code, "action": "remove"}
    for client in (Client(), badge_client(event, other.player), signed_in(a_user("visitor"))):
        assert client.get(address).status_code == 404
        assert client.post(address, {"player": winner.code, "file": file()}).status_code == 404

    assert address in own.get(path_of(event, "report/")).content.decode()
    assert own.post(address, {"player": winner.code, "file": file()}).status_code == 303
    assert own.post(address, data).status_code == 303
    assert not WinnerPhoto.objects.exists()


def test_only_winners_of_finished_events_have_photographs(event: Event, winner: Player) -> None:
    other = event.entries.exclude(player=winner).first()
    running = club_evenings.a_night(
        club_evenings.a_club("Elsewhere", by=a_user("elsewhere")), ("A", "B", "C", "D")
    )
    desk = desk_of(event)
    assert other is not None
    for played_event, player in ((event, other.player), (running, running.entries.get(number=1).player)):
        with pytest.raises(Refusal) as caught:
            add(played_event, player)
        assert caught.value.code == "photo_not_winner"
    assert (
        desk.post(path_of(event, "photos/"), {"player": other.player.code, "file": file()}).status_code == 404
    )


def test_photographs_of_another_club_are_not_found(event: Event, winner: Player) -> None:
    client = signed_in(club_evenings.director_of(club_evenings.a_club("Elsewhere", by=a_user("elsewhere"))))
    address = f"/api/v1/events/{event.pk}/winners/{winner.code}/photo/"
    assert client.post(address, {"file": file()}).status_code == 404
    assert client.delete(address).status_code == 404


def test_invalid_images_and_archived_tournaments_are_refused(event: Event, winner: Player) -> None:
    desk, address = desk_of(event), path_of(event, "photos/")
    text = SimpleUploadedFile("photo.jpg", b"<svg/>", "image/jpeg")
    assert desk.post(address, {"player": winner.code, "file": text}).status_code == 409
    assert desk.post(address, {"player": winner.code}).status_code == 400
    by = club_evenings.director_of(event.tournament.club)
    tournament_settings.archive_tournament(tournament=event.tournament, by=by)
    assert desk.post(address, {"player": winner.code, "file": file()}).status_code == 409
    assert not WinnerPhoto.objects.exists()


def test_the_image_for_links_shows_the_photograph(event: Event, winner: Player) -> None:
    client, address = Client(), path_of(event, "podium.png")
    before = client.get(address)
    add(event, winner)
    after = client.get(address, headers={"If-None-Match": before["ETag"]})

    assert (after.status_code, after.content != before.content) == (200, True)
    with Image.open(BytesIO(after.content)) as image:
        red, green, blue = image.convert("RGB").getpixel((978, 214))
    # The colour of the photograph, within the losses of JPEG.
    assert (abs(red - 124) < 4, abs(green - 29) < 4, abs(blue - 39) < 4) == (True, True, True)


def test_the_api_lists_sets_and_removes_photographs(event: Event, winner: Player) -> None:
    address = f"/api/v1/events/{event.pk}/winners/"
    token = badges.issue_badge(desk=event.tournament.desk, player=winner, by=SYSTEM).token
    badge, client = {"Authorization": f"Badge {token}"}, Client()
    assert client.get(address).json()[0]["photo"] is None
    assert client.post(f"{address}{winner.code}/photo/", {"file": file()}).status_code == 404
    answer = client.post(f"{address}{winner.code}/photo/", {"file": file()}, headers=badge)
    assert (answer.status_code, answer.json()[0]["photo"]) == (
        200,
        path_of(event, f"photos/{winner.code}.jpg"),
    )
    assert client.delete(f"{address}{winner.code}/photo/", headers=badge).status_code == 204
    assert client.get(address).json()[0]["photo"] is None


def test_personal_data_includes_the_photograph_and_erasure_deletes_it(event: Event, winner: Player) -> None:
    photo = add(event, winner)
    (exported,) = winner_photos.export_photos(winner)
    assert (exported["event"], b64decode(exported["jpeg"])) == (event.name, bytes(photo.data))
    services.delete_photos_of_players(players=[winner.pk])
    assert not WinnerPhoto.objects.exists()


def test_the_database_refuses_a_second_photograph_and_an_empty_one(event: Event, winner: Player) -> None:
    photo = add(event, winner)
    columns = {"event": event, "player": winner, "data": b"", "width": 1, "height": 1, "digest": ""}
    constraints.refuses(
        "winner_photo_once_per_event", lambda: WinnerPhoto.objects.create(**columns), [WinnerPhoto]
    )
    rows = WinnerPhoto.objects.filter(pk=photo.pk)
    constraints.refuses("winner_photo_has_a_size", lambda: rows.update(width=0), [WinnerPhoto])
