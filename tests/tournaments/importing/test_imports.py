"""Imports of tables on the pages of a club: preview, columns, choices for names, all or nothing, undo."""

import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.models import Match, Player
from matches.services import merging
from rules.errors import Refusal
from tests.factories import a_player
from tests.matches.refusals import refused
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, settle
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.exchange.spreadsheets import Sheet, as_xlsx
from tournaments.importing.forms.imports import follow_names, write_names
from tournaments.importing.messages import ROLES
from tournaments.importing.queries.listed_names import list_names
from tournaments.importing.queries.named_players import NamedPlayer
from tournaments.importing.services import history_import, member_enrolment
from tournaments.models import Membership, PastEvening, PastImport, PastPlace, PastResult
from tournaments.people.services import members

pytestmark = pytest.mark.django_db

RESULTS = """Date;Event;Player 1;Player 2;Result
05.03.2024;Spring;Anna Rossi;Bruno Bianchi;7-5
06.03.2024;Spring;Bruno Bianchi;Carla Verdi;3-5
"""


def a_file(text, name="2024.csv"):
    """Return an uploaded file."""
    return SimpleUploadedFile(name, text if isinstance(text, bytes) else text.encode())


def a_book(text):
    """Return a workbook with the cells of a semicolon-separated text."""
    heads, *rows = (line.split(";") for line in text.splitlines())
    return as_xlsx([Sheet("", heads, rows)])


@pytest.fixture
def club(client: Client):
    club = a_club()
    client.force_login(director_of(club))
    return club


def preview(client, club, text, kind="import-results", name="2024.csv"):
    """Upload a file and return the response with its preview."""
    return client.post(reverse(kind, args=[club.slug]), {"file": a_file(text, name)})


def import_previewed(client, club, previewed, kind="import-results", button="take", **fields):
    """Import a previewed file with the proposed columns and other form fields, or press another button."""
    columns, questions = previewed.context["columns"], previewed.context["questions"]
    column_fields = {field.name: field.initial or "" for field in columns.columns}
    column_fields |= {name: field.initial for name, field in questions.fields.items()}
    file_fields = {
        "text": previewed.context["text"],
        "name": previewed.context["name"],
        button: "1",
    }
    return client.post(reverse(kind, args=[club.slug]), {**column_fields, **file_fields, **fields})


@pytest.mark.parametrize("file", [RESULTS, a_book(RESULTS)], ids=["csv", "xlsx"])
def test_a_file_is_previewed_and_then_imported(client, club, file):
    previewed = preview(client, club, file)
    assert (previewed.status_code, Match.objects.count(), PastImport.objects.count()) == (200, 0, 0)
    rows_preview = previewed.context["preview"]
    assert (
        len(rows_preview.known),
        len(rows_preview.fresh),
        rows_preview.evenings,
        len(rows_preview.flagged),
    ) == (
        0,
        3,
        2,
        0,
    )
    response = import_previewed(client, club, previewed)
    assert response.status_code == 303
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
    assert "2024.csv" in client.get(response["Location"]).content.decode()


def test_a_row_without_a_match_is_reported_by_its_line_and_left_out_by_an_answer(client, club):
    row = "07.03.2024;Spring;Anna Rossi;Anna Rossi;7-5"
    previewed = preview(client, club, f"{RESULTS}{row}\n")
    shown = row.replace(";", " · ")
    assert previewed.context["faults"] == [("Row 4", f"A player against themselves: {shown}")]
    assert import_previewed(client, club, previewed).status_code == 200
    assert (Match.objects.count(), Player.objects.filter(name="Anna Rossi").count()) == (0, 0)
    answer = {"answer-unreadable_rows": "leave_out"}
    assert import_previewed(client, club, previewed, **answer).status_code == 303
    assert Match.objects.count() == 2


