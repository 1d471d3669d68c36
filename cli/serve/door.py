"""Who stands at the door, and for how long: nobody keeps others out by calling often or by never finishing a sentence.

So many connections are held for one address, and so many in all. When there are more, the one that came first of those
without a seat has to go; those with a seat stay. Whoever does not finish asking is not waited for.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

OF_ADDRESS = 64  # connections; a browser holds six or seven
IN_ALL = 192  # fewer than a system lets a program have open
PATIENCE = 10.0  # seconds for a whole request

Caller = tuple[str, int]


class Door(socket.socket):
    """The socket that phones call."""

    def __init__(self, family: socket.AddressFamily) -> None:
        # Only where TCP is named does asyncio send small answers at once; else each waits 40 ms for the phone's system.
        super().__init__(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self.inside: dict[Caller, socket.socket] = {}  # the longest there first
        self.seated: set[Caller] = set()

    def accept(self) -> tuple[socket.socket, Any]:
        wire, address = super().accept()
        caller: Caller = address[:2]
        self.inside = {one: held for one, held in self.inside.items() if held.fileno() >= 0 and one != caller}
        self.seated &= self.inside.keys()
        if not self._make_room(caller):
            wire.close()
            raise ConnectionAbortedError
        self.inside[caller] = wire
        return wire, address

    def _make_room(self, caller: Caller) -> bool:
        neighbours = [one for one in self.inside if one[0] == caller[0]]
        for crowd, most in ((neighbours, OF_ADDRESS), (list(self.inside), IN_ALL)):
            if len(crowd) < most:
                continue
            first = next((one for one in crowd if one not in self.seated), None)
            if first is None:
                return False
            with suppress(OSError):  # it is going already
                self.inside.pop(first).shutdown(socket.SHUT_RDWR)
            return True
        return True

    def seat(self, caller: Caller) -> None:
        """Somebody with a seat asks by this connection."""
        self.seated.add(caller)


class Listener(H11Protocol):
    """One connection; whoever begins a request has only so long to finish it."""

    asking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.asking = self.loop.call_later(PATIENCE, transport.abort)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        unfinished = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if not unfinished:
            self._stop_waiting()
        elif self.asking is None:
            self.asking = self.loop.call_later(PATIENCE, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _stop_waiting(self) -> None:
        if self.asking is not None:
            self.asking.cancel()
            self.asking = None
