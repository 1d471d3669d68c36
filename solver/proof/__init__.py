"""Reasons: the smallest proof of a claim, its steps in order, and what to change where no world fits."""