def test_the_preview_names_every_match_it_makes(client, club):
    page = " ".join(preview(client, club, RESULTS).content.decode().split())
    assert "2024-03-05, Spring: Anna Rossi – Bruno Bianchi" in page
    assert "2024-03-06, Spring: Bruno Bianchi – Carla Verdi" in page


def test_the_preview_counts_matches_already_played_in_the_club(client, club):
    event = a_night(club, ["Anna Rossi", "Bruno Bianchi"])
    match = settle(match_at(event, "M1-1"), loser_score=3)
    day = timezone.localtime(match.settled_at).date().isoformat()
    text = f"Date,Player 1,Player 2,Result\n{day},{match.black.full_name},{match.white.full_name},3-5\n"
    assert preview(client, club, text).context["preview"].here == 1


def test_similar_names_need_a_choice_of_one_player_or_two(client, club):
    bruno = a_player("Bruno Bianchi")
    members.enrol(club=club, player=bruno, by=director_of(club))
    text = RESULTS.replace("Bruno Bianchi;Carla", "Bruno Bianci;Carla").replace(
        "Carla Verdi", "Bruno Biancchi"
    )
    previewed = preview(client, club, text)
    flagged = {
        flagged_name.name: [candidate.value for candidate in flagged_name.near]
        for flagged_name in previewed.context["preview"].flagged
    }
    first, second = (flagged_name for flagged_name in previewed.context["preview"].flagged)
    assert set(flagged) == {"Bruno Bianci", "Bruno Biancchi"}
    assert f"p:{bruno.code}" in flagged["Bruno Bianci"]
    waiting = import_previewed(client, club, previewed)
    assert (waiting.status_code, PastImport.objects.count()) == (409, 0)
    choices = {f"who_{first.number}": f"p:{bruno.code}", f"who_{second.number}": "new"}
    assert import_previewed(client, club, previewed, **choices).status_code == 303
    names = {player.name for player in Player.objects.filter(memberships__club=club)}
    assert names == {"Anna Rossi", "Bruno Bianchi", "Bruno Biancchi"}
    assert Match.objects.filter(white=bruno).count() + Match.objects.filter(black=bruno).count() == 2


def test_a_choice_that_was_not_offered_is_refused(club):
    by = director_of(club)
    members.enrol(club=club, player=a_player("Bruno Bianchi"), by=by)
    outsider = a_player("Somebody Else")
    for choice in (f"p:{outsider.code}", "f:7", "f:x", "nobody"):
        with pytest.raises(Refusal, match="past_choice_unknown"):
            member_enrolment.enrol_people(
                club=club, people=list_names(["Bruno Bianci"]), choices={0: choice}, by=by
            )


def test_a_file_is_imported_once_and_again_after_its_import_is_undone(client, club):
    previewed = preview(client, club, RESULTS)
    import_previewed(client, club, previewed)
    previewed_again = preview(client, club, RESULTS)
    assert previewed_again.context["preview"].here == 2
    assert import_previewed(client, club, previewed_again).status_code == 409
    batch = PastImport.objects.get()
    assert client.post(reverse("undo-import", args=[club.slug, batch.pk])).status_code == 303
    assert client.post(reverse("undo-import", args=[club.slug, batch.pk])).status_code == 409
    assert set(Match.objects.values_list("status", flat=True)) == {"void"}
    assert Membership.objects.filter(club=club).exclude(player=None).count() == 0
    assert import_previewed(client, club, preview(client, club, RESULTS)).status_code == 303
    assert Player.objects.filter(name="Anna Rossi").count() == 1


@pytest.mark.parametrize(
    ("data", "status"),
    [(b"", 400), (b"PK\x03\x04 no zip", 409), (b"x" * 2_100_000, 409), (b"<b>;=1+1\n" * 3, 200)],
)
def test_a_hostile_file_is_refused_or_only_shown(client, club, data, status):
    response = preview(client, club, data)
    assert response.status_code == status
    assert "<b>;" not in response.content.decode()
    assert PastImport.objects.count() == 0


