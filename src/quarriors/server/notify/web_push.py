"""Messages for push services of browsers: encrypted for one browser, signed by this server.

RFC 8291 (encryption), RFC 8188 (its form) and RFC 8292 (VAPID), with the primitives of
`cryptography`, which the extra `quarriors[push]` brings.
"""

from __future__ import annotations

import json
import os
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

RECORD_BYTES: Final = 4_096
POINT_BYTES: Final = 65  # of a public key: uncompressed, on P-256
AUTH_BYTES: Final = 16
SALT_BYTES: Final = 16
TOKEN_SECONDS: Final = 43_200  # for which a signature is valid; push services allow a day


@dataclass(frozen=True)
class Subscription:
    """A browser that wants to be told, as it said itself."""

    endpoint: str
    p256dh: str  # its public key
    auth: str  # what it shares with this server


def encoded(data: bytes) -> str:
    """Bytes as text for addresses and headers."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes again; `ValueError` if they are none."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_valid(subscription: Subscription) -> bool:
    """Whether messages can be encrypted for a browser."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        point, auth = decoded(subscription.p256dh), decoded(subscription.auth)
        if len(point) != POINT_BYTES or len(auth) != AUTH_BYTES:
            return False
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return True


def encrypt(
    subscription: Subscription,
    message: bytes,
    key: EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """A message that only the browser can read; `key` and `salt` are new ones except in tests."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    own = key or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(SALT_BYTES)
    theirs = decoded(subscription.p256dh)
    other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
    point = _point(own)
    shared = own.exchange(ec.ECDH(), other)
    secret = _derive(shared, decoded(subscription.auth), b"WebPush: info\0" + theirs + point, 32)
    content_key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(content_key).encrypt(nonce, message + b"\x02", None)  # 2: the last record
    return salt + struct.pack(">IB", RECORD_BYTES, len(point)) + point + sealed


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), length, salt, info).derive(secret)


def _point(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


# --- this server's own key -----------------------------------------------------------------------


def new_key() -> bytes:
    """A key of a server, as it is stored."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
    )

    made = ec.generate_private_key(ec.SECP256R1())
    return made.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())


class ServerKey:
    """By which push services know this server, and browsers whose messages they take."""

    def __init__(self, stored: bytes) -> None:
        from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
        from cryptography.hazmat.primitives.serialization import load_der_private_key

        key = load_der_private_key(stored, None)
        assert isinstance(key, EllipticCurvePrivateKey)
        self._key = key
        self.public = encoded(_point(key))

    def authorization(self, origin: str, subject: str, now: float) -> str:
        """The header that a push service wants, for itself alone and for some hours."""
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
        from cryptography.hazmat.primitives.hashes import SHA256

        claims = {"aud": origin, "exp": int(now) + TOKEN_SECONDS, "sub": subject}
        parts = [_json({"typ": "JWT", "alg": "ES256"}), _json(claims)]
        text = ".".join(parts)
        one, two = decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(SHA256())))
        signature = encoded(one.to_bytes(32, "big") + two.to_bytes(32, "big"))
        return f"vapid t={text}.{signature}, k={self.public}"


def _json(value: object) -> str:
    return encoded(json.dumps(value, separators=(",", ":")).encode())
