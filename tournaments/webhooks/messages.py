"""Words about webhooks: kinds of news, how a delivery went, refusals."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.webhooks import webhook_events

WEBHOOKS: dict[str, str | Promise] = {
    "delivery_absent": _("This message is not in the log any more."),
    "webhook_address": _(
        "This is no address news can go to. Give a whole https address without a name or password in it."
    ),
    "webhook_event": _("This event belongs to another club."),
    "webhook_kinds": _("Choose what this address wants to hear of."),
    "webhook_stopped": _("This webhook is stopped. Take it up again first."),
    "webhooks_full": _("A club can have %(most)s webhooks. Remove one first."),
}
KIND_NAMES: dict[str, str | Promise] = {
    webhook_events.SETTLED: _("A match has a result"),
    webhook_events.REOPENED: _("A result was taken back"),
    webhook_events.ENTRIES: _("Entries of an event changed"),
    webhook_events.PUBLISHED: _("A draw or a round was published"),
    webhook_events.FINISHED: _("An event is finished"),
    webhook_events.CHANGED: _("Anything else in an event changed"),
    webhook_events.RATINGS: _("Ratings moved"),
    webhook_events.PING: _("Test message"),
}
PROBLEMS: dict[str, str | Promise] = {
    "address": _("The address cannot be used."),
    "answer": _("The receiver answered with an error."),
    "broken": _("The receiver did not speak HTTP."),
    "forbidden": _("The name leads into a private network."),
    "slow": _("The receiver took too long."),
    "stopped": _("The webhook was stopped before."),
    "tls": _("The certificate of the receiver is not good."),
    "too_long": _("The message is too long."),
    "unreachable": _("Nobody answers there."),
    "unresolved": _("The name is not known."),
}
STATES: dict[str, str | Promise] = {
    "delivered": _("delivered"),
    "failing": _("will be tried again"),
    "given_up": _("given up"),
    "waiting": _("on its way"),
}
