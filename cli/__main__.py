"""`deduce` as the shell starts it: until all is loaded, Ctrl-C ends it without a word, as it does other programs."""

from __future__ import annotations

import signal


def main() -> None:
    if (
        signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
    ):  # the shell wants it ignored, as for a job in the background
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from cli.app import main as run

    run()


if __name__ == "__main__":
    main()
