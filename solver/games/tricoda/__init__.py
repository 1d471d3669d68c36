"""Tricoda: guess the three numbers on your own rack from what the others say they see."""
