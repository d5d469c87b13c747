"""Checks of arguments that would else go wrong far from the call, or silently."""

from __future__ import annotations


def require_whole(name: str, value: object, least: int, most: int | None = None) -> None:
    """Refuse what is no whole number, or one that is out of range.

    Raises:
        ValueError: It is none.
    """
    # True and 1.0 are ones to Python, but not to the JVM.
    whole = isinstance(value, int) and not isinstance(value, bool)
    if whole and least <= value <= (value if most is None else most):  # type: ignore[operator]
        return
    allowed = f"{least} or more" if most is None else f"{least} to {most}"
    msg = f"{name} must be a whole number, {allowed}, not {value!r}"
    raise ValueError(msg)


def require_text(name: str, value: object) -> None:
    """Refuse what is no text.

    Raises:
        ValueError: It is none.
    """
    if not isinstance(value, str):
        msg = f"{name} must be a text, not {value!r}"
        raise ValueError(msg)  # noqa: TRY004  as for all other arguments that mean nothing
