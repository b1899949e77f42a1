"""The company that the player keeps: the connection to a table of several computers, from screen to screen.

Nothing here is imported before the player opens or joins a table. The connection lives in a thread of its own
(``engine.online.beside``); the loop lets the company look once a frame what came.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from engine.notices import Notice
from engine.online.beside import Arrived, LinkChange, NearbyChanged, TableOpened
from engine.online.discovery import Nearby
from engine.online.guest import Guest
from engine.online.invitation import Invitation
from engine.online.messages import Denied, Rejected, Said, Told, ToHost
