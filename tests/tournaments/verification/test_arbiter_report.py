"""The report for an arbiter: its facts are those of the journal, and manual changes stand out."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.services import penalties, players
from matches.states import make_result
from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, settle
from tests.tournaments.club_pages import signed_in
from tests.tournaments.play.changes.test_draw_changes import an_event, by_of, swiss
from tests.tournaments.printing.reading import read_leaves, squeezed
from tournaments.exchange import event_file
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.plan import Plan, Stage
from tournaments.formats.registry import make_plan
from tournaments.importing.queries.exports import write_event_file
from tournaments.importing.services import imports
from tournaments.models import Event, JournalEntry, Pairing
from tournaments.play.changes.services import changes, corrections
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal as journal_services
from tournaments.play.events.events import get_overview
from tournaments.registry import PrintTable
from tournaments.verification.queries import arbiter_tables
from tournaments.verification.queries.arbiter_report import ArbiterReport, get_arbiter_report

pytestmark = pytest.mark.django_db

NO_REASON = "No reason was entered."
MANUAL = "Pairings and draws changed by hand"
CORRECTED = "Corrected results"
DECISIONS = "Rulings, penalties and matches not played out"
ENTRIES = "Late entries, withdrawals and substitutions"
UNDONE = "Undone and redone"
# In bytes.
LONGEST_PAGE = 150_000
FORMATS = ("knockout_consolation", "progressive", "swiss", "double", "groups", "round_robin", "lives")


def read_text(data: bytes) -> str:
    """The text of a PDF without spaces."""
    return "".join(page.text for page in read_leaves(data))


def path_of(event: Event, name: str) -> str:
    """The address of a page of an event."""
    return reverse(name, args=[event.tournament.club.slug, event.tournament.slug, event.slug])


def report_of(event: Event, *, names_accounts: bool = True) -> ArbiterReport:
    """The report of an event as it is now."""
    event = Event.objects.select_related("tournament__club", "tournament__desk").get(pk=event.pk)
    return get_arbiter_report(event, names_accounts=names_accounts)


def table_of(report: ArbiterReport, title: str) -> PrintTable:
    """The table of a report with this title."""
    return next(table for table in arbiter_tables.tabulate_report(report) if table.title == title)


def rows_of(event: Event, title: str) -> list[dict[str, str]]:
    """The rows of a table by the headings of its columns, without the time."""
    table = table_of(report_of(event), title)
    heads = [head for head, _side in table.columns]
    return [
        {head: cell for head, cell in zip(heads, row, strict=True) if head != "When"} for row in table.rows
    ]


def play_stages(event: Event) -> None:
    """Play an event to its end: draw, pair and settle whatever comes next, White winning."""
    by = by_of(event)
    for _ in range(60):
        event.refresh_from_db()
        waiting = Pairing.objects.filter(
            event=event, match__isnull=False, match__settled_at=None, board=0
        ).first()
        if waiting is not None:
            settle(waiting.match)
        elif event.status == "finished":
            return
        else:
            _go_on(event, by)
    raise AssertionError("not finished")


def _go_on(event: Event, by: Mapping[str, Any]) -> None:
    task = get_overview(event).tasks[0]
    actions = {"draw": draws.draw, "publish": draws.publish, "pair": draws.pair_round}
    actions[task.action](**by, flight=task.flight)


def live_entries(event: Event) -> list[JournalEntry]:
    """The lines of the journal in effect, found without the code of the site: undo lines are followed."""
    lines = {entry.seq: entry for entry in event.journal.order_by("seq")}
    undone: set[int] = set()
    for seq in sorted(lines, reverse=True):
        if lines[seq].kind == "undone" and seq not in undone:
            undone.add(lines[seq].payload["seq"])
    return [entry for seq, entry in lines.items() if seq not in undone and entry.kind != "undone"]


def check_facts(event: Event) -> None:
    """Compare the report with the journal, read by itself."""
    report = report_of(event)
    names = dict(event.entries.values_list("number", "player__name"))
    live = live_entries(event)
    _check_draws(report, live, names)
    _check_rounds(report, event, live, names)
    _check_players(report, live, names)


def _check_draws(report: ArbiterReport, live: list[JournalEntry], names: Mapping[int, str]) -> None:
    tables = arbiter_tables.tabulate_draws(report)
    drawn = [entry for entry in live if entry.kind == "drawn"]
    facts = [dict(table.rows) for table in tables[::2] if "since redrawn" not in table.title]
    assert [each["Draw seed"] for each in facts] == [entry.payload["seed"] for entry in drawn]
    current = [table for table in tables[1::2] if "since redrawn" not in table.title]
    for table, entry in zip(current, drawn, strict=True):
        expected = [names.get(number, "bye") for number in entry.payload["lines"]]
        assert [row[2] for row in table.rows] == expected


def _check_rounds(
    report: ArbiterReport, event: Event, live: list[JournalEntry], names: Mapping[int, str]
) -> None:
    rows = {row[1]: row for table in arbiter_tables.tabulate_rounds(report) for row in table.rows if row[1]}
    results = {
        entry.payload["pairing"]: entry.payload for entry in live if entry.kind in ("settled", "corrected")
    }
    for label, payload in results.items():
        _, _, white, black, result, *_why = rows[label]
        assert (white, black) == (names[payload["white"]], names[payload["black"]])
        if payload["ending"] == "played":
            assert result == f"{payload['white_score']}–{payload['black_score']}"
    assert set(rows) == set(Pairing.objects.filter(event=event, board=0).values_list("label", flat=True))
    byes = [row for table in arbiter_tables.tabulate_rounds(report) for row in table.rows if not row[1]]
    rounds = {
        (entry.payload["flight"], entry.payload["round"]): entry.payload
        for entry in live
        if entry.kind == "paired"
    }
    assert len(byes) == sum(len(payload["byes"]) for payload in rounds.values())


def _check_players(report: ArbiterReport, live: list[JournalEntry], names: Mapping[int, str]) -> None:
    for number, name in names.items():
        lines = {
            int(row[0]) for row in arbiter_tables.tabulate_player(report, number, name)[0].rows if row[0]
        }
        expected = {entry.seq for entry in live if number in _find_numbers(entry.payload)}
        assert expected <= lines


def _find_numbers(payload: Any) -> set[int]:
    """The numbers of entries anywhere in a payload, by the keys under which rows name them."""
    if isinstance(payload, list):
        return {number for item in payload for number in _find_numbers(item)}
    if not isinstance(payload, dict):
        return set()
    found = {payload[key] for key in ("entry", "white", "black") if isinstance(payload.get(key), int)}
    lines = payload.get("lines", [])
    found |= {line for line in (lines.values() if isinstance(lines, dict) else lines) if line}
    nested = (value for key, value in payload.items() if key not in ("reasons", "lines"))
    return found | {number for value in nested for number in _find_numbers(value)}


@pytest.mark.parametrize("scheme", FORMATS)
def test_the_report_of_a_played_event_says_what_its_journal_says(scheme: str) -> None:
    event = an_event(make_plan(scheme, FormatOptions()), 9)
    play_stages(event)
    check_facts(event)
    check = dict(table_of(report_of(event), "Check of the event").rows)
    assert check["Result of the check"] == "all checks passed"


@pytest.fixture(scope="module")
@replayed
def disputed_event(module_transaction: None) -> Event:
    """A knockout of 8 with all that an arbiter asks about."""
    event = a_night(a_club(), [f"Player {number}" for number in range(1, 9)])
    by = by_of(event)
    director = director_of(event.tournament.club)
    one, other = _players_of(event, "M1-1")[0], _players_of(event, "M1-2")[0]
    changes.swap(**by, flight="main", one=one, other=other, reason="Same car")
    changes.swap(**by, flight="main", one=_players_of(event, "M1-3")[0], other=_players_of(event, "M1-4")[0])
    newcomer = players.register_player(name="Newcomer")
    changes.substitute(**by, entry=_players_of(event, "M1-4")[1], player=newcomer, reason="Fell ill")
    settle(match_at(event, "M1-1"), "white", loser_score=2)
    settle(match_at(event, "M1-2"), "black", "forfeit")
    corrections.correct_result(
        match=match_at(event, "M1-1"),
        result=make_result(5, (3, 5), "", "played"),
        choices={},
        by=director,
        reason="Sheet read upside down",
    )
    event.refresh_from_db()
    journal_services.undo(event=event, by=director)
    journal_services.redo(event=event, by=director)
    entries.withdraw(
        entry=event.entries.get(number=_players_of(event, "M1-3")[0]), by=director, reason="Train"
    )
    return event


@pytest.fixture
def event(disputed_event: Event) -> Event:
    cache.clear()
    return Event.objects.select_related("tournament__club", "tournament__desk").get(pk=disputed_event.pk)


def _players_of(event: Event, label: str) -> tuple[int, int]:
    row = Pairing.objects.select_related("white_entry", "black_entry").get(event=event, label=label)
    assert row.white_entry is not None
    assert row.black_entry is not None
    return row.white_entry.number, row.black_entry.number


def test_each_manual_exchange_stands_with_its_reason_and_what_was_there_before(event: Event) -> None:
    names = dict(event.entries.values_list("number", "player__name"))
    swaps = [entry for entry in event.journal.order_by("seq") if entry.kind == "relined"]
    drawn = event.journal.get(kind="drawn")
    rows = [row for row in rows_of(event, MANUAL) if row["Action"].startswith("Players swapped")]
    lines = dict(enumerate(drawn.payload["lines"], start=1))
    by = director_of(event.tournament.club).get_username()
    for row, swap in zip(rows, swaps, strict=True):
        changed = {int(line): number for line, number in swap.payload["lines"].items()}
        assert row["Line"] == str(swap.seq)
        assert row["Before"] == "; ".join(f"line {line}: {names[lines[line]]}" for line in sorted(changed))
        assert row["After"] == "; ".join(f"line {line}: {names[changed[line]]}" for line in sorted(changed))
        assert row["By"] == by
        lines |= changed
    assert [row["Reason"] for row in rows] == ["Same car", NO_REASON]
    table = arbiter_tables.tabulate_draws(report_of(event))[1]
    assert [row[2] for row in table.rows] == [names.get(number, "bye") for number in drawn.payload["lines"]]
    assert [row[3] for row in table.rows] == [names.get(lines[line], "bye") for line in sorted(lines)]


def test_a_correction_stands_with_the_result_before_and_after(event: Event) -> None:
    names = dict(event.entries.values_list("number", "player__name"))
    white, black = (names[number] for number in _players_of(event, "M1-1"))
    [row] = rows_of(event, CORRECTED)
    assert row == {
        "Line": str(event.journal.get(kind="corrected").seq),
        "Action": f"Corrected: {white} 3–5 {black}. Main · Semi-final: {black} instead of {white}. "
        f"Consolation · Semi-final: {white} instead of {black}",
        "Before": f"{white} 5–2 {black}",
        "After": f"{white} 3–5 {black}",
        "By": director_of(event.tournament.club).get_username(),
        "Reason": "Sheet read upside down",
    }
    assert [row["Action"].partition(":")[0] for row in rows_of(event, UNDONE)] == ["Undone", "Redone"]


def a_corrected_event() -> tuple[Event, dict[str, str]]:
    """An event whose first match was corrected after a semi-final, which is played again, and four names."""
    event = a_night(a_club(), [f"Player {number}" for number in range(1, 9)])
    for label in ("M1-1", "M1-2", "M2-1", "C1-1"):
        settle(match_at(event, label), loser_score=1)
    first, second = match_at(event, "M1-1"), match_at(event, "M1-2")
    corrections.correct_result(
        match=first,
        result=make_result(5, (1, 5), "", "played"),
        choices={"M2-1": "replay", "C1-1": "rule:white"},
        by=director_of(event.tournament.club),
        reason="Sheet read upside down",
    )
    event.refresh_from_db()
    names = {"wrong": first.white.name, "right": first.black.name}
    return event, {**names, "other": second.white.name, "loser": second.black.name}


def test_a_correction_lists_its_consequences_match_by_match() -> None:
    event, names = a_corrected_event()
    replayed_match = "Main · Semi-final: {wrong} 5–1 {other} no longer counts; {right} – {other} is played"
    ruling = "no longer counts; no new match, {wrong} advances by ruling"
    [row] = rows_of(event, CORRECTED)
    assert row["Action"].startswith("Corrected: {wrong} 1–5 {right}. ".format(**names))
    for text in (replayed_match, ruling):
        assert text.format(**names) in row["Action"]
    text = read_text(
        signed_in(director_of(event.tournament.club)).get(path_of(event, "arbiter-report-pdf")).content
    )
    assert squeezed(ruling.format(**names)) in text
    journal_services.undo(event=event, by=director_of(event.tournament.club))
    [undo] = rows_of(event, UNDONE)
    assert "Main · Semi-final: {wrong} 5–1 {other} counts again".format(**names) in undo["Action"]


def test_matches_decided_without_being_played_are_among_the_rulings(event: Event) -> None:
    corrected_event, names = a_corrected_event()
    actions = [row["Action"] for row in rows_of(corrected_event, DECISIONS)]
    sentence = (
        "Consolation · Semi-final: {right} 3–1 {loser} no longer counts; no new match, {wrong} advances"
    )
    assert [text for text in actions if text.startswith(sentence.format(**names))] == [
        f"{sentence} by ruling".format(**names)
    ]
    by_number = dict(event.entries.values_list("number", "player__name"))
    white, black = (by_number[number] for number in _players_of(event, "M1-3"))
    walkovers = [row for row in rows_of(event, DECISIONS) if "walk-over" in row["Action"]]
    assert walkovers[0]["Action"] == f"Main · Quarter-final: {white} – {black}: {black} wins (walk-over)"
    assert walkovers[0]["Reason"] == "Train"


def test_all_about_a_player_says_which_result_no_longer_counts() -> None:
    event, names = a_corrected_event()
    number = event.entries.get(player__name=names["other"]).number
    line = event.journal.get(kind="corrected").seq
    rows = arbiter_tables.tabulate_player(report_of(event), number, names["other"])[0].rows
    actions = [row[2] for row in rows]
    assert "{wrong} 5–1 {other} (no longer valid, see line {line})".format(**names, line=line) in actions
    assert actions[-1] == (
        "Corrected: {wrong} 1–5 {right}. Main · Semi-final: {wrong} 5–1 {other} no longer counts; "
        "{right} – {other} is played from the start, at 0–0"
    ).format(**names)


def test_substitutions_withdrawals_and_matches_not_played_out_are_listed(event: Event) -> None:
    actions = {row["Action"].split()[-1].rstrip(":"): row["Reason"] for row in rows_of(event, ENTRIES)}
    assert list(actions.values()) == ["Fell ill", "Train"]
    [forfeit] = [row for row in rows_of(event, DECISIONS) if "walk-over" not in row["Action"]]
    assert forfeit["Action"] == _names_of_result(event, "M1-2")
    assert forfeit["Reason"] == "Report at the desk"
    check = dict(table_of(report_of(event), "Check of the event").rows)
    assert check["Result of the check"] == "all checks passed"
    assert check["Repeated from the draw seed and the rules"] == "1 draw"
    assert check["Not repeatable, as decided by hand"].count("Players swapped") == 2


def _names_of_result(event: Event, label: str) -> str:
    names = dict(event.entries.values_list("number", "player__name"))
    white, black = (names[number] for number in _players_of(event, label))
    return f"{white} – {black}: {black} wins (forfeit)"


def test_all_about_a_player_is_in_the_order_in_which_it_happened(event: Event) -> None:
    number = _players_of(event, "M1-1")[0]
    name = event.entries.get(number=number).player.name
    first, *_others = arbiter_tables.tabulate_player(report_of(event), number, name)
    lines = [int(row[0]) for row in first.rows if row[0]]
    assert lines == sorted(lines)
    assert first.rows[0][2] == f"Entered as number {number}"
    assert any(row[-1] == "Same car" for row in first.rows)
    assert any(row[-1] == "Sheet read upside down" for row in first.rows)


def test_manual_pairings_stand_with_their_reason_and_the_round_before() -> None:
    event = an_event(swiss(), 6)
    draws.pair_round(**by_of(event), flight="swiss")
    before = event.journal.get(kind="paired").payload["boards"]
    board = before[0]
    other = before[1]
    draws.pair_again(
        **by_of(event), flight="swiss", fixed=((board["white"], other["white"]),), reason="Wrong badge"
    )
    names = dict(event.entries.values_list("number", "player__name"))
    [row] = rows_of(event, MANUAL)
    assert row["Reason"] == "Wrong badge"
    assert f"{names[board['white']]} – {names[board['black']]}" in row["Before"]
    after = {frozenset(pair.split(" – ")) for pair in row["After"].split("; ")}
    assert frozenset((names[board["white"]], names[other["white"]])) in after
    check = dict(table_of(report_of(event), "Check of the event").rows)
    assert check["Not repeatable, as decided by hand"] == "Swiss, round 1: 1 pairing"
    assert check["Repeated from the draw seed and the rules"] == "1 draw, 1 round"
    check_facts(event)


def test_pairs_that_must_not_meet_stand_below_the_rules_with_who_entered_them_and_why() -> None:
    event = an_event(swiss(), 6)
    by, username = by_of(event), director_of(event.tournament.club).get_username()
    event.refresh_from_db()
    names = dict(event.entries.values_list("number", "player__name"))
    draws.forbid_pair(**by, flight="swiss", one=2, other=1, reason="Brothers")
    draws.forbid_pair(**by, flight="swiss", one=3, other=4)
    draws.allow_pair(**by, flight="swiss", one=4, other=3, reason="A mistake")
    draws.forbid_pair(**by, flight="swiss", one=5, other=6, reason="Same team")
    event.refresh_from_db()
    journal_services.undo(event=event, by=by["by"])
    seqs = [str(line.seq) for line in event.journal.order_by("seq") if line.kind == "planned"][1:]
    expected = [
        (f"{names[1]} and {names[2]} must not meet", "Brothers"),
        (f"{names[3]} and {names[4]} must not meet", NO_REASON),
        (f"{names[3]} and {names[4]} may meet again", "A mistake"),
        (f"{names[5]} and {names[6]} must not meet (undone later)", "Same team"),
    ]
    assert rows_of(event, "Pairs that must not meet") == [
        {"Line": seq, "Action": action, "By": username, "Reason": reason}
        for seq, (action, reason) in zip(seqs, expected, strict=True)
    ]
    titles = [table.title for table in arbiter_tables.tabulate_overview(report_of(event))]
    assert titles[:2] == ["Rules in force", "Pairs that must not meet"]
    first, *_others = arbiter_tables.tabulate_player(report_of(event), 1, names[1])
    assert [row[2] for row in first.rows if row[-1] == "Brothers"] == [expected[0][0]]


def test_the_plan_of_an_event_may_keep_pairs_apart_from_the_beginning() -> None:
    plan = Plan((Stage("swiss", "swiss", options={"rounds": 3, "forbidden": [[1, 2]]}),))
    event = an_event(plan, 6)
    names = dict(event.entries.values_list("number", "player__name"))
    [row] = rows_of(event, "Pairs that must not meet")
    assert row["Action"] == f"{names[1]} and {names[2]} must not meet"
    knockout = a_night(a_club())
    titles = [table.title for table in arbiter_tables.tabulate_overview(report_of(knockout))]
    assert "Pairs that must not meet" not in titles


def test_a_penalty_is_listed_with_its_rule_and_who_gave_it() -> None:
    event = a_night(a_club())
    match = match_at(event, "M1-1")
    penalties.penalise_player(
        match=match, side="white", points=1, by=director_of(event.tournament.club), reason="Late"
    )
    [row] = rows_of(event, DECISIONS)
    assert row["Action"] == f"Penalty against {match.white.name}: 1 point for {match.black.name}"
    assert row["Reason"].endswith("Late")


def forged_file(event: Event) -> dict[str, Any]:
    """The file of a Swiss with two opponents of a round exchanged and a new checksum, without signature."""
    content: dict[str, Any] = json.loads(write_event_file(event))
    content.pop("signature", None)
    boards = next(line for line in content["journal"] if line["kind"] == "paired")["payload"]["boards"]
    boards[0]["black"], boards[1]["black"] = boards[1]["black"], boards[0]["black"]
    content["seal"] = event_file.compute_checksum(content)
    return content


def test_a_forged_file_is_found_beside_the_event_and_after_its_import() -> None:
    event = an_event(swiss(), 6)
    draws.pair_round(**by_of(event), flight="swiss")
    content = forged_file(event)
    data = event_file.to_canonical_bytes(content)
    director = signed_in(director_of(event.tournament.club))
    page = director.post(path_of(event, "check-event-file"), {"file": SimpleUploadedFile("event.json", data)})
    assert page.status_code == 200
    assert "1 line of the activity log differs:" in page.text
    assert "the rules give other opponents" in page.text
    same = director.post(
        path_of(event, "check-event-file"),
        {"file": SimpleUploadedFile("event.json", write_event_file(event))},
    )
    assert "Its activity log is the one here, line by line." in same.text
    for line in content["journal"]:
        line["key"] = f"x{line['key']}"
    content["seal"] = event_file.compute_checksum(content)
    other_club = event.tournament.club
    imported = imports.import_event(
        club=other_club,
        file=event_file.read(event_file.to_canonical_bytes(content)),
        by=director_of(other_club),
    )
    check = dict(table_of(report_of(imported), "Check of the event").rows)
    assert check["Result of the check"] == "1 check failed"
    assert "the rules give other opponents" in " ".join(check.values())


def test_the_public_reads_no_account_and_only_directors_check_files(client: Client, event: Event) -> None:
    username = director_of(event.tournament.club).get_username()
    page = client.get(path_of(event, "arbiter-report"))
    assert page.status_code == 200
    assert f'data-label="By">{username}<' not in page.text
    assert 'data-label="By">Desk<' in page.text
    assert client.get(path_of(event, "check-event-file")).status_code == 302
    director = signed_in(director_of(event.tournament.club))
    assert f'data-label="By">{username}<' in director.get(path_of(event, "arbiter-report")).text


def test_an_account_checks_a_limited_number_of_files_an_hour(event: Event) -> None:
    director = signed_in(director_of(event.tournament.club))
    statuses = [
        director.post(
            path_of(event, "check-event-file"), {"file": SimpleUploadedFile("event.json", b"{}")}
        ).status_code
        for _ in range(31)
    ]
    assert statuses == [409] * 30 + [429]


@pytest.mark.parametrize(
    "query", [{}, {"part": "players"}, {"part": "draws"}, {"part": "rounds"}, {"find": "layer 1"}]
)
@pytest.mark.parametrize("language", ["en", "it"])
def test_every_part_is_a_page(client: Client, event: Event, query: dict[str, str], language: str) -> None:
    page = client.get(path_of(event, "arbiter-report"), query, headers={"Accept-Language": language})
    assert page.status_code == 200
    assert "None" not in page.text.replace("None.", "")
    assert ("Rapporto per l" in page.text) == (language == "it")


def test_the_pdf_names_what_the_page_names(client: Client, event: Event) -> None:
    text = read_text(client.get(path_of(event, "arbiter-report-pdf")).content)
    for part in ("Same car", NO_REASON, "Sheet read upside down", "Fell ill", "Train"):
        assert squeezed(part) in text
    tournament = [event.tournament.club.slug, event.tournament.slug]
    assert squeezed("Same car") in read_text(
        client.get(reverse("tournament-arbiter-report-pdf", args=tournament)).content
    )
    page = client.get(reverse("tournament-arbiter-report", args=tournament)).text
    assert path_of(event, "arbiter-report") in page


def test_unknown_parts_and_players_and_unpublished_draws_have_no_page(client: Client, event: Event) -> None:
    assert client.get(path_of(event, "arbiter-report"), {"part": "x"}).status_code == 404
    assert client.get(path_of(event, "arbiter-report"), {"player": "99"}).status_code == 404
    Event.objects.filter(pk=event.pk).update(status="drawn")
    for name in ("arbiter-report", "arbiter-report-pdf"):
        assert client.get(path_of(event, name)).status_code == 404


def test_the_check_of_a_file_leads_to_the_report_of_its_event(client: Client, event: Event) -> None:
    files = {"file": SimpleUploadedFile("event.json", write_event_file(event))}
    assert path_of(event, "arbiter-report") in client.post("/records/check/", files).text
    content = json.loads(write_event_file(event))
    content["journal"] = [None]
    broken = {"file": SimpleUploadedFile("event.json", event_file.to_canonical_bytes(content))}
    assert path_of(event, "arbiter-report") not in client.post("/records/check/", broken).text


@pytest.mark.second_stage
def test_a_large_field_needs_no_more_queries_and_no_page_is_long(client: Client) -> None:
    counts: list[list[int]] = []
    for size in (16, 256):
        event = a_night(a_club(), [f"Player {number}" for number in range(1, size + 1)])
        client.get(path_of(event, "arbiter-report"))
        counts.append([])
        for part in ("overview", "players", "draws", "rounds"):
            with CaptureQueriesContext(connection) as queries:
                page = client.get(path_of(event, "arbiter-report"), {"part": part})
            counts[-1].append(len(queries))
            assert len(page.content) < LONGEST_PAGE
    assert counts[0] == counts[1]
