"""The memory of a server that runs all evening: what is not needed any more is given back."""

from __future__ import annotations

import ctypes
import gc
import sys

ARENA_MAX = -8  # M_ARENA_MAX in malloc.h


def share_memory() -> None:
    """All threads take from one heap: of those that glibc makes for single threads nothing can be given back.

    What is loaded by now stays, and need not be looked through again and again for what nobody needs.
    """
    _tell_glibc("mallopt", ARENA_MAX, 1)
    gc.collect()
    gc.freeze()


def give_back_memory() -> None:
    """Tables of all worlds take megabytes for a moment; Python and glibc keep them long after they were needed."""
    gc.collect()
    _tell_glibc("malloc_trim", 0)


def _tell_glibc(name: str, *values: int) -> None:
    """Elsewhere memory is somebody else's business."""
    if sys.platform == "linux" and (function := getattr(ctypes.CDLL(None), name, None)):
        function(*values)
