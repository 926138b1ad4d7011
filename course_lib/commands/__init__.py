"""The commands of the command line, a file each; `cli.py` puts them together.

Each file has `add(commands)`, which describes the command to argparse, and the function that runs
it and returns the exit status. What several commands share stands in `options.py`.
"""
