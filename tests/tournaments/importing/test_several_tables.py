"""Files with several sheets or lists: what is chosen for one of them does not hold for the others."""

from datetime import date
from io import BytesIO

import pytest
import xlsxwriter
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories import a_player
from tests.page_forms import form_with
from tests.tournaments.club_evenings import a_club, director_of
from tournaments.exchange.lists import files, reader
from tournaments.people.services import members

pytestmark = pytest.mark.django_db
MEMBERS = [
    ("Aldgate Backgammon Club",),
    ("Full members",),
    ("No.", "Name", "E-mail", "Born"),
    (101, "Smith, John", "john@example.org", 1951),
    (102, "Abbott, Ruth", "ruth@example.org", 1982),
    (106, "Baker, Tom", "tom@example.org", 1990),
    ("Total", 3),
    ("Associate members",),
    ("Surname", "First name", "Phone", "Member no"),
    ("Hughes", "Gareth", "07700 900113", 113),
    ("Kaur", "Simran", "07700 900116", 116),
    ("Total", 2),
]
FULL = ["John Smith", "Ruth Abbott", "Tom Baker"]
ASSOCIATE = ["Gareth Hughes", "Simran Kaur"]
QUARTER = [
    ("Club results",),
    ("Date", "Player A", "Player B", "Score"),
    (date(2025, 1, 7), "Ruth Abbott", "Tom Baker", "7-3"),
    (date(2025, 1, 14), "John Smith", "Tom Baker", "2-7"),
]
SPRING = [
    ("Winner", "Loser", "Points W", "Points L", "When"),
    ("Abbott, Ruth", "Kaur, Simran", 5, 2, date(2025, 4, 15)),
    ("Baker, Tom", "Smith, John", 7, 4, date(2025, 4, 24)),
    ("Total", "", 12, 6, ""),
]
CROSS = [
    ("Masters 15 November 2025",),
    ("Name", "Ruth Abbott", "Tom Baker", "Peter Dawes", "Wins"),
    ("Ruth Abbott", "x", "5-3", "2-5", 1),
    ("Tom Baker", "3-5", "x", "5-1", 1),
    ("Peter Dawes", "5-2", "1-5", "x", 1),
]
KNOCKOUT = [
    ("Date", "Home", "Away", "Result"),
    ("13/12/2025", "Layla Ibrahim", "David Jones", "9-6"),
    ("13/12/2025", "Simran Kaur", "Ewan McDonald", "w/o"),
]
WALKOVER = "answer-walkover_winner:Cup!3"
BOOK = {"Q1": QUARTER, "Spring": SPRING, "Masters": CROSS, "Cup": KNOCKOUT}


@pytest.fixture
def club(client: Client):
    club = a_club()
    client.force_login(director_of(club))
    return club


def a_book(**sheets):
    """Return a workbook of these sheets, each with its rows."""
    buffer = BytesIO()
    book = xlsxwriter.Workbook(buffer, {"default_date_format": "dd.mm.yyyy"})
    for name, rows in sheets.items():
        sheet = book.add_worksheet(name)
        for line, cells in enumerate(rows):
            sheet.write_row(line, 0, cells)
    book.close()
    return buffer.getvalue()


def upload(client, club, page, **sheets):
    file = SimpleUploadedFile("list.xlsx", a_book(**sheets))
    return client.post(reverse(page, args=[club.slug]), {"file": file})


def refresh(client, club, page, previewed, **changes):
    """Send the form of a preview as its page shows it, but for these changes."""
    form = form_with(previewed.content.decode(), "Refresh")
    return client.post(reverse(page, args=[club.slug]), {**form.data("Refresh"), **changes})


def list_names(previewed):
    return [one.name for one in previewed.context["preview"].names]


def list_matches(previewed):
    return [(row.one, row.other, row.score) for row in previewed.context["results"].rows]


def list_left_out(previewed):
    return [text for _line, text, _reason in previewed.context["left_out"]]


def test_another_sheet_is_read_by_its_own_headings(client, club):
    first = upload(client, club, "import-results", **BOOK)
    answered = refresh(client, club, "import-results", first, **{WALKOVER: "Simran Kaur"})
    spring = refresh(client, club, "import-results", answered, **{"answer-sheets": "Spring"})
    assert "answer-sheets" in spring.context["questions"].fields
    assert {row[:2] for row in list_matches(spring)} == {
        ("Ruth Abbott", "Simran Kaur"),
        ("Tom Baker", "John Smith"),
    }
    back = refresh(client, club, "import-results", spring, **{"answer-sheets": "Q1"})
    assert list_matches(back) == [("Ruth Abbott", "Tom Baker", (7, 3)), ("John Smith", "Tom Baker", (2, 7))]


