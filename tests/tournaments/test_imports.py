"""Tables come into a club through the pages: looked at, mapped, decided upon, all of it or nothing."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import Workbook

from matches.models import Match, Player
from rules.errors import Refusal
from tests.factories import a_player
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, settle
from tests.tournaments.test_views_public import path_of
from tournaments.models import Membership, PastEvening, PastImport, PastPlace, PastResult
from tournaments.services import history_import, members

pytestmark = pytest.mark.django_db

RESULTS = """Date;Event;Player 1;Player 2;Result
05/03/2024;Spring;Anna Rossi;Bruno Bianchi;7-5
06/03/2024;Spring;Bruno Bianchi;Carla Verdi;3-5
"""


def a_file(text, name="2024.csv"):
    return SimpleUploadedFile(name, text if isinstance(text, bytes) else text.encode())


def a_book(text):
    book = Workbook()
    for line in text.splitlines():
        book.active.append(line.split(";"))
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


@pytest.fixture
def club(client: Client):
    club = a_club()
    client.force_login(director_of(club))
    return club


def preview(client, club, text, kind="import-results", name="2024.csv"):
    return client.post(reverse(kind, args=[club.slug]), {"file": a_file(text, name)})


def take(client, club, result, kind="import-results", **value):
    columns = result.context["columns"]
    outcome = {field.name: field.initial or "" for field in columns.columns}
    if kind == "import-results":
        outcome |= {"order": columns["order"].initial, "heads": "on" if columns["heads"].initial else ""}
    mapping = {"text": result.context["text"], "name": result.context["name"], "take": "1"}
    return client.post(reverse(kind, args=[club.slug]), {**outcome, **mapping, **value})


@pytest.mark.parametrize("file", [RESULTS, a_book(RESULTS)], ids=["csv", "xlsx"])
def test_a_file_is_looked_at_and_then_taken_in_whole(client, club, file):
    value = preview(client, club, file)
    assert (value.status_code, Match.objects.count(), PastImport.objects.count()) == (200, 0, 0)
    item = value.context["preview"]
    assert (item.known, item.fresh, item.evenings, len(item.flagged)) == (0, 3, 2, 0)
    result = take(client, club, value)
    assert result.status_code == 303
    rows = PastResult.objects.order_by("line").values_list(
        "evening__played_on", "evening__name", "match__white__name", "match__winner", "match__length", "line"
    )
    assert [(day.isoformat(), *rest) for day, *rest in rows] == [
        ("2024-03-05", "Spring", "Anna Rossi", "white", 7, 2),
        ("2024-03-06", "Spring", "Bruno Bianchi", "black", 5, 3),
    ]
    match = Match.objects.earliest("pk")
    assert timezone.localtime(match.settled_at).date().isoformat() == "2024-03-05"
    assert "Imported from a file" in client.get(reverse("match", args=[match.code])).content.decode()
    assert "2024.csv" in client.get(result["Location"]).content.decode()


def test_one_row_without_a_match_rejects_the_import_and_is_reported_by_its_line(client, club):
    result = preview(client, club, RESULTS + "07/03/2024;Spring;Anna Rossi;Anna Rossi;7-5\n")
    assert result.context["faults"] == [(4, "Anna Rossi plays against themselves.")]
    assert take(client, club, result).status_code == 200
    assert (Match.objects.count(), Player.objects.filter(name="Anna Rossi").count()) == (0, 0)


def test_a_night_that_was_played_here_is_seen_before_it_comes_a_second_time(client, club):
    event = a_night(club, ["Anna Rossi", "Bruno Bianchi"])
    match = settle(match_at(event, "M1-1"), loser_score=3)
    day = timezone.localtime(match.settled_at).date().isoformat()
    text = f"Date,Player 1,Player 2,Result\n{day},{match.black.full_name},{match.white.full_name},3-5\n"
    assert preview(client, club, text).context["preview"].here == 1


def test_similar_names_wait_for_a_decision_and_are_then_one_or_two(client, club):
    result = a_player("Bruno Bianchi")
    members.enrol(club=club, player=result, by=director_of(club))
    text = RESULTS.replace("Bruno Bianchi;Carla", "Bruno Bianci;Carla").replace(
        "Carla Verdi", "Bruno Biancchi"
    )
    value = preview(client, club, text)
    flagged = {one.name: [like.value for like in one.near] for one in value.context["preview"].flagged}
    first, second = (one for one in value.context["preview"].flagged)
    assert set(flagged) == {"Bruno Bianci", "Bruno Biancchi"}
    assert f"p:{result.code}" in flagged["Bruno Bianci"]
    waiting = take(client, club, value)
    assert (waiting.status_code, PastImport.objects.count()) == (409, 0)
    choices = {f"who_{first.number}": f"p:{result.code}", f"who_{second.number}": "new"}
    assert take(client, club, value, **choices).status_code == 303
    names = {player.name for player in Player.objects.filter(memberships__club=club)}
    assert names == {"Anna Rossi", "Bruno Bianchi", "Bruno Biancchi"}
    assert Match.objects.filter(white=result).count() + Match.objects.filter(black=result).count() == 2


def test_a_choice_that_was_not_offered_is_refused(club):
    by = director_of(club)
    members.enrol(club=club, player=a_player("Bruno Bianchi"), by=by)
    outsider = a_player("Somebody Else")
    for choice in (f"p:{outsider.code}", "f:7", "f:x", "nobody"):
        with pytest.raises(Refusal, match="past_choice_unknown"):
            history_import.enrol_names(club=club, names=["Bruno Bianci"], choices={0: choice}, by=by)


def test_the_same_file_does_not_come_twice_but_comes_again_when_it_was_taken_back(client, club):
    result = preview(client, club, RESULTS)
    take(client, club, result)
    again = preview(client, club, RESULTS)
    assert again.context["preview"].here == 2
    assert take(client, club, again).status_code == 409
    batch = PastImport.objects.get()
    assert client.post(reverse("undo-import", args=[club.slug, batch.pk])).status_code == 303
    assert client.post(reverse("undo-import", args=[club.slug, batch.pk])).status_code == 409
    assert set(Match.objects.values_list("status", flat=True)) == {"void"}
    assert Membership.objects.filter(club=club).exclude(player=None).count() == 0
    assert take(client, club, preview(client, club, RESULTS)).status_code == 303
    assert Player.objects.filter(name="Anna Rossi").count() == 1


@pytest.mark.parametrize(
    ("data", "status"),
    [(b"", 400), (b"PK\x03\x04 no zip", 409), (b"x" * 2_100_000, 409), (b"<b>;=1+1\n" * 3, 200)],
)
def test_a_hostile_file_is_refused_or_only_shown(client, club, data, status):
    result = preview(client, club, data)
    assert result.status_code == status
    assert "<b>;" not in result.content.decode()
    assert PastImport.objects.count() == 0


def test_members_come_by_name_all_or_nobody(client, club):
    members.enrol(club=club, player=a_player("Anna Rossi"), by=director_of(club))
    result = preview(
        client,
        club,
        "Nome,Cognome\nAnna,Rossi\nŁukasz,Żółć\n".replace("Nome", "First name"),
        "import-players",
    )
    assert [one.name for one in result.context["preview"].names] == ["Anna Rossi", "Łukasz Żółć"]
    assert take(client, club, result, "import-players").status_code == 303
    names = Membership.objects.filter(club=club, player__isnull=False).values_list("player__name", flat=True)
    assert set(names) == {"Anna Rossi", "Łukasz Żółć"}


def test_entries_come_from_a_file_into_the_box(client, club):
    event = a_night(club)
    text = "Giocatore;Circolo;Paese;Rating\nElena Neri;Roma;ITA;1650\nGina;;;\n"
    response = client.post(path_of(event, "desk/entries-file/"), {"file": a_file(text)})
    assert response.context["lines"] == ("Elena Neri; club: Roma; country: ITA; rating: 1650", "Gina")


class TestConstraints:
    """The database says no by itself."""

    def attack(self, act, constraint):
        with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
            act()

    def test_a_file_stands_once_and_its_lines_too(self, client, club):
        take(client, club, preview(client, club, RESULTS))
        batch, row = PastImport.objects.get(), PastResult.objects.order_by("line")[0]
        mapping = {"club": club, "name": "x", "rows": 1, "desk": club.desk}
        self.attack(
            lambda: PastImport.objects.create(**mapping, digest=batch.digest), "digest|past_file_once"
        )
        self.attack(lambda: PastImport.objects.create(**mapping, digest="z"), "has_a_digest")
        self.attack(lambda: PastImport.objects.create(**{**mapping, "rows": 0}, digest="0" * 64), "has_rows")
        evening = {"batch": batch, "played_on": row.evening.played_on}
        self.attack(lambda: PastEvening.objects.create(**evening, name="Spring"), "name|past_evening_once")
        self.attack(lambda: PastEvening.objects.create(**evening, name=""), "has_a_name")
        self.attack(lambda: PastResult.objects.filter(pk=row.pk).update(line=0), "line_from_one")
        place = {
            "evening": row.evening,
            "player": row.match.white,
            "first": 1,
            "last": 2,
            "field": 4,
            "line": 9,
        }
        PastPlace.objects.create(**place)
        other = {**place, "player": row.match.black, "line": 10}
        self.attack(lambda: PastPlace.objects.create(**{**place, "line": 10}), "flight|past_place_once")
        self.attack(lambda: PastPlace.objects.create(**{**other, "line": 9}), "line|past_place_line_once")
        for wrong in ({"first": 0}, {"last": 0}, {"field": 1}):
            self.attack(lambda wrong=wrong: PastPlace.objects.create(**{**other, **wrong}), "in_the_field")
        self.attack(lambda: PastPlace.objects.create(**other, flight=""), "has_a_flight")
        rows = PastImport.objects.filter(pk=batch.pk)
        self.attack(lambda: rows.update(undone_at=timezone.now()), "past_undone_by_somebody")
