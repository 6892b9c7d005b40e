"""HTTP as uvicorn speaks it, with a clock for heads that come byte by byte, or not at all."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from castline.api.door import SLOWEST_HEAD


class Protocol(H11Protocol):
    """A connection that is closed where no whole head has come in time, the first or a later one."""

    _clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._wait()

    def _wait(self) -> None:
        """Start the clock where a head is under way and none runs."""
        if self._is_between() and self._clock is None:
            self._clock = self.loop.call_later(SLOWEST_HEAD, self._give_up)
        elif not self._is_between() and self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _is_between(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _give_up(self) -> None:
        self._clock = None
        if self._is_between() and not self.transport.is_closing():
            self.transport.close()
