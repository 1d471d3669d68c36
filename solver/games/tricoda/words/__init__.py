"""The sentences of Tricoda, room by room: whole messages with named places. What is true is worked out elsewhere."""
