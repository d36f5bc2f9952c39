"""People of one name in an event are distinguished wherever they appear."""

import re
from datetime import UTC, date, datetime

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import get_default_timezone

from matches.actors import SYSTEM
from matches.api.serializers import PlayerSerializer
from matches.models import Player
from matches.names import get_surnames
from matches.queries.audits import compute_canonical_players, find_player_disagreements, iterate_players
from matches.services import merging, players
from matches.states import make_result
from rules.errors import Refusal
from tests.factory_recordings import replayed
from tests.site.reached_states import Scope, list_paths_about
from tests.tournaments import club_evenings
from tests.tournaments.team_evenings import a_team_event
from tournaments.models import Club, Event, MemberRecord, Membership, TeamMember, Tournament
from tournaments.name_lists.details import EntryDetails
from tournaments.name_lists.entry_details import mark_person
from tournaments.name_lists.line_labels import OTHER_PERSON
from tournaments.people.services import member_records, members
from tournaments.people.services.member_records import MemberData
from tournaments.play.changes.queries.previews import preview_correction
from tournaments.play.desk.queries import desk_search
from tournaments.play.entrants.queries.namesake_facts import describe_namesakes
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal
from tournaments.play.teams import services as teams
from tournaments.play.teams.queries import read_teams
from tournaments.play.teams.teams_text import TeamLineFault
from tournaments.play.tournaments.services import tournaments
from tournaments.web.decorators import event_url

pytestmark = pytest.mark.django_db

LONDON, LEEDS = "John Smith (London)", "John Smith (Leeds)"
LINES = ("John Smith; London", mark_person("John Smith; Leeds", OTHER_PERSON), "Anna Rossi", "Bo Jensen")


@pytest.fixture
def event() -> Event:
    return club_evenings.a_night(club_evenings.a_club(), LINES)


def undrawn_event_of(club: Club, name: str) -> Event:
    return tournaments.create_knockout_tournament(
        club=club,
        name=name,
        starts_at=club_evenings.FIRST_NIGHT,
        length=5,
        consolation_length=3,
        tables=8,
        by=club_evenings.director_of(club),
    )


@replayed
def undrawn_event(*lines: str) -> Event:
    event = undrawn_event_of(club_evenings.a_club(), "Open")
    by = club_evenings.director_of(event.tournament.club)
    entries.enter_names(event=event, names="\n".join(lines), by=by, key="names")
    event.refresh_from_db()
    return event


def names_in(event: Event) -> list[str]:
    return [entry.player.name for entry in event.entries.select_related("player").order_by("number")]


def disagreements() -> list[Refusal]:
    persons = compute_canonical_players()
    return [refusal for player in iterate_players() for refusal in find_player_disagreements(player, persons)]


def test_club_country_or_code_stands_behind_the_name() -> None:
    other = OTHER_PERSON
    event = undrawn_event(
        "John Smith; London; GB",
        mark_person("John Smith; Leeds; GB", other),
        "Bo Jensen; DK",
        mark_person("Bo Jensen; SE", other),
        "Anna Rossi",
        mark_person("Anna Rossi; Roma", other),
        "Carla Bo; Roma",
    )
    anna = event.entries.get(number=5).player
    assert names_in(event) == [
        LONDON,
        LEEDS,
        "Bo Jensen (DEN)",
        "Bo Jensen (SWE)",
        f"Anna Rossi ({anna.code})",
        "Anna Rossi (Roma)",
        "Carla Bo",
    ]
    assert [entry.player.full_name for entry in event.entries.order_by("number")[:2]] == ["John Smith"] * 2


def test_the_distinction_follows_the_details_and_stays_with_namesakes_of_the_club() -> None:
    event = undrawn_event(*LINES)
    by = club_evenings.director_of(event.tournament.club)
    entries.describe(event=event, details={2: EntryDetails(club="York")}, by=by, key="york")
    assert names_in(event)[:2] == [LONDON, "John Smith (York)"]
    journal.undo(event=event, by=by, key="undo-york")
    assert names_in(event)[:2] == [LONDON, LEEDS]
    # Both stay members of the club through another event.
    members = [mark_person("John Smith", event.entries.get(number=number).player.code) for number in (1, 2)]
    other_event = undrawn_event_of(event.tournament.club, "Second")
    entries.enter_names(event=other_event, names="\n".join(members), by=by, key="members")
    journal.undo(event=event, by=by, key="undo-names")
    smiths = Player.objects.filter(full_name="John Smith")
    assert sorted(smiths.values_list("name", flat=True)) == [LEEDS, LONDON]
    merging.correct_name(player=smiths[0], name="Jon Smith", by=SYSTEM)
    rows = Player.objects.filter(full_name__endswith="Smith").order_by("full_name")
    assert list(rows.values_list("name", "distinction")) == [("John Smith", ""), ("Jon Smith", "")]


