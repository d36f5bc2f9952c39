"""Results of earlier years come into a club from a file, all of it or nothing, and can be taken back."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from hashlib import sha256

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from matches.models import Desk, Match, Player, User
from matches.services import desks, outbox, past, settling
from matches.services.past import Played
from matches.services.players import tidy_name
from rules.errors import Refusal
from tournaments.entries_text import folded
from tournaments.exchange.past_places import PlaceRow
from tournaments.exchange.past_results import PastRow, Reading
from tournaments.models import Club, Membership, PastEvening, PastImport, PastPlace, PastResult, Role
from tournaments.models.past import LONGEST_FILE
from tournaments.permissions import must_manage
from tournaments.queries.nights import at_noon
from tournaments.services import past_people

RATE = "rate_club"
# Stored in the language of the source, as every title; pages say it in the reader's.
TITLE = "Taken from a file"
People = Mapping[str, Player]
Night = tuple[date, str]
BATCH = 500


@transaction.atomic
def take_in(
    *,
    club: Club,
    name: str,
    rows: Sequence[PastRow],
    choices: Mapping[int, str],
    by: User,
    places: Sequence[PlaceRow] = (),
) -> PastImport:
    """Every match and every place of a file, with its players and evenings; ratings count the matches from
    then on, seasons both.

    `choices` tells, for the number of each name that is like another one, whom it means: "p:" with the code
    of a player, "f:" with the number of another name of the file, "new" for somebody new. Raises
    `past_nothing`, `past_file_twice`, `past_names_open`, `past_choice_unknown`, and what a result is refused
    for.
    """
    must_manage(by, club)
    told = Reading(tuple(rows), (), places=tuple(places))
    if not told.told:
        raise Refusal("past_nothing")
    # Under lock, or the same file could come twice in this moment.
    Club.objects.select_for_update().get(pk=club.pk)
    people = past_people.recognise(club=club, names=told.names, choices=choices)
    batch = _batch(club, name, told, by)
    ordered = sorted(rows, key=lambda row: (row.day, row.line))
    evenings = _evenings(batch, sorted(told.nights))
    _write_matches(batch, ordered, people, evenings)
    _write_places(places, people, evenings)
    if ordered:
        _owe(club, at_noon(ordered[0].day))
    return batch


@transaction.atomic
def take_back(*, batch: PastImport, by: User) -> PastImport:
    """Undo a file: its matches are void, and who came with it alone is no member any more.

    Raises `past_taken_back`.
    """
    must_manage(by, batch.club)
    held = PastImport.objects.select_for_update(of=("self",)).select_related("club", "desk").get(pk=batch.pk)
    if held.undone_at is not None:
        raise Refusal("past_taken_back", name=held.name)
    first = PastEvening.objects.filter(batch=held).order_by("held_on").first()
    matches = Match.objects.filter(past__evening__batch=held)
    came = Q(matches_as_white__in=matches) | Q(matches_as_black__in=matches)
    came |= Q(past_places__evening__batch=held)
    players_of_file = list(Player.objects.filter(came).distinct().values_list("pk", flat=True))
    past.void_all(desk=held.desk, actor=by.get_username(), reason=gettext("The file was taken back."))
    held.undone_at, held.undone_by = timezone.now(), by.get_username()
    held.save(update_fields=["undone_at", "undone_by"])
    _let_go(held.club, players_of_file)
    if first is not None:
        _owe(held.club, at_noon(first.held_on))
    return held


def keep_day(*, match: Match) -> None:
    """A match of an earlier year that was decided anew stays where it was played in the order of results."""
    line = PastResult.objects.filter(match=match.pk).select_related("evening").first()
    if line is not None and match.settled_at != at_noon(line.evening.held_on):
        settling.date(match=match, at=at_noon(line.evening.held_on))


def _batch(club: Club, name: str, told: Reading, by: User) -> PastImport:
    digest = _digest(told.rows, told.places)
    if PastImport.objects.filter(club=club, digest=digest, undone_at=None).exists():
        raise Refusal("past_file_twice", name=name)
    return PastImport.objects.create(
        club=club,
        desk=_desk(club, by),
        name=tidy_name(name)[:LONGEST_FILE] if name.strip() else gettext("Results of earlier years"),
        digest=digest,
        rows=told.told,
        by=by,
        signed=by.get_username(),
    )


def _digest(rows: Sequence[PastRow], places: Sequence[PlaceRow]) -> str:
    """What the rows of a file say, whatever else stands in it and in whichever order its columns are."""
    told = [(row.day.isoformat(), row.evening, row.one, row.other, row.length, row.score) for row in rows]
    stood = [
        (row.day.isoformat(), row.evening, row.flight, row.name, row.first, row.last, row.field)
        for row in places
    ]
    return sha256(repr([*told, *(row.ending for row in rows), *stood]).encode()).hexdigest()


def _desk(club: Club, by: User) -> Desk:
    """A desk of its own, at which directors correct what the file told wrongly."""
    officials = User.objects.filter(memberships__club=club, memberships__role=Role.DIRECTOR)
    return desks.open_desk(name=club.name, officials=[*officials, by])


def _evenings(batch: PastImport, nights: Sequence[Night]) -> Mapping[Night, PastEvening]:
    held = PastEvening.objects.bulk_create(
        PastEvening(batch=batch, held_on=day, name=name or batch.name) for day, name in nights
    )
    return dict(zip(nights, held, strict=True))


def _write_matches(
    batch: PastImport, rows: Sequence[PastRow], people: People, evenings: Mapping[Night, PastEvening]
) -> None:
    played = [_played(row, people) for row in rows]
    matches = past.take_in(desk=batch.desk, played=played, actor=batch.signed)
    PastResult.objects.bulk_create(
        (
            PastResult(evening=evenings[row.day, row.evening], match=match, line=row.line)
            for row, match in zip(rows, matches, strict=True)
        ),
        batch_size=BATCH,
    )


def _write_places(places: Sequence[PlaceRow], people: People, evenings: Mapping[Night, PastEvening]) -> None:
    """Raises `past_choice_unknown` where two names of one flight mean one person."""
    held = [(evenings[row.day, row.evening], row.flight, people[folded(row.name)]) for row in places]
    seen: set[tuple[int, str, int]] = set()
    for evening, flight, player in held:
        if (evening.pk, flight, player.pk) in seen:
            raise Refusal("past_choice_unknown", choice=player.name[:40])
        seen.add((evening.pk, flight, player.pk))
    PastPlace.objects.bulk_create(
        (
            PastPlace(
                evening=evening,
                player=player,
                flight=flight,
                first=row.first,
                last=row.last,
                field=row.field,
                line=row.line,
            )
            for row, (evening, flight, player) in zip(places, held, strict=True)
        ),
        batch_size=BATCH,
    )


def _played(row: PastRow, people: People) -> Played:
    return Played(
        white=people[folded(row.one)].pk,
        black=people[folded(row.other)].pk,
        length=row.length,
        white_score=row.score[0],
        black_score=row.score[1],
        winner="white" if row.is_won_by_one else "black",
        ending=row.ending,
        at=at_noon(row.day),
        title=" · ".join(filter(None, (row.evening, TITLE))),
    )


def _owe(club: Club, since: datetime) -> None:
    outbox.post(kind=RATE, payload={"club": club.pk, "since": since.isoformat()})


def _let_go(club: Club, came: Sequence[int]) -> None:
    """Who came with a file and has nothing else in the club is no member any more."""
    alone = Membership.objects.filter(club=club, player__in=came, user=None, role=Role.MEMBER)
    standing = PastResult.objects.filter(evening__batch__club=club, evening__batch__undone_at=None)
    placed = PastPlace.objects.filter(evening__batch__club=club, evening__batch__undone_at=None)
    kept = Player.objects.filter(
        Q(entries__event__tournament__club=club)
        | Q(teams__event__tournament__club=club)
        | Q(pk__in=standing.values("match__white"))
        | Q(pk__in=standing.values("match__black"))
        | Q(pk__in=placed.values("player"))
        | Q(matches_as_white__casual__club=club)
        | Q(matches_as_black__casual__club=club)
        | Q(user__isnull=False)
    )
    alone.exclude(player__in=kept.values("pk")).delete()
