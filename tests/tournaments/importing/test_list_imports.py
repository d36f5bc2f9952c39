"""Lists of members and entries through the pages: questions, what is made, what is left out and why."""

import json
import re
from datetime import date
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from matches.models import Player
from tests.factories import a_player
from tests.tournaments.club_evenings import a_club, a_night, director_of
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.exchange.lists.files import MAX_PACKED
from tournaments.importing.messages import ROLES
from tournaments.importing.services.member_lists import undo_member_list
from tournaments.models import MemberRecord, Membership
from tournaments.people.services import member_records, members
from tournaments.people.services.member_records import MemberData

pytestmark = pytest.mark.django_db
FOLDER = Path(__file__).parent.parent.parent / "data" / "lists"
EXPECTED = json.loads((FOLDER / "expected.json").read_text())["files"]
MEMBER_LISTS = [name for name, one in EXPECTED.items() if one["kind"] == "members"]
ENTRY_LISTS = [name for name, one in EXPECTED.items() if one["kind"] == "entries"]


@pytest.fixture
def club(client: Client):
    club = a_club()
    client.force_login(director_of(club))
    return club


def upload(client, club, data):
    """Upload a file, by name of the folder or as text, and return the response with its preview."""
    content = (FOLDER / data).read_bytes() if data in EXPECTED else data.encode()
    file = SimpleUploadedFile("list.csv", content)
    return client.post(reverse("import-players", args=[club.slug]), {"file": file})


def send(client, club, previewed, button="take", **changes):
    """Send the form of a preview with all that it shows, but for these changes."""
    context = previewed.context
    data = {field.name: field.initial or "" for field in context["columns"].columns}
    data |= {"start": context["columns"]["start"].initial, "seen": context["seen"], button: "1"}
    data |= {name: field.initial for name, field in context["questions"].fields.items()}
    data |= {"text": context["text"], "name": context["name"]}
    data |= {f"answer-{key}": text for key, text in context["column_answers"].items()}
    return client.post(reverse("import-players", args=[club.slug]), {**data, **changes})


def get_member_names(club):
    players = Membership.objects.filter(club=club, player__isnull=False).values_list(
        "player__name", flat=True
    )
    return sorted(players)


@pytest.mark.parametrize("name", MEMBER_LISTS)
def test_a_member_list_names_everybody_it_brings(client, club, name):
    """Those who have left are named among the rows left out."""
    previewed = upload(client, club, name)
    expected = EXPECTED[name]["persons"]
    wanted = [{one["name"], *one.get("name_also", ())} for one in expected if one.get("active") is not False]
    names = [one.name for one in previewed.context["preview"].names]
    assert previewed.status_code == 200
    assert [bool({shown} & possible) for shown, possible in zip(names, wanted, strict=True)] == [True] * len(
        names
    )
    former = {one["line"] for one in expected if one.get("active") is False}
    assert {f"Row {line}" for line in former} <= {
        row for row, _text, _reason in previewed.context["left_out"]
    }


def test_those_who_have_left_become_members_only_by_an_answer(client, club):
    previewed = upload(client, club, "m07_danish_second_sheet.xlsx")
    assert [row for row, _text, reason in previewed.context["left_out"] if "left the club" in reason] == [
        "Row 4",
        "Row 6",
    ]
    changed = send(client, club, previewed, "look", **{"answer-former": "take"})
    assert len(changed.context["preview"].names) == 5
    assert "check the names again" not in changed.content.decode()
    assert send(client, club, changed).status_code == 303
    assert len(get_member_names(club)) == 5


def test_an_answer_that_changes_with_the_import_is_shown_first(client, club):
    previewed = upload(client, club, "m07_danish_second_sheet.xlsx")
    shown = send(client, club, previewed, **{"answer-former": "take"})
    assert (shown.status_code, get_member_names(club)) == (200, [])
    assert "check the names again" in shown.content.decode()


