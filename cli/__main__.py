"""`deduce` as the shell starts it: until all is loaded, Ctrl-C ends it without a word, as it does other programs.

What Python itself loads before, and the launcher of pip before 25.2, no line of ours can reach. Loading goes on without
collecting garbage, which would cost a tenth of the start.
"""

import _signal  # type: ignore[import-not-found]  # part of Python: all else takes time to load, and Ctrl-C may come

if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:  # it is ignored by a job in the background
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

import gc
import os


def main() -> None:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is loaded: our sums are small, threads cost more
    gc.disable()
    from cli.app import main as run

    gc.set_threshold(200_000, 20, 50)  # numpy and ortools are still to be loaded, some 100,000 things that stay
    gc.enable()
    try:
        run()
    finally:
        gc.disable()  # or all there is would be gone through once more before the system takes it back


if __name__ == "__main__":
    main()
