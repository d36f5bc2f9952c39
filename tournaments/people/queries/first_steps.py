"""What a new club does first: its members, the results of earlier years, a first tournament."""

from dataclasses import dataclass

from django.utils import timezone

from tournaments.models import Club, PastImport, Tournament
from tournaments.people.queries.member_records import filter_members


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """Which first steps are left to a club."""

    members: bool = False
    earlier_results: bool = False
    tonight: bool = False

    def __bool__(self) -> bool:
        """Return whether anything is left."""
        return self.members or self.earlier_results or self.tonight


def get_first_steps(club: Club, *, is_director: bool) -> FirstSteps:
    """Return what is left for a manager of the club to do first; nothing once it was dismissed.

    Members are left while nobody is one (guests and managers are none), earlier results while there are none
    from a file and no tournament of an earlier year, a tournament while there is none; only directors start
    one. Three queries.
    """
    if not club.shows_first_steps or club.archived_at is not None:
        return FirstSteps()
    years = {
        timezone.localtime(starts_at).year
        for starts_at in Tournament.objects.filter(club=club).values_list("starts_at", flat=True)
    }
    return FirstSteps(
        members=not filter_members(club.memberships.filter(left_at=None)).exists(),
        earlier_results=not PastImport.objects.filter(club=club, undone_at=None).exists()
        and not any(year < timezone.localdate().year for year in years),
        tonight=is_director and not years,
    )
