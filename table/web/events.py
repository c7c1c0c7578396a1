"""Who listens to which table, and telling them when its log has changed, whoever changed it."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator
from typing import Any

from table.web.folder import LogFolder, Stamp

LOOK = 0.1
"""Seconds between two looks at the files that somebody listens to."""
HEARTBEAT = 15.0
"""Seconds after which a listener that heard nothing is told so: one that has gone is noticed then."""
MOST_AT_A_TABLE, MOST_AT_A_SEAT, MOST_LISTENERS = 250, 20, 500
MOST_WAITING = 64
"""Messages for a listener that does not fetch them; one that is further behind has to look for itself."""


def _event(name: str, content: Any) -> str:
    return f"event: {name}\ndata: {json.dumps(content)}\n\n"


class Listener:
    """One page that listens to a table, by a view."""

    def __init__(self, view: str) -> None:
        self.view = view
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)

    def hear(self, message: str | None) -> None:
        """Takes a message in; who is too far behind is sent away and comes again by itself."""
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            while not self.waiting.empty():
                self.waiting.get_nowait()
            self.waiting.put_nowait(None)


class Hub:
    """All listeners; its methods are called in the loop of the server."""

    def __init__(self, folder: LogFolder) -> None:
        self.folder = folder
        self.listeners: dict[str, set[Listener]] = defaultdict(set)
        self.closed = False
        self._stamps: dict[str, Stamp] = {}
        """Of the files as they were when their listeners were told last."""

    def looked_at(self) -> list[str]:
        """The logs that somebody listens to."""
        return [name for name, listeners in self.listeners.items() if listeners]

    async def watch(self) -> None:
        """Looks at the files again and again, and tells whoever listens to one that has changed."""
        while True:
            listened = self.looked_at()
            self._stamps = {name: stamp for name, stamp in self._stamps.items() if name in listened}
            for name in listened:
                self.look(name)
            await asyncio.sleep(LOOK)

    def look(self, name: str) -> None:
        """Looks at a file that somebody may have changed; who has just changed it need not wait for the next look."""
        now = self.folder.stamp(name)
        if now != self._stamps.setdefault(name, now):
            self._stamps[name] = now
            self.tell(name, "changed", {"version": self.folder.version(name)})

    def tell(self, name: str, event: str, content: Any, views: tuple[str, ...] | None = None) -> None:
        """Tells all who listen to a log, or those of some views."""
        message = _event(event, content)
        for listener in list(self.listeners[name]):
            if views is None or listener.view in views:
                listener.hear(message)

    def close(self) -> None:
        """Sends everybody home."""
        self.closed = True
        for listeners in self.listeners.values():
            for listener in listeners:
                listener.hear(None)

    def full(self, name: str, view: str) -> bool:
        """Whether too many listen already; by the link of a seat nobody takes the places of the others."""
        everywhere, here = sum(map(len, self.listeners.values())), self.listeners[name]
        seated = sum(listener.view == view for listener in here) if view.isdecimal() else 0
        return len(here) >= MOST_AT_A_TABLE or seated >= MOST_AT_A_SEAT or everywhere >= MOST_LISTENERS

    async def listen(self, name: str, view: str) -> AsyncIterator[str]:
        """What a listener is told, as the text of an event stream."""
        listener = Listener(view)
        self.listeners[name].add(listener)
        self.look(name)
        try:
            yield f"retry: 1000\n{_event('hello', {'version': self.folder.version(name)})}"
            while not self.closed:
                try:
                    message = await asyncio.wait_for(listener.waiting.get(), HEARTBEAT)
                except TimeoutError:
                    message = ": still here\n\n"
                if message is None:
                    return
                yield message
        finally:
            self.listeners[name].discard(listener)