def test_a_distinction_stays_while_another_event_needs_it() -> None:
    event = undrawn_event(*LINES)
    london = event.entries.get(number=1).player
    by = club_evenings.director_of(event.tournament.club)
    second = undrawn_event_of(event.tournament.club, "Second")
    entries.enter_names(event=second, names=mark_person("John Smith", london.code), by=by, key="second")
    assert names_in(second) == [LONDON]
    journal.undo(event=second, by=by, key="undo-second")
    assert names_in(event)[:2] == [LONDON, LEEDS]


def test_a_corrected_name_makes_and_ends_namesakes() -> None:
    event = undrawn_event("John Smith; London", "Jon Smith; Leeds", "Anna Rossi")
    other = event.entries.get(number=2).player
    merging.correct_name(player=other, name="John Smith", by=SYSTEM)
    assert names_in(event)[:2] == [LONDON, LEEDS]
    merging.correct_name(player=other, name="Jon Smith", by=SYSTEM)
    assert names_in(event)[:2] == ["John Smith", "Jon Smith"]
    assert disagreements() == []


def test_pairs_with_namesakes_have_a_distinction() -> None:
    event = undrawn_event(
        "John Smith / Anna Rossi; London", mark_person("John Smith; Leeds", OTHER_PERSON), "Bo Jensen"
    )
    pair, single = (event.entries.get(number=number).player for number in (1, 2))
    assert (pair.name, pair.desk_name) == ("John Smith (London) / Anna Rossi",) * 2
    found = desk_search.find_entry_rows(event.tournament, "anna")
    assert [row.entry.name for row in found] == [pair.desk_name]
    assert pair.undistinguished_name == "John Smith / Anna Rossi"
    assert get_surnames(pair.name) == "Smith (London) / Rossi"
    assert PlayerSerializer(pair).data["distinction"] == "London"
    assert (single.name, single.desk_name) == (LEEDS, LEEDS)
    assert disagreements() == []


def test_a_code_name_needs_no_distinction_and_an_initial_does() -> None:
    event = undrawn_event(*LINES)
    first, second = (event.entries.get(number=number).player for number in (1, 2))
    Player.objects.filter(pk=first.pk).update(shown="code", code_name="Fox", name="Fox")
    Player.objects.filter(pk=second.pk).update(shown="initial", name="John S. (Leeds)")
    by = club_evenings.director_of(event.tournament.club)
    entries.describe(event=event, details={2: EntryDetails(club="York")}, by=by, key="york")
    rows = Player.objects.filter(full_name="John Smith").order_by("pk")
    assert [(player.name, player.desk_name) for player in rows] == [
        ("Fox", LONDON),
        ("John S. (York)", "John Smith (York)"),
    ]
    assert disagreements() == []


@pytest.mark.second_stage
def test_every_page_file_and_answer_tells_them_apart(desk: Client, event: Event) -> None:
    """Wherever the name is shown, the distinction stands behind it."""
    bare_name = re.compile(r"John Smith(?! \((?:London|Leeds)\)).{0,60}", re.DOTALL)
    club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    readings = {path: desk.get(path) for _address, path in list_paths_about(event, Scope.ALL)}
    texts = {
        path: response.content.decode(errors="replace")
        for path, response in readings.items()
        if response.status_code == 200 and not response.streaming
    }
    assert sum(LONDON in text for text in texts.values()) >= 30
    bare_names = {path: bare_name.findall(text) for path, text in texts.items() if bare_name.search(text)}
    # The box of a new league gives the codes of namesakes; two pages of one player are about the bare name.
    named_otherwise = (f"/clubs/{event.tournament.club.slug}/leagues/new/", "/spellings/", "/yours/")
    assert [path for path in bare_names if not path.endswith(named_otherwise)] == []


def test_the_effects_of_a_correction_tell_them_apart(event: Event) -> None:
    for label in ("M1-1", "M1-2"):
        club_evenings.settle(club_evenings.match_at(event, label))
    match = club_evenings.match_at(event, "M1-1")
    other_result = make_result(match.length, (0, match.length), "black", "played")
    affected = preview_correction(match=match, result=other_result).affected
    shown = {name for item in affected for name in (*item.before_names, *item.after_names)}
    assert {name for name in shown if "Smith" in name} in ({LONDON, LEEDS}, {LONDON}, {LEEDS})


