"""Publications of tournaments: what is sent to another site, when, and what its answers do."""

import gzip
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from rules.errors import Refusal
from tests.site.command_call import CommandCall
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, settle
from tests.tournaments.registration.registrations import an_open_event, keys_of, sign_up
from tournaments.mirrors import commands, queries
from tournaments.mirrors.models import Publication, PublishedEvent
from tournaments.mirrors.services import publications, sending
from tournaments.models import Club, ClubLogEntry, Event
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments
from tournaments.registration.models import Registration
from tournaments.registration.services import entering

pytestmark = pytest.mark.django_db
CALLS = tuple(CommandCall(command, {}) for command in commands.PUBLICATION_COMMANDS[1:])
SECRET = "crawford_elsewhere"


@dataclass
class RemoteSite:
    """An HTTP server that receives publications: its address, its answers, and the requests."""

    address: str = ""
    status: int = 200
    code: str = ""
    extra_lines: int = 0
    received: list[tuple[str, str, dict[str, Any]]] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)

    def answer(self, method: str, path: str, token: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Keep a request and return the answer."""
        self.received.append((method, path, body))
        self.tokens.add(token)
        if self.status != 200:
            return self.status, {"code": self.code}
        return 200, {"lines": body.get("lines", 0) + self.extra_lines}


@contextmanager
def a_remote_site() -> Iterator[RemoteSite]:
    """Run a remote site on a free port."""
    remote = RemoteSite()

    class Handler(BaseHTTPRequestHandler):
        def do_PUT(self) -> None:
            data = self.rfile.read(int(self.headers["Content-Length"] or 0))
            text = gzip.decompress(data) if self.headers["Content-Encoding"] == "gzip" else data or b"{}"
            token = self.headers["Authorization"]
            status, content = remote.answer(self.command, self.path, token, json.loads(text))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(content).encode())

        def do_DELETE(self) -> None:
            self.do_PUT()

        def log_message(self, format: str, *arguments: object) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        remote.address = f"http://127.0.0.1:{server.server_port}"
        yield remote
        server.shutdown()


@pytest.fixture
def remote() -> Iterator[RemoteSite]:
    with a_remote_site() as site:
        yield site


@pytest.fixture
def club() -> Club:
    return a_club("The laptop")


@pytest.fixture
def event(club: Club) -> Event:
    return a_night(club)


@pytest.fixture
def publication(event: Event, remote: RemoteSite) -> Publication:
    return publish(event, f"{remote.address}/clubs/riverside/")


def publish(event: Event, address: str) -> Publication:
    by = director_of(event.tournament.club)
    return publications.publish_to(tournament=event.tournament, address=address, token=SECRET, by=by)


def send_after(publication: Publication, seconds: int) -> Publication | None:
    """Send what is due so many seconds from now, and return the publication, if it is still there."""
    cache.clear()
    with time_machine.travel(timezone.now() + timedelta(seconds=seconds), tick=False):
        sending.send_due()
    return Publication.objects.select_related("tournament__club").filter(pk=publication.pk).first()


def test_an_event_is_sent_with_its_file_and_then_only_what_changed(
    publication: Publication, remote: RemoteSite, event: Event
) -> None:
    send_after(publication, 0)
    send_after(publication, 5)
    send_after(publication, 15)
    settle(match_at(event, "M1-1"))
    send_after(publication, 30)

    assert [(method, path) for method, path, _ in remote.received] == [
        ("PUT", f"/api/v1/clubs/riverside/copies/{publication.key}/events/{key}/")
        for key in publication.events.values_list("key", flat=True)
    ] * 2
    assert [len(body["file"]["journal"]) for _, _, body in remote.received] == [4, 5]
    assert remote.tokens == {f"Bearer {SECRET}"}


def test_a_running_score_is_sent_without_the_file(
    publication: Publication, remote: RemoteSite, event: Event
) -> None:
    send_after(publication, 0)
    match = match_at(event, "M1-1")
    type(match).objects.filter(pk=match.pk).update(
        status="running", white_score=2, version=match.version + 1, started_at=timezone.now()
    )
    send_after(publication, 20)

    body = remote.received[1][2]
    live = body["live"]["matches"]["M1-1"]
    assert (body["file"], live["status"], live["score"], live["table"]) == (None, "running", [2, 0], 1)


def test_without_changes_the_other_site_hears_once_a_minute(
    publication: Publication, remote: RemoteSite
) -> None:
    for seconds in (0, 20, 40, 61, 80, 125):
        send_after(publication, seconds)

    assert [body["file"] is None for _, _, body in remote.received] == [False, True, True]


def test_no_account_no_family_and_no_file_of_the_page_leaves_the_site(
    publication: Publication, remote: RemoteSite, event: Event
) -> None:
    entered = event.journal.get(kind="entered")
    entries = [{**row, "family": "Quarrelfamily"} for row in entered.payload["entries"][:2]]
    entered.payload = {**entered.payload, "entries": [*entries, *entered.payload["entries"][2:]]}
    entered.save()
    send_after(publication, 0)

    text = json.dumps(remote.received[0][2])
    journal = remote.received[0][2]["file"]["journal"]
    (entered_line,) = [line for line in journal if line["kind"] == "entered"]
    assert {line["by"] for line in journal} == {"director"}
    assert director_of(event.tournament.club).get_username() not in text
    assert "Quarrelfamily" not in text
    assert [row.get("family") for row in entered_line["payload"]["entries"]] == ["1", "1", None, None]


def test_a_private_detail_that_is_a_number_leaves_as_another_number(
    publication: Publication, remote: RemoteSite, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rating stands for a private number, which no detail of today is."""
    monkeypatch.setattr(queries, "PRIVATE_DETAILS", ("rating",))
    entered = event.journal.get(kind="entered")
    ratings = [1912, 1745, 1912, 0]
    rows = [
        {**row, "rating": rating} for row, rating in zip(entered.payload["entries"], ratings, strict=True)
    ]
    entered.payload = {**entered.payload, "entries": rows}
    entered.save()
    send_after(publication, 0)

    journal = remote.received[0][2]["file"]["journal"]
    (entered_line,) = [line for line in journal if line["kind"] == "entered"]
    assert [row["rating"] for row in entered_line["payload"]["entries"]] == [1, 2, 1, 0]


def test_pauses_grow_while_the_other_site_cannot_be_reached(event: Event) -> None:
    publication = publish(event, "http://127.0.0.1:9/clubs/riverside/")
    start, pauses = timezone.now(), []
    for _ in range(7):
        due_at = Publication.objects.get(pk=publication.pk).due_at
        assert due_at is not None
        cache.clear()
        with time_machine.travel(due_at + timedelta(seconds=1), tick=False):
            tried_at = timezone.now()
            sending.send_due()
        row = Publication.objects.get(pk=publication.pk)
        assert row.due_at is not None
        pauses.append((row.due_at - tried_at).total_seconds())

    assert pauses == [10, 20, 40, 80, 160, 300, 300]
    assert (row.problem, row.published_at, start <= tried_at) == ("unreachable", None, True)
    assert "The other site cannot be reached" in queries.describe_publication(row)


def test_after_an_outage_the_page_says_until_when_it_is_published(
    publication: Publication, remote: RemoteSite
) -> None:
    remote.status, remote.code = 503, ""
    failed = send_after(publication, 0)
    remote.status = 200
    sent = send_after(publication, 30)

    assert failed is not None
    assert sent is not None
    assert (failed.problem, sent.problem, sent.tries) == ("answer", "", 0)
    assert queries.describe_publication(sent).startswith("Published up to ")


@pytest.mark.parametrize(
    ("status", "code", "problem", "goes_on"),
    [
        (401, "token_unknown", "token", True),
        (403, "publish_token_needed", "token", True),
        (404, "", "absent", True),
        (409, "copies_full", "copies_full", True),
        (409, "copy_version_unknown", "copy_version_unknown", True),
        (409, "journals_differ", "journals_differ", False),
        (409, "copy_taken_over", "copy_taken_over", False),
    ],
)
def test_a_refusal_is_shown_and_some_end_the_tries(
    publication: Publication, remote: RemoteSite, status: int, code: str, problem: str, goes_on: bool
) -> None:
    remote.status, remote.code = status, code

    row = send_after(publication, 0)

    assert row is not None
    assert (row.problem, row.due_at is not None) == (problem, goes_on)


def test_the_page_offers_the_address_again_and_no_copy_to_delete_that_was_taken_over(
    publication: Publication, remote: RemoteSite, event: Event, client: Client
) -> None:
    client.force_login(director_of(event.tournament.club))
    path = reverse("publication", args=[event.tournament.club.slug, event.tournament.slug])
    before = client.get(path).content.decode()
    remote.status, remote.code = 409, "copy_taken_over"
    send_after(publication, 0)
    after = client.get(path).content.decode()

    assert f'value="{remote.address}/clubs/riverside/"' in before
    assert ("Delete the copy" in before, "Delete the copy" in after) == (True, False)


def test_a_copy_with_more_lines_than_here_is_replaced_only_on_request(
    publication: Publication, remote: RemoteSite, event: Event
) -> None:
    remote.extra_lines = 2
    refused = send_after(publication, 0)
    remote.extra_lines = 0
    sent_meanwhile = (send_after(publication, 600), len(remote.received))[1]
    assert refused is not None
    publications.replace_copy(publication=refused, by=director_of(event.tournament.club))
    replaced = send_after(publication, 1)

    assert (refused.problem, sent_meanwhile) == ("journals_differ", 1)
    assert [body["replaces"] for _, _, body in remote.received] == [False, True]
    assert replaced is not None
    assert (replaced.problem, replaced.is_replacing) == ("", False)
    assert ClubLogEntry.objects.filter(kind="publishing_replaced").count() == 1


def test_the_whole_file_is_sent_again_if_the_other_site_lacks_the_copy(
    publication: Publication, remote: RemoteSite, event: Event
) -> None:
    send_after(publication, 0)
    remote.status, remote.code = 409, "copy_unknown"
    send_after(publication, 70)

    assert [body["file"] is None for _, _, body in remote.received] == [False, True, False]


def test_publishing_is_stopped_or_the_copy_deleted(
    publication: Publication, remote: RemoteSite, event: Event
) -> None:
    by = director_of(event.tournament.club)
    send_after(publication, 0)
    publications.delete_published_copy(publication=publication, by=by)
    assert send_after(publication, 1) is None
    again = publish(event, f"{remote.address}/clubs/riverside/")
    publications.stop_publishing(publication=again, by=by)

    assert [method for method, _, _ in remote.received] == ["PUT", "DELETE"]
    assert not Publication.objects.exists()
    with pytest.raises(Refusal, match="publication_ended"):
        publications.stop_publishing(publication=again, by=by)


def read_desk(event: Event, client: Client) -> str:
    client.force_login(director_of(event.tournament.club))
    address = f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/desk/"
    return client.get(address).content.decode()


def test_the_desk_says_since_when_members_see_nothing_new_until_it_works_again(
    publication: Publication, remote: RemoteSite, event: Event, client: Client
) -> None:
    with time_machine.travel("2026-12-01T19:41:00Z", tick=False):
        Publication.objects.update(due_at=timezone.now())
        send_after(publication, 0)
        before = read_desk(event, client)
        remote.status, remote.code = 401, "token_unknown"
        settle(match_at(event, "M1-1"))
        row = send_after(publication, 30)
        during = read_desk(event, client)
        remote.status = 200
        send_after(publication, 90)
        after = read_desk(event, client)

    sentence = (
        "Members at home have seen nothing new since 20:41. "
        "The token was revoked, has expired, or is for another club. Enter a new one."
    )
    assert row is not None
    assert queries.describe_publication(row).endswith(
        sentence.removeprefix("Members at home have seen nothing new since 20:41. ")
    )
    assert [sentence in page for page in (before, during, after)] == [False, True, False]


def test_the_page_that_stops_the_server_says_what_has_not_been_sent(
    publication: Publication, remote: RemoteSite, event: Event
) -> None:
    not_sent = queries.list_unsent_work()
    send_after(publication, 0)
    all_sent = queries.list_unsent_work()
    settle(match_at(event, "M1-1"))

    sentence = (
        f"The newest changes of “{event.tournament.name}” have not been sent to 127.0.0.1 yet: that happens "
        "when Crawford is started again."
    )
    assert [not_sent, all_sent, queries.list_unsent_work()] == [[sentence], [], [sentence]]


def enter_publication(event: Event, address: str, client: Client) -> HttpResponse:
    tournament = event.tournament
    client.force_login(director_of(tournament.club))
    path = reverse("publication", args=[tournament.club.slug, tournament.slug])
    return client.post(path, {"address": address, "token": SECRET})


def test_the_first_try_is_made_in_the_request(event: Event, remote: RemoteSite, client: Client) -> None:
    answer = enter_publication(event, f"{remote.address}/clubs/riverside/", client)

    assert answer.status_code == 303
    assert [method for method, _, _ in remote.received] == ["PUT"]
    assert Publication.objects.get().published_at is not None


@pytest.mark.parametrize(
    ("status", "code", "sentence"),
    [
        (401, "token_unknown", "The token was revoked, has expired, or is for another club."),
        (404, "", "There is no club at this address, or it does not receive tournaments."),
        (409, "copies_full", "The club there has too many copies."),
    ],
)
def test_a_wrong_address_or_token_is_refused_at_once_and_what_was_typed_stays(
    event: Event, remote: RemoteSite, client: Client, status: int, code: str, sentence: str
) -> None:
    remote.status, remote.code = status, code

    answer = enter_publication(event, f"{remote.address}/clubs/riverside/", client)

    page = answer.content.decode()
    assert (answer.status_code, Publication.objects.count()) == (409, 0)
    assert f"It could not be published. {sentence}" in page
    assert f'value="{remote.address}/clubs/riverside/"' in page
    assert f'value="{SECRET}"' in page


def test_without_a_connection_it_is_tried_again_and_the_address_can_be_another(
    event: Event, remote: RemoteSite, client: Client
) -> None:
    answer = enter_publication(event, "http://127.0.0.1:9/clubs/riverside/", client)
    waiting = Publication.objects.get()
    again = enter_publication(event, f"{remote.address}/clubs/riverside/", client)

    assert (answer.status_code, waiting.problem, waiting.due_at is not None) == (303, "unreachable", True)
    assert (again.status_code, Publication.objects.get().problem, len(remote.received)) == (303, "", 1)


def test_a_draft_is_not_published(publication: Publication, remote: RemoteSite) -> None:
    publication.tournament.is_draft = True
    publication.tournament.save()

    row = send_after(publication, 0)

    assert row is not None
    assert (row.problem, remote.received) == ("draft", [])


@pytest.mark.parametrize(
    ("address", "token", "code"),
    [
        ("https://club.example/", SECRET, "publication_address"),
        ("ftp://club.example/clubs/riverside/", SECRET, "publication_address"),
        ("https://name:word@club.example/clubs/riverside/", SECRET, "publication_address"),
        ("https://192.168.1.5/clubs/riverside/", SECRET, "publication_private"),
        ("https://club.example/clubs/riverside/", "secret", "publication_token"),
        ("https://club.example/clubs/riverside/", "crawford_a b", "publication_token"),
    ],
)
def test_an_address_or_a_token_that_cannot_be_is_refused(
    event: Event, address: str, token: str, code: str
) -> None:
    by = director_of(event.tournament.club)

    with override_settings(WEBHOOKS_PRIVATE=False), pytest.raises(Refusal, match=code):
        publications.publish_to(tournament=event.tournament, address=address, token=token, by=by)


def test_a_new_token_is_entered_with_the_same_address(
    publication: Publication, remote: RemoteSite, event: Event
) -> None:
    by, address = director_of(event.tournament.club), f"{remote.address}/clubs/riverside/"
    tournament = event.tournament
    publications.publish_to(tournament=tournament, address=address, token="crawford_new", by=by)
    send_after(publication, 1)

    assert remote.tokens == {"Bearer crawford_new"}
    assert SECRET not in Publication.objects.get().encrypted_token
    with pytest.raises(Refusal, match="publication_exists"):
        publications.publish_to(
            tournament=tournament, address=f"{remote.address}/clubs/other/", token=SECRET, by=by
        )


def test_only_directors_publish(event: Event) -> None:
    with pytest.raises(Refusal, match="directors_only"):
        publications.publish_to(
            tournament=event.tournament,
            address="http://127.0.0.1:9/clubs/riverside/",
            token=SECRET,
            by=director_of(a_club("Elsewhere")),
        )


def a_drawn_event(club: Club) -> Event:
    """An event whose draw is not published."""
    by = director_of(club)
    event = tournaments.create_knockout_tournament(
        club=club,
        name="Tuesday night",
        starts_at=timezone.now(),
        length=5,
        consolation_length=3,
        tables=2,
        by=by,
    )
    entries.enter_names(event=event, names="Anna\nBruno\nCarla\nDario", by=by, key="names")
    draws.draw(event=event, by=by)
    event.refresh_from_db()
    return event


def list_sent_lines(remote: RemoteSite) -> list[str]:
    """The kinds of the lines of the journal that were sent last."""
    return [line["kind"] for line in remote.received[-1][2]["file"]["journal"]]


def test_a_draw_is_sent_once_it_is_published(remote: RemoteSite, club: Club) -> None:
    event, by = a_drawn_event(club), director_of(club)
    row = publish(event, f"{remote.address}/clubs/riverside/")
    send_after(row, 0)
    before = list_sent_lines(remote)
    seed = event.journal.get(kind="drawn").payload["seed"]
    text = json.dumps(remote.received[-1][2])
    event.refresh_from_db()
    draws.publish(event=event, by=by)
    send_after(row, 20)

    assert "drawn" not in before
    assert seed not in text
    assert list_sent_lines(remote)[: len(before) + 1] == [*before, "drawn"]
    assert [body["replaces"] for _, _, body in remote.received] == [False, False]


def test_a_draw_that_an_earlier_version_has_sent_is_removed(remote: RemoteSite, club: Club) -> None:
    event = a_drawn_event(club)
    row = publish(event, f"{remote.address}/clubs/riverside/")
    PublishedEvent.objects.create(publication=row, event=event, lines=event.journal.count())

    send_after(row, 0)

    assert remote.received[-1][2]["replaces"] is True


def test_an_event_with_names_that_are_not_listed_waits_for_its_draw(
    remote: RemoteSite, client: Client
) -> None:
    event = an_open_event()
    by = director_of(event.tournament.club)
    row = publish(event, f"{remote.address}/clubs/riverside/")
    send_after(row, 0)
    registration = Registration.objects.get(tournament=event.tournament)
    signed_up = [sign_up(event, "Anna Rossi", is_public=True), sign_up(event, "Bruno Verdi")]
    entering.enter_sign_ups(registration=registration, places=keys_of(*signed_up), by=by)
    send_after(row, 20)
    withdrawn = [method for method, _, _ in remote.received]
    client.force_login(by)
    page = client.get(reverse("publication", args=[event.tournament.club.slug, event.tournament.slug]))
    draws.draw(event=event, by=by)
    event.refresh_from_db()
    draws.publish(event=event, by=by)
    send_after(row, 40)

    assert withdrawn == ["PUT", "DELETE"]
    assert "is sent once its draw is published" in page.content.decode()
    names = {player["name"] for player in remote.received[-1][2]["file"]["event"]["players"].values()}
    assert names == {"Anna Rossi", "Bruno Verdi"}


def test_the_page_to_publish_says_when_results_count_at_the_other_site(event: Event, client: Client) -> None:
    tournament = event.tournament
    client.force_login(director_of(tournament.club))

    address = reverse("publication", args=[tournament.club.slug, tournament.slug])
    page = " ".join(client.get(address).text.split())

    assert "Once an event is finished, its results also count there" in page