def test_nothing_is_imported_before_an_open_question_is_answered(client, club):
    previewed = upload(client, club, "m17_dates_unclear.csv")
    page = previewed.content.decode()
    assert "Answer all questions first" in page
    assert "Add all as members" not in page
    assert send(client, club, previewed).status_code == 200
    assert get_member_names(club) == []
    answered = send(client, club, previewed, "look", **{"answer-date_order": "day"})
    assert send(client, club, answered).status_code == 303
    assert get_member_names(club) == ["Ada Finch", "Lily Park", "Saul Moreno"]


def test_the_wrong_file_brings_nobody_until_a_column_of_names_is_chosen(client, club):
    previewed = upload(client, club, "m16_cash_book.csv")
    assert previewed.context["missing"] == (ROLES["name"],)
    assert (send(client, club, previewed).status_code, get_member_names(club)) == (200, [])


def test_headings_of_an_unknown_language_are_chosen_by_the_user(client, club):
    previewed = upload(client, club, "Jäsen;Numero\nAino Virtanen;17\nOlli Laine;18\n")
    assert list(previewed.context["questions"].fields) == ["answer-name_column", "answer-list_holds"]
    nobody = send(client, club, previewed, "look", column_0="")
    assert nobody.context["missing"] == (ROLES["name"],)
    named = send(client, club, previewed, "look", column_1="")
    assert [one.name for one in named.context["preview"].names] == ["Aino Virtanen", "Olli Laine"]
    assert send(client, club, named).status_code == 303
    assert get_member_names(club) == ["Aino Virtanen", "Olli Laine"]


def test_a_column_that_is_not_shown_stays_when_another_is_changed(client, club):
    previewed = upload(client, club, "m07_danish_second_sheet.xlsx")
    changed = send(client, club, previewed, "look", column_3="")
    assert [one.name for one in changed.context["preview"].names] == [
        "Søren Bøgh",
        "Åse Kjær-Holm",
        "Frederikke Ærø",
    ]


def test_two_rows_that_may_be_one_person_are_queried_about(client, club):
    previewed = upload(client, club, "Name;Club\nPeter Grant;Hull\nPeter Grant;Hull\n")
    answered = send(client, club, previewed, "look", **{"answer-same_person:2-3": "one_person"})
    assert send(client, club, answered).status_code == 303
    assert get_member_names(club) == ["Peter Grant"]


def test_columns_of_which_nothing_is_stored_are_named(client, club):
    page = upload(client, club, "m04_polish_cp1250.csv").content.decode()
    assert "Not stored: Lp., Ranking" in page


@pytest.mark.parametrize(
    "text", ["", "t", "x" * 50, "w" + "A" * 40, "teJw=", "weJyLrgUAARUAuQ==", "t" + "!" * (MAX_PACKED - 1)]
)
def test_a_damaged_text_of_a_list_is_refused(client, club, text):
    response = client.post(reverse("import-players", args=[club.slug]), {"text": text, "name": "x"})
    assert response.status_code in (400, 409)
    assert Player.objects.count() == 0


def upload_entries(client, event, data, **fields):
    content = (FOLDER / data).read_bytes() if data in EXPECTED else data.encode()
    file = SimpleUploadedFile("list.txt", content)
    return client.post(path_of(event, "desk/entries-file/"), {"file": file, **fields})


@pytest.mark.parametrize("name", ENTRY_LISTS)
def test_an_entry_list_becomes_lines_of_the_entry_box(client, club, name):
    response = upload_entries(client, a_night(club), name)
    expected = EXPECTED[name]
    people = {one["line"]: {one["name"], *one.get("name_also", ())} for one in expected.get("persons", [])}
    lines = response.context["names"].split("\n")
    shown = {line.split("; ")[0].strip('"').removesuffix(';""') for line in lines}
    pairs = {" / ".join(one["names"]) for one in expected.get("pairs", [])}
    assert response.status_code == 200
    assert len(lines) == len(expected.get("persons", [])) + len(pairs)
    assert pairs <= shown
    assert all(possible & shown for possible in people.values())


