"""`deduce` as the shell starts it: until all is loaded, Ctrl-C ends it without a word, as it does other programs.

Loading goes on without collecting garbage, which would cost a tenth of the start.
"""

from __future__ import annotations

import gc
import os
import signal


def main() -> None:
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # ignored for a job in the background
        signal.signal(signal.SIGINT, signal.SIG_DFL)
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
