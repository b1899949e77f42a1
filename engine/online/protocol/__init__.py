"""What host and guests of an online table share: messages, codecs, invitations, proofs and certificates."""
