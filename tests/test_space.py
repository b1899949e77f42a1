"""Points typed by their space: mypy reports a position that is converted twice, or not at all."""

from pygame import FRect

from scenes.render.space import CardSpace, Frame, Point, UiSpace

FRAME = Frame[CardSpace, UiSpace](1.25)


def test_frame_converts_both_ways_and_pygame_takes_points() -> None:
    local = FRAME.to_local(Point(50.0, 100.0))
    assert local == (40.0, 80.0) and FRAME.to_outer(local) == (50.0, 100.0)
    assert FRAME.to_local_area(FRect(50, 100, 25, 5)) == FRect(40, 80, 20, 4) and FRect(39, 79, 2, 2).collidepoint(
        local
    )
    assert FRAME.to_outer_area(FRAME.to_local_area(FRect(50, 100, 25, 5))) == FRect(50, 100, 25, 5)


def test_mypy_reports_double_conversion() -> None:
    """``warn_unused_ignores`` fails the check of types if one of these comments isn't needed."""
    cards = Point[CardSpace](50.0, 100.0)
    FRAME.to_local(FRAME.to_local(cards))  # type: ignore[arg-type]
    FRAME.to_outer(cards)  # type: ignore[arg-type]
