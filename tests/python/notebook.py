# SPDX-License-Identifier: Apache-2.0
"""notebook.py NOTEBOOK [write]: executes it and compares the outputs with those that it has, or writes them."""
import copy
import difflib
import sys

import jupyter_client
import nbclient
import nbformat


def outputs(cell):
    """Lines of what a cell prints and shows."""
    lines = []
    for output in cell.get("outputs", []):
        texts = [output["text"]] if output["output_type"] == "stream" else \
            [output["data"].get("image/svg+xml") or output["data"].get("text/plain", "")]
        lines += [line for text in texts for line in text.splitlines()]
    return lines


def main(path, write):
    notebook = nbformat.read(path, as_version=4)
    done = copy.deepcopy(notebook)
    try:
        manager = jupyter_client.AsyncKernelManager(kernel_name="python3", transport="ipc")
        nbclient.NotebookClient(done, km=manager, timeout=300, record_timing=False).execute()
    except nbclient.exceptions.CellExecutionError as error:
        sys.exit(f"{path}: {error}")
    if write:
        for cell in done.cells:
            for output in cell.get("outputs", []):
                # what a notebook shows where there is no picture has an address of this run
                if "image/svg+xml" in output.get("data", {}):
                    output["data"].pop("text/plain", None)
        done.metadata = notebook.metadata
        nbformat.write(done, path)
        return
    wrong = 0
    for number, (old, new) in enumerate(zip(notebook.cells, done.cells)):
        difference = list(difflib.unified_diff(outputs(old), outputs(new), "in the notebook", "now", lineterm="", n=1))
        if difference:
            wrong += 1
            print(f"{path}: cell {number} gives something else:", *(line[:160] for line in difference[:20]), sep="\n")
    if not any(outputs(cell) for cell in notebook.cells):
        sys.exit(f"{path}: no cell has an output")
    if wrong:
        sys.exit(f"{wrong} cells differ (tests/python/notebook.sh ... write)")


main(sys.argv[1], sys.argv[2:] == ["write"])
