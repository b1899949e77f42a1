"""Settings of hypothesis: the same examples in every run, no deadline."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "suite",
    derandomize=True,
    deadline=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow],
    database=None,
)
settings.load_profile("suite")
