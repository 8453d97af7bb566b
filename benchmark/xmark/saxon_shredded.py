"""The queries of bench-xmark over five tables on SaxonC-HE (PyPI saxonche): saxon_shredded.py SET TABLES QUERIES RUNS ANSWERS.

TABLES is a folder with NAME.copy for each table: rows of id, region and document, separated by tabs, as COPY writes them.  All documents
are parsed once and stay as trees; collection("NAME") becomes an external variable that has them.  Writes lines of a record to
standard output, and the items of the answers, sorted and without white space, to the file ANSWERS: which document comes first is not defined.  Queries that the variable LONG names are left out.
"""
import glob
import json
import os
import re
import sys
import time

import saxonche

SET, TABLES, QUERIES, RUNS, ANSWERS = sys.argv[1:6]
ESCAPES = {"\\\\": "\\", "\\t": "\t", "\\n": "\n", "\\r": "\r"}


def line(measure, samples):
    samples.sort()
    print(json.dumps({"set": SET, "measure": measure, "engine": "SaxonC-HE", "unit": "ms", "median": round(samples[len(samples) // 2], 4),
                      "min": round(samples[0], 4), "max": round(samples[-1], 4), "runs": len(samples)}))


def cpu(work):
    start = time.process_time()
    result = work()
    return (time.process_time() - start) * 1000, result


processor = saxonche.PySaxonProcessor(license=False)


def documents(name):
    with open(f"{TABLES}/{name}.copy", encoding="utf-8", newline="\n") as rows:
        texts = [re.sub(r"\\[\\tnr]", lambda m: ESCAPES[m.group()], row.rstrip("\n").split("\t", 2)[2]) for row in rows]
    query = processor.new_xquery_processor()
    query.set_query_content("declare variable $texts external; $texts?* ! parse-xml(.)")
    query.set_parameter("texts", processor.make_array([processor.make_string_value(text) for text in texts]))
    return query.run_query_to_value()


names = sorted(os.path.basename(f)[:-5] for f in glob.glob(f"{TABLES}/*.copy"))
parse, tables = cpu(lambda: {name: documents(name) for name in names})
line("parse", [parse])
with open(ANSWERS, "w", encoding="utf-8") as answers:
    for path in sorted(glob.glob(f"{QUERIES}/s*.xq")):
        if os.path.basename(path)[:-3] in os.environ.get("LONG", "").split():
            continue
        with open(path, encoding="utf-8") as text:
            query = text.read()
        used = [name for name in names if f'collection("{name}")' in query]
        for name in used:
            query = query.replace(f'collection("{name}")', f"${name}")
        run = processor.new_xquery_processor()
        run.set_property("!omit-xml-declaration", "yes")
        run.set_property("!indent", "no")
        for name in used:
            run.set_parameter(name, tables[name])
        run.set_query_content("".join(f"declare variable ${name} external; " for name in used) + query)
        measure = os.path.basename(path)[:-3]
        _, answer = cpu(run.run_query_to_value)
        items = [] if answer is None else [re.sub(r"\s", "", str(answer.item_at(i))) for i in range(answer.size)]
        answers.write(f"{measure}\t" + " ".join(sorted(items)) + "\n")
        line(measure, [cpu(run.run_query_to_string)[0] for _ in range(int(RUNS))])
