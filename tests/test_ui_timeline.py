"""The timeline of a scene: progress, ends, delays, speed, reduced motion, and when the next frame is needed."""

import math

from scenes.ui.timeline import Timeline, Tween


def test_progress_and_next_update_follow_speed() -> None:
    ended: list[str] = []
    timeline = Timeline(speed=2.0)
    assert timeline.next_update_ms == math.inf and not timeline.update(16)
    timeline.start("rays", Tween(700, delay_ms=100, on_end=lambda: ended.append("rays")))
    timeline.call_later("tooltip", 600, lambda: ended.append("tooltip"))
    assert timeline.next_update_ms == 50, "at double speed; then the rays move in every frame"
    assert not timeline.update(40) and timeline.update(20) and timeline.next_update_ms == 0
    assert timeline.progress("rays") == 20 / 700
    assert timeline.update(340) and ended == ["rays"] and timeline.progress("rays") == 1
    assert timeline.next_update_ms == 200 and timeline.update(200)
    assert ended == ["rays", "tooltip"] and timeline.next_update_ms == math.inf


def test_reduced_motion_ends_motions_at_once_and_keeps_delays() -> None:
    ended: list[str] = []
    timeline = Timeline(reduces_motion=True)
    timeline.start("pop", Tween(400, on_end=lambda: ended.append("pop")))
    timeline.start("text", Tween(1800, kind="delay", on_end=lambda: ended.append("text")))
    assert ended == ["pop"] and timeline.progress("pop") == 1 and timeline.next_update_ms == 1800
    assert timeline.update(1800) and ended == ["pop", "text"]


def test_fade_takes_its_time_with_reduced_motion_and_running_motion_ends() -> None:
    timeline = Timeline(speed=2.0)
    timeline.start("turn", Tween(400))
    timeline.start("veil", Tween(400, kind="fade"))
    timeline.start("board", Tween(400, kind="fade", follows_speed=False))
    timeline.reduces_motion = True
    assert timeline.next_update_ms == 0 and timeline.update(100)
    assert [timeline.progress(key) for key in ("turn", "veil", "board")] == [1.0, 0.5, 0.25]
    assert not timeline.is_running("turn")


def test_finish_ends_motions_in_their_order_and_stop_forgets() -> None:
    ended: list[str] = []
    timeline = Timeline()
    for name, duration_ms in (("late", 500), ("early", 100)):
        timeline.start(name, Tween(duration_ms, on_end=lambda name=name: ended.append(name)))  # type: ignore[misc]
    timeline.call_later("delay", 50, lambda: ended.append("delay"))
    timeline.finish()
    assert ended == ["early", "late"] and timeline.is_running("delay")
    timeline.stop("delay")
    assert not timeline.update(100) and ended == ["early", "late"]


def test_end_may_start_stop_and_replace_motions() -> None:
    ended: list[str] = []
    timeline = Timeline()

    def end_first() -> None:
        ended.append("first")
        timeline.stop("second")
        timeline.start("first", Tween(100, on_end=lambda: ended.append("again")))

    timeline.start("first", Tween(10, on_end=end_first))
    timeline.start("second", Tween(10, on_end=lambda: ended.append("second")))
    assert timeline.update(10) and ended == ["first"]
    assert timeline.progress("first") == 0 and timeline.update(100) and ended == ["first", "again"]
