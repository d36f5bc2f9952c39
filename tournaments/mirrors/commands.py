"""The commands about a publication, and about a copy."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.mirrors.models import CopiedTournament, Publication
from tournaments.mirrors.services import publications, receiving
from tournaments.web.command import Command


class PublicationCommand(Command):
    """A command about the publication of a tournament."""

    about, api_status = "publication", 200
    publication: Publication


class StopPublishing(PublicationCommand):
    """Stop publishing a tournament; the copy stays on the other site."""

    name, api, api_status = "stop", "DELETE publication", 204
    service = staticmethod(publications.stop_publishing)
    sentence = _("Nothing more is sent. The copy stays on the other site.")


class ReplaceCopy(PublicationCommand):
    """Replace the copy on the other site by what is here, though its journal is another one."""

    name, api = "replace", "POST publication/replace"
    service, sentence = staticmethod(publications.replace_copy), _("The copy is being replaced.")


class RetryPublication(PublicationCommand):
    """Send what has changed now, instead of at the next try."""

    name, api = "retry", "POST publication/retry"
    service, sentence = staticmethod(publications.retry_publication), _("It is tried again within seconds.")


class DeletePublishedCopy(PublicationCommand):
    """Stop publishing a tournament, and delete the copy on the other site."""

    name, api = "delete", "POST publication/delete-copy"
    service = staticmethod(publications.delete_published_copy)
    sentence = _("The copy is deleted as soon as the other site can be reached.")


class CopyCommand(Command):
    """A command about a copy."""

    about, api_status = "copy", 200
    copy: CopiedTournament


class TakeOverCopy(CopyCommand):
    """Direct a tournament here from now on, and refuse what its former site sends."""

    name, api, api_status = "take-over", "POST take-over", 204
    service = staticmethod(receiving.take_over)

    def describe(self, result: Any) -> str:
        """Return that the tournament is directed here."""
        return gettext("“%(name)s” is directed here now.") % {"name": self.copy.tournament.name}


class DeleteCopy(CopyCommand):
    """Delete a copy, with the players whom only this copy brought."""

    name, api, api_status = "delete", "POST delete", 204
    service, sentence = staticmethod(receiving.delete_copy), _("The copy was deleted.")


PUBLICATION_COMMANDS = (StopPublishing, ReplaceCopy, RetryPublication, DeletePublishedCopy)
COPY_COMMANDS = (TakeOverCopy, DeleteCopy)
PUBLICATION_COMMANDS_BY_NAME: Mapping[str, type[PublicationCommand]] = {
    command.name: command for command in PUBLICATION_COMMANDS
}
COPY_COMMANDS_BY_NAME: Mapping[str, type[CopyCommand]] = {command.name: command for command in COPY_COMMANDS}