def test_a_chosen_row_of_headings_leaves_the_question_about_the_sheets(client, club):
    first = upload(client, club, "import-results", Q1=QUARTER, Cup=KNOCKOUT[:2])
    moved = refresh(client, club, "import-results", first, start="3")
    assert moved.context["columns"]["start"].initial == 3
    assert "answer-sheets" in moved.context["questions"].fields
    cup = refresh(client, club, "import-results", moved, **{"answer-sheets": "Cup"})
    assert list_matches(cup) == [("Layla Ibrahim", "David Jones", (9, 6))]


def test_the_second_list_of_a_sheet_is_read_by_its_own_headings(client, club):
    first = upload(client, club, "import-players", Members=MEMBERS)
    assert list_names(first) == [*FULL, *ASSOCIATE]
    second = refresh(client, club, "import-players", first, **{"answer-sections": "Associate members"})
    assert list_names(second) == ASSOCIATE
    assert "answer-sections" in second.context["questions"].fields
    both = refresh(client, club, "import-players", second, **{"answer-sections": "all"})
    assert list_names(both) == [*FULL, *ASSOCIATE]


def test_a_column_of_the_first_list_changes_no_other_list(client, club):
    first = upload(client, club, "import-players", Members=MEMBERS)
    changed = refresh(client, club, "import-players", first, column_3="")
    assert list_names(changed) == [*FULL, *ASSOCIATE]
    again = refresh(client, club, "import-players", changed)
    assert list_names(again) == [*FULL, *ASSOCIATE]
    assert [field.initial for field in again.context["columns"].columns][3] == ""


def test_a_cross_table_among_other_sheets_is_read_as_it_is_alone(client, club):
    alone = upload(client, club, "import-results", Masters=CROSS)
    assert list_matches(alone) == [
        ("Ruth Abbott", "Tom Baker", (5, 3)),
        ("Ruth Abbott", "Peter Dawes", (2, 5)),
        ("Tom Baker", "Peter Dawes", (5, 1)),
    ]
    first = upload(client, club, "import-results", Q1=QUARTER, Masters=CROSS, Notes=[("Buy dice",)])
    assert {row[:2] for row in list_matches(alone)} < {row[:2] for row in list_matches(first)}
    assert first.context["questions"].fields["answer-sheets"].choices[1:] == [
        ("Q1", "Q1"),
        ("Masters", "Masters"),
        ("Notes", "Notes"),
    ]
    chosen = refresh(client, club, "import-results", first, **{"answer-sheets": "Masters"})
    assert list_matches(chosen) == list_matches(alone)
    left_out = {text: reason for _line, text, reason in chosen.context["left_out"]}
    assert (left_out["Q1"], left_out["Notes"]) == ("another sheet", "no results")


def test_a_complete_list_is_imported_from_its_first_preview(client, club):
    first = upload(client, club, "import-results", Masters=CROSS)
    assert (first.context["is_ready"], first.context["missing"]) == (True, [])
    assert "Import all" in first.content.decode()


def test_rows_that_lack_the_match_length_are_named_with_their_sheet(client, club):
    winners = [("Date", "Winner", "Loser"), (date(2025, 4, 15), "Ruth Abbott", "Simran Kaur")]
    first = upload(client, club, "import-results", Q1=QUARTER, Won=winners)
    assert first.context["missing"] == ["Match length"]
    assert "Won, row 2: Ruth Abbott – Simran Kaur (Match length)" in first.content.decode()
    stated = refresh(client, club, "import-results", first, length="7")
    assert (stated.context["lacking"], len(list_matches(stated))) == ([], 3)


def test_points_of_winner_and_loser_are_read_in_a_workbook(client, club):
    first = upload(client, club, "import-results", Q1=QUARTER, Spring=SPRING)
    assert list_matches(first)[2:] == [
        ("Ruth Abbott", "Simran Kaur", (5, 2)),
        ("Tom Baker", "John Smith", (7, 4)),
    ]
    assert (first.context["missing"], first.context["results"].without_score) == ([], 0)