def test_the_quick_box_asks_which_and_understands_the_answer(desk: Client, event: Event) -> None:
    with pytest.raises(Refusal) as refused:
        desk_search.find_match(event.tournament.desk, "smith")
    assert (refused.value.code, refused.value.context) == (
        "name_not_clear",
        {"letters": "smith", "names": f"{LEEDS}, {LONDON}"},
    )
    for letters in ("smith leeds", "leeds"):
        match, side = desk_search.find_match(event.tournament.desk, letters)
        assert getattr(match, side).name == LEEDS
    page = desk.post(event_url("desk-quick-result", event), {"line": "smith 5-2"}).content.decode()
    assert "type more of the name; text in brackets counts too." in page


def test_a_quick_line_of_two_players_asks_which_and_stays_typed(desk: Client, event: Event) -> None:
    page = desk.post(event_url("desk-quick-result", event), {"line": "smith 5-2"}).content.decode()
    assert 'name="line" autocomplete="off" maxlength="60"' in page
    assert page.count('value="smith 5-2"') == 3
    match, side = desk_search.find_match(event.tournament.desk, "leeds")
    opponent = match.black if side == "white" else match.white
    assert f"Record {LEEDS} 5–2 {opponent.desk_name}" in page
    fields = {
        "line": "smith 5-2",
        "match": match.code,
        "version": match.version,
        "side": side,
        "key": "which",
    }
    assert desk.post(event_url("desk-quick-result", event), fields).status_code == 303
    match.refresh_from_db()
    scores = (match.white_score, match.black_score)
    assert scores == ((5, 2) if side == "white" else (2, 5))


def test_a_list_with_distinctions_means_the_players_it_was_made_from(event: Event) -> None:
    club = event.tournament.club
    second = tournaments.create_knockout_tournament(
        club=club,
        name="Second",
        starts_at=club_evenings.FIRST_NIGHT,
        length=5,
        consolation_length=3,
        tables=8,
        by=club_evenings.director_of(club),
    )
    by = club_evenings.director_of(club)
    entries.enter_names(event=second, names=f"{LEEDS}\n{LONDON}\nAnna Rossi", by=by, key="again")
    london, leeds, anna = (event.entries.get(number=number).player for number in (1, 2, 3))
    assert [entry.player for entry in second.entries.order_by("number")] == [leeds, london, anna]


def test_a_roster_asks_which_namesake_and_reads_the_answer() -> None:
    club = club_evenings.a_club()
    by = club_evenings.director_of(club)
    smiths = [players.register_player(name="John Smith") for _ in range(2)]
    for smith in smiths:
        members.enrol(club=club, player=smith, by=by)
    event = a_team_event(club, is_drawn=False)
    texts = [f"Team C: John Smith ({smith.code}), Zoe" for smith in smiths]
    codes = [smith.code for smith in smiths]
    (line,) = read_teams(event=event, text="Team C: John Smith, Zoe")
    assert line.fault == TeamLineFault.NAME_SHARED
    assert set(line.names[0].split(", ")) == {f"John Smith ({code})" for code in codes}
    with pytest.raises(Refusal) as refused:
        teams.enter_teams(event=event, text="Team C: John Smith, Zoe", by=by, key="c")
    assert (refused.value.code, refused.value.context["name"]) == ("name_shared", "John Smith")
    teams.enter_teams(event=event, text=texts[1], by=by, key="c")
    teams.enter_teams(event=event, text=texts[0].replace("C:", "D:").replace("Zoe", "Yan"), by=by, key="d")
    rows = TeamMember.objects.filter(player__in=smiths).order_by("entry__number")
    assert [(row.entry.player.name, row.player.name) for row in rows] == [
        ("Team C", "John Smith (Team C)"),
        ("Team D", "John Smith (Team D)"),
    ]


def test_enrolling_a_name_of_two_former_members_asks_which() -> None:
    club = club_evenings.a_club()
    by = club_evenings.director_of(club)
    first, second = (players.register_player(name="John Smith") for _ in range(2))
    for smith in (first, second):
        members.enrol(club=club, player=smith, by=by)
    for smith in (first, second):
        with pytest.raises(Refusal, match="already_member"):
            members.enrol_by_name(club=club, name=f"John Smith ({smith.code})", by=by)
        members.leave(membership=club.memberships.get(player=smith), by=by)
    with pytest.raises(Refusal, match="namesakes_unclear"):
        members.enrol_by_name(club=club, name="john smith", by=by)
    assert members.enrol_by_name(club=club, name=f"John Smith ({second.code})", by=by).player == second


