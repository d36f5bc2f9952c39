"""Who signed an event file that is imported."""

import json

from matches.records.queries.known_keys import get_key_names
from matches.records.signed_documents import CHECKSUM
from matches.records.source_signatures import DocumentSignature, describe_document
from tournaments.exchange.event_file import EventFile, write


def get_file_checksum(file: EventFile) -> str:
    """Return the checksum of a file."""
    return str(json.loads(write(file))[CHECKSUM])


def get_file_signature(file: EventFile) -> DocumentSignature:
    """Return who signed a file, by the keys known here, and whether it was changed since."""
    return describe_document(json.loads(write(file)), get_key_names())
