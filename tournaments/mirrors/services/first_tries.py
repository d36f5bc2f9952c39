"""The first try to send, in the request that sets a publication up: what is wrong is shown at once."""

from matches.models import User
from rules.errors import Refusal
from tournaments.mirrors import queries
from tournaments.mirrors.models import Publication
from tournaments.mirrors.services import publications, sending
from tournaments.models import Tournament

# Problems that pass by themselves, or are solved here: the publication stays and is tried again.
PASSING_PROBLEMS = frozenset({"", "draft", "slow", "unreachable", "unresolved", "answer"})


def publish_at_once(*, tournament: Tournament, address: str, token: str, by: User) -> Publication:
    """Publish a tournament, or change its token, and send it before this returns.

    Not in one transaction: nothing is locked while the other site answers. A new publication that the other
    site refuses, or whose address cannot be used, is ended again. Raises `publication_failed`, and what
    `publish_to` does.
    """
    is_new = queries.find_publication(tournament) is None
    publication = publications.publish_to(tournament=tournament, address=address, token=token, by=by)
    sending.send_now(publication=publication)
    publication.refresh_from_db()
    if publication.problem in PASSING_PROBLEMS:
        return publication
    if is_new:
        publications.stop_publishing(publication=publication, by=by)
    reason = queries.get_problem_text(publication.problem)
    raise Refusal("publication_failed", problem=publication.problem, reason=reason)
