"""Think Str8!: guess your own six cards from the sums the others confirm."""
