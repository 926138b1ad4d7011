"""Run the command line: python -m course_lib."""

import sys

from course_lib.cli import main

if __name__ == "__main__":
    sys.exit(main())
