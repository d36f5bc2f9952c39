"""Streams (server-sent events) of one web process with the settings of a home installation."""

import signal
import urllib.error
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.config.conftest import probe_env_in
from tests.config.stream_client import StreamEvent, call, stream
from tests.servers import site

pytestmark = pytest.mark.second_stage


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, migrated_folder: Path) -> Iterator[str]:
    """The address of a site with a probe app."""
    env = probe_env_in(tmp_path_factory.mktemp("site"), migrated_folder)
    with site({**env, "ALLOWED_HOSTS": "127.0.0.1"}) as (address, _):
        yield address


def publish(address: str, topic: str) -> int:
    return int(call(address, "/probe/publish", method="POST", topic=topic)["id"])


def settle(address: str) -> None:
    """Wait until the site has read all notices."""
    with stream(address, "match:settled") as page:
        publish(address, "match:settled")
        page.next_event()


def expected_event(notice: int, topic: str) -> StreamEvent:
    return StreamEvent(notice, topic, {"version": 7, "topic": topic, "kind": "changed"})


def status(address: str, query: str, **headers: str) -> int:
    request = urllib.request.Request(f"{address}/stream/?{query}", headers=headers)
    with pytest.raises(urllib.error.HTTPError) as excinfo:
        urllib.request.urlopen(request, timeout=60)
    excinfo.value.close()
    return excinfo.value.code


def test_a_published_notice_reaches_an_open_stream(address: str) -> None:
    with stream(address, "match:abc") as page:
        notice = publish(address, "match:abc")
        assert page.next_event() == expected_event(notice, "match:abc")


def test_a_stream_receives_only_its_topics(address: str) -> None:
    with stream(address, "match:mine", "event:7") as page:
        publish(address, "match:other")
        first, second = publish(address, "event:7"), publish(address, "match:mine")
        assert [page.next_event(), page.next_event()] == [
            expected_event(first, "event:7"),
            expected_event(second, "match:mine"),
        ]


def test_a_reconnected_stream_receives_missed_notices(address: str) -> None:
    last_received = publish(address, "match:lost")
    missed = publish(address, "match:lost")
    with stream(address, "match:lost", header=last_received) as page:
        fresh = publish(address, "match:lost")
        assert [page.next_event(), page.next_event()] == [
            expected_event(missed, "match:lost"),
            expected_event(fresh, "match:lost"),
        ]


def test_nothing_is_lost_between_rendering_a_page_and_opening_its_stream(address: str) -> None:
    rendered_at = publish(address, "match:page")
    between = publish(address, "match:page")
    with stream(address, "match:page", last=rendered_at) as page:
        assert page.next_event() == expected_event(between, "match:page")


def test_a_page_with_a_future_id_is_sent_a_reload(address: str) -> None:
    newest = publish(address, "match:future")
    settle(address)
    with stream(address, "match:future", last=newest + 1000) as page:
        assert page.next_event().event == "refresh"


def test_a_page_that_missed_a_hundred_notices_is_sent_a_reload(address: str) -> None:
    first = publish(address, "match:busy")
    for _ in range(100):
        publish(address, "match:busy")
    settle(address)
    with stream(address, "match:busy", last=first) as page:
        assert page.next_event().event == "refresh"


@pytest.mark.parametrize(
    "query",
    ["", "topic=", "topic=user:1", "topic=match:a%20b", "topic=match:a&last=x", "topic=match:a&last=-1"],
)
def test_an_unreadable_subscription_is_refused(address: str, query: str) -> None:
    assert status(address, query) == 400


def test_more_topics_than_a_page_can_need_are_refused(address: str) -> None:
    assert status(address, "&".join(f"topic=match:{number}" for number in range(33))) == 400


def test_only_hosts_of_the_site_are_served(address: str) -> None:
    assert status(address, "topic=match:a", Host="evil.example") == 400


def test_a_client_has_a_limited_number_of_streams(address: str) -> None:
    with stream(address, "match:a"), stream(address, "match:a"), stream(address, "match:a"):
        assert status(address, "topic=match:a") == 503


def test_a_token_has_its_own_limit_of_streams_and_an_invalid_one_is_refused(address: str) -> None:
    token = call(address, "/probe/token", method="POST", name="board")["secret"]
    with stream(address, "match:a"), stream(address, "match:a"), stream(address, "match:a"):
        with stream(address, "match:b", token=token) as page:
            notice = publish(address, "match:b")
            assert page.next_event() == expected_event(notice, "match:b")
        for wrong in (f"Bearer {token}x", "Bearer", "bearer a b"):
            assert status(address, "topic=match:b", Authorization=wrong) == 401


def test_a_stream_ends_when_its_token_is_revoked_and_others_go_on(address: str) -> None:
    revoked, valid = (call(address, "/probe/token", method="POST", name=name) for name in ("lent", "kept"))
    with (
        stream(address, "match:c", token=revoked["secret"]) as ending,
        stream(address, "match:c", token=valid["secret"]) as going_on,
        stream(address, "match:c") as open_to_all,
    ):
        call(address, "/probe/revoke", method="POST", id=str(revoked["id"]))
        assert ending.ended()
        notice = publish(address, "match:c")
        assert [going_on.next_event(), open_to_all.next_event()] == [expected_event(notice, "match:c")] * 2
    assert status(address, "topic=match:c", Authorization=f"Bearer {revoked['secret']}") == 401


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_terminated_site_ends_its_streams_and_leaves_no_process_running(
    probe_env: dict[str, str], sign: signal.Signals
) -> None:
    with site(probe_env) as (address, process), stream(address, "match:abc") as page:
        process.send_signal(sign)
        assert page.ended()
        assert process.wait(20) == 0
