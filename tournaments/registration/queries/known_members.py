"""Who the records of a club know: members with fee and year of birth, guests, and those who have left."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from matches.models import Player
from matches.names import fold_name
from matches.queries.people import canonical_key, get_canonical_player
from tournaments.models import Club, Membership, MembershipFee


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A person of a club under one spelling; `person` is the key of the canonical player.

    `has_paid` is whether the fee of the requested year is paid. What only the record says is empty
    for those who play at the club without being members.
    """

    person: int
    name: str
    is_member: bool
    has_left: bool
    has_paid: bool
    email: str
    birth_year: int | None

    @property
    def is_current_member(self) -> bool:
        """Whether this is a member now."""
        return self.is_member and not self.has_left


def list_known_people(club: Club, year: int, players: Collection[int] | None = None) -> list[KnownPerson]:
    """Return the people of a club, or those with these canonical players; `year` is that of `has_paid`.

    One query.
    """
    fees = MembershipFee.objects.filter(membership=OuterRef("pk"), withdrawn_at=None)
    rows = Membership.objects.filter(club=club, player__isnull=False, player__anonymised_at=None)
    if players is not None:
        rows = rows.annotate(face=canonical_key("player")).filter(face__in=players)
    annotated = rows.annotate(has_fee=Exists(fees), has_paid=Exists(fees.filter(year=year)))
    people = []
    for row in annotated.select_related("player__person__face", "record").order_by("pk"):
        record, player = getattr(row, "record", None), row.player
        if player is None:
            continue
        people.append(
            KnownPerson(
                person=get_canonical_player(player).pk,
                name=player.full_name,
                is_member=record is not None or row.has_fee,
                has_left=row.left_at is not None,
                has_paid=row.has_paid,
                email=record.email if record is not None else "",
                birth_year=record.birth_year if record is not None else None,
            )
        )
    return people


def find_known_person(club: Club, player: Player | None, year: int) -> KnownPerson | None:
    """Return what the records of a club say about a player: as a member if they are one; else None."""
    if player is None:
        return None
    people = list_known_people(club, year, [get_canonical_player(player).pk])
    return max(people, key=lambda person: person.is_current_member, default=None)


def is_named(person: KnownPerson, name: str) -> bool:
    """Return whether this is the name of a person, ignoring case, accents and spaces."""
    return fold_name(person.name) == fold_name(name)
