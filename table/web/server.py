"""The server process: its address, its life, its end."""

from __future__ import annotations

import socket
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import uvicorn
from starlette.applications import Starlette

from shelf.errors import reason
from shelf.messages import Message
from table.log.refusal import RefusalError

PORT = 7007
TRIED = 20
"""Ports after the usual one that are tried when nobody has asked for a certain one."""
MOST_CONNECTIONS = 700
MOST_IDLE = 40
"""Connections of one address on which nobody has asked for anything for a moment; a browser has six."""
MOMENT, LOITERING = 1.0, 10.0
"""Seconds after which a connection on which nobody asks for anything is counted, and closed."""
LOOPBACK = "127.0.0.1"


def opened_door(port: int | None, lan: bool) -> socket.socket:
    """A socket that listens: to this machine alone, or with `lan` to the house."""
    host = "" if lan else LOOPBACK
    for number in [port] if port is not None else range(PORT, PORT + TRIED):
        try:
            return socket.create_server((host, number))
        except OSError as fault:
            why = reason(fault)
        except OverflowError:
            why = Message("web.no_port")
    raise RefusalError(Message("web.port", number=number, reason=why))


def lan_address() -> str:
    """The address of this machine in the house; asking for the way to somewhere sends nothing."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("10.255.255.255", 1))
        return str(probe.getsockname()[0])
    return LOOPBACK


def names_at(port: int, lan: bool) -> list[str]:
    """The hosts that a browser may have asked for."""
    hosts = [LOOPBACK, "localhost"]
    if lan:
        own = socket.gethostname()
        hosts += [lan_address(), own, f"{own.partition('.')[0]}.local"]
    return [f"{host}:{port}" for host in dict.fromkeys(host.lower() for host in hosts)]


class Server(uvicorn.Server):
    """Ends its event streams before it waits for its connections."""

    def __init__(self, app: Starlette, opened: Callable[[], None], closing: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                log_level="critical",
                access_log=False,
                server_header=False,
                limit_concurrency=MOST_CONNECTIONS,
                timeout_graceful_shutdown=2,
                ws="none",
            )
        )
        self._opened, self._closing = opened, closing
        self._idle: dict[Any, float] = {}

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Says so when it is there."""
        await super().startup(sockets)
        self._opened()

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second."""
        self._usher()
        return await super().on_tick(counter)

    def _usher(self) -> None:
        """Closes connections on which no request comes, so that nobody keeps the door from others by standing in it."""
        now = time.monotonic()
        connections: set[Any] = set(self.server_state.connections)
        idle = [one for one in connections if not _asks(one)]
        self._idle = {one: self._idle.get(one, now) for one in idle}
        addresses = Counter[str]()
        for one in (one for one in idle if now - self._idle[one] > MOMENT):
            address = one.client[0] if one.client else ""
            addresses[address] += 1
            if addresses[address] > MOST_IDLE or now - self._idle[one] > LOITERING:
                one.transport.abort()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Sends the listeners home first."""
        self._closing()
        await super().shutdown(sockets)


def _asks(connection: Any) -> bool:
    """Whether a request is being answered on a connection."""
    return connection.cycle is not None and not connection.cycle.response_complete
