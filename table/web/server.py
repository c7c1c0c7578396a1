"""The server process: its address, its life, its end."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from starlette.applications import Starlette

from shelf.errors import reason
from shelf.messages import Message
from table.log.refusal import RefusalError

PORT = 7007
TRIED = 20
"""Ports after the usual one that are tried when nobody has asked for a certain one."""
MOST_CONNECTIONS = 700
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

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Says so when it is there."""
        await super().startup(sockets)
        self._opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Sends the listeners home first."""
        self._closing()
        await super().shutdown(sockets)
