"""Shared by host and guests: messages, codecs, invitations, proofs and certificates."""
