"""The data that every other layer passes on: frozen dataclasses and nothing else."""