def test_details_of_entries_stand_behind_the_names(client, club):
    response = upload_entries(client, a_night(club), "e11_swiss_program_export.xlsx")
    assert response.context["names"].split("\n") == [
        "Adam Zielinski; club: Gdańsk; country: POL; rating: 1745",
        "Niamh O'Rourke; club: Harbour; country: IRL; rating: 1655",
        "Gethin Fforde; country: WAL",
        "Tove Lindqvist; club: Malmö; country: SWE; rating: 1490",
    ]
    box = re.search(r'<textarea id="names-box"[^>]*>([^<]*)</textarea>', response.content.decode())
    assert box is not None


def test_what_is_typed_beside_a_name_and_not_stored_is_named(client, club):
    page = upload_entries(client, a_night(club), "e04_whatsapp.txt").content.decode()
    assert "Row 6: late, 8pm" in page


def test_an_answer_about_an_entry_list_changes_its_lines(client, club):
    event = a_night(club)
    first = upload_entries(client, event, "e05_doubles_pairs.txt")
    assert ("Row 8", "Tomas Birch & ?", "no partner yet") in first.context["left_out"]
    fields = {"text": first.context["text"], "name": "x", "answer-partner_missing:8": "take"}
    second = client.post(path_of(event, "desk/entries-file/"), fields)
    assert "Tomas Birch" in second.context["names"].split("\n")


def post_list(client, path, name, **fields):
    file = SimpleUploadedFile("list", (FOLDER / name).read_bytes())
    return client.post(path, {"file": file, **fields})


def test_the_api_asks_the_questions_of_a_list_and_takes_the_answers(client, club):
    path = f"/api/v1/clubs/{club.slug}/imports/players/"
    preview = post_list(client, f"{path}preview/", "m17_dates_unclear.csv").json()
    assert [(one["key"], one["choices"], one["answer"]) for one in preview["questions"]] == [
        ("date_order", ["day", "month"], ""),
        ("list_holds", ["members", "former"], "members"),
    ]
    refused = post_list(client, path, "m17_dates_unclear.csv")
    assert (refused.status_code, refused.json()["code"]) == (409, "list_questions_open")
    assert post_list(client, path, "m17_dates_unclear.csv", answers=["date_order=day"]).status_code == 201
    assert get_member_names(club) == ["Ada Finch", "Lily Park", "Saul Moreno"]


def test_the_api_leaves_out_those_who_have_left_and_says_so(client, club):
    path = f"/api/v1/clubs/{club.slug}/imports/players/preview/"
    preview = post_list(client, path, "m07_danish_second_sheet.xlsx").json()
    assert [(row["line"], row["reason"]) for row in preview["left_out"]] == [
        (0, "other_sheet"),
        (0, "other_sheet"),
        (4, "former"),
        (6, "former"),
    ]
    assert (preview["start"], preview["columns"], preview["missing"]) == (
        1,
        ["card", "first", "surname", "email", "", "joined", "", ""],
        [],
    )


def test_the_api_makes_lines_of_an_entry_list_with_its_questions(client, club):
    event = a_night(club)
    path = f"/api/v1/events/{event.pk}/entries/file/"
    lines = post_list(client, path, "e05_doubles_pairs.txt").json()
    assert "Young, Derek & Holt, Peter" not in lines["names"]
    assert lines["names"][5:] == [
        "Derek Young / Peter Holt",
        "Joan Fir / Grace Alder; club: Harbour",
        "Ada Finch / Saul Moreno",
    ]
    assert [one["key"] for one in lines["questions"]] == ["partner_missing:8"]
    assert [(row["line"], row["reason"]) for row in lines["left_out"]] == [(8, "partner_missing")]


