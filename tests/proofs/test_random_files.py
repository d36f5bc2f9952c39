"""PROOF_FILES (500) random events are exported, imported into an empty site and exported again, twice."""

import pytest

from tests.proofs.parallel_seeds import size
from tests.tournaments.exchange.sites import differing

pytestmark = pytest.mark.django_db

FILES = size("PROOF_FILES", 500)
PIECES = 10


@pytest.mark.parametrize("piece", range(PIECES))
def test_every_file_is_the_same_byte_for_byte(piece: int) -> None:
    assert [
        difference for seed in range(piece, FILES, PIECES) for difference in differing(f"file-{seed}")
    ] == []
