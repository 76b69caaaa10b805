"""Exact odds: what each wager costs under the play that costs least, from a spec's own rules."""