def test_the_api_gives_no_entry_lines_while_a_question_is_open(client, club):
    path = f"/api/v1/events/{a_night(club).pk}/entries/file/"

    def post(**answers):
        return client.post(
            path, {"file": SimpleUploadedFile("e.txt", b"Anna Rossi\nAnna Rossi\n"), **answers}
        ).json()

    unanswered = post()
    assert ([one["key"] for one in unanswered["questions"]], unanswered["names"]) == (["same_person:1-2"], [])
    assert post(answers=["same_person:1-2=one_person"])["names"] == ["Anna Rossi"]
    assert post(answers=["same_person:1-2=two_people"])["names"] == ["Anna Rossi", "Anna Rossi"]


def test_a_country_or_rating_that_is_none_is_not_lost(client, club):
    text = "Name;Country;Rating\nAnna Rossi;Atlantis;strong\n"
    lines = upload_entries(client, a_night(club), text).context["names"]
    assert lines == "Anna Rossi; country: Atlantis; rating: strong"


@pytest.mark.parametrize("text", ["Members:\n1. Anna Rossi\n2. Bo, Ugo\n3.\n", "- Anna Rossi\n* Bo, Ugo\n"])
def test_members_can_be_pasted_as_numbered_or_bulleted_lines(client, club, text):
    previewed = client.post(reverse("import-players", args=[club.slug]), {"pasted": text})
    assert [one.name for one in previewed.context["preview"].names] == ["Anna Rossi", "Ugo Bo"]
    assert send(client, club, previewed).status_code == 303
    assert get_member_names(club) == ["Anna Rossi", "Ugo Bo"]


CONTACTS = (
    "Name;Member no;E-mail;Phone;Year of birth;Joined;Club\n"
    "Anna Bianchi;A7;anna@mailbox.example;+39 055 123;1970;2019-09-01;Firenze\n"
    "Bruno Verdi;B8;;;;;\n"
)


def records_of(club):
    """Return the records of the club's members by name."""
    records = MemberRecord.objects.filter(club=club).select_related("membership__player")
    return {str(record.membership.player): record for record in records}


def test_what_a_list_knows_is_stored_in_the_member_records(client, club):
    preview = upload(client, club, CONTACTS)
    page = preview.content.decode()
    assert "Phone: stored in the member records, which only club managers and the member read." in page
    assert send(client, club, preview).status_code == 303
    anna = records_of(club)["Anna Bianchi"]
    assert (anna.number, anna.email, anna.phone, anna.birth_year, anna.joined_on, anna.home_club) == (
        "A7",
        "anna@mailbox.example",
        "+39 055 123",
        1970,
        date(2019, 9, 1),
        "Firenze",
    )
    assert records_of(club)["Bruno Verdi"].number == "B8"


def test_a_list_fills_what_is_empty_in_a_record_and_changes_nothing(client, club):
    anna = members.enrol_by_name(club=club, name="Anna Bianchi", by=director_of(club))
    data = MemberData(phone="0123")
    member_records.describe_member(membership=anna, data=data, by=director_of(club))
    send(client, club, upload(client, club, CONTACTS))
    record = records_of(club)["Anna Bianchi"]
    assert (record.phone, record.email) == ("0123", "anna@mailbox.example")


def test_a_number_that_another_member_has_is_left_out(client, club):
    carla = members.enrol_by_name(club=club, name="Carla Neri", by=director_of(club))
    data = MemberData(number="B8")
    member_records.describe_member(membership=carla, data=data, by=director_of(club))
    preview = upload(client, club, CONTACTS)
    (bruno,) = [one for one in preview.context["preview"].flagged if one.name == "Bruno Verdi"]
    assert [candidate.name for candidate in bruno.near] == ["Carla Neri"]
    send(client, club, preview, **{f"who_{bruno.number}": "new"})
    assert records_of(club)["Bruno Verdi"].number == ""
    assert records_of(club)["Carla Neri"].number == "B8"


