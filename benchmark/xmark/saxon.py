"""The twenty queries of bench-xmark on SaxonC-HE (PyPI saxonche): saxon.py SET DOCUMENT QUERIES RUNS ANSWERS.

Writes lines of a record to standard output, and the answers, without white space, to the file ANSWERS.  Queries are compiled
once, and run on a document that is parsed once; how long that takes is a line of its own.
"""
import json
import re
import sys
import time

import saxonche

SET, DOCUMENT, QUERIES, RUNS, ANSWERS = sys.argv[1:6]


def line(measure, samples):
    samples.sort()
    print(json.dumps({"set": SET, "measure": measure, "engine": "SaxonC-HE", "unit": "ms", "median": round(samples[len(samples) // 2], 4),
                      "min": round(samples[0], 4), "max": round(samples[-1], 4), "runs": len(samples)}))


def cpu(work):
    start = time.process_time()
    result = work()
    return (time.process_time() - start) * 1000, result


processor = saxonche.PySaxonProcessor(license=False)
parse, document = cpu(lambda: processor.parse_xml(xml_file_name=DOCUMENT))
line("parse", [parse])
with open(ANSWERS, "w", encoding="utf-8") as answers:
    for i in range(1, 21):
        query = processor.new_xquery_processor()
        query.set_context(xdm_item=document)
        query.set_property("!omit-xml-declaration", "yes")
        query.set_property("!indent", "no")
        with open(f"{QUERIES}/q{i:02d}.xq", encoding="utf-8") as text:
            query.set_query_content(text.read())
        _, answer = cpu(query.run_query_to_string)
        answers.write(f"q{i:02d}\t" + re.sub(r"\s", "", answer or "") + "\n")
        line(f"q{i:02d}", [cpu(query.run_query_to_string)[0] for _ in range(int(RUNS))])
