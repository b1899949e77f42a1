"""Online card tables: network protocol, host, guest, and the network thread of the window. No pygame.

Imported only when a table is opened or joined.
"""
