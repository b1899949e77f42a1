"""Network protocol of online tables, for host and guests: messages, codecs, invitations, proofs and certificates."""
