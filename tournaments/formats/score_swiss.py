"""Swiss rounds by the running count of points (Stavrou): from the leader down each meets the nearest he
may.

A win counts a hundred and the difference in points on top, a defeat takes the difference away, a bye is
worth a hundred (`cards` counts so when it is asked to). Nearly everybody has a count of his own, so there
are no groups to keep together: the round is paired as by Monrad.
"""

from dataclasses import replace

from tournaments.formats.swiss import rounds
from tournaments.formats.swiss.methods import MONRAD
from tournaments.formats.swiss.values import Request, Round


def pair(request: Request) -> Round:
    """The round of cards whose score is the running count; refuses as Swiss rounds do."""
    return rounds.pair(replace(request, options={**request.options, "method": MONRAD}))
