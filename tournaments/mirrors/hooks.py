"""What `mirrors` adds to the core: URLs, messages, receivers and hooks."""

from typing import Any

from django.db.models import Q
from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from matches import messages, refusal_statuses
from matches.models import Player, User
from matches.registry import Gauge, PendingWork, gauges, pending_work, unsent_work
from matches.signals import player_anonymised
from tournaments import registry
from tournaments.mirrors import queries
from tournaments.mirrors.messages import FORBIDDEN, MIRROR_REFUSALS
from tournaments.mirrors.models import CopiedPlayer, CopiedTournament, Publication
from tournaments.models import Club, Event, Tournament
from tournaments.permissions import may_direct
from tournaments.registry import PageLink

registry.page_urls.append("tournaments.mirrors.urls")
registry.api_urls.append("tournaments.mirrors.api")
messages.add_sentences(MIRROR_REFUSALS)
refusal_statuses.FORBIDDEN.update(FORBIDDEN)
registry.copy_notices.register(queries.describe_copy)
unsent_work.register(queries.list_unsent_work)


@registry.event_versions.register
def get_notice_version(event: Event, user: User | None) -> tuple[Any, ...]:
    """Return what the pages of a copy say about the site that directs it."""
    notice = queries.describe_copy(event.tournament)
    return (notice,) if notice else ()


@registry.desk_notices.register
def list_desk_notices(tournament: Tournament) -> list[PageLink]:
    """Return since when members at home see nothing new, if a tournament cannot be published now."""
    address = reverse("publication", args=[tournament.club.slug, tournament.slug])
    return [PageLink(sentence, address) for sentence in queries.list_desk_notices(tournament)]


@registry.tournament_links.register
def link_publication(tournament: Tournament) -> list[PageLink]:
    """Link the page on which a tournament is published to another site."""
    if tournament.is_directed_elsewhere:
        return [PageLink(gettext("Copies from other sites"), reverse("copies", args=[tournament.club.slug]))]
    address = reverse("publication", args=[tournament.club.slug, tournament.slug])
    return [PageLink(gettext("Publish to another site"), address)]


@registry.club_links.register
def list_club_links(club: Club, user: User | None) -> list[PageLink]:
    """Return a link to the copies of a club, for its directors, if there are any."""
    if not may_direct(user, club) or not CopiedTournament.objects.filter(club=club).exists():
        return []
    return [PageLink(gettext("Copies from other sites"), reverse("copies", args=[club.slug]))]


@registry.club_notices.register
def list_club_notices(club: Club, user: User | None) -> list[PageLink]:
    """Return a notice about copies that have not been heard of for a month, for directors."""
    if not may_direct(user, club):
        return []
    count = sum(queries.is_forgotten(copy) for copy in queries.list_copies(club).filter(taken_over_at=None))
    text = ngettext(
        "%(count)s copy has not been heard of for a month: take it over or delete it.",
        "%(count)s copies have not been heard of for a month: take them over or delete them.",
        count,
    )
    return [PageLink(text % {"count": count}, reverse("copies", args=[club.slug]))] if count else []


@receiver(player_anonymised, sender=Player)
def keep_anonymised_players(former_names: dict[int, str], **_kwargs: Any) -> None:
    """Keep the placeholder of an anonymised player, whatever another site calls them."""
    CopiedPlayer.objects.filter(player__in=former_names).delete()


@pending_work.register
def count_failing_publications() -> PendingWork:
    """Return the publications that have not succeeded, for the page of the site operator."""
    failing_publications = Publication.objects.filter(Q(tries__gt=1) | ~Q(problem="")).order_by("created_at")
    oldest_publication = failing_publications.first()
    return PendingWork(
        _("Tournaments to publish"),
        failing_publications.count(),
        (oldest_publication.published_at or oldest_publication.created_at) if oldest_publication else None,
    )


@gauges.register
def measure_copies() -> list[Gauge]:
    """Return metrics for Prometheus."""
    usage = queries.list_usage()
    return [
        Gauge("crawford_copied_events", "Events that other sites direct.", sum(row.events for row in usage)),
        Gauge("crawford_copied_bytes", "Size of their event files.", sum(row.size for row in usage)),
    ]
