"""Run every benchmark: python -m benchmarks."""

from benchmarks import chunkers, explorer, structure

if __name__ == "__main__":
    chunkers.main()
    structure.main()
    explorer.main()
