"""Token buckets, counted limiter, and who is asking: pure, with a clock of the test's own."""

from __future__ import annotations

import pytest

from quarriors.server.web import limits
from quarriors.server.web.limits import NOBODY, Bucket, Buckets, ConnectionLimiter, Proxies, grouped


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket(rate=2.0, most=3, now=100.0)
    assert [bucket.take(100.0) for _ in range(3)] == [0.0, 0.0, 0.0]
    assert bucket.take(100.0) == pytest.approx(0.5)
    assert bucket.take(100.25) == pytest.approx(0.25)
    assert bucket.take(100.5) == 0.0
    assert bucket.take(100.5) > 0.0
    assert [bucket.take(1000.0) for _ in range(4)].count(0.0) == 3  # never more than its burst


def test_a_clock_that_goes_back_gives_nothing_away() -> None:
    bucket = Bucket(rate=1.0, most=1, now=100.0)
    assert bucket.take(100.0) == 0.0
    assert bucket.take(50.0) > 0.0


def test_a_bucket_without_a_rate_is_empty_for_good() -> None:
    bucket = Bucket(rate=0.0, most=1, now=0.0)
    assert bucket.take(0.0) == 0.0
    assert bucket.take(1e9) == float("inf")
    assert limits.whole_seconds(float("inf")) == 86_400
    assert limits.whole_seconds(0.001) == 1


def test_addresses_have_buckets_of_their_own() -> None:
    buckets = Buckets(1.0, 1, clock=lambda: 0.0)
    assert buckets.take("a") == 0.0
    assert buckets.take("a") > 0.0
    assert buckets.take("b") == 0.0


def test_memory_is_bounded_and_those_who_wait_are_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MOST_BUCKETS", 8)
    now = 0.0
    buckets = Buckets(1.0, 1, clock=lambda: now)
    for number in range(8):
        buckets.take(str(number))
    assert len(buckets) == 8
    now = 10.0  # all are full again
    assert buckets.take("greedy") == 0.0
    assert len(buckets) == 1
    for number in range(100):  # an attacker with many addresses
        now += 1e-3
        assert buckets.take(f"x{number}") == 0.0
    assert len(buckets) <= 8


def test_doors_count_each_address_and_everybody() -> None:
    limiter = ConnectionLimiter(each=2, whole=3)
    assert [limiter.enter("a") for _ in range(3)] == [True, True, False]
    assert limiter.enter("b")
    assert not limiter.enter("c")
    assert limiter.count == 3
    limiter.leave("a")
    assert limiter.enter("c")
    limiter.leave("a")
    limiter.leave("b")
    limiter.leave("c")
    assert limiter.count == 0


# --- who is asking -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "asker"),
    [
        ((), "203.0.113.7", "", "203.0.113.7"),
        ((), "203.0.113.7", "198.51.100.1", "203.0.113.7"),  # nobody is believed
        (("127.0.0.1",), "127.0.0.1", "198.51.100.1", "198.51.100.1"),
        (("127.0.0.1",), "127.0.0.1", "", "127.0.0.1"),
        (("127.0.0.1",), "203.0.113.7", "198.51.100.1", "203.0.113.7"),
        # What stands further left was written by the client.
        (("127.0.0.1",), "127.0.0.1", "1.2.3.4, 198.51.100.1", "198.51.100.1"),
        (("10.0.0.0/8",), "10.0.0.5", "198.51.100.1, 10.0.0.9", "198.51.100.1"),
        (("10.0.0.0/8",), "10.0.0.5", "nonsense, 10.0.0.9", "10.0.0.9"),
        (("10.0.0.0/8",), "10.0.0.5", "<script>", "10.0.0.5"),
        (("*",), "203.0.113.7", "1.2.3.4, 198.51.100.1", "198.51.100.1"),
        (("127.0.0.1",), "::ffff:127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ((), "2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::/64"),
        ((), "", "", NOBODY),
    ],
)
def test_the_asker_is_who_a_trusted_proxy_saw(
    trusted: tuple[str, ...], peer: str, forwarded: str, asker: str
) -> None:
    assert Proxies(trusted).asker(peer, forwarded) == asker


def test_a_household_is_one_address() -> None:
    assert grouped("2001:db8::1") == grouped("2001:db8::ffff")
    assert grouped("2001:db8::1") != grouped("2001:db8:0:1::1")
    assert grouped("::1") == "::1"
    assert grouped("::ffff:192.0.2.1") == "192.0.2.1"
