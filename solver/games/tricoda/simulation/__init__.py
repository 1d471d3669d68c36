"""Whole games of Tricoda by machine."""