def test_members_are_imported_by_name(client, club):
    members.enrol(club=club, player=a_player("Anna Rossi"), by=director_of(club))
    previewed = preview(
        client,
        club,
        "Nome,Cognome\nAnna,Rossi\nŁukasz,Żółć\n".replace("Nome", "First name"),
        "import-players",
    )
    assert [row.name for row in previewed.context["preview"].names] == ["Anna Rossi", "Łukasz Żółć"]
    assert import_previewed(client, club, previewed, "import-players").status_code == 303
    names = Membership.objects.filter(club=club, player__isnull=False).values_list("player__name", flat=True)
    assert set(names) == {"Anna Rossi", "Łukasz Żółć"}


MEMBERS = """Elenco soci Circolo Scacchi Monteverde;;;;
Cognome;Nome;Tessera;Data di nascita;E-mail
Rossi;Marco;101;3/4/1961;m.rossi@example.org
Bianchi;Giulia;102;;
Rossi;Marco;103;1/2/1998;marco@example.org
Bianchi;Giulia;102;;
Esposito;;104;;
"""


def upload_members(client, club, **fields):
    """Upload the list of members; with fields import it with these choices."""
    previewed = preview(client, club, MEMBERS, "import-players")
    return import_previewed(client, club, previewed, "import-players", **fields) if fields else previewed


def test_a_list_with_a_title_names_everybody_it_makes_and_leaves_out(client, club):
    previewed = upload_members(client, club)
    names = previewed.context["preview"]
    assert [one.name for one in names.fresh] == ["Marco Rossi", "Giulia Bianchi", "Marco Rossi"]
    assert [(one.name, one.is_incomplete) for one in names.flagged] == [("Esposito", True)]
    assert previewed.context["left_out"] == [
        ("Row 1", "Elenco soci Circolo Scacchi Monteverde", "above the table"),
        ("Row 6", "Giulia Bianchi", "the same person as in row 4"),
    ]
    page = previewed.content.decode()
    assert all(text in page for text in ("Row 6: Giulia Bianchi", "Esposito", "leave out"))


def test_two_people_of_one_name_in_a_list_are_two_members(client, club):
    assert upload_members(client, club, take="1").status_code == 409
    assert upload_members(client, club, who_3="skip", distinction_0="Lucca").status_code == 303
    assert get_player_names() == ["Giulia Bianchi", "Marco Rossi (Lucca)", "Marco Rossi (jun.)"]


def test_the_same_list_again_makes_nobody_and_knows_both(client, club):
    upload_members(client, club, who_3="skip")
    previewed = upload_members(client, club)
    assert sorted(one.player.name for one in previewed.context["preview"].known) == [
        "Giulia Bianchi",
        "Marco Rossi (jun.)",
        "Marco Rossi (sen.)",
    ]
    upload_members(client, club, who_3="skip")
    assert len(get_player_names()) == 3


def test_two_namesakes_of_two_members_both_need_a_choice(client, club):
    by = director_of(club)
    for text in ("jun.", "sen."):
        members.enrol_by_name(club=club, name="Marco Rossi; person: new", distinction=text, by=by)
    previewed = upload_members(client, club)
    flagged = [one for one in previewed.context["preview"].flagged if one.name == "Marco Rossi"]
    assert [[(like.name, like.is_here) for like in one.near] for one in flagged] == [
        [("Marco Rossi (jun.)", True), ("Marco Rossi (sen.)", True)]
    ] * 2


def test_another_first_row_guesses_the_columns_again_and_imports_nothing(client, club):
    previewed = upload_members(client, club)
    moved = import_previewed(
        client, club, previewed, "import-players", start="1", seen=previewed.context["seen"], who_3="new"
    )
    assert (moved.status_code, get_player_names()) == (200, [])
    assert moved.context["columns"]["start"].initial == 1
    assert "check the names again" in moved.content.decode()


def get_player_names():
    """Return the names of all players, whether they are members or not."""
    return sorted(Player.objects.values_list("name", flat=True))


