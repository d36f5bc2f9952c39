"""Log lines: JSON objects with the ID of their request, and without secrets."""

import io
import json
import logging
import subprocess
import sys

import pytest
from django.test import Client

from config import logs
from config.logs import MASK, mask_secrets
from tests.servers import ROOT, environment


def logged(message: str, *arguments: object, **more: object) -> dict[str, object]:
    """Log a warning as JSON and return the object."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.JsonFormatter())
    logger = logging.Logger("a room")
    logger.addHandler(handler)
    logger.warning(message, *arguments, **more)  # type: ignore[arg-type]
    return dict(json.loads(stream.getvalue()))


def test_a_line_is_one_json_object() -> None:
    line = logged("%s of %s", 1, 2, extra={"facts": {"view": "home"}})
    assert list(line) == ["time", "level", "logger", "message", "view"]
    assert (line["level"], line["logger"], line["message"], line["view"]) == (
        "WARNING",
        "a room",
        "1 of 2",
        "home",
    )


def test_an_error_is_logged_with_its_masked_traceback() -> None:
    try:
        raise ZeroDivisionError("token=abc")
    except ZeroDivisionError:
        line = logged("broken", exc_info=True)
    assert ("ZeroDivisionError" in str(line["trace"]), "abc" in str(line["trace"])) == (True, False)


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("redis://user:word@host:6379", f"redis://{MASK}@host:6379"),
        ("postgres://:word@host", f"postgres://{MASK}@host"),
        ("Authorization: Bearer abc.def", f"Authorization: Bearer {MASK}"),
        ("Authorization: Badge abc", f"Authorization: Badge {MASK}"),
        ("/b/?token=abc&next=/", f"/b/?token={MASK}&next=/"),
        ("password=abc", f"password={MASK}"),
        ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", MASK),
        ("the match at table 7: 5-3", "the match at table 7: 5-3"),
        ("https://example.org/a:b@c", "https://example.org/a:b@c"),
    ],
)
def test_values_that_resemble_secrets_are_masked(text: str, safe: str) -> None:
    assert mask_secrets(text) == safe


def test_workers_log_like_web_processes() -> None:
    """Celery would configure logging itself, without JSON and without masking secrets."""
    program = (
        "import logging; from config.celery import app; app.log.setup(logging.INFO); "
        "logging.getLogger('celery.worker').error('lost %s', 'redis://user:word@host')"
    )
    env = environment({"LOG_FORMAT": "json", "SECRET_KEY": "of-the-test"})
    process = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=env, capture_output=True, check=True
    )
    (line,) = process.stderr.splitlines()
    data = json.loads(line)
    assert (data["logger"], data["message"]) == ("celery.worker", f"lost redis://{MASK}@host")


@pytest.mark.django_db
def test_a_request_is_logged_by_its_view_under_its_id(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "crawford.requests"):
        response = client.get("/t/abcdefgh/", headers={"X-Request-ID": "from-the-proxy"})
        response_to_bad_id = client.get("/", headers={"X-Request-ID": "bad id\n"})
    assert response["X-Request-ID"] == "from-the-proxy"
    assert len(response_to_bad_id["X-Request-ID"]) == 32
    first = caplog.records[0]
    assert (first.facts["view"], first.facts["status"], "abcdefgh" in first.getMessage()) == (  # type: ignore[attr-defined]
        "table",
        404,
        False,
    )
    assert logs.request_id.get() == ""
