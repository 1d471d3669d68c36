"""Two engines on the same facts: `worlds` counts, `cpsat` searches and proves; `agreement` holds one to the other."""
