"""The sentences of a review, the same on the terminal and on the page."""
