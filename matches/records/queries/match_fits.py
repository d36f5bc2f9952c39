"""Which match a match file belongs to, by its players, length and date."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Prefetch, Q, QuerySet, prefetch_related_objects
from django.utils import timezone

from matches.actors import Identity
from matches.models import Desk, Match, Player
from matches.names import MIN_LIKENESS, compare_names
from matches.queries import matches as match_queries
from matches.queries.people import make_person_or_pair_in_any_q
from matches.records.models import Transcript
from matches.states import Status
from rules.verdict import Verdict

MAX_MATCHES = 300
MAX_FITS = 5
# Thresholds for the sum of the similarities of both names (0 to 2): of a match to suggest, of one that
# certainly has these players, and for the lead of the best match over the next one.
MIN_SIMILARITY, CERTAIN_SIMILARITY, MIN_LEAD = 1.4, 1.7, 0.3

# What programs write where nobody has typed a name; it names nobody.
PLACEHOLDER = re.compile(
    r"|[?.\-–—]+|(?:player|giocatore|spieler|joueur|jugador)?[ _]?[12ab]?|white|black|bianco|nero",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Fit:
    """A match that a transcript may belong to: the similarity of both names (0 to 2), and of the date."""

    match: Match
    similarity: float
    has_same_date: bool


def get_latest_matches(rows: QuerySet[Match], *, length: int | None = None) -> list[Match]:
    """Return the latest of these matches that are not void, of one length if given."""
    rows = rows if length is None else rows.filter(length=length)
    return list(rows.exclude(status=Status.VOID.value)[:MAX_MATCHES])


def find_fits(
    *, players: tuple[str, str], length: int, among: Iterable[Match], day: date | None = None
) -> list[Fit]:
    """Return the best matches for a transcript, at most `MAX_FITS`.

    Those of its date (`day`) come first, then those with the most similar names.
    """
    matches = [match for match in among if match.length == length and match.status != Status.VOID.value]
    rated = [Fit(match, _similarity(match, players), day in _get_dates(match)) for match in matches]
    similar = [fit for fit in rated if fit.similarity >= MIN_SIMILARITY]
    similar.sort(key=lambda fit: (not fit.has_same_date, -fit.similarity, -fit.match.pk))
    return similar[:MAX_FITS]


def choose_only_fit(fits: Sequence[Fit]) -> Match | None:
    """Return the only match that certainly fits; None if there are several or none."""
    certain = [fit for fit in fits if fit.similarity >= CERTAIN_SIMILARITY]
    on_same_date = [fit for fit in certain if fit.has_same_date]
    best = (on_same_date or certain)[:2]
    if len(best) == 1 or (len(best) == 2 and best[0].similarity - best[1].similarity >= MIN_LEAD):
        return best[0].match
    return None


def find_mismatches(match: Match, *, players: tuple[str, str], length: int, day: date | None) -> list[str]:
    """Return the properties of a file that do not fit a match: "players", "length", "day".

    The players may be in either order. The day must lie between the day before the match was created and the
    day after its end (or after today, if it is not over). Missing names or a missing date always fit.
    """
    mismatches = []
    if not _has_players(match, players):
        mismatches.append("players")
    if length != match.length:
        mismatches.append("length")
    if day is not None and not _is_played_on(match, day):
        mismatches.append("day")
    return mismatches


def find_better_match(transcript: Transcript, identity: Identity) -> Match | None:
    """Return another match, reportable by the identity, that a transcript fits; or None.

    One that it fits in everything comes first; the day may differ, as a file can be dated when it was saved.
    """
    (first, second), length = transcript.verdict["players"], transcript.verdict["length"]
    players, day = (first, second), transcript.played_on
    same_file = Q(digest=transcript.digest)
    if transcript.games:
        same_file |= Q(games=transcript.games)
    rows = get_reportable_matches(identity).exclude(
        pk__in=Transcript.objects.filter(same_file).values("match")
    )
    candidates = [
        fit.match
        for fit in find_fits(players=players, length=length, day=day, among=get_latest_matches(rows))
    ]
    mismatches = [
        (find_mismatches(match, players=players, length=length, day=day), match) for match in candidates
    ]
    fitting = [match for missing, match in mismatches if not missing]
    on_other_days = [match for missing, match in mismatches if missing == ["day"]]
    return next(iter(fitting + on_other_days), None)


def get_misplaced(desk: Desk) -> list[Transcript]:
    """Return a desk's transcripts with mismatches that need a decision.

    Those that name other players, and others if the match is open or they contradict its result. One query,
    and those for the matches and their players if there are any, which is rare.
    """
    is_open = Q(match__settled_at=None) & ~Q(match__status=Status.VOID.value)
    is_relevant = is_open | Q(agrees=False) | Q(names_others=True)
    rows = Transcript.objects.filter(is_relevant, match__desk=desk).exclude(mismatches=[])
    return list(rows.prefetch_related("match__white", "match__black").defer("text", "verdict").order_by("id"))


def list_contradicting(matches: QuerySet[Match]) -> list[Transcript]:
    """Return the certified match files that contradict the final result of one of these matches."""
    rows = Transcript.objects.filter(
        match__in=matches, match__status=Status.SETTLED.value, agrees=False, fault={}
    )
    return list(rows.select_related("match__white", "match__black").defer("text", "verdict").order_by("id"))


def load_contradicting_files(matches: list[Match]) -> list[Match]:
    """Set `contradicting_files` of these matches: the files that prove another score than the reported one.

    One query, none without matches.
    """
    files = Transcript.objects.filter(agrees=False, fault={}).defer("text", "verdict").order_by("id")
    prefetch_related_objects(matches, Prefetch("transcripts", files, to_attr="contradicting_files"))
    return matches


def get_reportable_matches(identity: Identity) -> QuerySet[Match]:
    """Return the matches this identity may upload a file for: those it plays, and those of its desks."""
    rows, user = match_queries.filter_matches(), identity.user
    if user is not None and user.is_superuser:
        return rows
    own_matches = Q(pk__in=[])
    if user is not None:
        own_matches |= Q(desk__officials=user) | _has_player(getattr(user, "player", None))
    if identity.badge is not None:
        own_matches |= _has_player(identity.badge_player) & Q(desk__in=identity.badge_desks)
    return rows.filter(own_matches).distinct()


def find_fitting_matches(identity: Identity, transcript: Transcript) -> list[Match]:
    """Return the matches of this identity that a transcript may belong to, the most likely first."""
    verdict = Verdict.from_json(transcript.verdict)
    own_matches = get_latest_matches(get_reportable_matches(identity), length=verdict.length)
    day = transcript.played_on
    best = find_fits(players=verdict.players, length=verdict.length, day=day, among=own_matches)
    return [fit.match for fit in best]


def find_match_of_other_desk(identity: Identity, transcript: Transcript) -> Match | None:
    """Return the match of the badge's player that a transcript fits best, where the badge does not act.

    None without a badge, and where no such match has its length and similar names.
    """
    if identity.badge_player is None:
        return None
    verdict = Verdict.from_json(transcript.verdict)
    rows = match_queries.filter_matches().filter(_has_player(identity.badge_player))
    matches = get_latest_matches(rows.exclude(desk__in=identity.badge_desks), length=verdict.length)
    day = transcript.played_on
    fits = find_fits(players=verdict.players, length=verdict.length, day=day, among=matches)
    return fits[0].match if fits else None


def _has_player(player: Player | None) -> Q:
    return Q(pk__in=[]) if player is None else make_person_or_pair_in_any_q(("white", "black"), player)


def _get_dates(match: Match) -> set[date]:
    moments = (match.created_at, match.called_at, match.started_at, match.settled_at)
    return {timezone.localtime(moment).date() for moment in moments if moment is not None}


def _has_players(match: Match, players: tuple[str, str]) -> bool:
    """Whether both names are similar to those of the players of a match, in either order; none fits any."""
    sides = (match.white, match.black)
    return any(
        all(_may_be(name, player) for name, player in zip(order, sides, strict=True))
        for order in (players, players[::-1])
    )


def _may_be(name: str, player: Player) -> bool:
    """Whether a name in a file may be that of a player: similar, missing, or a program's default."""
    return bool(PLACEHOLDER.fullmatch(name.strip())) or _name_similarity(name, player) >= MIN_LIKENESS


def _is_played_on(match: Match, day: date) -> bool:
    dates = _get_dates(match)
    if match.settled_at is None:
        dates.add(timezone.localdate())
    margin = timedelta(days=1)
    return min(dates) - margin <= day <= max(dates) + margin


def _similarity(match: Match, players: tuple[str, str]) -> float:
    white, black = match.white, match.black
    straight = _name_similarity(players[0], white) + _name_similarity(players[1], black)
    swapped = _name_similarity(players[0], black) + _name_similarity(players[1], white)
    return max(straight, swapped)


def _name_similarity(name: str, player: Player) -> float:
    return max(compare_names(name, player.name), compare_names(name, player.full_name))
