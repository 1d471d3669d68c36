"""Every sentence a person reads: answers to lines, proofs with their arithmetic, reviews."""
