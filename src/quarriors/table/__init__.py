"""What a table is: set-up, seats, entries, clocks, standing orders, and what a viewer may see."""
