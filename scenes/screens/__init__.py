"""The screens of the application; they know nothing of one another."""
