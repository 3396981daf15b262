"""One module for each step of the schema; never changed once released."""
