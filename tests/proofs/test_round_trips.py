"""Every sample record, written in every format and read again, gives the same games."""

import pytest

from rules.formats import read, write
from tests.rules.sample_records import sample
from tests.rules.test_round_trips import FILES, FORMATS


@pytest.mark.parametrize("format", FORMATS)
def test_every_record_reads_back_from_every_format_as_the_same_games(format):
    records = {name: read(sample(name).encode()) for name in FILES}
    back = {name: read(write(record, format).encode()) for name, record in records.items()}
    assert [name for name, record in records.items() if not back[name].same_games_as(record)] == []
