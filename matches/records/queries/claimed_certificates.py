"""What the certificate in a checked file says of itself, which is a claim until its signature is checked."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from rules.formats.ogxm_signatures import SourceSignature
from rules.formats.ogxm_signing import CertificateNote

_CODE = re.compile(r"[a-z0-9]{1,16}")
_LONGEST_TEXT = 200


@dataclass(frozen=True, slots=True)
class ClaimedCertificate:
    """What a file says of its certificate: the key, the site and its address, and the number.

    Each is empty where the file does not say it. `address` is https, or http if this site is reached so.
    """

    key_id: str
    site: str = ""
    address: str = ""
    code: str = ""

    @property
    def link(self) -> str:
        """The address of the certificate at the site that the file names, "" without one."""
        return f"{self.address}/certificates/{self.code}/" if self.address and self.code else ""


def read_claim(
    note: CertificateNote | None, signatures: Sequence[SourceSignature], *, schemes: Sequence[str]
) -> ClaimedCertificate | None:
    """Return what a file claims; None if it names neither a key nor a certificate.

    `schemes` are those that a link may have.
    """
    key_id = next((each.key_id for each in signatures if each.subject == "match" and each.key_id), "")
    if note is None:
        return ClaimedCertificate(_shorten(key_id)) if key_id else None
    content = note.content
    code = str(content.get("code", ""))
    return ClaimedCertificate(
        _shorten(content.get("key_id") or key_id),
        _shorten(content.get("site", "")),
        _read_address(str(content.get("site_address", "")), schemes),
        code if _CODE.fullmatch(code) else "",
    )


def _shorten(text: object) -> str:
    return str(text)[:_LONGEST_TEXT]


def _read_address(text: str, schemes: Sequence[str]) -> str:
    """The address of a site if it is one that a page may link to, "" otherwise."""
    try:
        url = urlsplit(text)
        is_plain = url.scheme in schemes and bool(url.hostname) and not (url.username or url.password)
    except ValueError:
        return ""
    is_printable = text.isascii() and text.isprintable() and not re.search(r"[\s\"'<>\\]", text)
    if not is_plain or not is_printable or url.query or url.fragment or len(text) > _LONGEST_TEXT:
        return ""
    return text.rstrip("/")
