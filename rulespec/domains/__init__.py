"""Kinds of random experiment: the facts that a round's cards or outcome give, and the cases that can come up."""
