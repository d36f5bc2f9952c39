"""Stop a failing webhook, and mail its owner."""

import logging
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, override

from matches.models import User
from matches.services import live, outbox
from tournaments.models import Role
from tournaments.permissions import is_director
from tournaments.webhooks.models import OWED, Webhook

log = logging.getLogger(__name__)

MAIL = "mail_webhook"


def stop(*, webhook: Webhook) -> None:
    """Ask its address no more and give up what is owed; call it in the transaction that holds the row."""
    webhook.disabled_at = timezone.now()
    webhook.save(update_fields=["disabled_at"])
    webhook.deliveries.filter(**OWED).update(given_up_at=webhook.disabled_at)
    live.publish(topic=f"desk:{webhook.club.desk.code}", kind="webhook")
    if settings.HAS_MAIL:
        outbox.post_message(kind=MAIL, payload={"webhook": webhook.pk})
    log.warning("Webhook %s was stopped: nothing has been taken there.", webhook.code)


def mail_stopped_webhook(payload: dict[str, Any]) -> None:
    """Do the outbox work "mail_webhook" outside of every transaction: the letter about a webhook that was
    stopped, unless somebody has taken it up again or removed it meanwhile."""
    rows = Webhook.objects.select_related("club", "by").exclude(disabled_at=None)
    hook = rows.filter(pk=payload["webhook"]).first()
    readers = _recipients(hook) if hook is not None else []
    if hook is None or not readers:
        return
    title, text = _mail_texts(hook)
    EmailMessage(title, text, settings.DEFAULT_FROM_EMAIL, bcc=readers).send()


def _recipients(hook: Webhook) -> Sequence[str]:
    """The address of whoever made it, or of the directors when he directs the club no more."""
    if hook.by is not None and hook.by.email and is_director(hook.by, hook.club):
        return [hook.by.email]
    director_filter = {"memberships__club": hook.club, "memberships__role": Role.DIRECTOR, "is_active": True}
    directors = User.objects.filter(**director_filter).exclude(email="").order_by("pk")
    return list(dict.fromkeys(directors.values_list("email", flat=True)))


def _mail_texts(hook: Webhook) -> tuple[str, str]:
    """Title and text, in every language of the house: nobody knows which one the reader likes best."""
    titles, texts = [], []
    for language, _ in settings.LANGUAGES:
        with override(language):
            about = {
                "club": hook.club.name,
                # The rest of an address may hold a key of the receiver.
                "host": urlsplit(hook.address).hostname,
                "since": date_format(timezone.localtime(hook.failing_since), "j M Y H:i"),
                "link": f"{settings.SITE_ADDRESS}{reverse('webhook', args=[hook.club.slug, hook.code])}",
            }
            titles.append(gettext("%(club)s: webhook paused") % about)
            texts.append(
                gettext(
                    "%(host)s has not accepted anything since %(since)s, so no more messages of %(club)s "
                    "are sent there.\n\nFix the receiver, then resume the webhook:\n%(link)s\n"
                )
                % about
            )
    return " / ".join(titles), "\n---\n\n".join(texts)
