import argparse
import json
from collections import defaultdict

parser = argparse.ArgumentParser()
parser.add_argument("--round", type=int, default=2)
digits = parser.parse_args().round

sums: dict[str, float] = defaultdict(float)
for row in inputs["rows"]:
    month = row["day"][:7]
    sums[f"{month} {row['kind']}"] += row["amount"]

print(json.dumps({key: round(value, digits) for key, value in sums.items()}))
