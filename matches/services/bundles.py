"""Many records at once: a zip is opened, its files are owed as work, and each is given to its match."""

from typing import Any

from django.conf import settings
from django.db import transaction

from matches.archives import Member, members_of
from matches.identity import Identity
from matches.models import Bundle, BundledFile, Desk, Match, Transcript, User
from matches.models.bundle import ASKS, ATTACHED, REFUSED, TWICE, WAITING
from matches.queries import bundles as facts
from matches.queries import listing
from matches.services import intake, live, outbox, transcripts
from matches.services.guards import must_rule
from rules.errors import Refusal

KIND = "read_bundled_file"


def hand_in(*, desk: Desk, name: str, data: bytes, by: User) -> Bundle:
    """Take a zip in and owe the reading of each of its files.

    Raises `desk_only` and what `archives.members_of` raises; then nothing is stored.
    """
    must_rule(by, desk)
    members = members_of(data, largest=settings.RECORD_MAX_BYTES)
    with transaction.atomic():
        bundle = Bundle.objects.create(desk=desk, name=name[:200] or "zip", by=by)
        for number, member in enumerate(members, start=1):
            _file(bundle, number, member)
        return bundle


def read(payload: dict[str, Any]) -> None:
    """Read one file of a zip and give it to its match; done before, it does nothing. Work of the outbox."""
    file = BundledFile.objects.select_for_update().filter(pk=payload["file"], fate=WAITING).first()
    if file is None:
        return
    bundle = Bundle.objects.select_related("desk", "by").get(pk=file.bundle_id)
    _settle(file, **_fate_of(file, bundle))
    live.publish(topic=f"desk:{bundle.desk.code}", kind="records")


@transaction.atomic
def assign(*, file: BundledFile, match: Match, by: User) -> Transcript:
    """Say which match a file is of. Raises `desk_only` and what `transcripts.link` raises."""
    bundle = Bundle.objects.select_related("desk").get(pk=file.bundle_id)
    must_rule(by, bundle.desk)
    file = BundledFile.objects.select_for_update(of=("self",)).select_related("transcript").get(pk=file.pk)
    if file.transcript is None or file.fate != ASKS:
        raise Refusal("record_linked", record=file.name)
    linked = transcripts.link(transcript=file.transcript, match=match, identity=Identity(user=by))
    _settle(file, fate=ATTACHED if linked.pk == file.transcript.pk else TWICE, transcript=linked)
    return linked


def _file(bundle: Bundle, number: int, member: Member) -> None:
    if member.problem is not None:
        told = _told(member.problem)
        BundledFile.objects.create(bundle=bundle, number=number, name=member.name, fate=REFUSED, problem=told)
        return
    file = BundledFile.objects.create(bundle=bundle, number=number, name=member.name, data=member.data)
    outbox.post(kind=KIND, payload={"file": file.pk})


def _fate_of(file: BundledFile, bundle: Bundle) -> dict[str, Any]:
    identity, among = Identity(user=bundle.by), listing.matches_where(desk=bundle.desk.code)
    try:
        must_rule(bundle.by, bundle.desk)
        with transaction.atomic():
            received = intake.receive(
                name=file.name, data=bytes(file.data or b""), identity=identity, among=among
            )
    except Refusal as refusal:
        return {"fate": REFUSED, "problem": _told(refusal)}
    if received.is_twice:
        return {"fate": TWICE, "transcript": received.transcript}
    twin = facts.asking_twin(received.transcript, bundle.desk)
    if twin is not None:
        return {"fate": TWICE, "transcript": twin}
    fate = ATTACHED if received.transcript.match_id else ASKS
    return {"fate": fate, "transcript": received.transcript}


def _told(refusal: Refusal) -> dict[str, Any]:
    facts = {name: value for name, value in refusal.facts.items() if isinstance(value, str | int)}
    return {"code": refusal.code, "law": refusal.law, "facts": facts}


def _settle(
    file: BundledFile,
    *,
    fate: str,
    transcript: Transcript | None = None,
    problem: dict[str, Any] | None = None,
) -> None:
    BundledFile.objects.filter(pk=file.pk).update(
        fate=fate, transcript=transcript, problem=problem or {}, data=None
    )
