"""Findings of the checker as commands print them: in words, or as data."""

import json

from django.utils.translation import gettext as _

from tournaments.checking.findings import Finding
from tournaments.phrases import finding


def as_text(found: Finding) -> str:
    """A finding in one line: the promise, the line of the journal, the sentence."""
    where = _("line %(seq)s") % {"seq": found.seq} if found.seq else _("as shown")
    return f"{found.promise}, {where}: {finding(found.code, found.facts)}"


def as_data(found: Finding) -> str:
    """A finding as JSON on one line."""
    data = {"promise": found.promise, "code": found.code, "seq": found.seq, "facts": dict(found.facts)}
    return json.dumps(data, ensure_ascii=False)
