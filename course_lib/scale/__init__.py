"""Beyond one machine: a folder cut and embedded by any map; `rates` says what the stages cost."""

from course_lib.scale.folder import CutFile, CutFolder, WorkLost, chunk_folder, embed_folder
from course_lib.scale.kill import DiesOnce

__all__ = ["CutFile", "CutFolder", "DiesOnce", "WorkLost", "chunk_folder", "embed_folder"]
