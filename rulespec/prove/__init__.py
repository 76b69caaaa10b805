"""What `check` asks of a spec: where it is silent, where it answers twice, and which rules never come into play."""