def test_an_entry_without_a_club_takes_no_distinction_away(event: Event) -> None:
    """Another event of the club that states nothing keeps what its members are known by."""
    club = event.tournament.club
    codes = Player.objects.filter(full_name="John Smith").order_by("pk").values_list("code", flat=True)
    by = club_evenings.director_of(club)
    other = tournaments.create_knockout_tournament(
        club=club,
        name="Next night",
        starts_at=club_evenings.FIRST_NIGHT,
        length=5,
        consolation_length=3,
        tables=8,
        by=by,
    )
    lines = "\n".join(mark_person("John Smith", code) for code in codes)
    entries.enter_names(event=other, names=lines, by=by, key="again")

    assert names_in(other) == [LONDON, LEEDS]
    assert names_in(event)[:2] == [LONDON, LEEDS]


def test_what_tells_members_of_one_name_apart_is_beside_the_code(client: Client) -> None:
    event = undrawn_event("Anna Rossi", "Bo Jensen")
    club = event.tournament.club
    by = club_evenings.director_of(club)
    for text in ("jun.", "sen."):
        members.enrol_by_name(club=club, name="Marco Rossi; person: new", distinction=text, by=by)
    client.force_login(by)
    answer = client.post(
        event_url("desk-names", event), {"names": "Marco Rossi"}, headers={"accept-language": "it"}
    )
    page = answer.content.decode()
    options = re.findall(r'<option value="[^"]{8}">(.*?)</option>', page)
    rossis = Player.objects.filter(full_name="Marco Rossi").order_by("distinction")
    codes = list(rossis.values_list("code", flat=True))
    assert sorted(options) == [f"{text}, {code}" for text, code in zip(("jun.", "sen."), codes, strict=True)]


def test_the_last_day_of_a_namesake_is_that_of_the_club() -> None:
    """A tournament that begins at midnight of the club's time zone is on that day, not on the one in UTC."""
    club = club_evenings.a_club()
    event = club_evenings.a_night(club, ("John Smith", "Anna Rossi"))
    members.enrol_by_name(club=club, name="John Smith; person: new", by=club_evenings.director_of(club))
    starts_at = datetime(2027, 1, 1, tzinfo=get_default_timezone())
    Tournament.objects.filter(pk=event.tournament_id).update(starts_at=starts_at)
    keys = Player.objects.filter(full_name="John Smith").order_by("pk").values_list("pk", flat=True)
    texts = describe_namesakes(club.pk, keys, with_codes=False)
    assert list(texts.values()) == ["came last on 1 January 2027", "has not played here"]


def test_only_what_differs_between_namesakes_is_named() -> None:
    club = club_evenings.a_club()
    by = club_evenings.director_of(club)
    rows = [
        members.enrol_by_name(club=club, name="John Smith; person: new", distinction=text, by=by)
        for text in ("jun.", "sen.", "", "")
    ]
    for row, year, number in zip(rows, (1950, 1990, 1990, 1990), ("1", "2", "3", ""), strict=True):
        record, _ = MemberRecord.objects.get_or_create(membership=row, club=club)
        MemberRecord.objects.filter(pk=record.pk).update(birth_year=year, number=number, home_club="Leeds")
    keys = [row.player_id for row in rows if row.player_id]
    assert list(describe_namesakes(club.pk, keys[:2], with_records=True, with_codes=False).values()) == [
        "jun., born 1950, no. 1",
        "sen., born 1990, no. 2",
    ]
    assert list(describe_namesakes(club.pk, keys[2:], with_records=True, with_codes=False).values()) == [
        "no. 3",
        "",
    ]
    assert list(describe_namesakes(club.pk, keys[:2], with_codes=False).values()) == ["jun.", "sen."]


def test_a_namesake_who_has_left_is_marked() -> None:
    club = club_evenings.a_club()
    by = club_evenings.director_of(club)
    rows = [
        members.enrol_by_name(club=club, name="John Smith; person: new", distinction=text, by=by)
        for text in ("jun.", "sen.")
    ]
    Membership.objects.filter(pk=rows[0].pk).update(
        joined_at=datetime(2020, 1, 1, tzinfo=UTC), left_at=datetime(2024, 5, 1, tzinfo=UTC)
    )
    keys = [row.player_id for row in rows if row.player_id]
    first, second = describe_namesakes(club.pk, keys, with_codes=False).values()
    assert first.endswith("former member, left 2024")
    assert "former" not in second


