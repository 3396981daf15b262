"""What people see: one seat's view, sentences, tables and pictures; never the generator."""
