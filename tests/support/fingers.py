"""A pilot with fingers for the real program with a profile's folder."""

from scenes.app import App
from scenes.selftest import finger_pilot
from tests.support.piloting import Pilot


class FingerPilot(finger_pilot.FingerPilot[App], Pilot):
    """A simulated player who has nothing but fingers and touches the real program."""
