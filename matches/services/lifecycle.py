"""Create, call, start, void and delete matches; replace their players; exchange their sides."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import models, transaction
from django.db.models import Case, F, Value, When
from django.utils import timezone

from matches.actors import Actor, Identity, require_actor, username_of
from matches.clocks import CLOCKS
from matches.models import Adjournment, Desk, Game, Match, Penalty, Player, Report, Ruling, Table
from matches.queries import desks, people
from matches.queries.matches import HAS_BEGUN
from matches.services import match_rows, settling
from matches.services.guards import (
    require_current_version,
    require_official,
    require_reason,
    require_reporter,
    require_status,
)
from matches.services.settling import OTHER_SIDE
from matches.signals import match_called, match_reopened, sides_exchanged
from matches.states import BEFORE_THE_END, INVALID_REPORT_STATES, Decision, ReportState, Status
from rules.errors import Refusal
from rules.match import check_length
from rules.options import MatchLaws

CALLABLE = (Status.SCHEDULED.value, Status.POSTPONED.value)


@transaction.atomic
def create_match(
    *,
    desk: Desk,
    white: Player,
    black: Player,
    length: int,
    laws: MatchLaws | Mapping[str, Any] | None = None,
    title: str = "",
    start: tuple[int, int] = (0, 0),
    by: Actor,
) -> Match:
    """Schedule a match of two players; the rules (by default the desk's) are stored as they are now.

    `start` are the points White and Black begin with; at most one side has any, fewer than the length.
    Raises `start_impossible`.
    """
    new_match = NewMatch(white, black, length, desk.laws if laws is None else laws, title, start)
    return create_matches(desk=desk, new_matches=[new_match], by=by)[0]


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match to schedule, as `create_match` describes it; `clock` is "" for that of the desk."""

    white: Player
    black: Player
    length: int
    laws: MatchLaws | Mapping[str, Any]
    title: str = ""
    start: tuple[int, int] = (0, 0)
    clock: str = ""


@transaction.atomic
def create_matches(*, desk: Desk, new_matches: Sequence[NewMatch], by: Actor) -> list[Match]:
    """Schedule matches at a desk, in as many queries as for one.

    Raises what `create_match` does, and `clock_unknown`.
    """
    require_official(by, desk)
    _require_different_people([(new.white, new.black) for new in new_matches])
    for new in new_matches:
        check_length(new.length)
        if new.clock not in ("", *CLOCKS):
            raise Refusal("clock_unknown", clock=new.clock)
        if min(new.start) or not 0 <= max(new.start) < new.length:
            raise Refusal("start_impossible", white=new.start[0], black=new.start[1], length=new.length)
    return Match.objects.bulk_create(
        Match(
            desk=desk,
            white=new.white,
            black=new.black,
            length=new.length,
            laws=_laws_to_json(new.laws),
            clock=new.clock,
            title=new.title,
            white_start=new.start[0],
            black_start=new.start[1],
            white_score=new.start[0],
            black_score=new.start[1],
            changed_by=username_of(by),
        )
        for new in new_matches
    )


@transaction.atomic
def replace_players(*, match: Match, white: Player, black: Player, by: Actor, reason: str = "") -> Match:
    """Replace the players of a match; score, status and the winning side stay. No signal is sent.

    A called match waits again if one of its new players is at another table.
    """
    match = match_rows.lock_match(match)
    require_official(by, match.desk)
    require_status(match, *BEFORE_THE_END, Status.SETTLED)
    _require_different_people([(white, black)])
    if (white.pk, black.pk) == (match.white_id, match.black_id):
        return match
    if match.status != Status.SCHEDULED.value:
        result = match_rows.get_result(match)
        match_rows.record_decision(match, Decision.RESEATING, result=result, by=by, reason=reason)
    match_rows.write_match(match, actor=username_of(by), white=white, black=black)
    is_at_table = match.status == Status.CALLED.value and match.table is not None
    if is_at_table and desks.get_matches_elsewhere([match], desks.PLAYING_STATUSES).exists():
        return cancel_call(match=match, by=by)
    return match


@transaction.atomic
def call_match(*, match: Match, table: Table | None = None, by: Actor, version: int | None = None) -> Match:
    """Call a match, to a table if given; a match already at a table moves to it.

    Raises `table_of_another_desk`, `table_out_of_use`, `table_taken` (with the match played there) and
    `player_at_another_table`, `player_in_another_match` or `player_at_another_desk` (with the match that a
    player is playing).
    """
    match = match_rows.lock_match(match)
    require_official(by, match.desk)
    require_current_version(match, version)
    require_status(match, *BEFORE_THE_END)
    if table is not None:
        _require_free_tables({match: table})
        if match.table_id is None:
            _require_players_free([match], desks.PLAYING_STATUSES)
    changes: dict[str, Any] = {"table": table}
    if match.status in CALLABLE:
        changes |= {"status": Status.CALLED.value, "called_at": timezone.now()}
        match.adjournments.filter(resumed_at=None).update(resumed_at=timezone.now())
    match_rows.write_match(match, actor=username_of(by), **changes)
    if "called_at" in changes:
        match_called.send(sender=Match, match=match)
    return match


@transaction.atomic
def call_scheduled_matches(*, tables: Mapping[Match, Table | None], by: Actor) -> list[Match]:
    """Call matches of one desk that have not been called, each to a table if given, as `call_match` does.

    The caller holds the lock of what the matches belong to, and names no player twice. Raises what
    `call_match` does.
    """
    keys = [match.pk for match in tables]
    rows = Match.objects.select_for_update(of=("self",)).select_related("desk", "white", "black", "table")
    table_of = {match: tables[match] for match in rows.filter(pk__in=keys).order_by("pk")}
    for match in table_of:
        require_official(by, match.desk)
        require_status(match, Status.SCHEDULED)
    to_tables = {match: table for match, table in table_of.items() if table is not None}
    _require_free_tables(to_tables)
    _require_players_free(list(to_tables), desks.PLAYING_STATUSES)
    called_at = timezone.now()
    changes = {
        match: {"table": table, "status": Status.CALLED.value, "called_at": called_at}
        for match, table in table_of.items()
    }
    match_rows.write_matches(changes, actor=username_of(by))
    for match in table_of:
        match_called.send(sender=Match, match=match)
    return list(table_of)


@transaction.atomic
def cancel_call(*, match: Match, by: Actor, version: int | None = None) -> Match:
    """Cancel a call: the match waits for a table again, and its table is free."""
    match = match_rows.lock_match(match)
    require_official(by, match.desk)
    require_current_version(match, version)
    require_status(match, Status.CALLED)
    match_rows.write_match(
        match, actor=username_of(by), status=Status.SCHEDULED.value, table=None, called_at=None
    )
    return match


@transaction.atomic
def start_match(*, match: Match, by: Actor, version: int | None = None) -> Match:
    """Start a match as an official; a running match is left as it is."""
    match = match_rows.lock_match(match)
    require_official(by, match.desk)
    return _start_locked_match(match, username_of(by), version)


@transaction.atomic
def start_match_at_table(*, match: Match, identity: Identity, version: int | None = None) -> Match:
    """Start a match as one of its players, with its table card, or as an official.

    Late penalties stop accruing; a running match is left as it is.
    """
    match = match_rows.lock_match(match)
    require_reporter(identity, match)
    return _start_locked_match(match, identity.name_in(match), version)


def _start_locked_match(match: Match, actor: str, version: int | None) -> Match:
    if match.status == Status.RUNNING.value:
        return match
    require_current_version(match, version)
    require_status(match, Status.SCHEDULED, Status.CALLED)
    if match.status == Status.SCHEDULED.value:
        # A match that nobody called begins as if it were called.
        _require_players_free([match], desks.PLAYING_STATUSES)
    elif match.table_id is not None:
        _require_players_free([match], [Status.RUNNING.value])
    started_at = match.started_at or timezone.now()
    match_rows.write_match(match, actor=actor, status=Status.RUNNING.value, started_at=started_at)
    return match


@transaction.atomic
def void_match(*, match: Match, reason: str, by: Actor, key: str = "", version: int | None = None) -> Match:
    """Void a match of any status; sends `match_reopened`."""
    match = match_rows.lock_match(match)
    require_official(by, match.desk)
    if match.status == Status.VOID.value:
        return match
    require_current_version(match, version)
    require_reason(reason)
    match_rows.record_decision(
        match, Decision.VOIDING, result=match_rows.get_result(match), by=by, reason=reason, key=key
    )
    earlier = settling.add_current_state(match)
    match.reports.exclude(state__in=INVALID_REPORT_STATES).update(state=ReportState.SUPERSEDED.value)
    was = settling.get_result_columns(match)
    match_rows.write_match(
        match,
        actor=username_of(by),
        status=Status.VOID.value,
        winner="",
        ending="",
        settled_at=None,
        earlier_states=earlier,
    )
    match_reopened.send(sender=Match, match=match, by=by, reason=reason, was=was)
    return match


@transaction.atomic
def delete_unplayed(*, matches: Collection[Match], by: Actor) -> None:
    """Delete matches that never began or are void. Raises `match_has_begun`."""
    require_actor(by)
    for match in matches:
        require_official(by, match.desk)
    keys = [match.pk for match in matches]
    rows_to_delete = Match.objects.filter(pk__in=keys)
    if rows_to_delete.filter(HAS_BEGUN).exists():
        raise Refusal("match_has_begun")
    # These refer to rulings and to each other, so they go before the matches.
    for model in (Penalty, Adjournment, Report):
        model.objects.filter(match__in=keys).delete()
    rows_to_delete.delete()


def _require_different_people(pairs: Sequence[tuple[Player, Player]]) -> None:
    sides = [player for pair in pairs for player in pair]
    for player in sides:
        if player.is_team:
            raise Refusal("team_at_board", team=player.name)
    # The rows are locked so that a concurrent merge cannot make both sides one person.
    keys = {key for side in sides for key in (side.pk, side.first_id, side.second_id) if key}
    rows = Player.objects.filter(pk__in=keys).order_by("pk")
    list(rows.select_for_update(no_key=True))
    players_by_key = {player.pk: player for player in people.select_canonical_players(rows)}
    for pair in pairs:
        white_persons, black_persons = (people.get_persons(players_by_key[player.pk]) for player in pair)
        on_both_sides = [person for person in white_persons if person in black_persons]
        if on_both_sides:
            raise Refusal("plays_himself", player=on_both_sides[0].name)


def _require_free_tables(tables: Mapping[Match, Table]) -> None:
    """Refuse if a table is of another desk than its match, out of use, or taken by another match."""
    seated_matches = desks.get_matches_at_tables(table__in=[table.pk for table in tables.values()])
    match_at = {match.table_id: match for match in seated_matches.select_related("white", "black")}
    for match, table in tables.items():
        if table.desk_id != match.desk_id:
            raise Refusal("table_of_another_desk", table=str(table))
        other = match_at.get(table.pk)
        if table.is_out_of_use and other != match:
            raise Refusal("table_out_of_use", table=str(table))
        if other is not None and other != match:
            raise Refusal(
                "table_taken",
                table=str(table),
                match=other.code,
                white=str(other.white),
                black=str(other.black),
            )


def _require_players_free(matches: Sequence[Match], statuses: Collection[str]) -> None:
    """Refuse if a player is at a table in another match with one of `statuses`, or plays without a table.

    Raises `player_at_another_table`, `player_in_another_match` and `player_at_another_desk`.
    """
    # The rows are locked so that two concurrent calls cannot send one person to two tables.
    keys = {key for match in matches for key in desks.get_people_keys(match)}
    list(Player.objects.filter(pk__in=keys).order_by("pk").select_for_update(no_key=True))
    for other in desks.get_matches_elsewhere(matches, statuses):
        for match in matches:
            if desks.get_people_keys(match) & desks.get_people_keys(other):
                raise _make_busy_refusal(match, other)


def _make_busy_refusal(match: Match, other: Match) -> Refusal:
    busy_keys = desks.get_people_keys(other)
    is_white = not busy_keys.isdisjoint({match.white_id, match.white.first_id, match.white.second_id})
    is_same_desk = other.desk_id == match.desk_id
    return Refusal(
        ("player_at_another_table" if other.table else "player_in_another_match")
        if is_same_desk
        else "player_at_another_desk",
        player=(match.white if is_white else match.black).name,
        table=str(other.table or ""),
        desk=other.desk.name,
        match=other.code,
        white=str(other.white),
        black=str(other.black),
    )


def _laws_to_json(laws: MatchLaws | Mapping[str, Any]) -> dict[str, Any]:
    return (laws if isinstance(laws, MatchLaws) else MatchLaws.from_json(dict(laws))).to_json()


def exchange_sides(*, match: Match, by: Actor, reason: str) -> Match:
    """Exchange White and Black; scores, games, reports and match files stay with their players.

    For the app that owns the match, when it exchanges the players' places. Sends `sides_exchanged`, but no
    signal about the result.
    """
    match = match_rows.lock_match(match)
    require_official(by, match.desk)
    require_status(match, *BEFORE_THE_END, Status.SETTLED)
    _exchange_rows(match)
    sides_exchanged.send(sender=Match, match=match)
    match_rows.write_match(
        match,
        actor=username_of(by),
        white=match.black,
        black=match.white,
        white_start=match.black_start,
        black_start=match.white_start,
        white_score=match.black_score,
        black_score=match.white_score,
        white_rating=match.black_rating,
        black_rating=match.white_rating,
        winner=OTHER_SIDE.get(match.winner, ""),
        earlier_states=settling.exchange_stored_sides(match),
    )
    result = match_rows.get_result(match)
    match_rows.record_decision(match, Decision.RESEATING, result=result, by=by, reason=reason)
    return match


def _exchange_rows(match: Match) -> None:
    scores = _swap_columns("white_score", "black_score")
    Adjournment.objects.filter(match=match).update(**_swap_columns("white_clock", "black_clock"))
    Game.objects.filter(match=match).update(
        **_swap_columns("white_after", "black_after"), winner=_other_side("winner")
    )
    Penalty.objects.filter(match=match).update(side=_other_side("side"))
    Report.objects.filter(match=match).update(
        **scores, side=_other_side("side"), confirmed_side=_other_side("confirmed_side")
    )
    Ruling.objects.filter(match=match).update(**scores, winner=_other_side("winner"))


def _swap_columns(white: str, black: str) -> dict[str, F]:
    return {white: F(black), black: F(white)}


def _other_side(column: str) -> Case:
    return Case(
        *(When(**{column: side}, then=Value(other)) for side, other in OTHER_SIDE.items()),
        default=F(column),
        output_field=models.CharField(),
    )


@transaction.atomic
def store_ratings(*, ratings: Mapping[int, tuple[float, float] | None]) -> None:
    """Store the FIBS ratings of White and Black at seating, by match key; None removes them.

    Checks no permission and does not change the version of the match.
    """
    rows = list(Match.objects.select_for_update(of=("self",)).filter(pk__in=ratings).order_by("pk"))
    changed_matches = []
    for match in rows:
        new_ratings = ratings[match.pk] or (None, None)
        if (match.white_rating, match.black_rating) != new_ratings:
            match.white_rating, match.black_rating = new_ratings
            changed_matches.append(match)
    Match.objects.bulk_update(changed_matches, ["white_rating", "black_rating"])


@transaction.atomic
def set_titles(*, titles: Mapping[int, str]) -> None:
    """Store the titles of matches, by match key, after they moved to another round.

    Checks no permission and does not change the version of the match.
    """
    rows = list(Match.objects.select_for_update(of=("self",)).filter(pk__in=titles).order_by("pk"))
    changed_matches = [match for match in rows if match.title != titles[match.pk]]
    for match in changed_matches:
        match.title = titles[match.pk]
    Match.objects.bulk_update(changed_matches, ["title"])
