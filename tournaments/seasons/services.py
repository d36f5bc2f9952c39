"""Seasons: create, change rules, and log changes of their tables by corrections of old results."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from matches.actors import Actor, account_of, require_actor
from matches.models import Match, Player, User
from matches.queries.people import canonical_key, get_canonical_player
from matches.services import outbox
from matches.services.players import normalise_name
from rules.errors import Refusal
from tournaments.club_log import log_action
from tournaments.models import Club, Season, SeasonChange, SeasonPlayer
from tournaments.permissions import must_manage
from tournaments.seasons.queries import seasons as queries
from tournaments.seasons.queries.season_results import get_season_results
from tournaments.slugs import make_slug
from tournaments.standings.season_changes import SeasonRowChange
from tournaments.standings.season_settings import SeasonRules

# Kind of the outbox message.
NOTE = "note_season"
LONGEST_REASON = 300


@transaction.atomic
def open_season(
    *,
    club: Club,
    name: str,
    starts_on: date,
    ends_on: date,
    rules: Mapping[str, Any],
    by: User,
    after: Season | None = None,
) -> Season:
    """Create a season that counts all tournaments between two days by `rules` (SeasonRules as data).

    With divisions, players of the season `after` start where it placed them. Raises `season_dates_reversed`,
    `slug_taken`, and errors of the rules.
    """
    must_manage(by, club)
    _check_dates(starts_on, ends_on)
    # Locked, so that two seasons cannot get the same slug at once.
    Club.objects.select_for_update().get(pk=club.pk)
    slug = make_slug(name)
    if club.seasons.filter(slug=slug).exists():
        raise Refusal("slug_taken", slug=slug)
    season_rules = SeasonRules.from_data(rules)
    season = Season.objects.create(
        club=club,
        name=normalise_name(name)[:80],
        slug=slug,
        starts_on=starts_on,
        ends_on=ends_on,
        rules=season_rules.to_data(),
    )
    if after is not None and after.club_id == club.pk and season_rules.divisions:
        lowest = len(season_rules.divisions)
        divisions = {one.player.pk: min(one.placing.after, lowest) for one in queries.get_next_season(after)}
        _write_divisions(season, divisions)
    return season


@transaction.atomic
def change_season(
    *,
    season: Season,
    rules: Mapping[str, Any],
    by: User,
    name: str = "",
    starts_on: date | None = None,
    ends_on: date | None = None,
    reason: str = "",
    key: str = "",
) -> SeasonChange | None:
    """Change a season's rules or dates and log the players moved; None if unchanged.

    The slug stays. A used key changes nothing more. Raises `season_dates_reversed`, and errors of the rules.
    """
    must_manage(by, season.club)
    existing_change = SeasonChange.objects.filter(season=season, key=key).first() if key else None
    if existing_change is not None:
        return existing_change
    locked_season = Season.objects.select_for_update(of=("self",)).select_related("club").get(pk=season.pk)
    before, previous_table = queries.data_of(locked_season), queries.positions_as_data(locked_season)
    locked_season.starts_on, locked_season.ends_on = (
        starts_on or locked_season.starts_on,
        ends_on or locked_season.ends_on,
    )
    _check_dates(locked_season.starts_on, locked_season.ends_on)
    locked_season.name = normalise_name(name)[:80] if name else locked_season.name
    locked_season.rules = SeasonRules.from_data(rules).to_data()
    if before == queries.data_of(locked_season):
        return None
    locked_season.save(update_fields=["name", "starts_on", "ends_on", "rules"])
    change = _make_rules_change(before, queries.data_of(locked_season), by, reason, key)
    return _save_change(locked_season, change, queries.get_moves_since(locked_season, previous_table))


@transaction.atomic
def delete_season(*, season: Season, by: User) -> None:
    """Delete a season in which nothing has counted yet. Raises `season_has_results`."""
    must_manage(by, season.club)
    locked_season = Season.objects.select_for_update(of=("self",)).select_related("club").get(pk=season.pk)
    if get_season_results(locked_season):
        raise Refusal("season_has_results", name=locked_season.name)
    log_action(club=season.club, kind="season_deleted", by=by, about={"name": locked_season.name})
    locked_season.delete()


@transaction.atomic
def set_divisions(*, season: Season, divisions: Mapping[int, int], by: User) -> None:
    """Assign divisions from 1 to players by key; 0 for none. Raises `season_division_unknown`."""
    must_manage(by, season.club)
    locked_season = Season.objects.select_for_update().get(pk=season.pk)
    division_count = len(SeasonRules.from_data(locked_season.rules).divisions)
    wrong = [number for number in divisions.values() if not 0 <= number <= division_count]
    if wrong:
        raise Refusal("season_division_unknown", division=wrong[0])
    before, previous_table = queries.data_of(locked_season), queries.positions_as_data(locked_season)
    # Players merged into one person share a row: delete those of all of them.
    rows = SeasonPlayer.objects.filter(season=locked_season).annotate(shown=canonical_key("player"))
    named_players = Player.objects.filter(pk__in=divisions).select_related("person__face")
    rows.filter(shown__in={get_canonical_player(player).pk for player in named_players}).delete()
    _write_divisions(locked_season, {player: number for player, number in divisions.items() if number})
    moves = queries.get_moves_since(locked_season, previous_table)
    if moves:
        _save_change(locked_season, _make_rules_change(before, before, by), moves)


def enqueue_note(*, match: Match, was: Mapping[str, Any] | None, by: Actor, reason: str) -> None:
    """Enqueue a log entry of the seasons that count a changed result of an earlier day.

    `was` are the columns of the result before the change, None if the match had none. Call it in the
    transaction of the change, before anything depends on it.
    """
    require_actor(by)
    if was is None or timezone.localdate(was["settled_at"]) >= timezone.localdate():
        return
    account = account_of(by)
    for season in queries.seasons_counting(match, timezone.localdate(was["settled_at"])):
        outbox.post_message(
            kind=NOTE,
            payload={
                "season": season.pk,
                "match": match.pk,
                "version": match.version,
                "table": _previous_table(season, match, was),
                "before": _without_settled_at(was),
                "after": _without_settled_at({name: getattr(match, name) for name in was}),
                "reason": reason[:LONGEST_REASON],
                "by": account.pk if account is not None else None,
            },
        )


def deliver(payload: dict[str, Any]) -> None:
    """Log once the players moved by a changed result. Outbox handler of "note_season"."""
    season = Season.objects.select_related("club").filter(pk=payload["season"]).first()
    key = f"match:{payload['match']}:{payload['version']}"
    if season is None or SeasonChange.objects.filter(season=season, key=key).exists():
        return
    by = User.objects.filter(pk=payload["by"]).first()
    change = SeasonChange(
        kind=SeasonChange.Kind.RESULT,
        key=key,
        match_id=payload["match"],
        before=payload["before"],
        after=payload["after"],
        reason=payload["reason"],
        by=by,
        signed=by.get_username() if by else "",
    )
    moves = queries.get_moves_since(season, payload["table"])
    if moves:
        _save_change(season, change, moves)


def _make_rules_change(
    before: Mapping[str, Any], after: Mapping[str, Any], by: User, reason: str = "", key: str = ""
) -> SeasonChange:
    return SeasonChange(
        kind=SeasonChange.Kind.RULES,
        key=key or uuid4().hex,
        before=before,
        after=after,
        reason=reason.strip()[:LONGEST_REASON],
        by=by,
        signed=by.get_username(),
    )


def _save_change(season: Season, change: SeasonChange, moves: Sequence[SeasonRowChange]) -> SeasonChange:
    change.season, change.moves = season, [move.to_data() for move in moves]
    change.save()
    return change


def _write_divisions(season: Season, divisions: Mapping[int, int]) -> None:
    players = Player.objects.filter(pk__in=divisions).order_by("pk")
    SeasonPlayer.objects.bulk_create(
        SeasonPlayer(season=season, player=player, division=divisions[player.pk]) for player in players
    )


def _previous_table(season: Season, match: Match, was: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return the table with the old result, computed in a savepoint that is rolled back."""
    point = transaction.savepoint()
    try:
        Match.objects.filter(pk=match.pk).update(**was)
        return queries.positions_as_data(season)
    finally:
        transaction.savepoint_rollback(point)


def _without_settled_at(columns: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in columns.items() if name != "settled_at"}


def _check_dates(starts_on: date, ends_on: date) -> None:
    if ends_on < starts_on:
        raise Refusal("season_dates_reversed", starts_on=str(starts_on), ends_on=str(ends_on))
