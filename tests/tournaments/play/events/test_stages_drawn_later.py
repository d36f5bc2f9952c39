"""A stage drawn from earlier results follows them: the field of the last chance, of a final after a Swiss."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from matches import states
from matches.models import Match
from matches.services import settling
from rules.errors import Refusal
from tests.factories import a_called_match
from tests.factory_recordings import replayed
from tests.matches.refusals import refusal
from tests.page_forms import read_forms
from tests.tournaments import projection_check
from tests.tournaments.club_evenings import FIRST_NIGHT, a_club, director_of, match_at, settle
from tests.tournaments.play.changes.test_result_corrections import correct, reversed_result, seats
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.plan import PLACES, Feed, Plan, Stage
from tournaments.formats.registry import make_plan
from tournaments.importing.queries import exports
from tournaments.journal.eligibility import eligible_entries
from tournaments.journal.flight_places import list_advancing_entries
from tournaments.models import Event, JournalEntry
from tournaments.play.brackets import brackets, player_paths
from tournaments.play.changes.queries import previews, undo_previews
from tournaments.play.changes.services import corrections
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal
from tournaments.play.events import event_state
from tournaments.play.events.stages import get_event_plan
from tournaments.play.tournaments.services import tournaments
from tournaments.verification.checker.verify import check_file

pytestmark = pytest.mark.django_db

EIGHT = ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo"]


def an_event(scheme: str, options: FormatOptions, names: list[str] = EIGHT) -> Event:
    """An event of a scheme, drawn and published."""
    return an_event_of_plan(make_plan(scheme, options), names)


@replayed
def an_event_of_plan(plan: Plan, names: list[str], *, is_drawn: bool = True) -> Event:
    """An event with these stages, the first drawn and published."""
    club = a_club()
    by = director_of(club)
    event = tournaments.create_tournament_with_event(
        club=club,
        name="Weekend",
        starts_at=FIRST_NIGHT,
        lengths=(7, 5),
        setup=tournaments.TournamentSetup(8),
        plan=plan,
        by=by,
    )
    entries.enter_names(event=event, names="\n".join(names), by=by, key="names")
    if is_drawn:
        draws.draw(event=event, by=by)
        draws.publish(event=event, by=by)
    return event


def can_be_drawn(event: Event, flight: str) -> bool:
    state = event_state.get_event_state(event)
    try:
        return bool(eligible_entries(state, state.plan[flight]))
    except Refusal:
        return False


def play_until_drawable(event: Event, flight: str) -> None:
    """Settle match after match, White winning, until the field of a stage is known."""
    by = director_of(event.tournament.club)
    while not can_be_drawn(event, flight):
        open_pairing = (
            event.pairings.filter(match__isnull=False, match__settled_at=None)
            .order_by("round", "-flight", "position")
            .first()
        )
        if open_pairing is not None:
            settle(match_at(event, open_pairing.label))
            continue
        draws.pair_round(event=event, flight="swiss", by=by)


def draw_and_publish(event: Event, flight: str) -> None:
    by = director_of(event.tournament.club)
    draws.draw(event=event, by=by, flight=flight)
    draws.publish(event=event, by=by, flight=flight)


@replayed
def with_last_chance() -> Event:
    """Eight players: the consolation played up to its semi-finals, the last chance of their losers drawn."""
    event = an_event("progressive", FormatOptions(fed=0))
    play_until_drawable(event, "last_chance")
    draw_and_publish(event, "last_chance")
    return event


@replayed
def with_final_after_swiss() -> Event:
    """Eight players after a Swiss of two rounds; the final of the first two is drawn."""
    event = an_event("swiss_and_knockout", FormatOptions(rounds=2, best=2))
    play_until_drawable(event, "main")
    draw_and_publish(event, "main")
    return event


def field_of(event: Event, flight: str) -> set[int]:
    return set(event_state.get_event_state(event).stages[flight].members)


def expected_field(event: Event, flight: str) -> set[int]:
    state = event_state.get_event_state(event)
    return set(eligible_entries(state, state.plan[flight]))


def source_label(event: Event, flight: str) -> str:
    """The last settled pairing of its sources whose other result would change the field of a stage."""
    sources = event_state.get_event_state(event).plan[flight].feed.sources
    settled = event.pairings.filter(match__status="settled", flight__in=sources)
    for pairing in settled.order_by("-round", "position"):
        match = match_at(event, pairing.label)
        preview = previews.preview_correction(match=match, result=reversed_result(match))
        after = preview.states[1]
        try:
            if set(eligible_entries(after, after.plan[flight])) != expected_field(event, flight):
                return pairing.label
        except Refusal:
            continue
    raise AssertionError("no result decides the field")


def command_of(event: Event, label: str) -> int:
    """The number of the command by which a pairing was settled."""
    line = JournalEntry.objects.filter(event=event, kind="settled", payload__pairing=label).last()
    assert line is not None
    return line.command


def findings(event: Event) -> list[str]:
    return [str(finding) for finding in check_file(exports.write_event_file(event))]


LATER: dict[str, tuple[Callable[[], Event], str]] = {
    "last chance": (with_last_chance, "last_chance"),
    "final after a Swiss": (with_final_after_swiss, "main"),
}


@pytest.fixture(params=sorted(LATER))
def later(request: pytest.FixtureRequest) -> tuple[Event, str]:
    make_event, flight = LATER[request.param]
    return make_event(), flight


def test_the_undo_of_a_result_that_a_drawn_stage_stands_on_names_what_to_undo_first(
    later: tuple[Event, str],
) -> None:
    event, flight = later
    label = source_label(event, flight)
    before = projection_check.shown(event)
    error = refusal(
        journal.undo, event=event, by=director_of(event.tournament.club), command=command_of(event, label)
    )
    assert error.code == "stage_field_open"
    drawn = JournalEntry.objects.filter(event=event, kind="drawn", payload__flight=flight).last()
    assert drawn is not None
    assert error.facts["blocking"] == drawn.command
    assert projection_check.shown(event) == before


def test_a_correction_puts_the_right_player_on_the_line_of_the_wrong_one(later: tuple[Event, str]) -> None:
    event, flight = later
    label = source_label(event, flight)
    match = match_at(event, label)
    lines = event_state.get_event_state(event).stages[flight].lines
    preview = previews.preview_correction(match=match, result=reversed_result(match))
    [change] = preview.stage_changes
    [leaving], [coming] = change.leaving, change.entering
    assert leaving.number in field_of(event, flight)
    assert (change.flight, change.allowed) == (flight, ())
    correct(match, {})
    people = [
        person
        for each in Match.objects.filter(desk=event.tournament.desk, status__in=("called", "running"))
        for person in (each.white_id, each.black_id)
    ]
    assert len(people) == len(set(people))
    replaced = tuple(coming.number if entry == leaving.number else entry for entry in lines)
    assert event_state.get_event_state(event).stages[flight].lines == replaced
    assert field_of(event, flight) == expected_field(event, flight)
    projection_check.check(event)
    assert findings(event) == []
    journal.undo(event=event, by=director_of(event.tournament.club))
    assert event_state.get_event_state(event).stages[flight].lines == lines
    projection_check.check(event)


def played_by_the_leaving(event: Event, flight: str, label: str) -> tuple[Match, int, int]:
    """Settle the match of the player who must leave; return the corrected match, who leaves and who comes."""
    match = match_at(event, label)
    [change] = previews.preview_correction(match=match, result=reversed_result(match)).stage_changes
    leaving, coming = change.leaving[0].number, change.entering[0].number
    own = event.pairings.filter(flight=flight, match__isnull=False)
    pairing = next(row.label for row in own.order_by("round") if leaving in seats(row.label, event))
    settle(match_at(event, pairing), "white" if seats(pairing, event)[0] == leaving else "black")
    return match, leaving, coming


def test_where_the_wrong_player_has_played_the_desk_decides(later: tuple[Event, str]) -> None:
    event, flight = later
    match, leaving, coming = played_by_the_leaving(event, flight, source_label(event, flight))
    preview = previews.preview_correction(match=match, result=reversed_result(match))
    [change] = preview.stage_changes
    assert (change.allowed, change.choice) == (("stay", "replace"), "stay")
    by = director_of(event.tournament.club)
    error = refusal(
        corrections.correct_result, match=match, result=reversed_result(match), choices={}, by=by, reason="r"
    )
    assert error.code == "choices_needed"
    correct(match, preview.choices)
    assert leaving in field_of(event, flight)
    projection_check.check(event)
    assert findings(event) == []
    names = {entry.number: entry.player.name for entry in event.entries.select_related("player")}
    page = Client().get(path_of(event, "bracket/")).content.decode()
    assert (
        f"{names[leaving]} stays in by decision of the director; by the corrected result it would be "
        f"{names[coming]}."
    ) in page
    journal.undo(event=event, by=by)
    journal.redo(event=event, by=by)
    assert findings(event) == []


def test_a_director_may_change_their_mind_about_a_later_stage(
    client: Client, later: tuple[Event, str]
) -> None:
    event, flight = later
    match, leaving, _ = played_by_the_leaving(event, flight, source_label(event, flight))
    client.force_login(director_of(event.tournament.club))
    result, path = reversed_result(match), path_of(event, f"desk/correct/{match.code}/")
    data = {"white_score": result.white_score, "black_score": result.black_score, "key": "k"}
    stage = f"choice-{flight}"
    page = client.post(path, {**data, stage: "replace", "look": "1"}).content.decode()
    needless = set(re.findall(r'name="(choice-[^"]*)"', page)) - {stage}
    assert needless
    # The matches have no choice yet, and "Leave the draw as it is" makes theirs needless.
    assert len(re.findall(r"<button [^>]*formnovalidate", page)) == 2
    form = next(form for form in read_forms(page) if "reach" in form.data())
    page = client.post(path, {**form.data(), stage: "stay"}).content.decode()
    form = next(form for form in read_forms(page) if "reach" in form.data())
    assert needless.isdisjoint(form.data())
    assert client.post(path, {**form.data(), stage: "stay"}).status_code == 303
    assert leaving in field_of(event, flight)


@pytest.mark.parametrize("choice", ["rename", "replay"])
def test_the_right_player_can_take_the_line_after_matches_were_played(
    later: tuple[Event, str], choice: str
) -> None:
    event, flight = later
    match, leaving, coming = played_by_the_leaving(event, flight, source_label(event, flight))
    choices = {flight: "replace"}
    for _ in range(4):
        preview = previews.preview_correction(match=match, result=reversed_result(match), choices=choices)
        begun = [item.pairing.label for item in preview.affected if item.allowed]
        choices |= {label: choice for label in begun if label not in choices}
    begun_in_stage = [label for label in choices if label != flight]
    assert begun_in_stage
    correct(match, choices)
    assert coming in field_of(event, flight)
    assert leaving not in field_of(event, flight)
    label = begun_in_stage[0]
    assert coming in seats(label, event)
    assert match_at(event, label).status == {"rename": "settled", "replay": "called"}[choice]
    projection_check.check(event)
    assert findings(event) == []
    names = {entry.number: entry.player.name for entry in event.entries.select_related("player")}
    page = Client().get(path_of(event, "bracket/")).content.decode()
    assert f"{names[coming]} is in for {names[leaving]}, after a corrected result." in page


def test_a_match_for_place_3_that_is_undone_takes_no_title() -> None:
    event = an_event("knockout", FormatOptions(placed=4), EIGHT[:4])
    for _ in range(3):
        for pairing in event.pairings.filter(winner_entry=None).order_by("flight", "round", "label"):
            is_for_place_3 = pairing.winner_from == 3
            if pairing.match is not None and not is_for_place_3:
                settle(match_at(event, pairing.label))
    third = event.pairings.get(winner_from=3)
    settle(match_at(event, third.label))
    event.refresh_from_db()
    assert event.status == "finished"
    assert undo_previews.preview_undo(event).effects == []


def test_a_table_says_who_went_on_to_a_stage_that_was_left_as_it_is() -> None:
    event = an_event("swiss_and_knockout", FormatOptions(rounds=2, best=2))
    for _ in range(2):
        draws.pair_round(event=event, flight="swiss", by=director_of(event.tournament.club))
        for pairing in event.pairings.filter(flight="swiss", match__settled_at=None):
            settle(match_at(event, pairing.label))
    draw_and_publish(event, "main")
    match, leaving, coming = played_by_the_leaving(event, "main", source_label(event, "main"))
    state = event_state.get_event_state(event)
    [swiss] = state.plan["main"].feed.sources
    assert set(list_advancing_entries(state, state.plan, swiss)) == field_of(event, "main")

    correct(match, previews.preview_correction(match=match, result=reversed_result(match)).choices)

    state = event_state.get_event_state(event)
    going_on = set(list_advancing_entries(state, state.plan, swiss))
    assert going_on == field_of(event, "main")
    assert (leaving in going_on, coming in going_on) == (True, False)


def test_a_result_cannot_be_reopened_once_a_stage_is_drawn_from_it(later: tuple[Event, str]) -> None:
    event, flight = later
    match = match_at(event, source_label(event, flight))
    by = director_of(event.tournament.club)
    error = refusal(settling.reopen_match, match=match, by=by, reason="Not over")
    assert error.code == "stage_field_open"


def with_replayed_source() -> tuple[Event, str]:
    """A drawn last chance whose first source is open: a corrected result let one of its matches be replayed.

    Return the event and the label of that match.
    """
    event = with_last_chance()
    match = match_at(event, "C1-1")
    result = reversed_result(match)
    choices = dict(previews.preview_correction(match=match, result=result).choices)
    begun = previews.preview_correction(match=match, result=result).affected
    choices |= {item.pairing.label: "replay" for item in begun if "replay" in item.allowed}
    correct(match, choices)
    return event, "C2-1"


def test_a_match_replayed_after_the_draw_can_be_settled_undone_and_redone() -> None:
    event, label = with_replayed_source()
    by = director_of(event.tournament.club)
    before = projection_check.shown(event)
    settle(match_at(event, label))
    settled = projection_check.shown(event)
    journal.undo(event=event, by=by)
    assert projection_check.shown(event) == before
    journal.redo(event=event, by=by)
    assert projection_check.shown(event) == settled
    assert findings(event) == []


def test_a_correction_by_which_a_match_is_replayed_can_be_undone_and_redone() -> None:
    event, _label = with_replayed_source()
    by = director_of(event.tournament.club)
    corrected = projection_check.shown(event)
    journal.undo(event=event, by=by)
    journal.redo(event=event, by=by)
    assert projection_check.shown(event) == corrected
    assert findings(event) == []


def test_a_draft_follows_a_correction() -> None:
    event = an_event("progressive", FormatOptions(fed=0))
    play_until_drawable(event, "last_chance")
    draws.draw(event=event, by=director_of(event.tournament.club), flight="last_chance")
    correct(match_at(event, source_label(event, "last_chance")), {})
    assert field_of(event, "last_chance") == expected_field(event, "last_chance")
    draws.publish(event=event, by=director_of(event.tournament.club), flight="last_chance")
    projection_check.check(event)
    assert findings(event) == []


def test_a_restored_match_waits_while_its_player_is_at_another_table() -> None:
    event = an_event("knockout_consolation", FormatOptions())
    match = settle(match_at(event, "M1-1"))
    other = a_called_match()
    Match.objects.filter(pk=other.pk).update(
        desk=match.desk, white=match.white, table=event.tournament.desk.tables.last()
    )
    journal.undo(event=event, by=director_of(event.tournament.club))
    match.refresh_from_db()
    assert (match.status, match.table) == ("scheduled", None)


def test_the_preview_of_a_correction_says_who_leaves_the_drawn_stage(client: Client) -> None:
    event = with_last_chance()
    match = match_at(event, source_label(event, "last_chance"))
    [change] = previews.preview_correction(match=match, result=reversed_result(match)).stage_changes
    leaving, coming = change.leaving[0].player.name, change.entering[0].player.name
    client.force_login(director_of(event.tournament.club))
    path = path_of(event, f"desk/correct/{match.code}/")
    scores = {"white_score": match.black_score, "black_score": match.white_score}
    page = " ".join(client.get(path, scores).content.decode().split())
    assert "Last chance was drawn from this result." in page
    assert f"{coming} takes the line of {leaving}." in page
    reach = re.search(r'name="reach" value="([^"]*)"', page)
    assert reach is not None
    answer = client.post(path, {**scores, "reach": reach[1], "reason": "Wrong way round"})
    assert answer.status_code == 303
    log = client.get(path_of(event, "desk/journal/")).content.decode()
    assert f"{coming} instead of {leaving}" in log
    assert field_of(event, "last_chance") == expected_field(event, "last_chance")


def test_the_page_says_what_to_undo_first(client: Client) -> None:
    event = with_last_chance()
    client.force_login(director_of(event.tournament.club))
    command = command_of(event, source_label(event, "last_chance"))
    answer = client.post(path_of(event, "desk/undo/"), {"command": command})
    page = " ".join(answer.content.decode().split())
    assert answer.status_code == 409
    assert (
        "Last chance has been drawn from these results. Undo that draw first, or correct the result." in page
    )
    assert f'href="{path_of(event, "desk/journal/")}"' in page.split('id="refusal"')[1].split("</div>")[0]


def play_to_the_end(event: Event) -> None:
    """Settle every match, those of the last chance at the end."""
    waiting = event.pairings.filter(match__isnull=False, match__settled_at=None).order_by("round")
    while row := waiting.exclude(flight="last_chance").first() or waiting.first():
        settle(match_at(event, row.label))
    event.refresh_from_db()


def test_undoing_the_final_of_the_last_chance_takes_only_its_own_winner_away() -> None:
    event = with_last_chance()
    play_to_the_end(event)
    by = director_of(event.tournament.club)
    final = event.pairings.filter(flight="last_chance").order_by("round").last()
    match = match_at(event, final.label)
    settle(match, "black")
    winner = event.pairings.get(pk=final.pk).winner_entry
    assert undo_previews.preview_undo(event).effects == [
        f"The winner of Last chance would be {match.white.name} instead of {winner.player.name}."
    ]
    journal.undo(event=event, by=by)
    event.refresh_from_db()
    assert undo_previews.preview_undo(event).effects == [
        f"{match.white.name} would no longer have won Last chance: matches would have to be played again."
    ]


def test_the_phone_names_the_last_chance_before_it_is_drawn() -> None:
    event = an_event("progressive", FormatOptions(fed=0))
    while not event.pairings.filter(flight="consolation", round=2, match__status="settled").exists():
        row = (
            event.pairings.filter(match__isnull=False, match__settled_at=None)
            .order_by("round", "-flight", "position")
            .first()
        )
        if row.flight == "consolation":
            entry = row.black_entry
            followed = player_paths.get_followed_entry(entry, brackets.get_brackets(event), timezone.now())
            assert followed.prospect.lost == "Last chance"
        settle(match_at(event, row.label))
    last = event.pairings.filter(flight="consolation", match__status="settled").order_by("round").last()
    path = player_paths.get_followed_entry(
        last.black_entry, brackets.get_brackets(event), timezone.now()
    ).path
    assert [(step.title, step.against, step.state) for step in path.steps[-1:]] == [
        ("Last chance", "not drawn yet", "later")
    ]


def test_a_no_show_can_be_put_into_the_consolation_where_it_happened(client: Client) -> None:
    event = an_event("progressive", FormatOptions(fed=0))
    client.force_login(director_of(event.tournament.club))
    match = match_at(event, "M1-1")
    page = " ".join(client.get(path_of(event, f"desk/match/{match.code}/")).content.decode().split())
    assert "A no-show does not go on to Consolation either." in page
    answer = client.post(
        path_of(event, "desk/award/"), {"match": match.code, "outcome": "walkover-black"}, follow=True
    )
    name, entry = match.white.name, event.pairings.get(label="M1-1").white_entry
    page_of_match = path_of(event, f"desk/match/{match.code}/")
    link = f'<a href="{page_of_match}">If they come, put them in from the page of this match.</a>'
    assert f"{name} is not in Consolation. {link}" in answer.text
    for path in (path_of(event, "desk/"), f"/m/{match.code}/", path_of(event, f"desk/entry/{entry.number}/")):
        assert f'href="{page_of_match}"' in client.get(path).text, path
    page = " ".join(client.get(path_of(event, f"desk/match/{match.code}/")).content.decode().split())
    assert f"{name} is a no-show, and so is not in Consolation." in page
    link = f"?act=join&amp;entry={entry.number}&amp;flight=consolation"
    assert link in page
    fields = {"act": "join", "entry": entry.number, "flight": "consolation"}
    assert client.get(path_of(event, "desk/change/"), fields).status_code == 200
    assert client.post(path_of(event, "desk/change/"), fields).status_code == 303
    assert event.pairings.filter(flight="consolation", white_entry=entry).exists() or (
        event.pairings.filter(flight="consolation", black_entry=entry).exists()
    )
    page = client.get(path_of(event, f"desk/match/{match.code}/")).content.decode()
    assert "is a no-show, and so" not in page


@pytest.mark.parametrize("entrants", [5, 6, 7, 8])
def test_the_plan_names_the_rounds_whose_losers_are_drawn(entrants: int) -> None:
    event = an_event("progressive", FormatOptions(fed=0), EIGHT[:entrants])
    play_until_drawable(event, "last_chance")
    drawn = expected_field(event, "last_chance")
    rounds = {
        row.round
        for row in event.pairings.filter(flight="consolation", match__status="settled")
        if {row.white_entry.number, row.black_entry.number} - {row.winner_entry.number} <= drawn
    }
    feed = get_event_plan(event).stages[-1].feed
    named = {int(number) for number in re.findall(r"\d+", feed)}
    assert rounds == ({1, 2} if "first 2 rounds" in feed else named), feed


def test_who_qualifies_by_a_correction_is_added_where_nobody_leaves() -> None:
    event = an_event("progressive", FormatOptions(fed=0))
    play_until_drawable(event, "last_chance")
    match = match_at(event, "C2-1")
    correct_to(match, winner="", ending="double_walkover")
    draw_and_publish(event, "last_chance")
    before = field_of(event, "last_chance")
    result = states.make_result(match.length, (match.length, 0), "", "played")
    [change] = previews.preview_correction(match=match, result=result).stage_changes
    loser = seats("C2-1", event)[1]
    assert (change.leaving, [entry.number for entry in change.added], change.left_out) == ((), [loser], ())
    correct_to(match, winner="white", ending="played")
    assert field_of(event, "last_chance") == before | {loser}
    projection_check.check(event)
    assert findings(event) == []


def correct_to(match: Match, *, winner: str, ending: str) -> None:
    """Correct a result, with the choices that the preview proposes."""
    match.refresh_from_db()
    score = (match.length, 0) if ending == "played" else (0, 0)
    result = states.make_result(match.length, score, winner, ending)
    preview = previews.preview_correction(match=match, result=result)
    by = director_of(match.desk.tournament.club)
    corrections.correct_result(
        match=match, result=result, choices=preview.choices, by=by, reason="Wrong sheet"
    )


@pytest.mark.parametrize("is_played", [False, True])
def test_a_stage_of_rounds_drawn_from_a_table_follows_it(*, is_played: bool) -> None:
    first = Stage("swiss", "swiss", options={"rounds": 2})
    second = Stage("swiss_2", "swiss", Feed(PLACES, "swiss", first=1, last=4), {"rounds": 2})
    event = an_event_of_plan(Plan((first, second)), EIGHT)
    play_until_drawable(event, "swiss_2")
    draw_and_publish(event, "swiss_2")
    by = director_of(event.tournament.club)
    draws.pair_round(event=event, flight="swiss_2", by=by)
    match = match_at(event, source_label(event, "swiss_2"))
    if is_played:
        for row in event.pairings.filter(flight="swiss_2"):
            settle(match_at(event, row.label))
    choices = {"swiss_2": "replace"} if is_played else {}
    preview = previews.preview_correction(match=match, result=reversed_result(match), choices=choices)
    [change] = preview.stage_changes
    assert change.allowed == (("stay", "replace") if is_played else ())
    correct(match, preview.choices)
    assert field_of(event, "swiss_2") == expected_field(event, "swiss_2")
    seated = {number for row in event.pairings.filter(flight="swiss_2") for number in seats(row.label, event)}
    assert seated == expected_field(event, "swiss_2")
    projection_check.check(event)
    assert findings(event) == []


def test_a_player_back_in_a_mini_knockout_leaves_the_next_one() -> None:
    event = an_event_of_plan(make_plan("mini", FormatOptions(seats=4)), EIGHT[:5], is_drawn=False)
    by = director_of(event.tournament.club)
    draws.start_knockout(event=event, points=3, by=by)
    first = settle(match_at(event, "KA1-1"))
    loser = seats("KA1-1", event)[1]
    settle(match_at(event, "KA1-2"))
    draws.start_knockout(event=event, points=3, by=by, only=[5, loser])
    [change] = previews.preview_correction(match=first, result=reversed_result(first)).stage_changes
    winner = seats("KA1-1", event)[0]
    leaving, entering = ([one.number for one in entries] for entries in (change.leaving, change.entering))
    assert (change.flight, leaving, entering) == (
        "mini_2",
        [loser],
        [winner],
    )
    correct(first, {})
    assert field_of(event, "mini_2") == {5, winner}
    projection_check.check(event)
    assert findings(event) == []