def test_one_ambiguous_row_means_that_no_member_is_imported(client, club):
    members.enrol(club=club, player=a_player("Anna Rossi"), by=director_of(club))
    previewed = preview(client, club, "Name\nŁukasz Żółć\nAna Rossi\nElena Neri\n", "import-players")

    response = import_previewed(client, club, previewed, "import-players")

    assert (response.status_code, get_player_names()) == (409, ["Anna Rossi"])
    assert Membership.objects.filter(club=club, player__isnull=False).count() == 1


def test_one_row_without_a_name_means_that_no_member_is_imported(club):
    with refused("name_missing"):
        member_enrolment.enrol_people(
            club=club,
            people=list_names(["Łukasz Żółć", "\u200b", "Elena Neri"]),
            choices={},
            by=director_of(club),
        )

    assert get_player_names() == []
    assert Membership.objects.filter(club=club, player__isnull=False).count() == 0


def test_a_file_is_converted_to_lines_of_entries(client, club):
    event = a_night(club)
    text = "Giocatore;Circolo;Paese;Rating\nElena Neri;Roma;ITA;1650\nGina;;;\n"
    response = client.post(path_of(event, "desk/entries-file/"), {"file": a_file(text)})
    box = re.search(r'<textarea id="names-box"[^>]*>([^<]*)</textarea>', response.content.decode())
    assert box is not None
    assert box[1] == "Elena Neri; club: Roma; country: ITA; rating: 1650\nGina"


class TestConstraints:
    """The database refuses invalid rows that the services did not check."""

    def check_refusal(self, act, constraint):
        """Check that a write violates a constraint."""
        with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
            act()

    def test_imports_results_and_places_are_unique_and_valid(self, client, club):
        import_previewed(client, club, preview(client, club, RESULTS))
        batch, row = PastImport.objects.get(), PastResult.objects.order_by("line")[0]
        import_fields = {"club": club, "name": "x", "rows": 1, "desk": club.desk}
        self.check_refusal(
            lambda: PastImport.objects.create(**import_fields, digest=batch.digest), "digest|past_file_once"
        )
        self.check_refusal(lambda: PastImport.objects.create(**import_fields, digest="z"), "has_a_digest")
        self.check_refusal(
            lambda: PastImport.objects.create(**{**import_fields, "rows": 0}, digest="0" * 64), "has_rows"
        )
        evening = {"batch": batch, "played_on": row.evening.played_on}
        self.check_refusal(
            lambda: PastEvening.objects.create(**evening, name="Spring"), "name|past_evening_once"
        )
        self.check_refusal(lambda: PastEvening.objects.create(**evening, name=""), "has_a_name")
        self.check_refusal(lambda: PastResult.objects.filter(pk=row.pk).update(line=0), "line_from_one")
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
        self.check_refusal(
            lambda: PastPlace.objects.create(**{**place, "line": 10}), "flight|past_place_once"
        )
        self.check_refusal(
            lambda: PastPlace.objects.create(**{**other, "line": 9}), "line|past_place_line_once"
        )
        for invalid_fields in ({"first": 0}, {"last": 0}, {"field": 1}):
            self.check_refusal(
                lambda invalid_fields=invalid_fields: PastPlace.objects.create(**{**other, **invalid_fields}),
                "in_the_field",
            )
        self.check_refusal(lambda: PastPlace.objects.create(**other, flight=""), "has_a_flight")
        rows = PastImport.objects.filter(pk=batch.pk)
        self.check_refusal(lambda: rows.update(undone_at=timezone.now()), "past_undone_by_somebody")


PLACES = "Giocatore;Posto\nAnna Rossi;1\nBruno Bianchi;2\nCarla Verdi;3\n"


