"""Results of earlier years come into a club from a file, all of it or nothing, and can be taken back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import sha256

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from matches.models import Desk, Match, Player, User
from matches.services import bulk_insert, desks, imported_results, outbox, settling
from matches.services.imported_results import ImportedMatch
from matches.services.players import normalise_name
from rules.errors import Refusal
from tournaments.entries_text import folded
from tournaments.exchange.past_results import PastRow, PlaceRow, Reading
from tournaments.models import (
    Club,
    Membership,
    PastEvening,
    PastImport,
    PastPlace,
    PastResult,
    Role,
)
from tournaments.models.past import LONGEST_FILE
from tournaments.permissions import must_manage
from tournaments.queries.club_results import at_noon
from tournaments.services import history_names

RATE = "rate_club"
# Stored in the language of the source, as every title; pages say it in the reader's.
TITLE = gettext_noop("Imported from a file")
People = Mapping[str, Player]
Night = tuple[date, str]


@dataclass(frozen=True, slots=True)
class PreparedImport:
    """An import with everything computed before it is written; `ready` are the matches of `ordered`."""

    name: str
    reading: Reading
    digest: str
    ordered: Sequence[PastRow]
    matched_names: history_names.MatchedNames
    ready: imported_results.PreparedMatches


def import_results(
    *,
    club: Club,
    name: str,
    rows: Sequence[PastRow],
    choices: Mapping[int, str],
    by: User,
    places: Sequence[PlaceRow] = (),
) -> PastImport:
    """Every match and every place of a file, with its players and evenings; ratings count the matches from
    then on, seasons both. Raises what `make_ready` and `write` do."""
    prepared_import = prepare_import(club=club, name=name, rows=rows, choices=choices, by=by, places=places)
    return write_import(club=club, prepared_import=prepared_import, by=by)


def prepare_import(
    *,
    club: Club,
    name: str,
    rows: Sequence[PastRow],
    choices: Mapping[int, str],
    by: User,
    places: Sequence[PlaceRow] = (),
) -> PreparedImport:
    """All that can be worked out of a file beforehand, so that others who write wait for the writing alone.

    `choices` tells, for the number of each name that is like another one, whom it means: "p:" with the code
    of a player, "f:" with the number of another name of the file, "new" for somebody new. Raises
    `past_nothing`, `past_names_open`, `past_choice_unknown`, and what a result is refused for.
    """
    must_manage(by, club)
    reading = Reading(tuple(rows), (), places=tuple(places))
    if not reading.row_count:
        raise Refusal("past_nothing")
    ordered = sorted(rows, key=lambda row: (row.day, row.line))
    return PreparedImport(
        name=name,
        reading=reading,
        digest=_digest(rows, places),
        ordered=ordered,
        matched_names=history_names.match_names(club=club, names=reading.names, choices=choices),
        ready=imported_results.prepare_matches(
            played=[_played_match(row) for row in ordered], actor=by.get_username()
        ),
    )


@transaction.atomic
def write_import(*, club: Club, prepared_import: PreparedImport, by: User) -> PastImport:
    """Write a file that was made ready, all of it or nothing. Raises `past_file_twice`, and what names raise
    that others have come to be like meanwhile."""
    # Under lock, or the same file could come twice in this moment; and nobody's right may have ended since.
    Club.objects.select_for_update().get(pk=club.pk)
    must_manage(by, club)
    people = history_names.get_or_create_players(matched_names=prepared_import.matched_names)
    batch = _create_batch(club, prepared_import, by)
    evenings = _create_evenings(batch, sorted(prepared_import.reading.nights))
    _write_matches(batch, prepared_import, people, evenings)
    _write_places(prepared_import.reading.places, people, evenings)
    if prepared_import.ordered:
        _enqueue_rating(club, at_noon(prepared_import.ordered[0].day))
    return batch


@transaction.atomic
def undo_import(*, batch: PastImport, by: User) -> PastImport:
    """Undo a file: its matches are void, and who came with it alone is no member any more.

    Raises `past_taken_back`.
    """
    must_manage(by, batch.club)
    locked_batch = (
        PastImport.objects.select_for_update(of=("self",)).select_related("club", "desk").get(pk=batch.pk)
    )
    if locked_batch.undone_at is not None:
        raise Refusal("past_taken_back", name=locked_batch.name)
    first = PastEvening.objects.filter(batch=locked_batch).order_by("held_on").first()
    matches = Match.objects.filter(past__evening__batch=locked_batch)
    is_in_file = Q(matches_as_white__in=matches) | Q(matches_as_black__in=matches)
    is_in_file |= Q(past_places__evening__batch=locked_batch)
    players_of_file = list(Player.objects.filter(is_in_file).distinct().values_list("pk", flat=True))
    imported_results.void_all_matches(
        desk=locked_batch.desk, actor=by.get_username(), reason=gettext("Import withdrawn.")
    )
    locked_batch.undone_at, locked_batch.undone_by = timezone.now(), by.get_username()
    locked_batch.save(update_fields=["undone_at", "undone_by"])
    _remove_unused_members(locked_batch.club, players_of_file)
    if first is not None:
        _enqueue_rating(locked_batch.club, at_noon(first.held_on))
    return locked_batch


def keep_day(*, match: Match) -> None:
    """A match of an earlier year that was decided anew stays where it was played in the order of results."""
    past_result = PastResult.objects.filter(match=match.pk).select_related("evening").first()
    if past_result is not None and match.settled_at != at_noon(past_result.evening.held_on):
        settling.set_settled_at(match=match, at=at_noon(past_result.evening.held_on))


def _create_batch(club: Club, prepared_import: PreparedImport, by: User) -> PastImport:
    name = prepared_import.name
    if PastImport.objects.filter(club=club, digest=prepared_import.digest, undone_at=None).exists():
        raise Refusal("past_file_twice", name=name)
    return PastImport.objects.create(
        club=club,
        desk=_open_import_desk(club, by),
        name=normalise_name(name)[:LONGEST_FILE] if name.strip() else gettext("Results from earlier years"),
        digest=prepared_import.digest,
        rows=prepared_import.reading.row_count,
        by=by,
        signed=by.get_username(),
    )


def _digest(rows: Sequence[PastRow], places: Sequence[PlaceRow]) -> str:
    """What the rows of a file say, whatever else stands in it and in whichever order its columns are."""
    match_data = [
        (row.day.isoformat(), row.evening, row.one, row.other, row.length, row.score) for row in rows
    ]
    place_data = [
        (row.day.isoformat(), row.evening, row.flight, row.name, row.first, row.last, row.field)
        for row in places
    ]
    return sha256(repr([*match_data, *(row.ending for row in rows), *place_data]).encode()).hexdigest()


def _open_import_desk(club: Club, by: User) -> Desk:
    """A desk of its own, at which directors correct what the file told wrongly."""
    officials = User.objects.filter(memberships__club=club, memberships__role=Role.DIRECTOR)
    return desks.create_desk(name=club.name, officials=[*officials, by])


def _create_evenings(batch: PastImport, nights: Sequence[Night]) -> Mapping[Night, PastEvening]:
    created_evenings = PastEvening.objects.bulk_create(
        PastEvening(batch=batch, held_on=day, name=name or batch.name) for day, name in nights
    )
    return dict(zip(nights, created_evenings, strict=True))


def _write_matches(
    batch: PastImport, prepared_import: PreparedImport, people: People, evenings: Mapping[Night, PastEvening]
) -> None:
    keys = {name: player.pk for name, player in people.items()}
    matches = imported_results.insert_matches(desk=batch.desk, ready=prepared_import.ready, people=keys)
    rows = [
        (evenings[row.day, row.evening].pk, match, row.line)
        for row, match in zip(prepared_import.ordered, matches, strict=True)
    ]
    bulk_insert.insert_rows(PastResult, ("evening", "match", "line"), rows)


def _write_places(places: Sequence[PlaceRow], people: People, evenings: Mapping[Night, PastEvening]) -> None:
    """Raises `past_choice_unknown` where two names of one flight mean one person."""
    place_keys = [(evenings[row.day, row.evening].pk, row.flight, people[folded(row.name)]) for row in places]
    unique_keys: set[tuple[int, str, int]] = set()
    for evening, flight, player in place_keys:
        if (evening, flight, player.pk) in unique_keys:
            raise Refusal("past_choice_unknown", choice=player.name[:40])
        unique_keys.add((evening, flight, player.pk))
    rows = [
        (evening, player.pk, flight, row.first, row.last, row.field, row.line)
        for row, (evening, flight, player) in zip(places, place_keys, strict=True)
    ]
    bulk_insert.insert_rows(
        PastPlace, ("evening", "player", "flight", "first", "last", "field", "line"), rows
    )


def _played_match(row: PastRow) -> ImportedMatch:
    return ImportedMatch(
        white=folded(row.one),
        black=folded(row.other),
        length=row.length,
        white_score=row.score[0],
        black_score=row.score[1],
        winner="white" if row.is_won_by_one else "black",
        ending=row.ending,
        at=at_noon(row.day),
        title=" · ".join(filter(None, (row.evening, TITLE))),
    )


def _enqueue_rating(club: Club, since: datetime) -> None:
    outbox.post_message(kind=RATE, payload={"club": club.pk, "since": since.isoformat()})


def _remove_unused_members(club: Club, player_keys: Sequence[int]) -> None:
    """Who came with a file and has nothing else in the club is no member any more."""
    plain_memberships = Membership.objects.filter(
        club=club, player__in=player_keys, user=None, role=Role.MEMBER
    )
    remaining_results = PastResult.objects.filter(evening__batch__club=club, evening__batch__undone_at=None)
    remaining_places = PastPlace.objects.filter(evening__batch__club=club, evening__batch__undone_at=None)
    active_players = Player.objects.filter(
        Q(entries__event__tournament__club=club)
        | Q(teams__event__tournament__club=club)
        | Q(pk__in=remaining_results.values("match__white"))
        | Q(pk__in=remaining_results.values("match__black"))
        | Q(pk__in=remaining_places.values("player"))
        | Q(matches_as_white__casual__club=club)
        | Q(matches_as_black__casual__club=club)
        | Q(user__isnull=False)
    )
    plain_memberships.exclude(player__in=active_players.values("pk")).delete()