@pytest.mark.parametrize(
    ("numbers", "role"),
    [
        (("101", "102", "104"), "card"),
        (("3", "1", "2"), "card"),
        (("1", "2", "3"), "number"),
        (("1.", "2.", "3."), "number"),
    ],
)
def test_numbers_that_count_no_rows_are_those_of_members(numbers, role):
    text = "No.;Name\n" + "".join(f"{number};{name}\n" for number, name in zip(numbers, FULL, strict=True))
    reading = reader.read_list(files.read_file(text.encode(), {}), "members", {}, date(2026, 12, 1))
    assert reading.columns == (("No.", role), ("Name", "name"))


def test_a_heading_with_a_full_stop_ends_no_sentence_twice(client, club):
    first = upload(client, club, "import-players", List=[("No.", "Name"), (1, "Ada Finch"), (2, "Ben Oduya")])
    assert "Not stored: No.<" in first.content.decode()


def test_a_question_about_a_row_names_its_sheet(client, club):
    first = upload(client, club, "import-results", **BOOK)
    assert first.context["questions"].fields[WALKOVER].label.startswith("Row 3 (Cup): ")


def test_a_row_with_the_number_of_matches_is_left_out_as_totals(client, club):
    first = upload(client, club, "import-results", Q1=[*QUARTER, ("Total", "", "2 matches")])
    assert (first.context["faults"], list_left_out(first)[-1]) == ([], "Total · 2 matches")


def test_one_player_chosen_for_both_sides_of_a_match_is_refused_by_row_and_names(client, club):
    mario = a_player("Mario Furlan")
    members.enrol(club=club, player=mario, by=director_of(club))
    rows = [
        ("Girone 17 maggio 2025",),
        ("", "Rossi G.", "Furlan M.", "Furlan M."),
        ("Rossi G.", "x", "5-3", "2-5"),
        ("Furlan M.", "3-5", "x", "4-5"),
        ("Furlan M.", "5-2", "5-4", "x"),
    ]
    first = upload(client, club, "import-results", Maggio=rows)
    flagged = first.context["preview"].flagged
    assert [(one.name, one.guess) for one in flagged] == [
        ("Furlan M. (4)", f"p:{mario.code}"),
        ("Furlan M. (5)", f"p:{mario.code}"),
    ]
    refused = take(client, club, first)
    sentence = (
        "Row 4 (Maggio): Furlan M. (4) and Furlan M. (5) play each other and cannot both be Mario Furlan."
    )
    assert (refused.status_code, refused.context["refusal"].sentence) == (409, sentence)
    taken = take(client, club, first, **{f"who_{flagged[1].number}": "new"})
    assert (taken.status_code, mario.matches_as_white.count() + mario.matches_as_black.count()) == (303, 2)


def take(client, club, previewed, **changes):
    """Import the results of a preview as its page shows it, but for these changes."""
    form = form_with(previewed.content.decode(), "Import all")
    return client.post(reverse("import-results", args=[club.slug]), {**form.data("Import all"), **changes})


def test_the_columns_chosen_for_a_sheet_stay_while_another_one_is_looked_at(client, club):
    first = upload(client, club, "import-results", Q1=QUARTER, Spring=SPRING)
    spring = refresh(client, club, "import-results", first, **{"answer-sheets": "Spring"})
    changed = refresh(client, club, "import-results", spring, column_4="")
    assert changed.context["columns"]["column_4"].initial == ""
    other = refresh(client, club, "import-results", changed, **{"answer-sheets": "Q1"})
    shown = [field.initial for field in other.context["columns"].columns]
    assert shown == ["date", "one", "other", "result"]
    back = refresh(client, club, "import-results", other, **{"answer-sheets": "Spring"})
    assert back.context["columns"]["column_4"].initial == ""


def test_sheets_without_points_of_losers_or_without_results_are_named(client, club):
    won = [("Date", "Winner", "Loser", "Length"), (date(2025, 4, 15), "Ruth Abbott", "Simran Kaur", 7)]
    notes = [("Remarks",), ("The hall is closed in May.",)]
    page = upload(client, club, "import-results", Q1=QUARTER, Won=won, Notes=notes)
    content = " ".join(page.content.decode().split())
    assert (
        "The losers' points are not given: they stay unknown, and no table counts them. Sheets: Won."
        in content
    )
    assert content.index("No result is read from these sheets: Notes.") < content.index("<h3>Columns</h3>")


def test_columns_that_are_not_used_are_named_with_their_sheet(client, club):
    autumn = [(*QUARTER[1], "Referee"), (date(2025, 9, 2), "Ruth Abbott", "Tom Baker", "7-3", "Ed")]
    page = upload(client, club, "import-results", Q1=[*QUARTER[1:]], Autumn=autumn)
    assert page.context["unused"] == ["Referee (Autumn)"]
