"""Settling a round: facts, acts, validity, stakes, results, payments, and a trace of why."""
