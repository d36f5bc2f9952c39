"""Messages of webhooks: kinds of events, state of deliveries, refusals."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.webhooks import webhook_events

WEBHOOK_REFUSALS: dict[str, str | Promise] = {
    "delivery_absent": _("This message is no longer in the log."),
    "webhook_address": _(
        "Webhooks cannot be sent to this address. Enter a full https address without a username or password."
    ),
    "webhook_event": _("This event belongs to another club."),
    "webhook_inactive": _("This webhook is not active. Resume it first."),
    "webhook_kinds": _("Choose what to send to this address."),
    "webhook_private": _(
        "Webhooks are not sent to private networks, and “%(host)s” is in one. Enter a public https address."
    ),
    "webhooks_full": _("A club can have at most %(most)s webhooks. Remove one first."),
}
KIND_NAMES: dict[str, str | Promise] = {
    webhook_events.SETTLED: _("Match result"),
    webhook_events.REOPENED: _("Result withdrawn"),
    webhook_events.ENTRIES: _("Entries changed"),
    webhook_events.PUBLISHED: _("A draw or a round was published"),
    webhook_events.FINISHED: _("Event finished"),
    webhook_events.CHANGED: _("Other change to an event"),
    webhook_events.RATINGS: _("Ratings changed"),
    webhook_events.SIGN_UP_CONFIRMED: _("Registration confirmed"),
    webhook_events.SIGN_UP_WITHDRAWN: _("Registration withdrawn"),
    webhook_events.PING: _("Test message"),
}
PROBLEM_TEXTS: dict[str, str | Promise] = {
    "address": _("The address cannot be used."),
    "answer": _("The receiver answered with an error."),
    "broken": _("The receiver did not answer over HTTP."),
    "forbidden": _("The address resolves to a private network, which is not allowed."),
    "paused": _("The webhook had already been paused."),
    "slow": _("The receiver took too long to answer."),
    "tls": _("The receiver's certificate is not valid. Check its HTTPS configuration."),
    "too_long": _("The message is too long."),
    "unreachable": _("The address does not respond."),
    "unresolved": _("The host name cannot be resolved. Check the address."),
}
STATE_NAMES: dict[str, str | Promise] = {
    "delivered": _("delivered"),
    "failing": _("will be retried"),
    "given_up": _("abandoned"),
    "waiting": _("being sent"),
}
