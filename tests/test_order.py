"""A cell that is run too early says what to do; what is wrong in a cell itself is shown as ever."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from course_lib.places import NOTEBOOKS
from course_lib.show import order


@pytest.fixture
def shell():
    shell = InteractiveShell(config=Config({"HistoryManager": {"enabled": False}}))
    order.answer_in(shell)
    return shell


def test_a_name_of_a_cell_above_is_answered_by_what_to_do(shell, capsys):
    result = shell.run_cell("print(len(note.text))")
    assert isinstance(result.error_in_exec, NameError)
    told = capsys.readouterr().out
    assert "name 'note' is not defined" in told
    assert "A cell above gives 'note' its value: choose Run → Run All Above Selected Cell" in told
    assert "Traceback (most recent call last)" not in told


@pytest.mark.parametrize("fault", ["1 / 0", "def f():\n    a += 1\nf()", "note ="])
def test_another_fault_is_shown_as_ever(fault, shell, capsys):
    shell.run_cell(fault)
    told = capsys.readouterr()
    assert "Error" in told.out + told.err
    assert "Run All Above" not in told.out


def test_only_notebooks_of_the_course_answer_so(monkeypatch, tmp_path):
    asked = []
    shell = SimpleNamespace(set_custom_exc=lambda *arguments: asked.append(arguments))
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.chdir(tmp_path)
    order.tell_the_order()
    assert asked == []
    monkeypatch.chdir(NOTEBOOKS)
    order.tell_the_order()
    assert len(asked) == 1


def test_without_ipython_nothing_happens(monkeypatch):
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    order.tell_the_order()
