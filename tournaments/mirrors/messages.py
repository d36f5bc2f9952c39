"""Messages of mirrors: refusals, and why a tournament could not be published."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MIRROR_REFUSALS: dict[str, str | Promise] = {
    "copies_full": _(
        "This club already has %(most)s copies of events of other sites. Take over or delete some of them "
        "first."
    ),
    "copies_too_large": _(
        "The copies of this club would exceed %(megabytes)s MB. Take over or delete some of them first."
    ),
    "copy_damaged": _("What was sent about the matches cannot be read. Nothing was changed."),
    "copy_taken_over": _("“%(name)s” was taken over and is directed here: nothing more is received."),
    "copy_unknown": _("There is no copy of this event here: send its file."),
    "copy_version_unknown": _(
        "The other site sends version %(version)s, and this one reads %(known)s. Nothing was changed: update "
        "the older of the two."
    ),
    "publish_token_needed": _("Only another site with a token to publish tournaments may do this."),
    "publication_address": _(
        "This is not the https address of a club. Enter the address of the page of the club there, such as "
        "https://club.example/clubs/riverside/. A site without https cannot be published to; an event file "
        "carries an event there."
    ),
    "publication_failed": _("It could not be published. %(reason)s"),
    "publication_exists": _("“%(name)s” is already published. Stop that first."),
    "publication_ended": _("“%(name)s” is not published to another site."),
    "publication_private": _(
        "“%(host)s” is in a private network. Enter the public https address of a club on the internet."
    ),
    "publication_token": _(
        "This is not an API token of Crawford: it begins with “crawford_”. Create one on the other site, "
        "under “API tokens”."
    ),
}
FORBIDDEN = frozenset({"publish_token_needed"})

# Why the last try to publish failed: codes of the client, of this site, and of refusals of the other one.
PROBLEM_TEXTS: dict[str, str | Promise] = {
    "address": _("The address cannot be used."),
    "broken": _("The other site did not answer over HTTP."),
    "forbidden": _("The address leads to a private network, which is not allowed."),
    "slow": _("The other site did not answer in time."),
    "tls": _("The certificate of the other site is not valid."),
    "unreachable": _("The other site cannot be reached. It is tried again by itself."),
    "unresolved": _(
        "The name of the other site cannot be found. Check the address, and the connection of this computer."
    ),
    "answer": _("The other site answered with an error."),
    "draft": _("The tournament is a draft. It is published once its public page is."),
    "too_large": _("The event is too large to be published."),
    "token": _("The token was revoked, has expired, or is for another club. Enter a new one."),
    "absent": _("There is no club at this address, or it does not receive tournaments. Check the address."),
    "copies_full": _("The club there has too many copies."),
    "copies_too_large": _("The copies of the club there have no more room."),
    "copy_damaged": _("The other site could not read what was sent."),
    "copy_taken_over": _("The tournament was taken over there. Nothing more is sent."),
    "copy_version_unknown": _("The two sites have versions that do not fit. Update the older one."),
    # What sites of earlier versions answer to a message of this one.
    "unknown_field": _("The two sites have versions that do not fit. Update the older one."),
    "parse_error": _("The two sites have versions that do not fit. Update the older one."),
    "event_file_damaged": _("The other site could not read the event file."),
    "event_here_already": _("This event is on the other site already, and not as a copy."),
    "journals_differ": _(
        "The copy there has other entries in its activity log, as after a backup was restored. It stays as "
        "it was until you replace it."
    ),
    "player_elsewhere": _("The other site knows one of the players from another club."),
}