def test_a_list_of_places_alone_takes_its_date_and_tournament_from_the_form(client, club):
    previewed = preview(client, club, PLACES)
    page = previewed.content.decode()
    assert (previewed.context["missing"], previewed.context["faults"]) == ([ROLES["date"]], [])
    assert '<p class="note danger" role="alert">Missing: Date</p>' in page
    assert "Import all" not in page
    common = {"day": "2024-03-05", "tournament": "Torneo di primavera"}
    response = import_previewed(client, club, previewed, **common)
    assert response.status_code == 303
    rows = PastPlace.objects.order_by("line").values_list(
        "evening__played_on", "evening__name", "player__name", "first", "line"
    )
    assert [(day.isoformat(), *rest) for day, *rest in rows] == [
        ("2024-03-05", "Torneo di primavera", "Anna Rossi", 1, 2),
        ("2024-03-05", "Torneo di primavera", "Bruno Bianchi", 2, 3),
        ("2024-03-05", "Torneo di primavera", "Carla Verdi", 3, 4),
    ]


def test_a_column_of_the_file_is_used_instead_of_the_form(client, club):
    previewed = preview(client, club, RESULTS)
    assert "Date of the rows without one" not in previewed.content.decode()
    common = {"day": "2020-01-01", "tournament": "Another"}
    assert import_previewed(client, club, previewed, **common).status_code == 303
    assert {name for (name,) in PastEvening.objects.values_list("name")} == {"Spring"}
    assert not PastEvening.objects.filter(played_on="2020-01-01").exists()


def test_the_api_takes_the_date_and_the_tournament_of_a_whole_file(client, club):
    path = f"/api/v1/clubs/{club.slug}/imports/results/"
    previewed = client.post(f"{path}preview/", {"file": a_file(PLACES)})
    assert (previewed.status_code, previewed.json()["missing"]) == (200, ["date"])
    common = {"day": "2024-03-05", "tournament": "Spring"}
    previewed = client.post(f"{path}preview/", {"file": a_file(PLACES), **common})
    assert (previewed.json()["is_ready"], previewed.json()["missing"]) == (True, [])
    assert client.post(path, {"file": a_file(PLACES), **common}).status_code == 201
    assert PastPlace.objects.filter(evening__name="Spring", evening__played_on="2024-03-05").count() == 3


NOTED = """Cognome;Nome;Tessera;Nato il;E-mail
Rossi;Marco;101;30/2/85;rossi@example.org
Verdi;Anna;102;3/4/85;ROSSI@example.org
Bo;Carla;101;1961;
"""


def test_the_preview_states_the_use_of_identities_and_doubtful_rows(client, club):
    previewed = preview(client, club, NOTED, "import-players")
    assert previewed.context["row_notes"] == [
        (2, "“30/2/85” is not a possible birth date."),
        (3, "The e-mail address ROSSI@example.org is also in row 2."),
        (4, "The card number 101 is also in row 2, and is stored only there."),
    ]
    page = previewed.content.decode()
    assert "E-mail: stored in the member records, which only club managers and the member read." in page
    assert "Row 2: “30/2/85” is not a possible birth date." in page
    assert previewed.context["is_ready"]
    api = client.post(f"/api/v1/clubs/{club.slug}/imports/players/preview/", {"file": a_file(NOTED)}).json()
    assert api["notes"][0] == {
        "line": 2,
        "code": "born_impossible",
        "text": "30/2/85",
        "other_line": 0,
        "role": "",
        "recorded": "",
    }


def test_a_former_member_is_not_listed_as_here_already(client, club):
    by = director_of(club)
    members.leave(membership=members.enrol_by_name(club=club, name="Anna Rossi", by=by), by=by)
    members.enrol_by_name(club=club, name="Bruno Bo", by=by)
    names = preview(client, club, "Nome\nAnna Rossi\nBruno Bo\n", "import-players").context["preview"]
    assert [one.name for one in names.known] == ["Bruno Bo"]
    assert [one.name for one in names.returning] == ["Anna Rossi"]


