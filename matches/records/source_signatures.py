"""The signatures that match files of other sites carry, checked with the keys that this site knows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.records import signed_documents
from rules import formats
from rules.formats.ogxm_layout import is_ogxm
from rules.formats.ogxm_signatures import SignatureStatus, SourceSignature, check_signatures

SENTENCES = {
    SignatureStatus.KNOWN_KEY: _("Signed by %(name)s"),
    SignatureStatus.UNKNOWN_KEY: _("Signed, by a key unknown here"),
    SignatureStatus.CHANGED: _("Changed after it was signed"),
    SignatureStatus.UNCHECKABLE: _("Signed, but the signature cannot be checked here"),
}
DOCUMENT_SENTENCES = {
    signed_documents.CHANGED: _("This event file was changed after it was signed."),
    signed_documents.CHECKSUM_WRONG: _("This event file was changed: its checksum is wrong."),
    signed_documents.UNSIGNED: _("This event file is not signed."),
    signed_documents.UNKNOWN_KEY: _("This event file is unchanged; the key that signed it is unknown here."),
    signed_documents.KNOWN_KEY: _("This event file is signed by %(name)s and unchanged."),
}


def check_file(text: str, keys: Mapping[bytes, str]) -> tuple[SourceSignature, ...]:
    """Return the signatures of an OGXM file, as `formats.text_of` has it, each with what its check has shown.

    Files of other formats have none. `keys` are the known ones with their names.
    """
    data, _ending = formats.file_of(text)
    if not is_ogxm(data):
        return ()
    return check_signatures(data, is_signed_by, keys)


def is_signed_by(key: bytes, signature: bytes, data: bytes) -> bool:
    """Whether an Ed25519 signature of these bytes is by a key; False for what is no key."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, data)
    except (InvalidSignature, ValueError):
        return False
    return True


@dataclass(frozen=True, slots=True)
class DocumentSignature:
    """Who signed an event file: what its check has shown, and the sentence about it."""

    state: str
    sentence: str

    @property
    def is_changed(self) -> bool:
        """Whether the file is not as it was written."""
        return self.state in (signed_documents.CHANGED, signed_documents.CHECKSUM_WRONG)


def describe_document(content: Mapping[str, Any], keys: Mapping[bytes, str]) -> DocumentSignature:
    """Check who signed an event file; `keys` are the known ones with their names."""
    checked = signed_documents.check_document(content, keys, is_signed_by)
    sentence = str(DOCUMENT_SENTENCES[checked.state])
    return DocumentSignature(checked.state, sentence % {"name": keys.get(checked.public_key, "")})


def describe_signature(signature: SourceSignature) -> str:
    """Return the sentence about a signature; that of an analysis says so."""
    sentence = str(SENTENCES[signature.status]) % {"name": signature.signer}
    return sentence if signature.subject == "match" else gettext("Analysis: %(text)s") % {"text": sentence}
