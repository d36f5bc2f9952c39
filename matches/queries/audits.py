"""Audits: recompute matches and players from their history and compare the result with the stored rows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from matches import registry
from matches.models import Match, Player, PlayerChange
from matches.names import (
    NameKind,
    Shown,
    add_distinction,
    format_pair_distinction,
    format_pair_name,
    get_shown_name,
    get_strictest_choice,
    map_canonical_pairs,
    map_canonical_players,
)
from matches.queries import desks, matches
from matches.queries.matches import DECIDING_KINDS
from matches.queries.people import get_canonical_player, get_persons, select_canonical_players
from matches.states import OPEN_STATUSES, Channel, Ending, ReportState, Status
from rules.errors import Refusal
from rules.match import MatchScore

Score = tuple[int, int]


def find_match_disagreements(match: Match) -> Iterator[Refusal]:
    """Yield each inconsistency between the rows of a match as a Refusal; nothing if they agree."""
    if match.status in OPEN_STATUSES and any(registry.desk_obstacles(match.desk)):
        # Another site directs it and reports its state: what led to it is not here.
        return
    yield from _check_sheet(match)
    yield from _check_reports(match)
    yield from _check_tables(match)
    for refusals in registry.match_audits(match):
        yield from refusals


def iterate_matches() -> Iterator[Match]:
    """Iterate over every match, in chunks."""
    rows = Match.objects.select_related("desk", "white", "black", "table").order_by("pk")
    return rows.iterator(chunk_size=200)


def _check_sheet(match: Match) -> Iterator[Refusal]:
    try:
        live = matches.get_live_score(match)
    except Refusal as refusal:
        yield Refusal("audit_sheet_impossible", refusal.law, match=match.code)
        return
    if not _fits_sheet(match, live):
        yield Refusal(
            "audit_sheet", match=match.code, sheet=(live.white, live.black), stored=_get_stored_score(match)
        )


def _fits_sheet(match: Match, live: MatchScore) -> bool:
    """Whether the stored score of a match is possible after the games on its sheet (`live`).

    An open match must have that score; a reported or final score must be reachable from it.
    """
    if match.status == Status.VOID.value:
        return True
    if match.status == Status.REPORTED.value:
        report = match.reports.filter(state=ReportState.OPEN.value).first()
        return report is None or _get_stored_score(match) == (report.white_score, report.black_score)
    if match.status in OPEN_STATUSES:
        return (live.white, live.black) == _get_stored_score(match)
    # A ruling may overrule the games on the sheet, and a match that was not played out ends at any score.
    if match.ending != Ending.PLAYED.value or match.rulings.filter(kind__in=DECIDING_KINDS).exists():
        return True
    is_by_desk = match.reports.filter(state=ReportState.CONFIRMED.value, confirmed_channel=Channel.DESK.value)
    return live.can_end_at(*_get_stored_score(match)) or is_by_desk.exists()


def _check_reports(match: Match) -> Iterator[Refusal]:
    open_reports = match.reports.filter(state=ReportState.OPEN.value)
    disputed_reports = match.reports.filter(state=ReportState.DISPUTED.value)
    if match.status == Status.SETTLED.value:
        # An objection that came too late to reopen the result stays disputed.
        disputed_reports = disputed_reports.exclude(answers__state=ReportState.CONFIRMED.value)
    expected_counts = (
        (ReportState.OPEN, open_reports.count(), int(match.status == Status.REPORTED.value)),
        (ReportState.DISPUTED, disputed_reports.count(), _count_expected_disputed(match)),
    )
    for state, count, expected in expected_counts:
        if count != expected:
            yield Refusal("audit_reports", match=match.code, state=state.value, count=count)
    for report in match.reports.filter(state=ReportState.CONFIRMED.value):
        score = (report.white_score, report.black_score)
        if match.status != Status.SETTLED.value or score != _get_stored_score(match):
            yield Refusal("audit_confirmed", match=match.code, report=score, stored=_get_stored_score(match))


def _check_tables(match: Match) -> Iterator[Refusal]:
    """Yield a refusal if a player is also in an earlier match at another table of the desk."""
    if match.status != Status.RUNNING.value or match.table_id is None:
        return
    other = desks.get_matches_elsewhere([match], [Status.RUNNING.value]).filter(desk=match.desk_id).first()
    if other is not None and other.table is not None and other.pk < match.pk:
        facts = {"match": match.code, "table": str(match.table), "other": str(other.table)}
        yield Refusal("audit_two_tables", "", **facts)


def _count_expected_disputed(match: Match) -> int:
    """How many reports a dispute needs: two, or the one that contradicts the games on the sheet."""
    if match.status != Status.DISPUTED.value:
        return 0
    disputed = match.reports.filter(state=ReportState.DISPUTED.value)
    return 1 if disputed.count() == 1 and disputed.filter(contradicts_sheet=True).exists() else 2


def _get_stored_score(match: Match) -> Score:
    return (match.white_score, match.black_score)


@dataclass(frozen=True, slots=True)
class CanonicalPlayers:
    """The key of the canonical player for each merged player or pair, by key."""

    canonical_keys: Mapping[int, int]


def compute_canonical_players() -> CanonicalPlayers:
    """Recompute the canonical spellings of all players. Two queries."""
    merges = PlayerChange.objects.filter(kind=PlayerChange.MERGED, undone_by=None).order_by("pk")
    merge_keys = merges.values_list("player", "other")
    canonical = map_canonical_players(
        (remaining_key, absorbed) for remaining_key, absorbed in merge_keys if absorbed is not None
    )
    pairs = Player.objects.filter(kind=NameKind.PAIR.value).values_list("pk", "first", "second")
    members = {pair: (first or 0, second or 0) for pair, first, second in pairs}
    return CanonicalPlayers({**canonical, **map_canonical_pairs(members, canonical)})


def iterate_players() -> Iterator[Player]:
    """Iterate over all players with canonical spellings and members, in chunks."""
    spelling_lookups = [f"{whose}person__face__person__spellings" for whose in ("", "first__", "second__")]
    rows = select_canonical_players(Player.objects.order_by("pk")).prefetch_related(
        "person__spellings", *spelling_lookups
    )
    return rows.iterator(chunk_size=200)


def find_player_disagreements(player: Player, persons: CanonicalPlayers) -> Iterator[Refusal]:
    """Yield each stored value of a player that differs from the recomputed one, as a Refusal.

    `persons` is the result of `compute_canonical_players`.
    """
    canonical_key = persons.canonical_keys.get(player.pk, player.pk)
    stored = get_canonical_player(player)
    if stored.pk != canonical_key:
        code = Player.objects.values_list("code", flat=True).get(pk=canonical_key)
        yield Refusal("audit_face", "", player=player.code, stored=stored.code, folded=code)
    for stored_name, expected_name in _get_expected_names(player):
        if stored_name != expected_name:
            yield Refusal("audit_name", "", player=player.code, stored=stored_name, folded=expected_name)
    for member in player.members:
        if not member.is_person:
            yield Refusal("audit_member", "", player=player.code, member=member.code)
    is_anonymised = any(person.anonymised_at is not None for person in get_persons(player))
    if is_anonymised != (player.anonymised_at is not None):
        yield Refusal("audit_forgotten", "", player=player.code)


def _get_expected_names(player: Player) -> list[tuple[str, str]]:
    """Return (stored, recomputed) for each computed name of a player."""
    if not player.is_pair:
        return [
            (player.name, _compute_public_name(player)),
            (player.known_name, _get_known_name(player)),
        ]
    first, second = get_persons(player)
    public_names = [get_shown_name(each.full_name, *_get_choice(each)) for each in (first, second)]
    marks = (each.distinction if _get_choice(each)[0] != Shown.CODE else "" for each in (first, second))
    distinction = format_pair_distinction(*marks)
    return [
        (player.name, add_distinction(format_pair_name(*public_names), distinction)),
        (player.full_name, format_pair_name(first.full_name, second.full_name)),
        (player.distinction, distinction),
    ]


def _compute_public_name(player: Player) -> str:
    """Compute the public name from the person's full name and the strictest choice of all spellings."""
    return get_shown_name(_get_known_name(player), *_get_choice(player), player.distinction)


def _get_known_name(player: Player) -> str:
    """Return the full name under which a player is shown; an anonymised one keeps the placeholder."""
    return player.full_name if player.anonymised_at is not None else get_canonical_player(player).full_name


def _get_choice(player: Player) -> tuple[str, str]:
    """Return the strictest choice (shown, code name) of all spellings."""
    spellings = list(player.person.spellings.all()) if player.person is not None else [player]
    canonical_first = sorted(spellings, key=lambda each: (each != get_canonical_player(player), each.pk))
    return get_strictest_choice([(each.shown, each.code_name) for each in canonical_first])
