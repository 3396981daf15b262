"""Proofs about the whole server: killed, shared, lied to, listened to, and out of disk."""
