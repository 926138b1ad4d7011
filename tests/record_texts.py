"""Random records: JSON, and `Field: value` lines."""

import json

from hypothesis import strategies as st
from texts import FAMILY, texts

names = st.text(max_size=5)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts()
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=12,
)
records = st.dictionaries(names, values, max_size=4) | st.lists(values, max_size=4)
styles = st.fixed_dictionaries(
    {
        "indent": st.sampled_from([None, 0, 2, "\t"]),
        "ensure_ascii": st.booleans(),
        "separators": st.sampled_from([(",", ":"), (", ", ": "), (" ,\r\n", "\t:\n ")]),
    }
)


def json_texts():
    """JSON of random records, in random styles."""
    return st.builds(
        lambda record, style: json.dumps(record, **style).replace("Infinity", "1e9"),
        records,
        styles,
    )


def _lines(names, values, ends):
    line = st.tuples(names, values, ends).map("".join)
    return st.lists(line, max_size=10).map("".join)


def field_texts():
    """Lines of fields and values, the first of them a field."""
    return _lines(
        st.sampled_from(["Claim: ", "Date of loss: ", "A:", "Größe:\t", " ", "  ", ""]),
        st.sampled_from(["", "8,760", "a joint under the sink", "word " * 20, FAMILY]) | texts(),
        st.sampled_from(["\n", "\n", "\n\n", "\r\n", "\r"]),
    ).map("Claim: 1\n".__add__)
