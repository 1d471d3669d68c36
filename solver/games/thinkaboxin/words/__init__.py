"""The sentences of Thinkaboxin, by what they are about."""
