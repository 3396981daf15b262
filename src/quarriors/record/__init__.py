"""Games written down: saved, loaded, replayed and checked."""
