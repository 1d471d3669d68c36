"""What only measures us in Tricoda: the ways to play, whole games of them, and their report (`simulation`)."""
