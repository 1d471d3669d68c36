"""What a log that cannot be true was meant to say: slips people make, and the likeliest of them."""
