"""Messages for browsers: the example of RFC 8291, and the signature of the server."""

from __future__ import annotations

import json

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from quarriors.server.notify.web_push import (
    TOKEN_SECONDS,
    ServerKey,
    Subscription,
    decoded,
    encoded,
    encrypt,
    is_valid,
    new_key,
)
from tests.server.notify.helpers import Browser

# RFC 8291, appendix A.
THEIRS = Subscription(
    "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
)
OWN = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard() -> None:
    key = ec.derive_private_key(int.from_bytes(decoded(OWN), "big"), ec.SECP256R1())
    text = b"When I grow up, I want to be a watermelon"
    assert encoded(encrypt(THEIRS, text, key, decoded(SALT))) == SEALED


def test_a_browser_reads_what_was_encrypted_for_it_and_nobody_twice_the_same() -> None:
    browser = Browser("https://push.example.org/x")
    message = json.dumps({"title": "Tocca a te"}).encode()
    one, two = (encrypt(browser.subscription, message) for _ in range(2))
    assert one != two
    assert browser.read(one) == browser.read(two) == {"title": "Tocca a te"}


def test_keys_that_are_none() -> None:
    assert is_valid(THEIRS)
    point = decoded(THEIRS.p256dh)
    for p256dh, auth in (
        ("", THEIRS.auth),
        (encoded(point[:-1]), THEIRS.auth),
        (encoded(point[:-1] + bytes([point[-1] ^ 1])), THEIRS.auth),  # not on the curve
        (encoded(b"\x04" + bytes(64)), THEIRS.auth),
        (THEIRS.p256dh, "AAAA"),
        ("****", THEIRS.auth),
        ("A", THEIRS.auth),
    ):
        assert not is_valid(Subscription("x", p256dh, auth))


@pytest.mark.parametrize("subject", ["mailto:dice@example.org", "https://example.org"])
def test_a_push_service_can_check_who_sends(subject: str) -> None:
    key = ServerKey(new_key())
    header = key.authorization("https://push.example.org", subject, 1_000.5)
    assert header.startswith("vapid t=")
    token, _, public = header.removeprefix("vapid t=").partition(", k=")
    assert public == key.public
    head, claims, signature = token.split(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(decoded(claims)) == {
        "aud": "https://push.example.org",
        "exp": 1_000 + TOKEN_SECONDS,
        "sub": subject,
    }
    raw = decoded(signature)
    assert len(raw) == 64
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(public))
    point.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
