"""The management commands for random tournaments, the checker, and export and import of event files.

Codes such as I10 are guarantees of the checker; docs/proofs.md lists them.
"""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone, translation

from tests.factories import a_user
from tests.tournaments.checker import forged_money
from tests.tournaments.club_evenings import a_club, a_night, match_at, settle
from tests.tournaments.finances import fee_factories
from tournaments.exchange import event_file
from tournaments.importing.queries.exports import write_checker_file, write_event_file
from tournaments.models import Club, Event, Pairing
from tournaments.verification.checker.document import canonical
from tournaments.verification.checker.findings import CheckerFinding
from tournaments.verification.finding_lines import format_finding, read_entry_names


def run(name: str, *arguments: str, **options: Any) -> tuple[int, str]:
    buffer = StringIO()
    try:
        call_command(name, *arguments, stdout=buffer, **options)
    except SystemExit as exit_error:
        return int(str(exit_error.code)), buffer.getvalue()
    return 0, buffer.getvalue()


def test_the_last_line_counts_the_random_tournaments() -> None:
    code, output = run("rtg", seed="shell", count=2, language="en")
    assert code == 0
    assert output.startswith("2 seeds, ")
    assert " 0 violations, " in output


@pytest.mark.django_db
def test_the_money_of_an_event_is_checked_with_its_money_file(tmp_path: Path) -> None:
    event = fee_factories.a_paying_night()
    fee_factories.everybody_pays(event)
    money = forged_money.read_money(event)
    file = tmp_path / "money.json"
    file.write_text(json.dumps(money))
    assert run("check_event", str(event.pk), money=str(file), language="en") == (
        0,
        f"{event.pk}: all checks passed\n",
    )
    forged_money.forge_pot(money, 0)
    file.write_text(json.dumps(money))
    assert run("check_event", str(event.pk), money=str(file), language="en") == (
        1,
        f"{event.pk}: I21, as shown: The pot of fund 0 is shown as 35999; it should be 36000.\n"
        f"{event.pk}: 1 check failed\n",
    )
    with pytest.raises(CommandError):
        run("check_event", str(event.pk), str(event.pk), money=str(file))


def test_random_tournaments_with_one_seed_give_the_same_data() -> None:
    first = run("rtg", seed="shell", count=2, json=True)
    assert first == run("rtg", seed="shell", count=2, json=True)
    assert [json.loads(line).get("violations") for line in first[1].splitlines()] == [[], [], 0]


@pytest.mark.django_db
def test_an_event_of_the_site_and_its_file_are_checked(tmp_path: Path) -> None:
    event = a_night(a_club())
    settle(match_at(event, "M1-1"))
    file = tmp_path / "event.json"
    call_command("export_event", event.pk, str(file))
    assert run("check_event", str(event.pk), str(file), language="en") == (
        0,
        f"{event.pk}: all checks passed\n{file}: all checks passed\n",
    )
    row = Pairing.objects.get(event=event, label="M1-1")
    Pairing.objects.filter(pk=row.pk).update(winner_entry=row.black_entry)
    code, output = run("check_event", str(event.pk), json=True)
    data = json.loads(output.splitlines()[0])
    assert (code, data["promise"], data["code"]) == (1, "I10", "wrong_winner")
    with pytest.raises(CommandError):
        call_command("export_event", event.pk, str(file))


@pytest.mark.django_db
def test_findings_name_players_and_the_list_has_all_events() -> None:
    event = a_night(a_club(), ["Anna", "Bruno", "Carla", "Dario"])
    carla = event.entries.get(player__name="Carla")
    finding = CheckerFinding("I1", "entered_twice", 4, {"entry": carla.number})
    with translation.override("en"):
        for data in (write_event_file(event), write_checker_file(event)):
            assert format_finding(finding, read_entry_names(data)) == (
                f"I1, line 4: Entry {carla.number} (Carla) or its player was added twice."
            )
    day = timezone.localdate(event.tournament.starts_at).isoformat()
    assert f"{event.pk}: {event.name}, {event.tournament.name}, {day}" in run("check_event", list=True)[1]


@pytest.mark.django_db
def test_an_unknown_event_number_is_reported() -> None:
    code, output = run("check_event", "987654", language="en")
    assert (code, output) == (
        2,
        "987654: No event has number 987654. `check_event --list` shows the numbers of all events.\n",
    )


def test_files_that_are_no_event_files_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    file.write_text("{}")
    code, output = run("check_event", str(file), str(tmp_path / "none"), language="en")
    assert code == 2
    assert output.count("This is not an event file") == 2


@pytest.mark.django_db
def test_an_import_is_refused_for_unknown_users_and_existing_events(tmp_path: Path) -> None:
    event = a_night(a_club())
    file = tmp_path / "event.json"
    file.write_bytes(write_event_file(event))
    with pytest.raises(CommandError, match="nobody here"):
        call_command("import_event", str(file), club=event.tournament.club.slug, by="nobody here")
    a_user("guest")
    with pytest.raises(CommandError):
        call_command("import_event", str(file), club="Other", by="guest")
    assert Event.objects.count() == Club.objects.count() == 1


@pytest.mark.django_db
def test_a_refused_import_creates_no_club(tmp_path: Path) -> None:
    """The players of the file belong to an existing club."""
    data = json.loads(write_event_file(a_night(a_club())))
    data["journal"][0]["key"] = "another event"
    del data["seal"]
    data["seal"] = event_file.compute_checksum(data)
    file = tmp_path / "event.json"
    file.write_bytes(canonical(data))
    a_user("guest")
    with pytest.raises(CommandError, match="belongs to another club"):
        call_command("import_event", str(file), club="Other", by="guest")
    assert Club.objects.count() == 1
