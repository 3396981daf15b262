"""What travels: messages in both directions, their schema, and the page that documents them."""