@pytest.mark.parametrize(
    ("known", "needs_choice"),
    [
        ({"number": "A7"}, False),
        ({"birth_year": 1970}, False),
        ({}, False),
        ({"number": "Z1"}, True),
        ({"number": "Z1", "email": "anna@mailbox.example"}, True),
        ({"birth_year": 1958}, True),
    ],
)
def test_a_member_of_the_name_with_another_number_or_year_of_birth_needs_a_choice(
    client, club, known, needs_choice
):
    anna = members.enrol_by_name(club=club, name="Anna Bianchi", by=director_of(club))
    data = MemberData(**known)
    member_records.describe_member(membership=anna, data=data, by=director_of(club))
    preview = upload(client, club, CONTACTS)
    assert [one.name for one in preview.context["preview"].flagged] == ["Anna Bianchi"] * needs_choice
    if needs_choice:
        send(client, club, preview, who_0="new")
        assert Membership.objects.filter(club=club, player__full_name="Anna Bianchi").count() == 2


def test_of_two_members_of_the_name_the_one_with_the_number_is_meant(client, club):
    for line, number in (("Anna Bianchi", "A1"), ("Anna Bianchi; person: new; club: Roma", "A7")):
        anna = members.enrol_by_name(club=club, name=line, by=director_of(club))
        data = MemberData(number=number)
        member_records.describe_member(membership=anna, data=data, by=director_of(club))
    preview = upload(client, club, CONTACTS)
    assert preview.context["preview"].flagged == ()
    send(client, club, preview)
    assert MemberRecord.objects.get(club=club, number="A7").email == "anna@mailbox.example"
    assert MemberRecord.objects.get(club=club, number="A1").email == ""


def test_withdrawing_a_list_takes_its_records_along(client, club):
    send(client, club, upload(client, club, CONTACTS))
    log_entry = club.log_entries.filter(kind="listed").latest("pk")
    undo_member_list(log_entry=log_entry, by=director_of(club))
    assert records_of(club) == {}


def test_a_downloaded_list_is_read_again(client, club):
    send(client, club, upload(client, club, CONTACTS))
    address = reverse("member-records-file", args=[club.slug, "csv"])
    downloaded = client.get(f"{address}?year=2026").content.decode("utf-8-sig")
    preview = upload(client, club, downloaded)
    assert [one.name for one in preview.context["preview"].known] == ["Anna Bianchi", "Bruno Verdi"]
    assert preview.context["unused"] == ["Fee paid (2026)", "Fee due (2026)", "Owes (2026)"]


@pytest.fixture
def namesakes(club):
    """Enrol members who share surnames, and return them by name."""
    by = director_of(club)
    names = ("Giovanni Rossi", "Gianni Rossi", "Anna Maria Cossutta", "Nicola Vascotto")
    people = {name: a_player(name) for name in names}
    for player in people.values():
        members.enrol(club=club, player=player, by=by)
    return people


def list_doubts(preview):
    """Return the names with a choice, each with the names offered and the one chosen beforehand."""
    doubts = {}
    for one in preview.flagged:
        guess = [candidate.name for candidate in one.near if candidate.value == one.guess]
        doubts[one.name] = (sorted(candidate.name for candidate in one.near), guess)
    return doubts


ROSSI = ["Gianni Rossi", "Giovanni Rossi"]
SHORT_NAMES = {
    "Rossi": ([*ROSSI, "Rossi G. (sen.)"], []),
    "Rossi G. (sen.)": (ROSSI, []),
    "Cossutta A.M.": (["Anna Maria Cossutta"], ["Anna Maria Cossutta"]),
    "N Vascotto": (["Nicola Vascotto"], ["Nicola Vascotto"]),
}


def test_a_short_name_of_a_list_of_members_needs_a_choice(client, club, namesakes):
    text = "\n".join(["Name", *SHORT_NAMES, "Furlan M.", "Bruno Bianchi"])
    preview = upload(client, club, text).context["preview"]
    assert list_doubts(preview) == SHORT_NAMES
    assert [one.name for one in preview.fresh] == ["Furlan M.", "Bruno Bianchi"]


