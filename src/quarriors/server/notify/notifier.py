"""Tells players of games by correspondence that it is their turn, once for each move.

Whoever tells a seat of a move first writes that down in the database, and only then sends. So
several processes tell once, and so does a server that starts again; one that dies between the two
does not tell. Sending is tried a few times, apart from everything that players wait for.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from quarriors.server.notify import web_push
from quarriors.server.notify.outgoing import AllowList, NoAnswer, NotAllowed, Target, post
from quarriors.server.notify.web_push import ServerKey, Subscription
from quarriors.server.settings import Settings
from quarriors.server.store import StorageTrouble, Store, push
from quarriors.table.table import LiveTable
from quarriors.text import Texts

LOG: Final = logging.getLogger("quarriors.server.notify")

BY_DAYS: Final = "days"  # the clock of games by correspondence
AT_ONCE: Final = 8  # requests under way
WAITING: Final = 500  # tellings under way; beyond that, nobody is told
PAUSES: Final[tuple[float, ...]] = (5.0, 60.0)  # seconds before a request is tried again
GONE: Final = (404, 410)  # a browser does not want to be told any more
LATER: Final = (408, 425, 429, 500, 502, 503, 504)  # worth another try
KEPT_SECONDS: Final = 86_400  # for which a push service keeps a message for a browser that is off
SIGNATURE: Final = "X-Quarriors-Signature"


@dataclass(frozen=True)
class Move:
    """A move that a player is to make."""

    table: str
    seat: int
    since: float  # when the table began to wait for it
    until: float
    token_hash: str  # of the player
    name: str
    others: tuple[str, ...]
    webhook: str
    secret: str


def move_of(table: LiveTable) -> Move | None:
    """The move that a game by correspondence (`BY_DAYS`) waits for, if a player is to make it."""
    seat = table.clocks.running
    if seat < 0 or table.deciding != seat:
        return None
    seated, head = table.seats[seat], table.head
    others = tuple(one.name for at, one in enumerate(table.seats) if at != seat)
    return Move(
        table.id,
        seat,
        table.clocks.since,
        table.deadline or 0.0,
        seated.token_hash,
        seated.name,
        others,
        head.webhook,
        head.webhook_secret,
    )


class Notifier:
    """Everybody whom this process tells."""

    def __init__(
        self, store: Store, settings: Settings, now: Callable[[], float] = time.time
    ) -> None:
        self.key: ServerKey | None = None  # None: nobody is told by Web Push
        self.push_hosts = AllowList(settings.push_hosts)
        self.webhook_hosts = AllowList(settings.webhook_hosts)
        self.pauses: tuple[float, ...] = PAUSES
        self._store = store
        self._settings = settings
        self._now = now
        self._tasks: set[asyncio.Task[None]] = set()
        self._sending = asyncio.Semaphore(AT_ONCE)

    async def start(self) -> None:
        """Read the key of the server, or make it."""
        if self._settings.push:
            new = web_push.new_key()
            self.key = ServerKey(await self._store.change(partial(push.server_key, new=new)))

    async def close(self) -> None:
        """Tell nobody any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def wait(self) -> None:
        """Until nobody is to be told just now."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def tell(self, move: Move, here: bool) -> None:
        """Somebody is to move; one who is here need not be told by their browser."""
        webhook = bool(move.webhook and self.webhook_hosts)
        if self.key is None and not webhook:
            return
        if len(self._tasks) >= WAITING:
            LOG.warning("too many are to be told of their turn")
            return
        if self.key is not None:
            self._do(self._push(self.key, move, here))
        if webhook:
            self._do(self._call(move))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _logged(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except StorageTrouble as trouble:
            LOG.warning("nobody was told of a turn: %s", trouble)
        except Exception:
            LOG.exception("nobody was told of a turn")

    async def _claim(self, move: Move, channel: str) -> bool:
        claim = partial(
            push.claim, table_id=move.table, seat=move.seat, channel=channel, since=move.since
        )
        return await self._store.change(claim)

    # --- browsers --------------------------------------------------------------------------------

    async def _push(self, key: ServerKey, move: Move, here: bool) -> None:
        if not await self._claim(move, "push") or here:
            return
        find = partial(
            push.subscribed, table_id=move.table, seat=move.seat, token_hash=move.token_hash
        )
        for one in await self._store.look_up(find):
            self._do(self._push_to(key, move, one))

    async def _push_to(self, key: ServerKey, move: Move, browser: push.Subscribed) -> None:
        texts = Texts(browser.language)
        message = {
            "title": texts.say("server", "notify.title"),
            "body": texts.say("server", "notify.body", names=", ".join(move.others)),
            "table": move.table,
        }
        subscription = Subscription(browser.endpoint, browser.p256dh, browser.auth)
        body = web_push.encrypt(subscription, json.dumps(message).encode())
        topic = hashlib.sha256(move.table.encode()).hexdigest()[:32]  # a newer one replaces it

        async def send(target: Target) -> int:
            headers = {
                "Authorization": key.authorization(target.origin, self._subject(), self._now()),
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(KEPT_SECONDS),
                "Topic": topic,
                "Urgency": "normal",
            }
            return await post(target, headers, body)

        status = await self._send(self.push_hosts, browser.endpoint, send)
        if status in GONE:
            forget = partial(
                push.unsubscribe,
                table_id=move.table,
                seat=move.seat,
                endpoint=browser.endpoint,
            )
            await self._store.change(forget)

    def _subject(self) -> str:
        """How a push service reaches the operator."""
        contact = self._settings.contact.strip()
        if contact.startswith(("https://", "mailto:")) and " " not in contact:
            return contact
        if "@" in contact and " " not in contact:
            return f"mailto:{contact}"
        return self._settings.public_url or "https://localhost"

    # --- webhooks --------------------------------------------------------------------------------

    async def _call(self, move: Move) -> None:
        if not await self._claim(move, "webhook"):
            return
        base = self._settings.public_url.rstrip("/")
        event = {
            "event": "turn",
            "table": move.table,
            "link": f"{base}/t/{move.table}" if base else "",
            "seat": move.seat,
            "name": move.name,
            "since": move.since,
            "until": move.until,
        }
        body = json.dumps(event, separators=(",", ":")).encode()
        signature = hmac.new(move.secret.encode(), body, hashlib.sha256).hexdigest()
        headers = {"Content-Type": "application/json", SIGNATURE: f"sha256={signature}"}
        await self._send(
            self.webhook_hosts, move.webhook, lambda target: post(target, headers, body)
        )

    # --- both ------------------------------------------------------------------------------------

    async def _send(
        self, hosts: AllowList, url: str, send: Callable[[Target], Awaitable[int]]
    ) -> int:
        """Send a request, again after a while if it may help; the last status, 0 without one."""
        status = 0
        for pause in (*self.pauses, None):
            try:
                target = hosts.target(url)
                async with self._sending:
                    status = await send(target)
            except NotAllowed as error:
                LOG.warning("not sent: %s", error)
                return 0
            except NoAnswer as error:
                LOG.info("no answer: %s", error)
                status = 0
            if (status and status not in LATER) or pause is None:
                break
            await asyncio.sleep(pause)
        if not 200 <= status < 300:
            LOG.info("somebody was not told of their turn", extra={"status": status})
        return status
