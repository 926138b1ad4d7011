"""What the notebooks show: live views, one file each, over pure strings (html) and still pictures.

ipywidgets and matplotlib are imported when a view is first used, not before.
"""

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

from course_lib.show.bet import settle
from course_lib.show.elsewhere import runs_here
from course_lib.show.expect import expect
from course_lib.show.order import tell_the_order

if TYPE_CHECKING:
    from course_lib.show.access_explorer import AccessExplorer
    from course_lib.show.audit_view import AuditView
    from course_lib.show.citation_explorer import CitationExplorer
    from course_lib.show.cut_lab import CutLab
    from course_lib.show.measure_explorer import MeasureExplorer
    from course_lib.show.page_explorer import PageExplorer
    from course_lib.show.replace_explorer import ReplaceExplorer
    from course_lib.show.scale_explorer import ScaleExplorer
    from course_lib.show.unit_explorer import UnitExplorer
    from course_lib.show.window_explorer import WindowExplorer

__all__ = [
    "AccessExplorer",
    "AuditView",
    "CitationExplorer",
    "CutLab",
    "MeasureExplorer",
    "PageExplorer",
    "ReplaceExplorer",
    "ScaleExplorer",
    "UnitExplorer",
    "WindowExplorer",
    "expect",
    "runs_here",
    "settle",
]


tell_the_order()


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    file = re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower()  # CutLab: cut_lab
    return getattr(import_module(f"{__name__}.{file}"), name)


def __dir__() -> list[str]:
    return __all__