def test_a_short_name_of_results_needs_a_choice(client, club, namesakes):
    rows = [f"2025-03-0{day},{name},Bruno Bianchi,7-5" for day, name in enumerate(SHORT_NAMES, start=1)]
    file = SimpleUploadedFile("2025.csv", "\n".join(["Date,Player 1,Player 2,Result", *rows]).encode())
    previewed = client.post(reverse("import-results", args=[club.slug]), {"file": file})
    assert list_doubts(previewed.context["preview"]) == SHORT_NAMES
    page = " ".join(previewed.content.decode().split())
    code = namesakes["Nicola Vascotto"].code
    assert f'<option value="p:{code}" selected> Nicola Vascotto' in page


def test_a_full_name_needs_a_choice_where_a_member_has_only_the_initials(client, club):
    members.enrol(club=club, player=a_player("Rossi G."), by=director_of(club))
    preview = upload(client, club, "Name\nGiovanni Rossi\nMarta Rossi\n").context["preview"]
    assert list_doubts(preview) == {"Giovanni Rossi": (["Rossi G."], [])}


def test_a_full_name_in_another_order_is_guessed_to_be_the_only_member_with_its_parts(client, club):
    for name in ("Aldo Bianchi", "Anna Maria Rossi", "Maria Anna Rossi; person: other"):
        members.enrol_by_name(club=club, name=name, by=director_of(club))
    previewed = upload(client, club, "Socio\nBianchi Aldo\nRossi Anna Maria\n")
    aldo, anna = previewed.context["preview"].flagged
    assert aldo.guess == f"p:{Player.objects.get(full_name='Aldo Bianchi').code}"
    assert anna.guess == ""
    assert f'<option value="{aldo.guess}" selected>' in previewed.content.decode()


def test_what_tells_a_new_namesake_of_members_is_proposed_or_required_once(client, club):
    for line, text in (("Marco Rossi", "sen."), ("Marco Rossi; person: other", "jun.")):
        members.enrol_by_name(club=club, name=line, distinction=text, by=director_of(club))
    dated = upload(client, club, "Nome e cognome;Iscrizione\nMarco Rossi;2019\n")
    assert dated.context["chosen"] == {"distinction_0": "2019"}
    previewed = upload(client, club, "Nome\nMarco Rossi\n")
    doubtful = send(client, club, previewed, who_0="new", distinction_0="")
    assert "What tells this Marco Rossi from the other one" in doubtful.content.decode()
    assert len(get_member_names(club)) == 2
    answer = {"who_0": "new", "asked": " ".join(doubtful.context["untold"])}
    assert send(client, club, doubtful, **answer, distinction_0="Trieste").status_code == 303
    assert get_member_names(club) == ["Marco Rossi (Trieste)", "Marco Rossi (jun.)", "Marco Rossi (sen.)"]
    again = send(client, club, upload(client, club, "Nome\nMarco Rossi\n"), who_0="new", distinction_0="")
    last = {"who_0": "new", "asked": " ".join(again.context["untold"]), "distinction_0": ""}
    assert send(client, club, again, **last).status_code == 303
    code = Player.objects.latest("pk").code
    assert f"Marco Rossi ({code})" in get_member_names(club)


def test_the_api_tells_a_new_namesake_apart_by_the_member_number(client, club):
    for line, text in (("Marco Rossi", "sen."), ("Marco Rossi; person: other", "jun.")):
        members.enrol_by_name(club=club, name=line, distinction=text, by=director_of(club))
    path = f"/api/v1/clubs/{club.slug}/imports/players/"
    file = SimpleUploadedFile("list.csv", b"Nome;Cognome;Tessera\nMarco;Rossi;17\n")
    assert client.post(path, {"file": file, "choices": ["0:new"]}).status_code == 201
    assert get_member_names(club) == ["Marco Rossi (#17)", "Marco Rossi (jun.)", "Marco Rossi (sen.)"]
