"""The folder `exercises/checks` as a package: the check of 06.q4 is its module `06.q4`.

So the files there import what they share as siblings do, `from .common import windows`, and have a
name that pickle, tracebacks and coverage know, wherever the notebook runs and whatever is on its
path. They stand beside the exercises, since they are the exercises' content and no library.
"""

from course_lib.places import CHECKS

__path__ = [str(CHECKS)]
