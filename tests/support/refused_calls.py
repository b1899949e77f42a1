"""Makes the kernel refuse this process's system calls (seccomp), as a file system without locks does. Linux only."""

import ctypes
import platform
import struct
import sys
from collections.abc import Sequence
from typing import ClassVar

_FLOCK_AND_FCNTL: tuple[int, ...] = {"x86_64": (73, 72), "aarch64": (32, 25)}.get(platform.machine(), ())
"""Numbers of the system calls ``flock`` and ``fcntl``; empty for other processors."""
CAN_REFUSE = sys.platform == "linux" and bool(_FLOCK_AND_FCNTL)
_F_SETLK = 6
_LOAD, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_NUMBER_OFFSET, _COMMAND_OFFSET = 0, 24
"""Offsets in bytes of the call's number and of its second argument (seccomp(2))."""
_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 38, 22, 2


class _Program(ctypes.Structure):
    _fields_: ClassVar[Sequence[tuple[str, type]]] = [("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p)]


def refuse_file_locks(error: int) -> None:
    """Make every request for a lock of a file fail with this ``errno``, in this process until it ends."""
    flock, fcntl = _FLOCK_AND_FCNTL
    steps = (
        (_LOAD, 0, 0, _NUMBER_OFFSET),
        (_JUMP_IF_EQUAL, 3, 0, flock),
        (_JUMP_IF_EQUAL, 0, 3, fcntl),
        (_LOAD, 0, 0, _COMMAND_OFFSET),
        (_JUMP_IF_EQUAL, 0, 1, _F_SETLK),
        (_RETURN, 0, 0, _FAIL | error),
        (_RETURN, 0, 0, _ALLOW),
    )
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = _Program(len(steps), ctypes.addressof(code))
    control = ctypes.CDLL(None).prctl
    assert control(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
    assert control(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0) == 0
