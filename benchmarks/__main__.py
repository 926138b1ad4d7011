"""Run every benchmark: python -m benchmarks."""

from benchmarks import chunkers, explorer, grading, search, store, structure

if __name__ == "__main__":
    chunkers.main()
    structure.main()
    store.main()
    search.main()
    explorer.main()
    grading.main([grading.COURSE])
