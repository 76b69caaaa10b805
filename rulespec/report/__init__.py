"""Findings, outcomes and comparisons out: text, JSON, HTML. Pure functions of the model."""
