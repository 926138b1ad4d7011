"""Run every benchmark: python -m benchmarks."""

from benchmarks import chunkers, explorer

if __name__ == "__main__":
    chunkers.main()
    explorer.main()
