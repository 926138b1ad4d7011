"""Run the experiments of notebook 10 on a real PostgreSQL, and store their results.

    python scripts/measure_postgres.py

For whoever reads the notebook without the extra `postgres`.
"""

import json
from dataclasses import asdict

from course_lib.show.served import STORED, PostgresHere

if __name__ == "__main__":
    here = PostgresHere()
    found = {"race": asdict(here.two_writers()), "leaks": [asdict(seen) for seen in here.leaks()]}
    STORED.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
