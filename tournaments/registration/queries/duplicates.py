"""Registrations that may be for a person who is entered or known already."""

import csv
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from io import StringIO

from django.db.models import Q
from django.utils.translation import gettext as _

from matches.names import fold_name
from matches.queries.people import get_persons
from tournaments.models import Takes
from tournaments.name_lists import entry_details
from tournaments.name_lists.entry_box import LineStatus
from tournaments.play.entrants.queries.entries import event_entries, members_of
from tournaments.play.entrants.queries.namesakes import are_details_of_one
from tournaments.registration.models import ACTIVE, EventSignUp, SignUp
from tournaments.registration.queries.places_left import annotate_is_entered
from tournaments.registration.queries.public_names import filter_listed


def find_hints(rows: Sequence[EventSignUp]) -> Mapping[int, list[str]]:
    """Return hints for the desk by sign-up key: names signed up twice, entered, or similar to others."""
    by_event: dict[int, list[EventSignUp]] = defaultdict(list)
    for row in rows:
        if row.status in ACTIVE:
            by_event[row.event_id].append(row)
    hints: dict[int, list[str]] = defaultdict(list)
    for event_rows in by_event.values():
        event = event_rows[0].event.event
        persons = [(row, name) for row in event_rows for name in _list_person_names(row)]
        rows_by_name: defaultdict[str, list[EventSignUp]] = defaultdict(list)
        for row, name in persons:
            rows_by_name[fold_name(name)].append(row)
        entered = {person.pk for entry in event_entries(event) for person in get_persons(entry.player)}
        lines = entry_details.read(
            _write_name_list([name for _row, name in persons]), members_of(event), entered
        )
        for line in lines:
            row = persons[line.number - 2][0]
            is_other = any(
                not may_be_one_person(row.sign_up, other.sign_up)
                for other in rows_by_name[fold_name(line.name)]
            )
            hint = "" if getattr(row, "is_entered", False) else _describe_match(line, is_other=is_other)
            if hint:
                hints[row.pk].append(hint)
    return hints


def may_be_one_person(one: SignUp, other: SignUp) -> bool:
    """Return whether club, country and distinction do not tell two sign-ups of one name apart."""
    return one.distinction.casefold() == other.distinction.casefold() and are_details_of_one(one, other)


def find_places_of_same_entrant(places: Sequence[EventSignUp]) -> Mapping[int, EventSignUp]:
    """Return by key, for sign-ups of pairs and teams, another active one of the same pair or team.

    A pair is the same whoever of the two has signed up, unless two people of one name from different clubs or
    countries did; a team is the one of its name in the event. The rows have `is_entered`. One query.
    """
    wanted = [place for place in places if place.partner or place.team]
    if not wanted:
        return {}
    rows = EventSignUp.objects.filter(event__in={place.event_id for place in wanted}, status__in=ACTIVE)
    others_by_entrant: defaultdict[object, list[EventSignUp]] = defaultdict(list)
    with_entrant = annotate_is_entered(rows.exclude(partner="", team=""))
    for other in with_entrant.select_related("sign_up").order_by("order"):
        others_by_entrant[_get_entrant(other)].append(other)
    same = {
        place.pk: [other for other in others_by_entrant[_get_entrant(place)] if _may_be_same(place, other)]
        for place in wanted
    }
    return {key: others[0] for key, others in same.items() if others}


def _get_entrant(place: EventSignUp) -> object:
    """Return the event with the names of a pair, in no order, or with that of a team; case does not count."""
    names = [place.team] if place.team else [place.sign_up.name, place.partner]
    return place.event_id, bool(place.team), frozenset(map(fold_name, names))


def _may_be_same(place: EventSignUp, other: EventSignUp) -> bool:
    if place.sign_up_id == other.sign_up_id:
        return False
    has_other_name = fold_name(place.sign_up.name) != fold_name(other.sign_up.name)
    return bool(place.team) or has_other_name or may_be_one_person(place.sign_up, other.sign_up)


def list_repeated_events(places: Sequence[EventSignUp]) -> list[str]:
    """Return the names of the events for which an earlier sign-up that is listed has the same name.

    `places` are those of one sign-up. Case, accents and spaces make no other name; another club or country
    makes another person. Registrations that are not
    listed are left out, so that a sign-up under a name does not show whether that person has signed up.
    """
    return [place.event.event.name for place in places if place.status in ACTIVE and _is_repeated(place)]


def find_known_names(
    sign_up: SignUp, events: Collection[int], own_references: Collection[str]
) -> list[EventSignUp]:
    """Return the active sign-ups for these events (by key) of the name of a new one.

    Only those that are listed, or have one of `own_references`: others are no business of who signs up.
    """
    registration = sign_up.registration
    active = EventSignUp.objects.filter(event__registration=registration, status__in=ACTIVE)
    own_places = active.filter(sign_up__reference__in=own_references)
    places = active.filter(
        Q(pk__in=own_places.values("pk")) | Q(pk__in=filter_listed(registration).values("pk"))
    )
    related = (
        places.filter(event__event__in=events)
        .exclude(sign_up=sign_up.pk)
        .select_related("sign_up", "event__event")
    )
    return [
        place
        for place in related.order_by("event", "order")
        if fold_name(place.sign_up.name) == fold_name(sign_up.name)
        and may_be_one_person(place.sign_up, sign_up)
    ]


def _is_repeated(place: EventSignUp) -> bool:
    earlier = filter_listed(place.event.registration).filter(event=place.event_id, order__lt=place.order)
    own_name = fold_name(place.sign_up.name)
    return bool(own_name) and any(
        fold_name(other.sign_up.name) == own_name and may_be_one_person(other.sign_up, place.sign_up)
        for other in earlier.exclude(sign_up=place.sign_up_id).select_related("sign_up")
    )


def _describe_match(line: entry_details.MatchedLine, *, is_other: bool) -> str:
    """Return the hint of a name; `is_other` if one from another club or country has signed up under it."""
    if line.standing is LineStatus.NAMESAKES:
        return _("%(name)s: several club players have this name.") % {"name": line.name}
    if line.standing in (LineStatus.REPEATED, LineStatus.SITS) and is_other:
        return _("%(name)s: another person of this name has signed up.") % {"name": line.name}
    if line.standing in (LineStatus.REPEATED, LineStatus.SITS):
        return _(
            "%(name)s has signed up twice. If these are two people, give each their club, or a text under "
            "“Tell apart by” (Edit)."
        ) % {"name": line.name}
    if line.standing is LineStatus.ENTERED:
        return _("%(name)s is already entered.") % {"name": line.name}
    if line.near:
        return _("%(name)s: similar to %(others)s") % {
            "name": line.name,
            "others": ", ".join(line.near[:3]),
        }
    return ""


def _list_person_names(row: EventSignUp) -> list[str]:
    if row.event.event.takes == Takes.TEAMS.value:
        return row.members.splitlines()
    return [row.sign_up.name, *([row.partner] if row.partner else [])]


def _write_name_list(names: Iterable[str]) -> str:
    """Return names as text that `entry_details.read` reads: a heading, then one name per line."""
    text = StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\n")
    writer.writerow(["name", "club"])
    writer.writerows([name, ""] for name in names)
    return text.getvalue()
