"""The course without a server in Firefox: the kernel starts, and a key moves the picture."""

import jupyter_page
import pytest
import site_page


@pytest.mark.outside
def test_firefox_runs_the_first_notebook() -> None:
    firefox = jupyter_page.find_firefox()
    with site_page.serve() as address, jupyter_page.browse_firefox(firefox) as opened:
        page = opened.new_page()
        notebook = site_page.Notebook(page, address, "notebooks/00_start_here.ipynb")
        site_page.press_a_key(notebook)
        assert notebook.errors() == []
