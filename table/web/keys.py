"""Keys to the pages: what an address must bring along so that it opens.

A key follows from the secret of this user and from the page it opens, so nothing has to be kept: after a restart every
link that was given away still fits, and none fits another page.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256

from shelf.atomic_write import write_new
from shelf.errors import PrintingError
from shelf.home import home
from shelf.messages import Message
from shelf.safe_files import read_text

_SECRET = 32
"""Bytes of the secret."""
_KEY = 24
"""Letters of a key: 144 bits that nobody guesses."""


@dataclass(frozen=True, repr=False)
class Keyring:
    """Cuts keys, and tries them."""

    secret: bytes

    def key(self, *place: str) -> str:
        """The key of a page; where a page lies is told by some words, whatever stands in them."""
        words = b"".join(len(word.encode()).to_bytes(4, "big") + word.encode() for word in place)
        return urlsafe_b64encode(hmac.digest(self.secret, words, sha256)).decode()[:_KEY]

    def fits(self, key: str, *place: str) -> bool:
        """Whether a key opens a page; how long the answer takes tells nothing about it."""
        return hmac.compare_digest(key.encode(), self.key(*place).encode())


def keyring_of_this_user() -> Keyring:
    """The keyring with the secret that is kept in the user's configuration folder; made up at the first use."""
    file = home() / "serve.key"
    with suppress(FileExistsError):
        write_new(file, secrets.token_hex(_SECRET).encode(), 0o600)
    secret = read_text(file).strip()
    if len(secret) < 2 * _SECRET:
        raise PrintingError(Message("web.short_secret", file=file))
    return Keyring(secret.encode())
