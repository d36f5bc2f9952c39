"""Import of results of earlier years into a club, and its withdrawal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from matches.messages.stored_reasons import IMPORT_WITHDRAWN
from matches.models import Desk, Match, Player, User
from matches.names import fold_name
from matches.queries.lookups import get_or_none
from matches.services import desks, imported_results, outbox, settling
from matches.services.imported_results import ImportedMatch
from matches.services.players import normalise_name
from rules.errors import Refusal
from tournaments import club_log
from tournaments.exchange.past_results import ParsedResults, PastRow, compute_digest
from tournaments.importing.queries.known_results import (
    require_new_file,
    select_new_results,
)
from tournaments.importing.queries.matched_names import MatchedNames, match_names
from tournaments.importing.services.answered_spellings import record_answered_names
from tournaments.importing.services.listed_records import distinguish_listed_members
from tournaments.importing.services.past_places import (
    PastTournament,
    People,
    check_opponents,
    write_places,
    write_points,
)
from tournaments.importing.services.registered_people import get_or_create_players
from tournaments.importing.services.withdrawn_members import remove_idle_people
from tournaments.models import (
    AnsweredName,
    Club,
    Membership,
    PastEvening,
    PastImport,
    PastResult,
    Role,
)
from tournaments.models.imports import MAX_FILE_NAME
from tournaments.permissions import must_manage
from tournaments.play.entrants.services.answered_names import AnsweringList, withdraw_answers
from tournaments.ratings.queries import rating_tables
from tournaments.seasons.queries.season_results import at_noon

# Kind of the outbox message.
RATE = rating_tables.RATE_CLUB
# Stored in the source language, as every title; pages translate it.
TITLE = gettext_noop("Imported from a file")


@dataclass(frozen=True, slots=True)
class PreparedImport:
    """An import that is computed but not written; `prepared_matches` are those of `ordered_rows`."""

    name: str
    results: ParsedResults
    digest: str
    ordered_rows: Sequence[PastRow]
    matched_names: MatchedNames
    prepared_matches: imported_results.PreparedMatches
    distinctions: Mapping[int, str] = field(default_factory=dict)


def import_results(
    *,
    club: Club,
    name: str,
    results: ParsedResults,
    choices: Mapping[int, str],
    by: User,
    distinctions: Mapping[int, str] | None = None,
    with_known: bool = False,
) -> PastImport:
    """Import all matches, places and points of a file, with players and tournaments.

    The matches then count in ratings, and all of them in seasons. Raises what `prepare_import` and
    `write_import` do.
    """
    prepared_import = prepare_import(
        club=club,
        name=name,
        results=results,
        choices=choices,
        by=by,
        distinctions=distinctions,
        with_known=with_known,
    )
    return write_import(club=club, prepared_import=prepared_import, by=by)


def prepare_import(
    *,
    club: Club,
    name: str,
    results: ParsedResults,
    choices: Mapping[int, str],
    by: User,
    distinctions: Mapping[int, str] | None = None,
    with_known: bool = False,
) -> PreparedImport:
    """Compute everything of an import beforehand, so that only the writing needs a lock.

    `choices` maps the number of each ambiguous name to the person: "p:" and a player code, "f:" and the
    number of another name of the file, or "new". `distinctions` tell new people of a known name apart, by the
    number of the name. Results that the club has already are left out unless `with_known`. Raises
    `past_nothing`, `past_names_open`, `past_choice_unknown`, `past_one_person`, what `select_new_results`
    does, and errors of results.
    """
    must_manage(by, club)
    if not results.row_count:
        raise Refusal("past_nothing")
    matched_names = match_names(club=club, names=results.names, choices=choices)
    digest = compute_digest(results)
    if not with_known:
        results = select_new_results(club, name, results, matched_names.persons)
        digest = compute_digest(results, part_of=digest)
    ordered_rows = sorted(results.rows, key=lambda row: (row.day, row.line))
    check_opponents(ordered_rows, matched_names.groups)
    return PreparedImport(
        name=name,
        results=results,
        digest=digest,
        ordered_rows=ordered_rows,
        matched_names=matched_names,
        prepared_matches=imported_results.prepare_matches(
            played=[_played_match(row) for row in ordered_rows], actor=by.get_username()
        ),
        distinctions=distinctions or {},
    )


@transaction.atomic
def write_import(*, club: Club, prepared_import: PreparedImport, by: User) -> PastImport:
    """Write a prepared import, all or nothing.

    Raises `past_file_twice`, and the errors of names that have become ambiguous meanwhile.
    """
    # Locked, so that the same file is not imported twice at once and permissions are still valid.
    Club.objects.select_for_update().get(pk=club.pk)
    must_manage(by, club)
    before = set(Membership.objects.filter(club=club).values_list("pk", flat=True))
    people = get_or_create_players(matched_names=prepared_import.matched_names)
    names, texts = prepared_import.matched_names.people, prepared_import.distinctions
    people_by_number = {number: people[fold_name(names[number].name)] for number in texts}
    distinguish_listed_members(
        club=club, before=before, texts=texts, players_by_number=people_by_number, by=by
    )
    batch = _create_batch(club, prepared_import, by)
    all_by_number = {number: people[fold_name(person.name)] for number, person in enumerate(names)}
    answering_list = AnsweringList(batch.name, results_import=batch)
    record_answered_names(
        matched_names=prepared_import.matched_names,
        players_by_number=all_by_number,
        answering_list=answering_list,
        by=by,
    )
    evenings = _create_evenings(batch, sorted(prepared_import.results.tournaments))
    _write_matches(batch, prepared_import, people, evenings)
    write_places(prepared_import.results.places, people, evenings)
    write_points(prepared_import.results.points, people, evenings)
    if prepared_import.ordered_rows:
        _enqueue_rating(club, at_noon(prepared_import.ordered_rows[0].day))
    _log_import(batch, "results_imported", by)
    return batch


def _log_import(batch: PastImport, kind: str, by: User) -> None:
    club_log.log_action(club=batch.club, kind=kind, by=by, about={"name": batch.name, "count": batch.rows})


@transaction.atomic
def undo_import(*, batch: PastImport, by: User) -> PastImport:
    """Undo an import: void its matches and remove members whom only it brought to the club.

    Raises `past_taken_back`.
    """
    must_manage(by, batch.club)
    locked_batch = (
        PastImport.objects.select_for_update(of=("self",)).select_related("club", "desk").get(pk=batch.pk)
    )
    if locked_batch.undone_at is not None:
        raise Refusal("past_taken_back", name=locked_batch.name)
    first_evening = PastEvening.objects.filter(batch=locked_batch).order_by("played_on").first()
    matches = Match.objects.filter(past__evening__batch=locked_batch)
    is_in_file = Q(matches_as_white__in=matches) | Q(matches_as_black__in=matches)
    is_in_file |= Q(past_places__evening__batch=locked_batch) | Q(past_points__evening__batch=locked_batch)
    players_of_file = list(Player.objects.filter(is_in_file).distinct().values_list("pk", flat=True))
    imported_results.void_matches(
        matches=Match.objects.filter(desk=locked_batch.desk),
        actor=by.get_username(),
        reason=IMPORT_WITHDRAWN,
    )
    locked_batch.undone_at, locked_batch.undone_by = timezone.now(), by.get_username()
    locked_batch.save(update_fields=["undone_at", "undone_by"])
    withdraw_answers(answers=AnsweredName.objects.filter(results_import=locked_batch))
    remove_idle_people(club=locked_batch.club, player_keys=players_of_file)
    _log_import(locked_batch, "results_withdrawn", by)
    if first_evening is not None:
        _enqueue_rating(locked_batch.club, at_noon(first_evening.played_on))
    return locked_batch


def restore_match_date(*, match: Match) -> None:
    """Date a corrected imported match to its day again, so that the order of results is unchanged."""
    past_result = get_or_none(PastResult.objects.select_related("evening"), match=match.pk)
    if past_result is not None and match.settled_at != at_noon(past_result.evening.played_on):
        settling.set_settled_at(match=match, at=at_noon(past_result.evening.played_on))


def _create_batch(club: Club, prepared_import: PreparedImport, by: User) -> PastImport:
    name = prepared_import.name
    require_new_file(club, name, prepared_import.digest)
    return PastImport.objects.create(
        club=club,
        desk=_open_import_desk(club, by),
        name=normalise_name(name)[:MAX_FILE_NAME] if name.strip() else gettext("Results from earlier years"),
        digest=prepared_import.digest,
        rows=prepared_import.results.row_count,
        by=by,
        signed=by.get_username(),
    )


def _open_import_desk(club: Club, by: User) -> Desk:
    """Create a desk at which directors can correct imported results."""
    officials = User.objects.filter(memberships__club=club, memberships__role=Role.DIRECTOR)
    return desks.create_desk(name=club.name, officials=[*officials, by])


def _create_evenings(
    batch: PastImport, past_tournaments: Sequence[PastTournament]
) -> Mapping[PastTournament, PastEvening]:
    """Create the tournaments of an import; one without a name has that of the file."""
    created_evenings = PastEvening.objects.bulk_create(
        PastEvening(batch=batch, played_on=day, name=name or batch.name) for day, name in past_tournaments
    )
    return dict(zip(past_tournaments, created_evenings, strict=True))


def _write_matches(
    batch: PastImport,
    prepared_import: PreparedImport,
    people: People,
    evenings: Mapping[PastTournament, PastEvening],
) -> None:
    keys = {name: player.pk for name, player in people.items()}
    matches = imported_results.insert_matches(
        desk=batch.desk, prepared=prepared_import.prepared_matches, people=keys
    )
    rows = [
        (evenings[row.day, row.evening].pk, match, row.line)
        for row, match in zip(prepared_import.ordered_rows, matches, strict=True)
    ]
    imported_results.insert_rows(PastResult, ("evening", "match", "line"), rows)


def _played_match(row: PastRow) -> ImportedMatch:
    return ImportedMatch(
        white=fold_name(row.one),
        black=fold_name(row.other),
        length=row.length,
        white_score=row.score[0],
        black_score=row.score[1],
        winner="white" if row.is_won_by_one else "black",
        ending=row.ending,
        at=at_noon(row.day),
        title=" · ".join(filter(None, (row.evening, TITLE))),
        is_loser_score_known=row.is_loser_score_known,
    )


def _enqueue_rating(club: Club, since: datetime) -> None:
    outbox.post_message(kind=RATE, payload={"club": club.pk, "since": since.isoformat()})
