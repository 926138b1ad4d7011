"""The longer commands of the command line, a file each; `cli.py` puts them together."""
