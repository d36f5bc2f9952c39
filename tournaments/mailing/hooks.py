"""What `mailing` adds to the core: pages, API, messages, mail, receivers and hooks."""

from datetime import date
from typing import Any

from django.conf import settings
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from matches import messages
from matches.models import Announcement, Badge, Match, Player, User
from matches.registry import SectionLine, TemplateSection, account_sections, badge_links, own_data
from matches.services import outbox
from matches.signals import (
    account_closing,
    account_unlinked,
    announcement_created,
    match_called,
    player_anonymised,
)
from tournaments import registry
from tournaments.mailing import queries, services
from tournaments.mailing.messages import MAILING
from tournaments.signals import deadlines_check

registry.page_urls.append("tournaments.mailing.urls")
registry.api_urls.append("tournaments.mailing.api")
registry.mail_sources[queries.SOURCE] = queries.SubscriptionSource()
messages.add_sentences(MAILING)
outbox.DATABASE_HANDLERS[services.ANNOUNCED] = services.enqueue_announcement
outbox.DATABASE_HANDLERS[services.CALLED] = services.enqueue_call
outbox.EXTERNAL_HANDLERS[services.MAIL] = services.deliver


@badge_links.register
def link_badge_mail(badge: Badge) -> list[SectionLine]:
    """Link the e-mail preferences on the page of a badge of a tournament."""
    if not settings.HAS_MAIL or queries.get_badge_tournament(badge) is None:
        return []
    return [SectionLine(gettext("E-mail notifications"), reverse("badge-mail"))]


@account_sections.register
def show_account_mail(user: User) -> list[TemplateSection]:
    """Show the e-mail preferences on the page of an account."""
    if not settings.HAS_MAIL or getattr(user, "player", None) is None:
        return []
    row = queries.get_account_subscription(user)
    lines = []
    if row is not None and row.announcements:
        lines.append(SectionLine(gettext("Messages from the tournament desk")))
    if row is not None and row.calls:
        lines.append(SectionLine(gettext("When my match is called")))
    title, call = gettext("E-mail from tournaments"), gettext("Choose e-mails")
    return [TemplateSection(title, tuple(lines), reverse("account-mail"), call)]


@receiver(announcement_created, sender=Announcement)
def mail_announcement(announcement: Announcement, **_kwargs: Any) -> None:
    """Send an announcement by e-mail."""
    services.post_announcement(announcement)


@receiver(match_called, sender=Match)
def mail_call(match: Match, **_kwargs: Any) -> None:
    """Send a call by e-mail."""
    services.post_call(match)


@receiver(deadlines_check)
def delete_past_subscriptions(today: date, **_kwargs: Any) -> int:
    """Delete the subscriptions for past tournaments."""
    return services.delete_past_subscriptions(now=timezone.now())


@receiver(player_anonymised, sender=Player)
def delete_subscriptions(former_names: dict[int, str], **_kwargs: Any) -> None:
    """Delete the subscriptions of an anonymised player."""
    services.delete_player_subscriptions(players=former_names)


@receiver(account_closing, sender=User)
def delete_account_subscription(user: User, **_kwargs: Any) -> None:
    """Delete the subscription of an account that is being closed."""
    services.delete_account_subscription(user=user)


@receiver(account_unlinked, sender=User)
def delete_unlinked_subscription(player: Player, **_kwargs: Any) -> None:
    """Delete the subscription of this player's former account, which has been unlinked."""
    services.delete_former_subscription(player=player)


@own_data.register
def get_subscriptions(player: Player) -> dict[str, Any]:
    """Return the e-mail subscriptions of a player, for the copy of their data."""
    return {"mail_subscriptions": queries.export_subscriptions(player)}
