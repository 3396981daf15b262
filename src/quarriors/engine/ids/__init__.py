"""What the ints of the engine mean: one module for each vocabulary, used as `place.READY`."""
