"""The calls of docs/api-tasks.md, sent to a site in their order, with the scoreboard of the page running."""

import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests import servers
from tests.config.conftest import probe_env_in
from tests.matches.records.files import record
from tests.site.generated_client import run
from tests.tournaments.documented_calls import (
    DocumentedCall,
    contains_example,
    read_command,
    read_examples,
)

pytestmark = [pytest.mark.second_stage, pytest.mark.servers]

PAGE = (settings.BASE_DIR / "docs" / "api-tasks.md").read_text(encoding="utf-8")
EXAMPLES = read_examples(PAGE)
BOUNDARY = "----the-file-follows"
CREATE_CLUB = """
from matches.models import User
from tournaments.people.services import clubs
by = User.objects.create_user("director")
clubs.create_club(name="Roma", by=by)
"""


@pytest.fixture
def placeholders(migrated_folder: Path, tmp_path: Path) -> Iterator[dict[str, Any]]:
    """A site with a club: its address, and the club and its token as the page names them."""
    env = {**probe_env_in(tmp_path, migrated_folder), "WEBHOOKS_PRIVATE": "0", "ALLOWED_HOSTS": "127.0.0.1"}
    run(sys.executable, "manage.py", "shell", "-c", CREATE_CLUB, **env)
    token = run(
        *(sys.executable, "manage.py", "token", "director", "roma", "--name", "Tasks", "--write"), **env
    )
    with servers.site(env) as (address, _):
        yield {"address": address, "club": "roma", "token": token.strip()}


@pytest.fixture
def match_file() -> bytes:
    """A match to 3 points, without its day, that Anna Rossi wins by 3-0."""
    text = record().decode("utf-8").partition("\n")[2]
    return text.replace("José-María", "Anna Rossi").replace("X", "Dario Neri").encode()


def send(call: DocumentedCall, address: str, file: bytes) -> Any:
    """Send a request and return the JSON of its answer."""
    headers, body = dict(call.headers), call.body.encode()
    if call.file:
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{call.file}"\r\n\r\n'
        body = head.encode() + file + f"\r\n--{BOUNDARY}--\r\n".encode()
        headers["Content-Type"] = f"multipart/form-data; boundary={BOUNDARY}"
    request = urllib.request.Request(
        address + call.path, data=body or None, headers=headers, method=call.method
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return json.load(error)


def test_every_block_of_the_page_is_run() -> None:
    assert len(EXAMPLES) == PAGE.count("```sh\n") == PAGE.count("```json\n")
    assert PAGE.count("\n## ") == 10
    assert PAGE.count("```python\n") == 1


def test_the_tasks_are_answered_as_the_page_says_and_the_scoreboard_follows(
    placeholders: dict[str, Any], match_file: bytes, tmp_path: Path
) -> None:
    address = placeholders["address"]
    scoreboard = store_scoreboard(tmp_path)
    before, after = PAGE.split("## 6.")

    follow(read_examples(before), placeholders, match_file)
    with servers.running(
        [sys.executable, str(scoreboard), address, str(placeholders["event"])],
        env={},
        output=subprocess.PIPE,
    ) as process:
        assert read_lines(process, 2) == [
            "Anna Rossi 0 – 0 Dario Neri",
            "Bruno Bianchi 0 – 0 Carla Verdi",
        ]
        follow(read_examples(after)[:1], placeholders, match_file)
        assert "Bruno Bianchi 2 – 0 Carla Verdi" in read_lines(process, 2)
    follow(read_examples(after)[1:], placeholders, match_file)


def follow(examples: list[tuple[str, str]], placeholders: dict[str, Any], file: bytes) -> None:
    """Run commands, and compare each answer with the example."""
    for command, example in examples:
        answer = send(read_command(command, placeholders), placeholders["address"], file)
        assert contains_example(json.loads(example), answer, placeholders), (command, answer)


def store_scoreboard(folder: Path) -> Path:
    """Store the program of the page as a file."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    path = folder / "scoreboard.py"
    path.write_text(code, encoding="utf-8")
    return path


def read_lines(process: "subprocess.Popen[str]", count: int) -> list[str]:
    assert process.stdout is not None
    return [process.stdout.readline().rstrip("\n") for _ in range(count)]
