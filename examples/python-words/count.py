import json
from collections import Counter

words = inputs["text"].split()
most = Counter(words).most_common(inputs["most"])
print(json.dumps({"words": len(words), "most": [{"word": word, "times": times} for word, times in most]}))
