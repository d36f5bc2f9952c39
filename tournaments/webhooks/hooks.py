"""What `webhooks` adds to the core: URLs, messages, tasks, receivers and hooks."""

from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from matches import messages
from matches.api.schema import WEBHOOKS as SCHEMA_WEBHOOKS
from matches.models import Match, User
from matches.registry import Gauge, PendingWork, gauges, pending_work
from matches.services import outbox
from matches.signals import match_reopened, match_settled
from tournaments import registry
from tournaments.messages.refusals import WORK_NAMES
from tournaments.models import Club, Event, JournalEntry, RatingList
from tournaments.permissions import may_direct
from tournaments.registry import PageLink
from tournaments.signals import journal_entry_added, ratings_changed, sign_up_confirmed, sign_up_withdrawn
from tournaments.webhooks import queries, services, webhook_events
from tournaments.webhooks.messages import WEBHOOK_REFUSALS
from tournaments.webhooks.schema import describe_webhooks

registry.page_urls.append("tournaments.webhooks.urls")
registry.api_urls.append("tournaments.webhooks.api")
SCHEMA_WEBHOOKS.update(describe_webhooks())
messages.add_sentences(WEBHOOK_REFUSALS)
WORK_NAMES.update({services.OUTBOX_KIND: _("Webhooks"), services.MAIL_KIND: _("Disabled webhook e-mail")})
outbox.DATABASE_HANDLERS[services.OUTBOX_KIND] = services.create_deliveries
outbox.EXTERNAL_HANDLERS[services.MAIL_KIND] = services.mail_disabled_webhook


@receiver(match_settled, sender=Match)
def publish_result(match: Match, **_kwargs: Any) -> None:
    """Publish the result of a match."""
    services.publish_match(match, kind=webhook_events.SETTLED)


@receiver(match_reopened, sender=Match)
def publish_reopening(match: Match, **_kwargs: Any) -> None:
    """Publish the withdrawal of a result."""
    services.publish_match(match, kind=webhook_events.REOPENED)


@receiver(journal_entry_added, sender=JournalEntry)
def publish_journal_entry(entry: JournalEntry, previous_status: str, **_kwargs: Any) -> None:
    """Publish a journal entry of an event."""
    services.publish_journal_line(entry, previous_status=previous_status)


@receiver(sign_up_confirmed, sender=Event)
def publish_confirmed_sign_up(event: Event, reference: str, **_kwargs: Any) -> None:
    """Publish the confirmation of a sign-up."""
    services.publish_sign_up(event, reference, kind=webhook_events.SIGN_UP_CONFIRMED)


@receiver(sign_up_withdrawn, sender=Event)
def publish_withdrawn_sign_up(event: Event, reference: str, **_kwargs: Any) -> None:
    """Publish the withdrawal of a sign-up."""
    services.publish_sign_up(event, reference, kind=webhook_events.SIGN_UP_WITHDRAWN)


@receiver(ratings_changed, sender=RatingList)
def publish_ratings(rating_list: RatingList, **_kwargs: Any) -> None:
    """Publish a change of a rating list."""
    services.publish_rating_change(rating_list)


@registry.club_links.register
def list_club_links(club: Club, user: User | None) -> list[PageLink]:
    """Return a link to the webhooks of a club, for its directors."""
    address = reverse("webhooks", args=[club.slug])
    return [PageLink(gettext("Webhooks"), address)] if may_direct(user, club) else []


@registry.club_notices.register
def list_club_notices(club: Club, user: User | None) -> list[PageLink]:
    """Return a notice about disabled webhooks, for directors."""
    count = queries.count_disabled(club) if may_direct(user, club) else 0
    return [PageLink(_describe_disabled(count), reverse("webhooks", args=[club.slug]))] if count else []


@pending_work.register
def count_pending_messages() -> PendingWork:
    """Return the pending messages, for the page of the site operator."""
    pending = queries.count_pending_deliveries()
    problem = _describe_disabled(pending.disabled) if pending.disabled else ""
    return PendingWork(_("Webhook messages"), pending.count, pending.since, problem)


@gauges.register
def measure_webhooks() -> list[Gauge]:
    """Return metrics for Prometheus."""
    pending = queries.count_pending_deliveries()
    return [
        Gauge("crawford_webhooks_owed", "Webhook messages that are still to be delivered.", pending.count),
        Gauge(
            "crawford_webhooks_disabled",
            "Webhooks the site has disabled for failing.",
            pending.disabled,
        ),
    ]


def _describe_disabled(count: int) -> str:
    sentence = ngettext(
        "%(count)s webhook is disabled because its address does not respond.",
        "%(count)s webhooks are disabled because their addresses do not respond.",
        count,
    )
    return sentence % {"count": count}
