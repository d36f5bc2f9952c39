"""Whom the records of the club know among those who have signed up for an event."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.timezone import localtime

from matches.queries.people import canonical_key
from tournaments.models import Club
from tournaments.registration.models import EventSignUp
from tournaments.registration.queries.known_members import KnownPerson, list_known_people


def find_people_signed_up(events: Collection[int]) -> Mapping[int, KnownPerson]:
    """Return by the key of each sign-up for these events whom the records of the club know it to be.

    That is the player who was entered, the one whom the desk has chosen, or that of the account. A name and
    an e-mail address that were typed prove nothing: a lower price would tell anyone whose address it is.
    Pairs and teams are nobody. Two queries, and one for each club.
    """
    person = Coalesce(canonical_key("player"), canonical_key("sign_up__player"))
    places = EventSignUp.objects.filter(event__event__in=events, partner="", team="")
    annotated = places.annotate(known_person=person)
    rows = list(annotated.select_related("sign_up", "event__registration__tournament"))
    clubs = {row.event.registration.tournament.club_id for row in rows}
    year = localtime(timezone.now()).year
    people_by_club = {club.pk: list_known_people(club, year) for club in Club.objects.filter(pk__in=clubs)}
    by_person: dict[int, defaultdict[int, list[KnownPerson]]] = {}
    for club, people in people_by_club.items():
        by_person[club] = defaultdict(list)
        for one in people:
            by_person[club][one.person].append(one)
    known: dict[int, KnownPerson] = {}
    for row in rows:
        club = row.event.registration.tournament.club_id
        if candidates := by_person[club].get(row.known_person, []):
            known[row.pk] = max(candidates, key=lambda one: one.is_current_member)
    return known
