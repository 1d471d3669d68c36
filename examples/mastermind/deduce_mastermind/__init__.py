"""Mastermind for deduce: four pegs of six colours, the code to be found from black and white key pegs."""
