"""The texts of the certificates of a club: changed by its directors."""

import re
from collections.abc import Sequence

from django.db import transaction

from matches.models import User
from rules.errors import Refusal
from tournaments.models import CertificateTemplate, Club
from tournaments.models.certificate import (
    LONGEST_CERTIFICATE_SENTENCE,
    LONGEST_CERTIFICATE_TITLE,
    LONGEST_SIGNATURE,
    MOST_SIGNATURES,
)
from tournaments.permissions import must_direct
from tournaments.printing.queries import CERTIFICATE_FIELDS


@transaction.atomic
def save_certificate_template(
    *, club: Club, title: str, sentence: str, signatures: Sequence[str], by: User
) -> CertificateTemplate:
    """Change what the certificates of a club say; an empty text is the usual one.

    Raises `certificate_text_long` and `certificate_field_unknown`.
    """
    must_direct(by, club)
    title, sentence = " ".join(title.split()), " ".join(sentence.split())
    lines = list(filter(None, (" ".join(line.split()) for line in signatures)))
    is_short = len(title) <= LONGEST_CERTIFICATE_TITLE and len(sentence) <= LONGEST_CERTIFICATE_SENTENCE
    are_few = len(lines) <= MOST_SIGNATURES and all(len(line) <= LONGEST_SIGNATURE for line in lines)
    if not is_short or not are_few:
        raise Refusal("certificate_text_long", most=MOST_SIGNATURES, longest=LONGEST_SIGNATURE)
    field_names = re.findall(r"\{([^{}]*)\}", sentence)
    has_other_brace = sentence.count("{") != len(field_names) or sentence.count("}") != len(field_names)
    if has_other_brace or not set(field_names) <= set(CERTIFICATE_FIELDS):
        fields = ", ".join(f"{{{name}}}" for name in CERTIFICATE_FIELDS)
        raise Refusal("certificate_field_unknown", fields=fields)
    values = {"title": title, "sentence": sentence, "signatures": "\n".join(lines), "by": by}
    template, _created = CertificateTemplate.objects.update_or_create(club=club, defaults=values)
    return template