def test_the_day_of_an_import_is_no_day_of_joining() -> None:
    club = club_evenings.a_club()
    by = club_evenings.director_of(club)
    rows = [
        members.enrol_by_name(club=club, name="John Smith; person: new", distinction=text, by=by)
        for text in ("added", "joined before", "former")
    ]
    MemberRecord.objects.filter(membership=rows[1]).delete()
    MemberRecord.objects.create(membership=rows[1], club=club, joined_on=date(2010, 5, 1))
    Membership.objects.filter(pk=rows[2].pk).update(left_at=F("joined_at"))
    keys = [row.player_id for row in rows if row.player_id]
    texts = list(describe_namesakes(club.pk, keys, with_codes=False).values())
    today = date_format(timezone.localdate(), "j F Y")
    assert [f"member since {today}" in text for text in texts] == [True, False, False]
    texts = list(describe_namesakes(club.pk, keys, with_records=True, with_codes=False).values())
    assert ["member since 1 May 2010" in text for text in texts] == [False, True, False]


def test_every_member_can_be_given_a_distinction(client: Client) -> None:
    club = club_evenings.a_club()
    by = club_evenings.director_of(club)
    anna = members.enrol_by_name(club=club, name="Anna Rossi", by=by)
    client.force_login(by)
    page = client.get(reverse("members", args=[club.slug])).content.decode()
    assert f'id="distinction-{anna.pk}"' in page


@pytest.mark.parametrize("name", ["Anna Rossi", "John Smith", "Anna Rossi / Carla Bo"])
def test_the_preview_of_a_late_entry_refuses_what_it_would(client: Client, event: Event, name: str) -> None:
    client.force_login(club_evenings.director_of(event.tournament.club))
    change = {"act": "late", "name": name, "flight": "main"}
    preview = client.get(event_url("desk-change", event), change)
    applied = client.post(event_url("desk-change", event), change)
    sentences = [answer.context["refusal"].sentence for answer in (preview, applied)]
    assert (preview.status_code, sentences[0]) == (applied.status_code, sentences[1])


def test_the_preview_of_a_substitution_refuses_somebody_entered(client: Client, event: Event) -> None:
    client.force_login(club_evenings.director_of(event.tournament.club))
    change = {"act": "substitute", "entry": 1, "name": "Anna Rossi"}
    assert client.get(event_url("desk-change", event), change).status_code == 409


def test_two_lines_for_which_the_same_person_was_chosen_are_refused_by_their_numbers() -> None:
    event = undrawn_event("John Smith; London", mark_person("John Smith; Leeds", OTHER_PERSON))
    club, by = event.tournament.club, club_evenings.director_of(event.tournament.club)
    person = Player.objects.filter(full_name="John Smith").order_by("pk").first()
    assert person is not None
    second = undrawn_event_of(club, "Second")
    line = f"John Smith; person: {person.code}"

    with pytest.raises(Refusal, match="line_person_twice") as refused:
        entries.enter_names(event=second, names=f"{line}\nAnna Rossi\n{line}", by=by, key="twice")

    assert refused.value.facts == {"name": "John Smith", "first": 1, "second": 3}
    assert second.entries.count() == 0


def test_the_note_of_the_preview_names_the_lines_in_which_a_person_is_to_be_chosen(client: Client) -> None:
    event = undrawn_event("John Smith; London", mark_person("John Smith; Leeds", OTHER_PERSON))
    second = undrawn_event_of(event.tournament.club, "Second")
    client.force_login(club_evenings.director_of(event.tournament.club))

    answer = client.post(event_url("desk-names", second), {"names": "John Smith\nAnna Rossi\nJohn Smith"})
    page = " ".join(answer.text.split())

    assert "<strong> Check 2 lines:</strong>" in page
    assert "Choose who is meant where several players have the name." in page


def test_a_year_of_birth_in_brackets_is_the_namesake_of_that_year_and_no_rating() -> None:
    club = club_evenings.a_club()
    by = club_evenings.director_of(club)
    for year in (1960, 1988):
        membership = members.enrol_by_name(club=club, name="Mario Rossi; person: new", by=by)
        member_records.describe_member(membership=membership, data=MemberData(birth_year=year), by=by)
    event = undrawn_event_of(club, "Open")
    entries.enter_names(event=event, names="Rossi Mario (1988)", by=by, key="names")
    (entry,) = event.entries.select_related("player")
    assert (entry.player.memberships.get().record.birth_year, entry.rating) == (1988, 0)