def test_the_imports_are_counted_as_matches_and_places(client, club):
    import_previewed(client, club, preview(client, club, RESULTS))
    import_previewed(client, club, preview(client, club, PLACES), day="2024-03-05")
    page = " ".join(client.get(reverse("imports", args=[club.slug])).content.decode().split())
    assert ("2 matches" in page, "3 places" in page, "3 matches" in page) == (True, True, False)


def test_a_list_of_members_says_how_many_its_withdrawal_removes(client, club):
    import_previewed(
        client,
        club,
        preview(client, club, "Nome\nAnna Rossi\nBruno Bianchi\n", "import-players"),
        "import-players",
    )
    address = reverse("imports", args=[club.slug])
    page = " ".join(client.get(address).content.decode().split())
    assert "2 of 2 members of this list are removed." in page
    import_previewed(client, club, preview(client, club, RESULTS))
    page = " ".join(client.get(address).content.decode().split())
    assert "0 of 2 members of this list are removed." in page
    assert "<li>Anna Rossi is in imported results of earlier years.</li>" in page


def test_another_person_of_a_known_name_in_results_gets_a_distinction(client, club):
    by = director_of(club)
    for text in ("Pisa", "senior"):
        members.enrol_by_name(club=club, name="Mario Rossi; person: new", distinction=text, by=by)
    previewed = preview(client, club, PLACES.replace("Anna Rossi", "Mario Rossi"))
    dated = import_previewed(client, club, previewed, day="2024-03-05")
    (flagged,) = dated.context["preview"].flagged
    assert f'name="distinction_{flagged.number}"' in dated.content.decode()
    answers = {f"who_{flagged.number}": "new", f"distinction_{flagged.number}": "Lucca"}
    answer = import_previewed(client, club, previewed, day="2024-03-05", **answers)
    assert answer.status_code == 303
    assert PastPlace.objects.get(first=1).player.name == "Mario Rossi (Lucca)"


def test_the_withdrawal_of_results_leaves_members_who_were_here_before(client, club):
    membership = members.enrol_by_name(club=club, name="Anna Rossi", by=director_of(club))
    Membership.objects.filter(pk=membership.pk).update(joined_at=timezone.now() - timedelta(days=30))
    import_previewed(client, club, preview(client, club, RESULTS))
    batch = PastImport.objects.get()
    history_import.undo_import(batch=batch, by=director_of(club))
    names = Membership.objects.filter(club=club, player__isnull=False).values_list("player__name", flat=True)
    assert list(names) == ["Anna Rossi"]


def test_the_log_of_the_club_names_imports_of_results_withdrawals_and_corrected_names(client, club):
    import_previewed(client, club, preview(client, club, RESULTS))
    by = director_of(club)
    anna = Player.objects.get(name="Anna Rossi")
    merging.correct_name(player=anna, name="Anna Rosso", by=by)
    history_import.undo_import(batch=PastImport.objects.get(), by=by)
    page = client.get(reverse("audit-log", args=[club.slug])).content.decode()
    assert "2 results were imported from “2024.csv”." in page
    assert "The import of “2024.csv” was withdrawn: 2 results." in page
    assert "Name of Anna Rosso corrected." in page


def test_a_choice_follows_its_name_when_the_names_of_a_list_change() -> None:
    before = [NamedPlayer(0, "Anna", None), NamedPlayer(1, "Bruno", None), NamedPlayer(2, "Carla", None)]
    now = [NamedPlayer(0, "Bruno", None), NamedPlayer(1, "Carla", None), NamedPlayer(2, "Dario", None)]
    choices = {"who_0": "new", "who_1": "p:bruno", "distinction_2": "Lucca", "who_7": "skip"}
    data = {**choices, "named": write_names(before)}
    assert follow_names(data, before) == choices
    assert follow_names(data, now) == {"who_0": "p:bruno", "distinction_1": "Lucca", "who_7": "skip"}
    assert follow_names({**choices, "named": "[1"}, now) == choices
