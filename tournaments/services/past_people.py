"""Who is meant by the names of a file: players of the club, one another, or somebody new."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from matches.models import Player, User
from matches.services import players
from rules.errors import Refusal
from tournaments.entries_text import folded
from tournaments.models import Club, Membership
from tournaments.permissions import must_manage
from tournaments.queries.past import Known, Named, beside, known
from tournaments.services import deeds

NEW, HERE, OF_FILE = "new", "p", "f"
BATCH = 500


@dataclass(frozen=True, slots=True)
class Meant:
    """Whom the names of a file mean: groups of names that are one, each with its player or nobody yet.

    It counts as long as the club knows the same people under the same names.
    """

    club: Club
    names: tuple[str, ...]
    choices: Mapping[int, str]
    known: Known
    groups: tuple[tuple[tuple[str, ...], Player | None], ...]


def enrol(*, club: Club, names: Sequence[str], choices: Mapping[int, str], by: User) -> int:
    """Make everybody of a list a member, all of them or nobody, who has left too; how many were none before.

    Raises as `recognise`, and `past_nobody`.
    """
    must_manage(by, club)
    if not names:
        raise Refusal("past_nobody")
    meant = recognise(club=club, names=names, choices=choices)
    with transaction.atomic():
        return _enrol_all(meant, by)


def recognise(*, club: Club, names: Sequence[str], choices: Mapping[int, str]) -> Meant:
    """Whom the names of a file mean; nothing is written or locked.

    Raises `past_names_open` while a name that is like another one has no choice, and `past_choice_unknown`
    for a choice that was not offered, or for names that are one and two at once.
    """
    here = known(club, names)
    found = beside(here, names)
    unsaid = [one.name for one in found if one.near and one.number not in choices]
    if unsaid:
        raise Refusal("past_names_open", names=", ".join(unsaid[:3]), count=len(unsaid))
    chosen = {one.number: _choice(one, choices) for one in found}
    groups = tuple(
        (tuple(one.name for one in group), _player(group, chosen)) for group in _groups(found, chosen)
    )
    return Meant(club, tuple(names), choices, here, groups)


@transaction.atomic
def take_in(*, meant: Meant) -> dict[str, Player]:
    """The player behind every name (folded); new ones are registered, and all are members then.

    To be called under the lock of the club, by whoever has asked who may. Whom a name means is found anew
    where the club knows other people by now. Raises what `recognise` does.
    """
    if known(meant.club, meant.names).spelled != meant.known.spelled:
        meant = recognise(club=meant.club, names=meant.names, choices=meant.choices)
    new = players.register_all(names=[names[0] for names, player in meant.groups if player is None])
    coming = iter(new)
    people = {
        folded(name): player
        for names, found in meant.groups
        for player in [found or next(coming)]
        for name in names
    }
    _enrol(meant.club, people.values())
    return people


def _enrol_all(meant: Meant, by: User) -> int:
    club = Club.objects.select_for_update().get(pk=meant.club.pk)
    must_manage(by, club)
    held = Membership.objects.filter(club=club, left_at=None)
    before = held.count()
    people = take_in(meant=meant).values()
    gone = Membership.objects.filter(club=club, left_at__isnull=False)
    gone.filter(player__in={player.pk for player in people}).update(left_at=None)
    count = held.count() - before
    if count:
        deeds.note(club=club, kind="listed", by=by, about={"count": count})
    return count


def _choice(one: Named, choices: Mapping[int, str]) -> str:
    choice = choices.get(one.number, NEW) if one.near else NEW
    if choice not in {NEW, *(like.value for like in one.near)}:
        raise Refusal("past_choice_unknown", choice=choice[:40])
    return choice


def _groups(found: Sequence[Named], chosen: Mapping[int, str]) -> list[list[Named]]:
    """The names that are one by these choices, each group in the order of the file."""
    heads = {one.number: one.number for one in found}
    for number, choice in chosen.items():
        if choice.startswith(f"{OF_FILE}:"):
            low, high = sorted((heads[number], heads[int(choice[2:])]))
            heads = {each: low if head == high else head for each, head in heads.items()}
    groups: dict[int, list[Named]] = {}
    for one in found:
        groups.setdefault(heads[one.number], []).append(one)
    return list(groups.values())


def _player(group: Sequence[Named], chosen: Mapping[int, str]) -> Player | None:
    """The one player of the club a group of names means, if any."""
    codes = [chosen[one.number][2:] for one in group if chosen[one.number].startswith(f"{HERE}:")]
    meant = [*(one.player for one in group if one.player), *Player.objects.filter(code__in=codes)]
    keys = {player.pk for player in meant}
    if len(keys) > 1:
        raise Refusal("past_choice_unknown", choice=group[0].name[:40])
    return meant[0] if meant else None


def _enrol(club: Club, people: Iterable[Player]) -> None:
    wanted = {player.pk for player in people}
    here = set(Membership.objects.filter(club=club, player__in=wanted).values_list("player", flat=True))
    Membership.objects.bulk_create(
        (Membership(club=club, player_id=player) for player in sorted(wanted - here)), batch_size=BATCH
    )
